import { type CallWords, sealAnalyses, sealCalls, sealParts } from '../../storage/call-texts.ts';
import { readFact, SEALING, SEALING_DOCUMENTS, SEALING_EVENTS } from '../../storage/installation.ts';
import { SEEN_WITHIN_SECONDS } from '../../storage/running-processes.ts';
import type { Everywhere, Runner } from '../../storage/scope.ts';
import { rowsAs, sql } from '../../storage/sql.ts';
import { type AnalysisResult, countedResult } from './call-analysis.model.ts';
import { WORKER_LOST_AFTER_SECONDS } from './worker-liveness.model.ts';

/**
 * From now on what is said in calls is sealed, and then texts of documents and CVs, unless a process of a version that cannot read
 * that still conducts, analyses or settles calls. No such process starts any more: the schema is newer than it knows.
 */
export const beginSealing = (everywhere: Everywhere) =>
  everywhere.run(sql`
    insert into installation_facts (name, value)
    select fact.name, 'yes' from (values (${SEALING}, false), (${SEALING_DOCUMENTS}, true)) as fact (name, is_of_documents)
    where not exists (
      select from workers w
      where not case when fact.is_of_documents then w.reads_sealed_documents else w.reads_sealed end
        and w.last_seen_at > clock_timestamp() - make_interval(secs => ${WORKER_LOST_AFTER_SECONDS}))
    on conflict (name) do nothing`);

/** The first schema whose processes read sealed events. */
const READS_SEALED_EVENTS = 43;

export const isSealingEvents = (everywhere: Everywhere) => readFact(everywhere, SEALING_EVENTS);

/**
 * The same for events. Processes of the version before could still start, as the schema only has one column more: they would send events
 * without what was said. So the installation is closed to them in the same transaction, in which no process can start. False: one runs.
 */
export async function beginSealingEvents(everywhere: Everywhere): Promise<boolean> {
  await everywhere.run(sql`lock table running_processes in share row exclusive mode`);
  const begun = await everywhere.run(sql`
    insert into installation_facts (name, value)
    select ${SEALING_EVENTS}, 'yes'
    where not exists (
        select from running_processes where newest_schema < ${READS_SEALED_EVENTS}
          and last_seen_at > clock_timestamp() - make_interval(secs => ${SEEN_WITHIN_SECONDS}))
      and not exists (
        select from workers where not is_registered
          and last_seen_at > clock_timestamp() - make_interval(secs => ${SEEN_WITHIN_SECONDS}))
    on conflict (name) do nothing`);
  if (begun === 0) return false;
  await everywhere.run(sql`
    update schema_migrations set oldest_process = greatest(oldest_process, ${READS_SEALED_EVENTS})
    where version = ${READS_SEALED_EVENTS}`);
  return true;
}

/** From which call on the background looks for something plain, in the order of their ids. */
const BOOKMARK = 'SEALED_UP_TO';
export const FIRST = '00000000-0000-0000-0000-000000000000';
/** There is nothing more to look at. */
export const END = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

/** Undefined: nothing is to be sealed yet. */
export async function readBookmark(everywhere: Everywhere): Promise<string | undefined> {
  const row = await everywhere.first<{ from: string }>(sql`
    select coalesce(b.value, ${FIRST}) as "from"
    from installation_facts s left join installation_facts b on b.name = ${BOOKMARK} where s.name = ${SEALING}`);
  return row?.from;
}

/** Unless somebody has stored something plain, and moved it, meanwhile. */
export const moveBookmark = (everywhere: Everywhere, from: string, to: string) =>
  everywhere.run(sql`
    insert into installation_facts (name, value) values (${BOOKMARK}, ${to})
    on conflict (name) do update set value = excluded.value where installation_facts.value = ${from}`);

/** These were stored plain: the background, which may be past them, goes back. With the commit, so that nobody waits for the row. */
export async function notePlain(
  runner: Pick<Runner<boolean>, 'atCommit'>,
  attemptIds: readonly string[],
): Promise<void> {
  const [earliest] = [...attemptIds].sort();
  if (earliest === undefined) return;
  await runner.atCommit(sql`
    update installation_facts set value = ${earliest}
    where name = ${BOOKMARK} and value collate "C" > ${earliest}`);
}

