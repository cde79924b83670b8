import { type Cipheriv, createCipheriv, createHash, type Hash, timingSafeEqual } from 'node:crypto';
import type { CryptoKey } from '../media-session.ts';
import { rtpHeaderBytes } from './rtp-packet.ts';

/**
 * SRTP (RFC 3711) with AES in counter mode and HMAC-SHA1, whose keys came with the description (RFC 4568). Each
 * direction has its own master key.
 */

/** RTCP carries the long tag in both suites (RFC 4568, 6.2.2). */
const RTCP_TAG_BYTES = 10;
const RTCP_INDEX_BYTES = 4;
const RTCP_CLEAR_BYTES = 8;
const ENCRYPTED = 0x8000_0000;
const ROUND = 0x1_0000;

interface Tools {
  readonly rtp: { readonly cipher: PacketCipher; readonly tag: PacketTag };
  readonly rtcp: { readonly cipher: PacketCipher; readonly tag: PacketTag };
  readonly tagBytes: number;
}

function toolsOf({ suite, keyAndSalt }: CryptoKey): Tools {
  const master = Buffer.from(keyAndSalt, 'base64');
  const of = (kind: 'rtp' | 'rtcp') => {
    const keys = sessionKeys(master, kind);
    return { cipher: new PacketCipher(keys), tag: new PacketTag(keys) };
  };
  return { rtp: of('rtp'), rtcp: of('rtcp'), tagBytes: suite === 'AES_CM_128_HMAC_SHA1_32' ? 4 : 10 };
}

/** Encrypts what we send. */
export class SrtpSender {
  readonly #tools: Tools;
  #rounds = 0;
  #lastSequence = -1;
  #rtcpIndex = 0;

  constructor(key: CryptoKey) {
    this.#tools = toolsOf(key);
  }

  /** Encrypts one packet; call it in the order of the packets. */
  seal(packet: Buffer): Buffer {
    const { rtp, tagBytes } = this.#tools;
    const sequence = packet.readUInt16BE(2);
    if (sequence < this.#lastSequence) this.#rounds += 1;
    this.#lastSequence = sequence;
    const sealed = Buffer.alloc(packet.length + tagBytes);
    packet.copy(sealed);
    const body = sealed.subarray(0, packet.length);
    const text = body.subarray(rtpHeaderBytes(packet));
    rtp.cipher.turn(text, packet.readUInt32BE(8), this.#rounds * ROUND + sequence);
    rtp.tag.of(body, this.#rounds).copy(sealed, packet.length, 0, tagBytes);
    return sealed;
  }

  sealRtcp(packet: Buffer): Buffer {
    const { cipher, tag } = this.#tools.rtcp;
    const index = this.#rtcpIndex;
    this.#rtcpIndex = (index + 1) % ENCRYPTED;
    const end = packet.length + RTCP_INDEX_BYTES;
    const sealed = Buffer.alloc(end + RTCP_TAG_BYTES);
    packet.copy(sealed);
    cipher.turn(sealed.subarray(RTCP_CLEAR_BYTES, packet.length), packet.readUInt32BE(4), index);
    sealed.writeUInt32BE(ENCRYPTED + index, packet.length);
    tag.of(sealed.subarray(0, end)).copy(sealed, end, 0, RTCP_TAG_BYTES);
    return sealed;
  }
}

/** A far end may restart with another source now and then; more sources at a time are not genuine. */
const MOST_SOURCES = 4;

/** Decrypts received packets. Undefined for packets that are forged, changed or replayed. */
export class SrtpReceiver {
  readonly #tools: Tools;
  readonly #windows = new Map<number, ReplayWindow>();
  readonly #rtcpWindow = new ReplayWindow();

  constructor(key: CryptoKey) {
    this.#tools = toolsOf(key);
  }

  open(bytes: Buffer): Buffer | undefined {
    const { rtp, tagBytes } = this.#tools;
    const start = rtpHeaderBytes(bytes);
    const end = bytes.length - tagBytes;
    if (start === undefined || start > end) return undefined;
    const ssrc = bytes.readUInt32BE(8);
    const window = this.#windows.get(ssrc) ?? new ReplayWindow();
    const index = likeliestIndex(bytes.readUInt16BE(2), window.highest);
    if (!window.isFresh(index)) return undefined;
    const tag = rtp.tag.of(bytes.subarray(0, end), Math.floor(index / ROUND));
    if (!timingSafeEqual(tag.subarray(0, tagBytes), bytes.subarray(end))) return undefined;
    window.add(index);
    this.#remember(ssrc, window);
    const opened = Buffer.from(bytes.subarray(0, end));
    rtp.cipher.turn(opened.subarray(start), ssrc, index);
    return opened;
  }

  openRtcp(bytes: Buffer): Buffer | undefined {
    const { cipher, tag } = this.#tools.rtcp;
    const end = bytes.length - RTCP_TAG_BYTES;
    const indexAt = end - RTCP_INDEX_BYTES;
    if (indexAt < RTCP_CLEAR_BYTES) return undefined;
    const expected = tag.of(bytes.subarray(0, end)).subarray(0, RTCP_TAG_BYTES);
    if (!timingSafeEqual(expected, bytes.subarray(end))) return undefined;
    const word = bytes.readUInt32BE(indexAt);
    const index = word % ENCRYPTED;
    if (!this.#rtcpWindow.isFresh(index)) return undefined;
    this.#rtcpWindow.add(index);
    const opened = Buffer.from(bytes.subarray(0, indexAt));
    if (word >= ENCRYPTED) cipher.turn(opened.subarray(RTCP_CLEAR_BYTES), bytes.readUInt32BE(4), index);
    return opened;
  }

  /** Only authenticated packets get here, so that a forged one cannot evict a source. */
  #remember(ssrc: number, window: ReplayWindow): void {
    if (this.#windows.has(ssrc)) return;
    const [oldest] = this.#windows.keys();
    if (this.#windows.size >= MOST_SOURCES && oldest !== undefined) this.#windows.delete(oldest);
    this.#windows.set(ssrc, window);
  }
}

const WINDOW = 128;

/** Which of the last 128 packets have arrived; older ones are refused. */
class ReplayWindow {
  readonly #seen = new Float64Array(WINDOW).fill(-1);
  #highest = -1;

  get highest(): number {
    return this.#highest;
  }

  isFresh(index: number): boolean {
    return index > this.#highest - WINDOW && this.#seen[index % WINDOW] !== index;
  }

  add(index: number): void {
    this.#seen[index % WINDOW] = index;
    if (index > this.#highest) this.#highest = index;
  }
}

/** Only 16 of its 48 bits travel; the rest is what brings it nearest to the highest one so far (3.3.1). */
function likeliestIndex(sequence: number, highest: number): number {
  if (highest < 0) return sequence;
  const near = highest - (highest % ROUND) + sequence;
  if (near - highest > ROUND / 2) return near >= ROUND ? near - ROUND : near;
  return highest - near > ROUND / 2 ? near + ROUND : near;
}

/** Session keys for one kind of packet, derived from a master key, and their use (RFC 3711, 4). */

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

/** Section 4.3.1, without renewal: no call lasts 2^48 packets. */
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
 * AES in counter mode (4.1.1). One cipher encrypts the counters of all packets, which costs 7 µs a packet; a new
 * cipher for each costs 69 µs.
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
class PacketTag {
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
