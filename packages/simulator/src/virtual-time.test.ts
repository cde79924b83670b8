import { expect, test } from 'vitest';
import { VirtualTime } from './virtual-time.ts';

test('at simulation speed 1000 a second of virtual time takes a millisecond', async () => {
  const started = performance.now();
  await new VirtualTime(1000).pace().wait(20_000);
  expect(performance.now() - started).toBeGreaterThanOrEqual(19);
});

test('waits of fractions of a millisecond in virtual time add up', async () => {
  const pace = new VirtualTime(1000).pace();
  const started = performance.now();
  for (let waits = 0; waits < 100; waits += 1) await pace.wait(250);
  expect(performance.now() - started).toBeGreaterThanOrEqual(20);
});

test('waiting in virtual time never blocks the event loop, at any speed', async () => {
  const time = new VirtualTime(1e9);
  let [isDone, turns] = [false, 0];
  const count = (): void => {
    turns += 1;
    if (!isDone) setImmediate(count);
  };
  setImmediate(count);
  const calls = Array.from({ length: 200 }, async () => {
    const pace = time.pace();
    for (let waits = 0; waits < 50; waits += 1) await pace.wait(1000);
  });
  await Promise.all(calls);
  isDone = true;
  // Ten thousand steps, at most 128 of them in one turn.
  expect(turns).toBeGreaterThan(70);
});

test('an aborted wait in virtual time rejects at once with the reason', async () => {
  const abort = new AbortController();
  const waiting = new VirtualTime(1).pace().wait(60_000, abort.signal);
  abort.abort(new Error('enough'));
  await expect(waiting).rejects.toThrow('enough');
});

test.each([0, -1, Number.NaN])('a simulation speed of %d is refused', (speed) => {
  expect(() => new VirtualTime(speed)).toThrow('must be above 0');
});
