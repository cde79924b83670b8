/** What is called too long by the watchdog may still say goodbye, and clean up. */
const LAST_WORDS_MS = 15_000;

/**
 * Bounds every wait of a live call. A model, a line or a store that never answers must not keep a call on the line, its slot
 * and its contact for ever: a call was once live for 49 minutes after its model had failed.
 */
export class CallWatchdog {
  readonly #lastWordsMs: number;
  readonly #overdue = new AbortController();
  readonly #hung = Promise.withResolvers<'hung'>();
  #timer: NodeJS.Timeout | undefined;
  #deadlineMs = 0;
  #awayMs = 0;
  #activeAtMs = 0;

  constructor(lastWordsMs = LAST_WORDS_MS) {
    this.#lastWordsMs = lastWordsMs;
  }

  /** Aborted when the call took longer than it may. */
  get signal(): AbortSignal {
    return this.#overdue.signal;
  }

  get isOverdue(): boolean {
    return this.#overdue.signal.aborted;
  }

  /**
   * What begins now may take this long. With `awayMs` it may take longer, as long as it goes on: whoever lost their connection
   * may come back within that time.
   */
  allow(ms: number, awayMs = 0): void {
    if (this.isOverdue) return;
    const nowMs = performance.now();
    this.#deadlineMs = nowMs + ms;
    this.#awayMs = awayMs;
    this.#activeAtMs = nowMs;
    this.#look();
  }

  /** Something happened in the call. */
  readonly noteActivity = (): void => {
    this.#activeAtMs = performance.now();
  };

  /** The work's result; 'hung' when it did not even end after it was told to. */
  async over<Result>(work: Promise<Result>): Promise<Result | 'hung'> {
    try {
      return await Promise.race([work, this.#hung.promise]);
    } finally {
      clearTimeout(this.#timer);
    }
  }

  #look(): void {
    clearTimeout(this.#timer);
    const untilMs = Math.max(this.#deadlineMs, this.#awayMs > 0 ? this.#activeAtMs + this.#awayMs : 0);
    const leftMs = untilMs - performance.now();
    if (leftMs > 0) {
      this.#timer = setTimeout(() => this.#look(), leftMs);
      return;
    }
    this.#overdue.abort();
    this.#timer = setTimeout(() => this.#hung.resolve('hung'), this.#lastWordsMs);
  }
}
