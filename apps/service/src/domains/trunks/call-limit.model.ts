import { nearnessOf } from '@parley/kernel/phone-number.ts';

/** Of a trunk or a number. Null: none. */
export interface CallLimits {
  readonly maxConcurrentCalls: number | null;
  readonly maxCallsPerSecond: number | null;
  readonly maxCallsPerDay: number | null;
  readonly coolDownSeconds?: number | null;
}

/** What counts against the limits, in all processes. */
export interface Usage {
  readonly liveCalls: number;
  readonly lastAt: Date | null;
  /** When the call began that fills the second or the day, counted back from the newest; null: there are not so many. */
  readonly fillsSecondAt: Date | null;
  readonly fillsDayAt: Date | null;
}

export interface Wait {
  readonly words: string;
  readonly waitMs: number;
}

const DAY_MS = 86_400_000;
/** Calls end all the time: whoever waits for a line looks again soon. */
const LINE_MS = 5000;

/** Why no call may begin now, and for how long at least; undefined: one may. Of several reasons the longest. */
export function waitOf(limits: CallLimits, usage: Usage, now: Date): Wait | undefined {
  const left = (since: Date | null, ms: number) =>
    since === null ? 0 : since.getTime() + ms - now.getTime();
  const coolDownMs = (limits.coolDownSeconds ?? 0) * 1000;
  const isFull = limits.maxConcurrentCalls !== null && usage.liveCalls >= limits.maxConcurrentCalls;
  const waits: Wait[] = [
    {
      words: `has reached its limit of ${limits.maxCallsPerDay} calls in 24 hours`,
      waitMs: left(usage.fillsDayAt, DAY_MS),
    },
    {
      words: `cools down for ${limits.coolDownSeconds} s after each call`,
      waitMs: left(usage.lastAt, coolDownMs),
    },
    {
      words: `has reached its limit of ${limits.maxConcurrentCalls} calls at the same time`,
      waitMs: isFull ? LINE_MS : 0,
    },
    {
      words: `has reached its limit of ${limits.maxCallsPerSecond} calls per second`,
      waitMs: left(usage.fillsSecondAt, 1000),
    },
  ];
  return waits.filter(({ waitMs }) => waitMs > 0).sort((a, b) => b.waitMs - a.waitMs)[0];
}

export interface PooledNumber extends CallLimits {
  readonly id: string;
  readonly phoneNumber: string;
}

export type NumberChoice =
  | { readonly kind: 'number'; readonly number: PooledNumber }
  | ({ readonly kind: 'wait' } & Wait);

/**
 * The number of a pool that a contact knows best (local presence): from the same area, otherwise the same country,
 * otherwise any; of those the one that has rested longest.
 */
export function chooseNumber(
  pool: readonly { readonly number: PooledNumber; readonly usage: Usage }[],
  to: string,
  now: Date,
): NumberChoice | undefined {
  const waits: Wait[] = [];
  const free = pool.filter(({ number, usage }) => {
    const wait = waitOf(number, usage, now);
    if (wait !== undefined) waits.push(wait);
    return wait === undefined;
  });
  const [best] = free
    .map((one) => ({ ...one, nearness: nearnessOf(one.number.phoneNumber, to) }))
    .sort(
      (a, b) =>
        b.nearness - a.nearness ||
        (a.usage.lastAt?.getTime() ?? 0) - (b.usage.lastAt?.getTime() ?? 0) ||
        (a.number.id < b.number.id ? -1 : 1),
    );
  if (best !== undefined) return { kind: 'number', number: best.number };
  const [soonest] = waits.sort((a, b) => a.waitMs - b.waitMs);
  return (
    soonest && { kind: 'wait', ...soonest, words: `every number of the pool waits: one ${soonest.words}` }
  );
}
