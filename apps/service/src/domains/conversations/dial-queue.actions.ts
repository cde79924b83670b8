import type { Scope } from '../../storage/scope.ts';
import { wakeDispatchers } from './call-attempt.store.ts';
import {
  dialQueueCloser,
  lockClaimsWithin,
  restartRequeueLimit,
  startDialQueue,
  stopDialQueue,
} from './dial-queue.store.ts';

/**
 * Calls wait in dial queues that take turns: one for each run, and one for a company's single conversations. These change
 * whether a queue is dialled, in the caller's transaction. No call is claimed meanwhile, so once it commits nothing more
 * of a stopped queue is dialled.
 */

export async function pauseDialQueue(scope: Scope, queue: string): Promise<void> {
  await lockClaimsWithin(scope);
  await stopDialQueue(scope, queue, null);
}

/** Calls that end lead to no further ones, until the queue is opened again. */
export async function closeDialQueue(scope: Scope, queue: string, by: string): Promise<void> {
  await lockClaimsWithin(scope);
  await stopDialQueue(scope, queue, by);
}

export async function openDialQueue(scope: Scope, queue: string): Promise<void> {
  await startDialQueue(scope, queue);
  await restartRequeueLimit(scope, queue);
  await wakeDispatchers(scope);
}

/** Who closed it; undefined when nobody did. */
export const findDialQueueCloser = (scope: Scope, queue: string): Promise<string | undefined> =>
  dialQueueCloser(scope, queue);
