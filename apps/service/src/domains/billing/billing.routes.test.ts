import { startTestService, type TestService, UNKNOWN } from '@parley/testing/service.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from '../../storage/sql.ts';

const DAY_MS = 86_400_000;
let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

const plan = (changes: Record<string, unknown> = {}) => ({
  billingSystem: 'minutes',
  status: 'active',
  included: 500,
  purchased: 25.5,
  currency: 'CHF',
  maxConcurrentCalls: 5,
  storageBytes: 1_000_000,
  creditsPerMinute: 1,
  ...changes,
});

test('a new company is on a trial of 60 minutes over 14 days from its creation', async () => {
  const { id, api } = await service.newCompany();
  const { createdAt } = (await api.get(`/companies/${id}`)).body;
  const usage = await api.get('/billing/usage');
  expect(usage.status).toBe(200);
  expect(usage.body).toEqual({
    billingSystem: 'minutes',
    status: 'trialing',
    period: { start: createdAt, end: new Date(Date.parse(createdAt) + 14 * DAY_MS).toISOString() },
    included: 60,
    purchased: 0,
    used: 0,
    held: 0,
    available: 60,
    totalInterviews: 0,
    costs: { interview_minutes: 0 },
    currency: 'EUR',
    spendingCap: null,
  });
});

test('a billing plan is returned as it was set, and the usage report shows its amounts', async () => {
  const { id, api } = await service.newCompany();
  const wanted = plan({ overagePrice: 0.15, monthlySpendingCap: 99.99 });
  const answer = await service.admin.put(`/companies/${id}/plan`, wanted);
  expect([answer.status, answer.body]).toEqual([200, wanted]);
  expect((await api.get('/billing/usage')).body).toMatchObject({
    status: 'active',
    included: 500,
    purchased: 25.5,
    available: 525.5,
    currency: 'CHF',
    spendingCap: 99.99,
  });
});

test('prices left out of a plan are null, and the usage of a plan in credits is in credits', async () => {
  const { id, api } = await service.newCompany();
  const wanted = plan({ billingSystem: 'credits', creditsPerMinute: 0.7 });
  const answer = await service.admin.put(`/companies/${id}/plan`, wanted);
  expect(answer.body).toEqual({ ...wanted, overagePrice: null, monthlySpendingCap: null });
  expect((await api.get('/billing/usage')).body).toMatchObject({
    billingSystem: 'credits',
    spendingCap: null,
  });
});

test('setting the same billing plan again changes nothing', async () => {
  const { id, api } = await service.newCompany();
  await service.admin.put(`/companies/${id}/plan`, plan());
  const before = (await api.get('/billing/usage')).body;
  expect((await service.admin.put(`/companies/${id}/plan`, plan())).status).toBe(200);
  expect((await api.get('/billing/usage')).body).toEqual(before);
});

test.each<[string, Record<string, unknown>, string]>([
  ['an unknown billing system', { billingSystem: 'tokens' }, 'billingSystem must be one of minutes, credits'],
  [
    'an unknown status',
    { status: 'cancelled' },
    'status must be one of active, trialing, past_due, canceled',
  ],
  ['a negative included amount', { included: -1 }, 'included must be >= 0'],
  ['an included amount beyond the limit', { included: 1e12 }, 'included must be <= 100000000000'],
  ['text instead of a number', { included: '500' }, 'included must be number'],
  ['a negative purchased amount', { purchased: -0.5 }, 'purchased must be >= 0'],
  ['an amount with too many decimals', { purchased: 0.00001 }, 'purchased must have at most four decimals'],
  ['a negative price', { overagePrice: -0.1 }, 'overagePrice must be >= 0'],
  [
    'a price with too many decimals',
    { overagePrice: 0.12345 },
    'overagePrice must have at most four decimals',
  ],
  ['a negative cap', { monthlySpendingCap: -1 }, 'monthlySpendingCap must be >= 0'],
  [
    'a currency in lower case',
    { currency: 'eur' },
    'currency is not valid: write the three capital letters of a currency, such as EUR',
  ],
  ['a fraction of a call', { maxConcurrentCalls: 1.5 }, 'maxConcurrentCalls must be integer'],
  ['a negative number of calls', { maxConcurrentCalls: -1 }, 'maxConcurrentCalls must be >= 0'],
  ['a fraction of a byte', { storageBytes: 0.5 }, 'storageBytes must be integer'],
  ['a negative number of bytes', { storageBytes: -1 }, 'storageBytes must be >= 0'],
  ['minutes priced at zero', { creditsPerMinute: 0 }, 'creditsPerMinute must be >= 0.0001'],
  [
    'a unit price with too many decimals',
    { creditsPerMinute: 1.00005 },
    'creditsPerMinute must have at most four decimals',
  ],
  ['an unknown property', { seats: 5 }, 'seats is not a known property'],
])('a billing plan with one problem is refused with only that problem: %s', async (_case, wrong, error) => {
  const answer = await service.admin.put(`/companies/${UNKNOWN}/plan`, plan(wrong));
  expect(answer.status).toBe(400);
  expect(answer.body).toMatchObject({ message: 'Validation failed', errors: [error] });
});

