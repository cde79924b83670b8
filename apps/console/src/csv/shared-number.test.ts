import { expect, test } from 'vitest';
import { linesWithSharedNumber } from './shared-number.ts';

const rows = (...numbers: string[]) =>
  numbers.map((number, at) => ({ line: at + 2, cells: ['Ada', number] }));

test('lines with the same phone number are named, however it is written', () => {
  const file = rows('+41 44 364 35 32', '+41443643533', '0041 (44) 364-35-32', '', '', '+41443643532');
  expect(linesWithSharedNumber(file, ['firstName', 'phoneNumber'])).toEqual([2, 4, 7]);
});

test('numbers of the simulated network may be shared', () => {
  expect(linesWithSharedNumber(rows('+15005550000', '+1 500 555 0000'), ['', 'phoneNumber'])).toEqual([]);
});

test('a file without a column for the phone number shares none', () => {
  expect(linesWithSharedNumber(rows('1', '1'), ['firstName', ''])).toEqual([]);
});
