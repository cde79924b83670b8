import { wordFeatures } from '@parley/understanding/features.ts';
import {
  normalise,
  OUTPUTS,
  type WordWeights,
  weightOf,
  wordOutputs,
} from '@parley/understanding/head-model.ts';
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

/** Logistic regression on words, by Adagrad: rows of rare words learn in larger steps. */
export function trainWords(
  examples: readonly (readonly Lesson[])[],
  recipe: WordRecipe,
  language: TrainedLanguage = 'en',
): WordWeights {
  const random = randomNumbers(recipe.seed);
  const lessons = examples.flatMap((ways) =>
    ways.map((lesson) => ({ lesson, features: wordFeatures(lesson.say, lesson.question, language) })),
  );
  const rows = rowsOf(examples, language);
  const weights: WordWeights = {
    rows,
    words: new Float32Array(rows.size * OUTPUTS),
    bias: new Float32Array(OUTPUTS).fill(-2),
  };
  const squares = new Float32Array(rows.size * OUTPUTS).fill(1e-3);
  const biasSquares = new Float32Array(OUTPUTS).fill(1e-3);
  for (let epoch = 0; epoch < recipe.epochs; epoch++) {
    const rate = recipe.rate * (1 - epoch / recipe.epochs);
    for (const { lesson, features } of shuffle([...lessons], random)) {
      const kept = features.filter(() => random() >= recipe.dropout);
      const outputs = wordOutputs(weights, kept);
      normalise(outputs);
      for (let k = 0; k < OUTPUTS; k++) {
        const error = ((outputs[k] as number) - (lesson.target[k] as number)) * (lesson.mask[k] as number);
        outputs[k] = error;
        (biasSquares[k] as number) += error * error;
        (weights.bias[k] as number) -= (rate * error) / Math.sqrt(biasSquares[k] as number);
      }
      const weight = weightOf(kept);
      for (const feature of kept) {
        const row = rows.get(feature);
        if (row === undefined) continue;
        for (let k = 0, at = row * OUTPUTS; k < OUTPUTS; k++, at++) {
          const gradient = (outputs[k] as number) * weight + recipe.decay * (weights.words[at] as number);
          (squares[at] as number) += gradient * gradient;
          (weights.words[at] as number) -= (rate * gradient) / Math.sqrt(squares[at] as number);
        }
      }
    }
  }
  return weights;
}

function rowsOf(examples: readonly (readonly Lesson[])[], language: TrainedLanguage): Map<number, number> {
  const counts = new Map<number, number>();
  for (const ways of examples) {
    const features = new Set(ways.flatMap(({ say, question }) => [...wordFeatures(say, question, language)]));
    for (const feature of features) counts.set(feature, (counts.get(feature) ?? 0) + 1);
  }
  const known = [...counts].filter(([, count]) => count >= FEWEST_EXAMPLES).map(([feature]) => feature);
  return new Map(known.sort((a, b) => a - b).map((feature, row) => [feature, row]));
}
