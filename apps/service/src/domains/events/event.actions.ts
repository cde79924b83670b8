import { inBatches } from '../../storage/batches.ts';
import type { Everywhere, Scope } from '../../storage/scope.ts';
import type { ChangedKind, Event, NewEvent } from './event.model.ts';
import {
  type Asked,
  deleteEventsOf,
  deleteOldEvents,
  eventsAfter,
  eventsOf,
  insertEvents,
  lockEventsOf,
  type PublishedRow,
  type PublishedSince,
  presentTransaction,
  publishedSince,
  replaceData,
} from './event.store.ts';
import { dataOf, isToWait, openEvents, sealEvents } from './event-texts.actions.ts';

const CHANGES = 'console';

/**
 * Writes events into the outbox, in the transaction of the change they report, in the order given. What was said in a call is sealed;
 * whoever emits that in a transaction has prepared the call's key. Without a key it is stored plain.
 */
export async function emit(scope: Scope, ...events: NewEvent[]): Promise<Event[]> {
  const published = events.map(({ said, ...event }) => ({
    event: { id: scope.newId(), occurredAt: scope.now(), ...event },
    said,
  }));
  if (published.length > 0) await insertEvents(scope, await sealEvents(scope, published));
  return published.map(({ event }) => event);
}

/** Writes a change into the outbox, in its transaction, so that open pages of the console read the thing again. */
export const noteChange = (scope: Scope, kind: ChangedKind, id: string, status?: string): Promise<void> =>
  noteChanges(scope, kind, [{ id, ...(status === undefined ? {} : { status }) }]);

/** The same of several things. They have a subject of their own, apart from the events that webhooks get. */
export async function noteChanges(
  scope: Scope,
  kind: ChangedKind,
  changes: readonly { readonly id: string; readonly status?: string }[],
): Promise<void> {
  const type = `change.${kind}` as const;
  const notes = changes.map((data) => ({
    id: scope.newId(),
    occurredAt: scope.now(),
    type,
    subjectId: CHANGES,
    data,
  }));
  if (notes.length > 0) await insertEvents(scope, notes);
}

/** The events of one subject so far, oldest first. */
export async function history(scope: Scope, subjectId: string): Promise<Event[]> {
  const events = await eventsOf(scope, subjectId);
  const opened = await openEvents(scope, events);
  return events.map(({ sealed: _, ...event }, at) => ({ ...event, data: dataOf(event, opened[at]) }));
}

const EVENTS_AT_ONCE = 50;

/**
 * The events of these subjects, oldest first, some at a time. Throws while the KMS does not answer: whoever asks for everything must not
 * get less.
 */
export async function* historyInPages(scope: Scope, subjectIds: readonly string[]): AsyncGenerator<Event[]> {
  let after = 0;
  for (let read = EVENTS_AT_ONCE; read === EVENTS_AT_ONCE; ) {
    const events = await eventsAfter(scope, subjectIds, { after, most: EVENTS_AT_ONCE });
    const opened = await openEvents(scope, events);
    for (const one of opened) if (isToWait(one)) throw one.error;
    yield events.map(({ sealed: _, position: __, ...event }, at) => ({
      ...event,
      data: dataOf(event, opened[at]),
    }));
    read = events.length;
    after = events.at(-1)?.position ?? after;
  }
}

export type { Asked, PublishedRow };

/** The events of companies from a transaction on, as many as there is room for, and from which transaction to ask next. */
export const readAlong = (
  everywhere: Everywhere,
  asked: readonly Asked[],
  most: { readonly ofCompany: number; readonly inAll: number },
): Promise<PublishedSince> => publishedSince(everywhere, asked, most);

/** Where whoever reads along from now on begins. */
export const readFromNow = (everywhere: Everywhere): Promise<string> => presentTransaction(everywhere);

/** Deletes the events of these subjects and cancels their waiting deliveries. */
export const forgetEvents = (scope: Scope, subjectIds: readonly string[]): Promise<number> =>
  deleteEventsOf(scope, subjectIds);

/** Rewrites the data of the events of these subjects where somebody in them is erased; undefined leaves an event as it is. */
export async function redactEvents(
  scope: Scope,
  subjectIds: readonly string[],
  redacted: (event: Event) => object | undefined,
): Promise<number> {
  if (subjectIds.length === 0) return 0;
  const changes = (await lockEventsOf(scope, subjectIds)).flatMap((event) => {
    const data = redacted(event);
    return data === undefined ? [] : [{ id: event.id, data }];
  });
  for (const { id, data } of changes) await replaceData(scope, id, data);
  return changes.length;
}

const PURGE_BATCH = 10_000;

/** Deletes events from before a time, in batches that hold no lock for long. Answers how many. */
export const purgeEvents = (everywhere: Everywhere, before: Date, signal: AbortSignal): Promise<number> =>
  inBatches(PURGE_BATCH, signal, () => deleteOldEvents(everywhere, before, PURGE_BATCH));
