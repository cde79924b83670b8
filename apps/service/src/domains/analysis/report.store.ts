import type { Language } from '@parley/language/language.ts';
import {
  type AnalysisRow,
  analysisText,
  callText,
  entriesIn,
  type PartRow,
  partText,
  withResult,
  withWords,
} from '../../storage/call-texts.ts';
import type { Scope } from '../../storage/scope.ts';
import { type Sql, sql } from '../../storage/sql.ts';
import type { AnalysisResult } from '../conversations/call-analysis.model.ts';
import type { ReportLine } from './report.model.ts';

/** A call with its analysis. */
export interface AnalysedCall {
  readonly attemptId: string;
  readonly conversationId: string;
  readonly contactId: string;
  /** Null: the agent was deleted, and nothing was kept of the call. */
  readonly agentName: string | null;
  readonly language: Language | null;
  readonly jobId: string | null;
  readonly reasonCode: string | null;
  /** Null: from before this was written down. */
  readonly isSimulated: boolean | null;
  readonly calledAt: Date | null;
  readonly scheduledAt: Date;
  readonly durationSeconds: number | null;
  readonly transcript: readonly ReportLine[] | null;
  readonly analysis: AnalysisResult;
}

/** Which call is meant: one itself, or the latest analysed one of a conversation. */
export type WhichCall = { readonly attemptId: string } | { readonly conversationId: string };

type Row = Omit<AnalysedCall, 'analysis'> & {
  readonly analysis: AnalysisRow<AnalysisResult>['result'];
  readonly sealedAnalysis: Buffer | null;
} & { readonly findings: unknown; readonly sealed: Buffer | null } & {
  readonly entries: unknown[];
  readonly sealedPart: PartRow['sealed'];
};

/**
 * One that is being analysed again still has what was found before. What the report says of the agent stands in the
 * call's plan when the agent was deleted.
 */
async function find(scope: Scope, which: Sql): Promise<AnalysedCall | undefined> {
  const row = await scope.first<Row>(sql`
    select a.id as "attemptId", c.id as "conversationId", c.contact_id as "contactId", c.job_id as "jobId",
      v.name as "agentName", v.language, a.reason_code as "reasonCode", a.is_simulated as "isSimulated", a.called_at as "calledAt",
      a.scheduled_at as "scheduledAt", a.duration_seconds as "durationSeconds", a.transcript, a.findings, a.sealed,
      n.result as analysis, n.sealed as "sealedAnalysis", coalesce(j.entries, '[]') as entries, j.sealed as "sealedPart"
    from call_analyses n join call_attempts a on a.id = n.attempt_id join conversations c on c.id = n.conversation_id
      left join agent_versions v on v.id = c.agent_version_id
      left join call_journals j on v.id is null and j.attempt_id = a.id and j.part = 0
    where n.company_id = ${scope.companyId} and n.result is not null and ${which}
    order by a.number desc limit 1`);
  if (row === undefined) return undefined;
  const { attemptId, entries, sealedPart, analysis, sealedAnalysis, ...call } = row;
  const [words, part, result] = await scope.texts.open([
    callText(attemptId, row),
    partText({ attemptId, part: 0, sealed: sealedPart }),
    analysisText({ attemptId, sealed: sealedAnalysis }),
  ]);
  const [first] = entriesIn(part, entries) as { plan?: { agent?: { name?: string }; language?: Language } }[];
  const { findings: _, ...opened } = withWords(call, words);
  return {
    ...opened,
    attemptId,
    analysis: withResult(analysis, result) as AnalysisResult,
    agentName: call.agentName ?? first?.plan?.agent?.name ?? null,
    language: call.language ?? first?.plan?.language ?? null,
  };
}

/** Index: call_analyses_by_conversation. */
export const findAnalysedCall = (scope: Scope, which: WhichCall) =>
  find(
    scope,
    'attemptId' in which
      ? sql`n.attempt_id = ${which.attemptId}`
      : sql`n.conversation_id = ${which.conversationId}`,
  );

export const isOwnConversation = async (scope: Scope, id: string): Promise<boolean> =>
  (await scope.first(sql`select from conversations where company_id = ${scope.companyId} and id = ${id}`)) !==
  undefined;

/**
 * Whether a call is being analysed for the first time that is later than every analysed one. An analysis that is tried again
 * later is not under way. Index: call_analyses_by_conversation.
 */
export const isNewerAnalysisUnderWay = async (scope: Scope, conversationId: string): Promise<boolean> =>
  (await scope.first(sql`
    select from call_analyses n join call_attempts a on a.id = n.attempt_id
    where n.company_id = ${scope.companyId} and n.conversation_id = ${conversationId}
      and (n.status = 1 or n.status = 0 and n.due_at <= ${scope.now()})
      and a.number > coalesce((
        select max(b.number) from call_analyses m join call_attempts b on b.id = m.attempt_id
        where m.company_id = ${scope.companyId} and m.conversation_id = ${conversationId} and m.result is not null), 0)
    limit 1`)) !== undefined;
