import type { Role } from '@parley/contract/user.ts';
import type { Everywhere } from '../../storage/scope.ts';
import { type CompanyId, sql } from '../../storage/sql.ts';

export interface Identity {
  readonly userId: string;
  readonly givesStaff: boolean;
}

export const findIdentity = (everywhere: Everywhere, issuer: string, subject: string) =>
  everywhere.first<Identity>(sql`
    select user_id as "userId", gives_staff as "givesStaff" from identities
    where issuer = ${issuer} and subject = ${subject}`);

// Index: identities_by_user.
export const hasIdentityAt = async (
  everywhere: Everywhere,
  issuer: string,
  userId: string,
): Promise<boolean> =>
  (await everywhere.first(
    sql`select 1 from identities where issuer = ${issuer} and user_id = ${userId} limit 1`,
  )) !== undefined;

export const insertIdentity = (
  everywhere: Everywhere,
  { issuer, subject, userId }: { issuer: string; subject: string; userId: string },
) =>
  everywhere.run(sql`
    insert into identities (issuer, subject, user_id, created_at)
    values (${issuer}, ${subject}, ${userId}, ${everywhere.now()}) on conflict (issuer, subject) do nothing`);

/** Notes that groups made somebody staff, or no longer do. Whether they are staff without groups is in their user. */
export const saveStaff = (
  everywhere: Everywhere,
  { issuer, subject, userId }: { issuer: string; subject: string; userId: string },
  givesStaff: boolean,
) =>
  // Only the last one to confirm them counts: a provider that is no longer used takes nothing away any more.
  everywhere.run(sql`
    update identities set gives_staff = ${givesStaff} and issuer = ${issuer} and subject = ${subject}
    where user_id = ${userId}`);

/** Until the transaction ends no other owner leaves a company that groups made this user an owner of. */
export const lockOwnersBeside = (everywhere: Everywhere, userId: string) =>
  everywhere.run(sql`
    select 1 from memberships where role = 'owner' and company_id in (
      select company_id from memberships where user_id = ${userId} and source = 'groups' and role = 'owner')
    order by company_id, user_id for update`);

/** A company that nobody can look after would be lost. */
const isLastOwner = sql`(memberships.role = 'owner' and not exists (
  select 1 from memberships other where other.company_id = memberships.company_id and other.role = 'owner'
    and other.user_id <> memberships.user_id))`;

/**
 * A role that groups give. A membership that somebody was invited to stays as it is, the last owner stays one, and who was
 * deactivated by SCIM stays out. Says whether anything changed.
 */
export const grantRole = async (
  everywhere: Everywhere,
  companyId: string,
  userId: string,
  role: Role,
): Promise<boolean> =>
  (await everywhere.run(sql`
    insert into memberships (company_id, user_id, role, created_at, source)
    select id, ${userId}::uuid, ${role}::text, ${everywhere.now()}::timestamptz, 'groups' from companies where id = ${companyId}
      and not exists (select 1 from scim_users where company_id = ${companyId} and user_id = ${userId} and not active)
    on conflict (company_id, user_id) do update set role = excluded.role
    where memberships.source = 'groups' and memberships.role <> excluded.role and not ${isLastOwner}`)) === 1;

/** Takes away the memberships that groups gave and no longer give, but no last owner's. Index: memberships_by_user. */
export const takeOtherRoles = (everywhere: Everywhere, userId: string, granted: readonly string[]) =>
  everywhere.all<{ companyId: CompanyId }>(sql`
    delete from memberships
    where user_id = ${userId} and source = 'groups' and company_id <> all(${granted}::uuid[])
      and not ${isLastOwner}
    returning company_id as "companyId"`);
