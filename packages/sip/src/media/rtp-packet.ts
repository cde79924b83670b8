/** One packet of audio or DTMF (RFC 3550, 5.1). */
export interface RtpPacket {
  readonly payloadType: number;
  readonly isMarked: boolean;
  /** 16 bits, wraps around. */
  readonly sequence: number;
  /** 32 bits, wraps around. */
  readonly timestamp: number;
  readonly ssrc: number;
  /** A view of the bytes that were read: copy it to keep it longer. */
  readonly payload: Uint8Array;
}

export const RTP_HEADER_BYTES = 12;
const VERSION = 2;

/** Undefined if the bytes are not an RTP packet: anybody can send anything to an open port. */
export function readRtp(bytes: Buffer): RtpPacket | undefined {
  const start = rtpHeaderBytes(bytes);
  if (start === undefined) return undefined;
  const first = bytes[0] as number;
  const second = bytes[1] as number;
  let end = bytes.length;
  if ((first & 0x20) !== 0) {
    const padding = bytes[end - 1] as number;
    if (padding === 0 || padding > end - start) return undefined;
    end -= padding;
  }
  return {
    payloadType: second & 0x7f,
    isMarked: second > 0x7f,
    sequence: bytes.readUInt16BE(2),
    timestamp: bytes.readUInt32BE(4),
    ssrc: bytes.readUInt32BE(8),
    payload: bytes.subarray(start, end),
  };
}

/** How long the header is, with contributing sources and extension: what SRTP leaves in the clear. */
export function rtpHeaderBytes(bytes: Buffer): number | undefined {
  if (bytes.length < RTP_HEADER_BYTES) return undefined;
  const first = bytes[0] as number;
  if (first >> 6 !== VERSION || isRtcp(bytes)) return undefined;
  let length = RTP_HEADER_BYTES + 4 * (first & 0x0f);
  if ((first & 0x10) !== 0) {
    if (bytes.length < length + 4) return undefined;
    length += 4 + 4 * bytes.readUInt16BE(length + 2);
  }
  return length <= bytes.length ? length : undefined;
}

/** Both may come to one port (RFC 5761, 4): no payload type of ours lies where the types of RTCP do. */
export const isRtcp = (bytes: Buffer): boolean => {
  const type = bytes[1] ?? 0;
  return type >= 192 && type <= 223;
};

/** Writes the header; the payload comes behind it. */
export function writeRtpHeader(target: Buffer, packet: Omit<RtpPacket, 'payload'>): void {
  target[0] = VERSION << 6;
  target[1] = packet.payloadType | (packet.isMarked ? 0x80 : 0);
  target.writeUInt16BE(packet.sequence & 0xffff, 2);
  target.writeUInt32BE(packet.timestamp >>> 0, 4);
  target.writeUInt32BE(packet.ssrc >>> 0, 8);
}

/** How far `to` lies ahead of `from`, on the shorter way around; negative when it lies behind. */
export const sequenceStep = (from: number, to: number): number => ((to - from) << 16) >> 16;

export const timestampStep = (from: number, to: number): number => (to - from) | 0;
