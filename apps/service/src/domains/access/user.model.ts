import { type Permission, permissions } from '@parley/contract/api-key.ts';
import type { MemberView, Role } from '@parley/contract/user.ts';
import type { CompanyId } from '../../storage/sql.ts';

export interface User {
  readonly id: string;
  readonly email: string;
  readonly name: string | null;
  readonly password: string | null;
  readonly isStaff: boolean;
  /** False: whoever made the account has not shown that the address is theirs. It joins no other company unasked. */
  readonly isProven: boolean;
}

export interface Member {
  readonly userId: string;
  readonly email: string;
  readonly name: string | null;
  readonly role: Role;
  readonly createdAt: Date;
  readonly seenAt: Date | null;
}

export interface Membership {
  readonly companyId: CompanyId;
  readonly companyName: string;
  readonly role: Role;
}

const reading = permissions.filter((permission) => permission.startsWith('read:'));

/** What each role may do through the API. Who may look after people is said by the console's own routes. */
export const permissionsOf: Readonly<Record<Role, ReadonlySet<Permission>>> = {
  // Webhooks have no permission to read them alone.
  viewer: new Set(reading),
  member: new Set(permissions.filter((permission) => permission !== 'write:companies')),
  owner: new Set(permissions),
};

export const viewMember = (member: Member): MemberView => ({
  id: member.userId,
  email: member.email,
  name: member.name,
  role: member.role,
  createdAt: member.createdAt.toISOString(),
  lastSeenAt: member.seenAt?.toISOString() ?? null,
});
