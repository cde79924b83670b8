import type { Paging } from '@parley/contract/schema.ts';
import type { DeliveryDetailView, DeliveryView, Redelivery, ShownStatus } from '@parley/contract/webhook.ts';
import { conflict, notFound } from '@parley/kernel/failure.ts';
import { next } from '@parley/kernel/transition.ts';
import { cut, paged } from '../../http/pagination.ts';
import type { Everywhere, Scope } from '../../storage/scope.ts';
import { purgeEvents } from '../events/event.actions.ts';
import { type Attachments, shown } from './attachment.actions.ts';
import {
  carriersOf,
  heldTooLong,
  lifecycle,
  payloadOf,
  retentionLimit,
  storedStatuses,
  viewDelivery,
} from './delivery.model.ts';
import {
  countDeliveries,
  deleteOldDeliveries,
  failAllHeld,
  findDelivery,
  listDeliveries,
  requeue,
} from './delivery.store.ts';
import { getWebhook } from './webhook.actions.ts';
import { heldLimit } from './webhook.model.ts';

const PURGE_BATCH = 10_000;

export interface DeliveryQuery extends Paging {
  readonly status?: ShownStatus;
  readonly event?: string;
  readonly subjectId?: string;
}

export async function listWebhookDeliveries(scope: Scope, webhookId: string, query: DeliveryQuery) {
  const { inactiveSince } = await getWebhook(scope, webhookId);
  const isActive = inactiveSince === null;
  const filter = {
    webhookId,
    statuses: query.status === undefined ? undefined : storedStatuses(query.status, isActive),
    carriers: query.event === undefined ? undefined : carriersOf(query.event),
    subjectId: query.subjectId,
  };
  const [total, deliveries] = await Promise.all([
    countDeliveries(scope, filter),
    listDeliveries(scope, filter, cut(query)),
  ]);
  return paged(
    query,
    total,
    deliveries.map((delivery) => viewDelivery(delivery, isActive)),
  );
}

export async function readDelivery(
  scope: Scope,
  webhookId: string,
  id: string,
  attachments: Attachments,
): Promise<DeliveryDetailView> {
  const webhook = await getWebhook(scope, webhookId);
  const delivery = await findDelivery(scope, webhookId, id);
  if (!delivery) throw notFound('Delivery');
  const { data, occurredAt } = delivery;
  return {
    ...viewDelivery(delivery, webhook.inactiveSince === null),
    attempts: [...delivery.attempts],
    request:
      data === null || occurredAt === null
        ? null
        : {
            url: webhook.url,
            headers: webhook.headers.map(({ name }) => name),
            body: payloadOf(await shown(scope, { ...delivery, data, occurredAt }, attachments)),
          },
  };
}

/** Sends one again, under the same id; what waits for a retry has it now. */
export async function redeliver(scope: Scope, webhookId: string, id: string): Promise<DeliveryView> {
  const { inactiveSince } = await getWebhook(scope, webhookId);
  const delivery = await findDelivery(scope, webhookId, id);
  if (!delivery) throw notFound('Delivery');
  const status = next(lifecycle, 'The delivery', delivery.status, 'be redelivered');
  if (delivery.data === null) throw conflict('What was sent is no longer kept');
  await requeue(scope, { webhookId, statuses: [delivery.status] }, id);
  return viewDelivery({ ...delivery, status, dueAt: scope.now() }, inactiveSince === null);
}

/** Sends again what was delivered, or failed, in a time. */
export async function redeliverRange(scope: Scope, webhookId: string, wanted: Redelivery) {
  await getWebhook(scope, webhookId);
  const count = await requeue(scope, {
    webhookId,
    statuses: wanted.status === undefined ? ['DELIVERED', 'FAILED'] : [wanted.status],
    carriers: wanted.event === undefined ? undefined : carriersOf(wanted.event),
    from: new Date(wanted.from),
    to: wanted.to === undefined ? undefined : new Date(wanted.to),
  });
  return { redelivered: count };
}

/** Gives up what was held for too long and removes what is past its retention, events included. */
export async function tendDeliveries(everywhere: Everywhere, signal: AbortSignal): Promise<void> {
  const now = everywhere.now();
  await failAllHeld(everywhere, heldLimit(now), heldTooLong(now));
  for (let batch = PURGE_BATCH; batch === PURGE_BATCH && !signal.aborted; )
    batch = await deleteOldDeliveries(everywhere, retentionLimit(now), PURGE_BATCH);
  await purgeEvents(everywhere, retentionLimit(now), signal);
}
