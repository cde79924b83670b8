import { createHmac, randomBytes } from 'node:crypto';
import type { ApiKeyChanges, ApiKeyView } from '@parley/contract/api-key.ts';
import { addressMatcher } from '@parley/kernel/ip-address.ts';
import { accepted, inUse, type Secret } from '@parley/kernel/secret.ts';
import { table } from '@parley/kernel/transition.ts';
import { granted } from '../../http/aliases.ts';
import type { FitParts } from '../../http/fit-parts.ts';
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
  /** An owner of the company created it, and no administrator has changed it: owners may change it. */
  readonly isOfOwners: boolean;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

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

/** What the schemas of a key cannot say. */
export const expiryViolations = (
  { expiresAt }: { readonly expiresAt?: string | null },
  now: Date,
): string[] => (expiresAt && new Date(expiresAt) <= now ? ['expiresAt must be in the future'] : []);

export function keyChangeViolations(changes: FitParts<ApiKeyChanges>, now: Date): string[] {
  const { suspended, suspensionReason } = changes;
  const isMeant = suspended ?? Object.hasOwn(changes, 'suspended');
  return [
    ...expiryViolations(changes, now),
    ...(suspensionReason !== undefined && !isMeant ? ['suspensionReason needs suspended to be true'] : []),
  ];
}

const KEY = /^sk_(live_|test_)?[A-Za-z0-9_-]{43}$/;
export const looksLikeKey = (text: string): boolean => KEY.test(text);

/** 256 random bits behind the prefix of the environment. */
export const newSecret = (environment: ApiKey['environment']): string =>
  `sk_${environment === null ? '' : `${environment}_`}${randomBytes(32).toString('base64url')}`;

/** What is stored and looked up instead of the key. */
export const hashKey = (pepper: Secret, key: string): Buffer => hashWith(inUse(pepper), key);

/** What it may be kept as: of every value of the pepper but the one in use. */
export const olderHashes = (pepper: Secret, key: string): Buffer[] =>
  accepted(pepper)
    .slice(1)
    .map((one) => hashWith(one, key));

const hashWith = (pepper: string, key: string): Buffer => createHmac('sha256', pepper).update(key).digest();

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
