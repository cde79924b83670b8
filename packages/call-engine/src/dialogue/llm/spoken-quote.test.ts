import { expect, test } from 'vitest';
import { isBareYesNo, isSaid } from './spoken-quote.ts';

test.each([
  ['two boys and a girl', 'Well, two boys, and a girl.'],
  ["I'm with SIEMENS", 'i am with siemens now'],
  ['e-mail', 'By email please, e mail'],
  ['Mister Smithson', 'mister smithsen'],
  ['um about, five', 'About uh five'],
  ['Zürich', 'zurich'],
  ['我没有车', '不，我没有车。'],
  ['I would really like to work on the night shift', 'I would really like to work on a night shift'],
])('the quotation "%s" is found in "%s"', (quote, said) => {
  expect(isSaid(quote, said)).toBe(true);
});

test.each([
  ['no', 'I know'],
  ['', 'Anything'],
  ['…', 'Anything'],
  ['five years', 'nine years'],
  ['15', '16'],
  ['never call me again', 'call me again'],
  ['I want to buy a house', 'I want to buy'],
  ['girl and two boys', 'two boys and a girl'],
])('the quotation "%s" is not found in "%s"', (quote, said) => {
  expect(isSaid(quote, said)).toBe(false);
});

test('a yes or no counts as bare only if nothing else was said', () => {
  expect(['Yes.', 'No, no!', 'nope'].map((text) => isBareYesNo(text, 'EN'))).toEqual([true, true, true]);
  expect(['No thanks', 'Yes, five', ''].map((text) => isBareYesNo(text, 'EN'))).toEqual([
    false,
    false,
    false,
  ]);
  expect([isBareYesNo('Ja, genau', 'DE'), isBareYesNo('Nein danke', 'DE')]).toEqual([true, false]);
});
