import { memoize } from '@parley/kernel/memoize.ts';
import { type Language, languages } from '@parley/language/language.ts';
import { words, writing } from '@parley/language/locale-tables.ts';

/**
 * Whether words are in a language, as cheaply as can be: by their letters, and among languages of the same letters by
 * the small words that no sentence does without. In doubt they are: a name or two says nothing.
 */
export function isSpokenIn(language: Language, text: string): boolean {
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  const own = text.match(letterOf(language))?.length ?? 0;
  // Names of people and products are often written in other letters.
  if (letters >= FEWEST_LETTERS && own * 4 < letters) return false;
  if (language === 'ZH' && /[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text)) return false;
  return !isForeign(language, text);
}

const FEWEST_LETTERS = 4;
const FEWEST_WORDS = 4;
const TELLING = 3;

function isForeign(language: Language, text: string): boolean {
  const said = text.toLowerCase().match(/[\p{L}\p{M}']+/gu) ?? [];
  if (smallWords(language) === undefined || said.length < FEWEST_WORDS) return false;
  // Some small words are those of many languages, so another language must have far more of them.
  const telling = 2 * countOf(language, said) + TELLING;
  return languages.some((other) => countOf(other, said) >= telling);
}

const countOf = (language: Language, said: readonly string[]): number => {
  const small = smallWords(language);
  return small === undefined ? 0 : said.filter((word) => small.has(word)).length;
};

const letterOf = memoize((language: Language) => {
  const letters = writing[language].scripts.map((script) => `\\p{Script=${script}}`).join('');
  // The mark for a long vowel belongs to no script.
  return new RegExp(`[${letters}${letters.includes('Katakana') ? 'ー' : ''}]`, 'gu');
});

/** Of the languages that are written in Latin letters. */
const smallWords = memoize((language: Language): ReadonlySet<string> | undefined => {
  const { small } = words[language];
  return small.length === 0 ? undefined : new Set(small);
});
