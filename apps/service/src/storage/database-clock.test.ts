import { ManualClock } from '@parley/kernel/clock.ts';
import { expect, test } from 'vitest';
import { DatabaseClock } from './database-clock.ts';

const NOW = '2026-11-16T12:00:00.000Z';
const failing = (error: Error) => {
  throw error;
};

test('a process whose own clock is wrong uses the time of the database instead', async () => {
  let elapsedMs = 0;
  const clock = new DatabaseClock(new ManualClock('2026-11-16T12:00:04.000Z'), () => elapsedMs);
  const ask = async () => new Date(NOW);
  await clock.follow({ ask, onError: failing });
  clock.stop();
  expect(clock.now().toISOString()).toBe(NOW);
  elapsedMs += 1000;
  expect(clock.now().toISOString()).toBe('2026-11-16T12:00:01.000Z');
});

test('the clock of a process is never ahead of the database clock, however long the reply took', async () => {
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

test('the clock of a process runs on evenly when the clock of its machine is changed', async () => {
  let elapsedMs = 0;
  const own = new ManualClock(NOW);
  const clock = new DatabaseClock(own, () => elapsedMs);
  await clock.follow({ ask: async () => new Date(NOW), onError: failing });
  clock.stop();
  elapsedMs += 500;
  own.advance(-11_000);
  expect(clock.now().toISOString()).toBe('2026-11-16T12:00:00.500Z');
});

test('the time of the database is not used if the reply with it took too long', async () => {
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
