import type { EventType, Vocabulary } from '@parley/contract/event.ts';
import type { Attempt } from '@parley/contract/webhook.ts';
import { countUpToBound, type Total } from '../../storage/bounded-count.ts';
import type { Everywhere, Scope } from '../../storage/scope.ts';
import type { Slice } from '../../storage/slice.ts';
import { and, type Sql, sql } from '../../storage/sql.ts';
import {
  DELIVERIES_CHANNEL,
  type Delivery,
  type DeliveryStatus,
  type Message,
  type ReceivedDelivery,
} from './delivery.model.ts';

const columns = sql`
  d.id, d.webhook_id as "webhookId", d.type, d.vocabulary, d.subject_id as "subjectId", d.status, d.due_at as "dueAt",
  d.attempts, d.created_at as "createdAt", d.delivered_at as "deliveredAt"`;

export interface DeliveryFilter {
  readonly webhookId: string;
  readonly statuses?: readonly DeliveryStatus[] | undefined;
  readonly carriers?: { readonly types: EventType[]; readonly vocabularies: Vocabulary[] } | undefined;
  readonly subjectId?: string | undefined;
  readonly from?: Date | undefined;
  readonly to?: Date | undefined;
}

/** The second condition is that of the index webhook_deliveries_ended. */
function ofStatus(statuses: readonly DeliveryStatus[]): Sql {
  const [status, ...others] = statuses;
  if (others.length > 0) return sql`d.status = any (${statuses}::text[])`;
  return status === 'FAILED' || status === 'CANCELLED'
    ? sql`d.status = ${status} and d.status in ('FAILED', 'CANCELLED')`
    : sql`d.status = ${status ?? null}`;
}

const matching = (scope: Scope, filter: DeliveryFilter) =>
  and(
    sql`d.company_id = ${scope.companyId} and d.webhook_id = ${filter.webhookId}`,
    ...(filter.statuses === undefined ? [] : [ofStatus(filter.statuses)]),
    ...(filter.carriers === undefined
      ? []
      : [
          sql`d.type = any (${filter.carriers.types}::text[]) and d.vocabulary = any (${filter.carriers.vocabularies}::text[])`,
        ]),
    ...(filter.subjectId === undefined ? [] : [sql`d.subject_id = ${filter.subjectId}`]),
    ...(filter.from === undefined ? [] : [sql`d.created_at >= ${filter.from}`]),
    ...(filter.to === undefined ? [] : [sql`d.created_at < ${filter.to}`]),
  );

/** Indexes: webhook_deliveries_newest, webhook_deliveries_ended. */
export const listDeliveries = (scope: Scope, filter: DeliveryFilter, page: Slice) =>
  scope.all<Delivery & { position: number }>(sql`
    select ${columns}, d.position from webhook_deliveries d
    where ${and(matching(scope, filter), page.after === undefined ? sql`true` : sql`d.position < ${page.after[0]}::bigint`)}
    order by d.position desc limit ${page.limit} offset ${page.offset}`);

export const countDeliveries = (scope: Scope, filter: DeliveryFilter, page: Slice): Promise<Total> =>
  countUpToBound(scope, sql`from webhook_deliveries d where ${matching(scope, filter)}`, page);

/** Index: webhook_deliveries_by_event. */
export const deliveriesByEvent = (scope: Scope, eventIds: readonly string[]) =>
  scope.all<ReceivedDelivery>(sql`
    select ${columns}, d.event_id as "eventId", w.name as receiver, w.url, w.inactive_since is null as "isActive",
           w.headers @> '[{"isMasked": true}]' as "hasSecretHeaders", w.updated_at as "receiverChangedAt"
    from webhook_deliveries d join webhooks w on w.id = d.webhook_id
    where d.company_id = ${scope.companyId} and d.event_id = any(${eventIds}::uuid[]) order by d.position, d.id`);

/** The event as it is stored; null when it is forgotten. */
interface DeliveredEvent {
  readonly eventId: string | null;
  readonly data: Message['data'] | null;
  readonly sealed: Buffer | null;
  readonly occurredAt: Date | null;
}

