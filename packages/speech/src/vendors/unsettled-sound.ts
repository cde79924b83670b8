import type { AudioRate } from '@parley/audio/audio-leg.ts';

/** How much audio is replayed after a reconnect; older audio is lost. */
const LONGEST_MS = 15_000;

/** The audio whose words are not final yet, to be replayed on a new connection. */
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
    // The caller may reuse the frame.
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
