import { conflict, Failure, invalid } from '@parley/kernel/failure.ts';
import { next } from '@parley/kernel/transition.ts';
import { retried, type Scope } from '../../storage/scope.ts';
import { agentVersion, getAgent } from '../agents/agent.actions.ts';
import type { Agent } from '../agents/agent.model.ts';
import { requireAffordable, reserve, unreserve } from '../billing/ledger.actions.ts';
import { timeViolations } from '../conversations/call-attempt.model.ts';
import { needsJob } from '../conversations/conversation.model.ts';
import { queueBatch, refreshCallStatistics } from '../conversations/conversation-creation.actions.ts';
import { showChanged, withRun } from './run.actions.ts';
import { type Run, runLifecycle } from './run.model.ts';
import { lockEvenDeleted, saveRun } from './run.store.ts';
import { attachedAfter, nextSlice, sliceRows, type Waiting } from './run-contact.store.ts';

/** So many conversations take about a third of a second, in which the company's account is held for a tenth. */
const BATCH = 5000;
/** From so many on the statistics of the tables are refreshed. */
const MANY = 10_000;
/** Who launches waits this long at most; what is left is made in the background. */
const PATIENCE_MS = 30_000;

export interface Launch {
  readonly scheduledAt?: string;
}

/** Starts the run now, or makes an appointment for it. Refused, nothing has changed. */
export async function launchRun(scope: Scope, id: string, wanted: Launch, isSimulated: boolean) {
  const violations = timeViolations('scheduledAt', wanted.scheduledAt, scope.now());
  if (violations.length > 0) throw invalid(violations);
  const affectedCalls = await withRun(scope, id, async (inside, run) => {
    const marked = { ...run, isSimulated: run.isSimulated || isSimulated };
    return wanted.scheduledAt === undefined
      ? start(inside, marked, 'be launched')
      : appoint(inside, marked, new Date(wanted.scheduledAt));
  });
  await queueConversations(scope, id);
  return showChanged(scope, id, affectedCalls);
}

async function appoint(scope: Scope, run: Run, scheduledAt: Date): Promise<number> {
  const status = next(runLifecycle, 'The run', run.status, 'be scheduled');
  const { agent, total } = await theirTurn(scope, run);
  if (total === 0) throw isEmpty();
  // Asked again when it starts: what is in the account until then is not promised to it.
  await requireAffordable(scope, total * agent.duration);
  await saveRun(scope, { ...run, status, scheduledAt, dueAt: scheduledAt, updatedAt: scope.now() });
  return 0;
}

/** Admits the whole list and lets it run, in the caller's transaction; the conversations follow in parts. */
export async function start(scope: Scope, run: Run, move: 'be launched' | 'start'): Promise<number> {
  const status = next(runLifecycle, 'The run', run.status, move);
  const total = await admitAttached(scope, { ...run, status, scheduleError: null, dueAt: null });
  if (total === 0) throw isEmpty();
  return total;
}

const isEmpty = (): Failure => conflict('The run has no contacts: attach some before you launch it');

/** Who was attached since the last time, and by whom they would be called; a list that lacks jobs is refused. */
async function theirTurn(scope: Scope, run: Run): Promise<Waiting & { readonly agent: Agent }> {
  const waiting = await attachedAfter(scope, run.id, run.admittedTo);
  const agent =
    run.pending > 0 && run.agentVersionId !== null
      ? // Those before them were paid for by this version's minutes.
        await agentVersion(scope, run.agentVersionId)
      : await agentOf(scope, run);
  if (needsJob(agent) && waiting.jobless > 0)
    throw conflict(`The agent needs a job by now, and ${waiting.jobless} contacts were attached without one`);
  return { ...waiting, agent };
}

async function agentOf(scope: Scope, run: Run): Promise<Agent> {
  try {
    return await getAgent(scope, run.agentId);
  } catch (error) {
    if (error instanceof Failure && error.kind === 'not_found')
      throw conflict('The agent of this run was deleted: it cannot call');
    throw error;
  }
}

/** Pays for everybody who was attached since the last time, or refuses them all. Saves the run. */
export async function admitAttached(scope: Scope, run: Run): Promise<number> {
  const { agent, total, lastPosition } = await theirTurn(scope, run);
  await saveRun(scope, {
    ...run,
    agentVersionId: agent.versionId,
    admittedTo: lastPosition,
    pending: run.pending + total,
    updatedAt: scope.now(),
  });
  await reserve(scope, run.id, total * agent.duration);
  return total;
}

/**
 * Creates conversations for all admitted contacts, batch by batch, also in a cancelled run: its dial queue is closed, so
 * that they are only there to be cancelled. Run maintenance finishes what a crash interrupts.
 */
export async function queueConversations(scope: Scope, id: string, patienceMs = PATIENCE_MS): Promise<void> {
  const until = performance.now() + patienceMs;
  let queued = 0;
  let isDone = false;
  while (!isDone && performance.now() < until) {
    const batch = await queueNextBatch(scope, id);
    queued += batch.queued;
    isDone = batch.isDone;
  }
  if (queued >= MANY) await refreshCallStatistics(scope);
}

const FOREIGN_KEY_VIOLATION = '23503';

interface Batch {
  readonly queued: number;
  readonly isDone: boolean;
}

/** One batch and the position it reached, in one transaction: all of it is created, or none. */
async function queueNextBatch(scope: Scope, id: string): Promise<Batch> {
  try {
    return await retried(() =>
      scope.transaction(async (inside) => {
        const run = await lockEvenDeleted(inside, id);
        return run && run.pending > 0 ? queueBatchOf(inside, run) : { queued: 0, isDone: true };
      }),
    );
  } catch (error) {
    // A contact or a job was deleted this moment, and with it its place in the list: the next try finds it gone.
    if ((error as { code?: string }).code === FOREIGN_KEY_VIOLATION) return { queued: 0, isDone: false };
    throw error;
  }
}

async function queueBatchOf(scope: Scope, run: Run): Promise<Batch> {
  const after = run.queuedTo;
  const slice = await nextSlice(scope, run.id, { after, upTo: run.admittedTo, most: BATCH });
  const agent = await agentVersion(scope, run.agentVersionId as string);
  const contacts = sliceRows(scope, run.id, {
    after,
    upTo: slice.lastPosition,
    withJob: agent.flow === null,
  });
  const { id: runId, isSimulated } = run;
  if (slice.total > 0)
    await queueBatch(scope, { runId, isSimulated, agent, contacts, timeZones: slice.timeZones });
  const isDone = slice.total < BATCH || slice.lastPosition === run.admittedTo;
  await saveRun(scope, {
    ...run,
    queuedTo: isDone ? run.admittedTo : slice.lastPosition,
    pending: isDone ? 0 : Math.max(1, run.pending - slice.total),
  });
  // Contacts that were deleted meanwhile leave their minutes behind.
  if (isDone) await unreserve(scope, run.id);
  return { queued: slice.total, isDone };
}
