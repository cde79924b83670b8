import { expect, test } from 'vitest';
import { numberIn, numberPortions } from './number-file.ts';

test.each([
  [['+49 30 123456'], '+49 30 123456'],
  [['7', 'Ada Bell', '(030) 123-456'], '(030) 123-456'],
  [['Phone number', 'Since'], undefined],
])('the phone number in the CSV row %o is %s', (cells, number) => {
  expect(numberIn(cells)).toBe(number);
});

test('a file of phone numbers is read in portions of equal size', async () => {
  const lines = Array.from({ length: 25 }, (_, line) => `+4930${100_000 + line};x`);
  const file = new Blob([`number;name\r\n${lines.join('\r\n')}`]);
  const portions = await Array.fromAsync(numberPortions(file as File, 10));
  expect(portions.map(({ length }) => length)).toEqual([10, 10, 5]);
  expect(portions.flat()[24]).toBe('+4930100024');
});
