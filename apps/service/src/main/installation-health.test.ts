import type { TrunkTrouble } from '@parley/sip/trunk-breaker.ts';
import { expect, test } from 'vitest';
import { PartCheck } from './installation-checks.ts';
import { telephoneHealth } from './installation-health.ts';
import type { TrunkState } from './sip.ts';

const up = { host: 'one.example', trouble: undefined };
const down = (fault: TrunkTrouble['fault']) => ({
  host: 'two.example',
  trouble: { fault, words: 'is ill', sinceMs: 0 },
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

test('a telephone whose trunks are all down is shown as down, with the reason', () => {
  expect(health(down('dead'))).toEqual({
    part: 'Telephone',
    state: 'down',
    words: 'The telephone network does not answer: calls wait, and are placed when it works again.',
  });
  expect(health(down('login')).words).toContain('refuses our user and password');
});

test('a telephone with a trunk that works is degraded while another is down', () => {
  expect(health(up, down('failing'))).toMatchObject({
    state: 'degraded',
    words: 'A trunk fails every call: calls go through the others.',
  });
  expect(health(up)).toMatchObject({ state: 'ok' });
});
