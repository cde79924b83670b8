import { startTestService, type TestService } from '@parley/testing/service.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

test('an administrator creates an ATS key, which creates a company, whose key reads its usage', async () => {
  const ats = await service.newKey({ type: 'ATS' });
  const company = await ats.api.post('/companies', {
    name: 'Acme',
    timezone: 'Europe/Zurich',
    defaultCountry: 'CH',
  });
  expect(company.status).toBe(201);
  const key = await service.newKey({ companyId: company.body.id });
  const usage = await key.api.get('/billing/usage');
  expect(usage.status).toBe(200);
  expect(usage.body).toMatchObject({
    billingSystem: 'minutes',
    status: 'trialing',
    included: 60,
    available: 60,
  });
});
