import { Browser, newPerson, operatorToken } from '@parley/testing/console-browser.ts';
import { startTestService, type TestCompany, type TestService } from '@parley/testing/service.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';

let service: TestService;
let acme: TestCompany;
let staff: Browser;
beforeAll(async () => {
  service = await startTestService();
  acme = await service.newCompany({ name: 'Acme' });
  staff = new Browser(service.url);
  const token = await operatorToken(service);
  expect((await staff.post('/console/api/sign-in-links/redeem', { token })).status).toBe(200);
});
afterAll(() => service.stop());

test('staff find any company by part of its name, in any case', async () => {
  await service.newCompany({ name: 'Northgate 100% Logistics' });
  const found = await staff.get('/console/api/companies?search=100%25%20LOG');
  expect(found.body.data.map(({ name }: { name: string }) => name)).toEqual(['Northgate 100% Logistics']);
  const all = await staff.get('/console/api/companies');
  expect(all.body.total).toBe(2);
});

test('staff create a company with its trial, and change it', async () => {
  const made = await staff.post('/console/api/companies', {
    name: 'Globex',
    timezone: 'Europe/Zurich',
    ownerEmail: 'owner@globex.example',
  });
  expect(made.status).toBe(201);
  const path = `/console/api/companies/${made.body.id}`;
  const { plan, usage } = (await staff.get(`${path}/account`)).body;
  expect(plan).toMatchObject({ status: 'trialing', included: 60 });
  expect(usage).toMatchObject({ available: 60 });
  const changed = await staff.ask('PATCH', path, { name: 'Globex AG' });
  expect(changed.body).toMatchObject({ name: 'Globex AG', timezone: 'Europe/Zurich' });
  expect((await staff.get(path)).body.name).toBe('Globex AG');
});

test('an unknown company gets 404, and an invalid company is refused with all its problems', async () => {
  const unknown = '01957a2e-7c00-7000-8000-00000000ffff';
  expect((await staff.get(`/console/api/companies/${unknown}`)).status).toBe(404);
  expect((await staff.get(`/console/api/companies/${unknown}/account`)).status).toBe(404);
  const wrong = await staff.post('/console/api/companies', { name: '', timezone: 'Nowhere' });
  expect(wrong.status).toBe(400);
  expect(wrong.body.errors).toHaveLength(2);
});

test('only staff can use the company routes of the console, not owners or API keys', async () => {
  const owner = await newPerson(service, acme.id, 'owner', 'owner@acme.example');
  for (const path of ['', `/${acme.id}`, `/${acme.id}/account`]) {
    expect((await owner.get(`/console/api/companies${path}`)).status).toBe(403);
    expect((await acme.api.get(`/console/api/companies${path}`)).status).toBe(403);
  }
  expect((await owner.post('/console/api/companies', { name: 'Mine' })).status).toBe(403);
});
