import { ManualClock } from '@parley/kernel/clock.ts';
import { startTestService, type TestService } from '@parley/testing/service.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';

const clock = new ManualClock('2026-03-14T09:30:00.000Z');
let service: TestService;
let companyId: string;
beforeAll(async () => {
  service = await startTestService({ clock });
  companyId = (await service.newCompany()).id;
});
afterAll(() => service.stop());

const newKey = (body: Record<string, unknown> = {}) => service.newKey({ companyId, ...body });
const change = (id: string, body: unknown) => service.admin.patch(`/api-keys/${id}`, body);
const revoke = (id: string, revocationReason: unknown = 'The contract ended') =>
  service.admin.delete(`/api-keys/${id}`, { revocationReason });
const use = async ({ api }: Awaited<ReturnType<typeof newKey>>) => (await api.get('/billing/usage')).status;

interface Entry {
  readonly eventType: string;
  readonly metadata: Record<string, unknown>;
}

/** The entries of changes, oldest first, without those of the door. */
async function changesOf(id: string): Promise<Entry[]> {
  const { data } = (await service.admin.get(`/api-keys/${id}/audit-logs?limit=100`)).body;
  return (data as Entry[]).filter(({ eventType }) => !eventType.startsWith('AUTH_')).reverse();
}
const kindsOf = async (id: string) => (await changesOf(id)).map(({ eventType }) => eventType);

test('the audit log records who created an API key, from which address and with which user agent', async () => {
  const { id } = await newKey({ scopes: ['read:jobs'] });
  const { body } = await service.admin.get(`/api-keys/${id}/audit-logs`);
  expect(body.total).toBe(1);
  expect(body.data[0]).toMatchObject({
    eventType: 'KEY_CREATED',
    apiKeyId: id,
    timestamp: clock.now().toISOString(),
    ipAddress: '127.0.0.1',
    userAgent: 'node',
    endpoint: 'POST /api-keys',
    metadata: { by: 'tester', scopes: ['read:jobs'], type: 'STANDARD' },
  });
  expect(Object.keys(body.data[0]).sort()).toEqual(
    ['apiKeyId', 'endpoint', 'eventType', 'id', 'ipAddress', 'metadata', 'timestamp', 'userAgent'].sort(),
  );
});

test.each([
  ['name', { name: 'New name' }],
  ['allowedIPs', { allowedIPs: ['127.0.0.0/8'] }],
  ['expiresAt', { expiresAt: '2027-01-01T00:00:00.000Z' }],
  ['expiresAt', { expiresAt: null }],
  ['metadata', { metadata: { replaced: true } }],
])('a changed %s of an API key is stored, returned and logged as CONFIG_CHANGED', async (name, body) => {
  const { id } = await newKey({ metadata: { before: true }, expiresAt: '2026-12-31T00:00:00Z' });
  const before = (await service.admin.get(`/api-keys/${id}`)).body.data;
  clock.advance(1000);
  const changed = await change(id, body);
  expect(changed.status).toBe(200);
  expect(changed.body).toEqual({ data: { ...before, ...body, updatedAt: clock.now().toISOString() } });
  expect((await service.admin.get(`/api-keys/${id}`)).body).toEqual(changed.body);
  expect((await changesOf(id)).slice(1)).toMatchObject([
    { eventType: 'CONFIG_CHANGED', metadata: { changed: [name], by: 'tester' } },
  ]);
});

test('changed scopes of an API key apply from the next request on, and the log has the old scopes', async () => {
  const key = await newKey({ scopes: ['read:billing'] });
  expect(await use(key)).toBe(200);
  expect((await change(key.id, { scopes: ['read:jobs'] })).body.data.scopes).toEqual(['read:jobs']);
  const refused = await key.api.get('/billing/usage');
  expect(refused.status).toBe(403);
  expect(refused.body.message).toBe('Insufficient permissions: Required scope read:billing not found');
  expect((await changesOf(key.id)).slice(1)).toMatchObject([
    {
      eventType: 'SCOPES_CHANGED',
      metadata: { before: ['read:billing'], after: ['read:jobs'], by: 'tester' },
    },
  ]);
});

