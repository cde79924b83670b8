import { describe, expect, test } from 'vitest';
import type { Language } from './language.ts';
import { type Meaning, type QuantityHearing, quantityMeaning } from './possible-quantity.ts';

type Hearing = Partial<QuantityHearing>;

const meaningOf = (value: number, quote: string, language: Language, hearing: Hearing = {}): Meaning =>
  quantityMeaning(value, quote, { language, question: '', year: 2026, ...hearing });

const inYears = { unit: 'years' };
const inWeeks = { unit: 'weeks' };
const inMinutes = { unit: 'minutes' };
const aYear = { money: { period: 'year' } } as const;
const aMonth = { money: { period: 'month' } } as const;

describe('a number that is said may be meant', () => {
  test.each<[string, number, Language, Hearing?]>([
    ['four', 4, 'EN'],
    ['a couple', 2, 'EN'],
    ['half a dozen', 6, 'EN'],
    ['two boys and a girl', 3, 'EN'],
    ['a fortnight', 2, 'EN', inWeeks],
    ['three months', 12, 'EN', inWeeks],
    ['three months', 13, 'EN', inWeeks],
    ['eighteen months', 1.5, 'EN', inYears],
    ['three quarters of an hour', 45, 'EN', inMinutes],
    ['an hour and ten', 70, 'EN', inMinutes],
    ['getting on for twenty', 19, 'EN', inYears],
    ['between five and ten', 7, 'EN'],
    ['one two three four', 1234, 'EN'],
    ['thirty-two five', 32_500, 'EN', aYear],
    ['thirteen pounds forty', 13.4, 'EN', { money: {} }],
    ['zwischen vierzig und fünfundvierzig', 42_000, 'DE', aYear],
    ['eine Vierzimmerwohnung', 4, 'DE'],
    ['anderthalb Stunden', 90, 'DE', { unit: 'Minuten' }],
    ['zwei Jungs und ein Mädchen', 3, 'DE'],
    ['1.500', 1500, 'EN'],
    ['3万', 30_000, 'JA'],
    ['veinte años', 20, 'ES'],
  ])('%j may be %d in %s', (quote, value, language, hearing) => {
    expect(meaningOf(value, quote, language, hearing)).toBe('said');
  });
});

describe('a number that takes a calculation is told apart from one that is said', () => {
  test.each<[string, number, Language, Hearing?]>([
    ['I was born in 1985', 41, 'EN'],
    ['born in fifty-two', 74, 'EN'],
    ['since 2019', 7, 'EN', inYears],
    ['three a day, for four days', 12, 'EN'],
    ['six, if you count the four dogs', 2, 'EN'],
    ['two thousand a month', 24_000, 'EN', aYear],
    ['a hundred every two months', 50, 'EN', aMonth],
  ])('%j is %d in %s by a calculation', (quote, value, language, hearing) => {
    expect(meaningOf(value, quote, language, hearing)).toBe('calculated');
  });
});

describe('a number that words contradict cannot be meant', () => {
  test.each<[string, number, Language, Hearing?]>([
    ['I have a dog', 10, 'EN', inYears],
    ['four', 40, 'EN'],
    ['it is about five years', 30, 'EN', inYears],
    ['five years', 20, 'EN', inYears],
    ['a dozen', 20, 'EN'],
    ['two boys and a girl', 7, 'EN'],
    ['I was born in 1985', 25, 'EN'],
    ['fifty thousand', 90_000, 'EN', aYear],
    ['two thousand a month', 60_000, 'EN', aYear],
    ['Das sind etwa fünf Jahre', 30, 'DE', { unit: 'Jahre' }],
    ['Ich habe einen Hund', 10, 'DE'],
    ['cuatro años', 45, 'ES'],
    ['4年', 40, 'JA'],
  ])('%j is not %d in %s', (quote, value, language, hearing) => {
    expect(meaningOf(value, quote, language, hearing)).toBe('impossible');
  });
});

test('a number is not doubted where a language has no tables, or the words tell a time', () => {
  expect(meaningOf(20, 'kaksikymmentä', 'FI')).toBe('unknown');
  expect(meaningOf(2, 'till the end of August', 'EN', { unit: 'months' })).toBe('unknown');
  expect(meaningOf(10, 'full marks', 'EN')).toBe('unknown');
  expect(meaningOf(1, 'just me and the cat', 'EN')).toBe('unknown');
});
