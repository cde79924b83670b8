import { expect, test } from 'vitest';
import { type MinuteUsage, minuteWaitOf } from './minute-limit.model.ts';

const now = new Date('2026-11-16T12:40:00Z');
const unused: MinuteUsage = { hourMinutes: 0, hourHeld: 0, dayMinutes: 0, dayHeld: 0, fillsDayAt: null };
const limits = { perHour: 60, perDay: 100 };

test('a call may begin while the minute limit has minutes left', () => {
  expect(minuteWaitOf(limits, { ...unused, hourMinutes: 59, dayMinutes: 99 }, now)).toBeUndefined();
  const none = { perHour: null, perDay: null };
  expect(minuteWaitOf(none, { ...unused, hourMinutes: 1e6, dayMinutes: 1e6 }, now)).toBeUndefined();
});

test('a reached hourly minute limit allows calls again at the next full hour', () => {
  expect(minuteWaitOf(limits, { ...unused, hourMinutes: 60 }, now)).toEqual({
    words: 'the company has reached its limit of 60 minutes per hour',
    waitMs: 20 * 60_000,
    reached: { reason: 'MINUTES_PER_HOUR', limit: 60 },
  });
});

test('a reached daily minute limit allows calls again when enough minutes are older than a day', () => {
  const fillsDayAt = new Date('2026-11-16T10:00:00Z');
  expect(minuteWaitOf(limits, { ...unused, hourMinutes: 60, fillsDayAt }, now)).toMatchObject({
    waitMs: (21 * 60 + 20) * 60_000,
    reached: { reason: 'MINUTES_PER_DAY', limit: 100 },
  });
});

test('live calls count toward the minute limit with their maximum duration, and raise no alarm', () => {
  expect(minuteWaitOf(limits, { ...unused, hourMinutes: 40, hourHeld: 20 }, now)).toEqual({
    words: "live calls may use the rest of the company's 60 minutes per hour",
    waitMs: 30_000,
    reached: null,
  });
  expect(minuteWaitOf(limits, { ...unused, dayHeld: 100 }, now)?.reached).toBeNull();
});
