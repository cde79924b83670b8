import { parentPort, workerData } from 'node:worker_threads';
import { CORPUS, foldOf, readCorpus } from './corpus.ts';
import { entriesOf, lessonsOf, textsOf } from './lessons.ts';
import { train } from './network.ts';
import type { TrainingOrder } from './trainer.ts';
import { vectorsOf } from './vectors.ts';

// Runs as a thread of trainer.ts. It reads the corpus itself: sending it over would take as long.

const { recipe, folds, leftOut } = workerData as TrainingOrder;
const entries = entriesOf(readCorpus(CORPUS).training, recipe.seed);
const vectors = await vectorsOf(textsOf(entries));
const isTrained = (say: string) => leftOut === undefined || foldOf(say, folds) !== leftOut;
const weights = train(
  entries.filter(({ parts }) => parts.every(isTrained)).map((entry) => lessonsOf(entry, vectors)),
  recipe,
);
parentPort?.postMessage(weights);
