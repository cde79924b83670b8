import { expect, test } from 'vitest';
import { memoize } from './memoize.ts';

test('computes each value on first use and only once, also when it is undefined', () => {
  const made: string[] = [];
  const of = memoize((key: string) => {
    made.push(key);
    return key === 'nothing' ? undefined : key.toUpperCase();
  });
  expect(made).toEqual([]);
  expect([of('a'), of('nothing'), of('a'), of('nothing')]).toEqual(['A', undefined, 'A', undefined]);
  expect(made).toEqual(['a', 'nothing']);
});
