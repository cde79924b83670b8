import type { Everywhere } from '../../storage/scope.ts';
import { type CompanyId, type Sql, sql } from '../../storage/sql.ts';
import type { Trunk, TrunkEvidence } from './trunk.model.ts';
import type { TrunkScope } from './trunk.store.ts';

/** The trunk whose health is asked for, and where its rows are. */
export interface HealthTrunk {
  /** One row `t` with `key` and `updated_at`; none where the scope has no such trunk. */
  readonly row: Sql<true>;
  /** Its calls among the rows `c` of trunk_calls. */
  readonly calls: Sql;
  /** The calls of all trunks of the same owner among the rows `c` of trunk_calls. */
  readonly ownersCalls: Sql;
  /** Its last OPTIONS: `checked_at`, `status`. */
  readonly check: Sql;
  /** What keeps workers from calling over it: `worker_id`, `message`, `since`. */
  readonly problems: Sql;
}

const operatorsCalls = sql`(c.settings_trunk is not null or c.trunk_id in (select id from trunks where company_id is null))`;
const companysCalls = (companyId: CompanyId) =>
  sql`c.company_id = ${companyId} and c.trunk_id in (select id from trunks where company_id = ${companyId})`;

/** A record. */
export const recordTrunk = (scope: TrunkScope, id: string): HealthTrunk => ({
  row: sql`(select id::text as key, updated_at from trunks
            where ${sql`company_id is not distinct from ${scope.companyId}`} and id = ${id}) t`,
  calls: sql`c.trunk_id = ${id}`,
  ownersCalls: scope.companyId === null ? operatorsCalls : companysCalls(scope.companyId),
  check: sql`(select checked_at, status from trunk_checks where trunk_id = ${id})`,
  problems: sql`(select worker_id, message, since from trunk_problems where trunk_id = ${id})`,
});

/** One of the settings, by its user and address: the operator's. */
export const settingsTrunk = (scope: TrunkScope, key: string): HealthTrunk => ({
  row: sql`(select ${key}::text as key, '-infinity'::timestamptz as updated_at
            where ${sql`${scope.companyId}::uuid is null`}) t`,
  calls: sql`c.settings_trunk = ${key}`,
  ownersCalls: operatorsCalls,
  check: sql`(select checked_at, status from settings_trunk_checks where trunk = ${key})`,
  problems: sql`(select worker_id, message, since from operator_trunk_problems where trunk = ${key})`,
});

const isAlive = (lostAfterSeconds: number) =>
  sql`w.last_seen_at > clock_timestamp() - make_interval(secs => ${lostAfterSeconds})`;

export interface TrunkFigures {
  readonly liveCalls: number;
  readonly calls: number;
  readonly answeredCalls: number;
  readonly averageSeconds: number | null;
  readonly medianMs: number | null;
  readonly p95Ms: number | null;
}

const postDialDelayMs = sql`extract(epoch from least(c.rang_at, c.answered_at) - c.began_at)::float8 * 1000`;

/** Indexes: trunk_calls_of_trunk, trunk_calls_of_settings_trunk. */
export const figuresSince = (scope: TrunkScope, trunk: HealthTrunk, since: Date, lostAfterSeconds: number) =>
  scope.first<TrunkFigures>(sql`
    select
      (select count(*) from trunk_calls c join workers w on w.id = c.worker_id
       where ${trunk.calls} and c.ended_at is null and ${isAlive(lostAfterSeconds)}) as "liveCalls",
      count(c.id) as calls, count(c.answered_at) as "answeredCalls",
      (avg(extract(epoch from c.ended_at - c.answered_at)))::float8 as "averageSeconds",
      percentile_cont(0.5) within group (order by ${postDialDelayMs}) as "medianMs",
      percentile_cont(0.95) within group (order by ${postDialDelayMs}) as "p95Ms"
    from ${trunk.row} left join trunk_calls c on ${trunk.calls} and c.began_at > ${since} and c.ended_at is not null
    group by t.key`);

export const responsesSince = (scope: TrunkScope, trunk: HealthTrunk, since: Date) =>
  scope.all<{ code: number | null; calls: number }>(sql`
    select c.status as code, count(*) as calls from ${trunk.row} join trunk_calls c on ${trunk.calls}
    where c.began_at > ${since} and c.ended_at is not null
    group by c.status order by calls desc, code limit 100`);

/** What the worker that has had trouble longest says; undefined: calls go through it. */
export const problemOf = (scope: TrunkScope, trunk: HealthTrunk, lostAfterSeconds: number) =>
  scope.first<{ message: string; since: Date }>(sql`
    select p.message, p.since from ${trunk.row} cross join ${trunk.problems} p join workers w on w.id = p.worker_id
    where ${isAlive(lostAfterSeconds)}
    order by p.since limit 1`);

