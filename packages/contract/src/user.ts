import { type Static, Type } from 'typebox';
import { Email, Name, Named, Nullable, OneOf, Strict, Timestamp, Uuid } from './schema.ts';

/** In ascending order of rights. */
export const userRoles = ['viewer', 'member', 'owner'] as const;
export type Role = (typeof userRoles)[number];

export const SHORTEST_PASSWORD = 10;
export const LONGEST_PASSWORD = 200;

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
  /** Not needed by users without a password. */
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

export const SessionView = Named(
  'Session',
  Strict({
    id: Uuid(),
    isThis: Type.Boolean({ description: 'The session of this request.' }),
    createdAt: Timestamp(),
    seenAt: Timestamp(),
    ipAddress: Nullable(Type.String()),
    userAgent: Nullable(Type.String()),
  }),
);
export type SessionView = Static<typeof SessionView>;

export const InvitationView = Strict({
  id: Uuid(),
  email: Type.String(),
  role: RoleOf(),
  expiresAt: Timestamp(),
  createdAt: Timestamp(),
});
