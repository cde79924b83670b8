import { FAILURES_TO_OPEN, KEPT_ATTEMPTS } from '@parley/contract/webhook.ts';
import type { Everywhere } from '../../storage/scope.ts';
import { plannedAnew, sql } from '../../storage/sql.ts';
import {
  type Capacity,
  type Claimed,
  type DeliveryStatus,
  FIRST_TRIAL_MS,
  type Health,
  heldTooLong,
  LAST_TRIAL_MS,
  laterTrialsMs,
  type Move,
  type Outcome,
  type Settlement,
} from './delivery.model.ts';
import { heldLimit } from './webhook.model.ts';

/** With the event as it is stored. */
type ClaimedRow = Omit<Claimed, 'readData'> & {
  readonly eventId: string;
  readonly sealed: Buffer | null;
};

/** A process has so long beyond the webhook's timeout to record the outcome of a request. */
const LEASE_MARGIN_MS = 10_000;

/** A claim looks at so many open circuits, so that thousands of them cannot slow down the deliveries to others. */
const MOST_TRIALS = 20;

/**
 * Takes deliveries that are due: of each subject only the first that waits, so that they go out in order, also
 * between processes. `target` skips along the index from webhook to webhook, so that a long queue of one costs
 * the others nothing. Where the circuit is open, one delivery is taken when a trial is due; the lock on the webhook
 * keeps two processes from trying at once. Planned anew: with a plan from when the table was empty, a claim from 12,000
 * took 27 s. Indexes: webhook_deliveries_due, webhook_deliveries_first, webhooks_open_circuits.
 */
export const claimDeliveries = (everywhere: Everywhere, { most, perWebhook, exceptions }: Capacity) => {
  const now = everywhere.now();
  const query = sql`
    with recursive target as (
      (select webhook_id from webhook_deliveries where status = 'PENDING' order by webhook_id limit 1)
      union all
      select (select d.webhook_id from webhook_deliveries d
              where d.status = 'PENDING' and d.webhook_id > t.webhook_id order by d.webhook_id limit 1)
      from target t where t.webhook_id is not null
    ),
    trial as materialized (
      select w.id from webhooks w
      where w.circuit_opened_at is not null
        and coalesce(w.trial_at, w.circuit_opened_at + make_interval(secs => ${FIRST_TRIAL_MS} / 1000.0)) <= ${now}
        and exists (select from webhook_deliveries d where d.webhook_id = w.id and d.status = 'PENDING')
      order by w.id limit ${MOST_TRIALS} for no key update of w skip locked
    ),
    open as (
      select w.*, t.id is not null as is_trial, case when t.id is null then coalesce(b.room, ${perWebhook}) else 1 end as room
      from target join webhooks w on w.id = target.webhook_id
      left join trial t on t.id = w.id
      left join unnest(${[...exceptions.keys()]}::uuid[], ${[...exceptions.values()]}::int[]) as b (id, room) on b.id = w.id
      where w.inactive_since is null or t.id is not null
    ),
    taken as (
      select first.id, open.id as webhook_id, open.is_trial from open cross join lateral (
        select d.id, d.due_at from webhook_deliveries d
        where d.webhook_id = open.id and d.status = 'PENDING' and (d.due_at <= ${now} or open.is_trial)
          and (d.leased_until is null or d.leased_until <= ${now})
          and d.position = (
            select b.position from webhook_deliveries b where b.ordering_key = d.ordering_key and b.status = 'PENDING'
            order by b.position limit 1)
        order by d.due_at limit open.room for update of d skip locked
      ) first order by first.due_at limit ${most}
    ),
    -- If this process dies, another tries when the lease has run out.
    tried as (
      update webhooks w set trial_at = ${now}::timestamptz + make_interval(secs => (w.timeout_ms + ${LEASE_MARGIN_MS}) / 1000.0)
      from taken where w.id = taken.webhook_id and taken.is_trial
    )
    update webhook_deliveries d
    set lease = ${everywhere.newId()}, leased_until = ${now}::timestamptz + make_interval(secs => (open.timeout_ms + ${LEASE_MARGIN_MS}) / 1000.0)
    from taken, open, events e
    where d.id = taken.id and open.id = d.webhook_id and e.id = d.event_id
    returning d.id, d.type, d.vocabulary, d.webhook_id as "webhookId", d.company_id as "companyId", d.lease, d.retries, d.queued_at as "queuedAt", e.id as "eventId", e.data, e.sealed, e.occurred_at as "occurredAt",
      open.url, open.headers, open.attach_pdf as "attachPdf", open.timeout_ms as "timeoutMs", open.max_retries as "maxRetries", open.secret,
      open.previous_secret as "previousSecret", open.previous_secret_until as "previousSecretUntil",
      open.older_secrets as "olderSecrets", open.is_trial as "isTrial"`;
  return everywhere.all<ClaimedRow>(plannedAnew(query));
};

/** Makes deliveries due at other times, and gives them back. One that another process has taken is left to that. */
export async function moveDeliveries(everywhere: Everywhere, moves: readonly Move[]): Promise<void> {
  const column = <Value>(read: (move: Move) => Value) => moves.map(read);
  const query = sql`
    update webhook_deliveries d set due_at = m.due_at, lease = null, leased_until = null
    from unnest(
      ${column(({ id }) => id)}::uuid[], ${column(({ lease }) => lease)}::uuid[],
      ${column(({ dueAt }) => dueAt)}::timestamptz[]) as m (id, lease, due_at)
    where d.id = m.id and d.lease is not distinct from m.lease and d.status = 'PENDING'`;
  await everywhere.run(plannedAnew(query));
}