test('a request that changes everything about an API key writes one audit entry for each kind of change', async () => {
  const { id } = await newKey();
  const everything = {
    suspended: true,
    suspensionReason: 'Audit',
    name: 'All',
    scopes: ['read:jobs'],
    allowedIPs: ['127.0.0.1'],
    expiresAt: '2027-01-01T00:00:00.000Z',
    metadata: { a: 1 },
  };
  const { body } = await change(id, everything);
  const { suspended, ...kept } = everything;
  expect(body.data).toMatchObject({ ...kept, status: 'SUSPENDED' });
  expect((await kindsOf(id)).sort()).toEqual([
    'CONFIG_CHANGED',
    'KEY_CREATED',
    'KEY_SUSPENDED',
    'SCOPES_CHANGED',
  ]);
  const configured = (await changesOf(id)).find(({ eventType }) => eventType === 'CONFIG_CHANGED');
  expect(configured?.metadata.changed).toEqual(['name', 'allowedIPs', 'expiresAt', 'metadata']);
});

test('a suspended API key is refused until it is resumed', async () => {
  const key = await newKey();
  expect(await use(key)).toBe(200);
  const suspended = await change(key.id, { suspended: true, suspensionReason: 'Leaked?' });
  expect(suspended.body.data).toMatchObject({ status: 'SUSPENDED', suspensionReason: 'Leaked?' });
  expect(await use(key)).toBe(401);
  const resumed = await change(key.id, { suspended: false });
  expect(resumed.body.data).toMatchObject({ status: 'ACTIVE', suspensionReason: null });
  expect(await use(key)).toBe(200);
  const changes = await changesOf(key.id);
  expect(changes.map(({ eventType }) => eventType)).toEqual(['KEY_CREATED', 'KEY_SUSPENDED', 'KEY_RESUMED']);
  expect(changes[1]?.metadata).toEqual({ reason: 'Leaked?', by: 'tester' });
});

test('setting a property of an API key to its current value changes nothing and logs nothing', async () => {
  const { id } = await newKey();
  expect((await change(id, { suspended: false })).status).toBe(200);
  await change(id, { suspended: true, suspensionReason: 'Once' });
  expect((await change(id, { suspended: true })).body.data).toMatchObject({
    status: 'SUSPENDED',
    suspensionReason: 'Once',
  });
  expect(await kindsOf(id)).toEqual(['KEY_CREATED', 'KEY_SUSPENDED']);
});

test('a new reason for the suspension of an API key is stored and logged', async () => {
  const { id } = await newKey();
  await change(id, { suspended: true, suspensionReason: 'First' });
  const { body } = await change(id, { suspended: true, suspensionReason: 'Second' });
  expect(body.data.suspensionReason).toBe('Second');
  expect((await changesOf(id)).at(-1)).toMatchObject({
    eventType: 'CONFIG_CHANGED',
    metadata: { changed: ['suspensionReason'] },
  });
});

test.each([
  ['a reason without a suspension', { suspensionReason: 'Why?' }, ['suspensionReason']],
  ['a reason with a resumption', { suspended: false, suspensionReason: 'Why?' }, ['suspensionReason']],
  ['an expiry in the past', { expiresAt: '2020-01-01T00:00:00Z' }, ['expiresAt']],
  [
    'a reason without a suspension and an expiry in the past',
    { suspensionReason: 'Why?', expiresAt: '2020-01-01T00:00:00Z' },
    ['expiresAt', 'suspensionReason'],
  ],
  ['a scope that does not exist', { scopes: ['read:minds'] }, ['scopes[0]']],
  ['no scopes', { scopes: [] }, ['scopes']],
  ['an invalid address', { allowedIPs: ['10.0.0.0/40'] }, ['allowedIPs[0]']],
  ['null as a name', { name: null }, ['name']],
  ['an empty reason', { suspended: true, suspensionReason: '' }, ['suspensionReason']],
  ['text for suspended', { suspended: 'true' }, ['suspended']],
  [
    'a property that cannot be changed',
    { companyId: 'x', type: 'ATS', environment: 'live', key: 'sk_', id: 'y' },
    ['companyId', 'environment', 'id', 'key', 'type'],
  ],
])('a change of an API key with %s is refused', async (_words, body, paths) => {
  const { id } = await newKey();
  const before = (await service.admin.get(`/api-keys/${id}`)).body;
  const answer = await change(id, body);
  expect(answer.status).toBe(400);
  expect(answer.body.errors.map((error: string) => error.split(' ')[0]).sort()).toEqual(paths);
  expect((await service.admin.get(`/api-keys/${id}`)).body).toEqual(before);
  expect(await kindsOf(id)).toEqual(['KEY_CREATED']);
});

