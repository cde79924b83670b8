import { ManualClock } from '@parley/kernel/clock.ts';
import { expect, test } from 'vitest';
import { DatabaseClock } from './database-clock.ts';

const NOW = '2026-11-16T12:00:00.000Z';
const failing = (error: Error) => {
  throw error;
};

test('a process whose clock is wrong tells the time of the database', async () => {
  const own = new ManualClock('2026-11-16T12:00:04.000Z');
  const clock = new DatabaseClock(own);
  let elapsedMs = 0;
  const ask = async () => {
    elapsedMs += 100;
    return new Date(NOW);
  };
  await clock.follow({ ask, onError: failing, elapsedMs: () => elapsedMs });
  clock.stop();
  // The answer was given half of its way ago.
  expect(clock.now().toISOString()).toBe('2026-11-16T12:00:00.050Z');
  own.advance(1000);
  expect(clock.now().toISOString()).toBe('2026-11-16T12:00:01.050Z');
});

test('an answer that was long under way does not set the clock', async () => {
  const clock = new DatabaseClock(new ManualClock(NOW));
  let elapsedMs = 0;
  const ask = async () => {
    elapsedMs += 1500;
    return new Date('2026-11-16T12:00:09.000Z');
  };
  await clock.follow({ ask, onError: failing, elapsedMs: () => elapsedMs });
  clock.stop();
  expect(clock.now().toISOString()).toBe(NOW);
});
