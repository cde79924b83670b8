import { memoize } from '@parley/kernel/memoize.ts';
import type { Language } from '@parley/language/language.ts';
import { isWordBound } from '@parley/language/locale-tables.ts';
import { folded } from '@parley/language/speech.ts';
import { answerTo } from '../../dialogue/rules/expected-answer.ts';
import type { KnownValue } from '../../expression.ts';
import { analysisTables } from './analysis-tables.ts';
import type { Talk } from './talk.ts';
import { readingOf } from './typed-value.ts';

/** When something could be: on a day, at once, soon, or whenever it suits. */
type Moment = { readonly kind: 'day' | 'now' | 'soon'; readonly inDays: number } | { readonly kind: 'any' };

const DAY_MS = 86_400_000;
/** Who wants somebody at once waits so long. */
const AT_ONCE_DAYS = 14;
const SOON_DAYS = 30;

/** Undefined when the words name no time that rules know. `noted` is what the call understood already. */
export function momentIn(
  words: string,
  question: string,
  talk: Talk,
  noted: KnownValue | undefined = undefined,
): Moment | undefined {
  const value = noted ?? answerTo({ kind: 'date' }, readingOf(words, question, talk))?.value;
  const at = /^\d{4}-\d\d-\d\d$/.test(String(value)) ? Date.parse(String(value)) : Number.NaN;
  const inDays = (at - Date.parse(talk.context.answeredAt.slice(0, 10))) / DAY_MS;
  const isSaid = (kind: 'now' | 'soon' | 'any'): boolean =>
    readinessIn(words, talk.plan.language, kind) !== undefined;
  // "Immediately" names today, and is meant less strictly.
  if (!Number.isNaN(inDays) && !(inDays === 0 && isSaid('now'))) return { kind: 'day', inDays };
  if (isSaid('any')) return { kind: 'any' };
  if (isSaid('now')) return { kind: 'now', inDays: AT_ONCE_DAYS };
  return isSaid('soon') ? { kind: 'soon', inDays: SOON_DAYS } : undefined;
}

/** The words for being ready, in a language or in English, as they stand in a text. */
export function readinessIn(
  text: string,
  language: Language,
  kind: 'now' | 'soon' | 'any',
): string | undefined {
  const plain = ` ${folded(text)} `;
  return wordsFor(language, kind).exec(plain)?.[0] ?? wordsFor('EN', kind).exec(plain)?.[0];
}

const wordsFor = (language: Language, kind: 'now' | 'soon' | 'any'): RegExp => patterns(language)[kind];

const patterns = memoize((language: Language) => {
  const [start, end] = isWordBound(language) ? ['(?<!\\p{L})', '(?!\\p{L})'] : ['', ''];
  const pattern = (kind: 'now' | 'soon' | 'any'): RegExp =>
    new RegExp(`${start}(?:${analysisTables[language].readiness[kind].map(folded).join('|')})${end}`, 'u');
  return { now: pattern('now'), soon: pattern('soon'), any: pattern('any') };
});
