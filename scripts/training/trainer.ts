import { Worker } from 'node:worker_threads';
import type { Weights } from '@parley/understanding/head-model.ts';
import type { Recipe } from './network.ts';

export interface TrainingOrder {
  readonly recipe: Recipe;
  readonly folds: number;
  /** The fold that is kept for validation; without one everything is trained on. */
  readonly leftOut?: number;
}

/** Trains in a thread of its own. The vectors must be in the cache. */
export function trainInThread(order: TrainingOrder): Promise<Weights> {
  const { promise, resolve, reject } = Promise.withResolvers<Weights>();
  const thread = new Worker(new URL('./training-thread.ts', import.meta.url), { workerData: order });
  thread.once('message', resolve);
  thread.once('error', reject);
  return promise;
}
