import { expect, test } from 'vitest';
import { limitConcurrency } from './limit-concurrency.ts';

test('runs at most the given number at once, in order, and a failure frees its slot', async () => {
  const limit = limitConcurrency(2);
  const begun: number[] = [];
  const ends: (() => void)[] = [];
  const work = (number: number) =>
    limit(async () => {
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
  expect(await limit(async () => 'again')).toBe('again');
});
