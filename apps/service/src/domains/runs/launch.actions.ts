import type { MessageChannel } from '@parley/contract/message.ts';
import type { LaunchPreview, RunLaunch } from '@parley/contract/run-launch.ts';
import { conflict, Failure, invalid, notFound } from '@parley/kernel/failure.ts';
import { TimeZone } from '@parley/kernel/local-time.ts';
import { next } from '@parley/kernel/transition.ts';
import { retried, type Scope } from '../../storage/scope.ts';
import type { CompanyId } from '../../storage/sql.ts';
import { agentVersion, getAgent } from '../agents/agent.actions.ts';
import type { Agent } from '../agents/agent.model.ts';
import { publishedVersions } from '../agents/agent-version.actions.ts';
import { currentPlan, readQuote } from '../billing/account.actions.ts';
import { requireAffordable, reserve, unreserve } from '../billing/ledger.actions.ts';
import { ownCompany } from '../companies/company.actions.ts';
import { callBlockOf, type DestinationRule } from '../companies/company.model.ts';
import { timeViolations } from '../conversations/call-attempt.model.ts';
import { needsJob } from '../conversations/conversation.model.ts';
import { queueBatch, refreshCallStatistics } from '../conversations/conversation-creation.actions.ts';
import { restartDialPace } from '../conversations/dial-rules.actions.ts';
import { dayStart, underRules } from '../conversations/dial-rules.model.ts';
import { readMinutes } from '../trunks/minute-limit.actions.ts';
import { findSwitchedOff } from '../trunks/trunk-call.actions.ts';
import { type PlannedLaunch, previewLaunch } from './launch-preview.model.ts';
import { showChanged, withRun } from './run.actions.ts';
import { type Run, runLifecycle } from './run.model.ts';
import { findRun, lockEvenDeleted, saveRun } from './run.store.ts';
import {
  addressesAfter,
  attachedAfter,
  type Bucket,
  nextSlice,
  prefixesAfter,
  sliceRows,
  timeZonesAfter,
  type Waiting,
  zonesAfter,
} from './run-contact.store.ts';
import { sampleOf, speedOf } from './run-estimate.actions.ts';

/** So many conversations take about a third of a second, in which the company's account is held for a tenth. */
const BATCH = 5000;
/** From so many on the statistics of the tables are refreshed. */
const MANY = 10_000;
/** Who launches waits this long at most; what is left is made in the background. */
const PATIENCE_MS = 30_000;

/** Starts the run now, or makes an appointment for it. Refused, nothing has changed. */
export async function launchRun(scope: Scope, id: string, wanted: RunLaunch, isSimulated: boolean) {
  const { invite = [] } = wanted;
  const violations = [
    ...timeViolations('scheduledAt', wanted.scheduledAt, scope.now()),
    ...(invite.length > 0 ? await inviteViolations(scope, id) : []),
  ];
  if (violations.length > 0) throw invalid(violations);
  const affectedCalls = await withRun(scope, id, async (inside, run) => {
    const marked = { ...run, invite, isSimulated: run.isSimulated || isSimulated };
    return wanted.scheduledAt === undefined
      ? start(inside, marked, 'be launched')
      : appoint(inside, marked, new Date(wanted.scheduledAt));
  });
  await queueConversations(scope, id);
  return showChanged(scope, id, affectedCalls);
}

/** A run that is not there, or whose agent is gone, is refused by the launch itself. */
async function inviteViolations(scope: Scope, id: string): Promise<string[]> {
  const run = await findRun(scope, id);
  if (!run) return [];
  try {
    const [{ type }] = await agentsOf(scope, run);
    return type === 'ONLINE' ? [] : ['invite is only for ONLINE agents: this run calls by telephone'];
  } catch (error) {
    if (error instanceof Failure) return [];
    throw error;
  }
}

/** What counts for calls over trunks. */
interface CallingRules {
  /** The hours that the law sets for a call to a number. */
  readonly legalHours: PlannedLaunch['legalHours'];
  /** Which numbers the operator lets nobody call. */
  readonly blocked: DestinationRule;
}

/** What counts where calls are placed. */
export interface CallPlacing {
  /** Undefined: all calls of the company are simulated. */
  readonly readRules: (companyId: CompanyId) => Promise<CallingRules | undefined>;
  /** Whether the settings have a trunk. */
  readonly hasDefaultTrunk: boolean;
  /** On which channels messages leave; on the others they are only shown. */
  readonly sends: ReadonlySet<MessageChannel>;
}

