import { expect, test } from 'vitest';
import { IdleMemory } from './idle-memory.ts';

function watched() {
  const state = { isQuiet: true, busyShare: 0, heapBytes: 100e6, collections: 0, ms: 0 };
  const memory = new IdleMemory({
    isQuiet: () => state.isQuiet,
    busyShare: () => state.busyShare,
    heapBytes: () => state.heapBytes,
    nowMs: () => state.ms,
    onError: (error) => expect.unreachable(error.message),
    collect: async () => {
      state.collections++;
      state.heapBytes = 70e6;
    },
  });
  const look = async (times = 1) => {
    for (let turn = 0; turn < times; turn++) {
      state.ms += 10_000;
      await memory.look();
    }
  };
  return { look, state };
}

test('an idle process collects garbage once, and again only after its memory has grown', async () => {
  const { look, state } = watched();
  await look(12);
  expect(state.collections).toBe(1);
  state.heapBytes = 79e6;
  await look();
  expect(state.collections).toBe(1);
  state.heapBytes = 81e6;
  await look();
  expect(state.collections).toBe(2);
});

test('an idle process collects garbage at most once a minute', async () => {
  const { look, state } = watched();
  await look(2);
  state.heapBytes = 100e6;
  await look(5);
  expect(state.collections).toBe(1);
  await look();
  expect(state.collections).toBe(2);
});

test('garbage is collected only if two checks in a row find the process idle', async () => {
  const { look, state } = watched();
  for (let turn = 0; turn < 3; turn++) {
    state.busyShare = 0;
    await look();
    state.busyShare = 0.06;
    await look();
  }
  expect(state.collections).toBe(0);
  state.busyShare = 0.04;
  await look(2);
  expect(state.collections).toBe(1);
});

test('no garbage is collected during a call or while requests are answered', async () => {
  const { look, state } = watched();
  state.isQuiet = false;
  await look(3);
  state.isQuiet = true;
  state.busyShare = 0.06;
  await look(3);
  expect(state.collections).toBe(0);
});

test('an unreferenced object is freed after a check of an idle process', async () => {
  const garbage = new WeakRef(Array.from({ length: 1000 }, (_, at) => ({ at })));
  // A weak reference is kept for the rest of the turn in which it was made.
  await new Promise((resolve) => setImmediate(resolve));
  const onError = (error: Error) => expect.unreachable(error.message);
  const memory = new IdleMemory({ isQuiet: () => true, busyShare: () => 0, onError });
  await memory.look();
  await memory.look();
  expect(garbage.deref()).toBeUndefined();
});
