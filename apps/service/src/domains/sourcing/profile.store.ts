import type { Scope } from '../../storage/scope.ts';
import { plannedAnew, sql } from '../../storage/sql.ts';
import type { Profile } from './profile.model.ts';

/** Somebody in the pool, and what they are found by. */
export interface PoolRow {
  readonly profile: Profile;
  readonly terms: readonly string[];
}

/** How many of them were not there before. Terms have no spaces in them. */
export async function upsertProfiles(scope: Scope, people: readonly PoolRow[]): Promise<number> {
  const rows = await scope.all<{ isNew: boolean }>(sql`
    insert into pool_profiles (company_id, id, profile, found_by, created_at, updated_at)
    select ${scope.companyId}, id, profile, array_to_tsvector(string_to_array(terms, ' ')), ${scope.now()}, ${scope.now()}
    from unnest(${people.map(({ profile }) => profile.profileId)}::text[],
                ${people.map(({ profile }) => JSON.stringify(profile))}::jsonb[],
                ${people.map(({ terms }) => terms.join(' '))}::text[]) as sent (id, profile, terms)
    -- In one order: two uploads of the same people do not wait for each other in a circle.
    order by id
    on conflict (company_id, id) do update
      set profile = excluded.profile, found_by = excluded.found_by, updated_at = excluded.updated_at
    returning xmax = 0 as "isNew"`);
  return rows.filter(({ isNew }) => isNew).length;
}

export async function findProfiles(scope: Scope, ids: readonly string[]): Promise<Profile[]> {
  const rows = await scope.all<{ profile: Profile }>(sql`
    select profile from pool_profiles where company_id = ${scope.companyId} and id = any(${ids}::text[])`);
  return rows.map(({ profile }) => profile);
}

/**
 * Some of those that the query finds, without those who were found before. Planned anew, because a query may find a
 * handful or half of the pool. Index: pool_profiles_found.
 */
export async function searchProfiles(
  scope: Scope,
  query: string,
  { except, most }: { except: readonly string[]; most: number },
): Promise<Profile[]> {
  const rows = await scope.all<{ profile: Profile }>(
    plannedAnew(sql`
      select profile from pool_profiles
      where company_id = ${scope.companyId} and found_by @@ ${query}::tsquery and id <> all(${except}::text[])
      limit ${most}`),
  );
  return rows.map(({ profile }) => profile);
}

/** How many the query finds; no more than `most` are looked at. Planned anew, as a search. Index: pool_profiles_found. */
export async function countProfiles(scope: Scope, query: string, most: number): Promise<number> {
  const row = await scope.first<{ found: number }>(
    plannedAnew(sql`
      select count(*)::integer as found from (
        select from pool_profiles where company_id = ${scope.companyId} and found_by @@ ${query}::tsquery limit ${most}
      ) as counted`),
  );
  return row?.found ?? 0;
}

export const deleteProfile = (scope: Scope, id: string): Promise<number> =>
  scope.run(sql`delete from pool_profiles where company_id = ${scope.companyId} and id = ${id}`);
