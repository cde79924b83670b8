import { MOST_TRUNKS } from '@parley/contract/trunk.ts';
import { startTestService, type TestCompany, type TestService, UNKNOWN } from '@parley/testing/service.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { sql } from '../../storage/sql.ts';

const PASSWORD = 'correct-horse-battery-staple';

let service: TestService;
let company: TestCompany;
beforeAll(async () => {
  service = await startTestService({ roles: ['api'] });
});
afterAll(() => service.stop());
beforeEach(async () => {
  company = await service.newCompany();
});

const wanted = { name: 'Swiss', host: 'sip.example.com', username: 'acme', password: PASSWORD };
const create = async (body: object = wanted) => {
  const created = await company.api.post('/trunks', body);
  expect(created.status, created.text).toBe(201);
  return created.body;
};

test('a trunk is created with defaults, and can be read, listed and deleted', async () => {
  const trunk = await create();
  expect(trunk).toMatchObject({
    companyId: company.id,
    name: 'Swiss',
    transport: 'UDP',
    identityHeaders: ['PAI'],
    numberFormat: 'E164',
    dialPrefix: null,
    numberCountry: null,
    transfer: 'REFER',
    isRegistering: false,
    isActive: true,
    prefixes: [],
    priority: 10,
    weight: 1,
    maxConcurrentCalls: null,
    hasPassword: true,
  });
  expect((await company.api.get(`/trunks/${trunk.id}`)).body).toEqual(trunk);
  expect((await company.api.get('/trunks')).body).toMatchObject({ data: [trunk], total: 1 });
  expect((await company.api.delete(`/trunks/${trunk.id}`)).status).toBe(204);
  expect((await company.api.get(`/trunks/${trunk.id}`)).status).toBe(404);
});

test("a trunk's password is in no reply and no log line, and is not readable in the database", async () => {
  const trunk = await create();
  const replies = await Promise.all([
    company.api.get(`/trunks/${trunk.id}`),
    company.api.get('/trunks'),
    company.api.patch(`/trunks/${trunk.id}`, { name: 'Other' }),
    company.api.get(`/trunks/${trunk.id}/health`),
  ]);
  expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  const [row] = await service.services.database.all<{ text: string; bytes: Buffer }>(
    sql`select t::text as text, password as bytes from trunks t where id = ${trunk.id}`,
  );
  const everything = [...replies.map(({ text }) => text), ...service.logged, row?.text, row?.bytes].join(
    '\n',
  );
  expect(everything).not.toContain(PASSWORD);
});

test('all violations of a trunk are reported together', async () => {
  const { status, body } = await company.api.post('/trunks', {
    host: 'not a host',
    port: 70_000,
    transport: 'SCTP',
    prefixes: ['41'],
    weight: 0,
  });
  expect(status).toBe(400);
  expect(body.errors.map((error: string) => error.split(' ')[0]).sort()).toEqual([
    'host',
    'name',
    'port',
    'prefixes[0]',
    'transport',
    'weight',
  ]);
});

test.each([
  ['a loopback address', '127.0.0.1'],
  ['a private address', '10.0.0.7'],
  ["a cloud's metadata", '169.254.169.254'],
])("a company's trunk at %s is refused", async (_words, host) => {
  const refused = await company.api.post('/trunks', { name: 'Near', host, outboundProxy: `${host}:5060` });
  expect(refused.status).toBe(400);
  expect(refused.body.errors).toEqual([
    'host must not be a private or reserved address',
    'outboundProxy must not be a private or reserved address',
  ]);
});

test('a trunk with a password or a registration needs a user name', async () => {
  const refused = await company.api.post('/trunks', {
    name: 'Swiss',
    host: 'sip.example.com',
    password: PASSWORD,
    isRegistering: true,
  });
  expect(refused.body.errors).toEqual([
    'username is required with a password',
    'username is required to register',
  ]);
});

