import { expect, test } from 'vitest';
import { containing, searchable } from './text.ts';

test.each([
  ['Zoë Łukasz', 'zoe lukasz'],
  ['  MÜLLER\tStraße ', 'muller strasse'],
  ['Ångström Sørensen', 'angstrom sorensen'],
  ['Ｆｕｌｌ', 'full'],
])('%j is found as %j', (text, found) => {
  expect(searchable(text)).toBe(found);
});

test('signs of a pattern stand for themselves', () => {
  expect(containing('50%_\\')).toBe('%50\\%\\_\\\\%');
});
