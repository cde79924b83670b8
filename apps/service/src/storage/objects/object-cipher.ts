import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

/**
 * How an encrypted object lies in the store: a header, then the content in chunks of a fixed size, each encrypted with
 * AES-256-GCM and followed by its tag. So a range needs only its own chunks, and an object of any size little memory.
 *
 *   magic 8 | id of the data key 16 | salt 32 | length of the content type 1 | content type, filled up with zeros
 *
 * The key of an object is derived from the data key with its salt, so a nonce only has to be unique within the object: it is the
 * chunk's number, and whether it is the last. Header and name of the object are authenticated with every chunk: chunks that
 * were exchanged, reordered, cut off or moved to another object do not decrypt.
 */
export const CHUNK_BYTES = 65_536;
export const HEADER_BYTES = 320;
const TAG_BYTES = 16;
export const STORED_CHUNK_BYTES = CHUNK_BYTES + TAG_BYTES;
const MAGIC = Buffer.from('PARLEYC1', 'latin1');
const SALT_AT = 24;
const TYPE_AT = 57;

/** The content type that the store sees: it is what tells an encrypted object from one that was stored before. */
export const ENCRYPTED_TYPE = 'application/vnd.parley.encrypted';

export interface ObjectHeader {
  readonly bytes: Buffer;
  readonly keyId: string;
  readonly contentType: string;
}

export function newHeader(keyId: string, contentType: string): ObjectHeader {
  const bytes = Buffer.alloc(HEADER_BYTES);
  MAGIC.copy(bytes);
  Buffer.from(keyId.replaceAll('-', ''), 'hex').copy(bytes, MAGIC.length);
  randomBytes(32).copy(bytes, SALT_AT);
  bytes.writeUInt8(Buffer.byteLength(contentType), TYPE_AT - 1);
  bytes.write(contentType, TYPE_AT, 'latin1');
  return { bytes, keyId, contentType };
}

export function readHeader(bytes: Buffer): ObjectHeader {
  if (bytes.length !== HEADER_BYTES || !bytes.subarray(0, MAGIC.length).equals(MAGIC))
    throw new Error('An encrypted object has no header');
  const id = bytes.toString('hex', MAGIC.length, SALT_AT);
  const keyId = id.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
  const typeEnd = TYPE_AT + bytes.readUInt8(TYPE_AT - 1);
  return { bytes, keyId, contentType: bytes.toString('latin1', TYPE_AT, typeEnd) };
}

/** Of the content, given the size of the whole stored object. */
export function contentBytes(storedBytes: number): number {
  const stored = storedBytes - HEADER_BYTES;
  return stored - TAG_BYTES * Math.ceil(stored / STORED_CHUNK_BYTES);
}

/** Where a chunk begins in the stored object. */
export const storedStart = (chunk: number): number => HEADER_BYTES + chunk * STORED_CHUNK_BYTES;

/** An empty object has one chunk, too: otherwise nobody would notice that its content was cut off. */
export const lastChunk = (bytes: number): number => Math.max(0, Math.ceil(bytes / CHUNK_BYTES) - 1);

/** Encrypts and decrypts the chunks of one object. */
export class ObjectCipher {
  readonly #key: Buffer;
  readonly #authenticated: Buffer;

  constructor(dataKey: Buffer, header: ObjectHeader, name: string) {
    const salt = header.bytes.subarray(SALT_AT, SALT_AT + 32);
    this.#key = Buffer.from(hkdfSync('sha256', dataKey, salt, 'parley object', 32));
    this.#authenticated = Buffer.concat([header.bytes, Buffer.from(name)]);
  }

  seal(chunk: Buffer, number: number, isLast: boolean): Buffer {
    const cipher = createCipheriv('aes-256-gcm', this.#key, nonceOf(number, isLast)).setAAD(
      this.#authenticated,
    );
    return Buffer.concat([cipher.update(chunk), cipher.final(), cipher.getAuthTag()]);
  }

  /** Throws when the chunk is not the one that was stored here. */
  open(stored: Buffer, number: number, isLast: boolean): Buffer {
    if (stored.length < TAG_BYTES) throw new Error('An encrypted object was cut off');
    const tagAt = stored.length - TAG_BYTES;
    const decipher = createDecipheriv('aes-256-gcm', this.#key, nonceOf(number, isLast))
      .setAAD(this.#authenticated)
      .setAuthTag(stored.subarray(tagAt));
    return Buffer.concat([decipher.update(stored.subarray(0, tagAt)), decipher.final()]);
  }
}

function nonceOf(number: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(12);
  nonce.writeUInt32BE(number, 7);
  nonce.writeUInt8(isLast ? 1 : 0, 11);
  return nonce;
}
