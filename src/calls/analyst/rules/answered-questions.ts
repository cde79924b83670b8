import type { AskedQuestion } from '../analyst.ts';
import { noEvidence, quoted } from './evidence.ts';
import type { HeardAnswer } from './heard-answer.ts';
import type { Talk } from './talk.ts';

/**
 * Every question on the way of the call with what was said to it. Those that the call did not get to stand there
 * unanswered, so that a reader sees what is left to ask; those of branches not taken do not.
 */
export const answeredQuestions = (answers: readonly HeardAnswer[], { plan }: Talk): AskedQuestion[] =>
  answers.map(({ question, standing, value, said, words }) => {
    const asked = { id: question.id, question: question.text };
    const isAnswered = (standing === 'answered' || standing === 'unsure') && value !== undefined;
    if (!isAnswered) return { ...asked, answered: false, answer: null, ...noEvidence };
    const evidence = quoted(said, plan.language, (sentence) => words.includes(sentence));
    // Our own yes is English; theirs is in the language of whoever reads it.
    const isOurs = typeof value === 'boolean' && plan.language !== 'EN';
    const answer = (isOurs ? evidence.evidence : null) ?? told(value);
    return { ...asked, answered: true, answer, ...evidence };
  });

/** As it is read, and not as it is stored. */
export const told = (value: NonNullable<HeardAnswer['value']>): string =>
  typeof value === 'boolean'
    ? value
      ? 'Yes'
      : 'No'
    : Array.isArray(value)
      ? value.join(', ')
      : String(value);