/** What a launch would do now, or at a time; nothing is changed. */
export async function previewRunLaunch(
  scope: Scope,
  id: string,
  wanted: Pick<RunLaunch, 'scheduledAt'>,
  { readRules, hasDefaultTrunk, sends, isSimulated }: CallPlacing & { readonly isSimulated: boolean },
): Promise<LaunchPreview> {
  const violations = timeViolations('scheduledAt', wanted.scheduledAt, scope.now());
  if (violations.length > 0) throw invalid(violations);
  const run = await findRun(scope, id);
  if (!run) throw notFound('Run');
  const startsAt = wanted.scheduledAt === undefined ? scope.now() : new Date(wanted.scheduledAt);
  const [zones, agents] = await Promise.all([zonesOf(scope, run, startsAt), agentsOf(scope, run)]);
  const [agent] = agents;
  const minutesEach = Math.max(...agents.map(({ duration }) => duration));
  const total = zones.reduce((sum, { contacts }) => sum + contacts, 0);
  const isReal = !run.isSimulated && !isSimulated;
  const isPlaced = isReal && agent.type === 'PHONE';
  const [current, quote, company, rules, waitingForTrunk, minutes, plan, sample, addresses] =
    await Promise.all([
      // The hours are those of the run, or of the agent as it is now, whatever version calls.
      getAgent(scope, run.agentId),
      readQuote(scope, total * minutesEach),
      ownCompany(scope),
      // Calls that stay on the simulated network are placed at any hour, to any country.
      isReal ? readRules(scope.companyId) : undefined,
      isPlaced ? countWaitingForTrunk(scope, run, agents, hasDefaultTrunk) : 0,
      isPlaced ? readMinutes(scope) : undefined,
      currentPlan(scope),
      sampleOf(scope, run),
      agent.type === 'ONLINE' ? addressesAfter(scope, run.id, run.admittedTo) : undefined,
    ]);
  const window = underRules(current, run.settings ?? {}).settings.callingWindow;
  return previewLaunch({
    runId: run.id,
    zones,
    isOnline: agent.type === 'ONLINE',
    window,
    legalHours: rules?.legalHours ?? (() => undefined),
    blocked: (number) => rules && callBlockOf(rules.blocked, company, number),
    minutesEach,
    now: scope.now(),
    startsAt,
    callsAMinute: run.settings?.pace?.callsPerMinute ?? null,
    waitingForTrunk,
    minuteLimit: rules && minutes ? minuteLimitOf(minutes) : null,
    quote,
    simulatedBecause: isReal ? (rules === undefined ? 'NO_TRUNK' : null) : 'TEST_KEY',
    speed: speedOf(run, window, plan.maxConcurrentCalls),
    sample,
    invitations: addresses?.map((one) => ({ ...one, isSent: isReal && sends.has(one.channel) })),
  });
}

/** Whose turn it would be; where the run has daily limits, with those whom the calls of that day leave none. */
async function zonesOf(scope: Scope, { id, admittedTo, settings }: Run, startsAt: Date) {
  const limits = settings?.limits;
  if (limits === undefined) return zonesAfter(scope, id, admittedTo);
  const days = (await timeZonesAfter(scope, id, admittedTo)).map((timeZone) => ({
    timeZone,
    since: dayStart(new TimeZone(timeZone), startsAt),
  }));
  return zonesAfter(scope, id, admittedTo, { limits, days });
}

const minuteLimitOf = ({ limits, wait }: NonNullable<Awaited<ReturnType<typeof readMinutes>>>) => ({
  ...limits,
  wait: wait ? { reason: wait.words, until: wait.until.toISOString() } : null,
});

async function countWaitingForTrunk(
  scope: Scope,
  run: Run,
  agents: readonly Agent[],
  hasDefault: boolean,
): Promise<number> {
  const callerIds = agents.map(({ companyPhoneNumberId }) => companyPhoneNumberId);
  const switchedOff = await findSwitchedOff(scope, { callerIds, hasDefault });
  if (switchedOff === undefined) return 0;
  const { prefixes, holds } = switchedOff;
  const counts = await prefixesAfter(scope, run.id, { position: run.admittedTo, prefixes });
  return counts.reduce((sum, { phoneNumber, contacts }) => sum + (holds(phoneNumber) ? contacts : 0), 0);
}

