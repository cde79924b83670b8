import { expect, test } from 'vitest';
import { CallWatchdog } from './call-watchdog.ts';

const nothing = new Promise<never>(() => {});
const ended = (signal: AbortSignal) =>
  new Promise<string>((resolve) => signal.addEventListener('abort', () => resolve('ended')));

test('a call that takes too long is told to end', async () => {
  const watchdog = new CallWatchdog(60_000);
  watchdog.allow(5);
  expect(await watchdog.over(ended(watchdog.signal))).toBe('ended');
  expect(watchdog.isOverdue).toBe(true);
});

test('a call that does not end when it is told to is given up', async () => {
  const watchdog = new CallWatchdog(5);
  watchdog.allow(5);
  expect(await watchdog.over(nothing)).toBe('hung');
});

test('what ends in time is not disturbed', async () => {
  const watchdog = new CallWatchdog(0);
  watchdog.allow(60_000);
  expect(await watchdog.over(Promise.resolve('result'))).toBe('result');
  expect(watchdog.isOverdue).toBe(false);
});

test('a call that somebody may come back to goes on while something happens in it', async () => {
  const watchdog = new CallWatchdog(0);
  watchdog.allow(1, 60_000);
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(watchdog.isOverdue).toBe(false);
  watchdog.allow(1);
  expect(await watchdog.over(nothing)).toBe('hung');
});
