import type { Everywhere, Scope } from '../../storage/scope.ts';
import { type Sql, sql } from '../../storage/sql.ts';
import type { CallLimits, PooledNumber, Usage } from './call-limit.model.ts';
import { SHARDS } from './minute-limit.store.ts';

/** No call lasts longer: one that was never ended, because its process could not write, takes no line for ever. */
const LONGEST_HOURS = 12;

const limitsOf = (scope: Scope, trunkId: string) => sql`
  select max_concurrent_calls as "maxConcurrentCalls", max_calls_per_second as "maxCallsPerSecond",
    max_calls_per_day as "maxCallsPerDay", is_active as "isActive"
  from trunks where id = ${trunkId} and (company_id = ${scope.companyId} or company_id is null)`;
type TrunkLimits = CallLimits & { readonly isActive: boolean };

export const trunkLimits = (scope: Scope, trunkId: string) =>
  scope.first<TrunkLimits>(sql`${limitsOf(scope, trunkId)}`);

/** Whoever holds the row of a trunk or number may count its calls: nobody else begins one meanwhile. */
export const lockTrunkLimits = (scope: Scope, trunkId: string) =>
  scope.first<TrunkLimits>(sql`${limitsOf(scope, trunkId)} for no key update`);

/** For this transaction: then a lock fails with LOCK_NOT_AVAILABLE. */
export const limitLockWaits = (scope: Scope, mostMs: number) =>
  scope.all(
    sql`select set_config('lock_timeout', ${`${mostMs}`}, true) where ${scope.companyId}::uuid is not null`,
  );

export const LOCK_NOT_AVAILABLE = '55P03';

const numberColumns = sql`
  id, phone_number as "phoneNumber", max_concurrent_calls as "maxConcurrentCalls",
  max_calls_per_second as "maxCallsPerSecond", max_calls_per_day as "maxCallsPerDay", cool_down_seconds as "coolDownSeconds",
  trunk_id as "trunkId"`;
export type LockedNumber = PooledNumber & { readonly trunkId: string | null };

export const lockNumber = (scope: Scope, phoneNumber: string) =>
  scope.first<LockedNumber>(sql`
    select ${numberColumns} from phone_numbers
    where company_id = ${scope.companyId} and phone_number = ${phoneNumber} for no key update`);

const MOST_POOLED = 1000;

/** Numbers that may be shown over the trunk; null: a default one. In one order, so that there is no deadlock. */
export const lockPool = (scope: Scope, trunkId: string | null) =>
  scope.all<LockedNumber>(sql`
    select ${numberColumns} from phone_numbers
    where company_id = ${scope.companyId} and is_pooled and (trunk_id is null or trunk_id = ${trunkId}::uuid)
    order by id limit ${MOST_POOLED} for no key update`);

const isLive = (lostAfterSeconds: number) => sql`
  c.ended_at is null and c.began_at > clock_timestamp() - make_interval(hours => ${LONGEST_HOURS})
  and exists (select from workers w where w.id = c.worker_id
              and w.last_seen_at > clock_timestamp() - make_interval(secs => ${lostAfterSeconds}))`;

/** Calls before this are not looked at: eight days of them are kept. */
const aSecondBefore = (now: Date) => new Date(now.getTime() - 1000);

const HOUR_MS = 3_600_000;

/**
 * The end of the hour whose calls fill the day, counted back from the newest: an hour counts until all of it is a day ago,
 * so that no 24 hours have more calls than the limit.
 */
const fillsDay = (owner: Sql, limit: Sql, now: Date) => sql`
  (select h.hour + interval '1 hour' from (
     select k.hour, sum(sum(k.calls)) over (order by k.hour desc) as calls from call_counts k
     where k.owner_id = ${owner} and ${limit} is not null and k.hour > ${new Date(now.getTime() - 25 * HOUR_MS)}
     group by k.hour) h
   where h.calls >= ${limit} order by h.hour desc limit 1)`;

/** A statement of its own, after the lock: it sees what those wrote who held it before. */
export const usageOfTrunk = (
  scope: Scope,
  trunkId: string,
  limits: CallLimits,
  now: Date,
  lostAfterSeconds: number,
) =>
  scope.first<Usage>(sql`
    select (select count(*) from trunk_calls c where c.trunk_id = t.id and ${isLive(lostAfterSeconds)}) as "liveCalls",
      null::timestamptz as "lastAt",
      (select c.began_at from trunk_calls c where c.trunk_id = t.id and ${limits.maxCallsPerSecond}::int is not null
         and c.began_at > ${aSecondBefore(now)}
       order by c.began_at desc offset greatest(${limits.maxCallsPerSecond}::int - 1, 0) limit 1) as "fillsSecondAt",
      ${fillsDay(sql`t.id`, sql`t.max_calls_per_day`, now)} as "fillsDayAt"
    from trunks t where t.id = ${trunkId} and (t.company_id = ${scope.companyId} or t.company_id is null)`);