/** With the event, as long as that is not forgotten. */
export const findDelivery = (scope: Scope, webhookId: string, id: string) =>
  scope.first<Delivery & DeliveredEvent>(sql`
    select ${columns}, e.id as "eventId", e.data, e.sealed, e.occurred_at as "occurredAt"
    from webhook_deliveries d left join events e on e.id = d.event_id
    where d.company_id = ${scope.companyId} and d.webhook_id = ${webhookId} and d.id = ${id}`);

/**
 * Puts deliveries back into the queue, at their old places; what waits for a retry has it now. One that is being sent loses
 * its lease: the outcome of that request would otherwise end it, and nothing be sent again. Returns how many.
 */
export async function requeue(scope: Scope, filter: DeliveryFilter, id?: string): Promise<number> {
  const now = scope.now();
  const count = await scope.run(sql`
    update webhook_deliveries d
    set status = 'PENDING', due_at = ${now}, retries = case when d.status = 'PENDING' then d.retries else 0 end,
      queued_at = case when d.status = 'PENDING' then d.queued_at else ${now}::timestamptz end, lease = null, leased_until = null
    where ${matching(scope, filter)} and d.event_id is not null ${id === undefined ? sql`` : sql`and d.id = ${id}`}`);
  await wake(scope);
  return count;
}

/** What waits for a retry has it now. */
export async function hurry(scope: Scope, webhookId: string): Promise<void> {
  await scope.run(sql`
    update webhook_deliveries set due_at = ${scope.now()}
    where company_id = ${scope.companyId} and webhook_id = ${webhookId} and status = 'PENDING' and due_at > ${scope.now()}`);
  await wake(scope);
}

const wake = (scope: Scope) =>
  scope.run(sql`select pg_notify(${DELIVERIES_CHANNEL}, '') where ${scope.companyId}::uuid is not null`);

/** Writes the one delivery of a test into the log, unless the webhook has gone meanwhile. */
export async function insertTestDelivery(
  scope: Scope,
  {
    webhookId,
    eventId,
    message,
    attempt,
  }: { webhookId: string; eventId: string; message: Message; attempt: Attempt },
): Promise<void> {
  const status: DeliveryStatus = attempt.error === null ? 'DELIVERED' : 'FAILED';
  const now = scope.now();
  await scope.run(sql`
    insert into webhook_deliveries (id, company_id, webhook_id, event_id, position, subject_id, type, vocabulary, status,
                                    due_at, attempts, queued_at, created_at, delivered_at)
    select ${message.id}, w.company_id, w.id, e.id, e.position, e.subject_id, e.type, ${message.vocabulary}, ${status},
           ${now}, ${JSON.stringify([attempt])}, e.occurred_at, e.occurred_at, ${status === 'DELIVERED' ? now : null}::timestamptz
    from webhooks w, events e
    where w.company_id = ${scope.companyId} and w.id = ${webhookId} and e.company_id = w.company_id and e.id = ${eventId}`);
}

const giveUp = <Bound extends boolean>(which: Sql<Bound>, limit: Date, attempt: Attempt) =>
  sql`
    update webhook_deliveries d
    set status = 'FAILED', lease = null, leased_until = null, attempts = d.attempts || ${JSON.stringify(attempt)}::jsonb
    from webhooks w
    where ${which} and w.id = d.webhook_id and w.inactive_since <= ${limit} and d.status = 'PENDING' and d.queued_at <= ${limit}` as Sql<Bound>;

/** Gives up what has been held since before the limit, for one webhook; `attempt` goes into the log. */
export const failHeldOf = (scope: Scope, webhookId: string, limit: Date, attempt: Attempt): Promise<number> =>
  scope.run(giveUp(sql`d.company_id = ${scope.companyId} and w.id = ${webhookId}`, limit, attempt));

export const failAllHeld = (everywhere: Everywhere, limit: Date, attempt: Attempt): Promise<number> =>
  everywhere.run(giveUp(sql`true`, limit, attempt));

/** Removes a bounded number of old rows; the caller repeats until none are left. Index: webhook_deliveries_by_time. */
export const deleteOldDeliveries = (everywhere: Everywhere, before: Date, most: number): Promise<number> =>
  everywhere.run(sql`
    delete from webhook_deliveries where id in (
      select id from webhook_deliveries where created_at < ${before} and status <> 'PENDING' limit ${most})`);
