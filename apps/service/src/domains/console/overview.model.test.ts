import { expect, test } from 'vitest';
import type { CallsOfDay } from '../conversations/call-attempt.model.ts';
import {
  agentsOf,
  datesUntil,
  daysOf,
  healthOf,
  outcomesOf,
  periodViolations,
  summaryOfDay,
} from './overview.model.ts';

const calls = (date: string, more: Partial<CallsOfDay> = {}): CallsOfDay => ({
  date,
  agentId: 'grace',
  status: 'COMPLETED',
  reasonCode: null,
  calls: 1,
  minutes: 2,
  ...more,
});

const days = [
  calls('2026-02-28', { calls: 3, minutes: 9 }),
  calls('2026-03-01', { agentId: 'hopper', status: 'BUSY', reasonCode: 'BUSY', minutes: 0 }),
  calls('2026-03-01'),
];

test('a day without calls is listed too', () => {
  expect(datesUntil('2026-03-01', 3)).toEqual(['2026-02-27', '2026-02-28', '2026-03-01']);
  expect(daysOf(days, datesUntil('2026-03-01', 3))).toEqual([
    { date: '2026-02-27', calls: 0, completed: 0, minutes: 0 },
    { date: '2026-02-28', calls: 3, completed: 3, minutes: 9 },
    { date: '2026-03-01', calls: 2, completed: 1, minutes: 2 },
  ]);
});

test('a day counts calls by outcome and reason', () => {
  expect(summaryOfDay(days, '2026-03-01')).toEqual({
    total: 2,
    byReason: [
      { reasonCode: 'BUSY', count: 1 },
      { reasonCode: null, count: 1 },
    ],
    byStatus: [
      { status: 'BUSY', count: 1 },
      { status: 'COMPLETED', count: 1 },
    ],
    minutes: 2,
  });
});

test('a period must be in order and no longer than a year', () => {
  expect(periodViolations('2026-03-01', '2026-03-01')).toEqual([]);
  expect(periodViolations('2025-03-01', '2026-03-01')).toEqual([]);
  expect(periodViolations('2025-02-28', '2026-03-01')).toEqual([
    'from and to must be at most 366 days apart',
  ]);
  expect(periodViolations('2026-03-02', '2026-03-01')).toEqual(['from must not be after to']);
});

test('a missing worker, a network without capacity and a failing receiver are reported with what to do', () => {
  const state = (soundness: Parameters<typeof healthOf>[0]) => healthOf(soundness).map((one) => one.state);
  const none = { workers: 1, webhooks: 0, openCircuits: 0, requeued: 0 };
  expect(state(none)).toEqual(['ok', 'off']);
  expect(state({ ...none, workers: 0, webhooks: 2 })).toEqual(['degraded', 'ok']);
  expect(state({ ...none, webhooks: 2, openCircuits: 1 })).toEqual(['ok', 'degraded']);
  expect(state({ ...none, requeued: 1 })).toEqual(['degraded', 'off']);
});

test('outcomes and agents are counted over all days', () => {
  expect(outcomesOf(days)).toEqual([
    { status: 'COMPLETED', count: 4 },
    { status: 'BUSY', count: 1 },
  ]);
  const used = [
    { agentId: 'grace', name: 'Grace', calls: 4, minutes: 11 },
    { agentId: 'hopper', name: null, calls: 1, minutes: 0 },
  ];
  expect(agentsOf(days, used).map(({ completed }) => completed)).toEqual([4, 0]);
});
