import type { AnswerType } from '@parley/call-engine/answer-type.ts';
import type { KnownValue } from '@parley/call-engine/expression.ts';
import type { Language } from '@parley/language/language.ts';

/** What people say to questions of a type, and the value that it has. Written before the grammars were. */
export interface TypedAnswer {
  readonly language: Language;
  readonly question: string;
  readonly type: AnswerType;
  readonly said: string;
  /** Undefined: there is no value that could be taken without asking back. */
  readonly value: KnownValue | undefined;
}

/** For each question, what is said to it. */
export interface TypedQuestion {
  readonly question: string;
  readonly type: AnswerType;
  readonly said: readonly (readonly [said: string, value: KnownValue | undefined])[];
}

export const typedAnswers = (language: Language, questions: readonly TypedQuestion[]): TypedAnswer[] =>
  questions.flatMap(({ question, type, said }) =>
    said.map(([words, value]) => ({ language, question, type, said: words, value })),
  );

/** The whole corpus is said on a Wednesday morning. */
export const SAID_AT = '2026-03-11T09:30:00Z';

export const yesNo = (
  question: string,
  ...said: readonly (readonly [string, boolean | undefined])[]
): TypedQuestion => ({
  question,
  type: { kind: 'yes_no' },
  said,
});
