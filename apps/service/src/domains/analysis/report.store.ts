import type { Scope } from '../../storage/scope.ts';
import { type Sql, sql } from '../../storage/sql.ts';
import type { ReportAnalysis, ReportLine } from './report.model.ts';

/** A call with its analysis. */
export interface AnalysedCall {
  readonly attemptId: string;
  readonly contactId: string;
  readonly agentVersionId: string;
  readonly jobId: string | null;
  readonly reasonCode: string | null;
  readonly calledAt: Date | null;
  readonly scheduledAt: Date;
  readonly durationSeconds: number | null;
  readonly transcript: readonly ReportLine[] | null;
  readonly analysis: ReportAnalysis;
}

/** Which call is meant: one itself, or the latest analysed one of a conversation. */
export type WhichCall = { readonly attemptId: string } | { readonly conversationId: string };

/** One that is being analysed again still has what was found before. */
const find = (scope: Scope, which: Sql) =>
  scope.first<AnalysedCall>(sql`
    select a.id as "attemptId", c.contact_id as "contactId", c.agent_version_id as "agentVersionId", c.job_id as "jobId",
      a.reason_code as "reasonCode", a.called_at as "calledAt", a.scheduled_at as "scheduledAt",
      a.duration_seconds as "durationSeconds", a.transcript, n.result as analysis
    from call_analyses n join call_attempts a on a.id = n.attempt_id join conversations c on c.id = n.conversation_id
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
