import { type CallClock, systemCallClock } from '@parley/speech/call-clock.ts';

/** What is called too long by the watchdog may still say goodbye, and clean up. */
export const LAST_WORDS_MS = 15_000;
/** While a call is paused its end is put off again and again, at most so often. */
const LOOK_MS = 1000;

/**
 * Bounds every wait of a live call. A model, a line or a store that never answers must not keep a call on the line, its slot
 * and its contact for ever: a call was once live for 49 minutes after its model had failed. What happens in the call puts
 * its end off by nothing: a call that hangs may well go on writing its journal.
 */
export class CallWatchdog {
  readonly clock: CallClock;
  readonly #lastWordsMs: number;
  readonly #overdue = new AbortController();
  readonly #hung = Promise.withResolvers<'hung'>();
  #cancel: () => void = () => undefined;
  #deadlineMs = 0;
  #pausedMs: () => number = () => 0;

  constructor(lastWordsMs = LAST_WORDS_MS, clock: CallClock = systemCallClock) {
    this.#lastWordsMs = lastWordsMs;
    this.clock = clock;
  }

  /** Aborted when the call took longer than it may. */
  get signal(): AbortSignal {
    return this.#overdue.signal;
  }

  get isOverdue(): boolean {
    return this.#overdue.signal.aborted;
  }

  /** What begins now may take this long, with its last words, and as much longer as it was paused. */
  allow(ms: number, pausedMs: () => number = () => 0): void {
    if (this.isOverdue) {
      this.#giveUpAfter(ms);
      return;
    }
    this.#deadlineMs = this.clock.nowMs() + ms - this.#lastWordsMs;
    this.#pausedMs = pausedMs;
    this.#look();
  }

  /** The work's result; 'hung' when it did not even end after it was told to. */
  async over<Result>(work: Promise<Result>): Promise<Result | 'hung'> {
    try {
      return await Promise.race([work, this.#hung.promise]);
    } finally {
      this.#cancel();
    }
  }

  #look(): void {
    this.#cancel();
    const pausedMs = this.#pausedMs();
    const leftMs = this.#deadlineMs + pausedMs - this.clock.nowMs();
    if (leftMs > 0) {
      this.#cancel = this.clock.after(pausedMs > 0 ? Math.max(leftMs, LOOK_MS) : leftMs, () => this.#look());
      return;
    }
    this.#giveUpAfter(this.#lastWordsMs);
    this.#overdue.abort();
  }

  /** A call that was told to end and did has its time to be stored like any other. */
  #giveUpAfter(ms: number): void {
    this.#cancel();
    this.#cancel = this.clock.after(ms, () => this.#hung.resolve('hung'));
  }
}
