import { MOST_AGENTS } from '@parley/contract/billing.ts';
import type { ConversationStatus } from '@parley/contract/conversation.ts';
import { type FirstStepsView, MOST_WAITING, type StatisticsView } from '@parley/contract/overview.ts';
import type { Scope } from '../../storage/scope.ts';
import { sql } from '../../storage/sql.ts';
import { WORKER_LOST_AFTER_SECONDS } from '../conversations/worker-liveness.model.ts';

export interface Ended {
  readonly id: string;
  readonly contactName: string;
  readonly agentName: string | null;
  readonly status: ConversationStatus;
  readonly endedAt: Date;
}

/** Conversations that ended last. Index: conversations_ended. */
export const endedLast = (scope: Scope, most: number) =>
  scope.all<Ended>(sql`
    select c.id, concat_ws(' ', p.first_name, p.last_name) as "contactName", v.name as "agentName", c.status,
           c.finished_at as "endedAt"
    from conversations c
      join contacts p on p.id = c.contact_id
      left join agents a on a.id = c.agent_id
      left join agent_versions v on v.id = a.version_id
    where c.company_id = ${scope.companyId} and c.finished_at is not null
    order by c.finished_at desc limit ${most}`);

/** Calls that wait to be placed, counted as far as it matters. Indexes: call_attempts_due, call_attempts_waiting_for_number. */
export async function countWaiting(scope: Scope, most: number): Promise<number> {
  const row = await scope.first<{ waiting: number }>(sql`
    select count(*) as waiting from (
      select 1 from call_attempts
      where company_id = ${scope.companyId} and status = 'SCHEDULED' and is_admitted and waits_for_number is null
      union all
      select 1 from call_attempts
      where company_id = ${scope.companyId} and status = 'SCHEDULED' and is_admitted and waits_for_number is not null
      limit ${most}) counted`);
  return row?.waiting ?? 0;
}

export interface Soundness {
  /** Processes that hold calls, and gave a sign of life lately. */
  readonly workers: number;
  readonly webhooks: number;
  readonly openCircuits: number;
  /** Calls that the telephone network did not take, and that wait until it does. */
  readonly requeued: number;
}

/** A call that the network did not take is tried again within seconds or minutes. */
const SOON_MS = 15 * 60_000;
const soon = (now: Date): Date => new Date(now.getTime() + SOON_MS);

/** Index of requeued calls: call_attempts_put_back. */
export const readSoundness = async (scope: Scope): Promise<Soundness> =>
  (await scope.first<Soundness>(sql`
    select (select count(*) from workers where last_seen_at > clock_timestamp() - make_interval(secs => ${WORKER_LOST_AFTER_SECONDS})) as workers,
           count(*) as webhooks, count(circuit_opened_at) as "openCircuits",
           (select count(*) from (
             select 1 from call_attempts where company_id = ${scope.companyId} and status = 'SCHEDULED'
               -- Of a run that is held, and of those that wait for another day, nobody asks the network.
               and put_back_since <= ${scope.now()} and scheduled_at <= ${soon(scope.now())}
               and not exists (select from held_dial_queues h where h.dial_queue = call_attempts.dial_queue)
             limit ${MOST_WAITING}) counted) as "requeued"
    from webhooks where company_id = ${scope.companyId}`)) ?? {
    workers: 0,
    webhooks: 0,
    openCircuits: 0,
    requeued: 0,
  };

interface Period {
  readonly from: string;
  readonly to: string;
}

/** Each of the days, also those on which nobody was called. Index: call_days_pkey. */
export const callsByDay = (scope: Scope, { from, to }: Period) =>
  scope.all<Omit<StatisticsView['days'][number], 'cost'>>(sql`
    select days.day::text as date, coalesce(sum(c.calls), 0) as calls,
           coalesce(sum(c.calls) filter (where c.status = 'COMPLETED'), 0) as completed, coalesce(sum(c.minutes), 0) as minutes
    from (select ${from}::date + nth as day from generate_series(0, ${to}::date - ${from}::date) nth) days
      left join call_days c on c.company_id = ${scope.companyId} and c.day = days.day
    group by days.day order by days.day`);

/** The agents that used most, also those that were deleted since. Index: call_days_pkey. */
export const callsByAgent = (scope: Scope, { from, to }: Period) =>
  scope.all<Omit<StatisticsView['agents'][number], 'cost'>>(sql`
    select used."agentId", v.name, used.calls, used.completed, used.minutes
    from (
      select agent_id as "agentId", sum(calls) as calls,
             coalesce(sum(calls) filter (where status = 'COMPLETED'), 0) as completed, sum(minutes) as minutes
      from call_days
      where company_id = ${scope.companyId} and day between ${from}::date and ${to}::date
      group by agent_id order by minutes desc, calls desc, agent_id limit ${MOST_AGENTS}) used
      left join agents a on a.id = used."agentId" and a.company_id = ${scope.companyId}
      left join agent_versions v on v.id = a.version_id
    order by used.minutes desc, used.calls desc, used."agentId"`);

/** What the people of a company have done so far. Each part ends at the first row that counts. */
export const firstStepsOf = (scope: Scope, userId: string) =>
  scope.first<Omit<FirstStepsView, 'telephone'>>(sql`
    select
      -- Agents from before there were versions name nobody.
      exists (select from agents a join agent_versions v on v.agent_id = a.id and v.number = 1
        where a.company_id = ${scope.companyId} and v.actor_kind is distinct from 'system') as agent,
      exists (select from contacts where company_id = ${scope.companyId}
        and metadata->'isSample' is null and metadata->'consoleUserId' is null) as contacts,
      exists (select from call_days where company_id = ${scope.companyId} and status = 'COMPLETED') as call,
      exists (select from trunks where company_id = ${scope.companyId} and is_active) as trunk,
      exists (select from webhooks where company_id = ${scope.companyId}) as webhook,
      exists (select from memberships where company_id = ${scope.companyId} and user_id <> ${userId})
        or exists (select from invitations where company_id = ${scope.companyId} and accepted_at is null
          and expires_at > ${scope.now()}) as team`);