/** Shorter ones were called off by us before anybody could answer. */
const TIMED_OUT_SECONDS = 15;

/**
 * The network took the call, and it timed out: with an announcement or music (183) at most, and without a word of a ringing
 * telephone. People who do not pick up are reported by 180, or by codes such as 480 and 486.
 */
const isUnconnected = sql`
  (c.answered_at is null and c.has_rung is false
   and coalesce(c.status in (408, 487), c.rang_at is not null)
   and c.ended_at - c.began_at >= make_interval(secs => ${TIMED_OUT_SECONDS}))`;

/** Somebody answered, or the network said something about the telephone that was called. */
const isReached = sql`
  (c.answered_at is not null or c.has_rung is distinct from false or (c.is_offered and c.status not in (408, 487)))`;

/** No telephone rings as long: whoever is still on the line then has been reached. */
const SETTLED_MINUTES = 4;
const isSettled = (scope: TrunkScope) =>
  sql`c.began_at < ${scope.now()}::timestamptz - make_interval(mins => ${SETTLED_MINUTES})`;

/**
 * Its calls since a time that were not connected, as far as none was reached after them. The newest ones do not count: those
 * of them that timed out are over, and those that were answered go on. Indexes: as above.
 */
export const unconnectedSince = (scope: TrunkScope, trunk: HealthTrunk, since: Date) =>
  scope.first<{ calls: number; since: Date | null }>(sql`
    select count(c.id) as calls, min(c.began_at) as since
    from ${trunk.row} left join trunk_calls c on ${trunk.calls} and c.began_at >= greatest(${since}, t.updated_at)
      and ${isSettled(scope)} and c.ended_at is not null and ${isUnconnected}
      and c.began_at > coalesce(
        (select c.began_at from trunk_calls c
         where ${trunk.calls} and c.began_at > ${since}
           and ((c.ended_at is not null and ${isReached}) or (c.ended_at is null and ${isSettled(scope)}))
         order by c.began_at desc limit 1), '-infinity')`);

const MOST_COMPARED = 1000;

/** The newest calls over the trunks of the same owner that were offered: those of this one only from before a time. */
export const comparedCalls = (
  scope: TrunkScope,
  trunk: HealthTrunk,
  { since, before }: { readonly since: Date; readonly before: Date },
) =>
  scope.first<{ calls: number; answered: number }>(sql`
    select count(*) as calls, count(n.answered_at) as answered from ${trunk.row} cross join lateral (
      select c.answered_at from trunk_calls c
      where ${trunk.ownersCalls} and c.began_at > ${since} and c.ended_at is not null and c.is_offered
        and (c.began_at < ${before} or (${trunk.calls}) is not true)
      order by c.began_at desc limit ${MOST_COMPARED}) n`);

/** What shows whether it works, since it was created or changed. Indexes: as above. */
export const evidenceOf = (scope: TrunkScope, trunk: HealthTrunk) =>
  scope.first<TrunkEvidence>(sql`
    select k.checked_at as "checkedAt", k.status as "checkStatus", l.ended_at as "lastCallAt", l.status as "lastCallStatus",
      (select c.ended_at from trunk_calls c where ${trunk.calls} and c.began_at >= t.updated_at and c.ended_at is not null
         and c.is_offered and not ${isUnconnected} order by c.began_at desc limit 1) as "carriedAt"
    from ${trunk.row} left join ${trunk.check} k on k.checked_at >= t.updated_at
    left join lateral (select c.ended_at, c.status from trunk_calls c
                       where ${trunk.calls} and c.began_at >= t.updated_at and c.ended_at is not null
                       order by c.began_at desc limit 1) l on true`);

/** Not of one that was changed meanwhile. */
export const saveCheck = (
  scope: TrunkScope,
  { id, revision, status }: Pick<Trunk, 'id' | 'revision'> & { readonly status: number | null },
) =>
  scope.run(sql`
    insert into trunk_checks (trunk_id, checked_at, status)
    select id, ${scope.now()}, ${status} from trunks
    where ${sql`company_id is not distinct from ${scope.companyId}`} and id = ${id} and revision = ${revision}
    on conflict (trunk_id) do update set checked_at = excluded.checked_at, status = excluded.status`);

export const saveSettingsCheck = (everywhere: Everywhere, trunk: string, status: number | null) =>
  everywhere.run(sql`
    insert into settings_trunk_checks (trunk, checked_at, status) values (${trunk}, ${everywhere.now()}, ${status})
    on conflict (trunk) do update set checked_at = excluded.checked_at, status = excluded.status`);

/** Of one that the settings no longer have. */
export const deleteOldSettingsChecks = (everywhere: Everywhere, before: Date) =>
  everywhere.run(sql`delete from settings_trunk_checks where checked_at < ${before}`);
