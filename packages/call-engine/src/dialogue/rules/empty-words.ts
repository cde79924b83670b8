import { ofAllLanguages, words } from '@parley/language/locale-tables.ts';
import { contentStems } from './stem.ts';

/** The stems that tell what a text is about, in any of the languages. */
export const meaningfulStems = (text: string): string[] =>
  contentStems(text).filter((stem) => !empty().has(stem));

/** The words of other languages that say nothing of a subject: articles, helpers, and what only makes a question. */
const empty = ofAllLanguages(
  (languages): ReadonlySet<string> =>
    new Set(languages.flatMap((language) => contentStems(words[language].empty.join(' ')))),
);
