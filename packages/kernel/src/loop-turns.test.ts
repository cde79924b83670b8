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

test('each round of the event loop runs one long step, and owners of steps take turns', async () => {
  const { step, done } = scriptedTurns();
  const all = [step('a', 'a1'), step('a', 'a2'), step('a', 'a3'), step('b', 'b1')];
  await nextRound();
  expect(done).toEqual(['a1']);
  await Promise.all(all);
  expect(done).toEqual(['a1', 'b1', 'a2', 'a3']);
});

test('while others are active, the owner of a long step pauses for five times its duration, up to 200 ms', async () => {
  const { turns, step, pauses, forward } = scriptedTurns();
  await Promise.all([step('a', 'a1', 20), step('a', 'a2', 20)]);
  await nextRound();
  expect(pauses).toEqual([]);
  turns.see('b');
  await Promise.all([step('a', 'a3', 20), step('a', 'a4', 400), step('a', 'a5')]);
  expect(pauses).toEqual([100, 200]);
  forward(10_000);
  await Promise.all([step('a', 'a6', 20), step('a', 'a7')]);
  expect(pauses).toEqual([100, 200]);
});

test('an owner of long steps does not wait while another owner pauses', async () => {
  const { turns, step, done, pauses } = scriptedTurns();
  turns.see('b');
  await step('a', 'a1', 20);
  const all = [step('a', 'a2'), step('b', 'b1', 20)];
  await all[1];
  expect([done, pauses]).toEqual([['a1', 'b1'], []]);
  await all[0];
  expect(pauses).toEqual([80]);
});

test('an owner whose step arrives while none is queued runs next', async () => {
  const { step, done } = scriptedTurns();
  await step('a', 'a1');
  await nextRound();
  await step('b', 'b1');
  expect(done).toEqual(['a1', 'b1']);
});
