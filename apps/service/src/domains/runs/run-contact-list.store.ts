import type { Scope } from '../../storage/scope.ts';
import { sql } from '../../storage/sql.ts';
import type { Standing } from './run-contact.model.ts';

export async function countAttached(scope: Scope, runId: string): Promise<number> {
  const row = await scope.first<{ total: number }>(
    sql`select count(*) as total from run_contacts where company_id = ${scope.companyId} and run_id = ${runId}`,
  );
  return row?.total ?? 0;
}

/** By number of page, or whoever comes after this place: that costs the same at the end of a long list. */
export type Cut = { readonly limit: number } & ({ readonly offset: number } | { readonly after: number });

/** Where the contacts of a page stand. Indexes: run_contacts_in_order, conversations_by_contact, call_attempts_by_conversation, live_calls_by_number. */
export const standings = (scope: Scope, runId: string, page: Cut) =>
  scope.all<Standing>(sql`
    select listed.position, p.id as "contactId", p.email, p.first_name as "firstName", p.last_name as "lastName",
           p.do_not_call or is_opted_out(p.company_id, p.phone_number) as "doNotCall",
           p.phone_number is not null as "hasPhone", c.id as "conversationId", c.status,
           coalesce(c.type, planned.type) as type,
           coalesce(made.calls, 0) as "callsMade", (v.settings->'retryPolicy'->>'maxAttempts')::int as "maxAttempts",
           exists (select from live_calls l where l.company_id = ${scope.companyId} and l.phone_number = p.phone_number) as "isNumberBusy",
           coalesce(made.is_live, false) as "isLive", coming.scheduled_at as "nextCallAt", coming.is_admitted as "isAdmitted",
           last.reason_code as "lastEnd"
    from (
      select contact_id, position from run_contacts where company_id = ${scope.companyId} and run_id = ${runId}
        and position > ${'after' in page ? page.after : 0}
      order by position limit ${page.limit} offset ${'offset' in page ? page.offset : 0}
    ) listed
    join contacts p on p.id = listed.contact_id
    left join lateral (
      select id, status, type, agent_version_id from conversations
      where contact_id = listed.contact_id and run_id = ${runId} order by id desc limit 1) c on true
    left join lateral (
      select version.type from runs r join agents g on g.id = r.agent_id join agent_versions version on version.id = g.version_id
      where r.company_id = ${scope.companyId} and r.id = ${runId}) planned on c.id is null
    left join agent_versions v on v.id = c.agent_version_id
    left join lateral (
      select count(*) filter (where called_at is not null) as calls, bool_or(status = 'IN_PROGRESS') as is_live
      from call_attempts where conversation_id = c.id) made on true
    left join lateral (
      select scheduled_at, is_admitted from call_attempts
      where conversation_id = c.id and status = 'SCHEDULED' order by number desc limit 1) coming on true
    left join lateral (
      select reason_code from call_attempts
      where conversation_id = c.id and status not in ('SCHEDULED', 'IN_PROGRESS') order by number desc limit 1) last on true
    order by listed.position`);
