import type { Focus } from '@parley/contract/agent.ts';
import type { TranscriptLine } from '@parley/contract/conversation.ts';
import {
  type AnalysisRow,
  analysisText,
  callText,
  entriesIn,
  isWithheld,
  partText,
  sealAnalyses,
  type Withheld,
  withResult,
  withWords,
} from '../../storage/call-texts.ts';
import type { Everywhere, Scope } from '../../storage/scope.ts';
import { type CompanyId, plannedAnew, rowsAs, type Sql, sql } from '../../storage/sql.ts';
import {
  type AnalysisResult,
  type CallAnalysis,
  countedResult,
  READABLE_AFTER_MS,
  refusedKeyPauseMs,
} from './call-analysis.model.ts';
import type { Attempt } from './call-attempt.model.ts';
import type { Conversation } from './conversation.model.ts';
import { notePlain } from './sealing.store.ts';

/**
 * Queues the analyses of calls that have just ended. The analyser publishes the completion of the conversation with the
 * result; for a conversation that goes on at another time it publishes only the result.
 */
export async function insertAnalyses(
  scope: Scope,
  calls: readonly {
    readonly attemptId: string;
    readonly conversation: Conversation;
    readonly isCompletion: boolean;
  }[],
): Promise<void> {
  if (calls.length === 0) return;
  const rows = calls.map(
    ({ attemptId, conversation: { id: conversationId, agentVersionId }, isCompletion }) => ({
      attemptId,
      id: scope.newId(),
      conversationId,
      agentVersionId,
      isCompletionPublished: !isCompletion,
    }),
  );
  const types = {
    attemptId: 'uuid',
    id: 'uuid',
    conversationId: 'uuid',
    agentVersionId: 'uuid',
    isCompletionPublished: 'boolean',
  };
  await scope.run(sql`
    insert into call_analyses (attempt_id, id, company_id, conversation_id, status, is_custom, due_at, is_completion_published, created_at, updated_at)
    select r."attemptId", r.id, ${scope.companyId}, r."conversationId", 0,
           exists (select from agent_versions v where v.id = r."agentVersionId" and v.flow is not null),
           ${scope.now()}, r."isCompletionPublished", ${scope.now()}, ${scope.now()}
    from ${rowsAs('r', rows, types)}`);
}

/** A call that is to be analysed, with everything that takes. */
export interface ClaimedAnalysis {
  readonly attemptId: string;
  readonly companyId: CompanyId;
  readonly conversationId: string;
  readonly contactId: string;
  readonly lease: string;
  readonly tries: number;
  readonly transcript: readonly TranscriptLine[] | null;
  readonly findings: unknown;
  readonly durationSeconds: number | null;
  readonly calledAt: Date;
  /** The first entry of its journal, which has the plan; null when nothing was kept. */
  readonly kept: unknown;
  /** What the agent was for; null: it had a flow of its own. */
  readonly focus: Focus | null;
  /** The key of its words was refused for so long that nobody waits for it any more. */
  readonly isUnreadable: boolean;
}

/** The first part of a journal, in which the plan comes first; of a plain one, the plan alone. */
interface FirstPart {
  readonly first: unknown[];
  readonly sealedPart: Buffer | null;
}
const firstPart = sql`
  case when j.sealed is null then json_build_array(j.entries->0) else '[]' end as first, j.sealed as "sealedPart"`;
const partOf = (attemptId: string, { sealedPart }: FirstPart) =>
  partText({ attemptId, part: 0, sealed: sealedPart });

/** Plans of earlier versions do not say what the agent was for, and an agent may be deleted once its calls are over. */
const focusOf = (focus: Focus | null, kept: unknown): Focus | null =>
  focus ?? (kept as { plan?: { focus?: Focus } } | null)?.plan?.focus ?? null;

type ClaimedRow = Omit<ClaimedAnalysis, 'kept' | 'isUnreadable'> &
  FirstPart & {
    readonly sealed: Buffer | null;
    readonly refusedSince: Date | null;
    /** It was finished before, and somebody wants it once more. */
    readonly wasFinished: boolean;
  };

