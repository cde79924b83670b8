import type { SoundCodec } from './codec.ts';

/**
 * Conceals lost packets: it repeats the last pitch period of the voice and fades it out (after Appendix I of G.711).
 */

const HISTORY_MS = 50;
/** The pitch of a voice is 66 to 400 Hz. */
const SHORTEST_BEAT_MS = 2.5;
const LONGEST_BEAT_MS = 15;
const COMPARED_MS = 20;
const FULL_MS = 10;
/** After this time the repeated pitch sounds like a hum and no longer like the voice. */
const GONE_MS = 60;
const BLEND_MS = 5;

export class Concealer {
  readonly #perMs: number;
  readonly #history: Int16Array;
  #beat = new Int16Array(0);
  /** Samples generated since the last real one. */
  #madeUp = 0;

  constructor(rateHz: SoundCodec['rateHz']) {
    this.#perMs = rateHz / 1000;
    this.#history = new Int16Array(HISTORY_MS * this.#perMs);
  }

  /** Takes received audio. After a gap its beginning is blended with the generated samples, in place. */
  heard(sound: Int16Array): void {
    if (this.#madeUp > 0) {
      const length = Math.min(sound.length, BLEND_MS * this.#perMs);
      for (let i = 0; i < length; i += 1) {
        const share = (i + 1) / (length + 1);
        sound[i] = Math.round((sound[i] as number) * share + this.#makeUp() * (1 - share));
      }
      this.#madeUp = 0;
    }
    const history = this.#history;
    const kept = sound.length < history.length ? sound : sound.subarray(sound.length - history.length);
    history.copyWithin(0, kept.length);
    history.set(kept, history.length - kept.length);
  }

  conceal(target: Int16Array): void {
    if (this.#madeUp === 0) this.#beat = this.#lastBeat();
    for (let i = 0; i < target.length; i += 1) target[i] = this.#makeUp();
  }

  #makeUp(): number {
    const sample = this.#beat[this.#madeUp % this.#beat.length] ?? 0;
    const ms = this.#madeUp / this.#perMs;
    this.#madeUp += 1;
    if (ms <= FULL_MS) return sample;
    return ms >= GONE_MS ? 0 : Math.round((sample * (GONE_MS - ms)) / (GONE_MS - FULL_MS));
  }

  /** One pitch period, whose end continues smoothly into its beginning. */
  #lastBeat(): Int16Array<ArrayBuffer> {
    const history = this.#history;
    const length = this.#beatLength();
    const beat = history.slice(history.length - length);
    const blend = length >> 2;
    for (let i = length - blend; i < length; i += 1) {
      const share = (i - (length - blend) + 1) / (blend + 1);
      const before = history[history.length - 2 * length + i] as number;
      beat[i] = Math.round((beat[i] as number) * (1 - share) + before * share);
    }
    return beat;
  }

  /** The pitch period: the shift with the highest correlation of the last 20 ms. */
  #beatLength(): number {
    const shortest = SHORTEST_BEAT_MS * this.#perMs;
    const longest = LONGEST_BEAT_MS * this.#perMs;
    // Every second millisecond's eighth is enough to find the place; then sample by sample around it.
    const coarse = this.#perMs / 4;
    const near = this.#best(shortest, longest, coarse, coarse);
    return this.#best(Math.max(shortest, near - coarse), Math.min(longest, near + coarse), 1, coarse);
  }

  #best(from: number, to: number, step: number, stride: number): number {
    let [best, length] = [Number.NEGATIVE_INFINITY, from];
    for (let shift = from; shift <= to; shift += step) {
      const likeness = this.#likeness(shift, stride);
      if (likeness > best) [best, length] = [likeness, shift];
    }
    return length;
  }

  #likeness(shift: number, stride: number): number {
    const history = this.#history;
    let [product, power] = [0, 1];
    for (let i = history.length - COMPARED_MS * this.#perMs; i < history.length; i += stride) {
      const before = history[i - shift] as number;
      product += (history[i] as number) * before;
      power += before * before;
    }
    return product / Math.sqrt(power);
  }
}
