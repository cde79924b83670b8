import type { Everywhere } from '../../storage/scope.ts';
import { type CompanyId, sql } from '../../storage/sql.ts';
import { claimLock, tryClaimLock } from './dial-queue.store.ts';
import { paceOf } from './dial-rules.store.ts';

/** A dial queue in which something may be due. */
export interface DueQueue {
  readonly companyId: CompanyId;
  readonly dialQueue: string;
}

/**
 * Queues in which something may be due, those first that were served or fell due longest ago. Whatever else waits costs
 * nothing here. Index: served_queues_due.
 */
export const dueQueues = (everywhere: Everywhere, most: number) =>
  everywhere.all<DueQueue>(sql`
    select company_id as "companyId", dial_queue as "dialQueue" from served_queues
    where due_at <= ${everywhere.now()} order by due_at limit ${most}`);

/**
 * Only one claims calls of a company at a time, so that two cannot give its last place away twice. Whoever somebody else
 * claims for is passed over. Answers those that were locked, at most so many.
 */
export async function lockFreeCompanies(
  everywhere: Everywhere,
  companyIds: readonly CompanyId[],
  most: number,
): Promise<CompanyId[]> {
  const locked = await everywhere.all<{ id: CompanyId }>(sql`
    select company.id from unnest(${companyIds}::uuid[]) as company (id)
    where ${tryClaimLock(sql`company.id`)} limit ${most}`);
  return locked.map(({ id }) => id);
}

/** Waits for whoever claims its calls. */
export const lockCompany = (everywhere: Everywhere, companyId: CompanyId) =>
  everywhere.run(sql`select ${claimLock(sql`${companyId}::uuid`)}`);

/** When a queue must be looked at next, now excepted; undefined when nothing waits. Index: served_queues_due. */
export async function nextDueAt(everywhere: Everywhere): Promise<Date | undefined> {
  const row = await everywhere.first<{ at: Date }>(sql`
    select due_at as at from served_queues where due_at > ${everywhere.now()} order by due_at limit 1`);
  return row?.at;
}

/** For how many seconds the queue that waits longest has been due. Index: served_queues_due. */
export async function longestWait(everywhere: Everywhere): Promise<number> {
  const now = everywhere.now();
  const row = await everywhere.first<{ at: Date }>(sql`
    select due_at as at from served_queues where due_at <= ${now} order by due_at limit 1`);
  return row === undefined ? 0 : (now.getTime() - row.at.getTime()) / 1000;
}

/** Calls that the network did not take, of queues that are dialled. Index: call_attempts_put_back. */
export async function countRequeued(everywhere: Everywhere): Promise<number> {
  const row = await everywhere.first<{ calls: number }>(sql`
    select count(*) as calls from call_attempts a
    where a.status = 'SCHEDULED' and a.put_back_since <= ${everywhere.now()}
      and not exists (select from held_dial_queues h where h.dial_queue = a.dial_queue)`);
  return row?.calls ?? 0;
}

/**
 * A company whose lines are all taken, when more queues are due than are looked at, is looked at when one of its calls ends
 * (the trigger live_calls_ended), or after this time: one that ends at the same moment may not be seen.
 */
const FULL_COMPANY_RESTS = '30 seconds';

const isFull = sql`(select count(*) from live_calls l where l.company_id = q.company_id)
  >= (select max_concurrent_calls from billing_accounts b where b.company_id = q.company_id)`;

/**
 * From when on something in the queue `q` may be due: nothing while it is held, its next call's time otherwise, and not
 * before its pace allows. Indexes: held_dial_queues_pkey, dial_queue_rules_pkey, call_attempts_due, live_calls_by_company.
 */
const dueFrom = (now: Date, isCrowded: boolean) => sql`case
  when exists (select from held_dial_queues h where h.dial_queue = q.dial_queue) then null
  when next.at is null or next.at > ${now} then next.at
  when pace.allowed <= 0 then greatest(pace.next_at, ${now}::timestamptz + interval '1 millisecond')
  when ${isCrowded}::boolean and ${isFull} then ${now}::timestamptz + ${FULL_COMPANY_RESTS}::interval
  else q.due_at end`;

const nextOf = sql`lateral (
  select min(a.scheduled_at) as at from call_attempts a
  where a.company_id = q.company_id and a.dial_queue = q.dial_queue and a.status = 'SCHEDULED' and a.is_admitted
    and a.waits_for_number is null) next`;

/**
 * Has these queues, in which nothing could be claimed, looked at no earlier than needed. A transaction that adds a call
 * holds the queue's row (the trigger call_attempts_inserted): it is passed over here; and once we hold the row, the second
 * statement sees every call that was added before.
 */
export async function restQueues(
  everywhere: Everywhere,
  queues: readonly DueQueue[],
  /** More are due than were looked at. */
  isCrowded: boolean,
): Promise<number> {
  const now = everywhere.now();
  const list = (of: readonly DueQueue[]) =>
    sql`unnest(${of.map(({ companyId }) => companyId)}::uuid[], ${of.map(({ dialQueue }) => dialQueue)}::uuid[]) as queue (company_id, dial_queue)`;
  const held = await everywhere.all<DueQueue>(sql`
    select q.company_id as "companyId", q.dial_queue as "dialQueue"
    from ${list(queues)} join served_queues q using (company_id, dial_queue) cross join ${nextOf}
      left join lateral (${paceOf(now)}) pace on true
    where ${dueFrom(now, isCrowded)} is distinct from q.due_at for update of q skip locked`);
  if (held.length === 0) return 0;
  return everywhere.run(sql`
    update served_queues s set due_at = ${dueFrom(now, isCrowded)},
      is_full = coalesce(next.at <= ${now}, false) and ${isCrowded}::boolean and ${isFull}
    from ${list(held)} join served_queues q using (company_id, dial_queue) cross join ${nextOf}
      left join lateral (${paceOf(now)}) pace on true
    where s.company_id = q.company_id and s.dial_queue = q.dial_queue`);
}
