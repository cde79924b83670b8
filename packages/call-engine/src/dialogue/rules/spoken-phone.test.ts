import { TimeZones } from '@parley/kernel/local-time.ts';
import type { Language } from '@parley/language/language.ts';
import { speechOf } from '@parley/language/speech.ts';
import { expect, test } from 'vitest';
import { phoneIn, phoneInPieces } from './spoken-phone.ts';

const contextOf = (language: Language) => ({
  question: '',
  language,
  answeredAt: '2026-06-10T09:30:00Z',
  timeZone: new TimeZones().of('Europe/London'),
  phoneNumber: language === 'DE' ? '+4915123456789' : '+447700900000',
});

test.each<[Language, string, string | undefined]>([
  ['EN', 'This one', '+447700900000'],
  ['EN', "this number's fine", '+447700900000'],
  ['EN', "It's the one you've just rung, please", '+447700900000'],
  ['EN', 'This one is broken, use my landline', undefined],
  ['EN', 'Who gave you this number?', undefined],
  ['DE', 'Unter der, die Sie gerade gewählt haben', '+4915123456789'],
  [
    'EN',
    'oh seven seven double oh, nine double oh, one two four, sorry, one two three at the end',
    '+447700900123',
  ],
  ['EN', 'oh seven seven double oh', undefined],
])('in %s "%s" is the number %s', (language, said, number) => {
  expect(phoneIn(speechOf(said), contextOf(language))?.value).toBe(number);
});

test('a phone number with thousands of spaces in it is read in bounded time', () => {
  const raw = `oh seven seven,${' '.repeat(16_000)}-`;
  const start = performance.now();
  expect(phoneIn({ ...speechOf(''), raw }, contextOf('EN'))).toBeUndefined();
  expect(performance.now() - start).toBeLessThan(4000);
});

test.each<[Language, string, string, string | undefined]>([
  ['EN', 'It is oh seven seven double oh', 'nine double oh one two three', '+447700900123'],
  ['DE', 'Null eins fünf eins', 'zwei drei vier fünf sechs sieben acht', '+491512345678'],
  // They begin again.
  ['EN', 'oh seven seven', 'oh seven seven double oh nine double oh one two three', undefined],
  // What came before was no beginning of a number.
  ['EN', 'I have lived here for seven years', 'nine double oh one two three', undefined],
  ['EN', '07700 900123', 'nine double oh one two three', undefined],
])('in %s "%s" and then "%s" is the number %s', (language, first, second, number) => {
  expect(phoneInPieces(first, second, contextOf(language))?.value).toBe(number);
});
