import { ManualClock } from '@parley/kernel/clock.ts';
import { startTestService, type TestCompany, type TestService } from '@parley/testing/service.ts';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sql } from '../../storage/sql.ts';
import { newSecret } from './api-key.model.ts';

const HOUR_MS = 3_600_000;
const clock = new ManualClock('2026-03-14T09:30:00.000Z');
let service: TestService;
let companyId: string;
let statements: string[];
beforeAll(async () => {
  // Without a worker: what it does by itself would be counted among the statements of a request.
  service = await startTestService({
    clock,
    roles: ['api'],
    environment: { PARLEY_TRUST_PROXY: '127.0.0.1, 10.9.0.0/16' },
  });
  companyId = (await service.newCompany()).id;
  statements = watchStatements(service.services.database.pool);
});
afterAll(() => service.stop());

/** Every statement that the pool's connections are given from now on, whoever gives it. */
function watchStatements(pool: pg.Pool): string[] {
  const seen: string[] = [];
  const watched = new WeakSet<pg.PoolClient>();
  pool.on('acquire', (connection) => {
    if (watched.has(connection)) return;
    watched.add(connection);
    const query = connection.query.bind(connection) as (...args: unknown[]) => unknown;
    connection.query = ((...args: unknown[]) => {
      const [given] = args;
      seen.push(typeof given === 'string' ? given : (given as { text: string }).text);
      return query(...args);
    }) as typeof connection.query;
  });
  return seen;
}

interface Row {
  readonly eventType: string;
  readonly apiKeyId: string | null;
  readonly companyId: string | null;
  readonly ipAddress: string;
  readonly userAgent: string;
  readonly endpoint: string;
  readonly reason: string | null;
}

/** What the log holds of the requests of one user agent. */
const logged = (agent: string) =>
  service.services.database.all<Row>(sql`
    select event_type as "eventType", api_key_id as "apiKeyId", company_id as "companyId", ip_address as "ipAddress",
           user_agent as "userAgent", endpoint, metadata->>'reason' as reason
    from audit_log where user_agent = ${agent} order by id`);

type Key = Awaited<ReturnType<TestService['newKey']>>;
interface Refused {
  readonly authorization?: string;
  readonly key?: Key;
}
const newKey = (body: Record<string, unknown> = {}) => service.newKey({ companyId, ...body });
const change = (key: Key, body: Record<string, unknown>) => service.admin.patch(`/api-keys/${key.id}`, body);
const bearer = (key: Key): Refused => ({ key, authorization: `Bearer ${key.key}` });

/** A key that the process knows from before it lost its right. */
async function usedKey(body: Record<string, unknown> = {}): Promise<Key> {
  const key = await newKey(body);
  expect((await key.api.get('/billing/usage')).status).toBe(200);
  return key;
}
async function suspended(key: Key): Promise<Refused> {
  await change(key, { suspended: true });
  return bearer(key);
}
async function revoked(key: Key): Promise<Refused> {
  await service.admin.delete(`/api-keys/${key.id}`, { revocationReason: 'Over' });
  return bearer(key);
}
async function notListed(key: Key): Promise<Refused> {
  await change(key, { allowedIPs: ['192.0.2.1'] });
  return bearer(key);
}
function expired(key: Key): Refused {
  clock.advance(HOUR_MS);
  return bearer(key);
}
const soon = () => ({ expiresAt: new Date(clock.now().getTime() + HOUR_MS).toISOString() });

