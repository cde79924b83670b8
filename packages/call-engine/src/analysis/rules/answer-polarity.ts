import { ofAllLanguages, yesNo } from '@parley/language/locale-tables.ts';
import { anyOf } from '../../dialogue/rules/cue-pattern.ts';
import { leaning } from '../../dialogue/rules/expected-answer.ts';
import type { Polarity } from '../../dialogue/rules/polarity.ts';
import type { HeardAnswer } from './heard-answer.ts';
import type { Talk } from './talk.ts';
import { readingOf } from './typed-value.ts';

/** Which way an answer leans; undefined when it is neither a yes nor a no, nor in between. */
export function polarityOf(answer: HeardAnswer, talk: Talk): Polarity | undefined {
  const { value, words, question, standing } = answer;
  if (standing !== 'answered' && standing !== 'unsure') return undefined;
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'number') return value > 0 ? 'yes' : 'no';
  return leaning(readingOf(words, question.text, talk)) ?? (standing === 'unsure' ? 'unsure' : undefined);
}

/** Whether a clause denies what it speaks of, in the words of any language. */
export const isNegated = (plain: string): boolean => negation().test(plain);

const negation = ofAllLanguages((languages) =>
  anyOf(languages.flatMap((language) => yesNo[language].negation ?? [])),
);
