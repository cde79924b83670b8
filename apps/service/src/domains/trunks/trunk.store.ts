import type { Everywhere, Runner, Scope } from '../../storage/scope.ts';
import { olderThan, type Slice } from '../../storage/slice.ts';
import { type CompanyId, sql } from '../../storage/sql.ts';
import { defaults, type Trunk } from './trunk.model.ts';

/** Whose trunks: a company's (then it is its Scope), or those that the operator shares with all. */
export interface TrunkScope extends Pick<Runner<true>, 'all' | 'first' | 'run' | 'now' | 'newId'> {
  readonly companyId: CompanyId | null;
  transaction<Result>(work: (scope: TrunkScope) => Promise<Result>): Promise<Result>;
}

/** A trunk was created, changed or deleted. */
export const TRUNKS_CHANGED = 'trunks_changed';

const columns = sql`
  id, company_id as "companyId", revision, name, is_active as "isActive", connection, password, prefixes, priority, weight,
  max_concurrent_calls as "maxConcurrentCalls", max_calls_per_second as "maxCallsPerSecond",
  max_calls_per_day as "maxCallsPerDay", created_at as "createdAt", updated_at as "updatedAt"`;

const connectionKeys = [
  'host',
  'port',
  'transport',
  'media',
  'username',
  'authUsername',
  'fromUser',
  'fromDomain',
  'contactUser',
  'identityHeaders',
  'outboundProxy',
  'numberFormat',
  'dialPrefix',
  'numberCountry',
  'transfer',
  'isRegistering',
] as const satisfies readonly (keyof Trunk)[];
type Connection = Pick<Trunk, (typeof connectionKeys)[number]>;
/** What an older version wrote has no number format. */
const { numberFormat, dialPrefix, numberCountry } = defaults;
type Later = 'numberFormat' | 'dialPrefix' | 'numberCountry';
type Row = Omit<Trunk, keyof Connection> & {
  readonly connection: Omit<Connection, Later> & Partial<Pick<Connection, Later>>;
};

const trunkOf = ({ connection, ...row }: Row): Trunk => ({
  ...row,
  numberFormat,
  dialPrefix,
  numberCountry,
  ...connection,
});
const connectionOf = (trunk: Trunk): string =>
  JSON.stringify(Object.fromEntries(connectionKeys.map((key) => [key, trunk[key]])));

const isOf = (scope: TrunkScope) => sql`company_id is not distinct from ${scope.companyId}`;

export async function insertTrunk(scope: TrunkScope, trunk: Trunk): Promise<void> {
  await scope.run(sql`
    insert into trunks (id, company_id, revision, name, is_active, connection, password, prefixes, priority, weight,
                        max_concurrent_calls, max_calls_per_second, max_calls_per_day, created_at, updated_at)
    values (${trunk.id}, ${scope.companyId}, ${trunk.revision}, ${trunk.name}, ${trunk.isActive}, ${connectionOf(trunk)},
            ${trunk.password}, ${trunk.prefixes}, ${trunk.priority}, ${trunk.weight}, ${trunk.maxConcurrentCalls},
            ${trunk.maxCallsPerSecond}, ${trunk.maxCallsPerDay}, ${trunk.createdAt}, ${trunk.updatedAt})`);
}

export async function saveTrunk(scope: TrunkScope, trunk: Trunk): Promise<void> {
  await scope.run(sql`
    update trunks set revision = ${trunk.revision}, name = ${trunk.name}, is_active = ${trunk.isActive},
      connection = ${connectionOf(trunk)}, password = ${trunk.password}, prefixes = ${trunk.prefixes},
      priority = ${trunk.priority}, weight = ${trunk.weight}, max_concurrent_calls = ${trunk.maxConcurrentCalls},
      max_calls_per_second = ${trunk.maxCallsPerSecond}, max_calls_per_day = ${trunk.maxCallsPerDay},
      updated_at = ${trunk.updatedAt}
    where ${isOf(scope)} and id = ${trunk.id}`);
}

export async function findTrunk(scope: TrunkScope, id: string): Promise<Trunk | undefined> {
  const row = await scope.first<Row>(sql`select ${columns} from trunks where ${isOf(scope)} and id = ${id}`);
  return row && trunkOf(row);
}