test('how a trunk writes numbers can be set, and what does not go together is refused', async () => {
  const trunk = await create({ ...wanted, numberFormat: 'E164_WITHOUT_PLUS', dialPrefix: '00' });
  expect(trunk).toMatchObject({ numberFormat: 'E164_WITHOUT_PLUS', dialPrefix: '00', numberCountry: null });
  const path = `/trunks/${trunk.id}`;
  const national = await company.api.patch(path, { numberFormat: 'NATIONAL', numberCountry: 'CH' });
  expect(national.body).toMatchObject({ numberFormat: 'NATIONAL', dialPrefix: '00', numberCountry: 'CH' });
  expect((await company.api.get(path)).body).toEqual(national.body);
  const refused = await company.api.patch(path, { numberFormat: 'E164' });
  expect([refused.status, refused.body.errors[0]]).toEqual([
    400,
    expect.stringMatching(/^dialPrefix cannot/),
  ]);
  const bad = { ...wanted, numberFormat: 'LOCAL', dialPrefix: '+', numberCountry: 'XX' };
  expect((await company.api.post('/trunks', bad)).body.errors).toHaveLength(3);
  const missing = await company.api.post('/trunks', { ...wanted, numberFormat: 'NATIONAL' });
  expect(missing.body.errors).toEqual(['numberCountry is required with the numberFormat NATIONAL']);
});

test('a trunk that an older version stored writes numbers in E.164', async () => {
  const { id } = await create();
  await service.services.database.run(
    sql`update trunks set connection = connection - 'numberFormat' - 'dialPrefix' - 'numberCountry' where id = ${id}`,
  );
  expect((await company.api.get(`/trunks/${id}`)).body).toMatchObject({
    numberFormat: 'E164',
    dialPrefix: null,
    numberCountry: null,
  });
});

test('changing the host of a trunk needs the password again', async () => {
  const trunk = await create();
  const refused = await company.api.patch(`/trunks/${trunk.id}`, { host: 'evil.example.com' });
  expect(refused.status).toBe(400);
  expect(refused.body.errors[0]).toMatch(/^password is required/);
  const moved = await company.api.patch(`/trunks/${trunk.id}`, { host: 'b.example.com', password: 'new' });
  expect(moved.body).toMatchObject({ host: 'b.example.com', hasPassword: true });
  const open = await company.api.patch(`/trunks/${trunk.id}`, { host: 'c.example.com', password: null });
  expect(open.body).toMatchObject({ host: 'c.example.com', hasPassword: false });
});

test("another company's trunk gets 403, and an unknown trunk 404", async () => {
  const { id } = await create();
  const other = await service.newCompany();
  for (const [api, path, status] of [
    [other.api, id, 403],
    [company.api, UNKNOWN, 404],
  ] as const) {
    expect((await api.get(`/trunks/${path}`)).status).toBe(status);
    expect((await api.patch(`/trunks/${path}`, { name: 'Mine' })).status).toBe(status);
    expect((await api.delete(`/trunks/${path}`)).status).toBe(status);
    expect((await api.post(`/trunks/${path}/test`)).status).toBe(status);
    expect((await api.get(`/trunks/${path}/health`)).status).toBe(status);
  }
});

test('the routes for trunks need the scopes of companies', async () => {
  const reader = await service.newKey({ companyId: company.id, scopes: ['read:companies'] });
  expect((await reader.api.get('/trunks')).status).toBe(200);
  expect((await reader.api.post('/trunks', wanted)).status).toBe(403);
  const stranger = await service.newKey({ companyId: company.id, scopes: ['read:agents'] });
  expect((await stranger.api.get('/trunks')).status).toBe(403);
});

test('only administrators can see and change shared trunks, which may be in private networks', async () => {
  const created = await service.admin.post('/shared-trunks', { name: 'PBX', host: '10.0.0.7' });
  expect(created.status, created.text).toBe(201);
  expect(created.body.companyId).toBeNull();
  const path = `/shared-trunks/${created.body.id}`;
  expect((await service.admin.patch(path, { priority: 5 })).body.priority).toBe(5);
  expect((await service.admin.get('/shared-trunks')).body.total).toBe(1);
  expect((await service.admin.get(`${path}/health`)).body).toMatchObject({ calls: 0, problem: null });
  expect((await company.api.get('/shared-trunks')).status).toBe(403);
  expect((await company.api.get(`/trunks/${created.body.id}`)).status).toBe(403);
  expect((await company.api.get('/trunks')).body.total).toBe(0);
  expect((await service.admin.delete(path)).status).toBe(204);
});

test('a company can have a limited number of trunks', async () => {
  for (let count = 0; count < MOST_TRUNKS; count++)
    await create({ name: `${count}`, host: 'sip.example.com' });
  expect((await company.api.post('/trunks', wanted)).status).toBe(409);
});
