import { Failure } from '@parley/kernel/failure.ts';
import type { StreamEvent } from '../../http/event-stream.ts';
import type { Everywhere } from '../../storage/scope.ts';
import type { CompanyId } from '../../storage/sql.ts';
import { type Asked, readAlong, readFromNow } from '../events/event.actions.ts';
import { ChangeReader, cursorOf } from './change-reader.model.ts';

export interface ChangeFeedOptions {
  readonly everywhere: Everywhere;
  readonly onError: (error: Error) => void;
}

/** A page is at most so far behind; one look serves all pages of the process. */
const LOOK_MS = 500;
/** Much at once goes on for a while, and pages are not to be read anew all the time: so many looks pass by. */
const LOOKS_TO_REST = 10;
/** So many entries are read at once. The pages of a company that has more are read anew, and only those. */
const MOST_ROWS = { ofCompany: 2000, inAll: 20_000 };
const MOST_OF_COMPANY = 100;
const MOST_READERS = 1000;
/** Then the client comes back, and whether it may is looked at again. It misses nothing. */
const LONGEST_MS = 300_000;
const RETRY_SECONDS = 10;

/** The pages of one company. */
interface Followed {
  readonly readers: Set<ChangeReader>;
  looksToRest: number;
}

/**
 * What changes in companies, for the pages that show it. All pages of a process share one look at the outbox, which is
 * taken only while somebody reads along.
 */
export class ChangeFeed {
  readonly #with: ChangeFeedOptions;
  readonly #followed = new Map<CompanyId, Followed>();
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
    const { next, rows, cut } = await readAlong(everywhere, [{ companyId, since: from }], MOST_ROWS);
    const upTo = { since: next, at };
    const reader = new ChangeReader(from);
    const isLost =
      (lastEventId !== undefined && left === undefined) ||
      cut.has(companyId) ||
      // From a database that was further than this one is.
      BigInt(from) > BigInt(next);
    if (isLost) reader.lose(upTo);
    else reader.notify(rows, upTo);
    reader.welcome(upTo);
    return this.#stream(companyId, reader, closing);
  }

  async *#stream(
    companyId: CompanyId,
    reader: ChangeReader,
    closing: AbortSignal,
  ): AsyncGenerator<StreamEvent> {
    const followed = this.#followed.get(companyId) ?? { readers: new Set(), looksToRest: 0 };
    this.#followed.set(companyId, followed);
    followed.readers.add(reader);
    this.#look ??= setTimeout(() => this.#lookAgain(), LOOK_MS);
    try {
      yield* reader.events(AbortSignal.any([closing, AbortSignal.timeout(LONGEST_MS)]));
    } finally {
      followed.readers.delete(reader);
      if (followed.readers.size === 0) this.#followed.delete(companyId);
    }
  }

  #refuseTooMany(companyId: CompanyId): void {
    const inAll = this.#followed.values().reduce((sum, { readers }) => sum + readers.size, 0);
    const ofCompany = this.#followed.get(companyId)?.readers.size ?? 0;
    if (ofCompany >= MOST_OF_COMPANY || inAll >= MOST_READERS)
      throw new Failure('too_many_requests', 'Too many pages are open at once: close some of them', {
        retryAfterSeconds: RETRY_SECONDS,
      });
  }

  async #lookAgain(): Promise<void> {
    // What was published meanwhile is found by the next query.
    await this.#tellAll().catch(this.#with.onError);
    this.#look = this.#followed.size === 0 ? undefined : setTimeout(() => this.#lookAgain(), LOOK_MS);
  }

  async #tellAll(): Promise<void> {
    const { everywhere } = this.#with;
    const asking = this.#asking();
    if (asking.length === 0) return;
    const at = everywhere.now();
    const { next, rows, cut } = await readAlong(everywhere, asking, MOST_ROWS);
    const upTo = { since: next, at };
    const byCompany = Map.groupBy(rows, ({ companyId }) => companyId);
    for (const { companyId, followed, readers } of asking) {
      if (cut.has(companyId)) followed.looksToRest = LOOKS_TO_REST;
      for (const reader of readers)
        if (cut.has(companyId)) reader.lose(upTo);
        else reader.notify(byCompany.get(companyId) ?? [], upTo);
    }
  }

  /** The readers that a query is for. Who joins after it began is served by the next one, from their own position. */
  #asking(): (Asked & { readonly followed: Followed; readonly readers: readonly ChangeReader[] })[] {
    return [...this.#followed].flatMap(([companyId, followed]) => {
      if (followed.looksToRest > 0) {
        followed.looksToRest -= 1;
        return [];
      }
      const readers = [...followed.readers];
      return [{ companyId, followed, readers, since: oldest(readers.map(({ from }) => from)) }];
    });
  }
}

const oldest = (transactions: readonly bigint[]): string =>
  String(transactions.reduce((first, one) => (one < first ? one : first)));
