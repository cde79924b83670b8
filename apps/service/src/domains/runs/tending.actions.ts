import { Failure } from '@parley/kernel/failure.ts';
import { makeGate } from '@parley/kernel/gate.ts';
import { next } from '@parley/kernel/transition.ts';
import { Troubles } from '@parley/kernel/troubles.ts';
import type { Everywhere, Scope } from '../../storage/scope.ts';
import type { CompanyId } from '../../storage/sql.ts';
import { closerOf } from '../conversations/lane.actions.ts';
import { noteChange } from '../events/event.actions.ts';
import { fanOut, start } from './launch.actions.ts';
import { type Run, runLifecycle } from './run.model.ts';
import {
  isFannedOut,
  leaveAlone,
  lockRun,
  lookAfter,
  openConversations,
  purgeRun,
  runsDue,
  runsInNeed,
  saveRun,
  type TendedRun,
} from './run.store.ts';
import { cancelWaiting } from './steering.actions.ts';

/** How many runs are looked after in one round, and for how long each of them. */
const MOST_RUNS = 100;
/** So many share the connections to the database with everything else of the process; chosen, not measured. */
const AT_ONCE = 4;
const TURN_MS = 2000;
const RETRY_MS = 60_000;
const PURGED_AT_ONCE = 10_000;

const keeper = { kind: 'system', id: 'runs' } as const;

/**
 * One round of looking after runs: starts those whose time has come, and completes what a process that died, or an
 * answer that was due, left undone. Several at once, so that none waits for the length of another's list, and what
 * goes wrong with one concerns no other. Any number of processes may do this at once.
 */
export async function tendRuns(
  everywhere: Everywhere,
  troubles: Troubles = Troubles.thrown(),
): Promise<void> {
  const within = ({ companyId }: { companyId: CompanyId }) => everywhere.within(companyId, keeper);
  const each = async <One extends { id: string }>(
    runs: readonly One[],
    work: (run: One) => Promise<unknown>,
  ) => {
    const gate = makeGate(AT_ONCE);
    await Promise.all(runs.map((run) => gate(() => troubles.attempt(run.id, () => work(run)))));
  };
  await each(await runsDue(everywhere, MOST_RUNS, troubles.resting()), (run) =>
    startAppointed(within(run), run.id),
  );
  await each(await runsInNeed(everywhere, MOST_RUNS, troubles.resting()), (run) => tend(within(run), run));
}

async function tend(scope: Scope, { id, status, isDeleted }: TendedRun): Promise<void> {
  if (status === 'CANCELLED') {
    const by = await closerOf(scope, id);
    if (by !== undefined) {
      await fanOut(scope, id, TURN_MS);
      await cancelWaiting(scope, id, by, TURN_MS);
    }
    // Nothing is left to do, whoever changed its name since.
    else if (!isDeleted) await leaveAlone(scope, id);
  } else if (!isDeleted) {
    await fanOut(scope, id, TURN_MS);
    await complete(scope, id);
  }
  if (isDeleted && (await isClosed(scope, id))) {
    const isGone = await purgeRun(scope, id, PURGED_AT_ONCE);
    if (!isGone) await lookAfter(scope, id);
  }
}

/** Nobody of it waits for a conversation or a call any more. */
const isClosed = async (scope: Scope, id: string): Promise<boolean> =>
  (await isFannedOut(scope, id)) && (await openConversations(scope, id)) === 0;

/** A run is over with its last conversation. */
const complete = (scope: Scope, id: string): Promise<void> =>
  scope.transaction(async (inside) => {
    const run = await lockRun(inside, id);
    if (run?.status !== 'RUNNING' || run.pending > 0 || (await openConversations(inside, id)) > 0) return;
    const status = next(runLifecycle, 'The run', run.status, 'end');
    await saveRun(inside, { ...run, status, updatedAt: inside.now() });
    await noteChange(inside, 'run', id, status);
  });

/**
 * Starts a scheduled run; its conversations are made when the runs in need have their turn, so that everybody starts
 * on time. What keeps it from starting is written down, and it is tried again in a minute.
 */
async function startAppointed(scope: Scope, id: string): Promise<void> {
  try {
    await appointed(scope, id, (inside, run) => start(inside, run, 'start'));
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    const { message: scheduleError } = error;
    await appointed(scope, id, (inside, run) => {
      const dueAt = new Date(inside.now().getTime() + RETRY_MS);
      return saveRun(inside, { ...run, scheduleError, dueAt, updatedAt: inside.now() });
    });
  }
}

/** Somebody may have started, moved or cancelled it a moment ago. */
const appointed = (
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
