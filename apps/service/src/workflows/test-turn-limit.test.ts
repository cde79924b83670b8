import { ManualClock } from '@parley/kernel/clock.ts';
import { testDatabase } from '@parley/testing/database.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { CompanyId } from '../storage/sql.ts';
import { testTurnLimit } from './test-turn-limit.ts';

const clock = new ManualClock('2026-06-01T12:00:00.000Z');
const [own, other] = ['own', 'other'] as unknown as [CompanyId, CompanyId];
let store: Awaited<ReturnType<typeof testDatabase>>;
beforeAll(async () => {
  store = await testDatabase({ clock });
});
afterAll(() => store.close());

test('the tests of a company take a limited number of turns with a language model a day, and those of others as many', async () => {
  const count = testTurnLimit(store.database, 1000);
  await count(own, 620);
  // Refused as a whole: what it would have taken is not counted.
  await expect(count(own, 401)).rejects.toMatchObject({
    kind: 'too_many_requests',
    message: expect.stringMatching(/1000 turns .* \(PARLEY_TEST_TURNS_PER_DAY\).* 401: try again in 86400 s/),
    details: { retryAfterSeconds: 86_400 },
  });
  await count(own, 300);
  await count(other, 1000);
  clock.advance(86_400_000);
  await count(own, 1000);
});

test('a test that alone takes more turns than a day allows is refused, and 0 allows any number', async () => {
  await expect(testTurnLimit(store.database, 100)(own, 101)).rejects.toMatchObject({ kind: 'unprocessable' });
  await testTurnLimit(store.database, 0)(own, 1_000_000);
});
