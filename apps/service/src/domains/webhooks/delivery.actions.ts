import type { EventData } from '@parley/contract/event.ts';
import type { Paging } from '@parley/contract/schema.ts';
import type { DeliveryDetailView, DeliveryView, Redelivery, ShownStatus } from '@parley/contract/webhook.ts';
import { withTimeout } from '@parley/kernel/concurrency.ts';
import { conflict, notFound } from '@parley/kernel/failure.ts';
import { next } from '@parley/kernel/transition.ts';
import type { ListOrder } from '../../http/cursor.ts';
import { cut, pagedBy } from '../../http/pagination.ts';
import { inBatches } from '../../storage/batches.ts';
import type { Everywhere, Scope } from '../../storage/scope.ts';
import type { RecordingUrl } from '../conversations/call-attempt.model.ts';
import { purgeEvents } from '../events/event.actions.ts';
import { dataOf, isToWait, openEvents } from '../events/event-texts.actions.ts';
import {
  carriersOf,
  type DeliveryRetention,
  deliveryRetention,
  heldTooLong,
  lifecycle,
  type Message,
  payloadOf,
  retentionLimit,
  storedStatuses,
  viewDelivery,
  viewReceived,
} from './delivery.model.ts';
import {
  countDeliveries,
  deleteOldDeliveries,
  deliveriesByEvent,
  failAllHeld,
  findDelivery,
  listDeliveries,
  requeue,
} from './delivery.store.ts';
import { getWebhook } from './webhook.actions.ts';
import { heldLimit, type Webhook } from './webhook.model.ts';

const PURGE_BATCH = 10_000;

export interface DeliveryQuery extends Paging {
  readonly status?: ShownStatus;
  readonly event?: string;
  readonly subjectId?: string;
}

/** Deliveries have the positions of their events. */
const latest: ListOrder<{ readonly position: number }> = {
  name: 'deliveries',
  kinds: ['integer'],
  placeOf: ({ position }) => [position],
};

export async function listWebhookDeliveries(scope: Scope, webhookId: string, query: DeliveryQuery) {
  const { inactiveSince } = await getWebhook(scope, webhookId);
  const isActive = inactiveSince === null;
  const filter = {
    webhookId,
    statuses: query.status === undefined ? undefined : storedStatuses(query.status, isActive),
    carriers: query.event === undefined ? undefined : carriersOf(query.event),
    subjectId: query.subjectId,
  };
  const slice = cut(query, latest);
  const [total, deliveries] = await Promise.all([
    countDeliveries(scope, filter, slice),
    listDeliveries(scope, filter, slice),
  ]);
  return pagedBy(latest, query, total, deliveries, (delivery) => viewDelivery(delivery, isActive));
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
  const { eventId, sealed, occurredAt } = delivery;
  const [opened] = await openEvents(scope, eventId === null ? [] : [{ id: eventId, sealed }]);
  if (isToWait(opened)) throw opened.error;
  const data = delivery.data && dataOf({ data: delivery.data }, opened);
  return {
    ...viewDelivery(delivery, webhook.inactiveSince === null),
    attempts: [...delivery.attempts],
    request:
      data === null || occurredAt === null
        ? null
        : {
            url: webhook.url,
            headers: webhook.headers.map(({ name }) => name),
            body: payloadOf(await shown(scope, { ...delivery, data, occurredAt }, webhook, attachments)),
          },
  };
}

/** To whom these events were sent, when and with which success; nothing of it is a secret of the webhook. */
export async function deliveriesOfEvents(scope: Scope, eventIds: readonly string[]) {
  const deliveries = Map.groupBy(await deliveriesByEvent(scope, eventIds), ({ eventId }) => eventId);
  return (eventId: string) => (deliveries.get(eventId) ?? []).map(viewReceived);
}

/** Sends one again, under the same id; what waits for a retry has it now. */
export async function redeliver(scope: Scope, webhookId: string, id: string): Promise<DeliveryView> {
  const { inactiveSince } = await getWebhook(scope, webhookId);
  const delivery = await findDelivery(scope, webhookId, id);
  if (!delivery) throw notFound('Delivery');
  const status = next(lifecycle, 'The delivery', delivery.status, 'be redelivered');
  if (delivery.data === null)
    throw conflict('The body of this delivery is no longer stored, so it cannot be redelivered');
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

/** Gives up what was held for too long and removes what is past its retention, events included. Answers how many. */
export async function tendDeliveries(
  everywhere: Everywhere,
  signal: AbortSignal,
  { deliveryDays, eventDays }: DeliveryRetention = deliveryRetention,
): Promise<{ readonly deliveries: number; readonly events: number }> {
  const now = everywhere.now();
  await failAllHeld(everywhere, heldLimit(now), heldTooLong(now));
  const before = retentionLimit(now, deliveryDays);
  const deliveries = await inBatches(PURGE_BATCH, signal, () =>
    deleteOldDeliveries(everywhere, before, PURGE_BATCH),
  );
  return { deliveries, events: await purgeEvents(everywhere, retentionLimit(now, eventDays), signal) };
}

/** The PDF of a call's analysis; null when there is none. */
export interface AnalysisPdfs {
  /** Undefined when it is still to be made. */
  readonly kept: (scope: Scope, attemptId: string) => Promise<Buffer | null | undefined>;
  /** Takes as long as it takes: it is printed unless it is kept. */
  readonly make: (scope: Scope, attemptId: string) => Promise<Buffer | null>;
}

/** What stands in a message but in no event: too large, or true only for a while. */
export interface Attachments {
  readonly pdfs: AnalysisPdfs;
  readonly recordingUrl: RecordingUrl;
}

export const carriesPdf = ({ type }: Message, { attachPdf }: Pick<Webhook, 'attachPdf'>): boolean =>
  attachPdf && type === 'analysis.completed';

/** Whoever looks at a message waits no longer than this for its PDF. */
const LOOK_MS = 15_000;

/** The message as it would be sent now. A PDF that cannot be made, or takes too long, is left out. */
async function shown<Shown extends Message>(
  scope: Scope,
  message: Shown,
  webhook: Webhook,
  { pdfs, recordingUrl }: Attachments,
): Promise<Shown> {
  const pdf = carriesPdf(message, webhook)
    ? await withTimeout(LOOK_MS, pdfs.make(scope, String(message.data.callAttemptId))).catch(() => null)
    : null;
  return withAttachments(message, pdf, recordingUrl);
}

/** The message with its PDF, and with recordings as addresses that work from now on: the event has only their keys. */
export async function withAttachments<Sent extends Message>(
  message: Sent,
  pdf: Buffer | null,
  recordingUrl: RecordingUrl,
): Promise<Sent> {
  const { type, data } = message;
  if (type !== 'analysis.completed' && type !== 'analysis.failed') return message;
  const { callAttempts } = data as EventData<typeof type>;
  const signed = callAttempts.map(async ({ recordingUrl: key, ...attempt }) => ({
    ...attempt,
    // What no address can be given to must not hold up what was found out.
    recordingUrl: key === null ? null : await recordingUrl(key).catch(() => null),
  }));
  const analysisPdfBase64 = pdf?.toString('base64') ?? null;
  return { ...message, data: { ...data, callAttempts: await Promise.all(signed), analysisPdfBase64 } };
}
