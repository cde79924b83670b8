import { type Language, languages } from '@parley/language/language.ts';
import { expect, test } from 'vitest';
import { phraseBooks } from '../rules/phrase-book.ts';
import { isSpokenIn } from './approval.ts';

/** Everything that the rules can say, without what is put in. */
const phrasesOf = (language: Language): string[] =>
  Object.values(phraseBooks[language])
    .flat()
    .map((phrase) => phrase.replaceAll(/\{\w+\}/g, ''));

test.each(languages)('text in %s is recognised as a text in that language', (language) => {
  expect(phrasesOf(language).filter((phrase) => !isSpokenIn(language, phrase))).toEqual([]);
});

const english = [
  'Thank you, that is a lovely town and I am glad to hear it.',
  'Could you tell me how many years of experience you have?',
];

test.each(languages.filter((language) => language !== 'EN'))(
  'English text is not mistaken for %s',
  (language) => {
    expect(english.filter((phrase) => isSpokenIn(language, phrase))).toEqual([]);
  },
);

test.each([
  ['EN', 'Vielen Dank, das ist eine gute Antwort von Ihnen.'],
  ['FR', 'Muchas gracias por su respuesta, es muy útil para nosotros.'],
  ['RU', 'Danke, das ist gut.'],
  ['ZH', 'ありがとうございます、よくわかりました。'],
  ['JA', '감사합니다, 잘 알겠습니다.'],
] as const)('in a call in %s, a reply in another language is rejected: "%s"', (language, text) => {
  expect(isSpokenIn(language, text)).toBe(false);
});

test('one or two names do not decide the language of a text', () => {
  expect(isSpokenIn('DE', 'Microsoft Azure')).toBe(true);
  expect(isSpokenIn('JA', 'はい、Microsoft ですね。')).toBe(true);
});
