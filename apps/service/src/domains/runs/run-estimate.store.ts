import type { Scope } from '../../storage/scope.ts';
import { sql } from '../../storage/sql.ts';
import type { Run } from './run.model.ts';
import type { CallSample, WaitingCalls } from './run-estimate.model.ts';

/** The latest calls of so many runs of the agent tell how long the next ones take. */
const MOST_RUNS = 5;
const MOST_CALLS = 200;
/** A call that is changed long after its end has not lasted so long. */
const LONGEST = sql`interval '1 hour'`;

/**
 * How long the latest calls took, from dialling to the end: of the run itself, and of the latest runs of its agent that are simulated
 * or not as it is. Indexes: runs_newest, call_attempts_called.
 */
export const callSamples = (scope: Scope, { id, agentId, isSimulated }: Run) =>
  scope.all<CallSample & { readonly isOwn: boolean }>(sql`
    select "isOwn", count(*)::int as calls, extract(epoch from avg(took))::float8 as seconds
    from (
      select r.id, r.id = ${id} as "isOwn" from runs r
      where r.company_id = ${scope.companyId} and r.deleted_at is null and r.agent_id = ${agentId} and r.is_simulated = ${isSimulated}
      order by r.id desc limit ${MOST_RUNS}) run,
    lateral (
      select least(a.updated_at - a.called_at, ${LONGEST}) as took from call_attempts a
      where a.company_id = ${scope.companyId} and a.dial_queue = run.id and a.called_at is not null
        and a.status not in ('SCHEDULED', 'IN_PROGRESS')
      order by a.called_at desc limit ${MOST_CALLS}) sampled
    group by "isOwn"`);

/**
 * Calls of the run that wait, by the time zone whose hours they keep. Those that are to come again later are by the quarter of an
 * hour, too, and by whether the contact asked for it. Indexes: call_attempts_due, call_attempts_by_conversation.
 */
export const waitingCalls = (scope: Scope, runId: string) =>
  scope.all<WaitingCalls>(sql`
    select time_zone as "timeZone", "isAgain", "isCallback", count(*)::int as contacts, max(scheduled_at) as "lastAt" from (
      select a.time_zone, a.scheduled_at, again."isAgain", again."isAgain" and exists (
               select from call_attempts b
               where b.company_id = a.company_id and b.conversation_id = a.conversation_id and b.number = a.number - 1
                 and b.reason_code = 'CALLBACK_REQUESTED') as "isCallback"
      from call_attempts a, lateral (select a.number > 1 and a.scheduled_at > ${scope.now()} as "isAgain") again
      where a.company_id = ${scope.companyId} and a.dial_queue = ${runId} and a.status = 'SCHEDULED' and a.is_admitted
        and a.waits_for_number is null) waiting
    group by time_zone, "isAgain", "isCallback", case when "isAgain" then date_bin('15 minutes', scheduled_at, 'epoch') end
    order by max(scheduled_at)`);

/** Calls that the run has placed. Index: call_attempts_called. */
export async function countPlaced(scope: Scope, runId: string): Promise<number> {
  const row = await scope.first<{ placed: number }>(sql`
    select count(*)::int as placed from call_attempts
    where company_id = ${scope.companyId} and dial_queue = ${runId} and called_at is not null`);
  return row?.placed ?? 0;
}
