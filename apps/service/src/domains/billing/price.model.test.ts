import { expect, test } from 'vitest';
import { minutesOf } from './price.model.ts';

test.each([
  [0, 0],
  [1, 1],
  [60, 1],
  [61, 2],
])('a call of %i seconds costs %i minutes', (seconds, minutes) => {
  expect(minutesOf(seconds)).toBe(minutes);
});
