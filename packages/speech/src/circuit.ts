import { SpeechFailure } from './speech-failure.ts';

/** In a row. One failure is bad luck. */
const MOST_FAILURES = 2;
const FIRST_REST_MS = 5_000;
const LONGEST_REST_MS = 60_000;

/**
 * What all calls of a process know of one vendor: after it failed twice in a row it is left alone for a while, so that
 * not every sentence of every call waits for it in vain. Then one of them tries it again.
 */
export class Circuit {
  readonly #nowMs: () => number;
  #failures = 0;
  #restMs = FIRST_REST_MS;
  #untilMs = Number.NEGATIVE_INFINITY;

  constructor(nowMs: () => number) {
    this.#nowMs = nowMs;
  }

  /** Whether it may be tried now. Whoever is told so after a rest tries it alone: the others wait for what they find. */
  enter(): boolean {
    if (this.#nowMs() < this.#untilMs) return false;
    if (this.#failures >= MOST_FAILURES) this.#untilMs = this.#nowMs() + this.#restMs;
    return true;
  }

  succeed(): void {
    this.#failures = 0;
    this.#restMs = FIRST_REST_MS;
    this.#untilMs = Number.NEGATIVE_INFINITY;
  }

  fail(error: unknown): void {
    this.#failures += 1;
    // A wrong key does not become right by trying.
    if (error instanceof SpeechFailure && error.kind === 'refused') this.#failures = MOST_FAILURES;
    if (this.#failures < MOST_FAILURES) return;
    this.#untilMs = this.#nowMs() + this.#restMs;
    this.#restMs = Math.min(2 * this.#restMs, LONGEST_REST_MS);
  }
}
