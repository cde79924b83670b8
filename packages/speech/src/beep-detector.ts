import type { AudioRate } from '@parley/audio/audio-leg.ts';

const LOWEST_HZ = 400;
/** The answer of a fax machine is at 2100 Hz. */
const HIGHEST_HZ = 2140;
/** Of the power that is in the one tone. A vowel has a third of it in its strongest overtone, two tones half. */
const PURE = 0.8;
const SHORTEST_MS = 120;
const STEADY_HZ = 30;
/** A frame in the middle of it may be spoilt. */
const SPOILT_FRAMES = 1;
/** Root of the mean power; quieter tones are noise of the line. */
const QUIETEST = 150;
/** Around what the crossings of zero say, which noise makes too high. */
const SEARCH_HZ = [0, -12, 12, -24, 24, -40, -60] as const;

/** One steady tone without overtones, longer than any that people make. */
export interface PureTone {
  readonly hz: number;
  readonly ms: number;
}

/** Finds pure tones. Whether one is the tone of an answering machine depends on what is around it: `machine-tone.ts`. */
export class BeepDetector {
  readonly #rateHz: AudioRate;
  #toneHz = 0;
  #toneMs = 0;
  #spoilt = 0;

  constructor(rateHz: AudioRate) {
    this.#rateHz = rateHz;
  }

  /** The tone that is sounding, once it is long enough. */
  get current(): PureTone | undefined {
    return this.#toneMs < SHORTEST_MS ? undefined : { hz: this.#toneHz, ms: this.#toneMs };
  }

  /** The tone that ends with this frame. Frames are 20 ms or about that. */
  hear(frame: Int16Array): PureTone | undefined {
    const frameMs = (1000 * frame.length) / this.#rateHz;
    const hz = this.#pureTone(frame);
    const isSame = hz !== undefined && (this.#toneMs === 0 || Math.abs(hz - this.#toneHz) <= STEADY_HZ);
    if (isSame) {
      this.#toneHz = this.#toneMs === 0 ? hz : (this.#toneHz + hz) / 2;
      this.#toneMs += frameMs;
      this.#spoilt = 0;
      return undefined;
    }
    if (this.#toneMs > 0 && this.#spoilt < SPOILT_FRAMES) {
      this.#spoilt += 1;
      return undefined;
    }
    const tone = this.current;
    this.#toneMs = 0;
    this.#spoilt = 0;
    return tone;
  }

  #pureTone(frame: Int16Array): number | undefined {
    let [power, crossings] = [0, 0];
    for (let i = 0; i < frame.length; i += 1) {
      const sample = frame[i] as number;
      power += sample * sample;
      if (i > 0 && sample < 0 !== (frame[i - 1] as number) < 0) crossings += 1;
    }
    if (power < QUIETEST * QUIETEST * frame.length) return undefined;
    const nearHz = (crossings * this.#rateHz) / (2 * (frame.length - 1));
    if (nearHz < LOWEST_HZ - STEADY_HZ || nearHz > HIGHEST_HZ + 4 * STEADY_HZ) return undefined;
    let [best, bestHz] = [0, 0];
    for (const shift of SEARCH_HZ) {
      const share = toneShare(frame, nearHz + shift, this.#rateHz, power);
      if (share > best) [best, bestHz] = [share, nearHz + shift];
    }
    return best >= PURE && bestHz >= LOWEST_HZ && bestHz <= HIGHEST_HZ ? bestHz : undefined;
  }
}

/** Of all the power, by Goertzel. */
function toneShare(frame: Int16Array, hz: number, rateHz: number, power: number): number {
  const angle = (2 * Math.PI * hz) / rateHz;
  const turn = 2 * Math.cos(angle);
  let [last, before] = [0, 0];
  for (let i = 0; i < frame.length; i += 1) {
    const next = (frame[i] as number) + turn * last - before;
    before = last;
    last = next;
  }
  return (2 * (last * last + before * before - turn * last * before)) / (frame.length * power);
}
