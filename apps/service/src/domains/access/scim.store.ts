import type { Role } from '@parley/contract/user.ts';
import type { Everywhere, Scope } from '../../storage/scope.ts';
import { and, type CompanyId, sql } from '../../storage/sql.ts';
import type { ScimFilter, ScimUser } from './scim.model.ts';

export interface ScimToken {
  readonly id: string;
  readonly companyId: CompanyId;
  readonly role: Role;
}

// Index: scim_tokens_token_hash_key.
export const takeScimToken = (everywhere: Everywhere, hashes: readonly Buffer[]) =>
  everywhere.first<ScimToken>(sql`
    update scim_tokens set used_at = ${everywhere.now()} where token_hash = any(${hashes}::bytea[])
    returning id, company_id as "companyId", role`);

export const insertScimToken = (scope: Scope, token: { id: string; hash: Buffer; role: Role }) =>
  scope.run(sql`
    insert into scim_tokens (company_id, id, token_hash, role, created_at)
    values (${scope.companyId}, ${token.id}, ${token.hash}, ${token.role}, ${scope.now()})`);

export const listScimTokens = (scope: Scope) =>
  scope.all<{ id: string; role: Role; createdAt: Date; usedAt: Date | null }>(sql`
    select id, role, created_at as "createdAt", used_at as "usedAt" from scim_tokens
    where company_id = ${scope.companyId} order by id limit 100`);

export const deleteScimToken = (scope: Scope, id: string) =>
  scope.run(sql`delete from scim_tokens where company_id = ${scope.companyId} and id = ${id}`);

/** The role is that of the membership; of who is out, the one they had. */
const columns = sql`user_id as "userId", user_name as "userName", external_id as "externalId", given_name as "givenName",
  family_name as "familyName", display_name as "displayName", active, created_at as "createdAt", updated_at as "updatedAt",
  coalesce((select m.role from memberships m where m.company_id = scim_users.company_id and m.user_id = scim_users.user_id),
    role) as role`;

export const lockScimUser = (scope: Scope, userId: string) =>
  scope.first<ScimUser>(sql`
    select ${columns} from scim_users where company_id = ${scope.companyId} and user_id = ${userId} for update`);

export const findScimUser = (scope: Scope, userId: string) =>
  scope.first<ScimUser>(sql`
    select ${columns} from scim_users where company_id = ${scope.companyId} and user_id = ${userId}`);

const matching = (scope: Scope, { userName, externalId }: ScimFilter) =>
  and(
    sql`company_id = ${scope.companyId}`,
    userName === undefined ? sql`true` : sql`lower(user_name) = lower(${userName})`,
    externalId === undefined ? sql`true` : sql`external_id = ${externalId}`,
  );

export const listScimUsers = (scope: Scope, filter: ScimFilter, page: { offset: number; limit: number }) =>
  scope.all<ScimUser>(sql`
    select ${columns} from scim_users where ${matching(scope, filter)}
    order by created_at, user_id limit ${page.limit} offset ${page.offset}`);

export const countScimUsers = async (scope: Scope, filter: ScimFilter): Promise<number> => {
  const row = await scope.first<{ total: number }>(
    sql`select count(*) as total from scim_users where ${matching(scope, filter)}`,
  );
  return row?.total ?? 0;
};

/** Says whether there was none with that name, or that person, yet. */
export const insertScimUser = async (scope: Scope, user: ScimUser): Promise<boolean> =>
  (await scope.run(sql`
    insert into scim_users (company_id, user_id, user_name, external_id, given_name, family_name, display_name, active, role,
      created_at, updated_at)
    values (${scope.companyId}, ${user.userId}, ${user.userName}, ${user.externalId}, ${user.givenName}, ${user.familyName},
      ${user.displayName}, ${user.active}, ${user.role}, ${user.createdAt}, ${user.updatedAt})
    on conflict do nothing`)) === 1;

export const saveScimUser = (scope: Scope, user: ScimUser) =>
  scope.run(sql`
    update scim_users set external_id = ${user.externalId}, given_name = ${user.givenName}, family_name = ${user.familyName},
      display_name = ${user.displayName}, active = ${user.active}, updated_at = ${user.updatedAt}
    where company_id = ${scope.companyId} and user_id = ${user.userId}`);

export const deleteScimUser = (scope: Scope, userId: string) =>
  scope.run(sql`delete from scim_users where company_id = ${scope.companyId} and user_id = ${userId}`);

/** Before somebody leaves: they have the same role when they come back. */
export const keepRole = (scope: Scope, userId: string) =>
  scope.run(sql`
    update scim_users set role = m.role from memberships m
    where scim_users.company_id = ${scope.companyId} and scim_users.user_id = ${userId}
      and m.company_id = scim_users.company_id and m.user_id = scim_users.user_id`);

/** From now on SCIM decides about the membership; who is in already keeps their role. Counts what changed. */
export const manageMembership = (scope: Scope, userId: string, role: Role) =>
  scope.run(sql`
    insert into memberships (company_id, user_id, role, created_at, source)
    values (${scope.companyId}, ${userId}, ${role}, ${scope.now()}, 'scim')
    on conflict (company_id, user_id) do update set source = 'scim' where memberships.source <> 'scim'`);
