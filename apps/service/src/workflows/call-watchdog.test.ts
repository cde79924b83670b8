import { HandClock } from '@parley/testing/hosted-web-calls.ts';
import { beforeEach, expect, test } from 'vitest';
import { CallWatchdog, LAST_WORDS_MS } from './call-watchdog.ts';

const MINUTE_MS = 60_000;
const nothing = new Promise<never>(() => {});

let clock: HandClock;
let watchdog: CallWatchdog;
beforeEach(() => {
  clock = new HandClock();
  watchdog = new CallWatchdog(LAST_WORDS_MS, clock);
});

/** When it was told to end, and when it was given up, in seconds. */
async function endOf(pausedMs?: () => number) {
  const end: { toldAt?: number; givenUpAt?: number } = {};
  const seconds = () => Math.round(clock.nowMs() / 1000);
  watchdog.signal.addEventListener('abort', () => {
    end.toldAt = seconds();
  });
  watchdog.allow(2 * MINUTE_MS, pausedMs);
  void watchdog.over(nothing).then(() => {
    end.givenUpAt = seconds();
  });
  await clock.pass(60 * MINUTE_MS);
  return end;
}

test('the watchdog asks a call over its time limit to end, and abandons it if it does not', async () => {
  expect(await endOf()).toEqual({ toldAt: 105, givenUpAt: 120 });
});

test('the watchdog does not interrupt a call that ends in time', async () => {
  watchdog.allow(MINUTE_MS);
  expect(await watchdog.over(Promise.resolve('result'))).toBe('result');
  await clock.pass(60 * MINUTE_MS);
  expect(watchdog.isOverdue).toBe(false);
});

test('a call that ends when the watchdog asks still gets its full time to be stored', async () => {
  watchdog.allow(MINUTE_MS);
  const storing = watchdog.over(
    new Promise((resolve) => {
      watchdog.signal.addEventListener('abort', () => {
        watchdog.allow(2 * MINUTE_MS);
        clock.after(MINUTE_MS, () => resolve('stored'));
      });
    }),
  );
  await clock.pass(10 * MINUTE_MS);
  expect(await storing).toBe('stored');
});

test('a pause of a call extends its time limit by the length of the pause', async () => {
  // From the first minute to the sixth.
  const pausedMs = () => Math.min(Math.max(clock.nowMs() - MINUTE_MS, 0), 5 * MINUTE_MS);
  expect(await endOf(pausedMs)).toEqual({ toldAt: 405, givenUpAt: 420 });
});

test('a pause that begins just before the time limit of a call still extends it', async () => {
  const pausedMs = () => Math.min(Math.max(clock.nowMs() - 104_999, 0), MINUTE_MS);
  const { toldAt } = await endOf(pausedMs);
  expect(toldAt).toBeGreaterThanOrEqual(165);
  expect(toldAt).toBeLessThanOrEqual(166);
});
