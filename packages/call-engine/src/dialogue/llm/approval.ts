import { memoize } from '@parley/kernel/memoize.ts';
import { type Language, languages } from '@parley/language/language.ts';
import { words, writing } from '@parley/language/locale-tables.ts';
import { ModelFailure } from '../../llm/language-model.ts';
import type { CallContext, Passage } from '../dialogue-model.ts';
import type { SpeechCheck } from '../speech-check.ts';
import { speakable } from './speakable.ts';

/** What a sentence is said for, as far as it matters to whether it may be said. */
export interface Occasion {
  readonly context: CallContext;
  /** What this call must not say, whatever a model was talked into. */
  readonly check: SpeechCheck;
  /** The next question follows by itself: another one would be one too many. */
  readonly mayAsk: boolean;
  /** An answer may name no number that does not stand in these. */
  readonly passages?: readonly Passage[];
}

/** Why a sentence may not be said; undefined when it may. `before` is what was said of the reply already. */
type Check = (sentence: string, occasion: Occasion, before: string) => string | undefined;

const LONGEST_REPLY = 700;

const checks: readonly Check[] = [
  (sentence, _, before) =>
    before.length + sentence.length > LONGEST_REPLY ? `longer than ${LONGEST_REPLY} characters` : undefined,
  (sentence, { context }, before) =>
    isSpokenIn(context.plan.language, `${before} ${sentence}`)
      ? undefined
      : `not in ${context.plan.language}`,
  (sentence, { mayAsk }) =>
    !mayAsk && /[?？؟]/.test(sentence) ? 'a question where none was wanted' : undefined,
  (sentence, { passages }) =>
    passages === undefined || numbersIn(sentence).every((number) => standsIn(number, passages))
      ? undefined
      : 'a number that stands in no passage',
  (sentence, { check, passages }, before) =>
    check(sentence, { before, ...(passages === undefined ? {} : { passages }) }),
];

/**
 * The one place where words of a model are looked at before they are spoken: a sentence as it may be said, or the
 * failure that it may not. Empty when nothing in it can be said.
 */
export function approved(sentence: string, occasion: Occasion, before: string): string {
  const plain = speakable(sentence);
  if (plain === '') return '';
  for (const check of checks) {
    const reason = check(plain, occasion, before);
    if (reason !== undefined) throw new ModelFailure('unusable', `Not said, for it is ${reason}`);
  }
  return plain;
}

const numbersIn = (text: string): string[] => text.match(/\d+/g) ?? [];

const standsIn = (number: string, passages: readonly Passage[]): boolean =>
  passages.some(({ title, text }) => numbersIn(`${title} ${text}`).includes(number));

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
