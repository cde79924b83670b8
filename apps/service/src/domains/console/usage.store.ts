import type { UsageDaysView } from '@parley/contract/billing.ts';
import type { Scope } from '../../storage/scope.ts';
import { sql } from '../../storage/sql.ts';

interface Period {
  readonly from: string;
  readonly to: string;
}

/** Each of the days, also those on which nobody was called. Index: call_days_pkey. */
export const usageByDay = (scope: Scope, { from, to }: Period) =>
  scope.all<UsageDaysView['days'][number]>(sql`
    select days.day::text as date, coalesce(sum(c.minutes), 0) as minutes, coalesce(sum(c.calls), 0) as calls
    from (select ${from}::date + nth as day from generate_series(0, ${to}::date - ${from}::date) nth) days
      left join call_days c on c.company_id = ${scope.companyId} and c.day = days.day
    group by days.day order by days.day`);

/** Also those that were deleted since. Index: call_days_pkey. */
export const usageByAgent = (scope: Scope, { from, to }: Period) =>
  scope.all<UsageDaysView['agents'][number]>(sql`
    select used."agentId", v.name, used.minutes, used.calls
    from (
      select agent_id as "agentId", sum(minutes) as minutes, sum(calls) as calls from call_days
      where company_id = ${scope.companyId} and day between ${from}::date and ${to}::date
      group by agent_id) used
      left join agents a on a.id = used."agentId" and a.company_id = ${scope.companyId}
      left join agent_versions v on v.id = a.version_id
    order by used.minutes desc, used.calls desc, used."agentId"`);
