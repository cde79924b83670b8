import type { Everywhere } from '../../storage/scope.ts';
import { olderThan, type Slice } from '../../storage/slice.ts';
import { and, sql } from '../../storage/sql.ts';
import type { ApiKey } from './api-key.model.ts';

/** Every process hears on this channel that a key changed, and forgets what it knew of it. */
export const KEY_CHANGED = 'api_key_changed';

const columns = sql`
  id, company_id as "companyId", type, environment, name, scopes, allowed_ips as "allowedIPs", metadata,
  expires_at as "expiresAt", state, suspension_reason as "suspensionReason", revocation_reason as "revocationReason",
  is_of_owners as "isOfOwners", created_at as "createdAt", updated_at as "updatedAt"`;

export async function insertKey(everywhere: Everywhere, key: ApiKey, hash: Buffer): Promise<void> {
  await everywhere.run(sql`
    insert into api_keys (id, company_id, type, environment, name, hash, scopes, allowed_ips, metadata, expires_at, state,
      is_of_owners, created_at, updated_at)
    values (${key.id}, ${key.companyId}, ${key.type}, ${key.environment}, ${key.name}, ${hash}, ${key.scopes}, ${key.allowedIPs},
            ${key.metadata}, ${key.expiresAt}, ${key.state}, ${key.isOfOwners}, ${key.createdAt}, ${key.updatedAt})`);
}

/** Index: the unique one on hash. */
export const findKeyByHash = (everywhere: Everywhere, hash: Buffer, older: readonly Buffer[]) =>
  everywhere.first<ApiKey>(
    older.length === 0
      ? sql`select ${columns} from api_keys where hash = ${hash}`
      : sql`select ${columns} from api_keys where hash = any(${[hash, ...older]}::bytea[])`,
  );

/** Keeps a key under the newest hash. */
export const rehash = (everywhere: Everywhere, hash: Buffer, older: readonly Buffer[]) =>
  everywhere.run(sql`update api_keys set hash = ${hash} where hash = any(${older}::bytea[])`);

export const findKey = (everywhere: Everywhere, id: string) =>
  everywhere.first<ApiKey>(sql`select ${columns} from api_keys where id = ${id}`);

export const lockKey = (everywhere: Everywhere, id: string) =>
  everywhere.first<ApiKey>(sql`select ${columns} from api_keys where id = ${id} for update`);

/** Writes the whole key back and notifies every process. */
export async function saveKey(everywhere: Everywhere, key: ApiKey): Promise<void> {
  await everywhere.run(sql`
    update api_keys set
      name = ${key.name}, scopes = ${key.scopes}, allowed_ips = ${key.allowedIPs}, metadata = ${key.metadata},
      expires_at = ${key.expiresAt}, state = ${key.state}, suspension_reason = ${key.suspensionReason},
      revocation_reason = ${key.revocationReason}, is_of_owners = ${key.isOfOwners}, updated_at = ${key.updatedAt}
    where id = ${key.id}`);
  await everywhere.run(sql`select pg_notify(${KEY_CHANGED}, ${key.id})`);
}

interface KeyFilter {
  readonly companyId?: string | undefined;
}

// Index: api_keys_by_company.
const matching = (filter: KeyFilter) =>
  and(sql`true`, ...(filter.companyId === undefined ? [] : [sql`company_id = ${filter.companyId}`]));

export const listKeys = (everywhere: Everywhere, filter: KeyFilter, page: Slice) =>
  everywhere.all<ApiKey>(sql`
    select ${columns} from api_keys where ${and(matching(filter), olderThan(sql`id`, page))}
    order by id desc limit ${page.limit} offset ${page.offset}`);

export async function countKeys(everywhere: Everywhere, filter: KeyFilter): Promise<number> {
  const row = await everywhere.first<{ total: number }>(
    sql`select count(*) as total from api_keys where ${matching(filter)}`,
  );
  return row?.total ?? 0;
}
