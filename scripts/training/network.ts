import { widened } from '@parley/call-engine/llm/offline/minilm-graph.ts';
import { pairBatch } from '@parley/call-engine/llm/offline/pair-batch.ts';
import { WANTS, YES_NO } from '@parley/understanding/labels.ts';
import { Adam, randomNumbers, shuffle } from './adam.ts';
import { adaptedLayers, GradientGraph } from './gradient-graph.ts';
import { type Gradients, GradientThreads, type Inputs, type Parameter } from './gradient-threads.ts';
import type { Lesson } from './lessons.ts';
import { DIMENSIONS, FIRST_TRAINED, LAYERS, type MiniLm } from './minilm.ts';

export interface Recipe {
  readonly rank: number;
  readonly epochs: number;
  readonly batch: number;
  readonly rate: number;
  readonly headRate: number;
  readonly decay: number;
  readonly dropout: number;
  readonly seed: number;
}

/** Each trained array by the name that the network gives it. */
export type NetworkWeights = ReadonlyMap<
  string,
  { readonly shape: readonly number[]; readonly values: Float32Array }
>;

/** How often lengths are sorted: batches of similar lengths waste less on filling up. */
const SORTED_AT_ONCE = 16;
/** Yes or no is one of two tasks, but has one output for many wishes. */
const YES_NO_WEIGHT = 2;
const POOLED = 2 * DIMENSIONS;
const HEADS = 12;
/** Parts of a batch that are computed at once. */
const THREADS = 4;
/** Share of the steps in which the rate rises. */
const WARM_UP = 0.06;

/** The upper layers with their heads, as a graph with gradients. */
function turnGraph(miniLm: MiniLm, rank: number): GradientGraph {
  const graph = new GradientGraph();
  const states = graph.input('states', ['pieces', DIMENSIONS]);
  graph.input('mask', ['texts', 1, 1, 'length']);
  const flow = adaptedLayers(graph, miniLm.weights, { states, first: FIRST_TRAINED, last: LAYERS, rank });
  const pool = graph.input('pool', ['texts', 2, 'length']);
  const pooled = graph.pooled(flow, pool, graph.sizes('flow', 3), 2);
  const kept = graph.scale(pooled, graph.input('keep', ['texts', POOLED]));
  const head = (name: string, outputs: number) => {
    const logits = graph.addRow(
      graph.product(kept, graph.parameter(`${name}.weight`, [POOLED, outputs])),
      graph.parameter(`${name}.bias`, [outputs]),
    );
    graph.output(name, logits, ['texts', outputs]);
    return logits;
  };
  const wants = head('wants', WANTS.length);
  const yesNo = head('yes_no', YES_NO.length);
  // The gradient of cross entropy is what came out less what was wanted, for a sigmoid as for a softmax.
  const error = (logits: string, kind: string, having: object, name: string, outputs: number) => {
    const difference = graph.node('Sub', [
      graph.node(kind, [logits], { ...having }),
      graph.input(`${name} target`, ['texts', outputs]),
    ]);
    return graph.node('Mul', [difference, graph.input(`${name} weight`, ['texts', outputs])]);
  };
  graph.backward({
    [wants]: error(wants, 'Sigmoid', {}, 'wants', WANTS.length),
    [yesNo]: error(yesNo, 'Softmax', { axis: -1 }, 'yes_no', YES_NO.length),
  });
  return graph;
}

/** Trains the upper layers and the heads. Every epoch takes one of the lessons of each example. */
export async function trainNetwork(
  miniLm: MiniLm,
  examples: readonly (readonly Lesson[])[],
  recipe: Recipe,
): Promise<NetworkWeights> {
  const random = randomNumbers(recipe.seed);
  const graph = turnGraph(miniLm, recipe.rank);
  const parameters = firstParameters(miniLm, graph.parameters, random);
  const adams = parameters.map(
    ({ name, values }) => new Adam(values, /\.(in|out)$/.test(name) ? recipe.decay : 0),
  );
  const threads = new GradientThreads(THREADS, { file: graph.file(), parameters });
  const steps = Math.ceil(examples.length / recipe.batch) * recipe.epochs;
  let step = 0;
  for (let epoch = 0; epoch < recipe.epochs; epoch++) {
    const start = performance.now();
    for (const batch of batchesOf(miniLm, examples, epoch, recipe.batch, random)) {
      const size = Math.ceil(batch.length / THREADS);
      const parts = Array.from({ length: Math.ceil(batch.length / size) }, (_, i) =>
        inputsOf(miniLm, batch.slice(i * size, (i + 1) * size), {
          factor: 1 / batch.length,
          dropout: recipe.dropout,
          random,
        }),
      );
      const gradients = await threads.run(parts);
      step += 1;
      const pace = Math.min(step / (WARM_UP * steps), (steps - step + 1) / steps);
      parameters.forEach(({ name }, i) => {
        const isHead = name.startsWith('wants') || name.startsWith('yes_no');
        const sum = (gradients[0] as Gradients)[name] as Float32Array;
        for (const other of gradients.slice(1)) {
          const more = other[name] as Float32Array;
          for (let k = 0; k < sum.length; k++) (sum[k] as number) += more[k] as number;
        }
        (adams[i] as Adam).step(sum, (isHead ? recipe.headRate : recipe.rate) * pace);
      });
      if (step % 50 === 0) console.log(`Step ${step} of ${steps}`);
    }
    console.log(`Epoch ${epoch + 1}: ${Math.round((performance.now() - start) / 1000)} s`);
  }
  await threads.close();
  return new Map(
    parameters.map(({ name, shape, values }) => [name, { shape, values: new Float32Array(values) }]),
  );
}

