import { expect, test } from 'vitest';
import { rated } from './wording.ts';

test.each([
  [1, 'the mean of 1 thing:'],
  [3, 'the mean of 3 things:'],
])('a rating that rests on %i says so as a person would', (parts, words) => {
  expect(rated.byParts(50, parts)).toContain(words);
});