/** By its size, so that no text is read: the empty transcript of a call that nobody answered takes 3 bytes. */
const isPlain = sql`(pg_column_size(transcript) > 8 or findings is not null)`;

const isPlainAnalysis = sql`result is not null and (sealed is null or result->>'isSealed' is null)`;

const hasPlain = sql`(
  coalesce(${isPlain}, false)
  or exists (select from call_journals j where j.attempt_id = a.id and j.sealed is null)
  or exists (select from call_analyses n where n.attempt_id = a.id and ${isPlainAnalysis}))`;

/** The next calls, and whether something of them is plain. Indexes: the primary keys. */
export const callsFrom = (everywhere: Everywhere, from: string, most: number) =>
  everywhere.all<{ id: string; isPlain: boolean }>(sql`
    select id, ${hasPlain} as "isPlain" from call_attempts a where id >= ${from} order by id limit ${most}`);

/** Of these calls, those of which something is still plain. */
export const plainOf = (everywhere: Everywhere, attemptIds: readonly string[]) =>
  everywhere.all<{ id: string }>(sql`
    select id from call_attempts a where id = any(${attemptIds}::uuid[]) and ${hasPlain}`);

/** Rows that somebody else is writing are left to them. */
export async function sealPlain(everywhere: Everywhere, attemptId: string): Promise<void> {
  const [calls, parts] = await Promise.all([
    everywhere.all<CallWords & { id: string }>(sql`
      select id, transcript, findings, recording_consent as "recordingConsent" from call_attempts
      where id = ${attemptId} and ${isPlain} for no key update skip locked`),
    everywhere.all<{ attemptId: string; part: number; entries: unknown[] }>(sql`
      select attempt_id as "attemptId", part, entries from call_journals
      where attempt_id = ${attemptId} and sealed is null order by part for no key update skip locked`),
  ]);
  const sealedCalls = (await sealCalls(everywhere, calls)).filter(({ sealed }) => sealed !== null);
  const sealedParts = (await sealParts(everywhere, parts)).filter(({ sealed }) => sealed !== null);
  await Promise.all([
    sealedCalls.length > 0 &&
      everywhere.run(sql`
        update call_attempts a set transcript = null, findings = null, sealed = r.sealed,
          recording_consent = case when json_typeof(r."recordingConsent") <> 'null' then r."recordingConsent" end
        from ${rowsAs('r', sealedCalls, { id: 'uuid', sealed: 'bytea', recordingConsent: 'json' })} where a.id = r.id`),
    sealedParts.length > 0 &&
      everywhere.run(sql`
        update call_journals j set entries = '[]', sealed = r.sealed, entry_count = r."entryCount"
        from ${rowsAs('r', sealedParts, { attemptId: 'uuid', part: 'integer', sealed: 'bytea', entryCount: 'integer' })}
        where j.attempt_id = r."attemptId" and j.part = r.part`),
  ]);
}

/** Its trigger writes down the results of runs again: the lock for that first, as everybody takes it, and then the row. */
export async function sealPlainAnalysis(everywhere: Everywhere, attemptId: string): Promise<void> {
  await everywhere.run(sql`
    select lock_results(array(
      select c.id from call_analyses n join conversations c on c.id = n.conversation_id
      where n.attempt_id = ${attemptId} and ${isPlainAnalysis} and c.run_id is not null))`);
  const plain = await everywhere.all<{ attemptId: string; result: AnalysisResult }>(sql`
    select attempt_id as "attemptId", result from call_analyses
    where attempt_id = ${attemptId} and ${isPlainAnalysis} for no key update skip locked`);
  const sealed = (
    await sealAnalyses<AnalysisResult, (typeof plain)[number]>(everywhere, plain, countedResult)
  ).filter((row) => row.sealed !== null);
  if (sealed.length === 0) return;
  await everywhere.run(sql`
    update call_analyses n set result = r.result, sealed = r.sealed
    from ${rowsAs('r', sealed, { attemptId: 'uuid', result: 'json', sealed: 'bytea' })} where n.attempt_id = r."attemptId"`);
}
