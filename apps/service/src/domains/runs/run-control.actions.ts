import { next } from '@parley/kernel/transition.ts';
import type { Scope } from '../../storage/scope.ts';
import { cancelPart } from '../conversations/cancellation.actions.ts';
import { simulateOpen } from '../conversations/conversation.actions.ts';
import { closeDialQueue, openDialQueue, pauseDialQueue } from '../conversations/dial-queue.actions.ts';
import { restartDialPace } from '../conversations/dial-rules.actions.ts';
import { noteChange } from '../events/event.actions.ts';
import { admitAttached, queueConversations } from './launch.actions.ts';
import { showChanged, withRun } from './run.actions.ts';
import { progressOf, runLifecycle } from './run.model.ts';
import {
  endMaintenance,
  findRun,
  lockEvenDeleted,
  lockRun,
  openConversations,
  saveRun,
} from './run.store.ts';

/** The request waits at most this long; the rest is cancelled in the background, and none of it is dialled. */
const PATIENCE_MS = 5000;

/** Once this returns nothing more is dialled. Live calls continue. */
export async function pauseRun(scope: Scope, id: string) {
  const affectedCalls = await withRun(scope, id, async (inside, run) => {
    const status = next(runLifecycle, 'The run', run.status, 'be paused');
    await pauseDialQueue(inside, id);
    await saveRun(inside, { ...run, status, updatedAt: inside.now() });
    return waitingCalls(inside, id);
  });
  return showChanged(scope, id, affectedCalls);
}

/** Waiting calls continue, and contacts attached meanwhile are called too. */
export async function resumeRun(scope: Scope, id: string, isSimulated: boolean) {
  const affectedCalls = await withRun(scope, id, async (inside, run) => {
    const status = next(runLifecycle, 'The run', run.status, 'be resumed');
    // A run resumed with a test key stays on the simulated network, whoever launched it.
    if (isSimulated) await simulateOpen(inside, id);
    await admitAttached(inside, { ...run, status, alarm: null, isSimulated: run.isSimulated || isSimulated });
    await restartDialPace(inside, id);
    await openDialQueue(inside, id);
    return waitingCalls(inside, id);
  });
  await queueConversations(scope, id);
  return showChanged(scope, id, affectedCalls);
}

/** Nothing more is dialled, and waiting calls are cancelled. Live calls continue to their end. */
export async function cancelRun(scope: Scope, id: string) {
  const affectedCalls = await withRun(scope, id, async (inside, run) => {
    const status = next(runLifecycle, 'The run', run.status, 'be cancelled');
    await closeDialQueue(inside, id, scope.actor.id);
    const waiting = await waitingCalls(inside, id);
    await saveRun(inside, {
      ...run,
      status,
      scheduledAt: null,
      scheduleError: null,
      dueAt: null,
      updatedAt: inside.now(),
    });
    return waiting;
  });
  await queueConversations(scope, id);
  await cancelWaiting(scope, id, scope.actor.id);
  return showChanged(scope, id, affectedCalls);
}

/**
 * Somebody wants a contact of the run called once more, in the caller's transaction and before it takes the conversation.
 * A run that had ended is under way again. One that was deleted has no say any more.
 */
export async function reopenRun(scope: Scope, id: string): Promise<void> {
  const run = await lockRun(scope, id);
  if (!run) return;
  const status = next(runLifecycle, 'The run', run.status, 'call again');
  if (status === run.status) return;
  await saveRun(scope, { ...run, status, updatedAt: scope.now() });
  await noteChange(scope, 'run', id, status);
}

async function waitingCalls(scope: Scope, id: string): Promise<number> {
  const run = await findRun(scope, id);
  return run ? progressOf(run).queued : 0;
}

/** Cancels waiting conversations, batch by batch; when none is open any more, maintenance ends and the dial queue is free. */
export async function cancelWaiting(
  scope: Scope,
  id: string,
  by: string,
  patienceMs = PATIENCE_MS,
): Promise<void> {
  const until = performance.now() + patienceMs;
  while (performance.now() < until && (await cancelPart(scope, id, by)) > 0);
  await scope.transaction(async (inside) => {
    const run = await lockEvenDeleted(inside, id);
    if (!run || run.pending > 0 || (await openConversations(inside, id)) > 0) return;
    await openDialQueue(inside, id);
    await endMaintenance(inside, id);
  });
}
