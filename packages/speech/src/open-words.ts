import { type Language, languages } from '@parley/language/language.ts';
import { cues, ofAllLanguages, words as wordTables } from '@parley/language/locale-tables.ts';

/** By the code that recognisers name a language by, which may be one that we do not know. */
const languageOf = (code: string): Language | undefined =>
  languages.find((language) => language.toLowerCase() === code);

/** Words after which nobody has finished: conjunctions, prepositions, articles, and sounds of thinking. */
export function openWords(code: string): readonly string[] {
  const language = languageOf(code);
  return language === undefined ? [] : wordTables[language].unfinished;
}

/** Sounds by which people show that they listen; they ask for no turn. */
const hums = ofAllLanguages(
  (all) => new RegExp(`^(?:${all.flatMap((language) => wordTables[language].hum ?? []).join('|')})$`, 'iu'),
);

/** The letters and digits of it in words, lower case. */
export const spokenWords = (text: string): string[] =>
  text
    .toLowerCase()
    .replaceAll("'", '’')
    .split(/[^\p{L}\p{M}\p{N}’-]+/u)
    .filter((word) => word !== '');

/** All of it is sounds of listening. */
export const isHum = (text: string): boolean => {
  const words = spokenWords(text);
  return words.length > 0 && (words.every((word) => hums().test(word)) || hums().test(words.join(' ')));
};

/** All of it is assent, or sounds of listening: while something else is being said, assent only shows that one listens. */
export function isAssent(text: string, code: string): boolean {
  const words = spokenWords(text);
  const language = languageOf(code);
  const known = language === undefined ? [] : cues[language].assent;
  return words.length > 0 && words.every((word) => known.includes(word) || hums().test(word));
}
