import { expect, test } from 'vitest';
import { type MinuteUsage, minuteWaitOf } from './minute-limit.model.ts';

const now = new Date('2026-11-16T12:40:00Z');
const unused: MinuteUsage = { hourMinutes: 0, hourHeld: 0, dayMinutes: 0, dayHeld: 0, fillsDayAt: null };
const limits = { perHour: 60, perDay: 100 };

test('calls begin while minutes are left', () => {
  expect(minuteWaitOf(limits, { ...unused, hourMinutes: 59, dayMinutes: 99 }, now)).toBeUndefined();
  const none = { perHour: null, perDay: null };
  expect(minuteWaitOf(none, { ...unused, hourMinutes: 1e6, dayMinutes: 1e6 }, now)).toBeUndefined();
});

test('an hour that is used up ends with the hour of the clock', () => {
  expect(minuteWaitOf(limits, { ...unused, hourMinutes: 60 }, now)).toEqual({
    words: 'the company has its limit of 60 minutes per hour',
    waitMs: 20 * 60_000,
    reached: { reason: 'MINUTES_PER_HOUR', limit: 60 },
  });
});

test('a day that is used up lasts until enough calls are a day old', () => {
  const fillsDayAt = new Date('2026-11-16T10:00:00Z');
  expect(minuteWaitOf(limits, { ...unused, hourMinutes: 60, fillsDayAt }, now)).toMatchObject({
    waitMs: (21 * 60 + 20) * 60_000,
    reached: { reason: 'MINUTES_PER_DAY', limit: 100 },
  });
});

test('calls on the line count as long as they may last, and nobody is told of that', () => {
  expect(minuteWaitOf(limits, { ...unused, hourMinutes: 40, hourHeld: 20 }, now)).toEqual({
    words: "calls on the line may use the rest of the company's 60 minutes per hour",
    waitMs: 30_000,
    reached: null,
  });
  expect(minuteWaitOf(limits, { ...unused, dayHeld: 100 }, now)?.reached).toBeNull();
});
