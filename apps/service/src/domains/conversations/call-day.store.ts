import type { Scope } from '../../storage/scope.ts';
import { rowsAs, sql } from '../../storage/sql.ts';
import type { CallsOfDay, EndedToday } from './call-day.model.ts';

/** Counts calls that end now. Only for who holds the company's account: it keeps the others away. */
export const countCalls = (scope: Scope, calls: readonly EndedToday[]): Promise<void> =>
  scope.atCommit(sql`
    insert into call_days (company_id, day, agent_id, status, reason_code, calls, minutes)
    select o.id, local_day(${scope.now()}::timestamptz, o.timezone), c."agentId", c.status, coalesce(c."reasonCode", ''),
           count(*), sum(c.minutes)
    from companies o, ${rowsAs('c', calls, { agentId: 'uuid', status: 'text', reasonCode: 'text', minutes: 'integer' })}
    where o.id = ${scope.companyId}
    group by 1, 2, 3, 4, 5 order by 1, 2, 3, 4, 5
    on conflict (company_id, day, agent_id, status, reason_code) do update set
      calls = call_days.calls + excluded.calls, minutes = call_days.minutes + excluded.minutes`);

/** Index: call_days_pkey. */
export const callsBetween = (scope: Scope, from: string, to: string) =>
  scope.all<CallsOfDay>(sql`
    select day::text as date, agent_id as "agentId", status, nullif(reason_code, '') as "reasonCode", calls, minutes
    from call_days where company_id = ${scope.companyId} and day between ${from}::date and ${to}::date
    order by day, agent_id, status, reason_code`);
