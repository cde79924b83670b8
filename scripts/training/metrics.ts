import type { Probabilities } from '@parley/understanding/head-model.ts';
import { WANTS, type Want, type YesNo } from '@parley/understanding/labels.ts';
import type { Example } from './corpus.ts';

export interface Judged {
  readonly example: Example;
  readonly read: Probabilities;
}

export type Thresholds = Readonly<Record<Want, number>>;

export interface Score {
  readonly examples: number;
  readonly found: number;
  readonly wrong: number;
  readonly lookAlikes: number;
  readonly lookAlikesTaken: number;
}

/** At most this share of the look-alikes of a do-not-call wish may be taken for one. */
const MAX_LOOK_ALIKES_TAKEN = 0.025;

/** What may be a do-not-call wish must hold nearly all that are. */
const MIN_RECALL_OF_POSSIBLE = 0.985;

export function scoreOf(judged: readonly Judged[], want: Want, threshold: number): Score {
  const isFound = ({ read }: Judged) => read.wants[want] >= threshold;
  const meant = judged.filter(({ example }) => example.wants.includes(want));
  const lookAlikes = judged.filter(({ example }) => example.like === want);
  return {
    examples: meant.length,
    found: meant.filter(isFound).length,
    wrong: judged.filter((one) => isFound(one) && !one.example.wants.includes(want)).length,
    lookAlikes: lookAlikes.length,
    lookAlikesTaken: lookAlikes.filter(isFound).length,
  };
}

const precisionOf = ({ found, wrong }: Score): number => (found + wrong === 0 ? 1 : found / (found + wrong));
export const recallOf = ({ examples, found }: Score): number => (examples === 0 ? 1 : found / examples);
const f1Of = (score: Score): number => {
  const [precision, recall] = [precisionOf(score), recallOf(score)];
  return precision + recall === 0 ? 0 : (2 * precision * recall) / (precision + recall);
};

/** Thresholds with the best F1; the lowest one that spares the look-alikes for do-not-call wishes. */
export function chooseThresholds(judged: readonly Judged[]): Thresholds {
  const grid = Array.from({ length: 46 }, (_, i) => Number((0.05 + i * 0.02).toFixed(2)));
  const choose = (want: Want): number => {
    const scores = grid.map((threshold) => ({ threshold, score: scoreOf(judged, want, threshold) }));
    if (want === 'never_call') {
      const spares = scores.find(
        ({ score }) => score.lookAlikesTaken <= MAX_LOOK_ALIKES_TAKEN * score.lookAlikes,
      );
      return spares?.threshold ?? 0.95;
    }
    return scores.reduce((best, one) => (f1Of(one.score) > f1Of(best.score) + 1e-9 ? one : best)).threshold;
  };
  return Object.fromEntries(WANTS.map((want) => [want, choose(want)])) as Record<Want, number>;
}

/** The highest threshold that misses hardly any do-not-call wish. */
export function choosePossibleNeverCall(judged: readonly Judged[]): number {
  const grid = Array.from({ length: 50 }, (_, i) => Number((0.5 - i * 0.01).toFixed(2)));
  return (
    grid.find((threshold) => recallOf(scoreOf(judged, 'never_call', threshold)) >= MIN_RECALL_OF_POSSIBLE) ??
    0.01
  );
}

export interface YesNoScore {
  readonly examples: number;
  readonly right: number;
  /** Yes taken for no, or no for yes. */
  readonly inverted: number;
}

export const answerOf = ({ yesNo }: Probabilities, threshold: number): YesNo => {
  const likelier = yesNo.yes >= yesNo.no ? 'yes' : 'no';
  return yesNo[likelier] >= threshold ? likelier : 'neither';
};

/** Over the examples with a question. */
export function yesNoScore(judged: readonly Judged[], threshold: number, only?: YesNo): YesNoScore {
  const asked = judged.filter(
    ({ example }) => example.question !== '' && (only === undefined || example.yesNo === only),
  );
  const answers = asked.map(({ example, read }) => [example.yesNo, answerOf(read, threshold)] as const);
  return {
    examples: asked.length,
    right: answers.filter(([meant, read]) => meant === read).length,
    inverted: answers.filter(([meant, read]) => meant !== 'neither' && read !== 'neither' && meant !== read)
      .length,
  };
}

/** The most probable wish is one that was meant. */
export const topRight = (judged: readonly Judged[]): number =>
  judged.filter(({ example, read }) => {
    const top = WANTS.reduce((best, want) => (read.wants[want] > read.wants[best] ? want : best));
    return example.wants.includes(top);
  }).length / judged.length;

export const percent = (share: number): string => `${(share * 100).toFixed(1)} %`;

/** A Markdown table of every wish. */
export function tableOf(judged: readonly Judged[], thresholds: Thresholds): string {
  const rows = WANTS.map((want) => {
    const score = scoreOf(judged, want, thresholds[want]);
    const { examples, found, lookAlikes, lookAlikesTaken } = score;
    const taken = lookAlikes === 0 ? '' : `${lookAlikesTaken} of ${lookAlikes}`;
    return `| \`${want}\` | ${thresholds[want].toFixed(2)} | ${found} of ${examples} | ${percent(recallOf(score))} | ${percent(precisionOf(score))} | ${taken} |`;
  });
  return [
    '| Wish | Threshold | Found | Recall | Precision | Look-alikes taken for it |',
    '|---|---|---|---|---|---|',
    ...rows,
  ].join('\n');
}
