import type { StreamEvent } from '../../http/event-stream.ts';
import { Failure } from '../../kernel/failure.ts';
import type { Everywhere } from '../../storage/scope.ts';
import type { CompanyId } from '../../storage/sql.ts';
import { readAlong, readFromNow } from '../events/event.actions.ts';
import { cursorOf } from './change-cursor.model.ts';
import { ChangeReader } from './change-reader.model.ts';

export interface ChangeFeedOptions {
  readonly everywhere: Everywhere;
  readonly onError: (error: Error) => void;
}

/** A page is at most so far behind; one look serves all pages of the process. */
const LOOK_MS = 500;
const MUCH_MS = 5000;
/** So many entries are read at once; who would need more reads the pages anew. */
const MOST_ROWS = 2000;
const MOST_OF_COMPANY = 100;
const MOST_READERS = 1000;
/** Then the client comes back, and whether it may is looked at again. It misses nothing. */
const LONGEST_MS = 300_000;
const RETRY_SECONDS = 10;

/**
 * What changes in companies, for the pages that show it. All pages of a process share one look at the outbox, which is
 * taken only while somebody reads along.
 */
export class ChangeFeed {
  readonly #with: ChangeFeedOptions;
  readonly #readers = new Map<ChangeReader, CompanyId>();
  #look: NodeJS.Timeout | undefined;

  constructor(options: ChangeFeedOptions) {
    this.#with = options;
  }

  /** Reads along from now on, or from where the page left off. */
  async follow(
    companyId: CompanyId,
    lastEventId: string | undefined,
    closing: AbortSignal,
  ): Promise<AsyncIterable<StreamEvent>> {
    this.#refuseTooMany(companyId);
    const { everywhere } = this.#with;
    const at = everywhere.now();
    const left = cursorOf(lastEventId, at);
    const from = left?.since ?? (await readFromNow(everywhere));
    const { next, rows } = await readAlong(everywhere, [companyId], from, MOST_ROWS);
    const upTo = { since: next, at };
    const reader = new ChangeReader(from);
    const isLost =
      (lastEventId !== undefined && left === undefined) ||
      rows.length === MOST_ROWS ||
      // From a database that was further than this one is.
      BigInt(from) > BigInt(next);
    if (isLost) reader.lose(upTo);
    else reader.tell(rows, upTo);
    reader.welcome(upTo);
    return this.#stream(companyId, reader, closing);
  }

  async *#stream(
    companyId: CompanyId,
    reader: ChangeReader,
    closing: AbortSignal,
  ): AsyncGenerator<StreamEvent> {
    this.#readers.set(reader, companyId);
    this.#look ??= setTimeout(() => this.#lookAgain(), LOOK_MS);
    try {
      yield* reader.events(AbortSignal.any([closing, AbortSignal.timeout(LONGEST_MS)]));
    } finally {
      this.#readers.delete(reader);
    }
  }

  #refuseTooMany(companyId: CompanyId): void {
    const ofCompany = [...this.#readers.values()].filter((id) => id === companyId).length;
    if (ofCompany >= MOST_OF_COMPANY || this.#readers.size >= MOST_READERS)
      throw new Failure('too_many_requests', 'Too many pages are open at once: close some of them', {
        retryAfterSeconds: RETRY_SECONDS,
      });
  }

  async #lookAgain(): Promise<void> {
    const pauseMs = await this.#tellAll().catch((error: Error) => {
      // What was told meanwhile is found by the next look.
      this.#with.onError(error);
      return LOOK_MS;
    });
    this.#look = this.#readers.size === 0 ? undefined : setTimeout(() => this.#lookAgain(), pauseMs);
  }

  /** Answers when to look again. */
  async #tellAll(): Promise<number> {
    const { everywhere } = this.#with;
    const readers = [...this.#readers];
    if (readers.length === 0) return LOOK_MS;
    const companies = [...new Set(readers.map(([, companyId]) => companyId))];
    const at = everywhere.now();
    // From where the last of them is. Each knows that of itself, so whoever comes during a look is not passed over.
    const since = oldest(readers.map(([{ from }]) => from));
    const { next, rows } = await readAlong(everywhere, companies, since, MOST_ROWS);
    const isTooMuch = rows.length === MOST_ROWS;
    const byCompany = Map.groupBy(rows, ({ companyId }) => companyId);
    for (const [reader, companyId] of readers) {
      if (isTooMuch) reader.lose({ since: next, at });
      else reader.tell(byCompany.get(companyId) ?? [], { since: next, at });
    }
    // Much at once goes on for a while, and pages are not to be read anew all the time.
    return isTooMuch ? MUCH_MS : LOOK_MS;
  }
}

const oldest = (transactions: readonly bigint[]): string =>
  String(transactions.reduce((first, one) => (one < first ? one : first)));
