import type { Scope } from '../../storage/scope.ts';
import { sql } from '../../storage/sql.ts';
import { CALLS_TO_END_CHANNEL } from './end-call.model.ts';

/** The call of a conversation that is on the line. Index: live_calls_by_company. */
export const findLive = (scope: Scope, conversationId: string) =>
  scope.first<{ attemptId: string }>(sql`
    select attempt_id as "attemptId" from live_calls
    where company_id = ${scope.companyId} and conversation_id = ${conversationId}`);

/** Tells whoever holds the conversation's call, and leaves word for one who cannot hear it now. */
export const askToEnd = (scope: Scope, conversationId: string) =>
  scope.first<{ attemptId: string }>(sql`
    with asked as (
      update live_calls set end_asked_at = coalesce(end_asked_at, ${scope.now()})
      where company_id = ${scope.companyId} and conversation_id = ${conversationId} returning attempt_id
    )
    select attempt_id as "attemptId", pg_notify(${CALLS_TO_END_CHANNEL}, attempt_id::text) from asked`);
