import type { AudioRate } from '@parley/audio/audio-leg.ts';

/** So much is said again to a vendor whose connection broke; what is older is lost. */
const LONGEST_MS = 15_000;

/** The sound whose words are not final yet: what a new connection has to hear again. */
export class UnsettledSound {
  readonly #rateHz: AudioRate;
  readonly #frames: Int16Array[] = [];
  #startSample = 0;
  #endSample = 0;

  constructor(rateHz: AudioRate) {
    this.#rateHz = rateHz;
  }

  get startMs(): number {
    return this.#ms(this.#startSample);
  }

  /** Of all sound so far. */
  get endMs(): number {
    return this.#ms(this.#endSample);
  }

  get frames(): readonly Int16Array[] {
    return this.#frames;
  }

  add(frame: Int16Array): void {
    // Whoever gave it may fill it anew.
    this.#frames.push(frame.slice());
    this.#endSample += frame.length;
    this.settle(this.endMs - LONGEST_MS);
  }

  /** Everything up to here needs no second hearing. */
  settle(untilMs: number): void {
    for (;;) {
      const oldest = this.#frames[0];
      if (oldest === undefined || this.#ms(this.#startSample + oldest.length) > untilMs) return;
      this.#frames.shift();
      this.#startSample += oldest.length;
    }
  }

  #ms(sample: number): number {
    return Math.round((sample * 1000) / this.#rateHz);
  }
}
