import { limitConcurrency } from '@parley/kernel/concurrency.ts';
import { Failure } from '@parley/kernel/failure.ts';
import { RowBackoff } from '@parley/kernel/row-backoff.ts';
import { next } from '@parley/kernel/transition.ts';
import type { Everywhere, Scope } from '../../storage/scope.ts';
import type { CompanyId } from '../../storage/sql.ts';
import { findDialQueueCloser, openDialQueue } from '../conversations/dial-queue.actions.ts';
import { forgetDialRules } from '../conversations/dial-rules.actions.ts';
import { noteChange } from '../events/event.actions.ts';
import { queueConversations, start } from './launch.actions.ts';
import { type Run, runLifecycle } from './run.model.ts';
import {
  endMaintenance,
  isFullyQueued,
  lockRun,
  type MaintainedRun,
  openConversations,
  purgeRun,
  requestMaintenance,
  runsDue,
  runsToMaintain,
  saveRun,
} from './run.store.ts';
import { lastAlarm } from './run-alarm.actions.ts';
import { cancelWaiting } from './run-control.actions.ts';

/** How many runs one round maintains, and for how long each. */
const MOST_RUNS = 100;
/** These share the database connections with the rest of the process; chosen, not measured. */
const CONCURRENCY = 4;
const TURN_MS = 2000;
const RETRY_MS = 60_000;
const PURGE_BATCH = 10_000;

const actor = { kind: 'system', id: 'runs' } as const;

/**
 * One round of run maintenance: starts scheduled runs that are due, and finishes launches, cancellations, completions and
 * deletions that a request had no time for or a process that died left undone. Runs are maintained concurrently, so that
 * none waits for another's long list, and the failure of one does not affect the others. Safe in any number of processes.
 */
export async function maintainRuns(
  everywhere: Everywhere,
  backoff: RowBackoff = RowBackoff.throwing(),
): Promise<void> {
  const within = ({ companyId }: { companyId: CompanyId }) => everywhere.within(companyId, actor);
  const each = async <One extends { id: string }>(
    runs: readonly One[],
    work: (run: One) => Promise<unknown>,
  ) => {
    const limit = limitConcurrency(CONCURRENCY);
    await Promise.all(runs.map((run) => limit(() => backoff.attempt(run.id, () => work(run)))));
  };
  await each(await runsDue(everywhere, MOST_RUNS, backoff.resting()), (run) =>
    startScheduled(within(run), run.id),
  );
  await each(await runsToMaintain(everywhere, MOST_RUNS, backoff.resting()), (run) =>
    maintain(within(run), run),
  );
}

async function maintain(scope: Scope, { id, status, isDeleted }: MaintainedRun): Promise<void> {
  if (status === 'CANCELLED') {
    const by = await findDialQueueCloser(scope, id);
    if (by !== undefined) {
      await queueConversations(scope, id, TURN_MS);
      await cancelWaiting(scope, id, by, TURN_MS);
    }
    // Nothing is left to do.
    else if (!isDeleted) await endMaintenance(scope, id);
  } else if (!isDeleted) {
    await queueConversations(scope, id, TURN_MS);
    await complete(scope, id);
  }
  if (isDeleted && (await isClosed(scope, id))) {
    // Together: nobody would look for the rules and the queue of a run that is gone. The queue may still be closed: the
    // last call ends at any moment, also between the cancelling above and here.
    await scope.transaction(async (inside) => {
      if (await purgeRun(inside, id, PURGE_BATCH)) {
        await forgetDialRules(inside, id);
        await openDialQueue(inside, id);
      } else await requestMaintenance(inside, id);
    });
  }
}

/** No contact of the run waits for a conversation or a call any more. */
const isClosed = async (scope: Scope, id: string): Promise<boolean> =>
  (await isFullyQueued(scope, id)) && (await openConversations(scope, id)) === 0;

/** A run ends with its last conversation. */
const complete = (scope: Scope, id: string): Promise<void> =>
  scope.transaction(async (inside) => {
    const run = await lockRun(inside, id);
    if (run?.status !== 'RUNNING' || run.pending > 0 || (await openConversations(inside, id)) > 0) return;
    const status = next(runLifecycle, 'The run', run.status, 'end');
    await saveRun(inside, { ...(await lastAlarm(inside, run)), status, updatedAt: inside.now() });
    await noteChange(inside, 'run', id, status);
  });

/**
 * Starts a scheduled run; its conversations are created in the next step of the round, so that all runs start on time. What
 * prevents the start is stored on the run, and it is tried again in a minute.
 */
async function startScheduled(scope: Scope, id: string): Promise<void> {
  try {
    await ifStillDue(scope, id, (inside, run) => start(inside, run, 'start'));
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    const { message: scheduleError } = error;
    await ifStillDue(scope, id, (inside, run) => {
      const dueAt = new Date(inside.now().getTime() + RETRY_MS);
      return saveRun(inside, { ...run, scheduleError, dueAt, updatedAt: inside.now() });
    });
  }
}

/** The run may have been started, moved or cancelled a moment ago. */
const ifStillDue = (
  scope: Scope,
  id: string,
  work: (scope: Scope, run: Run) => Promise<unknown>,
): Promise<void> =>
  scope.transaction(async (inside) => {
    const run = await lockRun(inside, id);
    const isDue = run?.status === 'SCHEDULED' && run.dueAt !== null && run.dueAt <= inside.now();
    if (!isDue) return;
    await noteChange(inside, 'run', id);
    await work(inside, run);
  });
