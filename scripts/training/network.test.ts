import { featuresOf, VECTOR_LENGTH } from '@parley/understanding/features.ts';
import { OUTPUTS, probabilitiesOf } from '@parley/understanding/head-model.ts';
import { WANTS } from '@parley/understanding/labels.ts';
import { expect, test } from 'vitest';
import { CORPUS, isHeldOut, readCorpus } from './corpus.ts';
import { type Lesson, randomNumbers, train } from './network.ts';

const RECIPE = {
  hidden: 4,
  epochs: 30,
  batch: 2,
  rate: 0.01,
  decay: 0.01,
  dropout: 0.1,
  wordDropout: 0.1,
  seed: 5,
};

const random = randomNumbers(1);
const turn = (say: string) => ({
  say,
  question: '',
  sayVector: Float32Array.from({ length: VECTOR_LENGTH }, () => random() - 0.5),
});
const wish = turn('Stop calling me');
const other = turn('I live in Leeds');
const lesson = (features: Lesson['features'], label: number): Lesson => {
  const target = new Uint8Array(OUTPUTS);
  target[label] = 1;
  return { features, target, mask: new Float32Array(OUTPUTS).fill(1) };
};
const lessons = [
  [lesson(featuresOf(wish), WANTS.indexOf('never_call'))],
  [lesson(featuresOf(other), WANTS.indexOf('answers'))],
];

test('training fits its examples', () => {
  const weights = train(lessons, RECIPE);
  expect(probabilitiesOf(weights, featuresOf(wish)).wants.never_call).toBeGreaterThan(0.5);
  expect(probabilitiesOf(weights, featuresOf(other)).wants.never_call).toBeLessThan(0.5);
});

test('training twice gives the same weights', () => {
  const [once, twice] = [train(lessons, RECIPE), train(lessons, RECIPE)];
  for (const name of ['dense', 'output', 'words', 'hiddenBias', 'outputBias'] as const)
    expect(Buffer.from(once[name].buffer).equals(Buffer.from(twice[name].buffer)), name).toBe(true);
});

test('the held-out part of the corpus is never trained on', () => {
  const { training, heldOut } = readCorpus(CORPUS);
  expect(training.filter(({ say }) => isHeldOut(say))).toEqual([]);
  expect(heldOut.length / (training.length + heldOut.length)).toBeGreaterThan(0.1);
});

test('the corpus has at least as many look-alikes of do-not-call wishes as wishes', () => {
  const { training, heldOut } = readCorpus(CORPUS);
  const examples = [...training, ...heldOut];
  const wishes = examples.filter(({ wants }) => wants.includes('never_call'));
  expect(examples.filter(({ like }) => like === 'never_call').length).toBeGreaterThanOrEqual(wishes.length);
});
