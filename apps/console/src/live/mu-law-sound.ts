/** Sound that can be played: one row of samples for each ear. */
export interface Sound {
  readonly rateHz: number;
  readonly left: Float32Array<ArrayBuffer>;
  readonly right: Float32Array<ArrayBuffer>;
}

/** What stands before the sound: "RIFF", the format at 12, and the word "data" with a length. */
const RATE_AT = 24;
const MAX_HEADER_BYTES = 256;
const DATA = [0x64, 0x61, 0x74, 0x61];
const LENGTH_BYTES = 4;

const decoded = Float32Array.from({ length: 256 }, (_, byte) => {
  const kept = ~byte & 0xff;
  const magnitude = (((kept & 0x0f) << 3) + 0x84) << ((kept >> 4) & 0x07);
  return ((kept & 0x80 ? -1 : 1) * (magnitude - 0x84)) / 32_768;
});

/** Reads a WAV file of two channels in mu-law as it comes, also one that has no end. */
export class MuLawSound {
  #rest = new Uint8Array(0);
  #rateHz: number | undefined;

  /** What can be played now; undefined: nothing yet. Throws when it is no such file. */
  push(chunk: Uint8Array): Sound | undefined {
    const bytes = new Uint8Array(this.#rest.length + chunk.length);
    bytes.set(this.#rest);
    bytes.set(chunk, this.#rest.length);
    const start = this.#rateHz === undefined ? this.#readHeader(bytes) : 0;
    if (start === undefined || this.#rateHz === undefined) {
      this.#rest = bytes;
      return undefined;
    }
    const frames = (bytes.length - start) >> 1;
    this.#rest = bytes.slice(start + 2 * frames);
    if (frames === 0) return undefined;
    const left = new Float32Array(frames);
    const right = new Float32Array(frames);
    for (let frame = 0; frame < frames; frame += 1) {
      left[frame] = decoded[bytes[start + 2 * frame] ?? 0] ?? 0;
      right[frame] = decoded[bytes[start + 2 * frame + 1] ?? 0] ?? 0;
    }
    return { rateHz: this.#rateHz, left, right };
  }

  #readHeader(bytes: Uint8Array): number | undefined {
    for (let at = RATE_AT; at + DATA.length + LENGTH_BYTES <= bytes.length; at += 1) {
      if (!DATA.every((byte, place) => bytes[at + place] === byte)) continue;
      this.#rateHz = new DataView(bytes.buffer).getUint32(RATE_AT, true);
      return at + DATA.length + LENGTH_BYTES;
    }
    if (bytes.length > MAX_HEADER_BYTES) throw new Error('This is no sound of a call');
    return undefined;
  }
}
