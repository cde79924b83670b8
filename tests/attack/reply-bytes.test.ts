import { ManualClock } from '@parley/kernel/clock.ts';
import { ada } from '@parley/testing/ada.ts';
import { startTestService, type TestCompany, type TestService } from '@parley/testing/service.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';

const clock = new ManualClock(new Date('2026-03-02T09:00:00Z'));

let service: TestService;
let company: TestCompany;
beforeAll(async () => {
  service = await startTestService({
    clock,
    roles: ['api'],
    environment: { PARLEY_REPLY_MEGABYTES_PER_MINUTE: '1' },
  });
  company = await service.newCompany();
  const large = { ...ada, metadata: { text: 'x'.repeat(60_000) } };
  for (let at = 0; at < 10; at += 1) expect((await company.api.post('/contacts', large)).status).toBe(201);
  // What was created is a reply, too.
  clock.advance(61_000);
});
afterAll(() => service.stop());

test('a key that takes more than its megabytes of replies within a minute gets 429 on every route, and others do not', async () => {
  const list = () => company.api.get('/contacts?limit=100');
  const [first, second, third] = [await list(), await list(), await list()];
  expect([first?.status, second?.status, third?.status]).toEqual([200, 200, 429]);
  expect(first?.text.length).toBeGreaterThan(600_000);
  expect(third?.headers.get('retry-after')).toBe('60');
  expect(third?.body).toMatchObject({ retryAfter: 60 });
  expect(third?.body.message).toContain('More than 1 MiB of replies within a minute');
  expect((await company.api.get('/agents')).status).toBe(429);
  expect((await company.api.post('/contacts', ada)).status).toBe(429);

  const other = await service.newCompany();
  expect((await other.api.get('/contacts')).status).toBe(200);
  clock.advance(61_000);
  expect((await list()).status).toBe(200);
});
