import type { SegmentFilter } from '@parley/contract/contact-segment.ts';
import type { Scope } from '../../storage/scope.ts';
import type { Slice } from '../../storage/slice.ts';
import { sql } from '../../storage/sql.ts';

export interface Segment {
  readonly id: string;
  readonly name: string;
  readonly filter: SegmentFilter;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

const columns = sql`s.id, s.name, s.filter, s.created_at as "createdAt", s.updated_at as "updatedAt"`;

/** By name. Index: contact_segments_by_name. */
export const listSegments = (scope: Scope, page: Slice) =>
  scope.all<Segment>(sql`
    select ${columns} from contact_segments s where s.company_id = ${scope.companyId}
      and ${page.after === undefined ? sql`true` : sql`lower(s.name) > lower(${page.after[0]}::text)`}
    order by lower(s.name) limit ${page.limit} offset ${page.offset}`);

export async function countSegments(scope: Scope): Promise<number> {
  const row = await scope.first<{ total: number }>(
    sql`select count(*)::int as total from contact_segments where company_id = ${scope.companyId}`,
  );
  return row?.total ?? 0;
}

export const findSegment = (scope: Scope, id: string) =>
  scope.first<Segment>(
    sql`select ${columns} from contact_segments s where s.company_id = ${scope.companyId} and s.id = ${id}`,
  );

/** One change at a time for each company, so that names stay unique and the limit holds. */
export const lockSegments = (scope: Scope) =>
  scope.run(
    sql`select pg_advisory_xact_lock(hashtextextended('contact-segments:' || ${scope.companyId}::text, 0))`,
  );

export async function isNameTaken(scope: Scope, name: string, besides: string | null): Promise<boolean> {
  const row = await scope.first(sql`
    select 1 as one from contact_segments
    where company_id = ${scope.companyId} and lower(name) = lower(${name}) and id is distinct from ${besides}::uuid`);
  return row !== undefined;
}

export const saveSegment = (scope: Scope, segment: Segment) =>
  scope.run(sql`
    insert into contact_segments (company_id, id, name, filter, created_at, updated_at)
    values (${scope.companyId}, ${segment.id}, ${segment.name}, ${JSON.stringify(segment.filter)}::json, ${segment.createdAt},
            ${segment.updatedAt})
    on conflict (company_id, id) do update
      set name = excluded.name, filter = excluded.filter, updated_at = excluded.updated_at`);

export const deleteSegment = (scope: Scope, id: string): Promise<number> =>
  scope.run(sql`delete from contact_segments where company_id = ${scope.companyId} and id = ${id}`);
