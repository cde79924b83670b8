import { expect, test } from 'vitest';
import { makeGate } from './gate.ts';

test('no more work runs at once than there is room for, in order, and a failure makes room too', async () => {
  const gate = makeGate(2);
  const begun: number[] = [];
  const ends: (() => void)[] = [];
  const work = (number: number) =>
    gate(async () => {
      begun.push(number);
      await new Promise<void>((resolve) => ends.push(resolve));
      if (number === 1) throw new Error('The first fails');
      return number;
    });
  const settled = Promise.allSettled([1, 2, 3, 4].map(work));
  expect(begun).toEqual([1, 2]);
  for (let done = 1; done <= 4; done++) {
    ends[done - 1]?.();
    await new Promise(setImmediate);
    expect(begun).toHaveLength(Math.min(4, done + 2));
  }
  expect(begun).toEqual([1, 2, 3, 4]);
  expect((await settled).map(({ status }) => status)).toEqual([
    'rejected',
    'fulfilled',
    'fulfilled',
    'fulfilled',
  ]);
  expect(await gate(async () => 'again')).toBe('again');
});
