import type { Scope } from '../../storage/scope.ts';
import { sql } from '../../storage/sql.ts';
import type { ConversationStatus } from '../conversations/conversation.model.ts';
import { MOST_WAITING } from './overview.model.ts';

export interface Ended {
  readonly id: string;
  readonly contactName: string;
  readonly agentName: string | null;
  readonly status: ConversationStatus;
  readonly endedAt: Date;
}

/** So far back it is looked for what ended: far enough for a page that shows ten. */
const LOOKED_THROUGH = 500;

/**
 * Conversations that ended last, by what was told last: the newest of a million are found without a further index of
 * their own. Index: events_as_told.
 */
export const endedLast = (scope: Scope, most: number) =>
  scope.all<Ended>(sql`
    select c.id, concat_ws(' ', p.first_name, p.last_name) as "contactName", v.name as "agentName", c.status,
           c.finished_at as "endedAt"
    from (
      select distinct subject_id::uuid as id from (
        select subject_id, type from events where company_id = ${scope.companyId} and told_in > '0'
          -- After a restore from a dump, old rows carry the numbers of another server.
          and told_in < pg_snapshot_xmax(pg_current_snapshot()) order by told_in desc
        limit ${LOOKED_THROUGH}) told
      where type in ('conversation.completed', 'conversation.failed', 'conversation.cancelled')
    ) ended
      join conversations c on c.id = ended.id and c.company_id = ${scope.companyId} and c.finished_at is not null
      join contacts p on p.id = c.contact_id
      left join agents a on a.id = c.agent_id
      left join agent_versions v on v.id = a.version_id
    order by c.finished_at desc limit ${most}`);

/** Calls that wait to be placed, counted as far as it matters. Index: call_attempts_due. */
export async function countWaiting(scope: Scope, most: number): Promise<number> {
  const row = await scope.first<{ waiting: number }>(sql`
    select count(*) as waiting from (
      select 1 from call_attempts
      where company_id = ${scope.companyId} and status = 'SCHEDULED' and is_admitted limit ${most}) counted`);
  return row?.waiting ?? 0;
}

export interface Soundness {
  /** Processes that hold calls, and gave a sign of life lately. */
  readonly workers: number;
  readonly webhooks: number;
  readonly openCircuits: number;
  /** Calls that the telephone network did not take, and that wait until it does. */
  readonly putBack: number;
}

/** Index of those put back: call_attempts_put_back. A process that holds calls says every three seconds that it lives. */
const SILENT_SECONDS = 15;

export const readSoundness = async (scope: Scope): Promise<Soundness> =>
  (await scope.first<Soundness>(sql`
    select (select count(*) from workers where heard_of_at > clock_timestamp() - make_interval(secs => ${SILENT_SECONDS})) as workers,
           count(*) as webhooks, count(circuit_opened_at) as "openCircuits",
           (select count(*) from (
             select 1 from call_attempts where company_id = ${scope.companyId} and status = 'SCHEDULED'
               and put_back_since is not null limit ${MOST_WAITING}) counted) as "putBack"
    from webhooks where company_id = ${scope.companyId}`)) ?? {
    workers: 0,
    webhooks: 0,
    openCircuits: 0,
    putBack: 0,
  };

/** Of those that are there still. */
export const agentNames = (scope: Scope, ids: readonly string[]) =>
  scope.all<{ id: string; name: string }>(sql`
    select a.id, v.name from agents a join agent_versions v on v.id = a.version_id
    where a.company_id = ${scope.companyId} and a.id = any(${ids}::uuid[])`);
