import type { Scope } from '../../storage/scope.ts';
import { wakeDispatchers } from './call-attempt.store.ts';
import { holdLane, laneCloser, lockClaimsWithin, releaseLane, renewPatience } from './lane.store.ts';

/**
 * A lane is what shares the lines with others: a run, or the company for conversations on their own. These change
 * whether it is dialled, in the caller's transaction. No call is claimed in the meantime, so that from the moment
 * it commits nothing more of a held lane is dialled.
 */

export async function hold(scope: Scope, lane: string): Promise<void> {
  await lockClaimsWithin(scope);
  await holdLane(scope, lane, null);
}

/** For good: calls that end lead to no further ones, until the lane is opened again. */
export async function close(scope: Scope, lane: string, by: string): Promise<void> {
  await lockClaimsWithin(scope);
  await holdLane(scope, lane, by);
}

export async function open(scope: Scope, lane: string): Promise<void> {
  await releaseLane(scope, lane);
  await renewPatience(scope, lane);
  await wakeDispatchers(scope);
}

/** Who closed it; undefined when nobody did. */
export const closerOf = (scope: Scope, lane: string): Promise<string | undefined> => laneCloser(scope, lane);
