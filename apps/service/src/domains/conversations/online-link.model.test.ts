import { expect, test } from 'vitest';
import { type Link, linkOf } from './online-link.model.ts';

const now = new Date('2026-11-16T12:00:00.000Z');
const daysAgo = (days: number) => new Date(now.getTime() - days * 86_400_000);
const stateOf = (more: Partial<Parameters<typeof linkOf>[0]>, isHeld = false): Link =>
  linkOf({ status: 'SCHEDULED', scheduledAt: daysAgo(1), createdAt: daysAgo(1), ...more }, isHeld, now);

test('a web-call link works from its start time for thirty days', () => {
  expect(stateOf({ scheduledAt: now })).toEqual({ state: 'open' });
  expect(stateOf({ scheduledAt: daysAgo(29.9) })).toEqual({ state: 'open' });
  expect(stateOf({ scheduledAt: daysAgo(30) })).toEqual({ state: 'expired' });
  const opensAt = new Date(now.getTime() + 1);
  expect(stateOf({ scheduledAt: opensAt })).toEqual({ state: 'not_yet', opensAt });
});

test('a web-call link without a start time works from the creation of the conversation', () => {
  expect(stateOf({ scheduledAt: null, createdAt: daysAgo(2) })).toEqual({ state: 'open' });
});

test('the web-call link of a paused run cannot be joined, and shows no opening time', () => {
  expect(stateOf({}, true)).toEqual({ state: 'not_yet' });
});

test.each([
  ['IN_PROGRESS', 'in_call'],
  ['COMPLETED', 'finished'],
  ['CANCELLED', 'finished'],
  ['FAILED', 'finished'],
  ['UNREACHABLE', 'expired'],
] as const)('the web-call link of a conversation with status %s is shown as %s', (status, state) => {
  expect(stateOf({ status }, true)).toEqual({ state });
});
