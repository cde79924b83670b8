import { setTimeout as sleep } from 'node:timers/promises';
import type { ChangedRun, NewRun, RunChanges, RunView } from '@parley/contract/run.ts';
import type { RunSettings, SentRunSettings } from '@parley/contract/run-settings.ts';
import type { Paging } from '@parley/contract/schema.ts';
import { conflict, Failure, invalid, notFound } from '@parley/kernel/failure.ts';
import type { StreamEvent } from '../../http/event-stream.ts';
import { cut, paged } from '../../http/pagination.ts';
import { type Everywhere, retried, type Scope } from '../../storage/scope.ts';
import { getAgent } from '../agents/agent.actions.ts';
import type { Agent } from '../agents/agent.model.ts';
import { publishedVersions } from '../agents/agent-version.actions.ts';
import { currentPlan } from '../billing/account.actions.ts';
import { minutePriceOf } from '../billing/price.model.ts';
import { needsJob } from '../conversations/conversation.model.ts';
import { setDialRules } from '../conversations/dial-rules.actions.ts';
import { noteChange } from '../events/event.actions.ts';
import { requireJobs } from '../jobs/job.actions.ts';
import { isInert, isOver, type Run, readSettings, type VersionShare, viewRun } from './run.model.ts';
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
import { limitViolations, spendViolations } from './run-alarm.model.ts';

