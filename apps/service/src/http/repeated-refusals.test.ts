import { expect, test } from 'vitest';
import { RepeatedRefusals } from './repeated-refusals.ts';

function scripted() {
  const time = { nowMs: 0 };
  const refusals = new RepeatedRefusals(() => time.nowMs);
  const refuse = (caller: string, times: number): boolean[] =>
    Array.from({ length: times }, () => refusals.isRepeated(caller));
  return { time, refuse };
}

test('the first ten refusals that a client gets within a second are sent at once', () => {
  const { time, refuse } = scripted();
  for (let second = 0; second < 5; second += 1) {
    expect(refuse('key', 10)).not.toContain(true);
    time.nowMs += 1000;
  }
});

test('from the eleventh refusal within a second on, refusals to a client are delayed', () => {
  const { time, refuse } = scripted();
  refuse('key', 10);
  time.nowMs = 999;
  expect(refuse('key', 2)).toEqual([true, true]);
  time.nowMs = 1000;
  expect(refuse('key', 1)).toEqual([false]);
});

test('refusals to one client do not delay refusals to another', () => {
  const { refuse } = scripted();
  expect([...refuse('one', 10), ...refuse('other', 10)]).not.toContain(true);
});

test('a refusal is not delayed if the client has disconnected', async () => {
  await new RepeatedRefusals().delay(AbortSignal.abort());
});
