import type { CallAnalytics } from '../analyst.ts';
import type { HeardAnswer } from './heard-answer.ts';
import type { Verdict } from './judged-label.ts';
import { objectionsIn } from './objection.ts';
import type { Talk } from './talk.ts';
import { evaluated, judged } from './wording.ts';

const GOOD = 80;
const WEAK = 50;

export interface LabelVerdict {
  readonly label: string;
  readonly verdict: Verdict;
}

/** What speaks for the contact and what against, each with what it rests on. */
export function evaluationOf(
  answers: readonly HeardAnswer[],
  scoring: CallAnalytics['scoring'],
  outcomes: readonly LabelVerdict[],
  talk: Talk,
): CallAnalytics['evaluation'] {
  const { findings } = talk;
  const wordsTo = new Map(answers.map(({ question, words }) => [question.key ?? question.id, words]));
  const items = scoring?.items ?? [];
  // A required answer that fell short comes first: it is what decides.
  const weak = items
    .filter(({ score, importance }) => score < (importance === 'REQUIRED' ? GOOD : WEAK))
    .sort((one, other) => Number(other.importance === 'REQUIRED') - Number(one.importance === 'REQUIRED'));
  const isScored = new Set(items.map(({ key }) => key));
  const met = outcomes.filter(({ verdict }) => verdict.holds);
  return {
    strengths: [
      ...items
        .filter(({ score }) => score >= GOOD)
        .map(({ key, label }) => evaluated.strength(label, wordsTo.get(key) ?? '')),
      ...(items.length > 0
        ? []
        : met.map(({ label, verdict }) => evaluated.outcomeMet(label, verdict.reason))),
    ],
    concerns: [
      ...weak.map(({ label, reasoning, importance }) =>
        evaluated.weak(label, reasoning, importance === 'REQUIRED'),
      ),
      ...answers
        .filter(
          ({ standing, question }) => standing === 'refused' && !isScored.has(question.key ?? question.id),
        )
        .map(({ question }) => evaluated.refused(question.text)),
      ...findings.openQuestions.map(evaluated.openQuestion),
    ],
    objections: objectionsIn(talk),
    assessment: [
      judged.ended[findings.outcome.kind],
      ...(answers.length === 0 ? [] : [evaluated.answeredOf(answeredIn(answers), answers.length)]),
      ...(scoring === null ? [] : [evaluated.score(scoring.total)]),
      ...(outcomes.length === 0 ? [] : [evaluated.outcomesMet(met.map(({ label }) => label))]),
      ...(findings.message === null ? [] : [evaluated.message(findings.message)]),
    ],
  };
}

export const answeredIn = (answers: readonly HeardAnswer[]): number =>
  answers.filter(({ standing, value }) => standing === 'answered' && value !== undefined).length;
