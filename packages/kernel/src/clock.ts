/** The current time, passed as an argument so that tests can set it. */
export interface Clock {
  now(): Date;
}

export const systemClock: Clock = { now: () => new Date() };

/** A clock that stands still until it is advanced. */
export class ManualClock implements Clock {
  #nowMs: number;

  constructor(start: Date | string) {
    this.#nowMs = new Date(start).getTime();
  }

  now(): Date {
    return new Date(this.#nowMs);
  }

  advance(byMs: number): void {
    this.#nowMs += byMs;
  }
}