function inputsOf(
  miniLm: MiniLm,
  lessons: readonly Lesson[],
  { factor, dropout, random }: { factor: number; dropout: number; random: () => number },
): Inputs {
  const { texts, length, mask, pool } = pairBatch(lessons.map(miniLm.piecesOf));
  const states = new Uint16Array(texts * length * DIMENSIONS);
  lessons.forEach((lesson, row) => {
    states.set(miniLm.statesOf(lesson), row * length * DIMENSIONS);
  });
  const floats = (data: Float32Array<ArrayBuffer>, ...dims: number[]) =>
    ({ type: 'float32', data, dims }) as const;
  const sizes = (...values: number[]) =>
    ({ type: 'int64', data: BigInt64Array.from(values.map(BigInt)), dims: [values.length] }) as const;
  const outputs = (of: (lesson: Lesson) => Float32Array, from: number, to: number, weight = 1) =>
    floats(
      Float32Array.from(
        lessons.flatMap((lesson) => [...of(lesson).subarray(from, to)].map((x) => x * weight)),
      ),
      texts,
      to - from,
    );
  const keep = new Float32Array(texts * POOLED);
  for (let i = 0; i < keep.length; i++) keep[i] = random() < dropout ? 0 : 1 / (1 - dropout);
  const split = WANTS.length;
  const all = split + YES_NO.length;
  return {
    states: { type: 'float16', data: states, dims: [texts * length, DIMENSIONS] },
    mask: floats(mask, texts, 1, 1, length),
    pool: floats(pool, texts, 2, length),
    heads: sizes(texts, length, HEADS, DIMENSIONS / HEADS),
    flow: sizes(texts, length, DIMENSIONS),
    keep: floats(keep, texts, POOLED),
    'wants target': outputs(({ target }) => target, 0, split),
    'wants weight': outputs(({ mask: counts }) => counts, 0, split, factor),
    'yes_no target': outputs(({ target }) => target, split, all),
    'yes_no weight': outputs(({ mask: counts }) => counts, split, all, YES_NO_WEIGHT * factor),
  };
}

/** Layer norms begin as they are, the added products at zero. */
function firstParameters(
  miniLm: MiniLm,
  parameters: ReadonlyMap<string, readonly number[]>,
  random: () => number,
): Parameter[] {
  return [...parameters].map(([name, shape]) => {
    const size = shape.reduce((product, one) => product * one, 1);
    const values = new Float32Array(new SharedArrayBuffer(4 * size));
    const given = miniLm.weights.get(name);
    if (given !== undefined) values.set(widened(given));
    else {
      const spread = name.endsWith('.in')
        ? Math.sqrt(3 / (shape[0] as number))
        : name.endsWith('.weight')
          ? 0.02
          : 0;
      const bias = name === 'wants.bias' ? -2 : 0;
      for (let i = 0; i < size; i++) values[i] = bias + (2 * random() - 1) * spread;
    }
    return { name, shape, values };
  });
}

function batchesOf(
  miniLm: MiniLm,
  examples: readonly (readonly Lesson[])[],
  epoch: number,
  size: number,
  random: () => number,
): Lesson[][] {
  // Every second example begins with its second lesson, so that each epoch has as many of both.
  const lessons = examples.map((ways, i) => ways[(epoch + i) % ways.length] as Lesson);
  shuffle(lessons, random);
  const batches: Lesson[][] = [];
  for (let from = 0; from < lessons.length; from += size * SORTED_AT_ONCE) {
    const some = lessons
      .slice(from, from + size * SORTED_AT_ONCE)
      .map((lesson) => ({ lesson, length: miniLm.piecesOf(lesson).ids.length }))
      .sort((a, b) => a.length - b.length)
      .map(({ lesson }) => lesson);
    for (let i = 0; i < some.length; i += size) batches.push(some.slice(i, i + size));
  }
  return shuffle(batches, random);
}
