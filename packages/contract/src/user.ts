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

/** Of the authenticator app, or a recovery code. */
export const Code = () => Type.String({ minLength: 1, maxLength: 40 });

export const SignIn = Strict({
  email: Email(),
  password: Type.String({ maxLength: LONGEST_PASSWORD }),
  code: Type.Optional(Code()),
});
export const LinkRequest = Strict({ email: Email() });
export const Redemption = Strict({
  token: Type.String({ minLength: 1, maxLength: 200 }),
  code: Type.Optional(Code()),
});
export const SignInAnswer = Strict({
  done: Type.Boolean({ description: 'False: send the same again, with a `code` of the second factor.' }),
});
export const SecondFactorProposal = Strict({
  secret: Type.String({ description: 'In base32, for apps that cannot read the QR code.' }),
  uri: Type.String({ description: 'What the QR code says.' }),
});
export const RecoveryCodes = Strict({ recoveryCodes: Type.Array(Type.String()) });
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

/** How a session began. */
export const signInMethods = ['password', 'link', 'invitation', 'oidc', 'passkey'] as const;
export type SignInMethod = (typeof signInMethods)[number];

export const SignInMethodsView = Strict({
  isLocal: Type.Boolean({ description: 'Passwords and mailed links sign in.' }),
  oidc: Nullable(Strict({ name: Type.String({ description: 'What to call the identity provider.' }) })),
  passkeys: Nullable(
    Strict({ host: Type.String({ description: 'The name of the host that passkeys are made for.' }) }),
  ),
});
const Base64Url = (maxLength: number) =>
  Type.String({
    minLength: 1,
    maxLength,
    pattern: '^[A-Za-z0-9_-]+$',
    'x-rule': 'use Base64url without padding',
  });
/** What a browser is to ask its authenticator, and what is to be sent back with the answer. */
export const PasskeyChallenge = Strict({
  attempt: Type.String(),
  options: Type.Unsafe<Readonly<Record<string, unknown>>>({
    type: 'object',
    description:
      'In the JSON form of WebAuthn, for `parseCreationOptionsFromJSON` or `parseRequestOptionsFromJSON`.',
  }),
});
export const NewPasskey = Strict({
  attempt: Type.String({ maxLength: 2000 }),
  name: Name(),
  id: Base64Url(1400),
  clientDataJSON: Base64Url(4000),
  attestationObject: Base64Url(20_000),
  transports: Type.Array(Type.String({ maxLength: 40 }), { maxItems: 10 }),
});
export const PasskeySignIn = Strict({
  attempt: Type.String({ maxLength: 2000 }),
  id: Base64Url(1400),
  clientDataJSON: Base64Url(4000),
  authenticatorData: Base64Url(4000),
  signature: Base64Url(4000),
});
export const PasskeyView = Named(
  'Passkey',
  Strict({
    id: Uuid(),
    name: Type.String(),
    isSynced: Type.Boolean({ description: 'Copied to other devices of its person.' }),
    createdAt: Timestamp(),
    usedAt: Nullable(Timestamp()),
  }),
);
export type PasskeyView = Static<typeof PasskeyView>;
export const OidcStart = Strict({ returnTo: Type.String({ maxLength: 2000 }) });
export const OidcStarted = Strict({
  url: Type.String({ description: 'Where the browser signs in.' }),
  attempt: Type.String({ description: 'To be sent back with what the provider answered.' }),
});
export const OidcFinish = Strict({
  attempt: Type.String({ maxLength: 8000 }),
  code: Type.Optional(Type.String({ maxLength: 4000 })),
  state: Type.Optional(Type.String({ maxLength: 1000 })),
  iss: Type.Optional(Type.String({ maxLength: 1000 })),
  error: Type.Optional(Type.String({ maxLength: 200 })),
});

export const MeView = Named(
  'Me',
  Strict({
    id: Uuid(),
    email: Type.String(),
    name: Nullable(Type.String()),
    hasPassword: Type.Boolean(),
    hasSecondFactor: Type.Boolean(),
    recoveryCodesLeft: Type.Integer(),
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
    signedInBy: Nullable(OneOf(signInMethods)),
  }),
);
export type SessionView = Static<typeof SessionView>;

export const InvitationLink = () =>
  Type.Optional(
    Type.String({
      description: 'Only where no mail is sent: copy it and pass it on to the invited person.',
    }),
  );
export const IsMailOn = () =>
  Type.Boolean({
    description: 'False: the service sends no mail, so nobody gets an invitation. Pass its `link` on.',
  });

export const InvitationView = Strict({
  link: InvitationLink(),
  id: Uuid(),
  email: Type.String(),
  role: RoleOf(),
  expiresAt: Timestamp(),
  createdAt: Timestamp(),
});
