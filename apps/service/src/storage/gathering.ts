import { Failure } from '@parley/kernel/failure.ts';

/** Keeps a statement small; chosen, not measured. */
const MOST_ROWS = 200;

interface Waiting<Row, Result> {
  readonly row: Row;
  done(result: Result): void;
  failed(error: unknown): void;
}

/**
 * Rows that arrive while a write is under way share the next one. Alone nobody waits; under load one statement
 * and one commit are for many. Measured with 40 clients on two busy cores: PostgreSQL spends 0.10 to 0.15 ms on a
 * contact instead of 0.48.
 */
export class Gathering<Row, Result> {
  readonly #write: (rows: readonly Row[]) => Promise<readonly Result[]>;
  readonly #onIdle: () => void;
  readonly #isFaultOfOne: (error: unknown) => boolean;
  #waiting: Waiting<Row, Result>[] = [];
  #isWriting = false;

  constructor(
    write: (rows: readonly Row[]) => Promise<readonly Result[]>,
    onIdle: () => void,
    isFaultOfOne: (error: unknown) => boolean = isFaultOfRow,
  ) {
    this.#write = write;
    this.#onIdle = onIdle;
    this.#isFaultOfOne = isFaultOfOne;
  }

  /** What the write answered for this row, once it is written. */
  add(row: Row): Promise<Result> {
    return new Promise((done, failed) => {
      this.#waiting.push({ row, done, failed });
      if (!this.#isWriting) void this.#writeAll();
    });
  }

  async #writeAll(): Promise<void> {
    this.#isWriting = true;
    while (this.#waiting.length > 0) await this.#together(this.#waiting.splice(0, MOST_ROWS));
    this.#isWriting = false;
    this.#onIdle();
  }

  async #together(batch: readonly Waiting<Row, Result>[]): Promise<void> {
    try {
      const results = await this.#write(batch.map(({ row }) => row));
      for (const [place, { done }] of batch.entries()) done(results[place] as Result);
    } catch (error) {
      if (batch.length > 1 && this.#isFaultOfOne(error))
        await Promise.all(batch.map((one) => this.#together([one])));
      else for (const { failed } of batch) failed(error);
    }
  }
}

/** Data, integrity or a rule: the others of the statement did nothing wrong, and each is tried alone. */
const isFaultOfRow = (error: unknown): boolean =>
  error instanceof Failure || /^2[23]/.test((error as { code?: string }).code ?? '');
