import type { Clock } from '@parley/kernel/clock.ts';

/** Runs like the system clock and can be put forward: what is due in an hour is due now. */
export class ShiftedClock implements Clock {
  #aheadMs = 0;

  now(): Date {
    return new Date(Date.now() + this.#aheadMs);
  }

  advance(byMs: number): void {
    this.#aheadMs += byMs;
  }
}
