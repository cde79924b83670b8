import type { Everywhere, Scope } from '../../storage/scope.ts';
import { type CompanyId, sql } from '../../storage/sql.ts';
import type { Alarm, EndedCalls } from './run-alarm.model.ts';

/** Running runs that want to be watched. Indexes: runs_tended, dial_queue_rules_pkey. */
export const watchedRuns = (everywhere: Everywhere) =>
  everywhere.all<{ id: string; companyId: CompanyId }>(sql`
    select r.id, r.company_id as "companyId" from runs r
      join dial_queue_rules d on d.company_id = r.company_id and d.dial_queue = r.id
    where r.is_tended and r.status = 'RUNNING' and r.deleted_at is null and d.rules->'alarm' is not null
    order by r.id`);

/** A number that does not exist is no technical failure. Without minutes the index has it all: call_attempts_called. */
export async function endedCalls(
  scope: Scope,
  runId: string,
  { minutesAbove, spendAbove }: Alarm,
): Promise<EndedCalls> {
  const minutes =
    minutesAbove === undefined && spendAbove === undefined
      ? sql`0`
      : sql`coalesce(sum(ceil(a.duration_seconds / 60.0)) filter (where a.status = 'COMPLETED'), 0)::int`;
  const row = await scope.first<EndedCalls>(sql`
    select count(*)::int as calls, count(*) filter (where a.status = 'COMPLETED')::int as answered,
           count(*) filter (where a.status = 'FAILED' and a.reason_code is distinct from 'INVALID_NUMBER')::int as failed,
           ${minutes} as minutes
    from call_attempts a join dial_queue_rules d on d.company_id = a.company_id and d.dial_queue = a.dial_queue
    where a.company_id = ${scope.companyId} and a.dial_queue = ${runId} and a.called_at >= coalesce(d.paced_since, '-infinity')
      and a.status not in ('SCHEDULED', 'IN_PROGRESS', 'CANCELLED')`);
  return row ?? { calls: 0, answered: 0, failed: 0, minutes: 0 };
}
