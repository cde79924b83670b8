import type { AskedQuestion } from '../analysis-model.ts';
import { noEvidence, quoted } from './evidence.ts';
import type { HeardAnswer } from './heard-answer.ts';
import type { Talk } from './talk.ts';

/**
 * Every question on the way of the call with what was said to it. Those that the call did not get to stand there
 * unanswered, so that a reader sees what is left to ask; those of branches not taken do not.
 */
export const answeredQuestions = (
  answers: readonly HeardAnswer[],
  { plan, wording }: Talk,
): AskedQuestion[] =>
  answers.map(({ question, standing, value, said, words }) => {
    const asked = { id: question.id, question: question.text };
    const isAnswered = (standing === 'answered' || standing === 'unsure') && value !== undefined;
    if (!isAnswered) return { ...asked, answered: false, answer: null, ...noEvidence };
    const evidence = quoted(said, plan.language, (sentence) => words.includes(sentence));
    return { ...asked, answered: true, answer: wording.value(value), ...evidence };
  });
