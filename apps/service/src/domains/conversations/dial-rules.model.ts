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

const DAY_MS = 86_400_000;

/** How many of these times are on the same day of a clock as now. */
export function timesToday(timesMs: readonly number[], clock: TimeZone, now: Date): number {
  const dayOf = (atMs: number) => Math.floor((atMs + clock.offsetAt(atMs)) / DAY_MS);
  const today = dayOf(now.getTime());
  return timesMs.filter((atMs) => dayOf(atMs) === today).length;
}
