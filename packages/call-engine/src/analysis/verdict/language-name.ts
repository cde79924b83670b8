import { memoize } from '@parley/kernel/memoize.ts';
import { type Language, languages, localeOf } from '@parley/language/language.ts';
import { folded } from '@parley/language/speech.ts';

/** The names of the languages that a text names, in a language or in English. */
export function languageNamesIn(text: string, language: Language): string[] {
  const words = new Set(folded(text).split(/[^\p{L}]+/u));
  return namesIn(language).filter((name) => words.has(name));
}

const namesIn = memoize((language: Language): readonly string[] => {
  const names = ['en', localeOf(language)].flatMap((locale) => {
    const display = new Intl.DisplayNames([locale], { type: 'language' });
    return languages.map((each) => folded(display.of(each.toLowerCase()) ?? ''));
  });
  return [...new Set(names)].filter((name) => name !== '' && !name.includes(' '));
});
