import { wordFeatures } from '@parley/understanding/features.ts';
import { normalise, OUTPUTS, type WordWeights, weightOf } from '@parley/understanding/head-model.ts';
import type { TrainedLanguage } from '@parley/understanding/word-classes.ts';
import { randomNumbers, shuffle } from './adam.ts';
import type { Lesson } from './lessons.ts';

export interface WordRecipe {
  readonly epochs: number;
  readonly rate: number;
  /** How strongly weights are drawn to zero with each use. */
  readonly decay: number;
  /** Share of the features that an example does without, so that no single one decides. */
  readonly dropout: number;
  readonly seed: number;
}

/** In fewer examples than this a feature is chance. */
const FEWEST_EXAMPLES = 2;

/** Features of the texts that were met, by language: each of several models reads the same texts. */
export class FeatureCache {
  readonly #language: TrainedLanguage;
  readonly #known = new Map<string, Uint32Array>();

  constructor(language: TrainedLanguage = 'en') {
    this.#language = language;
  }

  of({ say, question }: Lesson): Uint32Array {
    const key = `${question}\n${say}`;
    const found = this.#known.get(key) ?? wordFeatures(say, question, this.#language);
    this.#known.set(key, found);
    return found;
  }
}

/** Logistic regression on words, by Adagrad: rows of rare words learn in larger steps. */
export function trainWords(
  examples: readonly (readonly Lesson[])[],
  recipe: WordRecipe,
  cache: FeatureCache = new FeatureCache(),
): WordWeights {
  const random = randomNumbers(recipe.seed);
  const rows = rowsOf(examples, cache);
  const lessons = examples.flat().map((lesson) => {
    const features = cache.of(lesson);
    const offsets = [...features].flatMap((feature) => rows.get(feature) ?? []).map((row) => row * OUTPUTS);
    return { lesson, features: features.length, offsets: Int32Array.from(offsets) };
  });
  const words = new Float32Array(rows.size * OUTPUTS);
  const bias = new Float32Array(OUTPUTS).fill(-2);
  const squares = new Float32Array(rows.size * OUTPUTS).fill(1e-3);
  const biasSquares = new Float32Array(OUTPUTS).fill(1e-3);
  const outputs = new Float32Array(OUTPUTS);
  const kept = new Int32Array(Math.max(...lessons.map(({ offsets }) => offsets.length), 0));
  for (let epoch = 0; epoch < recipe.epochs; epoch++) {
    const rate = recipe.rate * (1 - epoch / recipe.epochs);
    for (const { lesson, features, offsets } of shuffle([...lessons], random)) {
      let count = 0;
      for (let i = 0; i < offsets.length; i++)
        if (random() >= recipe.dropout) kept[count++] = offsets[i] as number;
      const weight = weightOf(features * (1 - recipe.dropout));
      outputs.set(bias);
      for (let i = 0; i < count; i++)
        for (let k = 0, at = kept[i] as number; k < OUTPUTS; k++, at++)
          (outputs[k] as number) += weight * (words[at] as number);
      normalise(outputs);
      for (let k = 0; k < OUTPUTS; k++) {
        const error = ((outputs[k] as number) - (lesson.target[k] as number)) * (lesson.mask[k] as number);
        outputs[k] = error;
        (biasSquares[k] as number) += error * error;
        (bias[k] as number) -= (rate * error) / Math.sqrt(biasSquares[k] as number);
      }
      for (let i = 0; i < count; i++)
        for (let k = 0, at = kept[i] as number; k < OUTPUTS; k++, at++) {
          const gradient = (outputs[k] as number) * weight + recipe.decay * (words[at] as number);
          (squares[at] as number) += gradient * gradient;
          (words[at] as number) -= (rate * gradient) / Math.sqrt(squares[at] as number);
        }
    }
  }
  return { rows, words, bias };
}

function rowsOf(examples: readonly (readonly Lesson[])[], cache: FeatureCache): Map<number, number> {
  const counts = new Map<number, number>();
  for (const ways of examples) {
    const features = new Set(ways.flatMap((lesson) => [...cache.of(lesson)]));
    for (const feature of features) counts.set(feature, (counts.get(feature) ?? 0) + 1);
  }
  const known = [...counts].filter(([, count]) => count >= FEWEST_EXAMPLES).map(([feature]) => feature);
  return new Map(known.sort((a, b) => a - b).map((feature, row) => [feature, row]));
}
