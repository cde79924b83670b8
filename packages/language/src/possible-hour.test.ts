import { describe, expect, test } from 'vitest';
import type { Language } from './language.ts';
import { hourMeaning } from './possible-hour.ts';

describe('a time that is named may be meant', () => {
  test.each<[string, string, Language]>([
    ['half eight', '20:30', 'EN'],
    ['five to half past nine', '09:25', 'EN'],
    ['nine thirty', '21:30', 'EN'],
    ['fourteen hundred hours', '14:00', 'EN'],
    ['noon', '12:00', 'EN'],
    ['halb acht', '07:30', 'DE'],
    ['dreiviertel neun', '08:45', 'DE'],
    ['zwei Uhr nachts', '02:00', 'DE'],
    ['à quatre heures', '16:00', 'FR'],
  ])('%j may be %s in %s', (quote, time, language) => {
    expect(hourMeaning(time, quote, '', language)).toBe('said');
  });
});

describe('a time that is only told roughly is not doubted', () => {
  test.each<[string, string, Language]>([
    ['after four', '17:00', 'EN'],
    ['between two and four', '15:00', 'EN'],
    ['in the evening', '18:00', 'EN'],
    ['not in the morning, after four', '16:00', 'EN'],
    ['in half an hour', '15:00', 'EN'],
    ['am Nachmittag', '15:00', 'DE'],
    ['a mezzogiorno', '12:00', 'IT'],
    ['om half acht', '07:30', 'NL'],
  ])('%j may be %s in %s', (quote, time, language) => {
    expect(hourMeaning(time, quote, '', language)).not.toBe('impossible');
  });
});

describe('a time that words contradict cannot be meant', () => {
  test.each<[string, string, Language]>([
    ['I have a dog', '10:00', 'EN'],
    ['at four', '10:00', 'EN'],
    ['half past eight', '07:30', 'EN'],
    ['ten in the morning', '22:00', 'EN'],
    ['in the afternoon', '08:00', 'EN'],
    ['first thing', '16:00', 'EN'],
    ['halb acht', '08:30', 'DE'],
    ['sechzehn Uhr', '04:00', 'DE'],
    ['am Nachmittag', '08:00', 'DE'],
    ['a las cuatro', '10:00', 'ES'],
    ['午後3時', '10:00', 'JA'],
  ])('%j is not %s in %s', (quote, time, language) => {
    expect(hourMeaning(time, quote, '', language)).toBe('impossible');
  });
});
