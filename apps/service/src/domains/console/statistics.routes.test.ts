import { ManualClock } from '@parley/kernel/clock.ts';
import { startTestService, type TestService } from '@parley/testing/service.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';

/** In Zurich it is half past midnight already. */
const clock = new ManualClock('2026-11-16T23:30:00.000Z');
let service: TestService;
beforeAll(async () => {
  service = await startTestService({ roles: ['api'], clock });
});
afterAll(() => service.stop());

test('statistics list every day of the period, including days without calls', async () => {
  const { api } = await service.newCompany();
  const { body } = await api.get('/statistics?from=2026-01-30&to=2026-02-01');
  const none = { calls: 0, completed: 0, minutes: 0, cost: null };
  const days = ['2026-01-30', '2026-01-31', '2026-02-01'].map((date) => ({ date, ...none }));
  expect(body).toEqual({ from: '2026-01-30', to: '2026-02-01', price: null, days, outcomes: [], agents: [] });
  expect((await api.get('/statistics')).body.days).toHaveLength(30);
});

test("the last day of the statistics is today in the company's time zone", async () => {
  const { api } = await service.newCompany({ timezone: 'Europe/Zurich' });
  const { from, to, days } = (await api.get('/statistics?days=14')).body;
  expect({ from, to }).toEqual({ from: '2026-11-04', to: '2026-11-17' });
  expect(days).toHaveLength(14);
});

test('statistics for an invalid period are refused', async () => {
  const { api } = await service.newCompany();
  const refused = async (query: string) => (await api.get(`/statistics?${query}`)).body.errors;
  expect(await refused('from=2026-02-01&to=2026-01-01')).toEqual(['from must not be after to']);
  expect(await refused('from=2020-01-01&to=2026-01-01')).toEqual([
    'from and to must be at most 366 days apart',
  ]);
  expect(await refused('from=2026-01-01&to=2026-01-02&days=2')).toEqual([
    'from must be left out where days is sent',
  ]);
  for (const days of ['0', '367', '1.5', 'many']) expect(await refused(`days=${days}`)).toHaveLength(1);
  expect(await refused('to=0001-01-05')).toEqual(['the period must not begin before 0001-01-01']);
});
