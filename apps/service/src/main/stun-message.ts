import { createHmac, randomBytes } from 'node:crypto';

/** What is written of STUN (RFC 8489) and TURN (RFC 8656) to ask a server whether it works. */
export const method = { binding: 0x0001, allocate: 0x0003, refresh: 0x0004 } as const;
export const attribute = {
  username: 0x0006,
  integrity: 0x0008,
  errorCode: 0x0009,
  lifetime: 0x000d,
  realm: 0x0014,
  nonce: 0x0015,
  requestedTransport: 0x0019,
} as const;

const HEADER_BYTES = 20;
const MAGIC_COOKIE = 0x2112a442;
const CLASS_BITS = 0x0110;
const SUCCESS = 0x0100;
const ERROR = 0x0110;
/** HMAC-SHA1 and what stands before it. */
const INTEGRITY_BYTES = 24;

export type Attributes = ReadonlyMap<number, Buffer>;

export interface StunAnswer {
  readonly isSuccess: boolean;
  readonly attributes: Attributes;
}

const padded = (length: number): number => Math.ceil(length / 4) * 4;

function written(type: number, value: Buffer): Buffer {
  const bytes = Buffer.alloc(4 + padded(value.length));
  bytes.writeUInt16BE(type, 0);
  bytes.writeUInt16BE(value.length, 2);
  value.copy(bytes, 4);
  return bytes;
}

/** With a key it is signed (MESSAGE-INTEGRITY). */
export function stunRequest(type: number, attributes: Attributes = new Map(), key?: Buffer): Buffer {
  const body = Buffer.concat([...attributes].map(([name, value]) => written(name, value)));
  const header = Buffer.alloc(HEADER_BYTES);
  header.writeUInt16BE(type, 0);
  header.writeUInt32BE(MAGIC_COOKIE, 4);
  randomBytes(12).copy(header, 8);
  // The signature is made over a header that counts the signature.
  header.writeUInt16BE(body.length + (key === undefined ? 0 : INTEGRITY_BYTES), 2);
  const message = Buffer.concat([header, body]);
  if (key === undefined) return message;
  const signature = createHmac('sha1', key).update(message).digest();
  return Buffer.concat([message, written(attribute.integrity, signature)]);
}

/** Undefined: the message does not answer this request. */
export function stunAnswer(message: Buffer, request: Buffer): StunAnswer | undefined {
  if (message.length < HEADER_BYTES || !message.subarray(4, 20).equals(request.subarray(4, 20)))
    return undefined;
  const type = message.readUInt16BE(0);
  const kind = type & CLASS_BITS;
  if ((type & ~CLASS_BITS) !== request.readUInt16BE(0) || (kind !== SUCCESS && kind !== ERROR))
    return undefined;
  return { isSuccess: kind === SUCCESS, attributes: readAttributes(message.subarray(HEADER_BYTES)) };
}

function readAttributes(bytes: Buffer): Attributes {
  const read = new Map<number, Buffer>();
  for (let at = 0; at + 4 <= bytes.length; at += 4 + padded(bytes.readUInt16BE(at + 2))) {
    const type = bytes.readUInt16BE(at);
    if (!read.has(type)) read.set(type, bytes.subarray(at + 4, at + 4 + bytes.readUInt16BE(at + 2)));
  }
  return read;
}

/** Why a request was refused, such as 401 Unauthorized. */
export function stunError({ attributes }: StunAnswer): { readonly code: number; readonly reason: string } {
  const value = attributes.get(attribute.errorCode);
  if (value === undefined || value.length < 4) return { code: 0, reason: '' };
  return { code: (value.readUInt8(2) & 7) * 100 + value.readUInt8(3), reason: value.toString('utf8', 4) };
}