const refusals: [string, string, () => Promise<Refused> | Refused][] = [
  ['no authorization header', 'MALFORMED', () => ({})],
  ['an empty authorization header', 'MALFORMED', () => ({ authorization: '' })],
  ['an authorization header without a scheme', 'MALFORMED', () => ({ authorization: newSecret(null) })],
  ['another authorization scheme', 'MALFORMED', () => ({ authorization: `Basic ${newSecret(null)}` })],
  ['a bearer without a key', 'MALFORMED', () => ({ authorization: 'Bearer ' })],
  ['two keys', 'MALFORMED', () => ({ authorization: `Bearer ${newSecret(null)} ${newSecret(null)}` })],
  ['text that is not a key', 'MALFORMED', () => ({ authorization: 'Bearer sk_short' })],
  ["an administrator's token", 'MALFORMED', () => ({ authorization: `Bearer ${service.adminToken}` })],
  ['an unknown key', 'UNKNOWN_KEY', () => ({ authorization: `Bearer ${newSecret(null)}` })],
  ['an unknown test key', 'UNKNOWN_KEY', () => ({ authorization: `Bearer ${newSecret('test')}` })],
  [
    'a key with one character changed',
    'UNKNOWN_KEY',
    async () => {
      const { key } = await newKey();
      const last = key.endsWith('A') ? 'B' : 'A';
      return { authorization: `Bearer ${key.slice(0, -1)}${last}` };
    },
  ],
  ['a suspended key', 'SUSPENDED', async () => suspended(await newKey())],
  ['a suspended key, used before', 'SUSPENDED', async () => suspended(await usedKey())],
  ['a revoked key', 'REVOKED', async () => revoked(await newKey())],
  ['a revoked key, used before', 'REVOKED', async () => revoked(await usedKey())],
  ['an expired key', 'EXPIRED', async () => expired(await newKey(soon()))],
  ['an expired key, used before', 'EXPIRED', async () => expired(await usedKey(soon()))],
  ['a key used from an address not listed', 'IP_NOT_ALLOWED', async () => notListed(await newKey())],
  [
    'a key used from an address not listed, after having worked',
    'IP_NOT_ALLOWED',
    async () => notListed(await usedKey()),
  ],
];

async function tryIt(refused: Refused, agent: string, path = '/billing/usage') {
  const { authorization } = refused;
  const answer = await service
    .api(undefined)
    .get(path, { 'user-agent': agent, ...(authorization === undefined ? {} : { authorization }) });
  const headers = [...answer.headers.keys()].sort();
  const { traceId, timestamp, ...rest } = answer.body;
  return { answer, shown: { status: answer.status, headers, rest, length: answer.text.length } };
}

const generic = { statusCode: 401, message: 'Invalid API key', error: 'Unauthorized' };

test.each(refusals)('a request with %s gets the same generic refusal', async (words, _reason, make) => {
  const { shown: expectedAnswer } = await tryIt({ authorization: `Bearer ${newSecret(null)}` }, 'reference');
  const refused = await make();
  for (const path of ['/billing/usage', '/companies', '/api-keys?page=none']) {
    // With a valid token the administrators' door opens, and rightly so.
    if (path.startsWith('/api-keys') && words.startsWith('an administrator')) continue;
    const { answer, shown } = await tryIt(refused, `generic ${words}`, path);
    expect(shown).toEqual(expectedAnswer);
    expect(shown.rest).toEqual(generic);
    expect(answer.body.traceId).toBe(answer.headers.get('x-trace-id'));
  }
});

test.each(refusals)(
  'a request with %s is logged as %s before it is answered',
  async (words, reason, make) => {
    const agent = `logged ${words}`;
    const refused = await make();
    const { id } = refused.key ?? {};
    await tryIt(refused, agent, '/billing/usage?page=secret');
    expect(await logged(agent)).toEqual([
      {
        eventType: 'AUTH_FAILURE',
        apiKeyId: id ?? null,
        companyId: id ? companyId : null,
        ipAddress: '127.0.0.1',
        userAgent: agent,
        endpoint: 'GET /billing/usage',
        reason,
      },
    ]);
  },
);

test.each(refusals)(
  'a refused request with %s costs one query for the key and one audit entry',
  async (words, _reason, make) => {
    const refused = await make();
    // Whatever successes still wait to be written go along with this one.
    await tryIt({}, 'before the count');
    for (let time = 1; time <= 2; time++) {
      statements.length = 0;
      await tryIt(refused, `counted ${words}`);
      expect(statements.map((text) => text.trim().replaceAll(/\s+/g, ' '))).toEqual([
        expect.stringMatching(/^select .* from api_keys where hash = \$1$/),
        expect.stringMatching(/^insert into audit_log /),
      ]);
    }
  },
);

test('a refused request with a known key is in the audit log of that key', async () => {
  const key = await newKey();
  await tryIt(await suspended(key), 'own log');
  const { body } = await service.admin.get(`/api-keys/${key.id}/audit-logs?eventType=AUTH_FAILURE`);
  expect(body.data).toMatchObject([{ apiKeyId: key.id, metadata: { reason: 'SUSPENDED' } }]);
});

