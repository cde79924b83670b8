import { ManualClock } from '@parley/kernel/clock.ts';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { withoutCalls } from './calling-company.ts';
import { testDatabase } from './database.ts';

/** For the tests of a file: a database of its own, in which before each of them it is the same time, and no call is due. */
export function databaseWithoutCalls(
  start: string,
  options: Omit<NonNullable<Parameters<typeof testDatabase>[0]>, 'clock'> = {},
) {
  const clock = new ManualClock(start);
  let opened: Awaited<ReturnType<typeof testDatabase>>;
  beforeAll(async () => {
    opened = await testDatabase({ clock, ...options });
  });
  afterAll(() => opened.close());
  beforeEach(() => withoutCalls(opened.database, clock, start));
  return {
    clock,
    get database() {
      return opened.database;
    },
    get url() {
      return opened.url;
    },
  };
}
