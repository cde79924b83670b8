import type { Scope } from '../../storage/scope.ts';
import type { Event, NewEvent } from './event.model.ts';
import { deleteEventsOf, eventsOf, insertEvents } from './event.store.ts';

/** Writes events into the outbox, in the transaction of the change they tell of, in the order given. */
export async function emit(scope: Scope, ...events: NewEvent[]): Promise<void> {
  if (events.length === 0) return;
  await insertEvents(
    scope,
    events.map((event) => ({ id: scope.newId(), occurredAt: scope.now(), ...event })),
  );
}

/** What was told about one subject so far, oldest first. */
export const history = (scope: Scope, subjectId: string): Promise<Event[]> => eventsOf(scope, subjectId);

/** What was told about subjects that are deleted goes with them. */
export const forgetEvents = (scope: Scope, subjectIds: readonly string[]): Promise<number> =>
  deleteEventsOf(scope, subjectIds);