test('a revoked API key is refused for ever, and its record can still be read', async () => {
  const key = await newKey();
  expect(await use(key)).toBe(200);
  const revoked = await revoke(key.id);
  expect(revoked.status).toBe(204);
  expect(revoked.text).toBe('');
  expect(await use(key)).toBe(401);
  expect((await service.admin.get(`/api-keys/${key.id}`)).body.data).toMatchObject({
    status: 'REVOKED',
    revocationReason: 'The contract ended',
  });
  const changes = await changesOf(key.id);
  expect(changes.at(-1)).toMatchObject({
    eventType: 'KEY_REVOKED',
    metadata: { reason: 'The contract ended', by: 'tester' },
  });
});

test('revoking an API key a second time gets 409 and is not logged', async () => {
  const { id } = await newKey();
  await revoke(id);
  const again = await revoke(id, 'Again');
  expect(again.status).toBe(409);
  expect(again.body).toMatchObject({ statusCode: 409, error: 'Conflict' });
  expect((await service.admin.get(`/api-keys/${id}`)).body.data.revocationReason).toBe('The contract ended');
  expect(await kindsOf(id)).toEqual(['KEY_CREATED', 'KEY_REVOKED']);
});

test('exactly one of two concurrent revocations of an API key succeeds', async () => {
  const { id } = await newKey();
  const statuses = (await Promise.all([revoke(id, 'One'), revoke(id, 'Two')])).map(({ status }) => status);
  expect(statuses.sort()).toEqual([204, 409]);
  expect(await kindsOf(id)).toEqual(['KEY_CREATED', 'KEY_REVOKED']);
});

test.each([{ name: 'New' }, { suspended: true }, { suspended: false }, { scopes: ['read:jobs'] }, {}])(
  'a revoked API key cannot be changed: the change %j gets 409',
  async (body) => {
    const key = await newKey();
    await revoke(key.id);
    expect((await change(key.id, body)).status).toBe(409);
    expect(await kindsOf(key.id)).toEqual(['KEY_CREATED', 'KEY_REVOKED']);
    expect(await use(key)).toBe(401);
  },
);

test('a suspended API key can be revoked', async () => {
  const { id } = await newKey();
  await change(id, { suspended: true });
  expect((await revoke(id)).status).toBe(204);
});

test.each([undefined, {}, { revocationReason: '' }, { revocationReason: 'Ok', also: 1 }])(
  'a revocation with the body %j is refused, and the API key still works',
  async (body) => {
    const key = await newKey();
    expect((await service.admin.delete(`/api-keys/${key.id}`, body)).status).toBe(400);
    expect(await use(key)).toBe(200);
  },
);

test('an expired API key is refused and shown as expired, and works again once its expiry is extended', async () => {
  const expiresAt = new Date(clock.now().getTime() + 60_000).toISOString();
  const key = await newKey({ expiresAt });
  expect(await use(key)).toBe(200);
  clock.advance(59_999);
  expect(await use(key)).toBe(200);
  clock.advance(1);
  expect(await use(key)).toBe(401);
  expect((await service.admin.get(`/api-keys/${key.id}`)).body.data.status).toBe('EXPIRED');
  await change(key.id, { expiresAt: new Date(clock.now().getTime() + 60_000).toISOString() });
  expect(await use(key)).toBe(200);
});

test('an expired API key can be suspended and revoked like any other', async () => {
  const { id } = await newKey({ expiresAt: new Date(clock.now().getTime() + 1000).toISOString() });
  clock.advance(1000);
  expect((await change(id, { suspended: true })).body.data.status).toBe('SUSPENDED');
  expect((await revoke(id)).status).toBe(204);
});
