import { expect, test } from 'vitest';
import { LoopTurns } from './loop-turns.ts';

const nextRound = () => new Promise((resolve) => setImmediate(resolve));

/** Turns on a clock that only steps and pauses put forward. */
function scriptedTurns() {
  let nowMs = 0;
  const pauses: number[] = [];
  const turns = new LoopTurns({
    nowMs: () => nowMs,
    pause: (then, ms) => {
      pauses.push(ms);
      nowMs += ms;
      setImmediate(then);
    },
  });
  const done: string[] = [];
  const step = async (owner: string, name: string, tookMs = 0) => {
    await turns.take(owner);
    nowMs += tookMs;
    done.push(name);
  };
  return { turns, step, done, pauses, forward: (ms: number) => (nowMs += ms) };
}

test('long steps are done one in a round of the event loop, and owners alternate', async () => {
  const { step, done } = scriptedTurns();
  const all = [step('a', 'a1'), step('a', 'a2'), step('a', 'a3'), step('b', 'b1')];
  await nextRound();
  expect(done).toEqual(['a1']);
  await Promise.all(all);
  expect(done).toEqual(['a1', 'b1', 'a2', 'a3']);
});

test('while others are active, an owner rests after a long step, three times as long', async () => {
  const { turns, step, pauses, forward } = scriptedTurns();
  await Promise.all([step('a', 'a1', 20), step('a', 'a2', 20)]);
  await nextRound();
  expect(pauses).toEqual([]);
  turns.see('b');
  await Promise.all([step('a', 'a3', 20), step('a', 'a4', 400), step('a', 'a5')]);
  expect(pauses).toEqual([60, 100]);
  forward(10_000);
  await Promise.all([step('a', 'a6', 20), step('a', 'a7')]);
  expect(pauses).toEqual([60, 100]);
});

test('nobody waits while another owner rests', async () => {
  const { turns, step, done, pauses } = scriptedTurns();
  turns.see('b');
  await step('a', 'a1', 20);
  const all = [step('a', 'a2'), step('b', 'b1', 20)];
  await all[1];
  expect([done, pauses]).toEqual([['a1', 'b1'], []]);
  await all[0];
  expect(pauses).toEqual([40]);
});

test('who comes while nobody waits has the next turn', async () => {
  const { step, done } = scriptedTurns();
  await step('a', 'a1');
  await nextRound();
  await step('b', 'b1');
  expect(done).toEqual(['a1', 'b1']);
});
