import type { AskedQuestion, CallAnalytics } from '../analysis-model.ts';
import { evaluationOf } from './evaluation.ts';
import { noEvidence, quoted } from './evidence.ts';
import { extractedFields } from './field.ts';
import type { HeardAnswer } from './heard-answer.ts';
import { verdictOn } from './judged-label.ts';
import { heldAnswers, scoringOf } from './scoring.ts';
import { sentimentOf } from './sentiment.ts';
import { summaryOf } from './summary.ts';
import type { Talk } from './talk.ts';

/** The structured results of an agent with its own flow. */
export function analyticsOf(answers: readonly HeardAnswer[], talk: Talk): CallAnalytics {
  const { analysis, language } = talk.plan;
  const fields = extractedFields(answers, talk);
  const held = heldAnswers(answers, talk);
  const scoring = scoringOf(answers, held);
  const verdicts = analysis.outcomes.map((label) => ({ ...label, verdict: verdictOn(label, answers, talk) }));
  const outcomes = verdicts.map(({ key, label, verdict: { holds, confidence, said } }) => ({
    key,
    label,
    met: holds,
    confidence,
    ...quoted(said, language),
  }));
  return {
    matchScore: scoring?.total ?? null,
    fields,
    scoring,
    outcomes,
    tags: analysis.tags.map((tag) => {
      const { holds, reason } = verdictOn(tag, answers, talk);
      return { key: tag.key, label: tag.label, applied: holds, reason };
    }),
    qa: answeredQuestions(answers, talk),
    evaluation: evaluationOf(answers, held, scoring, verdicts, talk),
    sentiment: sentimentOf(talk),
    summary: summaryOf(answers, { fields, scoring, outcomes }, talk),
  };
}

/**
 * Every question on the path of the call with its answer. Questions that the call did not reach are listed as
 * unanswered, so that a reader sees what is left to ask.
 */
const answeredQuestions = (answers: readonly HeardAnswer[], { plan, wording }: Talk): AskedQuestion[] =>
  answers.map(({ question, standing, value, said, words }) => {
    const asked = { id: question.id, question: question.text };
    const isAnswered = (standing === 'answered' || standing === 'unsure') && value !== undefined;
    if (!isAnswered) return { ...asked, answered: false, answer: null, ...noEvidence };
    const evidence = quoted(said, plan.language, (sentence) => words.includes(sentence));
    return { ...asked, answered: true, answer: wording.value(value), ...evidence };
  });
