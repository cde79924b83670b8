import { missingPackage, RUNTIME } from '@parley/call-engine/llm/offline/offline-embedder.ts';
import { wordFeatures } from '@parley/understanding/features.ts';
import { normalise, OUTPUTS, wordOutputs } from '@parley/understanding/head-model.ts';
import { WANTS } from '@parley/understanding/labels.ts';
import { expect, test } from 'vitest';
import { Adam, randomNumbers } from './adam.ts';
import { readCorpus, readExamples } from './corpus.ts';
import { GradientGraph } from './gradient-graph.ts';
import { Grammar } from './grammar.ts';
import type { Lesson } from './lessons.ts';
import type { Runtime, Tensor } from './minilm.ts';
import { trainWords } from './word-model.ts';

const lesson = (say: string, label: number): Lesson => {
  const target = new Float32Array(OUTPUTS);
  target[label] = 1;
  return { say, question: '', target, mask: new Float32Array(OUTPUTS).fill(1) };
};
const lessons = [
  [lesson('stop calling me', WANTS.indexOf('never_call'))],
  [lesson('please stop calling me', WANTS.indexOf('never_call'))],
  [lesson('i live in leeds', WANTS.indexOf('answers'))],
  [lesson('i live in york', WANTS.indexOf('answers'))],
];
const recipe = { epochs: 30, rate: 0.2, decay: 1e-4, dropout: 0.1, seed: 5 };

test('the word model learns its training examples', () => {
  const weights = trainWords(lessons, recipe);
  const read = (say: string) => {
    const outputs = wordOutputs(weights, wordFeatures(say, ''));
    normalise(outputs);
    return outputs[WANTS.indexOf('never_call')] as number;
  };
  expect(read('stop calling me')).toBeGreaterThan(0.5);
  expect(read('i live in leeds')).toBeLessThan(0.5);
});

test('words that were not in the training data have no influence on a reading', () => {
  const weights = trainWords(lessons, recipe);
  const [one, other] = ['purple', 'yellow'].map((say) => wordOutputs(weights, wordFeatures(say, '')));
  expect(one).toEqual(other);
});

test('training the word model twice gives the same weights', () => {
  const [once, twice] = [trainWords(lessons, recipe), trainWords(lessons, recipe)];
  expect(Buffer.from(once.words.buffer).equals(Buffer.from(twice.words.buffer))).toBe(true);
});

test('the Adam optimiser reaches the minimum', () => {
  const adam = new Adam(Float32Array.of(3, -2), 0);
  for (let i = 0; i < 500; i++)
    adam.step(
      adam.values.map((value) => value - 1),
      0.05,
    );
  for (const value of adam.values) expect(value).toBeCloseTo(1, 1);
});

test.skipIf(missingPackage() !== undefined)(
  'the gradients that training computes equal the numeric slope of the loss',
  { timeout: 60_000 },
  async () => {
    const { Tensor, InferenceSession } = (await import(RUNTIME)) as Runtime;
    const width = 384;
    const [texts, length] = [2, 3];
    const graph = new GradientGraph();
    const from = graph.product(graph.input('x', ['pieces', width]), graph.parameter('first', [width, width]));
    const heard = graph.attention(
      from,
      from,
      from,
      graph.sizes('heads', 4),
      graph.input('mask', [texts, 1, 1, length]),
    );
    const normed = graph.normed(
      graph.add(graph.gelu(heard), from),
      graph.parameter('weight', [width]),
      graph.parameter('bias', [width]),
    );
    const pooled = graph.pooled(normed, graph.input('pool', [texts, 1, length]), graph.sizes('flow', 3), 1);
    const out = graph.addRow(
      graph.product(pooled, graph.parameter('last', [width, 2])),
      graph.parameter('end', [2]),
    );
    graph.output('out', out, [texts, 2]);
    // The loss is half the square of each output, so its gradient is the output.
    graph.backward({ [out]: graph.node('Identity', [out]) });
    const session = await InferenceSession.create(graph.file(), { intraOpNumThreads: 1 });
    const random = randomNumbers(7);
    const numbers = (count: number, spread: number) =>
      Float32Array.from({ length: count }, () => (random() - 0.5) * spread);
    const parameters = new Map(
      [...graph.parameters].map(([name, shape]) => [
        name,
        {
          shape,
          values: numbers(
            shape.reduce((a, b) => a * b, 1),
            name === 'weight' ? 2 : 0.2,
          ),
        },
      ]),
    );
    const sizes = (...values: number[]) =>
      new Tensor('int64', BigInt64Array.from(values.map(BigInt)), [values.length]);
    const fixed = {
      x: new Tensor('float32', numbers(texts * length * width, 2), [texts * length, width]),
      mask: new Tensor('float32', Float32Array.of(0, 0, 0, 0, 0, -1e4), [texts, 1, 1, length]),
      pool: new Tensor('float32', numbers(texts * length, 1), [texts, 1, length]),
      heads: sizes(texts, length, 12, 32),
      flow: sizes(texts, length, width),
    };
    const run = () =>
      session.run({
        ...fixed,
        ...Object.fromEntries(
          [...parameters].map(([name, { shape, values }]) => [name, new Tensor('float32', values, shape)]),
        ),
      });
    const loss = async () =>
      (await run()).out?.data.reduce((sum, value) => sum + 0.5 * value * value, 0) as number;
    const results = await run();
    for (const [name, { values }] of parameters) {
      const gradient = (results[`gradient of ${name}`] as Tensor).data;
      // The steepest direction is measured best.
      const at = gradient.reduce(
        (best, value, i) => (Math.abs(value) > Math.abs(gradient[best] as number) ? i : best),
        0,
      );
      const was = values[at] as number;
      const step = 0.01;
      values[at] = was + step;
      const up = await loss();
      values[at] = was - step;
      const down = await loss();
      values[at] = was;
      const slope = (up - down) / (2 * step);
      expect(Math.abs(slope - (gradient[at] as number)) / Math.abs(slope), name).toBeLessThan(0.03);
    }
  },
);

test('a corpus grammar generates all its alternatives, and the same ones for the same seed', () => {
  const names = new Map([['call', 'call|ring']]);
  const write = (seed: number) => new Grammar(names, seed).write("(please |)don't $call (me|us (again|)), ");
  const texts = new Set(Array.from({ length: 60 }, (_, seed) => write(seed)));
  expect(texts).toContain("don't call me");
  expect(texts).toContain("please don't ring us again");
  expect(write(4)).toBe(write(4));
});

test('every line of the training corpus has known labels', () => {
  expect(readExamples('? May I?\nlater,no ~never_call | Not now.', 'here')).toEqual([
    { say: 'Not now.', question: 'May I?', wants: ['later'], yesNo: 'no', like: 'never_call' },
  ]);
  expect(() => readExamples('no such label | Hello.', 'here')).toThrow('here:1');
});

test('training and test parts of the corpus share no sentence under the same question', () => {
  const { training, calibration, heldOut, apart } = readCorpus('en');
  const written = apart.flatMap(({ examples }) => examples);
  const keys = (part: typeof training) => part.map(({ say, question }) => `${question}|${say.toLowerCase()}`);
  const trained = new Set(keys(training));
  expect(keys([...calibration, ...heldOut, ...written]).filter((key) => trained.has(key))).toEqual([]);
  expect(written.length).toBeGreaterThan(500);
});
