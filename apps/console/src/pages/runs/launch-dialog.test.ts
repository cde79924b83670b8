import { expect, test } from 'vitest';
import type { LaunchCheck } from './launch-check.ts';
import { needWords, restWords } from './launch-dialog.tsx';

const check = (quote: Partial<LaunchCheck['quote']>, attached = 3): LaunchCheck => ({
  attached,
  checked: attached,
  callable: attached,
  minutesACall: 10,
  agentId: 'agent',
  problems: [],
  quote: {
    ...{ billingSystem: 'minutes', required: 30, left: 1_000, beyond: 0, currency: 'EUR' },
    ...{ overagePrice: null, overageCost: null, refusal: null, suggestedAction: null, ...quote },
  },
});

test('a covered launch says what it reserves, and that unused units are returned', () => {
  const covered = check({});
  expect(needWords(covered)).toBe(
    'The launch reserves 30 of the 1,000 minutes available: 3 calls of up to 10 minutes.',
  );
  expect(restWords(covered)).toBe('Minutes that a call does not use are returned when it ends.');
});

test('a launch that the plan does not cover says what is missing and what to do', () => {
  const short = check({ left: 5, beyond: 25, refusal: 'no', suggestedAction: 'purchase_minutes' });
  expect(needWords(short)).toBe(
    'The launch needs 30 minutes, and 5 are available: 3 calls of up to 10 minutes.',
  );
  expect(restWords(short)).toContain('will be refused and nobody called. Attach fewer contacts');
});

test('a launch beyond the spending cap names the cap, and one without a plan names the plan', () => {
  const priced = { left: 5, beyond: 25, overagePrice: 1, overageCost: 25, refusal: 'No plan' };
  expect(restWords(check({ ...priced, suggestedAction: 'increase_spending_cap' }))).toContain('spending cap');
  expect(restWords(check({ ...priced, suggestedAction: 'upgrade_plan' }))).toBe('No plan.');
});
