import { memoize } from '@parley/kernel/memoize.ts';
import type { Language } from '@parley/language/language.ts';
import { localeTables } from '@parley/language/locale.ts';

/** Word beginnings by which a question shows what kind of answer it wants. */
interface QuestionWords<Words> {
  readonly amount: Words;
  readonly time: Words;
  readonly open: Words;
  readonly farewell: Words;
}

const tables = localeTables<{ readonly questions: QuestionWords<readonly string[]> }>('simulated-contacts');

export const questionWordsOf = memoize((language: Language): QuestionWords<RegExp> => {
  const { amount, time, open, farewell } = tables[language].questions;
  const pattern = (words: readonly string[]) => beginning(words.join('|'), language);
  return { amount: pattern(amount), time: pattern(time), open: pattern(open), farewell: pattern(farewell) };
});

/** `\b` knows only Latin letters, and where no spaces are written a word may begin anywhere. */
const beginning = (words: string, language: Language): RegExp =>
  new RegExp(['JA', 'ZH', 'KO'].includes(language) ? words : `(?<![\\p{L}\\p{M}])(?:${words})`, 'iu');
