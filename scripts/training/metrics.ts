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
  /** Examples that neither have the wish nor resemble it. */
  readonly ordinary: number;
}

/** A do-not-call wish is acted on: at most this share of what only sounds like one may be taken for it. */
const MAX_LOOK_ALIKES_TAKEN = 0.05;
/** Half of the lines about it are look-alikes, many more than in calls. */
const MIN_PRECISION_OF_NEVER_CALL = 0.95;
/**
 * What may be a do-not-call wish is asked about, once in a call: of ordinary lines, at most this share. From 2 % to 3 % it holds
 * 438 instead of 430 of 458 English wishes that were not trained on, and 140 instead of 137 of 154 German ones.
 */
const MAX_ORDINARY_ASKED = 0.03;
/** A wish is acted on: at least this share of what is taken for one must be one… */
const MIN_PRECISION = 0.8;
/** …and it must be found often enough to be worth it. Otherwise the language goes without it. */
const MIN_RECALL = 0.15;
/** What may be a wish must hold nearly all that are. */
const MIN_RECALL_OF_POSSIBLE = 0.97;
/** Yes or no is written down as an answer. */
const MIN_PRECISION_OF_YES_NO = 0.9;
/** Above every probability. */
const NEVER = 2;

function scoreOf(judged: readonly Judged[], want: Want, isFound: (read: TurnReading) => boolean): Score {
  const meant = judged.filter(({ example }) => example.wants.includes(want));
  const lookAlikes = judged.filter(({ example }) => example.like === want && !example.wants.includes(want));
  return {
    examples: meant.length,
    found: meant.filter(({ read }) => isFound(read)).length,
    wrong: judged.filter(({ example, read }) => isFound(read) && !example.wants.includes(want)).length,
    lookAlikes: lookAlikes.length,
    lookAlikesTaken: lookAlikes.filter(({ read }) => isFound(read)).length,
    ordinary: judged.length - meant.length - lookAlikes.length,
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

/**
 * From lines that were not trained on. `sure` has the best F1 that is right often enough; for do-not-call wishes it spares
 * their look-alikes, and `possible` spares ordinary speech.
 */
export function chooseThresholds(judged: readonly Judged[]): Thresholds {
  const chosen = WANTS.map((want) => {
    const scores = GRID.map((threshold) => ({
      threshold,
      score: scoreOf(judged, want, (read) => read.wishes[want].score >= threshold),
    }));
    const sure = want === 'never_call' ? sparing(scores) : best(scores);
    const holding =
      scores.filter(({ score }) => recallOf(score) >= MIN_RECALL_OF_POSSIBLE).at(-1)?.threshold ?? 0.05;
    const asked = scores.find(
      ({ score }) => score.wrong - score.lookAlikesTaken <= MAX_ORDINARY_ASKED * score.ordinary,
    );
    const possible = want === 'never_call' ? (asked?.threshold ?? NEVER) : holding;
    return { want, sure, possible: Math.min(sure, possible) };
  });
  return {
    sure: Object.fromEntries(chosen.map(({ want, sure }) => [want, sure])) as Record<Want, number>,
    possible: Object.fromEntries(chosen.map(({ want, possible }) => [want, possible])) as Record<
      Want,
      number
    >,
    yesNo: sureYesNo(judged),
  };
}

/** The lowest probability from which on what is read as yes or no is right often enough. */
export function sureYesNo(judged: readonly Judged[]): number {
  return (
    GRID.filter((threshold) => threshold >= 0.5).find(
      (threshold) =>
        rightYesNo(judged, threshold) >= MIN_PRECISION_OF_YES_NO * saidYesNo(judged, threshold).length,
    ) ?? NEVER
  );
}

/** How many are rightly read as yes or no from a probability on. */
export const rightYesNo = (judged: readonly Judged[], threshold: number): number =>
  saidYesNo(judged, threshold).filter(({ example, read }) => answerOf(read) === example.yesNo).length;

const saidYesNo = (judged: readonly Judged[], threshold: number): readonly Judged[] =>
  judged.filter(
    ({ example, read: { polarity } }) =>
      example.question !== '' && Math.max(polarity.yes, polarity.no) >= threshold,
  );

interface Scored {
  readonly threshold: number;
  readonly score: Score;
}

const sparing = (scores: readonly Scored[]): number =>
  scores.find(
    ({ score }) =>
      score.lookAlikesTaken <= MAX_LOOK_ALIKES_TAKEN * score.lookAlikes &&
      precisionOf(score) >= MIN_PRECISION_OF_NEVER_CALL,
  )?.threshold ?? NEVER;

function best(scores: readonly Scored[]): number {
  const right = scores.filter(
    ({ score }) => precisionOf(score) >= MIN_PRECISION && recallOf(score) >= MIN_RECALL,
  );
  const most = Math.max(...right.map(({ score }) => f1Of(score)));
  const equal = right.filter(({ score }) => f1Of(score) > most - 1e-9);
  // The middle of those that do equally well.
  return equal[Math.floor(equal.length / 2)]?.threshold ?? NEVER;
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
