import type { Role } from '@parley/contract/user.ts';
import type { Everywhere, Scope } from '../../storage/scope.ts';
import type { Slice } from '../../storage/slice.ts';
import { type CompanyId, sql } from '../../storage/sql.ts';
import type { Member, Membership, User } from './user.model.ts';

const columns = sql`id, email, name, password, is_staff as "isStaff", is_proven as "isProven"`;

// Index: users_by_email.
export const findUserByEmail = (everywhere: Everywhere, email: string) =>
  everywhere.first<User>(sql`select ${columns} from users where lower(email) = lower(${email})`);

export const findUser = (everywhere: Everywhere, id: string) =>
  everywhere.first<User>(sql`select ${columns} from users where id = ${id}`);

/** Until the transaction ends; what only refers to the user need not wait. */
export const lockUser = (everywhere: Everywhere, id: string) =>
  everywhere.run(sql`select 1 from users where id = ${id} for no key update`);

/** Makes the user, or answers the one with that address who is there already. */
export async function ensureUser(
  everywhere: Everywhere,
  wanted: { email: string; name: string | null; isStaff: boolean; isProven?: boolean },
): Promise<{ user: User; isNew: boolean }> {
  const now = everywhere.now();
  const made = await everywhere.run(sql`
    insert into users (id, email, name, is_staff, is_proven, created_at, updated_at)
    values (${everywhere.newId()}, ${wanted.email}, ${wanted.name}, ${wanted.isStaff}, ${wanted.isProven ?? true}, ${now}, ${now})
    on conflict (lower(email)) do nothing`);
  const user = await findUserByEmail(everywhere, wanted.email);
  if (!user) throw new Error('The user was removed during its creation');
  return { user, isNew: made === 1 };
}

export const savePassword = (everywhere: Everywhere, id: string, password: string): Promise<number> =>
  everywhere.run(
    sql`update users set password = ${password}, updated_at = ${everywhere.now()} where id = ${id}`,
  );

/**
 * The address is shown to be of who has the account from now on. Passwords and passkeys may be another's, who made the account:
 * they go. True: it was not proven before.
 */
export async function proveUser(everywhere: Everywhere, id: string): Promise<boolean> {
  const proven = await everywhere.run(sql`
    update users set is_proven = true, password = null, updated_at = ${everywhere.now()} where id = ${id} and not is_proven`);
  if (proven === 0) return false;
  await everywhere.run(sql`delete from passkeys where user_id = ${id}`);
  return true;
}

export const saveName = (everywhere: Everywhere, id: string, name: string): Promise<number> =>
  everywhere.run(sql`update users set name = ${name}, updated_at = ${everywhere.now()} where id = ${id}`);

/** Which companies a person belongs to, in a session of that kind. Index: memberships_by_user. */
export const membershipsOf = (everywhere: Everywhere, userId: string, isByProvider: boolean) =>
  everywhere.all<Membership>(sql`
    select m.company_id as "companyId", c.name as "companyName", m.role
    from memberships m join companies c on c.id = m.company_id
    where m.user_id = ${userId} and (m.source <> 'groups' or ${isByProvider})
    order by m.created_at, m.company_id limit 200`);

/** Joins a company; who is in it already keeps the higher role. */
export const addMember = (everywhere: Everywhere, companyId: CompanyId, userId: string, role: Role) =>
  everywhere.run(sql`
    insert into memberships (company_id, user_id, role, created_at)
    values (${companyId}, ${userId}, ${role}, ${everywhere.now()})
    on conflict (company_id, user_id) do update set role =
      case when array_position(array['viewer', 'member', 'owner'], excluded.role) > array_position(array['viewer', 'member', 'owner'], memberships.role)
        then excluded.role else memberships.role end`);

const memberColumns = sql`
  m.user_id as "userId", u.email, u.name, m.role, m.created_at as "createdAt",
  (select max(s.seen_at) from sessions s where s.user_id = u.id) as "seenAt"`;

export const listMembers = (scope: Scope, page: Slice) =>
  scope.all<Member>(sql`
    select ${memberColumns} from memberships m join users u on u.id = m.user_id
    where m.company_id = ${scope.companyId}
      and ${page.after === undefined ? sql`true` : sql`(m.created_at, m.user_id) > (${page.after[0]}::timestamptz, ${page.after[1]}::uuid)`}
    order by m.created_at, m.user_id limit ${page.limit} offset ${page.offset}`);

export async function countMembers(scope: Scope): Promise<number> {
  const row = await scope.first<{ total: number }>(
    sql`select count(*) as total from memberships where company_id = ${scope.companyId}`,
  );
  return row?.total ?? 0;
}

/** Everybody of the company, locked: whether an owner is left can then not change meanwhile. */
export const lockMembers = (scope: Scope) =>
  scope.all<{ userId: string; role: Role }>(sql`
    select user_id as "userId", role from memberships where company_id = ${scope.companyId} order by user_id for update`);

export const findMember = (scope: Scope, userId: string) =>
  scope.first<Member>(sql`
    select ${memberColumns} from memberships m join users u on u.id = m.user_id
    where m.company_id = ${scope.companyId} and m.user_id = ${userId}`);

export const saveRole = (scope: Scope, userId: string, role: Role) =>
  scope.run(
    sql`update memberships set role = ${role} where company_id = ${scope.companyId} and user_id = ${userId}`,
  );

export const removeMember = (scope: Scope, userId: string) =>
  scope.run(sql`delete from memberships where company_id = ${scope.companyId} and user_id = ${userId}`);

export const staffOf = (everywhere: Everywhere) =>
  everywhere.all<{ userId: string; email: string }>(
    sql`select id as "userId", email from users where is_staff order by email limit 100`,
  );

export const ownersOf = (scope: Scope) =>
  scope.all<{ userId: string; email: string }>(sql`
    select u.id as "userId", u.email from memberships m join users u on u.id = m.user_id
    where m.company_id = ${scope.companyId} and m.role = 'owner' order by u.email`);
