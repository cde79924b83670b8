import { startTestService, type TestCompany, type TestService, UNKNOWN } from '@parley/testing/service.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

let service: TestService;
let company: TestCompany;
beforeAll(async () => {
  service = await startTestService({ roles: ['api'] });
});
afterAll(() => service.stop());
beforeEach(async () => {
  company = await service.newCompany({ defaultCountry: 'CH' });
});

const add = (body: object) => service.admin.post('/phone-numbers', { companyId: company.id, ...body });
const listed = async (query = '') => (await company.api.get(`/phone-numbers${query}`)).body;

test('an administrator adds a phone number to a company, stored as E.164', async () => {
  const { status, body } = await add({ phoneNumber: '044 668 18 00', label: 'Zürich' });
  expect(status).toBe(201);
  expect(body).toEqual({
    id: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-7/),
    companyId: company.id,
    phoneNumber: '+41446681800',
    label: 'Zürich',
    isPooled: false,
    trunkId: null,
    maxConcurrentCalls: null,
    maxCallsPerSecond: null,
    maxCallsPerDay: null,
    coolDownSeconds: null,
    createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
  });
  expect((await listed()).data).toEqual([body]);
});

test('a phone number can be added without a label', async () => {
  expect((await add({ phoneNumber: '+15005550000' })).body.label).toBeNull();
});

test('phone numbers of one company are listed newest first, in pages', async () => {
  for (const digit of [1, 2, 3]) await add({ phoneNumber: `+4144668180${digit}` });
  const page = await listed('?limit=2');
  expect(page).toMatchObject({ total: 3, page: 1, limit: 2, totalPages: 2 });
  expect(page.data.map(({ phoneNumber }: { phoneNumber: string }) => phoneNumber)).toEqual([
    '+41446681803',
    '+41446681802',
  ]);
  const other = await service.newCompany();
  expect((await other.api.get('/phone-numbers')).body).toMatchObject({ data: [], total: 0, totalPages: 0 });
});

test('adding a phone number that exists gets 409, also if it is written differently', async () => {
  await add({ phoneNumber: '+41446681800' });
  expect((await add({ phoneNumber: '0446681800' })).status).toBe(409);
  expect((await listed()).total).toBe(1);
});

test('two companies may have the same phone number', async () => {
  const other = await service.newCompany();
  expect((await add({ phoneNumber: '+41446681800' })).status).toBe(201);
  expect((await add({ companyId: other.id, phoneNumber: '+41446681800' })).status).toBe(201);
});

test('a phone number cannot be added to an unknown company', async () => {
  const { status, body } = await add({ companyId: UNKNOWN, phoneNumber: '+41446681800' });
  expect(status).toBe(404);
  expect(body.message).toBe('Company not found');
});

test.each<[words: string, body: object, error: RegExp]>([
  ['that is not a phone number', { phoneNumber: '12' }, /^phoneNumber must be a telephone number/],
  ['that is missing', {}, /^phoneNumber is required$/],
  ['that is not text', { phoneNumber: 41446681800 }, /^phoneNumber must be string$/],
  ['with an empty label', { phoneNumber: '+41446681800', label: '' }, /^label must NOT have fewer/],
  ['with an unknown property', { phoneNumber: '+41446681800', carrier: 'x' }, /^carrier is not a known/],
  [
    'for a company id that is not a UUID',
    { phoneNumber: '+41446681800', companyId: 'x' },
    /^companyId must match/,
  ],
])('adding a phone number %s gets 400', async (_words, body, error) => {
  const answer = await add(body);
  expect(answer.status).toBe(400);
  expect(answer.body.errors).toEqual([expect.stringMatching(error)]);
  expect((await listed()).total).toBe(0);
});

test('an API key can list phone numbers but not add them', async () => {
  const wanted = { companyId: company.id, phoneNumber: '+41446681800' };
  expect((await company.api.post('/phone-numbers', wanted)).status).toBe(403);
  const blind = await service.newKey({ companyId: company.id, scopes: ['write:agents'] });
  const refused = await blind.api.get('/phone-numbers');
  expect(refused.status).toBe(403);
  expect(refused.body.message).toContain('read:agents');
});

test('an owner can set the pool, the trunk and the limits of a phone number, but not the number itself', async () => {
  const { body: number } = await add({ phoneNumber: '+41446681800' });
  const { body: trunk } = await company.api.post('/trunks', { name: 'Own', host: 'sip.example.com' });
  const use = {
    label: 'Pool',
    isPooled: true,
    trunkId: trunk.id,
    maxConcurrentCalls: 2,
    maxCallsPerSecond: 1,
    maxCallsPerDay: 100,
    coolDownSeconds: 30,
  };
  const changed = await company.api.patch(`/phone-numbers/${number.id}`, use);
  expect(changed.status, changed.text).toBe(200);
  expect(changed.body).toEqual({ ...number, ...use });
  expect((await listed()).data).toEqual([changed.body]);
});

test("a phone number cannot be bound to another company's trunk", async () => {
  const { body: number } = await add({ phoneNumber: '+41446681800' });
  const other = await service.newCompany();
  const { body: trunk } = await other.api.post('/trunks', { name: 'Own', host: 'sip.example.com' });
  const refused = await company.api.patch(`/phone-numbers/${number.id}`, { trunkId: trunk.id });
  expect(refused.status).toBe(400);
  expect(refused.body.errors).toEqual(['trunkId must be a trunk of the company, or a shared one']);
});

test("another company's phone number cannot be changed, and an unknown one is not found", async () => {
  const { body: number } = await add({ phoneNumber: '+41446681800' });
  const other = await service.newCompany();
  expect((await other.api.patch(`/phone-numbers/${number.id}`, { isPooled: true })).status).toBe(403);
  expect((await company.api.patch(`/phone-numbers/${UNKNOWN}`, { isPooled: true })).status).toBe(404);
});
