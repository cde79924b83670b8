import { expect, test } from 'vitest';
import { ManualClock } from '../kernel/clock.ts';
import { Failure } from '../kernel/failure.ts';
import { enforce, limiterInMemory } from './rate-limit.ts';

const rate = { max: 5, perSeconds: 60 };

test('five pass, the sixth is told how long to wait', async () => {
  const clock = new ManualClock('2026-01-01T00:00:00Z');
  const limiter = limiterInMemory(() => clock.now());
  for (let i = 0; i < 5; i++) await enforce(limiter, 'a', rate);
  const refusal = await enforce(limiter, 'a', rate).catch((error: unknown) => error);
  expect(refusal).toBeInstanceOf(Failure);
  expect((refusal as Failure).details.retryAfterSeconds).toBe(60);
});

test('a refused request costs nothing, and time lets the next one pass', async () => {
  const clock = new ManualClock('2026-01-01T00:00:00Z');
  const limiter = limiterInMemory(() => clock.now());
  for (let i = 0; i < 5; i++) await limiter('a', rate);
  for (let i = 0; i < 100; i++) expect(await limiter('a', rate)).toBeGreaterThan(0);
  clock.advance(60_000);
  expect(await limiter('a', rate)).toBe(0);
});

test('buckets do not disturb each other', async () => {
  const limiter = limiterInMemory(() => new Date(0));
  for (let i = 0; i < 5; i++) await limiter('a', rate);
  expect(await limiter('b', rate)).toBe(0);
});

test('no stretch of a minute ever holds more than five', async () => {
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
