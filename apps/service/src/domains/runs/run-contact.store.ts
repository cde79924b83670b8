import type { Scope } from '../../storage/scope.ts';
import { sql } from '../../storage/sql.ts';

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
