import { next } from '@parley/kernel/transition.ts';
import type { Scope } from '../../storage/scope.ts';
import { cancelPart } from '../conversations/cancellation.actions.ts';
import { simulateOpen } from '../conversations/conversation.actions.ts';
import { close, hold, open } from '../conversations/lane.actions.ts';
import { admitAttached, fanOut } from './launch.actions.ts';
import { progressOf } from './progress.model.ts';
import { showChanged, withRun } from './run.actions.ts';
import { runLifecycle } from './run.model.ts';
import { findRun, leaveAlone, lockEvenDeleted, openConversations, saveRun } from './run.store.ts';

/** Who cancels waits this long at most; what is left is cancelled in the background, and none of it is dialled. */
const PATIENCE_MS = 5000;

/** From the moment this is answered nothing more is dialled. Calls on the line go on. */
export async function pauseRun(scope: Scope, id: string) {
  const affectedCalls = await withRun(scope, id, async (inside, run) => {
    const status = next(runLifecycle, 'The run', run.status, 'be paused');
    await hold(inside, id);
    await saveRun(inside, { ...run, status, updatedAt: inside.now() });
    return waitingCalls(inside, id);
  });
  return showChanged(scope, id, affectedCalls);
}

/** What waited goes on, and who was attached meanwhile is called too. */
export async function resumeRun(scope: Scope, id: string, isSimulated: boolean) {
  const affectedCalls = await withRun(scope, id, async (inside, run) => {
    const status = next(runLifecycle, 'The run', run.status, 'be resumed');
    // Whatever a test key sets going again stays on the machine, whoever launched it.
    if (isSimulated) await simulateOpen(inside, id);
    await admitAttached(inside, { ...run, status, isSimulated: run.isSimulated || isSimulated });
    await open(inside, id);
    return waitingCalls(inside, id);
  });
  await fanOut(scope, id);
  return showChanged(scope, id, affectedCalls);
}

/** Nothing more is dialled, and what waits is cancelled. Calls on the line go on to their end. */
export async function cancelRun(scope: Scope, id: string) {
  const affectedCalls = await withRun(scope, id, async (inside, run) => {
    const status = next(runLifecycle, 'The run', run.status, 'be cancelled');
    await close(inside, id, scope.actor.id);
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
  await fanOut(scope, id);
  await cancelWaiting(scope, id, scope.actor.id);
  return showChanged(scope, id, affectedCalls);
}

async function waitingCalls(scope: Scope, id: string): Promise<number> {
  const run = await findRun(scope, id);
  return run ? progressOf(run).queued : 0;
}

/** Cancels what waits, part by part; when nothing is open any more the run is left alone, and its lane is free. */
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
    await open(inside, id);
    await leaveAlone(inside, id);
  });
}
