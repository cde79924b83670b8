import type { RetryPolicy } from '@parley/contract/agent.ts';
import type { RunSettings } from '@parley/contract/run-settings.ts';
import { type CallingWindow, nextOpening, weekdays } from '@parley/kernel/calling-window.ts';
import type { TimeZone } from '@parley/kernel/local-time.ts';
import { type Agent, completeRetryPolicy } from '../agents/agent.model.ts';

/** How the calls of a dial queue are placed; what is left out is as the agent has it. */
export type DialRules = RunSettings;

/** The agent with the hours and retries of the run. */
export const underRules = (agent: Agent, { callingWindow, retryPolicy }: DialRules): Agent =>
  callingWindow === undefined && retryPolicy === undefined
    ? agent
    : {
        ...agent,
        settings: {
          ...agent.settings,
          ...(callingWindow !== undefined && { callingWindow }),
          ...(retryPolicy !== undefined && {
            retryPolicy: mergedRetries(agent.settings.retryPolicy, retryPolicy),
          }),
        },
      };

/** An agent that calls once needs no delays. A run that gives it retries without delays has those of every new agent. */
function mergedRetries(ofAgent: RetryPolicy, ofRun: NonNullable<DialRules['retryPolicy']>): RetryPolicy {
  const { maxAttempts, delaySeconds } = { ...ofAgent, ...ofRun };
  const hasNoDelay = Array.isArray(delaySeconds) && delaySeconds.length === 0;
  return hasNoDelay && maxAttempts > 1 ? completeRetryPolicy({ maxAttempts }) : { maxAttempts, delaySeconds };
}

const MINUTE_MS = 60_000;
const midnight = { days: [...weekdays], start: '00:00', end: '00:01' };

/** The first time on the next day of a clock at which the window is open. */
export const nextDay = (window: CallingWindow | null, clock: TimeZone, now: Date): Date =>
  nextOpening(window, clock, nextOpening(midnight, clock, new Date(now.getTime() + MINUTE_MS)));

export type DailyLimits = NonNullable<RunSettings['limits']>;

/** When a contact and its number were called lately, as far as there are limits. */
interface CallsOfLate {
  readonly limits?: DailyLimits | null;
  readonly contactCallsMs?: readonly number[] | null;
  readonly numberCallsMs?: readonly number[] | null;
}

/** Which limit the calls of today have reached; undefined: none. */
export function reachedLimit(
  { limits, contactCallsMs, numberCallsMs }: CallsOfLate,
  clock: TimeZone,
  now: Date,
): { readonly whom: 'contact' | 'number'; readonly most: number } | undefined {
  const isReached = (
    most: number | undefined,
    callsMs: readonly number[] | null | undefined,
  ): most is number => most !== undefined && !!callsMs && timesToday(callsMs, clock, now) >= most;
  const { perContactPerDay, perNumberPerDay } = limits ?? {};
  if (isReached(perContactPerDay, contactCallsMs)) return { whom: 'contact', most: perContactPerDay };
  return isReached(perNumberPerDay, numberCallsMs) ? { whom: 'number', most: perNumberPerDay } : undefined;
}

const DAY_MS = 86_400_000;

/** When the day of a clock began that a time is on. */
export function dayStart(clock: TimeZone, at: Date): Date {
  const wall = at.getTime() + clock.offsetAt(at.getTime());
  const midnightWall = Math.floor(wall / DAY_MS) * DAY_MS;
  // The clocks may have changed since midnight.
  const guess = midnightWall - clock.offsetAt(at.getTime());
  return new Date(midnightWall - clock.offsetAt(guess));
}

/** How many of these times are on the same day of a clock as now. */
export function timesToday(timesMs: readonly number[], clock: TimeZone, now: Date): number {
  const dayOf = (atMs: number) => Math.floor((atMs + clock.offsetAt(atMs)) / DAY_MS);
  const today = dayOf(now.getTime());
  return timesMs.filter((atMs) => dayOf(atMs) === today).length;
}
