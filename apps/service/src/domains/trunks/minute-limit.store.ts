import type { Everywhere, Scope } from '../../storage/scope.ts';
import { type Sql, sql } from '../../storage/sql.ts';
import { hourOf, type MinuteLimits, type MinuteUsage } from './minute-limit.model.ts';

/** The stricter of the company's own limit and the administrator's ceiling. Undefined: the company has none. */
export const minuteLimits = (scope: Scope) =>
  scope.first<MinuteLimits>(sql`
    select least(max_minutes_per_hour, ceiling_minutes_per_hour) as "perHour",
           least(max_minutes_per_day, ceiling_minutes_per_day) as "perDay" from companies
    where id = ${scope.companyId}
      and coalesce(max_minutes_per_hour, ceiling_minutes_per_hour, max_minutes_per_day, ceiling_minutes_per_day) is not null`);

/** An hour counts until all of it is a day ago. */
const COUNTED_MS = 25 * 3_600_000;

/** A statement of its own, after the lock: it sees what those wrote who held it before. At most 25 hours of a few shards. */
export const minuteUsage = (scope: Scope, { perDay }: MinuteLimits, now: Date) =>
  scope.first<MinuteUsage>(sql`
    with hours as (
      select k.hour, sum(k.minutes) as minutes, sum(k.held) as held, k.hour = ${hourOf(now)} as is_now from call_minutes k
      where k.company_id = ${scope.companyId} and k.hour > ${new Date(now.getTime() - COUNTED_MS)} group by k.hour
    )
    select coalesce(sum(minutes) filter (where is_now), 0)::int as "hourMinutes",
           coalesce(sum(held) filter (where is_now), 0)::int as "hourHeld",
           coalesce(sum(minutes), 0)::int as "dayMinutes", coalesce(sum(held), 0)::int as "dayHeld",
           (select h.hour + interval '1 hour' from (select hour, sum(minutes) over (order by hour desc) as minutes from hours) h
            where h.minutes >= ${perDay}::int order by h.hour desc limit 1) as "fillsDayAt"
    from hours`);

export const SHARDS = 8;

const count = (scope: Scope, callId: string, minutes: Sql, held: Sql) =>
  scope.run(sql`
    insert into call_minutes as k (company_id, hour, shard, minutes, held)
    select company_id, date_trunc('hour', began_at, 'UTC'), pg_backend_pid() % ${SHARDS}, ${minutes}, ${held}
    from trunk_calls where company_id = ${scope.companyId} and id = ${callId} and held_minutes is not null
    on conflict (company_id, hour, shard) do update set minutes = k.minutes + excluded.minutes, held = k.held + excluded.held`);

/** Not of a call that has ended, or that holds nothing: its end gives back what its row says. */
export const holdMoreMinutes = (scope: Scope, callId: string, minutes: number) =>
  scope.run(sql`
    with extended as (
      update trunk_calls set held_minutes = held_minutes + ${minutes}
      where company_id = ${scope.companyId} and id = ${callId} and ended_at is null and held_minutes is not null
      returning company_id, date_trunc('hour', began_at, 'UTC') as hour
    )
    insert into call_minutes as k (company_id, hour, shard, minutes, held)
    select company_id, hour, pg_backend_pid() % ${SHARDS}, 0, ${minutes} from extended
    on conflict (company_id, hour, shard) do update set held = k.held + excluded.held`);

/** Within the transaction that ends the call: each minute that was begun counts, and the rest is given back. */
export const settleMinutes = (scope: Scope, callId: string) =>
  count(
    scope,
    callId,
    sql`coalesce(ceil(extract(epoch from ended_at - answered_at) / 60), 0)`,
    sql`-held_minutes`,
  );

/**
 * Counts the minutes of calls on the line whose worker is lost, up to now and at most those held, once: it holds none
 * afterwards. The calls are not ended: a worker that was only cut off still has their lines, and writes what became of them.
 * Index: trunk_calls_holding.
 */
export const settleLostMinutes = (everywhere: Everywhere, lostAfterSeconds: number, most: number) =>
  everywhere.run(sql`
    with lost as (
      select c.company_id, c.id, c.held_minutes as held from trunk_calls c left join workers w on w.id = c.worker_id
      where c.ended_at is null and c.held_minutes is not null
        and (w.id is null or w.last_seen_at < clock_timestamp() - make_interval(secs => ${lostAfterSeconds}))
      limit ${most} for update of c skip locked
    ), released as (
      update trunk_calls c set held_minutes = null from lost where c.company_id = lost.company_id and c.id = lost.id
      returning c.company_id, date_trunc('hour', c.began_at, 'UTC') as hour, lost.held,
        ceil(extract(epoch from ${everywhere.now()}::timestamptz - c.began_at) / 60) as elapsed
    )
    insert into call_minutes as k (company_id, hour, shard, minutes, held)
    select company_id, hour, pg_backend_pid() % ${SHARDS}, sum(least(greatest(elapsed, 0), held)), -sum(held)
    from released group by company_id, hour order by company_id, hour
    on conflict (company_id, hour, shard) do update set minutes = k.minutes + excluded.minutes, held = k.held + excluded.held`);

/** Whether the owners have not been told of this limit since then. */
export const markAlarm = async (
  scope: Scope,
  { reason, limit }: { readonly reason: string; readonly limit: number },
  since: Date,
): Promise<boolean> =>
  (await scope.run(sql`
    insert into company_alarms as a (company_id, reason, raised_at, minutes)
    values (${scope.companyId}, ${reason}, ${scope.now()}, ${limit})
    on conflict (company_id, reason) do update set raised_at = excluded.raised_at, minutes = excluded.minutes
    where a.raised_at < ${since} or a.minutes <> excluded.minutes`)) > 0;

/** Index: call_minutes_old. */
export const deleteOldMinutes = (everywhere: Everywhere, before: Date) =>
  everywhere.run(sql`delete from call_minutes where hour < ${before}`);
