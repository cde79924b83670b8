import type { Wait } from './call-limit.model.ts';

/** Of a company's calls over trunks. Null: none. */
export interface MinuteLimits {
  readonly perHour: number | null;
  readonly perDay: number | null;
}

/** Of calls that have ended, and held for those on the line. */
export interface MinuteUsage {
  /** Of calls that began in this hour of the clock. */
  readonly hourMinutes: number;
  readonly hourHeld: number;
  readonly dayMinutes: number;
  readonly dayHeld: number;
  /** The end of the hour whose calls fill the day, counted back from the newest; null: there are not so many. */
  readonly fillsDayAt: Date | null;
}

export interface MinuteWait extends Wait {
  /** Which limit is used up; null: only calls on the line may use it up. */
  readonly reached: {
    readonly reason: 'MINUTES_PER_HOUR' | 'MINUTES_PER_DAY';
    readonly limit: number;
  } | null;
}

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Most calls end before they have lasted as long as they may. */
const HELD_MS = 30_000;

export const hourOf = (now: Date): Date => new Date(Math.floor(now.getTime() / HOUR_MS) * HOUR_MS);

/**
 * Why no call may begin now, and for how long at least; undefined: one may. A call on the line counts as long as it may
 * last: otherwise as many as there are lines could begin just before the limit.
 */
export function minuteWaitOf(
  { perHour, perDay }: MinuteLimits,
  usage: MinuteUsage,
  now: Date,
): MinuteWait | undefined {
  const has = 'the company has reached its limit of';
  if (perDay !== null && usage.fillsDayAt !== null)
    return {
      words: `${has} ${perDay} minutes in 24 hours`,
      waitMs: usage.fillsDayAt.getTime() + DAY_MS - now.getTime(),
      reached: { reason: 'MINUTES_PER_DAY', limit: perDay },
    };
  if (perHour !== null && usage.hourMinutes >= perHour)
    return {
      words: `${has} ${perHour} minutes per hour`,
      waitMs: hourOf(now).getTime() + HOUR_MS - now.getTime(),
      reached: { reason: 'MINUTES_PER_HOUR', limit: perHour },
    };
  const held = (limit: number, span: string): MinuteWait => ({
    words: `live calls may use the rest of the company's ${limit} minutes ${span}`,
    waitMs: HELD_MS,
    reached: null,
  });
  if (perDay !== null && usage.dayMinutes + usage.dayHeld >= perDay) return held(perDay, 'in 24 hours');
  if (perHour !== null && usage.hourMinutes + usage.hourHeld >= perHour) return held(perHour, 'per hour');
  return undefined;
}

/** An alarm is not repeated within its window. */
export const windowStart = (reason: 'MINUTES_PER_HOUR' | 'MINUTES_PER_DAY', now: Date): Date =>
  reason === 'MINUTES_PER_HOUR' ? hourOf(now) : new Date(now.getTime() - DAY_MS);
