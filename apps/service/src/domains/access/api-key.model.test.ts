import { createHmac } from 'node:crypto';
import { permissionSpellings, permissions } from '@parley/contract/api-key.ts';
import { movesFrom } from '@parley/kernel/transition.ts';
import { expect, test } from 'vitest';
import type { CompanyId } from '../../storage/sql.ts';
import { type ApiKey, checkedKey, hashKey, keyLifecycle, looksLikeKey, newSecret } from './api-key.model.ts';

const now = new Date('2026-03-14T09:30:00.000Z');
const key = (changes: Partial<ApiKey> = {}): ApiKey => ({
  id: '01890000-0000-7000-8000-000000000001',
  companyId: '01890000-0000-7000-8000-000000000002' as CompanyId,
  type: 'STANDARD',
  environment: null,
  name: 'Key',
  scopes: ['read:jobs'],
  allowedIPs: [],
  metadata: {},
  expiresAt: null,
  state: 'ACTIVE',
  suspensionReason: null,
  revocationReason: null,
  isOfOwners: false,
  createdAt: now,
  updatedAt: now,
  ...changes,
});

test.each([
  [null, /^sk_[A-Za-z0-9_-]{43}$/],
  ['live', /^sk_live_[A-Za-z0-9_-]{43}$/],
  ['test', /^sk_test_[A-Za-z0-9_-]{43}$/],
] as const)(
  'an API key for the environment %s has the prefix of that environment and 32 random bytes',
  (environment, form) => {
    const secret = newSecret(environment);
    expect(secret).toMatch(form);
    expect(Buffer.from(secret.slice(-43), 'base64url')).toHaveLength(32);
    expect(looksLikeKey(secret)).toBe(true);
  },
);

test('all generated API keys differ', () => {
  expect(new Set(Array.from({ length: 1000 }, () => newSecret(null))).size).toBe(1000);
});

test('an API key is stored only as its HMAC-SHA-256 with the secret pepper', () => {
  const expected = createHmac('sha256', 'pepper').update('sk_x').digest();
  expect(hashKey('pepper', 'sk_x')).toEqual(expected);
  expect(hashKey('another pepper', 'sk_x')).not.toEqual(expected);
});

test.each(['', 'sk_', 'pk_'.padEnd(46, 'a'), 'sk_'.padEnd(45, 'a'), 'sk_'.padEnd(47, '+'), 'a.b.c'])(
  '%j does not look like an API key',
  (text) => {
    expect(looksLikeKey(text)).toBe(false);
  },
);

test('a suspended API key can be resumed, a revoked one cannot', () => {
  expect(keyLifecycle.SUSPENDED.resume).toBe('ACTIVE');
  expect(movesFrom(keyLifecycle, 'REVOKED')).toEqual([]);
});

test('the neutral and the legacy spelling of a scope grant the same permissions', () => {
  const grantedBy = (scopes: readonly string[]) => checkedKey(key({ scopes })).principal.permissions;
  expect(grantedBy(['read:candidates', 'write:interviews'])).toEqual(
    new Set(['read:contacts', 'write:conversations']),
  );
  expect(grantedBy(permissionSpellings)).toEqual(new Set(permissions));
});

test('only the scopes of contacts and conversations have a legacy spelling', () => {
  const aliases = permissionSpellings.filter((spelling) => !permissions.includes(spelling as never));
  expect(aliases.sort()).toEqual([
    'delete:candidates',
    'delete:interviews',
    'read:candidates',
    'read:interviews',
    'write:candidates',
    'write:interviews',
  ]);
});

test('an API key counts as expired from the exact moment of its expiry', () => {
  const expiring = checkedKey(key({ expiresAt: now }));
  expect(expiring.refusal('127.0.0.1', new Date(now.getTime() - 1))).toBeUndefined();
  expect(expiring.refusal('127.0.0.1', now)).toBe('EXPIRED');
});

test.each([
  ['10.1.2.3', ['10.1.2.3'], true],
  ['10.1.2.4', ['10.1.2.3'], false],
  ['10.1.255.255', ['10.1.0.0/16'], true],
  ['10.2.0.0', ['10.1.0.0/16'], false],
  ['::ffff:10.1.2.3', ['10.1.2.3'], true],
  ['2001:db8::1', ['2001:db8::/32'], true],
  ['2001:db9::1', ['2001:db8::/32'], false],
  ['192.0.2.9', ['10.0.0.0/8', '192.0.2.9'], true],
  ['not an address', ['0.0.0.0/0', '::/0'], false],
])(
  'a request from %s with an API key limited to the addresses %j is accepted: %s',
  (address, allowedIPs, allowed) => {
    expect(checkedKey(key({ allowedIPs })).refusal(address, now)).toBe(
      allowed ? undefined : 'IP_NOT_ALLOWED',
    );
  },
);

test('an API key without a list of allowed addresses works from every address', () => {
  expect(checkedKey(key()).refusal('203.0.113.7', now)).toBeUndefined();
});

test('the principal of an API key has the environment of the key, test or live', () => {
  expect(checkedKey(key({ environment: 'test' })).principal).toMatchObject({ environment: 'test' });
  expect(checkedKey(key({ environment: 'live' })).principal).toMatchObject({ environment: 'live' });
});
