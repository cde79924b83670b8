import { ManualClock } from '@parley/kernel/clock.ts';
import { startTestService, type TestService, UNKNOWN } from '@parley/testing/service.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from '../../storage/sql.ts';

const clock = new ManualClock('2026-03-14T09:30:00.000Z');
let service: TestService;
let companyId: string;
beforeAll(async () => {
  service = await startTestService({ clock });
  companyId = (await service.newCompany()).id;
});
afterAll(() => service.stop());

const create = (body: Record<string, unknown>) => service.admin.post('/api-keys', body);
const minimal = () => ({ companyId, name: 'Key', scopes: ['read:jobs'] });

test('a created API key is returned with every property as it was sent', async () => {
  const wanted = {
    companyId,
    name: 'Integration',
    scopes: ['read:jobs', 'write:candidates'],
    type: 'STANDARD',
    environment: 'live',
    expiresAt: '2026-06-01T12:00:00.000Z',
    allowedIPs: ['127.0.0.1', '10.0.0.0/8', '2001:db8::/32'],
    metadata: { team: { name: 'Núria' }, n: 1 },
  };
  const { status, body } = await create(wanted);
  expect(status).toBe(201);
  expect(Object.keys(body)).toEqual(['data']);
  expect(body.data).toMatchObject({ ...wanted, createdAt: '2026-03-14T09:30:00.000Z', status: 'ACTIVE' });
  expect(body.data.id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7/);
  expect(body.data.key).toMatch(/^sk_live_[A-Za-z0-9_-]{43}$/);
});

test('omitted properties of a new API key get their defaults', async () => {
  const { body } = await create(minimal());
  expect(body.data).toMatchObject({
    type: 'STANDARD',
    environment: null,
    expiresAt: null,
    allowedIPs: [],
    metadata: {},
  });
});

test.each([
  [undefined, /^sk_(?!live_|test_)/],
  ['live', /^sk_live_/],
  ['test', /^sk_test_/],
])('a new API key for the environment %s matches the pattern %s', async (environment, prefix) => {
  const { body } = await create({ ...minimal(), ...(environment ? { environment } : {}) });
  expect(body.data.key).toMatch(prefix);
});

test('the expiry of an API key is accepted with any time offset and returned in UTC', async () => {
  const { body } = await create({ ...minimal(), expiresAt: '2026-03-14T11:31:00+02:00' });
  expect(body.data.expiresAt).toBe('2026-03-14T09:31:00.000Z');
});

test('the secret of an API key is shown once and never stored', async () => {
  const { id, key } = (await create(minimal())).body.data;
  const later = [
    await service.admin.get(`/api-keys/${id}`),
    await service.admin.get('/api-keys?limit=100'),
    await service.admin.patch(`/api-keys/${id}`, { name: 'Renamed' }),
    await service.admin.get(`/api-keys/${id}/audit-logs`),
  ];
  for (const answer of later) {
    expect(answer.status).toBe(200);
    expect(answer.text).not.toContain(key);
    expect(answer.text).not.toContain(key.slice(3));
  }
  expect(later[0]?.body.data).not.toHaveProperty('key');
  expect(later[0]?.body.data).not.toHaveProperty('hash');
  const rows = await service.services.database.all<{ row: string }>(sql`
    select k::text as row from api_keys k union all select a::text from audit_log a`);
  expect(rows.some(({ row }) => row.includes(key.slice(3)))).toBe(false);
  expect(service.logged.join('')).not.toContain(key.slice(3));
});

test('all violations of a request for a new API key are reported together, with their paths', async () => {
  const { status, body } = await create({
    companyId: 'not-a-uuid',
    name: '',
    scopes: ['read:everything', 'read:jobs'],
    type: 'ROOT',
    environment: 'staging',
    expiresAt: 'tomorrow',
    allowedIPs: ['10.0.0.0/33', 'localhost', '10.0.0.1'],
    metadata: [],
    key: 'sk_mine',
  });
  expect(status).toBe(400);
  expect(body).toMatchObject({ statusCode: 400, message: 'Validation failed', error: 'Bad Request' });
  const paths = body.errors.map((error: string) => error.split(' ')[0]);
  expect(paths.sort()).toEqual(
    [
      'allowedIPs[0]',
      'allowedIPs[1]',
      'companyId',
      'environment',
      'expiresAt',
      'key',
      'metadata',
      'name',
      'scopes[0]',
      'type',
    ].sort(),
  );
});

test('an empty request for a new API key gets a list of all required properties', async () => {
  const { status, body } = await create({});
  expect(status).toBe(400);
  expect(body.errors).toEqual(
    expect.arrayContaining([
      'name is required',
      'scopes is required',
      expect.stringMatching(/^companyId is required/),
    ]),
  );
});

test.each([
  ['an empty list of scopes', { scopes: [] }, 'scopes'],
  ['a duplicate scope', { scopes: ['read:jobs', 'read:jobs'] }, 'scopes'],
  ['a scope that does not exist', { scopes: ['delete:companies'] }, 'scopes[0]'],
  ['a scope in another case', { scopes: ['READ:JOBS'] }, 'scopes[0]'],
  ['a wildcard scope', { scopes: ['*'] }, 'scopes[0]'],
  ['a name of 201 characters', { name: 'x'.repeat(201) }, 'name'],
  ['an expiry at this moment', { expiresAt: '2026-03-14T09:30:00.000Z' }, 'expiresAt'],
  ['an expiry that is not a time', { expiresAt: '2026-06-01' }, 'expiresAt'],
  ['metadata beyond 64 KiB', { metadata: { text: 'x'.repeat(65_536) } }, 'metadata'],
  ['a NUL character inside metadata', { metadata: { text: 'a\u0000b' } }, 'metadata.text'],
  ['null as the company', { companyId: null }, 'companyId'],
])('a request for a new API key with %s is refused', async (_words, part, path) => {
  const { status, body } = await create({ ...minimal(), ...part });
  expect(status).toBe(400);
  expect(body.errors).toHaveLength(1);
  expect(body.errors[0].split(' ')[0]).toBe(path);
});

