import type { Language } from '@parley/language/language.ts';
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
  readonly calledAt: Date | null;
  readonly scheduledAt: Date;
  readonly durationSeconds: number | null;
  readonly transcript: readonly ReportLine[] | null;
  readonly analysis: AnalysisResult;
}

/** Which call is meant: one itself, or the latest analysed one of a conversation. */
export type WhichCall = { readonly attemptId: string } | { readonly conversationId: string };

/**
 * One that is being analysed again still has what was found before. What the report says of the agent stands in the
 * call's plan when the agent was deleted.
 */
const find = (scope: Scope, which: Sql) =>
  scope.first<AnalysedCall>(sql`
    select a.id as "attemptId", c.id as "conversationId", c.contact_id as "contactId", c.job_id as "jobId",
      coalesce(v.name, j.entries->0->'plan'->'agent'->>'name') as "agentName",
      coalesce(v.language, j.entries->0->'plan'->>'language') as language,
      a.reason_code as "reasonCode", a.called_at as "calledAt", a.scheduled_at as "scheduledAt",
      a.duration_seconds as "durationSeconds", a.transcript, n.result as analysis
    from call_analyses n join call_attempts a on a.id = n.attempt_id join conversations c on c.id = n.conversation_id
      left join agent_versions v on v.id = c.agent_version_id left join call_journals j on j.attempt_id = a.id and j.part = 0
    where n.company_id = ${scope.companyId} and n.result is not null and ${which}
    order by a.number desc limit 1`);

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
