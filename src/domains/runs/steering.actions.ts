import { next } from '../../kernel/transition.ts';
import type { Scope } from '../../storage/scope.ts';
import { unreserve } from '../billing/reservation.actions.ts';
import { cancelPart } from '../conversations/cancellation.actions.ts';
import { close, hold, open } from '../conversations/lane.actions.ts';
import { admitAttached, fanOut } from './launch.actions.ts';
import { progressOf } from './progress.model.ts';
import { lockOwnRun, showChanged } from './run.actions.ts';
import { runLifecycle } from './run.model.ts';
import { findRun, leaveAlone, openConversations, saveRun } from './run.store.ts';

/** Who cancels waits this long at most; what is left is cancelled in the background, and none of it is dialled. */
const PATIENCE_MS = 30_000;

/** From the moment this is answered nothing more is dialled. Calls on the line go on. */
export async function pauseRun(scope: Scope, id: string) {
  const affectedCalls = await scope.transaction(async (inside) => {
    const run = await lockOwnRun(inside, id);
    const status = next(runLifecycle, 'The run', run.status, 'be paused');
    await hold(inside, id);
    await saveRun(inside, { ...run, status, updatedAt: inside.now() });
    return waitingCalls(inside, id);
  });
  return showChanged(scope, id, affectedCalls);
}

/** What waited goes on, and who was attached meanwhile is called too. */
export async function resumeRun(scope: Scope, id: string, isSimulated: boolean) {
  const affectedCalls = await scope.transaction(async (inside) => {
    const run = await lockOwnRun(inside, id);
    const status = next(runLifecycle, 'The run', run.status, 'be resumed');
    await admitAttached(inside, { ...run, status, isSimulated: run.isSimulated || isSimulated });
    await open(inside, id);
    return waitingCalls(inside, id);
  });
  await fanOut(scope, id);
  return showChanged(scope, id, affectedCalls);
}

/** Nothing more is dialled, and what waits is cancelled. Calls on the line go on to their end. */
export async function cancelRun(scope: Scope, id: string) {
  const affectedCalls = await scope.transaction(async (inside) => {
    const run = await lockOwnRun(inside, id);
    const status = next(runLifecycle, 'The run', run.status, 'be cancelled');
    await close(inside, id, scope.actor.id);
    const waiting = await waitingCalls(inside, id);
    await saveRun(inside, {
      ...run,
      status,
      pending: 0,
      scheduledAt: null,
      scheduleError: null,
      dueAt: null,
      updatedAt: inside.now(),
    });
    await unreserve(inside, id);
    return waiting;
  });
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
    if ((await openConversations(inside, id)) > 0) return;
    await open(inside, id);
    await leaveAlone(inside, id);
  });
}
