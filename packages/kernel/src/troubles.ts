const FIRST_REST_MS = 1000;
const LONGEST_REST_MS = 60_000;
/** A row that vanished is never heard of again: the oldest are forgotten. */
const MOST_REMEMBERED = 1000;

interface Trouble {
  readonly failures: number;
  readonly untilMs: number;
}

/**
 * What goes wrong with one row of a round of work. It is told of once, the others go on, and the row rests, longer
 * with every failure, until it comes right.
 */
export class Troubles {
  readonly #tell: (error: Error) => void;
  readonly #nowMs: () => number;
  readonly #rows = new Map<string, Trouble>();

  constructor(tell: (error: Error) => void, nowMs: () => number = () => performance.now()) {
    this.#tell = tell;
    this.#nowMs = nowMs;
  }

  /** For who does one round alone: whatever goes wrong is thrown. */
  static thrown(): Troubles {
    return new Troubles((error) => {
      throw error;
    });
  }

  /** The rows to leave out for now. */
  resting(): string[] {
    const nowMs = this.#nowMs();
    return [...this.#rows].filter(([, { untilMs }]) => untilMs > nowMs).map(([id]) => id);
  }

  /** Does the work of a row, and keeps what goes wrong with it from the others. */
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
    const restMs = Math.min(LONGEST_REST_MS, FIRST_REST_MS * 2 ** (failures - 1));
    this.#rows.delete(id);
    this.#rows.set(id, { failures, untilMs: this.#nowMs() + restMs });
    for (const oldest of this.#rows.keys()) {
      if (this.#rows.size <= MOST_REMEMBERED) break;
      this.#rows.delete(oldest);
    }
    if (failures === 1) this.#tell(error);
  }
}
