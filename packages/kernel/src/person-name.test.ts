import { expect, test } from 'vitest';
import { isMissingName, isSameName } from './person-name.ts';

const named = (firstName: string, lastName: string) => ({ firstName, lastName });

test('names are the same in any case, with other accents, and in another order', () => {
  expect(isSameName(named('María', 'Łuczak'), named('MARIA ', 'luczak'))).toBe(true);
  expect(isSameName(named('Ada Maria', 'Novak'), named('Ada', 'Maria Novak'))).toBe(true);
  expect(isSameName(named('Novak', 'Ada'), named('Ada', 'Novak'))).toBe(true);
});

test('names of a couple differ, with the same last name, too', () => {
  expect(isSameName(named('Maria', 'Keller'), named('Jürg', 'Keller'))).toBe(false);
  expect(isSameName(named('Maria', 'Keller'), named('Maria', 'Novak'))).toBe(false);
});

test('a missing name does not tell two people apart', () => {
  expect(isSameName(named('', 'Keller'), named('Maria', 'Keller'))).toBe(true);
  expect(isSameName(named('n/a', 'n/a'), named('Maria', 'Keller'))).toBe(true);
  expect(isSameName(named('', 'Novak'), named('Maria', 'Keller'))).toBe(false);
  expect(isSameName({}, named('Maria', 'Keller'))).toBe(true);
});

test('n/a and marks alone are no names, and real names are', () => {
  expect(['n/a', 'N.A.', '#N/A', '-', '?', ' ', '–'].every(isMissingName)).toBe(true);
  expect(['Na', 'Null', 'X', '李', 'O'].some(isMissingName)).toBe(false);
});
