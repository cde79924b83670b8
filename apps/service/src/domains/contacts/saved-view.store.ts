import type { NewSavedView } from '@parley/contract/saved-view.ts';
import type { Scope } from '../../storage/scope.ts';
import type { Slice } from '../../storage/slice.ts';
import { sql } from '../../storage/sql.ts';

export interface StoredView {
  readonly id: string;
  readonly name: string;
  readonly settings: Omit<NewSavedView, 'name'>;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

const columns = sql`v.id, v.name, v.settings, v.created_at as "createdAt", v.updated_at as "updatedAt"`;

/** By name. Index: contact_views_by_name. */
export const listViews = (scope: Scope, page: Slice) =>
  scope.all<StoredView>(sql`
    select ${columns} from contact_views v where v.company_id = ${scope.companyId}
      and ${page.after === undefined ? sql`true` : sql`lower(v.name) > lower(${page.after[0]}::text)`}
    order by lower(v.name) limit ${page.limit} offset ${page.offset}`);

export async function countViews(scope: Scope): Promise<number> {
  const row = await scope.first<{ total: number }>(
    sql`select count(*)::int as total from contact_views where company_id = ${scope.companyId}`,
  );
  return row?.total ?? 0;
}

export const findView = (scope: Scope, id: string) =>
  scope.first<StoredView>(
    sql`select ${columns} from contact_views v where v.company_id = ${scope.companyId} and v.id = ${id}`,
  );

/** One change at a time for each company, so that names stay unique and the limit holds. */
export const lockViews = (scope: Scope) =>
  scope.run(
    sql`select pg_advisory_xact_lock(hashtextextended('contact-views:' || ${scope.companyId}::text, 0))`,
  );

export async function isViewNameTaken(scope: Scope, name: string, besides: string): Promise<boolean> {
  const row = await scope.first(sql`
    select 1 as one from contact_views
    where company_id = ${scope.companyId} and lower(name) = lower(${name}) and id <> ${besides}`);
  return row !== undefined;
}

export const saveView = (scope: Scope, view: StoredView) =>
  scope.run(sql`
    insert into contact_views (company_id, id, name, settings, created_at, updated_at)
    values (${scope.companyId}, ${view.id}, ${view.name}, ${JSON.stringify(view.settings)}::json, ${view.createdAt},
            ${view.updatedAt})
    on conflict (company_id, id) do update
      set name = excluded.name, settings = excluded.settings, updated_at = excluded.updated_at`);

export const deleteView = (scope: Scope, id: string): Promise<number> =>
  scope.run(sql`delete from contact_views where company_id = ${scope.companyId} and id = ${id}`);
