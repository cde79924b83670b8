import { addressBytes } from '@parley/kernel/ip-address.ts';

/** Packets that begin with their IP header (https://www.tcpdump.org/linktypes.html). */
const LINKTYPE_RAW = 101;
const MOST_BYTES = 65_535;
const UDP = 17;
const HOPS = 64;

export interface CapturedMessage {
  readonly at: string;
  readonly direction: 'SENT' | 'RECEIVED';
  readonly local: Place | null;
  readonly remote: Place;
  readonly text: string;
}

/** Messages as a capture would have them, each in one UDP packet. Addresses that are not numbers become 0.0.0.0. */
export function pcapOf(messages: readonly CapturedMessage[]): Buffer {
  const known = messages.find(({ local }) => local !== null)?.local ?? { host: '0.0.0.0', port: 5060 };
  return Buffer.concat([
    fileHeader(),
    ...messages.flatMap((message) => {
      const { at, direction, remote, text } = message;
      const local = message.local ?? known;
      const [from, to] = direction === 'SENT' ? [local, remote] : [remote, local];
      const packet = packetOf(from, to, Buffer.from(text));
      return [recordHeader(new Date(at), packet.length), packet];
    }),
  ]);
}

function fileHeader(): Buffer {
  const header = Buffer.alloc(24);
  header.writeUInt32LE(0xa1b2c3d4, 0);
  header.writeUInt16LE(2, 4);
  header.writeUInt16LE(4, 6);
  header.writeUInt32LE(MOST_BYTES, 16);
  header.writeUInt32LE(LINKTYPE_RAW, 20);
  return header;
}

function recordHeader(at: Date, length: number): Buffer {
  const header = Buffer.alloc(16);
  const ms = at.getTime();
  header.writeUInt32LE(Math.floor(ms / 1000), 0);
  header.writeUInt32LE((ms % 1000) * 1000, 4);
  header.writeUInt32LE(length, 8);
  header.writeUInt32LE(length, 12);
  return header;
}

interface Place {
  readonly host: string;
  readonly port: number;
}

function packetOf(from: Place, to: Place, payload: Buffer): Buffer {
  const [source, target] = inOneFamily(addressBytes(from.host), addressBytes(to.host));
  const udp = Buffer.alloc(8 + payload.length);
  udp.writeUInt16BE(from.port, 0);
  udp.writeUInt16BE(to.port, 2);
  udp.writeUInt16BE(udp.length, 4);
  payload.copy(udp, 8);
  const pseudo = Buffer.alloc(8);
  pseudo.writeUInt32BE(udp.length, 0);
  pseudo[7] = UDP;
  // Zero would mean that there is none.
  udp.writeUInt16BE(checksum(Buffer.concat([source, target, pseudo, udp])) || 0xffff, 6);
  const ip = source.length === 4 ? ipv4Header(udp.length) : ipv6Header(udp.length);
  const packet = Buffer.concat([ip, source, target, udp]);
  if (source.length === 4) packet.writeUInt16BE(checksum(packet.subarray(0, 20)), 10);
  return packet;
}

/** IPv4 is written as IPv6 where the other side has that. */
function inOneFamily(
  source: Uint8Array = new Uint8Array(4),
  target: Uint8Array = new Uint8Array(4),
): [Uint8Array, Uint8Array] {
  const mapped = (bytes: Uint8Array) =>
    bytes.length === 16 ? bytes : Uint8Array.from([...new Array(10).fill(0), 0xff, 0xff, ...bytes]);
  return source.length === target.length ? [source, target] : [mapped(source), mapped(target)];
}

function ipv4Header(length: number): Buffer {
  const header = Buffer.alloc(12);
  header[0] = 0x45;
  header.writeUInt16BE(20 + length, 2);
  header[8] = HOPS;
  header[9] = UDP;
  return header;
}

function ipv6Header(length: number): Buffer {
  const header = Buffer.alloc(8);
  header[0] = 0x60;
  header.writeUInt16BE(length, 4);
  header[6] = UDP;
  header[7] = HOPS;
  return header;
}

/** RFC 1071 */
function checksum(bytes: Buffer): number {
  let sum = 0;
  for (let at = 0; at < bytes.length; at += 2) sum += (bytes[at] ?? 0) * 256 + (bytes[at + 1] ?? 0);
  while (sum > 0xffff) sum = (sum & 0xffff) + (sum >>> 16);
  return ~sum & 0xffff;
}
