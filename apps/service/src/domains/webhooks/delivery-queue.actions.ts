import type { Everywhere, OpenedText } from '../../storage/scope.ts';
import { dataOf, isToWait, openEvents } from '../events/event-texts.actions.ts';
import { type Capacity, type Claimed, healthOf, type Move, type Sent, settle } from './delivery.model.ts';
import { claimDeliveries, moveDeliveries, settleDeliveries } from './delivery-queue.store.ts';

/*
 * The queue of webhook deliveries: the rows of webhook_deliveries that are PENDING.
 * Filled by: `emit` (domains/events/event.actions.ts) inserts an event; the trigger `events_published` then runs
 * `queue_deliveries` (storage/functions.sql), which inserts a delivery for each subscribed webhook in the same transaction.
 * Emptied by: `WebhookDeliverer` (workflows/deliver-webhooks.ts), through the actions below.
 */

/**
 * Deliveries for this process to send, leased to it. What was said in their events is opened with one query for all, once
 * somebody wants it: a KMS takes its time, and most deliveries have nothing that is sealed.
 */
export async function claim(everywhere: Everywhere, capacity: Capacity): Promise<Claimed[]> {
  const rows = await claimDeliveries(everywhere, capacity);
  let opened: Promise<OpenedText[] | undefined> | undefined;
  const open = () => {
    // A query that fails is as good as a KMS that does not answer.
    opened ??= openEvents(
      everywhere,
      rows.map(({ eventId: id, sealed }) => ({ id, sealed })),
    ).catch(() => undefined);
    return opened;
  };
  return rows.map(({ eventId: _, sealed, ...row }, at) => ({
    ...row,
    readData: async () => {
      if (sealed === null) return row.data;
      const all = await open();
      return all === undefined || isToWait(all[at]) ? undefined : dataOf(row, all[at]);
    },
  }));
}

/** Gives deliveries back unsent, to be taken at other times; the log says nothing of it. */
export const move = (everywhere: Everywhere, moves: readonly Move[]): Promise<void> =>
  moveDeliveries(everywhere, moves);

/** Records the outcomes of requests, in the order they ended. */
export async function record(
  everywhere: Everywhere,
  sent: readonly Sent[],
  random: () => number,
): Promise<void> {
  const outcomes = sent.map(({ delivery, ...exchanged }) => ({
    id: delivery.id,
    lease: delivery.lease,
    retries: delivery.retries,
    settlement: settle(delivery, exchanged, random()),
    attempt: exchanged.attempt,
  }));
  await settleDeliveries(everywhere, outcomes, healthOf(sent));
}
