import type { Everywhere } from '../../storage/scope.ts';
import { type Sql, sql } from '../../storage/sql.ts';

/** Calls that began before a time. `firstId`: the first id that can have been made since. */
export interface OldCalls {
  readonly before: Date;
  readonly firstId: string;
  /** Where the batch before ended: what must stay is not looked at again and again. */
  readonly after: string;
}

const isOld = ({ before, firstId, after }: OldCalls, id: Sql): Sql => sql`
  ${id} > ${after} and ${id} < ${firstId} and coalesce(a.called_at, a.scheduled_at) < ${before} and a.status not in ('SCHEDULED', 'IN_PROGRESS')`;

/**
 * Deletes the journals of so many old calls; answers the calls, in the order of their ids. What is still to be analysed needs its
 * journal. Index: the primary key of call_journals.
 */
export const deleteOldJournals = (everywhere: Everywhere, old: OldCalls, most: number) =>
  everywhere.all<{ id: string }>(sql`
    with old as (
      select distinct j.attempt_id from call_journals j join call_attempts a on a.id = j.attempt_id
      where ${isOld(old, sql`j.attempt_id`)}
        and not exists (select from call_analyses n where n.attempt_id = j.attempt_id and n.status < 2)
      order by j.attempt_id limit ${most}
    ), removed as (
      delete from call_journals j using old where j.attempt_id = old.attempt_id
    )
    select attempt_id as id from old order by attempt_id`);

/**
 * Forgets the recordings of so many old calls; the sweep deletes their bytes, once more after a while: that of a simulated call
 * may just be made. Answers the calls, in the order of their ids. Index: call_attempts_recorded.
 */
export const forgetOldRecordings = (everywhere: Everywhere, old: OldCalls, most: number) =>
  everywhere.all<{ id: string }>(sql`
    with old as (
      select a.id, a.recording_key from call_attempts a
      where a.recording_key is not null and ${isOld(old, sql`a.id`)}
      order by a.id limit ${most} for no key update of a
    ), forgotten as (
      update call_attempts a set recording_key = null, updated_at = ${everywhere.now()} from old where a.id = old.id
    ), discarded as (
      insert into object_deletions (key, upload_expires_at)
      select recording_key, ${everywhere.now()}::timestamptz + interval '5 minutes' from old on conflict (key) do nothing
    )
    select id from old order by id`);