interface Claimed {
  readonly calls: ClaimedAnalysis[];
  /** Why others could not be read. They were given back: nobody may conclude that nothing was said in them. */
  readonly withheld: readonly Withheld[];
}

/** Planned anew: nearly empty at night and full after a launch. */
async function claim(everywhere: Everywhere, which: Sql, tries: Sql, until: Date): Promise<Claimed> {
  const rows = await everywhere.all<ClaimedRow>(
    plannedAnew(sql`
      with chosen as (${which})
      update call_analyses n set status = 1, tries = ${tries}, lease = ${everywhere.newId()}, due_at = ${until}
      from chosen join call_attempts a on a.id = chosen.attempt_id join conversations c on c.id = a.conversation_id
        left join agent_versions v on v.id = c.agent_version_id left join call_journals j on j.attempt_id = a.id and j.part = 0
      where n.attempt_id = chosen.attempt_id
      returning n.attempt_id as "attemptId", n.company_id as "companyId", n.conversation_id as "conversationId",
        c.contact_id as "contactId", n.lease, n.tries, a.transcript, a.findings, a.sealed, a.duration_seconds as "durationSeconds",
        coalesce(a.called_at, a.scheduled_at) as "calledAt", n.refused_since as "refusedSince",
        chosen.status = 2 as "wasFinished", ${firstPart}, v.focus`),
  );
  const opened = await everywhere.texts.open(
    rows.flatMap((row) => [callText(row.attemptId, row), partOf(row.attemptId, row)]),
  );
  const claimed = rows.map((row, at) => {
    const texts = opened.slice(2 * at, 2 * at + 2);
    const withheld = texts.filter(isWithheld);
    return { row, texts, withheld, wait: waitForWords(withheld, everywhere.now(), row.refusedSince) };
  });
  const waiting = claimed.flatMap(({ row, wait, withheld }) => (wait ? [{ row, wait, withheld }] : []));
  await giveBack(everywhere, waiting);
  await forgetRefusals(
    everywhere,
    claimed.flatMap(({ row, withheld }) => (row.refusedSince && withheld.length === 0 ? [row] : [])),
  );
  return {
    calls: claimed.flatMap(
      ({
        row: { first, sealedPart: _, refusedSince: __, wasFinished: ___, ...row },
        texts,
        withheld,
        wait,
      }) => {
        if (wait) return [];
        const isUnreadable = withheld.length > 0;
        const [words, part] = isUnreadable ? [] : texts;
        const kept = entriesIn(part, first)[0] ?? null;
        return [{ ...withWords(row, words), kept, focus: focusOf(row.focus, kept), isUnreadable }];
      },
    ),
    withheld: waiting.flatMap(({ withheld }) => withheld),
  };
}

/** How a call waits until its words can be read. */
interface Wait {
  readonly pauseMs: number;
  readonly refusedSince: Date | null;
}

/** Undefined: the words can be read, or the call has waited long enough since the first refusal. */
function waitForWords(withheld: readonly Withheld[], now: Date, refusedSince: Date | null): Wait | undefined {
  if (withheld.length === 0) return undefined;
  // A KMS that does not answer says nothing about the key.
  if (withheld.some(({ kind }) => kind === 'unavailable'))
    return { pauseMs: READABLE_AFTER_MS, refusedSince };
  const since = refusedSince ?? now;
  const pauseMs = refusedKeyPauseMs(now.getTime() - since.getTime());
  return pauseMs === undefined ? undefined : { pauseMs, refusedSince: since };
}

/** As if it had not been tried: what was finished stays finished. */
async function giveBack(
  everywhere: Everywhere,
  waiting: readonly { readonly row: ClaimedRow; readonly wait: Wait }[],
): Promise<void> {
  if (waiting.length === 0) return;
  const rows = waiting.map(({ row: { attemptId, lease, wasFinished }, wait: { pauseMs, refusedSince } }) => ({
    attemptId,
    lease,
    status: wasFinished ? 2 : 0,
    dueAt: new Date(everywhere.now().getTime() + pauseMs),
    refusedSince: wasFinished ? null : refusedSince,
  }));
  const types = {
    attemptId: 'uuid',
    lease: 'uuid',
    status: 'int',
    dueAt: 'timestamptz',
    refusedSince: 'timestamptz',
  };
  await everywhere.run(sql`
    update call_analyses n
    set status = r.status, tries = greatest(n.tries - 1, 0), lease = null, due_at = r."dueAt",
      refused_since = r."refusedSince"
    from ${rowsAs('r', rows, types)}
    where n.attempt_id = r."attemptId" and n.lease = r.lease`);
}

