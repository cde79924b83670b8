import { describe, expect, test } from 'vitest';
import type { Language } from './language.ts';
import { dayMeaning } from './possible-day.ts';
import type { Meaning } from './possible-quantity.ts';

/** Wednesday, 10 June 2026. */
const meaningOf = (date: string, quote: string, language: Language): Meaning =>
  dayMeaning(date, quote, { language, now: new Date('2026-06-10T09:00:00Z'), timeZone: 'Europe/Berlin' });

describe('a day that is named may be meant', () => {
  test.each<[string, string, Language]>([
    ['a week on Saturday', '2026-06-20', 'EN'],
    ['two weeks today', '2026-06-24', 'EN'],
    ['sometime in September', '2026-09-14', 'EN'],
    ['the August bank holiday', '2026-08-31', 'EN'],
    ["12th March '79", '1979-03-12', 'EN'],
    ['the twenty-first of the third, sixty-five', '1965-03-21', 'EN'],
    ['Christmas Day 1949', '1949-12-25', 'EN'],
    ['the third, no sorry, the tenth of July', '2026-07-10', 'EN'],
    ['zwölfter dritter neunundsiebzig', '1979-03-12', 'DE'],
    ['Montag in einer Woche', '2026-06-22', 'DE'],
    ['le premier mai', '2027-05-01', 'FR'],
    ['5月1日', '2027-05-01', 'JA'],
    ['el lunes', '2026-06-15', 'ES'],
  ])('%j may be %s in %s', (quote, date, language) => {
    expect(meaningOf(date, quote, language)).toBe('said');
  });
});

describe('a day that is only told roughly is not doubted', () => {
  test.each<[string, string, Language]>([
    ['by the end of June', '2026-07-01', 'EN'],
    ['at the end of the month', '2026-06-25', 'EN'],
    ['after the summer holidays', '2026-09-01', 'EN'],
    ['whenever you like', '2026-06-11', 'EN'],
    ['before Friday', '2026-06-11', 'EN'],
    ['drei Monate zum Quartalsende', '2026-09-30', 'DE'],
    ['ensi kuussa', '2026-07-01', 'FI'],
  ])('%j may be %s in %s', (quote, date, language) => {
    expect(meaningOf(date, quote, language)).not.toBe('impossible');
  });
});

describe('a day that words contradict cannot be meant', () => {
  test.each<[string, string, Language]>([
    ['I have a dog', '2026-12-01', 'EN'],
    ['12th of March', '2026-03-20', 'EN'],
    ["12th March '79", '2027-03-12', 'EN'],
    ['in three months', '2026-06-10', 'EN'],
    ['in two weeks', '2027-06-10', 'EN'],
    ['on Tuesday', '2026-06-13', 'EN'],
    ['tomorrow', '2026-09-01', 'EN'],
    ['the fifth', '2026-06-20', 'EN'],
    ['am ersten Mai', '2026-06-10', 'DE'],
    ['morgen', '2026-09-01', 'DE'],
    ['1 мая', '2026-09-01', 'RU'],
    ['5月1日', '2026-09-01', 'JA'],
    ['el lunes', '2026-06-13', 'ES'],
  ])('%j is not %s in %s', (quote, date, language) => {
    expect(meaningOf(date, quote, language)).toBe('impossible');
  });
});
