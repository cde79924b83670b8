import { expect, test } from 'vitest';
import { fused } from './rank-fusion.ts';

const passages = (...texts: string[]) => texts.map((text) => ({ title: 'T', text }));
const order = (...lists: string[][]) => fused(lists.map((list) => passages(...list))).map(({ text }) => text);

test('the best of each list come first', () => {
  expect(order(['a', 'b', 'c'], ['x', 'y'])).toEqual(['a', 'x', 'b', 'y', 'c']);
});

test('results of both searches come once, before those of one', () => {
  expect(order(['a', 'b', 'both'], ['x', 'both'])).toEqual(['both', 'a', 'x', 'b']);
});

test('empty lists give an empty result', () => {
  expect(order([], [])).toEqual([]);
});
