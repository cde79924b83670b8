import type { CallAnalytics, ScoredItem } from '../analyst.ts';
import type { HeardAnswer } from './heard-answer.ts';
import { compareWithIdeal } from './ideal-answer.ts';
import type { Talk } from './talk.ts';

/**
 * Every scored question on the way of the call. One in a branch that was not taken is left out, because it was not
 * for this contact; one that the call did not get to counts as unanswered. Where nobody answered anything there is
 * no score: a machine or a hang-up says nothing about the contact.
 */
export function scoringOf(answers: readonly HeardAnswer[], talk: Talk): CallAnalytics['scoring'] {
  const scored = answers.flatMap((answer) => {
    const { scoring } = answer.question;
    return scoring === undefined ? [] : [{ answer, scoring }];
  });
  const hasReplied = answers.some(({ standing, said }) => standing !== 'unreached' && said !== undefined);
  if (scored.length === 0 || !hasReplied || !isTold(answers)) return null;
  const weights = scored.map(({ scoring }) => Math.max(0, scoring.weight));
  const percents = sharesOf(weights);
  const items = scored.map(
    ({ answer, scoring }, index): ScoredItem => ({
      key: answer.question.key ?? answer.question.id,
      kind: 'QUESTION',
      label: answer.question.text,
      ...compareWithIdeal(scoring.idealAnswer, answer, talk),
      weightPercent: percents[index] ?? 0,
      importance: scoring.importance,
    }),
  );
  return { total: totalOf(items, weights), items };
}

/** Something was answered, or its answer was refused. */
const isTold = (answers: readonly HeardAnswer[]): boolean =>
  answers.some(({ standing }) => standing === 'answered' || standing === 'unsure' || standing === 'refused');

/** The mean by weight, of the weights as they were given and not as they are rounded. */
export function totalOf(items: readonly ScoredItem[], weights: readonly number[]): number {
  const shares = evenWhenNone(weights);
  const sum = shares.reduce((one, other) => one + other, 0);
  return Math.round(items.reduce((total, { score }, index) => total + score * (shares[index] ?? 0), 0) / sum);
}

const evenWhenNone = (weights: readonly number[]): readonly number[] =>
  weights.some((weight) => weight > 0) ? weights : weights.map(() => 1);

/** Whole percents that add up to a hundred: what rounding leaves over goes to those it cut most from. */
function sharesOf(weights: readonly number[]): number[] {
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