/** Their keys are repaired. */
async function forgetRefusals(everywhere: Everywhere, readable: readonly ClaimedRow[]): Promise<void> {
  if (readable.length === 0) return;
  await everywhere.run(sql`
    update call_analyses n set refused_since = null
    from ${rowsAs('r', readable, { attemptId: 'uuid', lease: 'uuid' })}
    where n.attempt_id = r."attemptId" and n.lease = r.lease`);
}

/** What may be claimed at once: so many in all, so many of each company, and of those listed so many. */
export interface AnalysisCapacity {
  readonly most: number;
  readonly perCompany: number;
  readonly exceptions: ReadonlyMap<string, number>;
}

/**
 * Those that are due, and those whose process is gone, of each company about as many; passing over what another is taking.
 * `company` skips along the index, so that a long queue of one costs the others nothing. More may be due than are claimed,
 * unless none is. Index: call_analyses_due_by_company.
 */
export async function claimDue(
  everywhere: Everywhere,
  { most, perCompany, exceptions }: AnalysisCapacity,
  until: Date,
): Promise<ClaimedAnalysis[]> {
  const due = sql`
    with recursive company as (
      (select company_id from call_analyses where status < 2 order by company_id limit 1)
      union all
      select (select n.company_id from call_analyses n
              where n.status < 2 and n.company_id > c.company_id order by n.company_id limit 1)
      from company c where c.company_id is not null
    ),
    ready as (
      select c.company_id, coalesce(b.room, ${perCompany}) as room
      from company c left join unnest(${[...exceptions.keys()]}::uuid[], ${[...exceptions.values()]}::int[]) as b (id, room) on b.id = c.company_id
      where coalesce(b.room, ${perCompany}) > 0 and exists (
        select from call_analyses n where n.company_id = c.company_id and n.status < 2 and n.due_at <= ${everywhere.now()})
    )
    select mine.attempt_id, mine.status
    from ready cross join lateral (
      select n.attempt_id, n.status, n.due_at from call_analyses n
      where n.company_id = ready.company_id and n.status < 2 and n.due_at <= ${everywhere.now()}
      order by n.due_at limit least(ready.room, (select ceil(${most}::numeric / count(*))::int from ready)) for update skip locked
    ) mine order by mine.due_at limit ${most}`;
  return (await claim(everywhere, due, sql`n.tries + 1`, until)).calls;
}

/** This one, whatever became of it before. */
export async function claimOne(
  everywhere: Everywhere,
  attemptId: string,
  until: Date,
): Promise<ClaimedAnalysis | undefined> {
  const one = sql`select attempt_id, status from call_analyses where attempt_id = ${attemptId} for update`;
  const { calls, withheld } = await claim(everywhere, one, sql`1`, until);
  if (withheld[0]) throw withheld[0].error;
  return calls[0];
}

/** What came of one analysis; without a result it waits, or has failed. */
export interface StoredOutcome {
  readonly attemptId: string;
  readonly lease: string;
  readonly status: number;
  readonly dueAt: Date;
  readonly result: AnalysisResult | null;
  readonly error: string | null;
}

const columns = sql`
  n.id, n.attempt_id as "attemptId", n.conversation_id as "conversationId", n.status, n.is_custom as "isCustom",
  n.created_at as "createdAt", n.updated_at as "updatedAt"`;

type CallAnalysisRow = Omit<CallAnalysis, 'result'> & AnalysisRow<AnalysisResult>;

async function opened<Row extends CallAnalysisRow>(scope: Scope, rows: readonly Row[]) {
  const texts = await scope.texts.open(rows.map(analysisText));
  return rows.map(({ sealed: _, ...row }, at) => ({ ...row, result: withResult(row.result, texts[at]) }));
}

