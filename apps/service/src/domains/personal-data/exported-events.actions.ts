import type { Scope } from '../../storage/scope.ts';
import { historyInPages } from '../events/event.actions.ts';
import type { Event } from '../events/event.model.ts';
import { aboutContact } from '../sourcing/enrichment.actions.ts';
import { deliveriesOfEvents } from '../webhooks/delivery.actions.ts';

const SUBJECTS_AT_ONCE = 20;

/** The events about a contact, and to whom they were sent, some at a time. Nothing of it is about other contacts. */
export async function* exportedEvents(scope: Scope, contactId: string, subjectIds: readonly string[]) {
  for (let from = 0; from < subjectIds.length; from += SUBJECTS_AT_ONCE)
    for await (const events of historyInPages(scope, subjectIds.slice(from, from + SUBJECTS_AT_ONCE)))
      yield await withDeliveries(scope, contactId, events);
}

async function withDeliveries(scope: Scope, contactId: string, events: readonly Event[]) {
  const ids = events.map(({ id }) => id);
  const deliveries = await deliveriesOfEvents(scope, ids);
  return events.map((event) => {
    const { data, isShared } = aboutContact(event, contactId);
    const sent = deliveries(event.id);
    // What a receiver answers may repeat what it was sent about the others.
    return { ...event, data, deliveries: isShared ? sent.map(withoutAnswers) : sent };
  });
}

type Sent = ReturnType<Awaited<ReturnType<typeof deliveriesOfEvents>>>[number];

const withoutAnswers = (delivery: Sent): Sent => ({
  ...delivery,
  attempts: delivery.attempts.map((attempt) => ({ ...attempt, responseBody: null })),
});
