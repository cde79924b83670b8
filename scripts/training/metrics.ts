import type { Thresholds } from '@parley/understanding/head-model.ts';
import { WANTS, type Want, YES_NO, type YesNo } from '@parley/understanding/labels.ts';
import type { Level, TurnReading } from '@parley/understanding/turn-reader.ts';
import type { Example } from './corpus.ts';

export interface Judged {
  readonly example: Example;
  readonly read: TurnReading;
}

export interface Score {
  readonly examples: number;
  readonly found: number;
  readonly wrong: number;
  readonly lookAlikes: number;
  readonly lookAlikesTaken: number;
}

/** A do-not-call wish is acted on: at most this share of what only sounds like one may be taken for it. */
const MAX_LOOK_ALIKES_TAKEN = 0.025;
/** Half of the calibration part about it are look-alikes, many more than in calls. */
const MIN_PRECISION_OF_NEVER_CALL = 0.965;
/** What may be a wish must hold nearly all that are. */
const MIN_RECALL_OF_POSSIBLE = 0.97;
/** More for do-not-call wishes, and some room below: what is missed here is never asked about. */
const MIN_RECALL_OF_POSSIBLE_NEVER_CALL = 0.985;
const ROOM_BELOW_NEVER_CALL = 0.8;

function scoreOf(judged: readonly Judged[], want: Want, isFound: (read: TurnReading) => boolean): Score {
  const meant = judged.filter(({ example }) => example.wants.includes(want));
  const lookAlikes = judged.filter(({ example }) => example.like === want && !example.wants.includes(want));
  return {
    examples: meant.length,
    found: meant.filter(({ read }) => isFound(read)).length,
    wrong: judged.filter(({ example, read }) => isFound(read) && !example.wants.includes(want)).length,
    lookAlikes: lookAlikes.length,
    lookAlikesTaken: lookAlikes.filter(({ read }) => isFound(read)).length,
  };
}

const atLevel =
  (want: Want, ...levels: readonly Level[]) =>
  (read: TurnReading) =>
    levels.includes(read.wishes[want].level);

export const sureScore = (judged: readonly Judged[], want: Want): Score =>
  scoreOf(judged, want, atLevel(want, 'sure'));
export const possibleScore = (judged: readonly Judged[], want: Want): Score =>
  scoreOf(judged, want, atLevel(want, 'sure', 'possible'));

export const precisionOf = ({ found, wrong }: Score): number =>
  found + wrong === 0 ? 1 : found / (found + wrong);
export const recallOf = ({ examples, found }: Score): number => (examples === 0 ? 1 : found / examples);
const f1Of = (score: Score): number => {
  const [precision, recall] = [precisionOf(score), recallOf(score)];
  return precision + recall === 0 ? 0 : (2 * precision * recall) / (precision + recall);
};

/** The mean over all wishes that occur. */
export function macroF1(judged: readonly Judged[]): number {
  const scores = WANTS.map((want) => sureScore(judged, want)).filter(({ examples }) => examples > 0);
  return scores.reduce((sum, score) => sum + f1Of(score), 0) / scores.length;
}

const GRID = Array.from({ length: 121 }, (_, i) => Number((1 / (1 + Math.exp(6 - i / 10))).toFixed(4)));

/** From the calibration part. `sure` has the best F1, but for do-not-call wishes spares their look-alikes. */
export function chooseThresholds(judged: readonly Judged[]): Thresholds {
  const scoresOf = (want: Want) =>
    GRID.map((threshold) => ({
      threshold,
      score: scoreOf(judged, want, (read) => read.wishes[want].score >= threshold),
    }));
  const chosen = WANTS.map((want) => {
    const scores = scoresOf(want);
    const best = Math.max(...scores.map(({ score }) => f1Of(score)));
    const equal = scores.filter(({ score }) => f1Of(score) > best - 1e-9);
    const sparing = scores.find(
      ({ score }) =>
        score.lookAlikesTaken <= MAX_LOOK_ALIKES_TAKEN * score.lookAlikes &&
        precisionOf(score) >= MIN_PRECISION_OF_NEVER_CALL,
    );
    // The middle of those that do equally well.
    const middle = equal[Math.floor(equal.length / 2)]?.threshold ?? 0.5;
    const sure = want === 'never_call' ? (sparing?.threshold ?? 0.95) : middle;
    const share = want === 'never_call' ? MIN_RECALL_OF_POSSIBLE_NEVER_CALL : MIN_RECALL_OF_POSSIBLE;
    const holding = scores.filter(({ score }) => recallOf(score) >= share).at(-1)?.threshold ?? 0.05;
    const room = want === 'never_call' ? ROOM_BELOW_NEVER_CALL : 1;
    const possible = Number(Math.min(sure, holding * room).toFixed(4));
    return { want, sure, possible };
  });
  return {
    sure: Object.fromEntries(chosen.map(({ want, sure }) => [want, sure])) as Record<Want, number>,
    possible: Object.fromEntries(chosen.map(({ want, possible }) => [want, possible])) as Record<
      Want,
      number
    >,
  };
}

/** How surprised the model is by what was meant, over wishes or over yes and no: lower is better. */
export function surprise(judged: readonly Judged[], of: 'wants' | 'yesNo'): number {
  const log = (probability: number) => -Math.log(Math.max(1e-6, probability));
  return judged
    .filter(({ example }) => of === 'wants' || example.question !== '')
    .reduce((sum, { example, read }) => {
      if (of === 'yesNo') return sum + log(read.polarity[example.yesNo]);
      const each = WANTS.map((want) => {
        const { score } = read.wishes[want];
        return log(example.wants.includes(want) ? score : 1 - score);
      });
      return sum + each.reduce((a, b) => a + b, 0);
    }, 0);
}

export interface YesNoScore {
  readonly examples: number;
  readonly right: number;
  /** Yes taken for no, or no for yes. */
  readonly inverted: number;
}

export const answerOf = ({ polarity }: TurnReading): YesNo =>
  YES_NO.reduce((best, name) => (polarity[name] > polarity[best] ? name : best));

/** Over the examples with a question. */
export function yesNoScore(judged: readonly Judged[], only?: YesNo): YesNoScore {
  const answers = judged
    .filter(({ example }) => example.question !== '' && (only === undefined || example.yesNo === only))
    .map(({ example, read }) => [example.yesNo, answerOf(read)] as const);
  return {
    examples: answers.length,
    right: answers.filter(([meant, read]) => meant === read).length,
    inverted: answers.filter(([meant, read]) => meant !== 'neither' && read !== 'neither' && meant !== read)
      .length,
  };
}

/** The most probable wish is one that was meant. */
export const topRight = (judged: readonly Judged[]): number =>
  judged.filter(({ example, read: { wishes } }) => {
    const top = WANTS.reduce((best, want) => (wishes[want].score > wishes[best].score ? want : best));
    return example.wants.includes(top);
  }).length / judged.length;

export const percent = (share: number): string => `${(share * 100).toFixed(1)} %`;