/** Before they are stored, because that is sent in a certain order with other statements. */
export async function sealOutcomes(scope: Scope, outcomes: readonly StoredOutcome[]) {
  const sealed = await sealAnalyses<AnalysisResult, StoredOutcome>(scope, outcomes, countedResult);
  return sealed.map((outcome, at) => ({ ...outcome, found: outcomes[at]?.result ?? null }));
}

type SealedOutcome = Awaited<ReturnType<typeof sealOutcomes>>[number];

/**
 * Stores the results of analyses, and returns those that were still this process's to write, and whether their
 * completion had been published. One that was found out before and failed when it was begun again keeps what it had. They are
 * returned with what was found now, which nobody has to open: a key that is broken takes no other result with it.
 */
export const storeOutcomes = async (scope: Scope, outcomes: readonly SealedOutcome[]) => {
  const column = <Value>(read: (outcome: SealedOutcome) => Value) => outcomes.map(read);
  const rows = await scope.all<Omit<CallAnalysis, 'result'> & { wasCompletionPublished: boolean }>(sql`
    with outcome (attempt_id, lease, status, due_at, result, sealed, error) as (
      select * from unnest(
        ${column(({ attemptId }) => attemptId)}::uuid[], ${column(({ lease }) => lease)}::uuid[],
        ${column(({ status }) => status)}::smallint[], ${column(({ dueAt }) => dueAt)}::timestamptz[],
        ${column(({ result }) => (result === null ? null : JSON.stringify(result)))}::json[],
        ${column(({ sealed }) => sealed)}::bytea[], ${column(({ error }) => error)}::text[])
    ), mine as (
      select n.attempt_id, n.is_completion_published from call_analyses n join outcome o on o.attempt_id = n.attempt_id and o.lease = n.lease
      where n.company_id = ${scope.companyId} order by n.attempt_id for update of n
    )
    update call_analyses n set
      status = case when o.status = 3 and n.result is not null then 2 else o.status end,
      result = coalesce(o.result, n.result), sealed = case when o.result is null then n.sealed else o.sealed end,
      error = o.error, due_at = o.due_at, lease = null,
      is_completion_published = n.is_completion_published or o.status >= 2,
      updated_at = case when o.status < 2 then n.updated_at else ${scope.now()}::timestamptz end
    from mine join outcome o using (attempt_id) where n.attempt_id = mine.attempt_id
    returning ${columns}, mine.is_completion_published as "wasCompletionPublished"`);
  await notePlain(
    scope,
    outcomes.flatMap(({ attemptId, found, sealed }) =>
      found !== null && sealed === null ? [attemptId] : [],
    ),
  );
  const found = new Map(outcomes.map((outcome) => [outcome.attemptId, outcome.found]));
  return rows.map((row) => ({ ...row, result: found.get(row.attemptId) ?? null }));
};

/** Before the results of several conversations of runs are stored: their locks, in one order. */
export const lockResults = (scope: Scope, conversationIds: readonly string[]) =>
  scope.run(sql`
    select lock_results(array(
      select id from conversations
      where company_id = ${scope.companyId} and id = any(${conversationIds}::uuid[]) and run_id is not null))`);

/** Of the completed ones, those of the call that is the latest of its contact to have been analysed. */
export const latestOfContacts = (scope: Scope, attemptIds: readonly string[]) =>
  scope.all<{ attemptId: string }>(sql`
    select a.id as "attemptId" from call_attempts a join conversations c on c.id = a.conversation_id
    where a.company_id = ${scope.companyId} and a.id = any(${attemptIds}::uuid[]) and not exists (
      select from conversations o join call_analyses n on n.conversation_id = o.id join call_attempts l on l.id = n.attempt_id
      where o.contact_id = c.contact_id and n.status = 2 and (l.called_at, l.id) > (a.called_at, a.id))`);

/** Of several conversations at once. Index: call_analyses_by_conversation. */
export const analysesOf = async (scope: Scope, conversationIds: readonly string[]): Promise<CallAnalysis[]> =>
  opened(
    scope,
    await scope.all<CallAnalysisRow>(sql`
      select ${columns}, n.result, n.sealed from call_analyses n
      where n.company_id = ${scope.companyId} and n.conversation_id = any(${conversationIds}::uuid[])`),
  );

