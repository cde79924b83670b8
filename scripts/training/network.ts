import { DENSE_LENGTH, type Features, WORD_BUCKETS } from '@parley/understanding/features.ts';
import { activate, normalise, OUTPUTS, type Weights } from '@parley/understanding/head-model.ts';

/** One way to say an example, ready for training. */
export interface Lesson {
  readonly features: Features;
  /** Wanted outputs: 0 or 1. */
  readonly target: Uint8Array;
  /** How much each output counts: 0 where the example says nothing about it. */
  readonly mask: Float32Array;
}

export interface Recipe {
  readonly hidden: number;
  readonly epochs: number;
  readonly batch: number;
  readonly rate: number;
  readonly decay: number;
  readonly dropout: number;
  readonly wordDropout: number;
  readonly seed: number;
}

/** A small generator of random numbers, so that each run is the same. */
export function randomNumbers(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

/**
 * Trains by gradient descent (Adam with weight decay). Each example has several lessons; every epoch takes one of them.
 */
export function train(examples: readonly (readonly Lesson[])[], recipe: Recipe): Weights {
  const random = randomNumbers(recipe.seed);
  const { hidden: width } = recipe;
  const weights: Weights = {
    hidden: width,
    dense: randomMatrix(DENSE_LENGTH * width, Math.sqrt(1 / DENSE_LENGTH), random),
    hiddenBias: new Float32Array(width),
    output: randomMatrix(width * OUTPUTS, Math.sqrt(1 / width), random),
    words: new Float32Array(WORD_BUCKETS * OUTPUTS),
    outputBias: new Float32Array(OUTPUTS).fill(-2),
  };
  const dense = new Adam(weights.dense, recipe.decay);
  const hiddenBias = new Adam(weights.hiddenBias, 0);
  const output = new Adam(weights.output, recipe.decay);
  const words = new Adam(weights.words, recipe.decay);
  const outputBias = new Adam(weights.outputBias, 0);

  const hidden = new Float32Array(width);
  const outputs = new Float32Array(OUTPUTS);
  const error = new Float32Array(OUTPUTS);
  const back = new Float32Array(width);
  const order = examples.map((_, i) => i);
  const steps = Math.ceil(order.length / recipe.batch) * recipe.epochs;
  let step = 0;
  for (let epoch = 0; epoch < recipe.epochs; epoch++) {
    shuffle(order, random);
    for (let from = 0; from < order.length; from += recipe.batch) {
      const batch = order.slice(from, from + recipe.batch);
      for (const index of batch) {
        const lessons = examples[index] as readonly Lesson[];
        const lesson = lessons[Math.floor(random() * lessons.length)] as Lesson;
        const { buckets, weight } = lesson.features;
        const kept = buckets.filter(() => random() >= recipe.wordDropout);
        const features = { ...lesson.features, buckets: kept, weight: weight / (1 - recipe.wordDropout) };
        activate(weights, features, hidden, outputs);
        drop(hidden, outputs, weights, recipe.dropout, random);
        normalise(outputs);
        for (let k = 0; k < OUTPUTS; k++)
          error[k] = ((outputs[k] as number) - (lesson.target[k] as number)) * (lesson.mask[k] as number);
        for (let j = 0; j < width; j++) {
          const h = hidden[j] as number;
          back[j] = 0;
          if (h === 0) continue;
          const row = j * OUTPUTS;
          let sum = 0;
          for (let k = 0; k < OUTPUTS; k++) {
            const e = error[k] as number;
            sum += e * (weights.output[row + k] as number);
            (output.gradient[row + k] as number) += e * h;
          }
          back[j] = sum;
          (hiddenBias.gradient[j] as number) += sum;
        }
        for (let i = 0; i < DENSE_LENGTH; i++) {
          const x = features.dense[i] as number;
          if (x === 0) continue;
          const row = i * width;
          for (let j = 0; j < width; j++) (dense.gradient[row + j] as number) += x * (back[j] as number);
        }
        for (const bucket of kept) {
          const row = bucket * OUTPUTS;
          for (let k = 0; k < OUTPUTS; k++)
            (words.gradient[row + k] as number) += (error[k] as number) * features.weight;
        }
        for (let k = 0; k < OUTPUTS; k++) (outputBias.gradient[k] as number) += error[k] as number;
      }
      // Warm up for a tenth, then fall to nothing.
      const progress = step++ / steps;
      const rate =
        recipe.rate * Math.min(1, progress * 10 + 0.01) * (0.5 + 0.5 * Math.cos(Math.PI * progress));
      for (const adam of [dense, hiddenBias, output, outputBias]) adam.step(rate, batch.length);
      words.step(rate * 5, batch.length);
    }
  }
  return weights;
}

/** Leaves out some hidden units, so that no output relies on a single one. */
function drop(
  hidden: Float32Array,
  outputs: Float32Array,
  weights: Weights,
  share: number,
  random: () => number,
): void {
  const scale = 1 / (1 - share);
  for (let j = 0; j < hidden.length; j++) {
    const before = hidden[j] as number;
    if (before === 0) continue;
    const after = random() < share ? 0 : before * scale;
    hidden[j] = after;
    const row = j * OUTPUTS;
    for (let k = 0; k < OUTPUTS; k++)
      (outputs[k] as number) += (after - before) * (weights.output[row + k] as number);
  }
}

class Adam {
  readonly gradient: Float32Array;
  readonly #values: Float32Array;
  readonly #mean: Float32Array;
  readonly #square: Float32Array;
  readonly #decay: number;
  #steps = 0;

  constructor(values: Float32Array, decay: number) {
    this.#values = values;
    this.#decay = decay;
    this.gradient = new Float32Array(values.length);
    this.#mean = new Float32Array(values.length);
    this.#square = new Float32Array(values.length);
  }

  step(rate: number, count: number): void {
    this.#steps++;
    const meanScale = 1 / (1 - 0.9 ** this.#steps);
    const squareScale = 1 / (1 - 0.999 ** this.#steps);
    const { gradient } = this;
    const values = this.#values;
    const means = this.#mean;
    const squares = this.#square;
    const shrink = 1 - rate * this.#decay;
    for (let i = 0; i < values.length; i++) {
      const g = (gradient[i] as number) / count;
      const before = squares[i] as number;
      // A word that has never occurred.
      if (g === 0 && before === 0) continue;
      gradient[i] = 0;
      const mean = 0.9 * (means[i] as number) + 0.1 * g;
      const square = 0.999 * before + 0.001 * g * g;
      means[i] = mean;
      squares[i] = square;
      values[i] =
        (values[i] as number) * shrink - (rate * mean * meanScale) / (Math.sqrt(square * squareScale) + 1e-8);
    }
  }
}

/** Roughly normal numbers. */
function randomMatrix(length: number, scale: number, random: () => number): Float32Array {
  return Float32Array.from({ length }, () => (random() + random() + random() + random() - 2) * 1.7 * scale);
}

function shuffle(order: number[], random: () => number): void {
  for (let i = order.length - 1; i > 0; i--) {
    const j = Math.floor(random() * (i + 1));
    [order[i], order[j]] = [order[j] as number, order[i] as number];
  }
}
