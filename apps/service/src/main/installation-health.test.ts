import type { TrunkTrouble } from '@parley/sip/trunk-breaker.ts';
import { expect, test } from 'vitest';
import { PartCheck } from './installation-checks.ts';
import { telephoneHealth } from './installation-health.ts';
import type { TrunkState } from './sip.ts';

const up = { host: 'one.example', trouble: undefined, isKnownToWork: true };
const down = (fault: TrunkTrouble['fault']) => ({
  host: 'two.example',
  trouble: { fault, words: 'is ill', sinceMs: 0 },
  isKnownToWork: false,
});

const health = (...states: TrunkState[]) => telephoneHealth(trunks(states));

function trunks(states: readonly TrunkState[]) {
  const check = new PartCheck({
    look: async () => undefined,
    keptMs: 1,
    limitMs: 1000,
    late: 'late',
    nowMs: () => 0,
  });
  return { name: 'trunk', address: 'one.example', check, states: () => states };
}

test('the telephony health is down, with the reason, when all trunks are down', () => {
  expect(health(down('dead'))).toEqual({
    part: 'Telephone',
    state: 'down',
    words: 'The telephone network does not answer: calls wait, and are placed when it works again.',
  });
  expect(health(down('login')).words).toContain('rejects the configured user and password');
});

test('the telephony health is degraded when one trunk works and another is down', () => {
  expect(health(up, down('failing'))).toMatchObject({
    state: 'degraded',
    words: 'A trunk fails every call: calls go through the other trunks.',
  });
  expect(health(up)).toMatchObject({ state: 'ok' });
});

test('the telephony health says since when a trunk is out of service', () => {
  const since = new Date('2026-11-14T09:05:30.000Z');
  expect(health(up, { ...down('failing'), since }).words).toBe(
    'A trunk fails every call (since 2026-11-14 09:05 UTC): calls go through the other trunks.',
  );
});

test('the telephony health is not known before a trunk has answered or carried a call', () => {
  expect(health({ ...up, isKnownToWork: false })).toMatchObject({ state: 'unknown' });
  expect(health()).toMatchObject({ state: 'unknown', words: expect.stringContaining('Other processes') });
});
