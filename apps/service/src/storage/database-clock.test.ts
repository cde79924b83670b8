import { ManualClock } from '@parley/kernel/clock.ts';
import { expect, test } from 'vitest';
import { DatabaseClock } from './database-clock.ts';

const NOW = '2026-11-16T12:00:00.000Z';
const failing = (error: Error) => {
  throw error;
};

test('a process whose clock is wrong tells the time of the database', async () => {
  let elapsedMs = 0;
  const clock = new DatabaseClock(new ManualClock('2026-11-16T12:00:04.000Z'), () => elapsedMs);
  const ask = async () => new Date(NOW);
  await clock.follow({ ask, onError: failing });
  clock.stop();
  expect(clock.now().toISOString()).toBe(NOW);
  elapsedMs += 1000;
  expect(clock.now().toISOString()).toBe('2026-11-16T12:00:01.000Z');
});

test('is not early, however long the answer was on its way back', async () => {
  let elapsedMs = 0;
  const clock = new DatabaseClock(new ManualClock(NOW), () => elapsedMs);
  const ask = async () => {
    elapsedMs += 900;
    return new Date('2026-11-16T12:00:00.900Z');
  };
  await clock.follow({ ask, onError: failing });
  clock.stop();
  expect(clock.now().toISOString()).toBe('2026-11-16T12:00:00.900Z');
});

test("goes on evenly when this machine's clock is set", async () => {
  let elapsedMs = 0;
  const own = new ManualClock(NOW);
  const clock = new DatabaseClock(own, () => elapsedMs);
  await clock.follow({ ask: async () => new Date(NOW), onError: failing });
  clock.stop();
  elapsedMs += 500;
  own.advance(-11_000);
  expect(clock.now().toISOString()).toBe('2026-11-16T12:00:00.500Z');
});

test('an answer that was long under way does not set the clock', async () => {
  let elapsedMs = 0;
  const clock = new DatabaseClock(new ManualClock(NOW), () => elapsedMs);
  const ask = async () => {
    elapsedMs += 1500;
    return new Date('2026-11-16T12:00:09.000Z');
  };
  await clock.follow({ ask, onError: failing });
  clock.stop();
  expect(clock.now().toISOString()).toBe(NOW);
});
