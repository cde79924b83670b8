import { newPerson } from '@parley/testing/console-browser.ts';
import { startTestService, type TestService } from '@parley/testing/service.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

const path = '/console/api/api-keys';
const wanted = { name: 'ATS of Acme', scopes: ['read:contacts'], environment: 'test' };

test('an owner creates, changes and revokes API keys of the company', async () => {
  const company = await service.newCompany();
  const owner = await newPerson(service, company.id, 'owner', 'owner@keys.example');
  const made = await owner.post(path, wanted);
  expect(made).toMatchObject({ status: 201, body: { data: { companyId: company.id, type: 'STANDARD' } } });
  const { id, key } = made.body.data;
  expect(key).toMatch(/^sk_test_/);
  const read = async () => (await service.api(key).get('/contacts')).status;
  expect(await read()).toBe(200);
  const { body } = await owner.get(path);
  expect(body.data.map((one: { id: string }) => one.id).sort()).toEqual([company.keyId, id].sort());
  expect((await owner.ask('PATCH', `${path}/${id}`, { suspended: true })).status).toBe(200);
  expect(await read()).toBe(401);
  expect((await owner.ask('PATCH', `${path}/${id}`, { suspended: false })).status).toBe(200);
  expect(await read()).toBe(200);
  expect((await owner.get(`${path}/${id}`)).body.data).toMatchObject({
    name: 'ATS of Acme',
    mayChange: true,
  });
  expect((await owner.ask('DELETE', `${path}/${id}`, { revocationReason: 'Leaked' })).status).toBe(204);
  expect(await read()).toBe(401);
  const me = (await owner.get('/console/api/me')).body;
  const log = (await owner.get(`${path}/${id}/audit-logs?eventType=KEY_REVOKED`)).body;
  expect(log.data).toMatchObject([{ metadata: { reason: 'Leaked', by: me.id } }]);
  const audit = (await service.admin.get(`/api-keys/${id}/audit-logs?eventType=KEY_CREATED`)).body;
  expect(audit.data).toMatchObject([{ metadata: { by: me.id } }]);
});

test('an owner gets 404 for API keys of another company or of an integrator', async () => {
  const [mine, other] = [await service.newCompany(), await service.newCompany()];
  const owner = await newPerson(service, mine.id, 'owner', 'mine@keys.example');
  const ats = await service.newKey({ type: 'ATS' });
  for (const id of [other.keyId, ats.id]) {
    expect((await owner.ask('PATCH', `${path}/${id}`, { name: 'Mine' })).status).toBe(404);
    expect((await owner.ask('DELETE', `${path}/${id}`, { revocationReason: 'x' })).status).toBe(404);
    expect((await owner.get(`${path}/${id}`)).status).toBe(404);
    expect((await owner.get(`${path}/${id}/audit-logs`)).status).toBe(404);
  }
  // Neither does a body choose another company, or make a key for many.
  expect((await owner.post(path, { ...wanted, companyId: other.id })).status).toBe(400);
  expect((await owner.post(path, { ...wanted, type: 'ATS' })).status).toBe(400);
});

test('an owner cannot change an API key that an administrator created or changed, but can revoke it', async () => {
  const company = await service.newCompany();
  const owner = await newPerson(service, company.id, 'owner', 'limited@keys.example');
  const { id } = (await owner.post(path, wanted)).body.data;
  const limits = { suspended: true, metadata: { ticket: 'Abuse 7' } };
  for (const key of [id, company.keyId]) {
    expect((await service.admin.patch(`/api-keys/${key}`, limits)).status).toBe(200);
    for (const change of [{ suspended: false }, { expiresAt: null }, { allowedIPs: [] }])
      expect((await owner.ask('PATCH', `${path}/${key}`, change)).status).toBe(403);
  }
  const { data } = (await owner.get(path)).body;
  expect(data).toMatchObject([
    { status: 'SUSPENDED', metadata: {}, mayChange: false },
    { status: 'SUSPENDED', metadata: {}, mayChange: false },
  ]);
  expect(JSON.stringify(data)).not.toContain('Abuse 7');
  expect((await owner.ask('DELETE', `${path}/${id}`, { revocationReason: 'Leaked' })).status).toBe(204);
});

test('the log of an API key does not tell owners who an administrator is and where they sit', async () => {
  const company = await service.newCompany();
  const owner = await newPerson(service, company.id, 'owner', 'log@keys.example');
  await service.admin.patch(`/api-keys/${company.keyId}`, { name: 'Renamed' });
  const changed = (await owner.get(`${path}/${company.keyId}/audit-logs?eventType=CONFIG_CHANGED`)).body;
  expect(changed.data).toMatchObject([
    { ipAddress: null, userAgent: null, metadata: { by: 'administrator', changed: ['name'] } },
  ]);
});

test('only owners, not other members, see the API keys of the company', async () => {
  const company = await service.newCompany();
  const member = await newPerson(service, company.id, 'member', 'member@keys.example');
  expect((await member.get(path)).status).toBe(403);
  expect((await member.post(path, wanted)).status).toBe(403);
  expect((await member.get(`${path}/${company.keyId}`)).status).toBe(403);
  expect((await member.get(`${path}/${company.keyId}/audit-logs`)).status).toBe(403);
});
