import type { Everywhere, Scope } from '../../storage/scope.ts';
import type { Event, NewEvent } from './event.model.ts';
import { deleteEventsOf, deleteOldEvents, eventsOf, insertEvents } from './event.store.ts';

/** Writes events into the outbox, in the transaction of the change they tell of, in the order given. */
export async function emit(scope: Scope, ...events: NewEvent[]): Promise<Event[]> {
  const told = events.map((event) => ({ id: scope.newId(), occurredAt: scope.now(), ...event }));
  if (told.length > 0) await insertEvents(scope, told);
  return told;
}

/** What was told about one subject so far, oldest first. */
export const history = (scope: Scope, subjectId: string): Promise<Event[]> => eventsOf(scope, subjectId);

/** Nobody hears of these subjects again: what was told about them is deleted, and what waits to be delivered is cancelled. */
export const forgetEvents = (scope: Scope, subjectIds: readonly string[]): Promise<number> =>
  deleteEventsOf(scope, subjectIds);
const PURGE_BATCH = 10_000;

/** Removes what was told before a time, in batches that hold no lock for long. */
export async function purgeEvents(everywhere: Everywhere, before: Date, signal: AbortSignal): Promise<void> {
  for (let batch = PURGE_BATCH; batch === PURGE_BATCH && !signal.aborted; )
    batch = await deleteOldEvents(everywhere, before, PURGE_BATCH);
}