/** Of each number, in no order. */
export const usageOfNumbers = (scope: Scope, ids: readonly string[], now: Date, lostAfterSeconds: number) =>
  scope.all<Usage & { id: string }>(sql`
    select n.id,
      (select count(*) from trunk_calls c where c.number_id = n.id and ${isLive(lostAfterSeconds)}) as "liveCalls",
      (select c.began_at from trunk_calls c where c.number_id = n.id and c.is_offered
       order by c.began_at desc limit 1) as "lastAt",
      (select c.began_at from trunk_calls c where c.number_id = n.id and c.is_offered and n.max_calls_per_second is not null
         and c.began_at > ${aSecondBefore(now)}
       order by c.began_at desc offset greatest(n.max_calls_per_second - 1, 0) limit 1) as "fillsSecondAt",
      ${fillsDay(sql`n.id`, sql`n.max_calls_per_day`, now)} as "fillsDayAt"
    from phone_numbers n where n.company_id = ${scope.companyId} and n.id = any(${ids}::uuid[])`);

export interface NewTrunkCall {
  readonly id: string;
  readonly trunkId: string | null;
  /** Of the settings; null: a record. */
  readonly settingsTrunk: string | null;
  readonly numberId: string | null;
  readonly workerId: string;
  readonly beganAt: Date;
  readonly heldMinutes: number;
}

/**
 * Holds the minutes that the call may last, also where the company has no limit of them: one that is set later counts what
 * was used before it, and the calls on the line. One statement, because every call begins with it.
 */
export const insertTrunkCall = (scope: Scope, call: NewTrunkCall) =>
  scope.run(sql`
    with begun as (
      insert into trunk_calls (company_id, id, trunk_id, settings_trunk, number_id, worker_id, began_at, held_minutes)
      values (${scope.companyId}, ${call.id}, ${call.trunkId}, ${call.settingsTrunk}, ${call.numberId}, ${call.workerId},
              ${call.beganAt}, ${call.heldMinutes})
      returning company_id, date_trunc('hour', began_at, 'UTC') as hour, held_minutes
    )
    insert into call_minutes as k (company_id, hour, shard, minutes, held)
    select company_id, hour, pg_backend_pid() % ${SHARDS}, 0, held_minutes from begun
    on conflict (company_id, hour, shard) do update set held = k.held + excluded.held`);

/** Within the transaction that writes or ends the call. In one order, so that there is no deadlock. */
export const countCall = (scope: Scope, callId: string, change: 1 | -1) =>
  scope.run(sql`
    insert into call_counts as k (owner_id, hour, shard, calls)
    select owner_id, date_trunc('hour', began_at, 'UTC'), pg_backend_pid() % ${SHARDS}, ${change}
    from trunk_calls cross join lateral (values (number_id), (trunk_id)) owners (owner_id)
    where company_id = ${scope.companyId} and id = ${callId} and owner_id is not null
    order by owner_id
    on conflict (owner_id, hour, shard) do update set calls = k.calls + excluded.calls`);

/** What became of it, in milliseconds after its begin. */
export interface TrunkCallEnd {
  readonly status: number | null;
  readonly isOffered: boolean;
  readonly rangAfterMs: number | null;
  /** The network said that a telephone rings (180); absent: not known. */
  readonly hasRung?: boolean;
  readonly answeredAfterMs: number | null;
  readonly endedAfterMs: number;
}

const after = (ms: number | null) => sql`began_at + ${ms}::float8 * interval '1 millisecond'`;

/** Nothing is left to write where the company is gone, or where it was written already. */
export const saveEnd = (scope: Scope, id: string, end: TrunkCallEnd) =>
  scope.run(sql`
    update trunk_calls set status = ${end.status}, is_offered = ${end.isOffered}, rang_at = ${after(end.rangAfterMs)},
      has_rung = ${end.hasRung ?? null}, answered_at = ${after(end.answeredAfterMs)}, ended_at = ${after(end.endedAfterMs)}
    where company_id = ${scope.companyId} and id = ${id} and ended_at is null`);

/** Index: call_counts_old. */
export const deleteOldCounts = (everywhere: Everywhere, before: Date) =>
  everywhere.run(sql`delete from call_counts where hour < ${before}`);

/** Index: trunk_calls_old. */
export const deleteOldCalls = (everywhere: Everywhere, before: Date, most: number) =>
  everywhere.run(sql`
    delete from trunk_calls where (company_id, id) in (
      select company_id, id from trunk_calls where began_at < ${before} order by began_at limit ${most})`);

export const saveProblem = (everywhere: Everywhere, trunkId: string, workerId: string, message: string) =>
  everywhere.run(sql`
    insert into trunk_problems (trunk_id, worker_id, message, since)
    select id, ${workerId}, ${message}, ${everywhere.now()} from trunks where id = ${trunkId}
    on conflict (trunk_id, worker_id) do update set message = excluded.message`);

export const deleteProblem = (everywhere: Everywhere, trunkId: string, workerId: string) =>
  everywhere.run(sql`delete from trunk_problems where trunk_id = ${trunkId} and worker_id = ${workerId}`);

export const deleteLostProblems = (everywhere: Everywhere) =>
  everywhere.run(
    sql`delete from trunk_problems p where not exists (select from workers w where w.id = p.worker_id)`,
  );