async function appoint(scope: Scope, run: Run, scheduledAt: Date): Promise<number> {
  const status = next(runLifecycle, 'The run', run.status, 'be scheduled');
  const { minutes, total } = await theirTurn(scope, run);
  if (total === 0) throw isEmpty();
  // Asked again when it starts: what is in the account until then is not promised to it.
  await requireAffordable(scope, total * minutes);
  await saveRun(scope, { ...run, status, scheduledAt, dueAt: scheduledAt, updatedAt: scope.now() });
  return 0;
}

/** Admits the whole list and lets it run, in the caller's transaction; the conversations follow in parts. */
export async function start(scope: Scope, run: Run, move: 'be launched' | 'start'): Promise<number> {
  const status = next(runLifecycle, 'The run', run.status, move);
  await restartDialPace(scope, run.id);
  const total = await admitAttached(scope, { ...run, status, alarm: null, scheduleError: null, dueAt: null });
  if (total === 0) throw isEmpty();
  return total;
}

const isEmpty = (): Failure => conflict('The run has no contacts: attach some before you launch it');

interface Turn extends Waiting {
  readonly agent: Agent;
  /** What is held for each of them: those of the longest version. */
  readonly minutes: number;
}

/** Who was attached since the last time, and by whom they would be called; a list that lacks jobs is refused. */
async function theirTurn(scope: Scope, run: Run): Promise<Turn> {
  const waiting = await attachedAfter(scope, run.id, run.admittedTo);
  const agents = await agentsOf(scope, run);
  const [agent] = agents;
  if (needsJob(agent) && waiting.jobless > 0)
    throw conflict(`The agent needs a job by now, and ${waiting.jobless} contacts were attached without one`);
  return { ...waiting, agent, minutes: Math.max(...agents.map(({ duration }) => duration)) };
}

/** The versions that call them, the first of which stands for all in what they have in common. */
async function agentsOf(scope: Scope, run: Run): Promise<readonly [Agent, ...Agent[]]> {
  try {
    if (run.split !== null) {
      const ids = run.split.map(({ versionId }) => versionId);
      return (await publishedVersions(scope, run.agentId, ids)) as [Agent, ...Agent[]];
    }
    // Those before them were paid for by this version's minutes.
    return run.pending > 0 && run.agentVersionId !== null
      ? [await agentVersion(scope, run.agentVersionId)]
      : [await getAgent(scope, run.agentId)];
  } catch (error) {
    if (error instanceof Failure && error.kind === 'not_found')
      throw conflict("This run's agent was deleted, so the run cannot be launched");
    throw error;
  }
}

/** Pays for everybody who was attached since the last time, or refuses them all. Saves the run. */
export async function admitAttached(scope: Scope, run: Run): Promise<number> {
  const { agent, minutes, total, lastPosition } = await theirTurn(scope, run);
  await saveRun(scope, {
    ...run,
    agentVersionId: agent.versionId,
    admittedTo: lastPosition,
    pending: run.pending + total,
    updatedAt: scope.now(),
  });
  await reserve(scope, run.id, total * minutes);
  return total;
}

/**
 * Creates conversations for all admitted contacts, with their invitations, batch by batch, also in a cancelled run: its dial
 * queue is closed, so that they are only there to be cancelled. Run maintenance finishes what a crash interrupts.
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
  const { id: runId, isSimulated } = run;
  // Whoever is only there to be cancelled needs no link.
  const invite = run.status === 'CANCELLED' ? [] : run.invite;
  for (const { versionId, bucket } of slice.total > 0 ? partsOf(run) : []) {
    const agent = await agentVersion(scope, versionId);
    const withJob = agent.flow === null;
    const contacts = sliceRows(scope, runId, { after, upTo: slice.lastPosition, withJob, bucket });
    await queueBatch(scope, { runId, isSimulated, agent, contacts, timeZones: slice.timeZones, invite });
  }
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

/** Which part of the contacts each version calls: buckets as wide as their weights. */
function partsOf({ split, agentVersionId }: Run): { versionId: string; bucket: Bucket | undefined }[] {
  if (split === null) return [{ versionId: agentVersionId as string, bucket: undefined }];
  const of = split.reduce((sum, { weight }) => sum + weight, 0);
  let from = 0;
  return split.map(({ versionId, weight }) => {
    const bucket = { from, to: from + weight, of };
    from += weight;
    return { versionId, bucket };
  });
}
