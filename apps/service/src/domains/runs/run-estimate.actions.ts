import type { RunEstimate } from '@parley/contract/run-launch.ts';
import { notFound } from '@parley/kernel/failure.ts';
import type { Scope } from '../../storage/scope.ts';
import { getAgent } from '../agents/agent.actions.ts';
import { currentPlan } from '../billing/account.actions.ts';
import { underRules } from '../conversations/dial-rules.model.ts';
import { isOver, type Run } from './run.model.ts';
import { type CountedRun, findRun } from './run.store.ts';
import {
  type CallSample,
  type CallSpeed,
  estimateOf,
  FEWEST_CALLS,
  splitLater,
  type WaitingCalls,
  type WaitingZone,
} from './run-estimate.model.ts';
import { callSamples, countPlaced, waitingCalls } from './run-estimate.store.ts';

/** Early in a run, when few are over, a contact seems to take many calls. */
const MOST_CALLS_EACH = 5;

/** The calls of the run itself where there are enough of them, else those of its agent. */
export async function sampleOf(scope: Scope, run: Run): Promise<CallSample> {
  const samples = await callSamples(scope, run);
  const own = samples.find(({ isOwn }) => isOwn);
  const others = samples.find(({ isOwn }) => !isOwn);
  return (own && own.calls >= FEWEST_CALLS ? own : (others ?? own)) ?? { calls: 0, seconds: null };
}

export const speedOf = (run: Run, window: CallSpeed['window'], parallel: number): CallSpeed => ({
  window,
  parallel,
  callsAMinute: run.settings?.pace?.callsPerMinute ?? null,
  callsEach: 1,
});

/** When the run ends, as far as that can be told. Retries that nobody knows of yet are counted as often as they came so far. */
export async function estimateRun(scope: Scope, id: string): Promise<RunEstimate> {
  const run = await findRun(scope, id);
  if (!run) throw notFound('Run');
  const unknown = unknownBecause(run);
  const [plan, calls, sample, placed] = await Promise.all([
    currentPlan(scope),
    waitingCalls(scope, run.id),
    sampleOf(scope, run),
    unknown === undefined ? countPlaced(scope, run.id) : 0,
  ]);
  // A run that is over may have outlived its agent.
  const agent = unknown === undefined ? await getAgent(scope, run.agentId) : undefined;
  const window = agent ? underRules(agent, run.settings ?? {}).settings.callingWindow : null;
  const now = scope.now();
  const over = run.completed + run.failed + run.cancelled + run.unreachable;
  const speed = {
    ...speedOf(run, window, plan.maxConcurrentCalls),
    callsEach: over >= FEWEST_CALLS ? Math.min(MOST_CALLS_EACH, Math.max(1, placed / over)) : 1,
  };
  const circumstances = { sample, longestSeconds: (agent?.duration ?? 0) * 60, now };
  const found = estimateCalls(calls, speed, circumstances);
  if (unknown !== undefined) return { ...found, endsAt: null, latestEndsAt: null, unknownBecause: unknown };
  const { others, later } = splitLater(calls, (some) => {
    const { endsAt, latestEndsAt, callSeconds } = estimateCalls(some, speed, circumstances);
    const end = callSeconds === null ? latestEndsAt : endsAt;
    return end === null ? undefined : Date.parse(end);
  });
  return later.length === 0
    ? found
    : { ...found, later: viewLater(later, estimateCalls(others, speed, circumstances)) };
}

type Circumstances = Parameters<typeof estimateOf>[2];

/** A retry, or a call that somebody asked for, is not placed before its time. */
function estimateCalls(
  calls: readonly WaitingCalls[],
  speed: CallSpeed,
  circumstances: Circumstances,
): RunEstimate {
  const waiting = zonesOf(calls, circumstances.now);
  const found = estimateOf(waiting, speed, circumstances);
  const last = Math.max(0, ...calls.map(({ lastAt }) => lastAt.getTime()));
  const notBefore = (end: string | null, seconds: number | null) =>
    end && new Date(Math.max(Date.parse(end), last + (seconds ?? 0) * 1000)).toISOString();
  return {
    ...found,
    endsAt: notBefore(found.endsAt, found.callSeconds),
    latestEndsAt: notBefore(found.latestEndsAt, circumstances.longestSeconds),
  };
}

/** Who waits in each time zone, whenever their call is due. */
const zonesOf = (calls: readonly WaitingCalls[], from: Date): WaitingZone[] =>
  [...Map.groupBy(calls, ({ timeZone }) => timeZone ?? 'UTC')].map(([timeZone, same]) => ({
    timeZone,
    contacts: same.reduce((sum, { contacts }) => sum + contacts, 0),
    from,
  }));

const viewLater = (later: readonly WaitingCalls[], { endsAt, latestEndsAt }: RunEstimate) => ({
  contacts: later.reduce((sum, { contacts }) => sum + contacts, 0),
  callbacks: later.reduce((sum, { contacts, isCallback }) => sum + (isCallback ? contacts : 0), 0),
  lastAt: new Date(Math.max(...later.map(({ lastAt }) => lastAt.getTime()))).toISOString(),
  othersEndAt: endsAt,
  othersLatestEndAt: latestEndsAt,
});

function unknownBecause({ status }: CountedRun): RunEstimate['unknownBecause'] | undefined {
  if (isOver(status)) return 'OVER';
  if (status === 'PAUSED') return 'PAUSED';
  return status === 'DRAFT' || status === 'SCHEDULED' ? 'NOT_LAUNCHED' : undefined;
}
