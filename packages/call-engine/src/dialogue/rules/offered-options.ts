import { type Language, localeOf } from '@parley/language/language.ts';
import { writing } from '@parley/language/locale-tables.ts';
import { folded } from '@parley/language/speech.ts';
import type { PlanQuestion } from '../../plan.ts';

/** Nobody remembers more of what is read to them. */
const MOST_READ = 6;

/**
 * What there is to choose from, if the question does not say so itself. Who answers "What is the main reason?" with
 * something else cannot know it, and would only say the same again.
 */
export function untoldOptions({ text, answerType }: PlanQuestion): readonly string[] {
  if (answerType?.kind !== 'choice' || answerType.options.length > MOST_READ) return [];
  const asked = folded(text);
  return answerType.options.every((option) => asked.includes(folded(option))) ? [] : answerType.options;
}

/** A question that is asked again, with its options behind it: "What is the main reason? Price, service or something else?" */
export function withOptions(words: string, question: PlanQuestion, language: Language): string {
  const options = untoldOptions(question);
  if (options.length === 0) return words;
  const named = new Intl.ListFormat(localeOf(language), { type: 'disjunction' }).format(options);
  const mark = QUESTION_MARK.exec(words)?.[0] ?? '?';
  return `${words}${writing[language].spaces === 'none' ? '' : ' '}${named}${mark}`;
}

/** Greek asks with what is a semicolon elsewhere. */
const QUESTION_MARK = /[?？؟;\u037e]$/u;
