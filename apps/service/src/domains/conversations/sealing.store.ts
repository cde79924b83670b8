import { type CallWords, sealAnalyses, sealCalls, sealParts } from '../../storage/call-texts.ts';
import { SEALING } from '../../storage/installation.ts';
import type { Everywhere } from '../../storage/scope.ts';
import { rowsAs, sql } from '../../storage/sql.ts';
import { type AnalysisResult, countedResult } from './call-analysis.model.ts';
import { WORKER_LOST_AFTER_SECONDS } from './worker-liveness.model.ts';

/**
 * From now on what is said in calls is sealed, unless a process of a version that cannot read that still conducts, analyses or
 * settles calls. No such process starts any more: the schema is newer than it knows.
 */
export const beginSealing = (everywhere: Everywhere) =>
  everywhere.run(sql`
    insert into installation_facts (name, value)
    select ${SEALING}, 'yes' where not exists (
      select from workers w
      where not w.reads_sealed and w.last_seen_at > clock_timestamp() - make_interval(secs => ${WORKER_LOST_AFTER_SECONDS}))
    on conflict (name) do nothing`);

/** Of a call that nobody answered the transcript is empty. */
const isPlain = sql`(transcript::text <> '[]' or findings is not null)`;

const isPlainAnalysis = sql`result is not null and result->>'isSealed' is null`;

/** Calls with something plain, oldest first. Indexes: call_attempts_plain, call_journals_plain, call_analyses_plain. */
export const plainCalls = (everywhere: Everywhere, after: string, most: number) =>
  everywhere.all<{ id: string }>(sql`
    select id from (
      (select id from call_attempts where ${isPlain} and id > ${after} order by id limit ${most})
      union
      (select attempt_id from call_analyses where ${isPlainAnalysis} and attempt_id > ${after} order by attempt_id limit ${most})
      union
      (select distinct attempt_id from call_journals where sealed is null and attempt_id > ${after} order by attempt_id limit ${most})
    ) plain where exists (select from installation_facts where name = ${SEALING}) order by id limit ${most}`);

/** Rows that somebody else is writing are left for the next time. Answers how many were sealed. */
export async function sealPlain(everywhere: Everywhere, ids: readonly string[]): Promise<number> {
  const [calls, parts] = await Promise.all([
    everywhere.all<CallWords & { id: string }>(sql`
      select id, transcript, findings, recording_consent as "recordingConsent" from call_attempts
      where id = any(${ids}::uuid[]) and ${isPlain}
      order by id for no key update skip locked`),
    everywhere.all<{ attemptId: string; part: number; entries: unknown[] }>(sql`
      select attempt_id as "attemptId", part, entries from call_journals
      where attempt_id = any(${ids}::uuid[]) and sealed is null order by attempt_id, part for no key update skip locked`),
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
  return sealedCalls.length + sealedParts.length;
}

/** Their trigger writes down the results of runs again: the locks for that first, as everybody takes them, and then the rows. */
export async function sealPlainAnalyses(everywhere: Everywhere, ids: readonly string[]): Promise<number> {
  await everywhere.run(sql`
    select lock_results(array(
      select c.id from call_analyses n join conversations c on c.id = n.conversation_id
      where n.attempt_id = any(${ids}::uuid[]) and ${isPlainAnalysis} and c.run_id is not null))`);
  const plain = await everywhere.all<{ attemptId: string; result: AnalysisResult }>(sql`
    select attempt_id as "attemptId", result from call_analyses
    where attempt_id = any(${ids}::uuid[]) and ${isPlainAnalysis} order by attempt_id for no key update skip locked`);
  const sealed = (
    await sealAnalyses<AnalysisResult, (typeof plain)[number]>(everywhere, plain, countedResult)
  ).filter((row) => row.sealed !== null);
  if (sealed.length === 0) return 0;
  return everywhere.run(sql`
    update call_analyses n set result = r.result, sealed = r.sealed
    from ${rowsAs('r', sealed, { attemptId: 'uuid', result: 'json', sealed: 'bytea' })} where n.attempt_id = r."attemptId"`);
}
