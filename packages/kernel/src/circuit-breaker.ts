export interface CircuitBreakerOptions {
  /** Failures in a row after which the circuit opens. */
  readonly failures: number;
  readonly nowMs: () => number;
}

const FIRST_OPEN_MS = 5_000;
const LONGEST_OPEN_MS = 60_000;

/**
 * What all calls of a process know about one vendor. After several failures in a row the circuit opens: nobody asks the
 * vendor for a while, so that not every turn of every call waits for a timeout. Then one caller tries it again, and the
 * others wait for the result. Each time it opens for twice as long.
 */
export class CircuitBreaker {
  readonly #most: number;
  readonly #nowMs: () => number;
  #failures = 0;
  #openMs = FIRST_OPEN_MS;
  #openUntilMs = Number.NEGATIVE_INFINITY;

  constructor({ failures, nowMs }: CircuitBreakerOptions) {
    this.#most = failures;
    this.#nowMs = nowMs;
  }

  /** How much longer the vendor is left alone; 0 when it may be asked. */
  get openForMs(): number {
    return Math.max(0, this.#openUntilMs - this.#nowMs());
  }

  /** Whether the vendor may be asked now. After an open period only one caller is let through. */
  enter(): boolean {
    if (this.openForMs > 0) return false;
    if (this.#failures >= this.#most) this.#openUntilMs = this.#nowMs() + this.#openMs;
    return true;
  }

  succeed(): void {
    this.#failures = 0;
    this.#openMs = FIRST_OPEN_MS;
    this.#openUntilMs = Number.NEGATIVE_INFINITY;
  }

  /** `isPermanent` opens the circuit at once: a wrong key does not become right by trying. */
  fail({ isPermanent }: { readonly isPermanent: boolean }): void {
    this.#failures = isPermanent ? Math.max(this.#failures + 1, this.#most) : this.#failures + 1;
    if (this.#failures < this.#most) return;
    this.#openUntilMs = this.#nowMs() + this.#openMs;
    this.#openMs = Math.min(2 * this.#openMs, LONGEST_OPEN_MS);
  }

  /** For a vendor that limits requests: opens for as long as it asks, up to a minute, and counts no failure. */
  pause(forMs: number): void {
    this.#openUntilMs = this.#nowMs() + Math.min(forMs, LONGEST_OPEN_MS);
  }
}
