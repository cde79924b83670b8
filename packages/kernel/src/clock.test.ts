import { expect, test } from 'vitest';
import { ManualClock, systemClock } from './clock.ts';

test('the system clock returns the time of the machine', () => {
  const before = Date.now();
  const now = systemClock.now().getTime();
  expect(now).toBeGreaterThanOrEqual(before);
  expect(now).toBeLessThanOrEqual(Date.now());
});

test('a manual clock stands still until it is advanced', () => {
  const clock = new ManualClock('2026-01-01T00:00:00Z');
  expect(clock.now()).toEqual(new Date('2026-01-01T00:00:00Z'));
  expect(clock.now()).toEqual(clock.now());
  clock.advance(1500);
  expect(clock.now()).toEqual(new Date('2026-01-01T00:00:01.500Z'));
});

test('changing a date returned by a manual clock does not change the clock', () => {
  const clock = new ManualClock(new Date('2026-01-01T00:00:00Z'));
  clock.now().setFullYear(1999);
  expect(clock.now().getFullYear()).toBe(2026);
});
