import { memoize } from '@parley/kernel/memoize.ts';
import { english } from '@parley/language/english-tables.ts';
import type { Language } from '@parley/language/language.ts';
import { isWordBound } from '@parley/language/locale-tables.ts';
import { folded } from '@parley/language/speech.ts';
import { anyOf } from '../../dialogue/rules/cue-pattern.ts';
import type { CallOutcome } from '../../outcome.ts';
import type { CallAnalytics } from '../analysis-model.ts';
import { analysisTables } from './analysis-tables.ts';
import type { Said, Talk } from './talk.ts';
import type { Wording } from './wording.ts';

type Sentiment = CallAnalytics['sentiment'];

/** The contact's sentiment by their words; audio is not analysed. */
export function sentimentOf({ said, plan, findings, wording }: Talk): Sentiment {
  const moods = said.map((each) => moodsIn(each, plan.language));
  const [glad, cross] = [sum(moods.map((each) => each.glad)), sum(moods.map((each) => each.cross))];
  const score = rounded((glad - cross + weightOf(findings.outcome)) / (glad + cross + STEADINESS));
  const overall = score > CLEAR ? 'positive' : score < -CLEAR ? 'negative' : 'neutral';
  const words = moods.flatMap(({ words: each }) => each);
  return { overall, score, trajectory: trajectoryOf(moods), notes: notesOn(overall, words, wording) };
}

const MOST_WORDS = 6;

function notesOn(overall: Sentiment['overall'], words: readonly string[], wording: Wording): string {
  const said = [...new Set(words)].slice(0, MOST_WORDS).map(wording.quote);
  if (said.length > 0) return wording.say('moodByWords', { words: wording.list(said) });
  return wording.say(overall === 'neutral' ? 'moodless' : 'moodByEnding');
}

/** So many words of one kind it takes to get halfway to its end: one "thanks" is not yet delight. */
const STEADINESS = 4;
const CLEAR = 0.2;

/** How the call ended is a word as well. */
const weightOf = ({ kind }: CallOutcome): number => endings[kind] ?? 0;
const endings: Partial<Record<CallOutcome['kind'], number>> = {
  opt_out: -3,
  not_interested: -1,
};

interface Mood {
  readonly glad: number;
  readonly cross: number;
  readonly words: readonly string[];
}

interface Cues {
  readonly glad: RegExp;
  readonly cross: RegExp;
}

const cuesIn = memoize((language: Language): Cues => {
  const start = isWordBound(language) ? '(?<![\\p{L}])' : '';
  const pattern = (words: readonly string[]): RegExp =>
    new RegExp(`${start}(?:${words.map(folded).join('|')})[\\p{L}]*`, 'gu');
  const { glad, cross } = analysisTables[language].moods;
  return { glad: pattern(glad), cross: pattern(cross) };
});

const turned = anyOf(english.answers.negatesMood);
const BEFORE = 24;

/** How glad and how cross one line is, by its words. */
export const moodsIn = (said: Said, language: Language): Mood => moodIn(said, cuesIn(language));

function moodIn({ text }: Said, { glad, cross }: Cues): Mood {
  const plain = folded(text).replaceAll(/n['’]t\b/g, ' not');
  const found = (pattern: RegExp) =>
    [...plain.matchAll(pattern)].map(({ 0: word, index }) => ({
      word,
      isTurned: turned.test(
        plain
          .slice(Math.max(0, index - BEFORE), index)
          .replaceAll(/[^\p{L} ]/gu, '')
          .trimEnd(),
      ),
    }));
  const [pleased, annoyed] = [found(glad), found(cross)];
  const count = (words: readonly { isTurned: boolean }[], isTurned: boolean): number =>
    words.filter((each) => each.isTurned === isTurned).length;
  return {
    glad: count(pleased, false) + count(annoyed, true),
    cross: count(annoyed, false) + count(pleased, true),
    words: [...pleased, ...annoyed].filter(({ isTurned }) => !isTurned).map(({ word }) => word),
  };
}

/** Fewer lines have no course. */
const FEWEST_LINES = 3;
const NOTABLE = 0.34;

/** From the first third of what they said to the last. */
function trajectoryOf(moods: readonly Mood[]): Sentiment['trajectory'] {
  if (moods.length < FEWEST_LINES) return 'stable';
  const third = Math.floor(moods.length / 3);
  const change = meanOf(moods.slice(-third)) - meanOf(moods.slice(0, third));
  return change >= NOTABLE ? 'improving' : change <= -NOTABLE ? 'declining' : 'stable';
}

const meanOf = (moods: readonly Mood[]): number =>
  sum(moods.map(({ glad, cross }) => Math.sign(glad - cross))) / moods.length;

const sum = (values: readonly number[]): number => values.reduce((one, other) => one + other, 0);
const rounded = (value: number): number => Math.round(Math.max(-1, Math.min(1, value)) * 100) / 100 + 0;
