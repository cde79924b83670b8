import { startTestService, type TestService } from '@parley/testing/service.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from '../../storage/sql.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService({ roles: ['api'] });
});
afterAll(() => service.stop());

test("a filter by days means whole days of the company's time zone, the last one included", async () => {
  const { api } = await service.newCompany({ timezone: 'Europe/Zurich' });
  const { body } = await api.post('/contacts', {
    firstName: 'Maria',
    lastName: 'Keller',
    email: 'maria@example.com',
    gdprExpiryDate: '2099-12-31',
  });
  const found = async (createdAt: string, bounds: object) => {
    await service.services.database.run(
      sql`update contacts set created_at = ${new Date(createdAt)} where id = ${body.id}`,
    );
    const filter = { conditions: [{ on: 'created', ...bounds }] };
    return (await api.post('/contacts/search', { filter })).body.total;
  };
  // Zurich is two hours ahead of UTC in summer.
  expect(await found('2026-05-31T12:00:00Z', { max: '2026-05-31' })).toBe(1);
  expect(await found('2026-05-31T21:59:59.999Z', { max: '2026-05-31' })).toBe(1);
  expect(await found('2026-05-31T22:00:00Z', { max: '2026-05-31' })).toBe(0);
  expect(await found('2026-05-30T22:00:00Z', { min: '2026-05-31', max: '2026-05-31' })).toBe(1);
  expect(await found('2026-05-30T21:59:59Z', { min: '2026-05-31' })).toBe(0);
  // On the night when clocks go back a day has 25 hours.
  expect(await found('2026-10-25T22:59:59Z', { max: '2026-10-25' })).toBe(1);
  expect(await found('2026-05-31T12:00:00Z', { max: '2026-05-31T12:00:00Z' })).toBe(1);
  expect(await found('2026-05-31T12:00:01Z', { max: '2026-05-31T12:00:00Z' })).toBe(0);
});
