import type { CallMinutesView } from '@parley/contract/company.ts';
import type { Scope } from '../../storage/scope.ts';
import { lockCompanyLimits } from './called-country.store.ts';
import { raiseAlarm } from './company-alarm.actions.ts';
import { minuteWaitOf, windowStart } from './minute-limit.model.ts';
import { markAlarm, minuteLimits, minuteUsage } from './minute-limit.store.ts';

/** Calls that wait ask again at least so often: the limit may have been raised meanwhile. */
const ASK_AGAIN_MS = 600_000;

/**
 * Whether the company's minutes let a call begin. Its row is locked until the call is counted, so that two cannot take the
 * last minute. A limit that is used up is reported to the owners once in its window,
 * and again when they have changed it.
 */
export async function minuteRoom(inside: Scope, now: Date) {
  const limits = await minuteLimits(inside);
  if (limits === undefined) return { kind: 'room' } as const;
  await lockCompanyLimits(inside);
  const usage = await minuteUsage(inside, limits, now);
  const wait = usage && minuteWaitOf(limits, usage, now);
  if (!wait) return { kind: 'room' } as const;
  const { reached, words, waitMs } = wait;
  if (reached !== null && (await markAlarm(inside, reached, windowStart(reached.reason, now))))
    await raiseAlarm(inside, { ...reached, country: null, trunk: null });
  return { kind: 'wait', words: `cannot be used: ${words}`, waitMs: Math.min(waitMs, ASK_AGAIN_MS) } as const;
}

/** How much of its minutes a company has used; undefined: it has no limit. Locks nothing. */
export async function readMinutes(scope: Scope) {
  const now = scope.now();
  const limits = await minuteLimits(scope);
  const usage = limits && (await minuteUsage(scope, limits, now));
  if (!usage) return undefined;
  const wait = minuteWaitOf(limits, usage, now);
  const until = new Date(now.getTime() + (wait?.waitMs ?? 0));
  return { limits, usage, wait: wait && { words: wait.words, until, isReached: wait.reached !== null } };
}

/**
 * Whether the network may be asked to transfer a call. Calls on the line do not keep it from that: the one that is
 * transferred is among them.
 */
export const hasMinutesLeft = async (scope: Scope): Promise<boolean> =>
  (await readMinutes(scope))?.wait?.isReached !== true;

/** The same for the console. */
export async function viewMinutes(scope: Scope): Promise<CallMinutesView> {
  const { usage, wait } = (await readMinutes(scope)) ?? {};
  return {
    thisHour: usage?.hourMinutes ?? 0,
    last24Hours: usage?.dayMinutes ?? 0,
    held: usage?.dayHeld ?? 0,
    wait: wait ? { reason: wait.words, until: wait.until.toISOString() } : null,
  };
}
