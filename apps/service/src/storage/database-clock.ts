import { type Clock, systemClock } from '@parley/kernel/clock.ts';

export interface DatabaseClockOptions {
  /** The database's time. */
  readonly ask: () => Promise<Date>;
  readonly onError: (error: Error) => void;
}

const EVERY_MS = 10_000;
/** An answer that took longer says too little about the moment it was given at. */
const SLOWEST_MS = 1000;

/**
 * The database's time, so that processes whose clocks differ schedule and dial by the same one. Between two answers it
 * advances by time that has passed, as it does while the database is away: this machine's clock may be set meanwhile.
 */
export class DatabaseClock implements Clock {
  readonly #clock: Clock;
  readonly #elapsedMs: () => number;
  #told: { readonly timeMs: number; readonly atMs: number } | undefined;
  #timer: NodeJS.Timeout | undefined;

  /** `elapsedMs`: monotonic. */
  constructor(clock: Clock = systemClock, elapsedMs: () => number = () => performance.now()) {
    this.#clock = clock;
    this.#elapsedMs = elapsedMs;
  }

  now(): Date {
    if (this.#told === undefined) return this.#clock.now();
    return new Date(this.#told.timeMs + this.#elapsedMs() - this.#told.atMs);
  }

  /** Sets the clock now, and from time to time. */
  async follow(options: DatabaseClockOptions): Promise<void> {
    await this.#set(options);
    this.#timer = setInterval(() => this.#set(options).catch(options.onError), EVERY_MS);
    this.#timer.unref();
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  async #set({ ask }: DatabaseClockOptions): Promise<void> {
    const startMs = this.#elapsedMs();
    const told = await ask();
    const atMs = this.#elapsedMs();
    // How long the answer was on its way back nobody knows. So the clock may be a little late, and is never early: whoever
    // was promised a call at three is not called before three.
    if (atMs - startMs <= SLOWEST_MS) this.#told = { timeMs: told.getTime(), atMs };
  }
}
