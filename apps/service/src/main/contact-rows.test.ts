import { expect, test } from 'vitest';
import { readCsv } from './contact-rows.ts';

const valuesIn = (text: string) => readCsv(text).rows.map(({ values }) => values);

test('rows of a contact file are read by the column names in its first line', () => {
  expect(valuesIn('firstName,phone\nAda,+15005550000\n\nBob,\n')).toEqual([
    { firstName: 'Ada', phone: '+15005550000' },
    { firstName: 'Bob', phone: '' },
  ]);
});

test('quoted cells of a contact file may contain commas, quotes and line breaks', () => {
  expect(valuesIn('a,b\r\n"x, ""y""\nz",2\r\n')).toEqual([{ a: 'x, "y"\nz', b: '2' }]);
});

test('a contact file with semicolons as separators is read too', () => {
  expect(valuesIn('\uFEFFfirstName;lastName\nAda;Novak')).toEqual([{ firstName: 'Ada', lastName: 'Novak' }]);
});

test('every row of a contact file has its line number, even after empty lines and cells with line breaks', () => {
  const { columns, rows } = readCsv('a,b\n1,2\n\n"3\n4",5\n6,7');
  expect(columns).toEqual(['a', 'b']);
  expect(rows.map(({ line }) => line)).toEqual([2, 4, 6]);
});
