import type { Scope } from '../../storage/scope.ts';
import { sql } from '../../storage/sql.ts';
import type { Standing } from './run-contact.model.ts';

export interface Attachment {
  readonly contactId: string;
  readonly jobId: string | null;
  readonly timeZone: string;
}

/** Those that are there already stay where they are. Answers how many were added. */
export const insertAttachments = (scope: Scope, runId: string, rows: readonly Attachment[]) =>
  scope.run(sql`
    insert into run_contacts (run_id, contact_id, company_id, job_id, time_zone)
    select ${runId}, contact_id, ${scope.companyId}, job_id, time_zone
    from unnest(${rows.map(({ contactId }) => contactId)}::uuid[], ${rows.map(({ jobId }) => jobId)}::uuid[],
                ${rows.map(({ timeZone }) => timeZone)}::text[]) with ordinality as a (contact_id, job_id, time_zone, place)
    order by place
    on conflict (run_id, contact_id) do nothing`);

export const deleteAttachments = (scope: Scope, runId: string, contactIds: readonly string[]) =>
  scope.run(sql`
    delete from run_contacts
    where company_id = ${scope.companyId} and run_id = ${runId} and contact_id = any(${contactIds}::uuid[])`);

export interface Waiting {
  /** How many come after a position. */
  readonly total: number;
  /** Those without a job. */
  readonly jobless: number;
  /** The last of them. */
  readonly lastPosition: number;
}

/** Who was attached since a position. Index: run_contacts_in_order. */
export async function attachedAfter(scope: Scope, runId: string, position: number): Promise<Waiting> {
  const row = await scope.first<Waiting>(sql`
    select count(*) as total, count(*) filter (where job_id is null) as jobless,
           coalesce(max(position), ${position}) as "lastPosition"
    from run_contacts where company_id = ${scope.companyId} and run_id = ${runId} and position > ${position}`);
  return row ?? { total: 0, jobless: 0, lastPosition: position };
}

export interface Slice {
  readonly total: number;
  readonly timeZones: readonly string[];
  readonly lastPosition: number;
}

/** The next contacts after one position, up to another. Index: run_contacts_in_order. */
export async function nextSlice(
  scope: Scope,
  runId: string,
  { after, upTo, most }: { after: number; upTo: number; most: number },
): Promise<Slice> {
  const row = await scope.first<Slice>(sql`
    select count(*) as total, coalesce(array_agg(distinct time_zone), '{}') as "timeZones",
           coalesce(max(position), ${upTo}) as "lastPosition"
    from (
      select position, time_zone from run_contacts
      where company_id = ${scope.companyId} and run_id = ${runId} and position > ${after} and position <= ${upTo}
      order by position limit ${most}) slice`);
  return row ?? { total: 0, timeZones: [], lastPosition: upTo };
}

/** The rows of a slice, as a source for those who make conversations of them. */
export const sliceRows = (
  scope: Scope,
  runId: string,
  { after, upTo, withJob }: { after: number; upTo: number; withJob: boolean },
) => sql`
  select contact_id, case when ${withJob}::boolean then job_id end as job_id, time_zone,
         row_number() over (order by position) - 1 as place
  from run_contacts
  where company_id = ${scope.companyId} and run_id = ${runId} and position > ${after} and position <= ${upTo}`;

export async function countAttached(scope: Scope, runId: string): Promise<number> {
  const row = await scope.first<{ total: number }>(
    sql`select count(*) as total from run_contacts where company_id = ${scope.companyId} and run_id = ${runId}`,
  );
  return row?.total ?? 0;
}

/** By number of page, or whoever comes after this place: that costs the same at the end of a long list. */
type Cut = { readonly limit: number } & ({ readonly offset: number } | { readonly after: number });

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
