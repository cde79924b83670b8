import { expect, test } from 'vitest';
import { PartCheck, type PartCheckOptions } from './installation-checks.ts';

function checking(look: PartCheckOptions['look'], limitMs = 60_000, lateInRow = 1) {
  const clock = { nowMs: 0 };
  let looked = 0;
  const check = new PartCheck({
    look: () => {
      looked += 1;
      return look();
    },
    keptMs: 1000,
    limitMs,
    late: 'It is late',
    lateInRow,
    nowMs: () => clock.nowMs,
  });
  return { check, clock, looked: () => looked };
}

test('a health check runs once per interval, however often its result is requested', async () => {
  const { check, clock, looked } = checking(async () => 'It is full');
  expect(await Promise.all([check.now(), check.now()])).toEqual(['It is full', 'It is full']);
  clock.nowMs = 999;
  await check.now();
  expect(looked()).toBe(1);
  clock.nowMs = 1000;
  await check.now();
  expect(looked()).toBe(2);
});

test('a health check that never answers is reported as late, and one that fails with its error', async () => {
  expect(await checking(() => new Promise(() => {}), 5).check.now()).toBe('It is late');
  expect(await checking(() => Promise.reject(new Error('Broken'))).check.now()).toBe('Broken');
});

test('the last result of a health check is returned at once, and refreshed when it is old', async () => {
  const troubles = ['It is full', undefined];
  const { check, clock } = checking(async () => troubles.shift());
  expect(check.latest()).toBeUndefined();
  await check.now();
  expect(check.latest()).toBe('It is full');
  clock.nowMs = 1000;
  expect(check.latest()).toBe('It is full');
  await check.now();
  expect(check.latest()).toBeUndefined();
});

test('a health check counts as late after three timeouts in a row, until it answers again', async () => {
  const never = () => new Promise<undefined>(() => {});
  const looks = [async () => undefined, never, never, async () => undefined, never, never, never, never];
  const { check, clock } = checking(() => (looks.shift() ?? (async () => undefined))(), 5, 3);
  const seen: (string | undefined)[] = [];
  for (let at = 0; at < 9; at++) {
    clock.nowMs += 1000;
    seen.push(await check.now());
  }
  const fine = undefined;
  expect(seen).toEqual([fine, fine, fine, fine, fine, fine, 'It is late', 'It is late', fine]);
});
