import { testDatabase } from '@parley/testing/database.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { countUpToBound } from './bounded-count.ts';
import { sql } from './sql.ts';

let store: Awaited<ReturnType<typeof testDatabase>>;
beforeAll(async () => {
  store = await testDatabase();
});
afterAll(() => store.close());

const byCursor = { limit: 21, offset: 0, after: [1] };

test.each([
  [0, { total: 0, isEstimated: false }],
  [50_000, { total: 50_000, isEstimated: false }],
  // The planner knows how many rows this makes.
  [200_000, { total: 200_000, isEstimated: true }],
])(
  'the total of a list of %i rows read by cursor is exact up to 50,000 and estimated beyond',
  async (rows, expected) => {
    const from = sql`from generate_series(1, ${rows}::int)`;
    expect(await countUpToBound(store.database, from, byCursor)).toEqual(expected);
  },
);

test('the estimated total of a list is never below the number of rows that were counted', async () => {
  // The planner expects a third of the rows here.
  const from = sql`from generate_series(1, ${60_000}::int) n where n + 0 > 0`;
  expect(await countUpToBound(store.database, from, byCursor)).toEqual({ total: 50_001, isEstimated: true });
});

test('the total of a list read by page number is exact, however many rows there are', async () => {
  const from = sql`from generate_series(1, ${60_000}::int) n where n + 0 > 0`;
  const total = await countUpToBound(store.database, from, { limit: 21, offset: 0 });
  expect(total).toEqual({ total: 60_000, isEstimated: false });
});
