import { expect, test } from 'vitest';
import { madeOnce } from './made-once.ts';

test('nothing is made before it is asked for, and each thing only once, also what is undefined', () => {
  const made: string[] = [];
  const of = madeOnce((key: string) => {
    made.push(key);
    return key === 'nothing' ? undefined : key.toUpperCase();
  });
  expect(made).toEqual([]);
  expect([of('a'), of('nothing'), of('a'), of('nothing')]).toEqual(['A', undefined, 'A', undefined]);
  expect(made).toEqual(['a', 'nothing']);
});
