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

test('a long step is followed by a pause of its length while others are active', async () => {
  const { turns, step, pauses, forward } = scriptedTurns();
  await Promise.all([step('a', 'a1', 40), step('a', 'a2', 40)]);
  await nextRound();
  expect(pauses).toEqual([]);
  turns.see('b');
  await Promise.all([step('a', 'a3', 40), step('a', 'a4', 400)]);
  await nextRound();
  await nextRound();
  expect(pauses).toEqual([40, 50]);
  forward(10_000);
  await step('a', 'a5', 40);
  await nextRound();
  expect(pauses).toEqual([40, 50]);
});

test('who comes while nobody waits has the next turn', async () => {
  const { step, done } = scriptedTurns();
  await step('a', 'a1');
  await nextRound();
  await step('b', 'b1');
  expect(done).toEqual(['a1', 'b1']);
});
