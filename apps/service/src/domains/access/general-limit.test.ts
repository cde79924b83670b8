import { ManualClock } from '@parley/kernel/clock.ts';
import { expectErrorBody } from '@parley/testing/error-body.ts';
import { startTestService, type TestService } from '@parley/testing/service.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';

const clock = new ManualClock(new Date());
let service: TestService;
beforeAll(async () => {
  service = await startTestService({
    clock,
    roles: ['api'],
    environment: { PARLEY_REQUESTS_PER_MINUTE: '5' },
  });
});
afterAll(() => service.stop());

test('all requests of an API key count toward one limit per minute, whether they succeed or fail', async () => {
  const { api, id } = await service.newCompany();
  const asked = [];
  asked.push(
    await api.get('/companies'),
    await api.get(`/companies/${id}`),
    await api.get('/companies?page=0'),
  );
  asked.push(await api.post('/companies', {}), await api.get('/companies/x'));
  expect(asked.map(({ status }) => status)).toEqual([200, 200, 400, 403, 404]);
  clock.advance(20_000);
  const refused = await api.get('/companies');
  expectErrorBody(refused, 429);
  expect(refused.body.retryAfter).toBe(40);
  expect(refused.headers.get('retry-after')).toBe('40');
  clock.advance(40_000);
  expect((await api.get('/companies')).status).toBe(200);
});

test('one API key does not use up the rate limit of another', async () => {
  const busy = await service.newCompany();
  const quiet = await service.newCompany();
  for (let i = 0; i < 6; i++) await busy.api.get('/companies');
  expect((await busy.api.get('/companies')).status).toBe(429);
  expect((await quiet.api.get('/companies')).status).toBe(200);
});

test("health checks, the API reference and administrators' requests are not rate-limited", async () => {
  for (let i = 0; i < 8; i++) {
    expect((await service.api(undefined).get('/healthz')).status).toBe(200);
    expect((await service.api(undefined).get('/openapi.json')).status).toBe(200);
    expect((await service.admin.get('/api-keys')).status).toBe(200);
  }
});

test('a request with a refused key gets 401, never 429', async () => {
  for (let i = 0; i < 8; i++) expect((await service.api('sk_unknown').get('/companies')).status).toBe(401);
});
