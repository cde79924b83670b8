import type { Everywhere, Scope } from '../../storage/scope.ts';
import { olderThan, type Slice } from '../../storage/slice.ts';
import { type CompanyId, sql } from '../../storage/sql.ts';
import type { CallCeiling, Company, CountryLimits } from './company.model.ts';

/** Which companies a caller may see: its own, those an ATS key created, or for staff all, by a part of their name. */
export type Visible =
  | { readonly companyId: CompanyId }
  | { readonly createdByKeyId: string }
  | { readonly named: string };

const ceiling = sql`
  jsonb_build_object('allowedCountries', ceiling_countries, 'maxMinutesPerHour', ceiling_minutes_per_hour,
                     'maxMinutesPerDay', ceiling_minutes_per_day) as "callCeiling"`;

const columns = sql`
  id, name, description, timezone, default_country as "defaultCountry", metadata,
  allowed_countries as "allowedCountries", max_minutes_per_hour as "maxMinutesPerHour",
  max_minutes_per_day as "maxMinutesPerDay", ${ceiling},
  created_by_key_id as "createdByKeyId", created_at as "createdAt", updated_at as "updatedAt"`;

// Index: companies_by_creator, or the primary key. Staff read along the primary key.
function visible(to: Visible) {
  if ('companyId' in to) return sql`id = ${to.companyId}`;
  if ('createdByKeyId' in to) return sql`created_by_key_id = ${to.createdByKeyId}`;
  return sql`strpos(lower(name), lower(${to.named})) > 0`;
}

export async function insertCompany(everywhere: Everywhere, company: Company): Promise<void> {
  await everywhere.run(sql`
    insert into companies (id, name, description, timezone, default_country, metadata, allowed_countries,
                           max_minutes_per_hour, max_minutes_per_day, created_by_key_id, created_at, updated_at)
    values (${company.id}, ${company.name}, ${company.description}, ${company.timezone}, ${company.defaultCountry},
            ${company.metadata}, ${company.allowedCountries}, ${company.maxMinutesPerHour}, ${company.maxMinutesPerDay},
            ${company.createdByKeyId}, ${company.createdAt}, ${company.updatedAt})`);
}

export const findCompany = (everywhere: Everywhere, id: string) =>
  everywhere.first<Company>(sql`select ${columns} from companies where id = ${id}`);

export const findOwn = (scope: Scope) =>
  scope.first<Company>(sql`select ${columns} from companies where id = ${scope.companyId}`);

export const findCountryLimits = (everywhere: Everywhere, companyId: CompanyId) =>
  everywhere.first<CountryLimits>(sql`
    select allowed_countries as "allowedCountries", ${ceiling} from companies where id = ${companyId}`);

export const saveCeiling = (scope: Scope, wanted: CallCeiling) =>
  scope.run(sql`
    update companies set ceiling_countries = ${wanted.allowedCountries},
      ceiling_minutes_per_hour = ${wanted.maxMinutesPerHour}, ceiling_minutes_per_day = ${wanted.maxMinutesPerDay},
      updated_at = ${scope.now()}
    where id = ${scope.companyId}`);

/** How many its creator created since a time, before it. Index: companies_by_creator. */
export async function countBefore(scope: Scope, since: Date): Promise<number> {
  const row = await scope.first<{ total: number }>(sql`
    select count(*) as total from companies c, companies own
    where own.id = ${scope.companyId} and c.created_by_key_id = own.created_by_key_id and c.id < own.id
      and c.created_at > ${since}`);
  return row?.total ?? 0;
}

export const findVisible = (everywhere: Everywhere, to: Visible, id: string) =>
  everywhere.first<Company>(sql`select ${columns} from companies where id = ${id} and ${visible(to)}`);

export const listVisible = (everywhere: Everywhere, to: Visible, page: Slice) =>
  everywhere.all<Company>(sql`
    select ${columns} from companies where ${visible(to)} and ${olderThan(sql`id`, page)}
    order by id desc limit ${page.limit} offset ${page.offset}`);

export async function countVisible(everywhere: Everywhere, to: Visible): Promise<number> {
  const row = await everywhere.first<{ total: number }>(
    sql`select count(*) as total from companies where ${visible(to)}`,
  );
  return row?.total ?? 0;
}

/** Changes what is given and leaves the rest; nothing when the caller may not see the company. */
export const changeVisible = (
  everywhere: Everywhere,
  to: Visible,
  id: string,
  changes: Partial<Omit<Company, 'id' | 'callCeiling' | 'createdByKeyId' | 'createdAt' | 'updatedAt'>>,
) =>
  everywhere.first<Company>(sql`
    update companies set
      name = coalesce(${changes.name}, name),
      description = case when ${changes.description !== undefined}::boolean then ${changes.description} else description end,
      timezone = coalesce(${changes.timezone}, timezone),
      default_country = case when ${changes.defaultCountry !== undefined}::boolean then ${changes.defaultCountry} else default_country end,
      metadata = coalesce(${changes.metadata}, metadata),
      allowed_countries = case when ${changes.allowedCountries !== undefined}::boolean then ${changes.allowedCountries} else allowed_countries end,
      max_minutes_per_hour = case when ${changes.maxMinutesPerHour !== undefined}::boolean then ${changes.maxMinutesPerHour} else max_minutes_per_hour end,
      max_minutes_per_day = case when ${changes.maxMinutesPerDay !== undefined}::boolean then ${changes.maxMinutesPerDay} else max_minutes_per_day end,
      updated_at = ${everywhere.now()}
    where id = ${id} and ${visible(to)}
    returning ${columns}`);

export const findFirstNamed = (everywhere: Everywhere, name: string) =>
  everywhere.first<Company>(
    sql`select ${columns} from companies where name = ${name} and created_by_key_id is null order by id limit 1`,
  );

export async function lockWhenEmpty(everywhere: Everywhere): Promise<boolean> {
  // Readers go on. Whoever makes or changes a company waits, or the answer would not hold.
  await everywhere.run(sql`lock table companies in share row exclusive mode`);
  const row = await everywhere.first<{ empty: boolean }>(
    sql`select not exists (select from companies) as empty`,
  );
  return row?.empty ?? false;
}

export async function listTimezones(everywhere: Everywhere): Promise<string[]> {
  const rows = await everywhere.all<{ timezone: string }>(sql`select distinct timezone from companies`);
  return rows.map(({ timezone }) => timezone);
}
