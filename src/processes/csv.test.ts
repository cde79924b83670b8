import { expect, test } from 'vitest';
import { readCsv } from './csv.ts';

test('rows are read by the names of the first line', () => {
  expect(readCsv('firstName,phone\nAda,+15005550000\n\nBob,\n')).toEqual([
    { firstName: 'Ada', phone: '+15005550000' },
    { firstName: 'Bob', phone: '' },
  ]);
});

test('quotes hold commas, quotes and line breaks', () => {
  expect(readCsv('a,b\r\n"x, ""y""\nz",2\r\n')).toEqual([{ a: 'x, "y"\nz', b: '2' }]);
});

test('a file of a spreadsheet that parts with semicolons is read too', () => {
  expect(readCsv('\uFEFFfirstName;lastName\nAda;Novak')).toEqual([{ firstName: 'Ada', lastName: 'Novak' }]);
});
