import { expect, test } from 'vitest';
import { callTimes, invitationWords, type LaunchCost, needWords, restWords } from './launch-words.ts';

const check = (quote: Partial<LaunchCost['quote']>, contacts = 3): LaunchCost => ({
  contacts,
  minutesPerCall: 10,
  quote: {
    ...{ billingSystem: 'minutes', required: 30, left: 1_000, beyond: 0, currency: 'EUR' },
    ...{ overagePrice: null, overageCost: null, refusal: null, suggestedAction: null, ...quote },
  },
});

test('a launch that the plan covers says what it reserves, and that unused units are returned', () => {
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

test('a launch over the spending cap names the cap, and a launch without a plan says so', () => {
  const priced = { left: 5, beyond: 25, overagePrice: 1, overageCost: 25, refusal: 'No plan' };
  expect(restWords(check({ ...priced, suggestedAction: 'increase_spending_cap' }))).toContain('spending cap');
  expect(restWords(check({ ...priced, suggestedAction: 'upgrade_plan' }))).toBe('No plan.');
});

test('a refused launch names the call length and the number of contacts that the plan would cover', () => {
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

test('calls that wait for the calling window are shown with a date and a time zone', () => {
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

test('the launch says how many can be invited on a channel, why not the others, and what is only shown', () => {
  const everybody = {
    channel: 'EMAIL',
    contacts: 1950,
    withoutAddress: 0,
    unsubscribed: 0,
    doNotCall: 0,
  } as const;
  expect(invitationWords({ ...everybody, isSent: true })).toBe('1,950 contacts can be invited.');
  expect(
    invitationWords({ ...everybody, contacts: 1, withoutAddress: 1, unsubscribed: 2, isSent: false }),
  ).toBe(
    '1 contact can be invited, 1 has no address, 2 want no more messages. Nothing is sent: the messages wait in the outbox, where you can copy the links.',
  );
});
