import type { TrainedLanguage } from '@parley/understanding/word-classes.ts';
import { type Judged, percent, possibleScore, recallOf, type Score, sureScore } from './metrics.ts';

/**
 * What a model must keep of the do-not-call wishes in lines that it was not trained on: the calibration part and the part held
 * out by hash. Training once lost a tenth of them and nothing failed. A floor is a little below what the committed model
 * reaches, so that a retrained one may differ by chance. Raise it when the model gets better; lower it only with
 * a reason, for example after harder lines joined the corpus.
 */
interface Floor {
  /** Least share of the wishes that is acted on, and least share that is at least asked about. */
  readonly sure: number;
  readonly possible: number;
  /** Largest share of the look-alikes that is taken for one. */
  readonly lookAlikes: number;
}

export const FLOORS: Readonly<Record<TrainedLanguage, Floor>> = {
  en: { sure: 0.66, possible: 0.94, lookAlikes: 0.05 },
  de: { sure: 0.6, possible: 0.93, lookAlikes: 0.07 },
};

/** What falls short of the floor, in words. Empty: nothing. */
export function shortfalls(judged: readonly Judged[], floor: Floor): string[] {
  const sure = sureScore(judged, 'never_call');
  const possible = possibleScore(judged, 'never_call');
  const taken = sure.lookAlikesTaken / Math.max(1, sure.lookAlikes);
  return [
    ...lacking('sure', sure, floor.sure),
    ...lacking('at least possible', possible, floor.possible),
    ...(taken <= floor.lookAlikes
      ? []
      : [
          `${sure.lookAlikesTaken} of ${sure.lookAlikes} look-alikes are taken for a do-not-call wish (${percent(taken)}); the limit is ${percent(floor.lookAlikes)}`,
        ]),
  ];
}

const lacking = (level: string, score: Score, least: number): string[] =>
  recallOf(score) >= least
    ? []
    : [
        `${score.found} of ${score.examples} do-not-call wishes are ${level} (${percent(recallOf(score))}); the floor is ${percent(least)}`,
      ];
