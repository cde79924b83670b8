import type { RunStatus } from '@parley/contract/run.ts';
import type { Everywhere, Scope } from '../../storage/scope.ts';
import { olderThan, type Slice } from '../../storage/slice.ts';
import { and, type CompanyId, sql } from '../../storage/sql.ts';
import { rulesOf } from '../conversations/dial-rules.actions.ts';
import { isInert, type Progress, type Run } from './run.model.ts';

const columns = sql`
  r.id, r.name, r.agent_id as "agentId", r.agent_version_id as "agentVersionId", r.job_id as "jobId", r.split, r.status, r.metadata,
  (select ${rulesOf} from dial_queue_rules d where d.company_id = r.company_id and d.dial_queue = r.id) as settings, r.invite, r.alarm,
  r.is_simulated as "isSimulated", r.scheduled_at as "scheduledAt", r.schedule_error as "scheduleError", r.due_at as "dueAt",
  r.admitted_to as "admittedTo", r.fanned_to as "queuedTo", r.pending, r.created_at as "createdAt", r.updated_at as "updatedAt"`;

/** A run that is not inert, or has conversations to make, keeps its agent from being deleted. */
const openAgent = ({ status, agentId, pending }: Run): string | null =>
  isInert(status) && pending === 0 ? null : agentId;

const splitOf = ({ split }: Run): string | null => (split === null ? null : JSON.stringify(split));

export const insertRun = (scope: Scope, one: Run) =>
  scope.run(sql`
    insert into runs (id, company_id, name, agent_id, open_agent_id, job_id, split, status, metadata, is_simulated, created_at, updated_at)
    values (${one.id}, ${scope.companyId}, ${one.name}, ${one.agentId}, ${openAgent(one)}, ${one.jobId}, ${splitOf(one)}::json, ${one.status},
            ${one.metadata}, ${one.isSimulated}, ${one.createdAt}, ${one.updatedAt})`);

export const saveRun = (scope: Scope, one: Run) =>
  scope.run(sql`
    update runs set
      name = ${one.name}, open_agent_id = ${openAgent(one)}, agent_version_id = ${one.agentVersionId}, status = ${one.status},
      split = ${splitOf(one)}::json, is_simulated = ${one.isSimulated}, scheduled_at = ${one.scheduledAt}, schedule_error = ${one.scheduleError},
      due_at = ${one.dueAt}, admitted_to = ${one.admittedTo}, fanned_to = ${one.queuedTo}, pending = ${one.pending},
      alarm = ${one.alarm === null ? null : JSON.stringify(one.alarm)}::json,
      invite = ${one.invite}::text[],
      is_tended = ${!['DRAFT', 'SCHEDULED', 'COMPLETED'].includes(one.status)}, updated_at = ${one.updatedAt}
    where company_id = ${scope.companyId} and id = ${one.id}`);

/** Whoever changes a run, or makes conversations of it, takes its row first. */
export const lockRun = (scope: Scope, id: string) =>
  scope.first<Run>(sql`
    select ${columns} from runs r where r.company_id = ${scope.companyId} and r.id = ${id} and r.deleted_at is null for update`);

/** Also one that was deleted: what it has undone is done all the same. */
export const lockEvenDeleted = (scope: Scope, id: string) =>
  scope.first<Run>(
    sql`select ${columns} from runs r where r.company_id = ${scope.companyId} and r.id = ${id} for update`,
  );

/**
 * How the conversations stand, by counters; calls on the line are counted where they are held, and there are never
 * more than the plan allows. One statement, so that all numbers are of one moment. Index: live_calls_by_company.
 */
const counted = sql`
  coalesce(p.open, 0) as open, coalesce(p.completed, 0) as completed, coalesce(p.failed, 0) as failed,
  coalesce(p.cancelled, 0) as cancelled, coalesce(p.unreachable, 0) as unreachable, coalesce(l.live, 0) as live
  from runs r
  left join lateral (
    select sum(open) as open, sum(completed) as completed, sum(failed) as failed, sum(cancelled) as cancelled,
           sum(unreachable) as unreachable
    from run_progress where run_id = r.id) p on true
  left join lateral (
    select count(*) as live from live_calls c
    where c.company_id = r.company_id and c.dial_queue = r.id
      and exists (select from conversations o where o.id = c.conversation_id)) l on true`;

export type CountedRun = Run & Progress;

export const findRun = (scope: Scope, id: string) =>
  scope.first<CountedRun>(sql`
    select ${columns}, ${counted} where r.company_id = ${scope.companyId} and r.id = ${id} and r.deleted_at is null`);

export interface RunFilter {
  readonly status?: RunStatus | undefined;
  readonly agentId?: string | undefined;
}

const matching = (scope: Scope, { status, agentId }: RunFilter) =>
  and(
    sql`r.company_id = ${scope.companyId} and r.deleted_at is null`,
    ...(status === undefined ? [] : [sql`r.status = ${status}`]),
    ...(agentId === undefined ? [] : [sql`r.agent_id = ${agentId}`]),
  );

