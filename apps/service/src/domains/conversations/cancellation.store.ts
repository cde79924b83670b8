import type { Scope } from '../../storage/scope.ts';
import { sql } from '../../storage/sql.ts';

export interface Cancelled {
  readonly conversationId: string;
  readonly contactId: string;
  readonly jobId: string | null;
  readonly runId: string | null;
  readonly type: 'PHONE' | 'ONLINE';
  readonly attemptsMade: number;
  readonly lastCallAttemptId: string | null;
}

/** Which of them: what a run has waiting (index: conversations_waiting_by_run), or one. */
export type Waiting = { readonly runId: string } | { readonly conversationId: string };

/** Closes so many conversations that have no call on the line. */
export const cancelConversations = (scope: Scope, which: Waiting, most: number) =>
  scope.all<Cancelled>(sql`
    with waiting as (
      select c.id from conversations c
      where c.company_id = ${scope.companyId} and ${'runId' in which ? sql`c.run_id = ${which.runId}` : sql`c.id = ${which.conversationId}`} and c.status = 'SCHEDULED'
        and not exists (select from call_attempts a where a.conversation_id = c.id and a.status = 'IN_PROGRESS')
      order by c.id limit ${most} for update of c
    ), closed as (
      update conversations c set status = 'CANCELLED', open_agent_id = null, finished_at = ${scope.now()}, updated_at = ${scope.now()}
      from waiting w where c.id = w.id returning c.id, c.contact_id, c.job_id, c.run_id, c.type
    )
    select c.id as "conversationId", c.contact_id as "contactId", c.job_id as "jobId", c.run_id as "runId", c.type, calls.made as "attemptsMade",
           (select a.id from call_attempts a where a.conversation_id = c.id and a.called_at is not null
            order by a.number desc limit 1) as "lastCallAttemptId"
    from closed c, lateral (
      select count(*) as made from call_attempts a where a.conversation_id = c.id and a.called_at is not null) calls
    order by c.id`);

/** The calls that will not be placed. */
export const cancelAttempts = (scope: Scope, conversationIds: readonly string[]) =>
  scope.all<{ id: string }>(sql`
    update call_attempts set status = 'CANCELLED', updated_at = ${scope.now()}
    where company_id = ${scope.companyId} and conversation_id = any(${conversationIds}::uuid[]) and status = 'SCHEDULED'
    returning id`);
