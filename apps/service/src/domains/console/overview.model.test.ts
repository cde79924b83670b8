import { expect, test } from 'vitest';
import type { CallsOfEnding } from '../conversations/call-attempt.model.ts';
import {
  type AskedPeriod,
  healthOf,
  outcomesOf,
  periodOf,
  summaryOfDay,
  withCost,
} from './overview.model.ts';

const endings: readonly CallsOfEnding[] = [
  { status: 'BUSY', reasonCode: 'BUSY', calls: 1, minutes: 0 },
  { status: 'COMPLETED', reasonCode: null, calls: 3, minutes: 9 },
  { status: 'COMPLETED', reasonCode: 'NOT_INTERESTED', calls: 1, minutes: 2 },
];

test('the overview counts the calls of a day by outcome and by reason', () => {
  expect(summaryOfDay(endings)).toEqual({
    total: 5,
    byReason: [
      { reasonCode: 'BUSY', count: 1 },
      { reasonCode: null, count: 3 },
      { reasonCode: 'NOT_INTERESTED', count: 1 },
    ],
    byStatus: [
      { status: 'BUSY', count: 1 },
      { status: 'COMPLETED', count: 4 },
    ],
    minutes: 11,
  });
});

test('what calls cost is exact, and not known where the plan has no price', () => {
  expect(withCost({ minutes: 3 }, { unit: 'EUR', perMinute: 0.1 })).toEqual({ minutes: 3, cost: 0.3 });
  expect(withCost({ minutes: 3 }, null)).toEqual({ minutes: 3, cost: null });
});

test('statistics list the most frequent outcome first', () => {
  expect(outcomesOf(endings)).toEqual([
    { status: 'COMPLETED', count: 4 },
    { status: 'BUSY', count: 1 },
  ]);
});

const today = '2026-03-01';
const periodFor = (asked: AskedPeriod) => periodOf(asked, today).period;
const violationsOf = (asked: AskedPeriod) => periodOf(asked, today).violations;

test("without parameters statistics cover the last 30 days up to today in the company's time zone", () => {
  expect(periodFor({})).toEqual({ from: '2026-01-31', to: today });
  expect(periodFor({ from: '2026-02-20' })).toEqual({ from: '2026-02-20', to: today });
  expect(periodFor({ days: 1 })).toEqual({ from: today, to: today });
  expect(periodFor({ days: 3, to: '2026-01-01' })).toEqual({ from: '2025-12-30', to: '2026-01-01' });
});

test('a statistics period that is reversed, longer than a year or set by both from and days is refused', () => {
  expect(violationsOf({ from: today })).toEqual([]);
  expect(violationsOf({ from: '2025-03-01' })).toEqual([]);
  expect(violationsOf({ days: 366 })).toEqual([]);
  expect(violationsOf({ from: '2025-02-28' })).toEqual(['from and to must be at most 366 days apart']);
  expect(violationsOf({ from: '2026-03-02', days: 7 })).toEqual([
    'from must be left out where days is sent',
    'from must not be after to',
  ]);
  expect(violationsOf({ to: '0001-01-05', days: 5 })).toEqual([]);
  expect(violationsOf({ to: '0001-01-05', days: 6 })).toEqual([
    'the period must not begin before 0001-01-01',
  ]);
});

test('the health is degraded without a worker, while calls are requeued, or while a webhook circuit is open', () => {
  const state = (soundness: Parameters<typeof healthOf>[0]) => healthOf(soundness).map((one) => one.state);
  const none = { workers: 1, webhooks: 0, openCircuits: 0, requeued: 0 };
  expect(state(none)).toEqual(['ok', 'off']);
  expect(state({ ...none, workers: 0, webhooks: 2 })).toEqual(['degraded', 'ok']);
  expect(state({ ...none, webhooks: 2, openCircuits: 1 })).toEqual(['ok', 'degraded']);
  expect(state({ ...none, requeued: 1 })).toEqual(['degraded', 'off']);
});
