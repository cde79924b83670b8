import type { PlanQuestion } from '../../plan.ts';
import type { CallAnalytics, ScoredItem } from '../analysis-model.ts';
import type { HeardAnswer } from './heard-answer.ts';
import { type Comparison, compareWithIdeal } from './ideal-answer.ts';
import type { Talk } from './talk.ts';

/** An answer that is asked for points, held against the ideal one. */
export interface HeldAnswer {
  readonly answer: HeardAnswer;
  readonly scoring: NonNullable<PlanQuestion['scoring']>;
  /** Undefined where rules cannot tell: the answer is left out of the score, with a note. */
  readonly comparison: Comparison | undefined;
}

/** Every scored question on the way of the call; one in a branch that was not taken was not for this contact. */
export const heldAnswers = (answers: readonly HeardAnswer[], talk: Talk): HeldAnswer[] =>
  answers.flatMap((answer) => {
    const { scoring } = answer.question;
    if (scoring === undefined) return [];
    return [{ answer, scoring, comparison: compareWithIdeal(scoring.idealAnswer, answer, talk) }];
  });

/**
 * A question that the call did not get to counts as unanswered. Where nobody answered anything there is no score: a
 * machine, a hang-up or a "well, it depends" says nothing about the contact.
 */
export function scoringOf(
  answers: readonly HeardAnswer[],
  held: readonly HeldAnswer[],
): CallAnalytics['scoring'] {
  if (!answers.some(({ standing }) => standing === 'answered' || standing === 'refused')) return null;
  const scored = held.flatMap(({ answer, scoring, comparison }) =>
    comparison === undefined ? [] : [{ answer, scoring, comparison }],
  );
  if (scored.length === 0) return null;
  const weights = scored.map(({ scoring }) => Math.max(0, scoring.weight));
  const percents = sharesOf(weights);
  const items = scored.map(
    ({ answer, scoring, comparison: { score, reasoning } }, index): ScoredItem => ({
      key: answer.question.key ?? answer.question.id,
      kind: 'QUESTION',
      label: answer.question.text,
      score,
      reasoning,
      weightPercent: percents[index] ?? 0,
      importance: scoring.importance,
    }),
  );
  return { total: totalOf(items, weights), items };
}

/** The mean by weight, of the weights as they were given and not as they are rounded. */
export function totalOf(items: readonly ScoredItem[], weights: readonly number[]): number {
  const shares = evenWhenNone(weights);
  const sum = shares.reduce((one, other) => one + other, 0);
  return Math.round(items.reduce((total, { score }, index) => total + score * (shares[index] ?? 0), 0) / sum);
}

const evenWhenNone = (weights: readonly number[]): readonly number[] =>
  weights.some((weight) => weight > 0) ? weights : weights.map(() => 1);

/** Whole percents that add up to a hundred: what rounding leaves over goes to those it cut most from. */
export function sharesOf(weights: readonly number[]): number[] {
  const even = evenWhenNone(weights);
  const sum = even.reduce((one, other) => one + other, 0);
  const exact = even.map((weight) => (100 * weight) / sum);
  const percents = exact.map(Math.floor);
  const left = 100 - percents.reduce((one, other) => one + other, 0);
  const order = exact
    .map((share, index) => ({ index, cut: share - Math.floor(share) }))
    .sort((one, other) => other.cut - one.cut || one.index - other.index);
  for (const { index } of order.slice(0, left)) percents[index] = (percents[index] ?? 0) + 1;
  return percents;
}
