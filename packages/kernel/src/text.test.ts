import { expect, test } from 'vitest';
import { containing, isBlank, searchable, spacedWords } from './text.ts';

test.each([
  ['Zoë Łukasz', 'zoe lukasz'],
  ['  MÜLLER\tStraße ', 'muller strasse'],
  ['Ångström Sørensen', 'angstrom sorensen'],
  ['Ｆｕｌｌ', 'full'],
])('%j is found as %j', (text, found) => {
  expect(searchable(text)).toBe(found);
});

test('words keep the spaces that bound them', () => {
  expect(spacedWords('ana maria keller')).toEqual(['ana ', ' maria ', ' keller']);
  expect(spacedWords('ana')).toEqual(['ana']);
});

test('LIKE wildcards in the text are escaped', () => {
  expect(containing('50%_\\')).toBe('%50\\%\\_\\\\%');
});

test.each(['', ' \n\t', '\u200b', '\u202e\u2066', '\ufeff', '\u3164', '\u0001'])('%j is blank', (text) => {
  expect(isBlank(text)).toBe(true);
});

test.each(['a', ' . ', 'א\u200dב', 'مريم', '😀', '李'])('%j is not blank', (text) => {
  expect(isBlank(text)).toBe(false);
});
