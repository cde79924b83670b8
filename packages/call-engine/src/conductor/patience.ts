import { KEY_PAUSE_MS } from './keys.ts';

/** Somebody who has just begun to speak is not taken for silent. */
const LEAST_MS = 1_000;

/**
 * How long the contact is still waited for. Sounds and keys that mean nothing do not begin it anew: whoever makes only those
 * would be waited for until the time of the call is over.
 */
export class Patience {
  readonly #wholeMs: number;
  #untilMs: number;

  constructor(wholeMs: number, nowMs: number) {
    this.#wholeMs = wholeMs;
    this.#untilMs = nowMs + wholeMs;
  }

  /** They speak. */
  renew(nowMs: number): void {
    this.#untilMs = nowMs + this.#wholeMs;
  }

  restMs(nowMs: number, isPressing: boolean): number {
    return isPressing ? KEY_PAUSE_MS : Math.max(Math.min(LEAST_MS, this.#wholeMs), this.#untilMs - nowMs);
  }
}