test('a request with an API key that was accepted before needs no query', async () => {
  const key = await usedKey({ scopes: ['read:billing'] });
  statements.length = 0;
  // Stopped by its missing permission, so that no handler asks the database for anything.
  expect((await key.api.get('/companies')).status).toBe(403);
  expect(statements.filter((text) => !text.includes('insert into audit_log'))).toEqual([]);
});

test('each of many concurrent refused requests leaves an audit entry', async () => {
  const key = await newKey({ allowedIPs: ['192.0.2.1'] });
  await Promise.all(Array.from({ length: 60 }, () => tryIt(bearer(key), 'crowd')));
  expect(await logged('crowd')).toHaveLength(60);
});

test('the authorization scheme is case-insensitive, and spaces around the key are ignored', async () => {
  const { key } = await newKey();
  for (const authorization of [`bearer ${key}`, `BEARER  ${key} `]) {
    expect((await tryIt({ authorization }, 'spelling')).answer.status).toBe(200);
  }
});

test.each([
  ['the forwarded address', '203.0.113.7', '203.0.113.7', 200],
  ['the nearest untrusted hop', '198.51.100.1, 203.0.113.7, 10.9.1.1', '203.0.113.7', 200],
  ['not an address that the client invented', '203.0.113.7, 198.51.100.1', '198.51.100.1', 401],
  ['never text that is not an address', 'garbage', 'garbage', 401],
  ['that of the socket without the header', undefined, '127.0.0.1', 401],
])('behind a trusted proxy the client address is %s', async (words, forwarded, ipAddress, status) => {
  const key = await newKey({ allowedIPs: ['203.0.113.0/24'] });
  const agent = `proxy ${words}`;
  const answer = await key.api.get('/billing/usage', {
    'user-agent': agent,
    ...(forwarded === undefined ? {} : { 'x-forwarded-for': forwarded }),
  });
  expect(answer.status).toBe(status);
  await expect.poll(() => logged(agent)).toMatchObject([{ ipAddress }]);
});

test('a key that worked from an allowed address is refused from another address', async () => {
  const key = await newKey({ allowedIPs: ['203.0.113.7', '2001:db8::/32'] });
  const from = async (address: string) =>
    (await key.api.get('/billing/usage', { 'x-forwarded-for': address })).status;
  expect(await from('203.0.113.7')).toBe(200);
  expect(await from('203.0.113.8')).toBe(401);
  expect(await from('2001:db8:1::1')).toBe(200);
  expect(await from('2001:db9::1')).toBe(401);
  expect(await from('203.0.113.7')).toBe(200);
});

describe('authentication without trusted proxies and with a general rate limit', () => {
  let plain: TestService;
  let company: TestCompany;
  beforeAll(async () => {
    plain = await startTestService({ environment: { PARLEY_REQUESTS_PER_MINUTE: '3' } });
    company = await plain.newCompany();
  });
  afterAll(() => plain.stop());

  test.each([
    ['127.0.0.1', 200],
    ['203.0.113.7', 401],
  ])(
    'without a trusted proxy X-Forwarded-For is ignored: from 127.0.0.1, a key limited to %s gets %i',
    async (allowed, status) => {
      const { api } = await plain.newKey({ companyId: company.id, allowedIPs: [allowed] });
      const answer = await api.get('/billing/usage', { 'x-forwarded-for': '203.0.113.7' });
      expect(answer.status).toBe(status);
    },
  );

  test('a key over its rate limit gets 429 with Retry-After, and other keys are still served', async () => {
    const [busy, quiet] = [
      await plain.newKey({ companyId: company.id }),
      await plain.newKey({ companyId: company.id }),
    ];
    for (const status of [200, 200, 200, 429]) {
      expect((await busy.api.get('/billing/usage')).status).toBe(status);
    }
    const limited = await busy.api.get('/billing/usage');
    expect(limited.body.retryAfter).toBeGreaterThan(0);
    expect(limited.headers.get('retry-after')).toBe(String(limited.body.retryAfter));
    expect((await quiet.api.get('/billing/usage')).status).toBe(200);
  });
});

test('an API key with its test prefix replaced by the live prefix is refused', async () => {
  const { key } = await newKey({ environment: 'test' });
  const { answer } = await tryIt(
    { authorization: `Bearer ${key.replace('sk_test_', 'sk_live_')}` },
    'prefix',
  );
  expect(answer.status).toBe(401);
});
