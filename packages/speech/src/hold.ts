import type { CallClock } from './call-clock.ts';

/** Whoever is kept waiting longer has been forgotten. */
export const LONGEST_HOLD_MS = 600_000;

/** Whether the contact has put the call on hold, and for how long it was on hold so far. */
export class Hold {
  readonly #clock: CallClock;
  #sinceMs: number | undefined;
  #beforeMs = 0;
  #cancel: () => void = () => undefined;

  constructor(clock: CallClock) {
    this.#clock = clock;
  }

  get isOn(): boolean {
    return this.#sinceMs !== undefined;
  }

  begin(onForgotten: () => void): void {
    this.#sinceMs = this.#clock.nowMs();
    this.#cancel = this.#clock.after(LONGEST_HOLD_MS, onForgotten);
  }

  end(): void {
    this.#cancel();
    this.#beforeMs = this.totalMs();
    this.#sinceMs = undefined;
  }

  totalMs(): number {
    return this.#beforeMs + (this.#sinceMs === undefined ? 0 : this.#clock.nowMs() - this.#sinceMs);
  }
}
