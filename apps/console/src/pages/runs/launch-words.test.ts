import { expect, test } from 'vitest';
import type { LaunchCheck } from './launch-check.ts';
import { callTimes, needWords, restWords } from './launch-words.ts';

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
  expect(restWords(short)).toContain(
    'is refused and nobody is called. Shorten the calls to 1 minute (Maximum minutes of the agent) or have',
  );
});

test('a launch beyond the spending cap names the cap, and one without a plan names the plan', () => {
  const priced = { left: 5, beyond: 25, overagePrice: 1, overageCost: 25, refusal: 'No plan' };
  expect(restWords(check({ ...priced, suggestedAction: 'increase_spending_cap' }))).toContain('spending cap');
  expect(restWords(check({ ...priced, suggestedAction: 'upgrade_plan' }))).toBe('No plan.');
});

test('a launch that is refused names the length of calls and the number of contacts that fit', () => {
  const refused = { refusal: 'no', suggestedAction: 'purchase_minutes' as const };
  expect(restWords(check({ ...refused, required: 2_000, left: 1_899, beyond: 101 }, 200))).toContain(
    'Shorten the calls to 9 minutes (Maximum minutes of the agent), keep no more than 189 contacts, or have minutes added',
  );
  // A plan of credits at 3 a minute.
  const credits = { billingSystem: 'credits' as const, required: 90, left: 59, beyond: 31 };
  expect(restWords(check({ ...refused, ...credits }))).toContain('Shorten the calls to 6 minutes');
  expect(restWords(check({ ...refused, left: 0, beyond: 30 }))).toContain(
    'nobody is called. Have minutes added to the plan.',
  );
});

test('calls that wait for the calling window have a date and a time zone', () => {
  const startsAt = '2026-11-17T22:00:00.000Z';
  const at = '2026-11-18T09:00:00.000Z';
  expect(
    callTimes({
      startsAt,
      openings: [
        { timeZone: 'America/New_York', at: startsAt, contacts: 1 },
        { timeZone: 'UTC', at, contacts: 199 },
      ],
    }),
  ).toEqual([
    '1 contact in America/New_York: at the start',
    expect.stringMatching(/^199 contacts in UTC: from .*Nov.*18.*2026.*09:00.*UTC$/),
  ]);
  expect(callTimes({ startsAt, openings: [{ timeZone: 'UTC', at: startsAt, contacts: 2 }] })).toEqual([]);
});
