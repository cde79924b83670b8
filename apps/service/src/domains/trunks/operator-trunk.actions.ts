import type { Everywhere } from '../../storage/scope.ts';
import { staffOf } from '../access/member.actions.ts';
import { WORKER_LOST_AFTER_SECONDS } from '../conversations/worker-liveness.model.ts';
import type { OperatorTrunk, TrunkDown } from './operator-trunk.model.ts';
import * as store from './operator-trunk.store.ts';

/** Staff are mailed of a trunk once in so long at most, however often it fails. */
const NOTIFIED_AGAIN_MS = 3_600_000;

/** What keeps this worker from calling over it. */
export async function noteOperatorTrunkDown(
  everywhere: Everywhere,
  trunk: OperatorTrunk,
  workerId: string,
  problem: { readonly message: string; readonly isDead: boolean },
): Promise<void> {
  await store.saveProblem(everywhere, trunk, workerId, problem);
  await store.saveFailed(everywhere, trunk.key, problem.isDead);
}

/** It has answered, or carried a call. A process that starts anew says so, too: the one that saw it fail may be gone. */
export async function noteOperatorTrunkWorks(
  everywhere: Everywhere,
  { key }: OperatorTrunk,
  workerId: string,
  hasCarriedCall: boolean,
): Promise<void> {
  await store.deleteProblem(everywhere, key, workerId);
  await store.saveWorked(everywhere, key, hasCarriedCall);
}

/** Its record has changed: what was wrong before says nothing about it now. */
export const forgetOperatorTrunkProblem = async (
  everywhere: Everywhere,
  { key }: OperatorTrunk,
  workerId: string,
): Promise<void> => void (await store.deleteProblem(everywhere, key, workerId));

/** What staff are to be mailed now. */
export async function unreportedOperatorTrunks(everywhere: Everywhere) {
  const before = new Date(everywhere.now().getTime() - NOTIFIED_AGAIN_MS);
  return {
    down: await store.unreportedDown(everywhere, before, WORKER_LOST_AFTER_SECONDS),
    back: await store.unreportedBack(everywhere, WORKER_LOST_AFTER_SECONDS),
    staff: await staffOf(everywhere),
  };
}

export const noteReportedDown = (everywhere: Everywhere, down: TrunkDown) =>
  store.saveReportedDown(everywhere, down);
export const noteReportedBack = (everywhere: Everywhere, { key }: OperatorTrunk) =>
  store.saveReportedBack(everywhere, key);
