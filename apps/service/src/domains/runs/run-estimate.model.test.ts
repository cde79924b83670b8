import { weekdays } from '@parley/kernel/calling-window.ts';
import { expect, test } from 'vitest';
import { type CallSpeed, estimateOf, splitLater, type WaitingCalls } from './run-estimate.model.ts';

/** A Monday. */
const now = new Date('2026-11-16T12:00:00Z');
const speed: CallSpeed = { window: null, parallel: 10, callsAMinute: null, callsEach: 1 };
const waiting = (contacts: number, timeZone = 'UTC', from = now) => ({ timeZone, contacts, from });
const estimate = (zones: ReturnType<typeof waiting>[], more: Partial<CallSpeed> = {}, seconds = 60) =>
  estimateOf(zones, { ...speed, ...more }, { sample: { calls: 20, seconds }, longestSeconds: 600, now });

test('a run ends when its contacts were called, so many at a time', () => {
  expect(estimate([waiting(200)])).toEqual({
    waiting: 200,
    parallelCalls: 10,
    callSeconds: 60,
    endsAt: '2026-11-16T12:20:00.000Z',
    latestEndsAt: '2026-11-16T15:20:00.000Z',
    unknownBecause: null,
  });
});

test.each<[words: string, contacts: number, more: Partial<CallSpeed>, endsAt: string]>([
  ['few calls take as long as one', 3, {}, '2026-11-16T12:01:00.000Z'],
  ['a pace makes it longer', 200, { callsAMinute: 5 }, '2026-11-16T12:40:00.000Z'],
  ['retries make it longer', 200, { callsEach: 1.5 }, '2026-11-16T12:30:00.000Z'],
  [
    'it goes on when the calling window opens again',
    200,
    { window: { days: [...weekdays], start: '08:00', end: '12:15' } },
    '2026-11-17T08:05:00.000Z',
  ],
])('%s', (_, contacts, more, endsAt) => {
  expect(estimate([waiting(contacts)], more).endsAt).toBe(endsAt);
});

test('contacts in other time zones are waited for', () => {
  const window = { days: [...weekdays], start: '08:00', end: '20:00' };
  const { endsAt } = estimate([waiting(50, 'Europe/London'), waiting(100, 'America/Los_Angeles')], {
    window,
  });
  // 08:00 in Los Angeles.
  expect(endsAt).toBe('2026-11-16T16:10:00.000Z');
});

test('the end is not known before some calls have ended, and not when nobody waits or it is months ahead', () => {
  const sample = { calls: 4, seconds: 60 };
  expect(estimateOf([waiting(200)], speed, { sample, longestSeconds: 600, now })).toMatchObject({
    endsAt: null,
    latestEndsAt: '2026-11-16T15:20:00.000Z',
    unknownBecause: 'NO_CALLS_YET',
  });
  expect(estimate([])).toMatchObject({ endsAt: null, latestEndsAt: null, unknownBecause: 'NOBODY_WAITS' });
  expect(estimate([waiting(1_000_000)], { parallel: 1 })).toMatchObject({
    endsAt: null,
    unknownBecause: 'TOO_FAR',
  });
});

const HOUR_MS = 3_600_000;
const calls = (contacts: number, againInHours?: number): WaitingCalls => ({
  timeZone: 'UTC',
  contacts,
  isAgain: againInHours !== undefined,
  isCallback: false,
  lastAt: new Date(now.getTime() + (againInHours ?? 0) * HOUR_MS),
});
/** Calls take no time. */
const endOf = (some: readonly WaitingCalls[]) => Math.max(...some.map(({ lastAt }) => lastAt.getTime()));

test.each<[words: string, waiting: WaitingCalls[], later: number[]]>([
  ['nobody is named apart where nobody is called again', [calls(20)], []],
  ['a retry soon after the others is one of them', [calls(20), calls(3, 0.5), calls(3, 1.25)], []],
  ['retries and callbacks days later are named apart', [calls(20), calls(3, 0.5), calls(1, 24)], [24]],
  ['where more than half are called again, they are not named apart', [calls(2), calls(150, 4)], []],
  ['whoever is called long after those is', [calls(2), calls(150, 4), calls(1, 96)], [96]],
  ['where only calls again are left, the last of few is named apart', [calls(3, 4), calls(1, 96)], [96]],
])('%s', (_, waiting, later) => {
  const split = splitLater(waiting, endOf);
  expect(split.later.map(({ lastAt }) => (lastAt.getTime() - now.getTime()) / HOUR_MS)).toEqual(later);
  expect([...split.others, ...split.later]).toHaveLength(waiting.length);
});

test('nobody is named apart where the end of the others is not known', () => {
  const waiting = [calls(20), calls(1, 96)];
  expect(splitLater(waiting, () => undefined)).toEqual({ others: waiting, later: [] });
});
