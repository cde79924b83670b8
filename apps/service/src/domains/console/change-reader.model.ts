import type { Change, ChangeView } from '@parley/contract/live-view.ts';
import type { StreamEvent } from '../../http/event-stream.ts';
import type { PublishedRow } from '../events/event.actions.ts';
import type { PublishedEvent } from '../events/event.model.ts';

/** So many changes wait for one reader; for a page that missed more, refetching everything is cheaper. */
const MOST_WAITING = 1000;

/** One page that follows the changes: what it has not received yet. */
export class ChangeReader {
  /** It has the changes of older transactions, or does not ask for them. */
  #from: bigint;
  /** What it received of this transaction or later ones, by position: others may still come before. */
  #known = new Map<number, bigint>();
  #waiting: StreamEvent[] = [];
  #wake: () => void = () => {};

  constructor(from: string) {
    this.#from = BigInt(from);
  }

  /** The first transaction whose changes it still needs. */
  get from(): bigint {
    return this.#from;
  }

  /** What can be read now, and where to go on from afterwards. */
  notify(rows: readonly PublishedRow[], upTo: Cursor): void {
    const fresh = rows.filter(
      ({ position, publishedIn }) => BigInt(publishedIn) >= this.#from && !this.#known.has(position),
    );
    for (const { position, publishedIn } of fresh) this.#known.set(position, BigInt(publishedIn));
    this.#goOnFrom(upTo);
    const changes = fresh.flatMap(changesPublished);
    this.#add(
      changes.map((data, place) => ({
        event: 'change',
        // Only with the last: a connection may break in the middle, and they come back for all of them.
        ...(place === changes.length - 1 ? { id: cursorId(upTo) } : {}),
        data,
      })),
      upTo,
    );
  }

  /** It cannot be said what changed. It goes on from there, wherever it was: also where the database is not yet. */
  lose(upTo: Cursor): void {
    this.#from = BigInt(upTo.since);
    this.#goOnFrom(upTo);
    this.#waiting = [{ event: 'resync', id: cursorId(upTo), data: {} }];
    this.#wake();
  }

  /** From here on it receives every change. */
  welcome(upTo: Cursor): void {
    this.#add([{ event: 'ready', id: cursorId(upTo), data: {} }], upTo);
  }

  /** As it comes, until the signal. */
  async *events(signal: AbortSignal): AsyncGenerator<StreamEvent> {
    const leave = () => this.#wake();
    signal.addEventListener('abort', leave, { once: true });
    try {
      while (!signal.aborted) {
        yield* this.#waiting.splice(0);
        if (signal.aborted || this.#waiting.length > 0) continue;
        await new Promise<void>((resolve) => {
          this.#wake = resolve;
        });
      }
    } finally {
      signal.removeEventListener('abort', leave);
    }
  }

  #goOnFrom({ since }: Cursor): void {
    const from = BigInt(since);
    if (from > this.#from) this.#from = from;
    this.#known = new Map([...this.#known].filter(([, publishedIn]) => publishedIn >= this.#from));
  }

  #add(events: readonly StreamEvent[], upTo: Cursor): void {
    if (this.#waiting.length + events.length > MOST_WAITING) {
      this.lose(upTo);
      return;
    }
    this.#waiting.push(...events);
    if (events.length > 0) this.#wake();
  }
}

/** What an event of the company means for who looks at a page. */
function changesPublished({ type, subjectId, data, occurredAt }: PublishedEvent): ChangeView[] {
  const at = occurredAt.toISOString();
  return changesOf(type, subjectId, data).map((change) => ({ ...change, at }));
}

function changesOf(type: PublishedEvent['type'], subjectId: string, data: PublishedEvent['data']): Change[] {
  const [noun] = type.split('.');
  switch (noun) {
    case 'conversation':
      return [
        { kind: 'conversation', id: subjectId, ...statusIn(data) },
        ...idsIn(data, 'callAttemptId').map((id) => ({ kind: 'attempt' as const, id })),
        ...idsIn(data, 'runId').map((id) => ({ kind: 'run' as const, id })),
      ];
    case 'analysis':
      return [
        { kind: 'conversation', id: subjectId },
        ...idsIn(data, 'callAttemptId').map((id) => ({ kind: 'attempt' as const, id })),
      ];
    case 'sourcing':
    case 'enrich':
      return [{ kind: 'request', id: subjectId, status: type.endsWith('.failed') ? 'failed' : 'completed' }];
    case 'change':
      return idsIn(data, 'id').map((id) => ({
        kind: type.slice('change.'.length) as Change['kind'],
        id,
        ...statusIn(data),
      }));
    default:
      return [];
  }
}

const idsIn = (data: PublishedEvent['data'], key: string): string[] =>
  typeof data[key] === 'string' ? [data[key]] : [];

const statusIn = ({ status }: PublishedEvent['data']): { status?: string } =>
  // Not a state of anything: the conversation is SCHEDULED again.
  typeof status === 'string' ? { status: status === 'RESCHEDULED' ? 'SCHEDULED' : status } : {};

/** How far somebody has read along: the transaction to ask from next, and when that was. */
interface Cursor {
  readonly since: string;
  readonly at: Date;
}

/** Who was away for longer reads the pages anew, which is faster. */
const LONGEST_MS = 3_600_000;

/** As the `id` of an event of the stream. */
const cursorId = ({ since, at }: Cursor): string => `${since}-${at.getTime()}`;

/** Where a client that comes back left off; undefined: nobody can tell any more, or it is no id of ours. */
export function cursorOf(lastEventId: string | undefined, now: Date): Cursor | undefined {
  const [, since, at] = /^(\d{1,18})-(\d{1,15})$/.exec(lastEventId ?? '') ?? [];
  if (since === undefined) return undefined;
  const agoMs = now.getTime() - Number(at);
  // Clocks of processes differ a little.
  return agoMs > LONGEST_MS || agoMs < -LONGEST_MS ? undefined : { since, at: new Date(Number(at)) };
}
