import { ManualClock, systemClock } from '@parley/kernel/clock.ts';
import { Failure } from '@parley/kernel/failure.ts';
import { uuid7 } from '@parley/kernel/id.ts';
import { testDatabase } from '@parley/testing/database.ts';
import { expect, test } from 'vitest';
import { Database } from '../storage/database.ts';
import { sql } from '../storage/sql.ts';
import { enforce, forgetOldHits, limiterInDatabase, limiterInMemory } from './rate-limit.ts';

const rate = { max: 5, perSeconds: 60 };

test('a rate limit of five lets five requests pass, and the sixth gets the time to wait', async () => {
  const clock = new ManualClock('2026-01-01T00:00:00Z');
  const limiter = limiterInMemory(() => clock.now());
  for (let i = 0; i < 5; i++) await enforce(limiter, 'a', rate);
  const refusal = await enforce(limiter, 'a', rate).catch((error: unknown) => error);
  expect(refusal).toBeInstanceOf(Failure);
  expect((refusal as Failure).details.retryAfterSeconds).toBe(60);
});

test('a request refused by a rate limit does not count toward it', async () => {
  const clock = new ManualClock('2026-01-01T00:00:00Z');
  const limiter = limiterInMemory(() => clock.now());
  for (let i = 0; i < 5; i++) await limiter('a', rate);
  for (let i = 0; i < 100; i++) expect(await limiter('a', rate)).toBeGreaterThan(0);
  clock.advance(60_000);
  expect(await limiter('a', rate)).toBe(0);
});

test('rate limits of different buckets are independent', async () => {
  const limiter = limiterInMemory(() => new Date(0));
  for (let i = 0; i < 5; i++) await limiter('a', rate);
  expect(await limiter('b', rate)).toBe(0);
});

test('with a rate limit of five per minute, no minute contains more than five requests', async () => {
  const clock = new ManualClock('2026-01-01T00:00:00Z');
  const limiter = limiterInMemory(() => clock.now());
  const passed: number[] = [];
  for (let i = 0; i < 500; i++) {
    if ((await limiter('a', rate)) === 0) passed.push(clock.now().getTime());
    clock.advance(1700);
  }
  for (const from of passed)
    expect(passed.filter((at) => at >= from && at < from + 60_000).length).toBeLessThanOrEqual(5);
});

test('of many concurrent requests to two processes, exactly as many pass as the rate limit allows', async () => {
  const one = await testDatabase();
  const other = new Database({
    url: one.url,
    clock: systemClock,
    newId: uuid7(systemClock),
    send: async () => {},
    maxConnections: 10,
  });
  try {
    const limiters = [limiterInDatabase(one.database), limiterInDatabase(other)];
    const waits = await Promise.all(
      Array.from({ length: 60 }, (_, i) => limiters[i % 2]?.('job-url:acme', { max: 7, perSeconds: 60 })),
    );
    expect(waits.filter((wait) => wait === 0)).toHaveLength(7);
    for (const wait of waits.filter((wait) => wait !== 0)) {
      expect(wait).toBeGreaterThan(0);
      expect(wait).toBeLessThanOrEqual(60);
    }
    expect(await limiters[1]?.('job-url:other', { max: 7, perSeconds: 60 })).toBe(0);
  } finally {
    await other.close();
    await one.close();
  }
});

test('a rate limit stored in the database lets the next request pass after the announced wait', async () => {
  const clock = new ManualClock('2026-01-01T00:00:00Z');
  const { database, close } = await testDatabase({ clock });
  try {
    const limiter = limiterInDatabase(database);
    for (let i = 0; i < 5; i++) {
      expect(await limiter('a', rate)).toBe(0);
      clock.advance(10_000);
    }
    expect(await limiter('a', rate)).toBe(10);
    clock.advance(9999);
    expect(await limiter('a', rate)).toBeCloseTo(0.001);
    clock.advance(1);
    expect(await limiter('a', rate)).toBe(0);
    expect(await limiter('a', rate)).toBe(10);
  } finally {
    await close();
  }
});

test('a rate-limit bucket that was not used for a day is deleted', async () => {
  const clock = new ManualClock('2026-01-01T00:00:00Z');
  const { database, close } = await testDatabase({ clock });
  try {
    const limiter = limiterInDatabase(database);
    await limiter('old', rate);
    await limiter('in use', rate);
    clock.advance(86_400_000);
    await limiter('in use', rate);
    await forgetOldHits(database);
    expect(await database.all(sql`select bucket from rate_limits`)).toEqual([{ bucket: 'in use' }]);
  } finally {
    await close();
  }
});
