import { createHmac, randomBytes } from 'node:crypto';
import { permissionSpellings } from '@parley/contract/permission.ts';
import {
  Metadata,
  Name,
  Named,
  Notes,
  Nullable,
  OneOf,
  Strict,
  Timestamp,
  Uuid,
} from '@parley/contract/schema.ts';
import { addressMatcher } from '@parley/kernel/address-range.ts';
import { table } from '@parley/kernel/transition.ts';
import { type Static, Type } from 'typebox';
import { granted } from '../../http/aliases.ts';
import type { AtsKey, StandardKey } from '../../http/principal.ts';
import type { CompanyId } from '../../storage/sql.ts';

export type KeyState = 'ACTIVE' | 'SUSPENDED' | 'REVOKED';
type KeyMove = 'suspend' | 'resume' | 'revoke';

/** Expiry is no state: it follows from the clock. */
export const keyLifecycle = table<KeyState, KeyMove>({
  ACTIVE: { suspend: 'SUSPENDED', revoke: 'REVOKED' },
  SUSPENDED: { resume: 'ACTIVE', revoke: 'REVOKED' },
  REVOKED: {},
});

export interface ApiKey {
  readonly id: string;
  readonly companyId: CompanyId | null;
  readonly type: 'STANDARD' | 'ATS';
  readonly environment: 'live' | 'test' | null;
  readonly name: string;
  readonly scopes: readonly string[];
  readonly allowedIPs: readonly string[];
  readonly metadata: Record<string, unknown>;
  readonly expiresAt: Date | null;
  readonly state: KeyState;
  readonly suspensionReason: string | null;
  readonly revocationReason: string | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

const Scopes = Type.Array(OneOf(permissionSpellings), {
  minItems: 1,
  maxItems: permissionSpellings.length,
  uniqueItems: true,
});
const AllowedIPs = Type.Array(Type.String({ format: 'address-range', maxLength: 64 }), {
  maxItems: 200,
  description: 'Single addresses or CIDR ranges; an empty list allows every address.',
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
    // Said here rather than as a rule, so that it is reported together with whatever else is wrong.
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
export const IssuedApiKeyView = Named(
  'IssuedApiKey',
  Strict({ ...view, key: Type.String({ description: 'The key itself, shown this once.' }) }),
);

const isExpired = (key: ApiKey, now: Date): boolean => key.expiresAt !== null && key.expiresAt <= now;

export const viewKey = (key: ApiKey, now: Date): ApiKeyView => ({
  id: key.id,
  name: key.name,
  companyId: key.companyId,
  type: key.type,
  environment: key.environment,
  scopes: [...key.scopes],
  expiresAt: key.expiresAt?.toISOString() ?? null,
  allowedIPs: [...key.allowedIPs],
  metadata: key.metadata,
  status: key.state === 'ACTIVE' && isExpired(key, now) ? 'EXPIRED' : key.state,
  suspensionReason: key.suspensionReason,
  revocationReason: key.revocationReason,
  createdAt: key.createdAt.toISOString(),
  updatedAt: key.updatedAt.toISOString(),
});

const KEY = /^sk_(live_|test_)?[A-Za-z0-9_-]{43}$/;
export const looksLikeKey = (text: string): boolean => KEY.test(text);

/** 256 random bits behind the prefix of the environment. */
export const newSecret = (environment: ApiKey['environment']): string =>
  `sk_${environment === null ? '' : `${environment}_`}${randomBytes(32).toString('base64url')}`;

/** What is stored and looked up instead of the key. */
export const hashKey = (pepper: string, key: string): Buffer =>
  createHmac('sha256', pepper).update(key).digest();

export type RefusalReason =
  | 'UNKNOWN_KEY'
  | 'REVOKED'
  | 'EXPIRED'
  | 'SUSPENDED'
  | 'IP_NOT_ALLOWED'
  | 'MALFORMED';

/** A key as the door keeps it: what it may do, and why it may not be used right now. */
export interface CheckedKey {
  readonly id: string;
  readonly principal: StandardKey | AtsKey;
  refusal(ipAddress: string, now: Date): RefusalReason | undefined;
}

export function checkedKey(key: ApiKey): CheckedKey {
  const allows = key.allowedIPs.length === 0 ? () => true : addressMatcher(key.allowedIPs);
  const common = { keyId: key.id, permissions: granted(key.scopes), environment: key.environment };
  return {
    id: key.id,
    principal:
      key.companyId === null
        ? { kind: 'ats', ...common }
        : { kind: 'standard', companyId: key.companyId, ...common },
    refusal: (ipAddress, now) => {
      if (key.state !== 'ACTIVE') return key.state;
      if (isExpired(key, now)) return 'EXPIRED';
      return allows(ipAddress) ? undefined : 'IP_NOT_ALLOWED';
    },
  };
}