test('a standard API key without a company is refused', async () => {
  const { status, body } = await create({ name: 'Key', scopes: ['read:jobs'] });
  expect(status).toBe(400);
  expect(body.errors).toEqual([expect.stringMatching(/^companyId is required/)]);
});

test('an ATS key belongs to no company', async () => {
  const withCompany = await create({ ...minimal(), type: 'ATS' });
  expect(withCompany.status).toBe(400);
  expect(withCompany.body.errors).toEqual([expect.stringMatching(/^companyId must be absent/)]);

  const { status, body } = await create({ name: 'Key', scopes: ['read:companies'], type: 'ATS' });
  expect(status).toBe(201);
  expect(body.data).toMatchObject({ type: 'ATS', companyId: null });
});

test('an ATS key with a company is refused, together with all other problems of the request', async () => {
  const { body } = await create({ type: 'ATS', companyId, name: '', scopes: ['read:minds'] });
  expect(body.errors.map((error: string) => error.split(' ')[0]).sort()).toEqual([
    'companyId',
    'name',
    'scopes[0]',
  ]);
});

test('an API key for a company that does not exist is refused with 404', async () => {
  const { status, body } = await create({ ...minimal(), companyId: UNKNOWN });
  expect(status).toBe(404);
  expect(body.message).toBe('Company not found');
});

test('an API key accepts the neutral and the legacy spelling of a scope, and stores what was sent', async () => {
  const scopes = ['read:candidates', 'read:contacts', 'delete:interviews'];
  const { status, body } = await create({ ...minimal(), scopes });
  expect(status).toBe(201);
  expect(body.data.scopes).toEqual(scopes);
});

test('an API key is read by its id', async () => {
  const { key, ...issued } = (await create({ ...minimal(), name: 'Readable' })).body.data;
  const { status, body } = await service.admin.get(`/api-keys/${issued.id}`);
  expect(status).toBe(200);
  expect(body).toEqual({ data: issued });
});

test.each([
  ['GET', (id: string) => service.admin.get(`/api-keys/${id}`)],
  ['PATCH', (id: string) => service.admin.patch(`/api-keys/${id}`, { name: 'New' })],
  ['DELETE', (id: string) => service.admin.delete(`/api-keys/${id}`, { revocationReason: 'Left' })],
  ['GET audit-logs', (id: string) => service.admin.get(`/api-keys/${id}/audit-logs`)],
])('%s of an API key with an unknown or malformed id gets 404', async (_words, call) => {
  for (const id of [UNKNOWN, 'not-a-uuid', `${UNKNOWN}0`, '%00', "'or'1"]) {
    const { status, body } = await call(id);
    expect(status).toBe(404);
    expect(body).toMatchObject({ statusCode: 404, message: 'API key not found', error: 'Not Found' });
  }
});

test('API keys are listed newest first, in pages', async () => {
  const company = (await service.newCompany()).id;
  const [own] = (await service.admin.get(`/api-keys?companyId=${company}`)).body.data;
  const ids = [own.id];
  for (const name of ['A', 'B', 'C', 'D']) {
    ids.unshift((await create({ ...minimal(), companyId: company, name })).body.data.id);
  }
  const page = async (query: string) =>
    (await service.admin.get(`/api-keys?companyId=${company}${query}`)).body;
  const idsOf = ({ data }: { data: { id: string }[] }) => data.map(({ id }) => id);

  const all = await page('');
  expect(idsOf(all)).toEqual(ids);
  expect(all).toMatchObject({ total: 5, page: 1, limit: 20, totalPages: 1 });
  const second = await page('&limit=2&page=2');
  expect(idsOf(second)).toEqual(ids.slice(2, 4));
  expect(second).toMatchObject({ total: 5, page: 2, limit: 2, totalPages: 3 });
  expect(await page('&limit=2&page=4')).toMatchObject({ data: [], total: 5, page: 4 });
});

test('the list of API keys has the keys of all companies unless the request names one', async () => {
  const other = await service.newCompany();
  const everyones = (await service.admin.get('/api-keys?limit=100')).body.data;
  const companies = new Set(everyones.map((key: { companyId: string | null }) => key.companyId));
  expect(companies).toContain(other.id);
  expect(companies).toContain(companyId);
  expect(companies).toContain(null);
  const others = (await service.admin.get(`/api-keys?companyId=${other.id}`)).body;
  expect(others.data.map(({ id }: { id: string }) => id)).toEqual([other.keyId]);
});

test('the list of API keys of a company without keys has 0 pages', async () => {
  const { status, body } = await service.admin.get(`/api-keys?companyId=${UNKNOWN}`);
  expect(status).toBe(200);
  expect(body).toEqual({ data: [], total: 0, page: 1, limit: 20, totalPages: 0 });
});

test.each([
  'companyId=not-a-uuid',
  'page=0',
  'page=10001',
  'limit=0',
  'limit=101',
  'limit=ten',
  'status=ACTIVE',
])('the list of API keys refuses the query ?%s', async (query) => {
  const { status, body } = await service.admin.get(`/api-keys?${query}`);
  expect(status).toBe(400);
  expect(body.errors).toEqual([expect.stringMatching(new RegExp(`^${query.split('=')[0]} `))]);
});
