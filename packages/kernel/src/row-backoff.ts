const FIRST_WAIT_MS = 1000;
const LONGEST_WAIT_MS = 60_000;
/** A row that was deleted never succeeds, so the oldest entries are dropped. */
const MOST_ROWS = 1000;

interface Waits {
  readonly firstMs: number;
  readonly longestMs: number;
}

interface Failing {
  readonly failures: number;
  readonly untilMs: number;
}

/**
 * Backoff for each row of a batch: a row that fails is reported once and skipped for a while, longer with every failure,
 * until it succeeds. The other rows of the batch go on.
 */
export class RowBackoff {
  readonly #report: (error: Error) => void;
  readonly #nowMs: () => number;
  readonly #waits: Waits;
  readonly #rows = new Map<string, Failing>();

  constructor(
    report: (error: Error) => void,
    nowMs: () => number = () => performance.now(),
    waits: Waits = { firstMs: FIRST_WAIT_MS, longestMs: LONGEST_WAIT_MS },
  ) {
    this.#report = report;
    this.#nowMs = nowMs;
    this.#waits = waits;
  }

  /** For a caller that runs a single batch: the first failure is thrown. */
  static throwing(): RowBackoff {
    return new RowBackoff((error) => {
      throw error;
    });
  }

  /** The rows to skip for now. */
  resting(): string[] {
    const nowMs = this.#nowMs();
    return [...this.#rows].filter(([, { untilMs }]) => untilMs > nowMs).map(([id]) => id);
  }

  /** Does the work of a row. A failure is recorded, so that the other rows go on. */
  async attempt(id: string, work: () => Promise<unknown>): Promise<void> {
    try {
      await work();
      this.#rows.delete(id);
    } catch (error) {
      this.note(id, error as Error);
    }
  }

  note(id: string, error: Error): void {
    const failures = (this.#rows.get(id)?.failures ?? 0) + 1;
    const { firstMs, longestMs } = this.#waits;
    const waitMs = Math.min(longestMs, firstMs * 2 ** (failures - 1));
    this.#rows.delete(id);
    this.#rows.set(id, { failures, untilMs: this.#nowMs() + waitMs });
    for (const oldest of this.#rows.keys()) {
      if (this.#rows.size <= MOST_ROWS) break;
      this.#rows.delete(oldest);
    }
    if (failures === 1) this.#report(error);
  }
}