/** Without what was found: for whoever holds locks. */
export const analysesInBrief = (scope: Scope, conversationId: string) =>
  scope.all<Omit<CallAnalysis, 'result'>>(sql`
    select ${columns} from call_analyses n
    where n.company_id = ${scope.companyId} and n.conversation_id = ${conversationId}`);

/** The call whose completion of the conversation is not published yet; marks it as published. */
export const takeUnpublished = (scope: Scope, conversationId: string) =>
  scope.first<{ attemptId: string }>(sql`
    update call_analyses set is_completion_published = true
    where company_id = ${scope.companyId} and conversation_id = ${conversationId} and not is_completion_published
    returning attempt_id as "attemptId"`);

/** They stay until the transaction ends. In the order of their ids, as everybody does who takes several. */
export const holdConversations = (scope: Scope, ids: readonly string[]) =>
  scope.all<Pick<Conversation, 'id' | 'contactId' | 'jobId' | 'runId' | 'status'>>(sql`
    select id, contact_id as "contactId", job_id as "jobId", run_id as "runId", status from conversations
    where company_id = ${scope.companyId} and id = any(${ids}::uuid[]) order by id for key share`);

export type AttemptInBrief = Pick<
  Attempt,
  'id' | 'conversationId' | 'direction' | 'status' | 'recordingKey' | 'durationSeconds' | 'calledAt'
>;

/** Without what was said. Index: call_attempts_by_conversation. */
export const attemptsInBrief = (scope: Scope, conversationIds: readonly string[]) =>
  scope.all<AttemptInBrief>(sql`
    select id, conversation_id as "conversationId", direction, status, recording_key as "recordingKey",
           duration_seconds as "durationSeconds", called_at as "calledAt"
    from call_attempts where company_id = ${scope.companyId} and conversation_id = any(${conversationIds}::uuid[])
    order by conversation_id, number`);

/**
 * The call that an id means, its own or its conversation's: the latest that has an analysis or, held by an earlier
 * version, should have one.
 */
export const findAnalysable = (everywhere: Everywhere, id: string, completions: readonly string[]) =>
  everywhere.first<{ attemptId: string; companyId: CompanyId }>(sql`
    select a.id as "attemptId", a.company_id as "companyId"
    from call_attempts a join conversations c on c.id = a.conversation_id left join call_analyses n on n.attempt_id = a.id
    where (a.id = ${id} or a.conversation_id = ${id})
      and (n.attempt_id is not null or a.status = 'COMPLETED' and coalesce(a.reason_code, '') = any(${completions}::text[]) and not c.is_test)
    order by a.number desc limit 1`);

/** Whether an id is that of a call or of a conversation. */
export const isCallKnown = async (everywhere: Everywhere, id: string): Promise<boolean> =>
  (await everywhere.first(sql`
    select id from call_attempts where id = ${id} union all select id from conversations where id = ${id} limit 1`)) !==
  undefined;

/** For a call that was held before calls were analysed: everybody knows already that its conversation is completed. */
export async function insertMissing(scope: Scope, attemptId: string): Promise<void> {
  const held = await scope.first<FirstPart & { focus: Focus | null }>(sql`
    select v.focus, ${firstPart}
    from call_attempts a join call_journals j on j.attempt_id = a.id and j.part = 0
      join conversations c on c.id = a.conversation_id left join agent_versions v on v.id = c.agent_version_id
    where a.company_id = ${scope.companyId} and a.id = ${attemptId}
      and not exists (select from call_analyses n where n.attempt_id = a.id)`);
  if (held === undefined) return;
  const [opened] = await scope.texts.open([partOf(attemptId, held)]);
  const isCustom = focusOf(held.focus, entriesIn(opened, held.first)[0]) === null;
  await scope.run(sql`
    insert into call_analyses (attempt_id, id, company_id, conversation_id, status, is_custom, due_at, is_completion_published, created_at, updated_at)
    select a.id, ${scope.newId()}, a.company_id, a.conversation_id, 0, ${isCustom}, ${scope.now()}, true, ${scope.now()}, ${scope.now()}
    from call_attempts a where a.company_id = ${scope.companyId} and a.id = ${attemptId}
    on conflict do nothing`);
}
