import { expect, test } from 'vitest';
import { systemCallClock } from './call-clock.ts';

const timers = () => process.getActiveResourcesInfo().filter((kind) => kind === 'Timeout').length;

test.each([
  [true, 1],
  [false, 0],
])('whether a timer of the call clock keeps the process alive can be chosen: %s', (keepsAlive, more) => {
  const before = timers();
  const cancel = systemCallClock.after(60_000, () => undefined, keepsAlive);
  expect(timers() - before).toBe(more);
  cancel();
});
