import { endOfHead } from './sip-message.ts';

export type Frame =
  | { readonly kind: 'message'; readonly bytes: Buffer }
  /** They want a sign of life (RFC 5626). */
  | { readonly kind: 'ping' }
  /** Where the next message begins can no longer be known. */
  | { readonly kind: 'lost' };

const MOST_BYTES = 65_535;
const LENGTH = /^(?:content-length|l)[ \t]*:[ \t]*(\d{1,6})[ \t]*$/im;
const NEW_LINE = 10;
const RETURN = 13;

/** Cuts messages out of a stream of bytes by the length that they say. */
export class SipFraming {
  #rest: Buffer = Buffer.alloc(0);

  push(chunk: Buffer): Frame[] {
    this.#rest = this.#rest.length === 0 ? chunk : Buffer.concat([this.#rest, chunk]);
    const frames: Frame[] = [];
    for (;;) {
      if (this.#skipEmptyLines() >= 2) frames.push({ kind: 'ping' });
      const { end, length } = endOfHead(this.#rest);
      if (length === 0) return this.#rest.length > MOST_BYTES ? [...frames, { kind: 'lost' }] : frames;
      const body = Number(LENGTH.exec(this.#rest.toString('latin1', 0, end))?.[1] ?? 0);
      const whole = end + length + body;
      if (whole > MOST_BYTES) return [...frames, { kind: 'lost' }];
      if (this.#rest.length < whole) return frames;
      frames.push({ kind: 'message', bytes: this.#rest.subarray(0, whole) });
      this.#rest = this.#rest.subarray(whole);
    }
  }

  #skipEmptyLines(): number {
    let [at, lines] = [0, 0];
    for (; at < this.#rest.length; at++) {
      if (this.#rest[at] === NEW_LINE) lines++;
      else if (this.#rest[at] !== RETURN) break;
    }
    this.#rest = this.#rest.subarray(at);
    return lines;
  }
}
