import { expect, test } from 'vitest';
import { RepeatedRefusals } from './repeated-refusals.ts';

function scripted() {
  const time = { nowMs: 0 };
  const pauses: number[] = [];
  const refusals = new RepeatedRefusals(
    () => time.nowMs,
    async (ms) => {
      pauses.push(ms);
    },
  );
  const refuse = (caller: string, times: number) => {
    for (let at = 0; at < times; at += 1) void refusals.begin(caller);
  };
  return { time, pauses, refuse };
}

test('a caller that is refused now and then is told at once', () => {
  const { time, pauses, refuse } = scripted();
  for (let second = 0; second < 5; second += 1) {
    refuse('key', 10);
    time.nowMs += 1000;
  }
  expect(pauses).toEqual([]);
});

test('from the eleventh refusal within a second on, a caller is told a second later', () => {
  const { time, pauses, refuse } = scripted();
  refuse('key', 10);
  time.nowMs = 999;
  refuse('key', 2);
  expect(pauses).toEqual([1000, 1000]);
  time.nowMs = 1000;
  refuse('key', 1);
  expect(pauses).toHaveLength(2);
});

test('the refusals of others do not count', () => {
  const { pauses, refuse } = scripted();
  refuse('one', 10);
  refuse('other', 10);
  expect(pauses).toEqual([]);
});
