import type { Language } from '@parley/language/language.ts';
import { words } from '@parley/language/locale-tables.ts';
import { speechOf, wordCount } from '@parley/language/speech.ts';
import { leaningIn } from '../rules/answer-value.ts';
import { patternOf } from '../rules/foreign-cues.ts';
import { contentStems } from '../rules/stem.ts';

/**
 * How far words are from a yes or a no. `about_them`: they speak of themselves in words that the rules know nothing of,
 * so it is asked back. `about_other`: nor that, as in an order to the machine, of which a model that obeys makes a yes.
 */
export type Distance = 'near' | 'about_them' | 'about_other';

/**
 * Measured on `testing/understanding-indirect`, whose answers need a thought: of 241 to yes-or-no questions five are as long
 * and have nothing of what was asked, no yes and no no. In four of these people speak of themselves.
 */
const MANY_WORDS = 14;

export function distanceOf(said: string, asked: string, language: Language): Distance {
  const { clauses, plain } = speechOf(said);
  if (wordCount(plain) < MANY_WORDS) return 'near';
  if (clauses.some((clause) => leaningIn([clause], asked, language) !== undefined)) return 'near';
  const known = new Set(contentStems(asked));
  if (clauses.some(({ raw }) => contentStems(raw).some((stem) => known.has(stem)))) return 'near';
  const { firstPerson } = words[language];
  const isOfThem = firstPerson === undefined || patternOf(language, firstPerson).test(plain);
  return isOfThem ? 'about_them' : 'about_other';
}