/** Indexes: runs_newest, runs_by_status. */
export const listRuns = (scope: Scope, filter: RunFilter, page: Slice) =>
  scope.all<CountedRun>(sql`
    select ${columns}, ${counted} where ${and(matching(scope, filter), olderThan(sql`r.id`, page))}
    order by r.id desc limit ${page.limit} offset ${page.offset}`);

export async function countRuns(scope: Scope, filter: RunFilter): Promise<number> {
  const row = await scope.first<{ total: number }>(
    sql`select count(*) as total from runs r where ${matching(scope, filter)}`,
  );
  return row?.total ?? 0;
}

/** How many are not over, also of a run that was deleted. */
export async function openConversations(scope: Scope, id: string): Promise<number> {
  const row = await scope.first<{ open: number }>(sql`
    select coalesce(sum(open), 0) as open from run_progress where company_id = ${scope.companyId} and run_id = ${id}`);
  return row?.open ?? 0;
}

/** Whether everybody who is paid for has a conversation; also of a run that was deleted. */
export async function isFullyQueued(scope: Scope, id: string): Promise<boolean> {
  const row = await scope.first(
    sql`select 1 as one from runs where company_id = ${scope.companyId} and id = ${id} and pending > 0`,
  );
  return row === undefined;
}

/** From now on nobody sees it; its contacts and counters go in their time. */
export const markDeleted = (scope: Scope, id: string) =>
  scope.run(sql`
    update runs set deleted_at = ${scope.now()}, is_tended = true where company_id = ${scope.companyId} and id = ${id}`);

export const requestMaintenance = (scope: Scope, id: string) =>
  scope.run(sql`update runs set is_tended = true where company_id = ${scope.companyId} and id = ${id}`);

export const endMaintenance = (scope: Scope, id: string) =>
  scope.run(sql`update runs set is_tended = false where company_id = ${scope.companyId} and id = ${id}`);

/** Removes a deleted run with so many of its contacts; false while there are more. */
export async function purgeRun(scope: Scope, id: string, most: number): Promise<boolean> {
  const gone = await scope.run(sql`
    delete from run_contacts where company_id = ${scope.companyId} and run_id = ${id} and position in (
      select position from run_contacts where run_id = ${id} order by position limit ${most})`);
  if (gone === most) return false;
  await scope.run(sql`delete from runs where company_id = ${scope.companyId} and id = ${id}`);
  await scope.run(sql`delete from run_progress where company_id = ${scope.companyId} and run_id = ${id}`);
  return true;
}

export interface MaintainedRun {
  readonly id: string;
  readonly companyId: CompanyId;
  readonly status: RunStatus;
  readonly isDeleted: boolean;
}

/**
 * Runs with something to complete: conversations to make or to cancel, or none left open. A cancelled one whose calls are
 * on the line is left alone meanwhile. Indexes: runs_tended, conversations_waiting_by_run.
 */
export const runsToMaintain = (everywhere: Everywhere, limit: number, passedOver: readonly string[]) =>
  everywhere.all<MaintainedRun>(sql`
    select r.id, r.company_id as "companyId", r.status, r.deleted_at is not null as "isDeleted" from runs r
    where r.is_tended and r.id <> all(${passedOver}::uuid[]) and (
      r.pending > 0
      or (r.status in ('RUNNING', 'CANCELLED') or r.deleted_at is not null)
        and (select coalesce(sum(open), 0) from run_progress p where p.run_id = r.id) = 0
      or r.status = 'CANCELLED' and exists (
        select from conversations c where c.company_id = r.company_id and c.run_id = r.id and c.status = 'SCHEDULED'
          and not exists (select from call_attempts a where a.conversation_id = c.id and a.status = 'IN_PROGRESS')))
    order by r.updated_at limit ${limit}`);

/** Index: runs_due. */
export const runsDue = (everywhere: Everywhere, limit: number, passedOver: readonly string[]) =>
  everywhere.all<{ id: string; companyId: CompanyId }>(sql`
    select id, company_id as "companyId" from runs
    where status = 'SCHEDULED' and due_at <= ${everywhere.now()} and id <> all(${passedOver}::uuid[])
    order by due_at limit ${limit}`);

/** Runs whose counters are not what their conversations say. */
export const wrongCounters = (everywhere: Everywhere) =>
  everywhere.all<{ id: string }>(sql`
    select r.id from runs r
    left join lateral (select sum(open) as open, sum(completed) as completed, sum(failed) as failed, sum(cancelled) as cancelled,
                              sum(unreachable) as unreachable from run_progress where run_id = r.id) p on true,
    lateral (
      select count(*) filter (where status in ('SCHEDULED', 'IN_PROGRESS')) as open,
             count(*) filter (where status = 'COMPLETED') as completed, count(*) filter (where status = 'FAILED') as failed,
             count(*) filter (where status = 'CANCELLED') as cancelled, count(*) filter (where status = 'UNREACHABLE') as unreachable
      from conversations where run_id = r.id) c
    where (coalesce(p.open, 0), coalesce(p.completed, 0), coalesce(p.failed, 0), coalesce(p.cancelled, 0), coalesce(p.unreachable, 0))
       <> (c.open, c.completed, c.failed, c.cancelled, c.unreachable)`);