export async function lockTrunk(scope: TrunkScope, id: string): Promise<Trunk | undefined> {
  const row = await scope.first<Row>(
    sql`select ${columns} from trunks where ${isOf(scope)} and id = ${id} for no key update`,
  );
  return row && trunkOf(row);
}

export const isAnothers = async (scope: TrunkScope, id: string): Promise<boolean> =>
  (await scope.first(
    sql`select 1 as one from trunks where id = ${id} and company_id is distinct from ${scope.companyId}`,
  )) !== undefined;

/** Index: trunks_newest. */
export async function listTrunks(scope: TrunkScope, page: Slice) {
  const rows = await scope.all<Row>(sql`
    select ${columns} from trunks where ${isOf(scope)} and ${olderThan(sql`id`, page)}
    order by id desc limit ${page.limit} offset ${page.offset}`);
  return rows.map(trunkOf);
}

export async function countTrunks(scope: TrunkScope): Promise<number> {
  const row = await scope.first<{ total: number }>(
    sql`select count(*) as total from trunks where ${isOf(scope)}`,
  );
  return row?.total ?? 0;
}

/** Two who create one at the same time are counted one after the other. */
export const lockTrunksOf = (scope: TrunkScope) =>
  scope.all(sql`select pg_advisory_xact_lock(7253, hashtext(coalesce(${scope.companyId}::text, '')))`);

export const deleteTrunk = (scope: TrunkScope, id: string): Promise<number> =>
  scope.run(sql`delete from trunks where ${isOf(scope)} and id = ${id}`);

export const tellTrunksChanged = (scope: TrunkScope) =>
  scope.all(sql`select pg_notify(${TRUNKS_CHANGED}, '') where ${scope.companyId}::uuid is null or true`);

/** The company's own and the shared ones: at most MOST_TRUNKS of each. */
export async function trunksFor(runner: Pick<Runner<true>, 'all'>, companyId: CompanyId): Promise<Trunk[]> {
  const rows = await runner.all<Row>(
    sql`select ${columns} from trunks where company_id = ${companyId} or company_id is null`,
  );
  return rows.map(trunkOf);
}

/** The only trunk that may show the number; null: any may, or it is none of the company's. */
export async function trunkOfNumber(everywhere: Everywhere, companyId: CompanyId, phoneNumber: string) {
  const row = await everywhere.first<{ trunkId: string | null }>(sql`
    select trunk_id as "trunkId" from phone_numbers
    where company_id = ${companyId} and phone_number = ${phoneNumber}`);
  return row?.trunkId ?? null;
}

/** The same of several numbers by their ids; of one that is gone there is no row. */
export const trunksOfNumbers = (scope: Scope, ids: readonly string[]) =>
  scope.all<{ id: string; trunkId: string | null }>(sql`
    select id, trunk_id as "trunkId" from phone_numbers
    where company_id = ${scope.companyId} and id = any(${ids}::uuid[])`);

/** Those that need more than being called over: registrations, and calls that they bring us. */
export async function activeTrunks(everywhere: Everywhere): Promise<Trunk[]> {
  const rows = await everywhere.all<Row>(sql`
    select ${columns} from trunks
    where is_active and (company_id is null or (connection->>'isRegistering')::boolean) order by id`);
  return rows.map(trunkOf);
}

export const currentRevisions = (everywhere: Everywhere, ids: readonly string[]) =>
  everywhere.all<{ id: string; revision: number }>(
    sql`select id, revision from trunks where id = any(${ids}::uuid[]) and is_active`,
  );

export async function anyTrunk(everywhere: Everywhere): Promise<boolean> {
  return (await everywhere.first(sql`select 1 as one from trunks limit 1`)) !== undefined;
}

/** Index: trunks_newest. */
export async function anyTrunkFor(everywhere: Everywhere, companyId: CompanyId): Promise<boolean> {
  const row = await everywhere.first(
    sql`select 1 as one from trunks where company_id = ${companyId} or company_id is null limit 1`,
  );
  return row !== undefined;
}

/** A bounded number of them, of every company, after an id. */
export const lockPasswords = (everywhere: Everywhere, after: string, most: number) =>
  everywhere.all<{ id: string; password: Buffer }>(sql`
    select id, password from trunks where id > ${after} and password is not null
    order by id limit ${most} for no key update`);

export const savePassword = (everywhere: Everywhere, id: string, password: Buffer) =>
  everywhere.run(sql`update trunks set password = ${password} where id = ${id}`);