const settledStatus = {
  delivered: 'DELIVERED',
  failed: 'FAILED',
  retry: 'PENDING',
  again: 'PENDING',
} as const satisfies Record<Settlement['kind'], DeliveryStatus>;

/**
 * Records the outcomes of requests, and counts failures in a row: one statement, and so one commit, for as many as
 * have ended. A delivery whose lease ran out and was taken by another process is left to that one.
 */
export async function settleDeliveries(
  everywhere: Everywhere,
  outcomes: readonly Outcome[],
  health: readonly Health[],
): Promise<void> {
  const now = everywhere.now();
  const column = <Value>(read: (outcome: Outcome) => Value) => outcomes.map(read);
  const sign = <Value>(read: (health: Health) => Value) => health.map(read);
  const dueAt = ({ settlement }: Outcome) =>
    'delayMs' in settlement ? new Date(now.getTime() + settlement.delayMs) : now;
  const query = sql`
    with outcome (id, lease, status, due_at, retries, attempt) as (
      select * from unnest(
        ${column(({ id }) => id)}::uuid[], ${column(({ lease }) => lease)}::uuid[],
        ${column(({ settlement }) => settledStatus[settlement.kind])}::text[], ${column(dueAt)}::timestamptz[],
        ${column(({ retries, settlement }) => (settlement.kind === 'retry' ? retries + 1 : retries))}::int[],
        ${column(({ attempt }) => JSON.stringify(attempt))}::jsonb[])
    ),
    settled as (
      update webhook_deliveries d
      set status = o.status, due_at = o.due_at, retries = o.retries, lease = null, leased_until = null,
        delivered_at = case when o.status = 'DELIVERED' then ${now}::timestamptz else d.delivered_at end,
        attempts = case when jsonb_array_length(d.attempts) < ${KEPT_ATTEMPTS} then d.attempts else d.attempts - 0 end || o.attempt
      from outcome o where d.id = o.id and d.lease = o.lease and d.status = 'PENDING'
    ),
    health (id, has_success, failures, failed_first, failed_last, failed_most, is_gone, trial) as (
      select * from unnest(
        ${sign(({ webhookId }) => webhookId)}::uuid[], ${sign(({ hasSuccess }) => hasSuccess)}::boolean[],
        ${sign(({ failures }) => failures)}::int[],
        ${sign(({ leading }) => leading)}::int[], ${sign(({ trailing }) => trailing)}::int[],
        ${sign(({ longest }) => longest)}::int[], ${sign(({ isGone }) => isGone)}::boolean[],
        ${sign(({ trial }) => trial)}::text[])
    ),
    -- Always in the same order, so that two processes cannot wait for each other.
    changed as (
      select w.id, h.failures, h.failed_last, h.is_gone, h.has_success,
        w.circuit_opened_at is not null and h.trial = 'passed' as heals,
        w.circuit_opened_at is not null and h.trial = 'failed' as stays_open,
        w.inactive_since is null and greatest(h.failed_most, w.consecutive_failures + h.failed_first) >= ${FAILURES_TO_OPEN} as opens
      from webhooks w join health h on h.id = w.id and (h.failures > 0 or w.consecutive_failures > 0 or w.circuit_opened_at is not null)
      order by w.id for no key update of w
    ),
    -- Whatever was held for it goes out at once; what was held for too long is given up.
    released as (
      update webhook_deliveries d
      set due_at = ${now},
        status = case when d.queued_at <= ${heldLimit(now)} then 'FAILED' else d.status end,
        attempts = case when d.queued_at <= ${heldLimit(now)} then d.attempts || ${JSON.stringify(heldTooLong(now))}::jsonb else d.attempts end
      from changed c
      where c.heals and d.webhook_id = c.id and d.status = 'PENDING'
        and (d.due_at > ${now} or d.queued_at <= ${heldLimit(now)})
        and d.id not in (select id from outcome)
    )
    update webhooks w
    set consecutive_failures = case
          when c.heals then 0
          when c.has_success and w.circuit_opened_at is null and not c.opens then c.failed_last
          else w.consecutive_failures + c.failures end,
      circuit_opened_at = case when c.heals or c.is_gone then null when c.opens then ${now}::timestamptz else w.circuit_opened_at end,
      inactive_since = case
          when c.heals then null
          when c.opens or c.is_gone then coalesce(w.inactive_since, ${now}::timestamptz)
          else w.inactive_since end,
      trial_at = case
          when c.heals or c.opens or c.is_gone then null
          when c.stays_open then ${now}::timestamptz + make_interval(secs => coalesce((${laterTrialsMs}::int[])[w.failed_trials + 1], ${LAST_TRIAL_MS}) / 1000.0)
          else w.trial_at end,
      failed_trials = case
          when c.heals or c.opens then 0
          when c.stays_open then least(w.failed_trials + 1, 1000)
          else w.failed_trials end,
      owner_notices = case when c.heals or c.opens then 0 else w.owner_notices end
    from changed c where w.id = c.id`;
  await everywhere.run(plannedAnew(query));
}