test.each(Object.keys(plan()))('a billing plan without %s is refused', async (name) => {
  const answer = await service.admin.put(`/companies/${UNKNOWN}/plan`, plan({ [name]: undefined }));
  expect([answer.status, answer.body.errors]).toEqual([400, [`${name} is required`]]);
});

test('all problems of a billing plan are reported together', async () => {
  const answer = await service.admin.put(
    `/companies/${UNKNOWN}/plan`,
    plan({ included: -1, currency: 'E', x: 1 }),
  );
  expect(answer.body.errors.sort()).toEqual([
    'currency is not valid: write the three capital letters of a currency, such as EUR',
    'included must be >= 0',
    'x is not a known property',
  ]);
});

test.each([UNKNOWN, 'not-a-uuid'])(
  'setting the billing plan of the unknown company %s gets 404',
  async (id) => {
    const answer = await service.admin.put(`/companies/${id}/plan`, plan());
    expect([answer.status, answer.body.message]).toEqual([404, 'Company not found']);
  },
);

test('only an administrator can set billing plans', async () => {
  const { id, api } = await service.newCompany();
  expect((await api.put(`/companies/${id}/plan`, plan())).status).toBe(403);
  expect((await service.api(undefined).put(`/companies/${id}/plan`, plan())).status).toBe(401);
  expect((await api.get('/billing/usage')).body.status).toBe('trialing');
});

test('the audit log records a new billing plan with the previous plan and the actor', async () => {
  const { id } = await service.newCompany();
  await service.admin.put(`/companies/${id}/plan`, plan());
  const rows = await service.services.database.all<{ endpoint: string; metadata: Record<string, unknown> }>(
    sql`select endpoint, metadata from audit_log where company_id = ${id} and event_type = 'CONFIG_CHANGED'`,
  );
  expect(rows).toEqual([
    {
      endpoint: `PUT /companies/${id}/plan`,
      metadata: {
        changed: ['plan'],
        before: expect.objectContaining({ status: 'trialing', included: 60 }),
        after: { ...plan(), overagePrice: null, monthlySpendingCap: null },
        by: 'tester',
      },
    },
  ]);
});

test('the audit log does not record a refused billing plan', async () => {
  const { id } = await service.newCompany();
  await service.admin.put(`/companies/${id}/plan`, plan({ included: -1 }));
  expect(
    await service.services.database.all(
      sql`select from audit_log where company_id = ${id} and event_type = 'CONFIG_CHANGED'`,
    ),
  ).toEqual([]);
});

test('an ATS key can read the usage only of companies that it created', async () => {
  const [mine, theirs] = [await service.newKey({ type: 'ATS' }), await service.newKey({ type: 'ATS' })];
  const { id } = (await mine.api.post('/companies', { name: 'Acme' })).body;
  expect((await mine.api.get(`/billing/usage?companyId=${id}`)).body.included).toBe(60);
  expect((await mine.api.get('/billing/usage')).status).toBe(400);
  expect((await theirs.api.get(`/billing/usage?companyId=${id}`)).status).toBe(403);
});

test('a standard key reads the usage of its own company, whatever companyId it sends', async () => {
  const [mine, theirs] = [await service.newCompany(), await service.newCompany()];
  await service.admin.put(`/companies/${mine.id}/plan`, plan());
  expect((await mine.api.get(`/billing/usage?companyId=${theirs.id}`)).body.included).toBe(500);
});

test('a request for usage without the scope read:billing is refused with the name of the scope', async () => {
  const { id } = await service.newCompany();
  const key = await service.newKey({ companyId: id, scopes: ['read:jobs'] });
  const answer = await key.api.get('/billing/usage');
  expect(answer.status).toBe(403);
  expect(answer.body.message).toBe('Insufficient permissions: Required scope read:billing not found');
});
