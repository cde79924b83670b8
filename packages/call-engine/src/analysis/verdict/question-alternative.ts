import type { Language } from '@parley/language/language.ts';
import type { PlanQuestion } from '../../plan.ts';
import { subjectOf } from './condition.ts';
import { type DescriptionWords, descriptionWords } from './description-words.ts';

/** The things that a question lets choose from, each by the stems that only it has; none where it names none. */
export function alternativesOf(
  { text, answerType }: PlanQuestion,
  words: DescriptionWords,
  language: Language,
): readonly (readonly string[])[] {
  if (answerType?.kind === 'choice')
    return distinct(answerType.options.map((option) => words.stemsOf(option)));
  const own = descriptionWords(language);
  const asked = text.split(/(?<=[.!?？。؟])\s+/u).findLast((sentence) => /[?？؟]/u.test(sentence)) ?? text;
  const match = own.or.exec(asked);
  if (match === null) return [];
  const [left, right] = [asked.slice(0, match.index), asked.slice(match.index + match[0].length)].map(
    (part) => words.stemsOf(subjectOf(part, own)),
  ) as [readonly string[], readonly string[]];
  // The rest of the sentence before the first of them is not part of it: it is about as long as the last.
  return right.length === 0 ? [] : distinct([left.slice(-right.length), right]);
}

function distinct(alternatives: readonly (readonly string[])[]): (readonly string[])[] {
  const counts = new Map<string, number>();
  for (const stem of alternatives.flat()) counts.set(stem, (counts.get(stem) ?? 0) + 1);
  const telling = alternatives.map((stems) => stems.filter((stem) => counts.get(stem) === 1));
  return telling.every((stems) => stems.length > 0) ? telling : [];
}
