import { type Permission, permissions } from '@parley/contract/permission.ts';
import { Email, Name, Named, Nullable, OneOf, Strict, Timestamp, Uuid } from '@parley/contract/schema.ts';
import { type Static, Type } from 'typebox';
import { type Role, userRoles } from '../../http/principal.ts';
import type { CompanyId } from '../../storage/sql.ts';
import { LONGEST_PASSWORD, SHORTEST_PASSWORD } from './password.model.ts';

export interface User {
  readonly id: string;
  readonly email: string;
  readonly name: string | null;
  readonly password: string | null;
  readonly isStaff: boolean;
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

const Password = () =>
  Type.String({
    minLength: SHORTEST_PASSWORD,
    maxLength: LONGEST_PASSWORD,
    description: 'At least 10 characters.',
  });

export const RoleOf = () => OneOf(userRoles);

export const SignIn = Strict({ email: Email(), password: Type.String({ maxLength: LONGEST_PASSWORD }) });
export const LinkRequest = Strict({ email: Email() });
export const Redemption = Strict({ token: Type.String({ minLength: 1, maxLength: 200 }) });
export const Acceptance = Strict({
  token: Type.String({ minLength: 1, maxLength: 200 }),
  name: Type.Optional(Name()),
  password: Type.Optional(Password()),
});
export const PasswordChange = Strict({
  /** Not needed by who has none yet. */
  current: Type.Optional(Type.String({ maxLength: LONGEST_PASSWORD })),
  password: Password(),
});
export const NewMember = Strict({ email: Email(), role: RoleOf() });
export const MemberChange = Strict({ role: RoleOf() });

export const MeView = Named(
  'Me',
  Strict({
    id: Uuid(),
    email: Type.String(),
    name: Nullable(Type.String()),
    hasPassword: Type.Boolean(),
    isStaff: Type.Boolean(),
    role: RoleOf(),
    company: Nullable(Strict({ id: Uuid(), name: Type.String() })),
    companies: Type.Array(Strict({ id: Uuid(), name: Type.String(), role: RoleOf() })),
  }),
);
export type MeView = Static<typeof MeView>;

export const MemberView = Named(
  'Member',
  Strict({
    id: Uuid(),
    email: Type.String(),
    name: Nullable(Type.String()),
    role: RoleOf(),
    createdAt: Timestamp(),
    lastSeenAt: Nullable(Timestamp()),
  }),
);
export type MemberView = Static<typeof MemberView>;

export const viewMember = (member: Member): MemberView => ({
  id: member.userId,
  email: member.email,
  name: member.name,
  role: member.role,
  createdAt: member.createdAt.toISOString(),
  lastSeenAt: member.seenAt?.toISOString() ?? null,
});
