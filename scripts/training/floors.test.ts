import { readFileSync } from 'node:fs';
import { decodeModel } from '@parley/understanding/head-model.ts';
import { WANTS } from '@parley/understanding/labels.ts';
import { type Level, readTurn, type TurnReading } from '@parley/understanding/turn-reader.ts';
import { TRAINED_LANGUAGES } from '@parley/understanding/word-classes.ts';
import { describe, expect, test } from 'vitest';
import { type Example, readCorpus } from './corpus.ts';
import { FLOORS, shortfalls } from './floors.ts';
import { lessonsOf } from './lessons.ts';
import type { Judged } from './metrics.ts';

const FLOOR = { sure: 0.5, possible: 0.75, lookAlikes: 0.25 };

const readAs = (level: Level): TurnReading => ({
  wishes: Object.fromEntries(WANTS.map((want) => [want, { score: 0, level }])) as TurnReading['wishes'],
  polarity: { yes: 0, no: 0, neither: 1 },
  saysYesOrNo: false,
  basis: 'words',
});
const wish: Example = { say: 'stop calling', question: '', wants: ['never_call'], yesNo: 'neither' };
const lookAlike: Example = { ...wish, wants: ['off_topic'], like: 'never_call' };
const judged = (example: Example, ...levels: readonly Level[]): Judged[] =>
  levels.map((level) => ({ example, read: readAs(level) }));

describe('a retrained model', () => {
  test('a retrained model is accepted if it recognises enough do-not-call requests', () => {
    const read = [...judged(wish, 'sure', 'sure', 'possible', 'no'), ...judged(lookAlike, 'possible', 'no')];
    expect(shortfalls(read, FLOOR)).toEqual([]);
  });

  test('a retrained model is refused if it is sure of too few do-not-call requests', () => {
    const short = shortfalls(judged(wish, 'sure', 'possible', 'possible', 'possible'), FLOOR);
    expect(short).toEqual(['1 of 4 do-not-call wishes are sure (25.0 %); the floor is 50.0 %']);
  });

  test('a retrained model is refused if it finds too few do-not-call requests at least possible', () => {
    const short = shortfalls(judged(wish, 'sure', 'sure', 'no', 'no'), FLOOR);
    expect(short).toEqual(['2 of 4 do-not-call wishes are at least possible (50.0 %); the floor is 75.0 %']);
  });

  test('a retrained model is refused if it takes too many similar phrases for do-not-call requests', () => {
    const short = shortfalls([...judged(wish, 'sure'), ...judged(lookAlike, 'sure', 'no')], FLOOR);
    expect(short).toEqual([
      '1 of 2 look-alikes are taken for a do-not-call wish (50.0 %); the limit is 25.0 %',
    ]);
  });
});

test.each(TRAINED_LANGUAGES)(
  'the committed %s model recognises as many do-not-call requests as it must',
  (language) => {
    const file = new URL(`../../packages/understanding/model/${language}.bin`, import.meta.url);
    const model = decodeModel(readFileSync(file));
    const { calibration, heldOut } = readCorpus(language);
    const read = [...calibration, ...heldOut]
      .filter(({ wants, like }) => wants.includes('never_call') || like === 'never_call')
      .map((example): Judged => {
        const { say, question } = example;
        const stage = question === '' ? 'talk' : 'question';
        return { example, read: readTurn(model, { heard: say, question, stage }, undefined, language) };
      });
    expect(shortfalls(read, FLOORS[language])).toEqual([]);
  },
);

test('training gives phrases that resemble do-not-call requests more weight for that label only', () => {
  const [[first] = []] = lessonsOf([lookAlike]);
  const heavy = WANTS.filter((_, index) => (first?.mask[index] ?? 0) > 1);
  expect(heavy).toEqual(['never_call']);
});
