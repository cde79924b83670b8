import { addressBytes } from '@parley/kernel/ip-address.ts';
import type { TracedMessage } from './sip-trace.ts';

/** https://github.com/sipcapture/HEP: chunks of the generic vendor. */
const chunkTypes = {
  family: 1,
  protocol: 2,
  source4: 3,
  target4: 4,
  source6: 5,
  target6: 6,
  sourcePort: 7,
  targetPort: 8,
  seconds: 9,
  microseconds: 10,
  payloadType: 11,
  captureId: 12,
  payload: 15,
  correlationId: 17,
} as const;

const INET = 2;
const INET6 = 10;
const TCP = 6;
const UDP = 17;
const SIP = 1;
/** A UDP datagram has no more, and neither has the length of a packet. */
const MOST_BYTES = 65_000;

/** A SIP message for a capture server such as Homer, in the format HEP3; undefined: it does not fit into a datagram. */
export function hepPacket(message: TracedMessage, at: Date, captureId: number): Buffer | undefined {
  const { direction, local, remote, transport, text, callId } = message;
  const ours = { host: local?.host ?? '0.0.0.0', port: local?.port ?? 0 };
  const [from, to] = direction === 'SENT' ? [ours, remote] : [remote, ours];
  const isV6 = addressBytes(remote.host)?.length === 16;
  const bytesOf = (host: string) => {
    const bytes = addressBytes(host);
    return bytes?.length === (isV6 ? 16 : 4) ? bytes : new Uint8Array(isV6 ? 16 : 4);
  };
  const ms = at.getTime();
  const chunks = Buffer.concat([
    chunk('family', Buffer.of(isV6 ? INET6 : INET)),
    chunk('protocol', Buffer.of(transport === 'udp' ? UDP : TCP)),
    chunk(isV6 ? 'source6' : 'source4', bytesOf(from.host)),
    chunk(isV6 ? 'target6' : 'target4', bytesOf(to.host)),
    chunk('sourcePort', uint16(from.port)),
    chunk('targetPort', uint16(to.port)),
    chunk('seconds', uint32(Math.floor(ms / 1000))),
    chunk('microseconds', uint32((ms % 1000) * 1000)),
    chunk('payloadType', Buffer.of(SIP)),
    chunk('captureId', uint32(captureId)),
    chunk('correlationId', Buffer.from(callId)),
    chunk('payload', Buffer.from(text)),
  ]);
  const length = 6 + chunks.length;
  return length > MOST_BYTES ? undefined : Buffer.concat([Buffer.from('HEP3'), uint16(length), chunks]);
}

const chunk = (type: keyof typeof chunkTypes, value: Uint8Array): Buffer =>
  Buffer.concat([uint16(0), uint16(chunkTypes[type]), uint16(Math.min(6 + value.length, 0xffff)), value]);

function uint16(value: number): Buffer {
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16BE(value);
  return bytes;
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}
