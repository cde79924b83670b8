import { expect, test } from 'vitest';
import { memoize, memoizeRecent } from './memoize.ts';

test('a memoized function computes each value on first use and only once, even if it is undefined', () => {
  const made: string[] = [];
  const of = memoize((key: string) => {
    made.push(key);
    return key === 'nothing' ? undefined : key.toUpperCase();
  });
  expect(made).toEqual([]);
  expect([of('a'), of('nothing'), of('a'), of('nothing')]).toEqual(['A', undefined, 'A', undefined]);
  expect(made).toEqual(['a', 'nothing']);
});

test('a memoized function keeps recent entries and evicts old ones', () => {
  const made: string[] = [];
  const of = memoizeRecent((key) => {
    made.push(key);
    return key.toUpperCase();
  }, 2);
  expect(['a', 'b', 'a', 'c', 'a', 'b'].map(of)).toEqual(['A', 'B', 'A', 'C', 'A', 'B']);
  expect(made).toEqual(['a', 'b', 'c']);
  for (const key of ['d', 'e', 'f', 'a']) of(key);
  expect(made).toEqual(['a', 'b', 'c', 'd', 'e', 'f', 'a']);
});

test('a memoized function does not cache a text that is too long to be asked for again', () => {
  let times = 0;
  const of = memoizeRecent((text) => `${text.length} ${++times}`);
  const long = 'a'.repeat(1000);
  expect([of(long), of(long)]).toEqual(['1000 1', '1000 2']);
});