/** An empty draft. */
export async function createRun(scope: Scope, wanted: NewRun, isSimulated: boolean): Promise<RunView> {
  const current = await getAgent(scope, wanted.agentId);
  const split = splitOf(wanted);
  const settings = await settingsOf(scope, wanted.settings);
  const agent = split === null ? current : await requireAlike(scope, current, split);
  if (wanted.jobId !== undefined) requireWithoutFlow(agent, 'leave jobId out');
  await requireJobs(scope, wanted.jobId === undefined ? [] : [wanted.jobId]);
  const run = await scope.transaction((inside) =>
    insertDraft(inside, {
      name: wanted.name,
      agentId: agent.id,
      jobId: wanted.jobId?.toLowerCase() ?? null,
      split,
      metadata: wanted.metadata ?? {},
      settings,
      isSimulated,
    }),
  );
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

/** An empty object is as good as none. */
async function settingsOf(
  scope: Scope,
  sent: SentRunSettings | null | undefined,
): Promise<RunSettings | null> {
  if (!sent || Object.keys(sent).length === 0) return null;
  const { settings, violations } = readSettings(sent);
  const price = settings.alarm?.spendAbove === undefined ? null : minutePriceOf(await currentPlan(scope));
  const all = [...violations, ...limitViolations(settings.alarm), ...spendViolations(settings.alarm, price)];
  if (all.length > 0) throw invalid(all);
  return settings;
}

type DraftParts = Pick<Run, 'name' | 'agentId' | 'jobId' | 'split' | 'settings' | 'metadata' | 'isSimulated'>;

async function insertDraft(scope: Scope, parts: DraftParts): Promise<Run> {
  const now = scope.now();
  const run: Run = {
    ...parts,
    id: scope.newId(),
    agentVersionId: null,
    status: 'DRAFT',
    invite: [],
    alarm: null,
    scheduledAt: null,
    scheduleError: null,
    dueAt: null,
    admittedTo: 0,
    queuedTo: 0,
    pending: 0,
    createdAt: now,
    updatedAt: now,
  };
  await insertRun(scope, run);
  if (run.settings !== null) await setDialRules(scope, run.id, run.settings);
  await noteChange(scope, 'run', run.id);
  return run;
}

/** A draft that calls as the run does, with nobody on its list yet. In the caller's transaction. */
export async function copyRun(scope: Scope, run: Run, name: string, isSimulated: boolean): Promise<Run> {
  await getAgent(scope, run.agentId);
  const { agentId, jobId, split, settings, metadata } = run;
  const parts = { agentId, jobId, split, settings, metadata, isSimulated: run.isSimulated || isSimulated };
  return insertDraft(scope, { ...parts, name: name.slice(0, MOST_NAME) });
}
const MOST_NAME = 200;

function requireWithoutFlow(agent: Agent, remedy: string): void {
  if (agent.flow !== null) throw new Failure('invalid', `An agent with a flow takes no job: ${remedy}`);
}

type SentVersions = Pick<RunChanges, 'agentVersionId' | 'split'>;

function splitOf({ agentVersionId, split }: SentVersions): VersionShare[] | null {
  if (agentVersionId && split) throw invalid(['agentVersionId cannot be combined with split']);
  if (agentVersionId) return [{ versionId: agentVersionId.toLowerCase(), weight: 1 }];
  const shares = split?.map(({ versionId, weight = 1 }) => ({ versionId: versionId.toLowerCase(), weight }));
  if (shares && new Set(shares.map(({ versionId }) => versionId)).size < shares.length)
    throw invalid(['split must name each version once']);
  return shares ?? null;
}

/** Calls of a run that was launched are made with its versions already: of another version they would not be comparable. */
async function splitAfter(scope: Scope, run: Run, changes: SentVersions): Promise<Run['split']> {
  if (changes.agentVersionId === undefined && changes.split === undefined) return run.split;
  if (run.status !== 'DRAFT')
    throw conflict('The versions of a run can be changed only while it is a draft: create another run');
  const split = splitOf(changes);
  const current = await getAgent(scope, run.agentId);
  const agent = split === null ? current : await requireAlike(scope, current, split);
  if (run.jobId !== null) requireWithoutFlow(agent, 'choose a version without a flow');
  return split;
}

/** Versions of one run differ in what is said, not in how people are reached or what is asked of the list. */
async function requireAlike(scope: Scope, current: Agent, split: readonly VersionShare[]): Promise<Agent> {
  const versions = await publishedVersions(
    scope,
    current.id,
    split.map(({ versionId }) => versionId),
  );
  const [first = current, ...others] = versions;
  if (versions.some(({ type }) => type !== current.type))
    throw invalid([`split must have versions for the agent's type, ${current.type}`]);
  if (
    others.some((one) => needsJob(one) !== needsJob(first) || (one.flow === null) !== (first.flow === null))
  )
    throw invalid(['split must have versions that all have a flow, or all need a job, or all need none']);
  return first;
}

/** Another company's run is not found: whether it exists is not theirs to know. */
export async function readRun(scope: Scope, id: string): Promise<RunView> {
  const run = await findRun(scope, id);
  if (!run) throw notFound('Run');
  return viewRun(run, run);
}

export async function listCompanyRuns(scope: Scope, { page, limit, cursor, ...filter }: Paging & RunFilter) {
  const paging = { page, limit, cursor };
  const [total, runs] = await Promise.all([countRuns(scope, filter), listRuns(scope, filter, cut(paging))]);
  return paged(
    paging,
    total,
    runs.map((run) => viewRun(run, run)),
  );
}

/** Settings are replaced as a whole, also while the run is under way: waiting calls follow them. */
export async function changeRun(scope: Scope, id: string, changes: RunChanges): Promise<RunView> {
  const settings = await settingsOf(scope, changes.settings);
  await withRun(scope, id, async (inside, run) => {
    const { name = run.name } = changes;
    const split = await splitAfter(inside, run, changes);
    if (changes.settings !== undefined)
      await setDialRules(inside, run.id, settings, run.status === 'DRAFT' ? undefined : run.agentId);
    if (Object.keys(changes).length > 0)
      await saveRun(inside, { ...run, name, split, updatedAt: inside.now() });
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

interface WatchTime {
  readonly nowMs: () => number;
  /** Ends early when the signal is aborted. */
  readonly pause: (ms: number, until: AbortSignal) => Promise<unknown>;
}
const realTime: WatchTime = {
  nowMs: () => performance.now(),
  pause: (ms, signal) => sleep(ms, undefined, { signal }).catch(() => {}),
};

/** Runs that somebody watches. All watchers of a run in this process share its looks. */
export class RunWatch {
  readonly #time: WatchTime;
  readonly #looks = new Map<string, { readonly atMs: number; readonly run: ReturnType<typeof findRun> }>();

  constructor(time: WatchTime = realTime) {
    this.#time = time;
  }

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
      await this.#time.pause(LOOK_MS, closing);
    }
  }

  #look(scope: Scope, id: string): ReturnType<typeof findRun> {
    const nowMs = this.#time.nowMs();
    const key = `${scope.companyId} ${id}`;
    const last = this.#looks.get(key);
    if (last !== undefined && nowMs - last.atMs < FRESH_MS) return last.run;
    for (const [old, { atMs }] of this.#looks) if (nowMs - atMs >= FRESH_MS) this.#looks.delete(old);
    const run = findRun(scope, id);
    this.#looks.set(key, { atMs: nowMs, run });
    return run;
  }
}
