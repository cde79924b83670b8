import { WORD_BUCKETS, type WordFeatures, wordFeatures } from '@parley/understanding/features.ts';
import { normalise, OUTPUTS, type WordWeights, wordOutputs } from '@parley/understanding/head-model.ts';
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

/** Logistic regression on hashed words, by Adagrad: rows of rare words learn in larger steps. */
export function trainWords(
  examples: readonly (readonly Lesson[])[],
  recipe: WordRecipe,
  language: TrainedLanguage = 'en',
): WordWeights {
  const random = randomNumbers(recipe.seed);
  const weights: WordWeights = {
    words: new Float32Array(WORD_BUCKETS * OUTPUTS),
    bias: new Float32Array(OUTPUTS).fill(-2),
  };
  const squares = new Float32Array(WORD_BUCKETS * OUTPUTS).fill(1e-3);
  const biasSquares = new Float32Array(OUTPUTS).fill(1e-3);
  const lessons = examples
    .flat()
    .map((lesson) => ({ lesson, features: wordFeatures(lesson.say, lesson.question, language) }));
  for (let epoch = 0; epoch < recipe.epochs; epoch++) {
    const rate = recipe.rate * (1 - epoch / recipe.epochs);
    for (const { lesson, features } of shuffle([...lessons], random)) {
      const { buckets, weight } = dropped(features, recipe.dropout, random);
      const outputs = wordOutputs(weights, { buckets, weight });
      normalise(outputs);
      for (let k = 0; k < OUTPUTS; k++) {
        const error = ((outputs[k] as number) - (lesson.target[k] as number)) * (lesson.mask[k] as number);
        outputs[k] = error;
        (biasSquares[k] as number) += error * error;
        (weights.bias[k] as number) -= (rate * error) / Math.sqrt(biasSquares[k] as number);
      }
      for (const bucket of buckets)
        for (let k = 0, at = bucket * OUTPUTS; k < OUTPUTS; k++, at++) {
          const gradient = (outputs[k] as number) * weight + recipe.decay * (weights.words[at] as number);
          (squares[at] as number) += gradient * gradient;
          (weights.words[at] as number) -= (rate * gradient) / Math.sqrt(squares[at] as number);
        }
    }
  }
  return weights;
}

const dropped = ({ buckets, weight }: WordFeatures, share: number, random: () => number): WordFeatures => ({
  buckets: buckets.filter(() => random() >= share),
  weight: weight / (1 - share),
});
