import type { Everywhere } from '../../storage/scope.ts';
import { forgetLocks } from './number-wait.store.ts';
import type { Heartbeat, LiveCall, WebProcess } from './worker-liveness.model.ts';
import {
  callsOf,
  forgetOldWorkers,
  forgetWorker,
  freestProcess,
  lostCalls,
  processWithCall,
  recordHeartbeat,
  renewHeartbeat,
} from './worker-liveness.store.ts';

export const keepWorkerAlive = (
  everywhere: Everywhere,
  workerId: string,
  heartbeat: Heartbeat = { webAddress: undefined, isTaking: true },
): Promise<number> => recordHeartbeat(everywhere, workerId, heartbeat);

/** For a thread beside the main one, which may be busy. Answers whether the worker is known. */
export const keepBusyWorkerAlive = async (everywhere: Everywhere, workerId: string): Promise<boolean> =>
  (await renewHeartbeat(everywhere, workerId)) > 0;

/** The process that holds the web call of a conversation; undefined when there is none, or it is not alive. */
export const processHoldingCall = (
  everywhere: Everywhere,
  conversationId: string,
): Promise<WebProcess | undefined> => processWithCall(everywhere, conversationId);

/** A process that takes web calls; undefined when none is alive. */
export const processForCalls = (everywhere: Everywhere): Promise<WebProcess | undefined> =>
  freestProcess(everywhere);

export const retireWorker = (everywhere: Everywhere, workerId: string): Promise<number> =>
  forgetWorker(everywhere, workerId);

const LOST_AT_ONCE = 200;

/** Calls whose worker is lost, except those to pass over. */
export async function findLostCalls(
  everywhere: Everywhere,
  passedOver: readonly string[] = [],
): Promise<LiveCall[]> {
  await forgetOldWorkers(everywhere);
  await forgetLocks(everywhere);
  return lostCalls(everywhere, LOST_AT_ONCE, passedOver);
}

/** The live calls of a worker, dialled or joined, as the database has them: they may differ from what the worker holds. */
export const findCallsOf = (everywhere: Everywhere, workerId: string): Promise<LiveCall[]> =>
  callsOf(everywhere, workerId);
