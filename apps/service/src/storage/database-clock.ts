import { type Clock, systemClock } from '@parley/kernel/clock.ts';

export interface DatabaseClockOptions {
  /** The database's time. */
  readonly ask: () => Promise<Date>;
  readonly onError: (error: Error) => void;
  /** Monotonic. */
  readonly elapsedMs?: () => number;
}

const EVERY_MS = 10_000;
/** An answer that took longer says too little about the moment it was given at. */
const SLOWEST_MS = 1000;

/**
 * The database's time, so that processes whose clocks differ schedule and dial by the same one. Between two answers it
 * advances with this machine's clock, as it does while the database is away.
 */
export class DatabaseClock implements Clock {
  readonly #clock: Clock;
  #aheadMs = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(clock: Clock = systemClock) {
    this.#clock = clock;
  }

  now(): Date {
    return new Date(this.#clock.now().getTime() + this.#aheadMs);
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

  async #set({ ask, elapsedMs = () => performance.now() }: DatabaseClockOptions): Promise<void> {
    const startMs = elapsedMs();
    const told = await ask();
    const tookMs = elapsedMs() - startMs;
    if (tookMs > SLOWEST_MS) return;
    this.#aheadMs = told.getTime() + tookMs / 2 - this.#clock.now().getTime();
  }
}
