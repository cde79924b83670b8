import { type Static, Type } from 'typebox';
import { Metadata, Name, Named, Notes, Nullable, OneOf, Strict, Timestamp, Uuid } from './schema.ts';

/**
 * What a key may do. The contract calls these scopes; here they are permissions, because a Scope is the
 * reach of a query.
 */
export const permissions = [
  'read:jobs',
  'write:jobs',
  'delete:jobs',
  'read:contacts',
  'write:contacts',
  'delete:contacts',
  'read:conversations',
  'write:conversations',
  'delete:conversations',
  'read:agents',
  'write:agents',
  'delete:agents',
  'read:companies',
  'write:companies',
  'read:billing',
  'read:runs',
  'write:runs',
  'delete:runs',
  'write:webhooks',
] as const;

export type Permission = (typeof permissions)[number];

/** Permanent aliases of two nouns. */
const permissionNouns: Readonly<Record<string, string>> = {
  conversations: 'interviews',
  contacts: 'candidates',
};

const aliasOfPermission = (permission: Permission): string => {
  const [verb = '', noun = ''] = permission.split(':');
  return `${verb}:${permissionNouns[noun] ?? noun}`;
};

/** Every spelling with its permission. */
export const permissionsBySpelling: ReadonlyMap<string, Permission> = new Map(
  permissions.flatMap((permission) => [
    [permission, permission],
    [aliasOfPermission(permission), permission],
  ]),
);

/** Every spelling a key may be created with. */
export const permissionSpellings: readonly string[] = [...permissionsBySpelling.keys()];

const Scopes = Type.Array(OneOf(permissionSpellings), {
  minItems: 1,
  maxItems: permissionSpellings.length,
  uniqueItems: true,
});
const AllowedIPs = Type.Array(Type.String({ format: 'address-range', maxLength: 64 }), {
  maxItems: 200,
  description: 'Single addresses or CIDR ranges; an empty list allows every address.',
});

/** A key that an owner creates in the console: of the company they look at. */
export const NewCompanyKey = Strict({
  name: Name(),
  scopes: Scopes,
  environment: Type.Optional(Nullable(OneOf(['live', 'test']))),
  expiresAt: Type.Optional(Nullable(Timestamp())),
  allowedIPs: Type.Optional(AllowedIPs),
});

export const NewApiKey = Named(
  'NewApiKey',
  Strict(
    {
      companyId: Type.Optional(
        Uuid({
          description: 'Required for a standard key; an ATS key has none.',
          example: '01957a2e-7c00-7000-8000-000000000000',
        }),
      ),
      name: Name(),
      scopes: Scopes,
      type: Type.Optional(OneOf(['STANDARD', 'ATS'], { description: 'Default `STANDARD`.' })),
      environment: Type.Optional(
        Nullable(
          OneOf(['live', 'test'], {
            description: 'Gives the prefix `sk_live_` or `sk_test_`; calls of a test key are simulated.',
          }),
        ),
      ),
      expiresAt: Type.Optional(Nullable(Timestamp())),
      allowedIPs: Type.Optional(AllowedIPs),
      metadata: Type.Optional(Metadata()),
    },
    // In the schema rather than in a rule, so that it is reported together with other violations.
    {
      if: { properties: { type: { const: 'ATS' } }, required: ['type'] },
      // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
      then: { properties: { companyId: false } },
      else: { required: ['companyId'] },
    },
  ),
);
export type NewApiKey = Static<typeof NewApiKey>;

export const ApiKeyChanges = Named(
  'ApiKeyUpdate',
  Strict({
    suspended: Type.Optional(Type.Boolean()),
    suspensionReason: Type.Optional(Notes()),
    name: Type.Optional(Name()),
    scopes: Type.Optional(Scopes),
    allowedIPs: Type.Optional(AllowedIPs),
    expiresAt: Type.Optional(Nullable(Timestamp())),
    metadata: Type.Optional(Metadata()),
  }),
);
export type ApiKeyChanges = Static<typeof ApiKeyChanges>;

export const Revocation = Named('ApiKeyRevocation', Strict({ revocationReason: Notes() }));

const view = {
  id: Uuid(),
  name: Type.String(),
  companyId: Nullable(Uuid()),
  type: OneOf(['STANDARD', 'ATS']),
  environment: Nullable(OneOf(['live', 'test'])),
  scopes: Type.Array(Type.String({ example: 'read:jobs' })),
  expiresAt: Nullable(Timestamp()),
  allowedIPs: Type.Array(Type.String({ example: '203.0.113.0/24' })),
  metadata: Metadata(),
  status: OneOf(['ACTIVE', 'SUSPENDED', 'REVOKED', 'EXPIRED']),
  suspensionReason: Nullable(Type.String()),
  revocationReason: Nullable(Type.String()),
  createdAt: Timestamp(),
  updatedAt: Timestamp(),
};
export const ApiKeyView = Named('ApiKey', Strict(view));
export type ApiKeyView = Static<typeof ApiKeyView>;
/** For owners in the console. */
export const CompanyKeyView = Strict({
  ...view,
  mayChange: Type.Boolean({
    description: 'False: an administrator manages it, and owners may only revoke it.',
  }),
});
export type CompanyKeyView = Static<typeof CompanyKeyView>;
export const IssuedApiKeyView = Named(
  'IssuedApiKey',
  Strict({ ...view, key: Type.String({ description: 'The key itself, shown only once.' }) }),
);
