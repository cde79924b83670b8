import { setTimeout as sleep } from 'node:timers/promises';
import type { ChangedRun, NewRun, RunView } from '@parley/contract/run.ts';
import type { Paging } from '@parley/contract/schema.ts';
import { Failure, notFound } from '@parley/kernel/failure.ts';
import type { StreamEvent } from '../../http/event-stream.ts';
import { cut, paged } from '../../http/pagination.ts';
import { type Everywhere, retried, type Scope } from '../../storage/scope.ts';
import { getAgent } from '../agents/agent.actions.ts';
import { noteChange } from '../events/event.actions.ts';
import { requireJobs } from '../jobs/job.actions.ts';
import { isInert, isOver, type Run, viewRun } from './run.model.ts';
import {
  countRuns,
  findRun,
  insertRun,
  listRuns,
  lockRun,
  markDeleted,
  type RunFilter,
  saveRun,
  wrongCounters,
} from './run.store.ts';

/** An empty draft. */
export async function createRun(scope: Scope, wanted: NewRun, isSimulated: boolean): Promise<RunView> {
  const agent = await getAgent(scope, wanted.agentId);
  if (wanted.jobId !== undefined && agent.flow !== null)
    throw new Failure('invalid', 'An agent with a flow takes no job: leave jobId out');
  await requireJobs(scope, wanted.jobId === undefined ? [] : [wanted.jobId]);
  const now = scope.now();
  const run: Run = {
    id: scope.newId(),
    name: wanted.name,
    agentId: agent.id,
    agentVersionId: null,
    jobId: wanted.jobId?.toLowerCase() ?? null,
    status: 'DRAFT',
    metadata: wanted.metadata ?? {},
    isSimulated,
    scheduledAt: null,
    scheduleError: null,
    dueAt: null,
    admittedTo: 0,
    queuedTo: 0,
    pending: 0,
    createdAt: now,
    updatedAt: now,
  };
  await scope.transaction(async (inside) => {
    await insertRun(inside, run);
    await noteChange(inside, 'run', run.id);
  });
  return viewRun(run, {
    open: 0,
    live: 0,
    pending: 0,
    completed: 0,
    failed: 0,
    cancelled: 0,
    unreachable: 0,
  });
}

/** Another company's run is not found: whether it exists is not theirs to know. */
export async function readRun(scope: Scope, id: string): Promise<RunView> {
  const run = await findRun(scope, id);
  if (!run) throw notFound('Run');
  return viewRun(run, run);
}

export async function listCompanyRuns(scope: Scope, { page, limit, ...filter }: Paging & RunFilter) {
  const paging = { page, limit };
  const [total, runs] = await Promise.all([countRuns(scope, filter), listRuns(scope, filter, cut(paging))]);
  return paged(
    paging,
    total,
    runs.map((run) => viewRun(run, run)),
  );
}

export async function renameRun(scope: Scope, id: string, { name }: { name?: string }): Promise<RunView> {
  await withRun(scope, id, async (inside, run) => {
    if (name !== undefined) await saveRun(inside, { ...run, name, updatedAt: inside.now() });
  });
  return readRun(scope, id);
}

/** Removes the grouping: the conversations stay, and keep the id of the run. */
export async function removeRun(scope: Scope, id: string) {
  await withRun(scope, id, async (inside, run) => {
    if (!isInert(run.status)) throw new Failure('unprocessable', 'Cancel the flow run before deleting it');
    await markDeleted(inside, id);
  });
  return { id, deleted: true as const };
}

/**
 * Changes a run in one transaction, with its row taken; done again as a whole where it was undone for standing in
 * another's way.
 */
export const withRun = <Result>(
  scope: Scope,
  id: string,
  work: (inside: Scope, run: Run) => Promise<Result>,
): Promise<Result> =>
  retried(() =>
    scope.transaction(async (inside) => {
      const run = await lockOwnRun(inside, id);
      await noteChange(inside, 'run', id);
      return work(inside, run);
    }),
  );

export async function lockOwnRun(scope: Scope, id: string): Promise<Run> {
  const run = await lockRun(scope, id);
  if (!run) throw notFound('Run');
  return run;
}

export const showChanged = async (scope: Scope, id: string, affectedCalls: number): Promise<ChangedRun> => ({
  ...(await readRun(scope, id)),
  affectedCalls,
});

/** Whether every run's counters are what its conversations say. */
export const isProgressExact = async (everywhere: Everywhere): Promise<boolean> =>
  (await wrongCounters(everywhere)).length === 0;

/** Looked at so often while somebody watches: a look costs the same whatever the size of the run. */
const LOOK_MS = 500;
/** A look that is a little younger than that serves the next watcher as well. */
const FRESH_MS = 450;

/** Runs that somebody watches. All watchers of a run in this process share its looks. */
export class RunWatch {
  readonly #looks = new Map<string, { readonly atMs: number; readonly run: ReturnType<typeof findRun> }>();

  /** The run as it changes, until it is over, deleted, or the watcher has gone. */
  async watch(scope: Scope, id: string, closing: AbortSignal): Promise<AsyncIterable<StreamEvent>> {
    if (!(await findRun(scope, id))) throw notFound('Run');
    return this.#progress(scope, id, closing);
  }

  async *#progress(scope: Scope, id: string, closing: AbortSignal): AsyncGenerator<StreamEvent> {
    let shown = '';
    while (!closing.aborted) {
      const run = await this.#look(scope, id);
      if (!run) return;
      const data = viewRun(run, run);
      const key = JSON.stringify(data);
      if (key !== shown) yield { event: 'progress', data };
      shown = key;
      if (isOver(run.status) && run.open === 0) {
        yield { event: 'end', data };
        return;
      }
      await sleep(LOOK_MS, undefined, { signal: closing }).catch(() => {});
    }
  }

  #look(scope: Scope, id: string): ReturnType<typeof findRun> {
    const nowMs = performance.now();
    const key = `${scope.companyId} ${id}`;
    const last = this.#looks.get(key);
    if (last !== undefined && nowMs - last.atMs < FRESH_MS) return last.run;
    for (const [old, { atMs }] of this.#looks) if (nowMs - atMs >= FRESH_MS) this.#looks.delete(old);
    const run = findRun(scope, id);
    this.#looks.set(key, { atMs: nowMs, run });
    return run;
  }
}
