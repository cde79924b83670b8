import { type Language, localeOf } from '@parley/language/language.ts';
import type { AnswerWords, InventedAnswer } from '../answer-words.ts';
import type { Phrases } from '../phrases.ts';
import type { Random } from '../random.ts';

/** Plausible, short, and the same for the same question: the value never changes, the frame around it varies. */
export function inventedAnswer(
  question: string,
  language: Language,
  { inventions, numbers }: AnswerWords,
  phrases: Phrases,
  facts: Random,
  words: Random,
): string {
  const invention = inventions.find(({ asked }) => asked.test(question));
  if (invention === undefined) return facts.pick(phrases.open);
  return words.pick(invention.frames).replace('%', () => inventedValue(invention, language, numbers, facts));
}

function inventedValue(
  { oneOf, between, times }: InventedAnswer,
  language: Language,
  numbers: readonly string[],
  facts: Random,
): string {
  if (oneOf !== undefined) return facts.pick(oneOf);
  if (between === undefined) return '';
  const number = facts.between(...between);
  // Small numbers are said in words, amounts written with separators.
  if (times !== undefined) return (number * times).toLocaleString(localeOf(language));
  return numbers[number] ?? `${number}`;
}
