import { legalHoursOf } from '@parley/kernel/calling-law.ts';
import { expect, test } from 'vitest';
import { previewLaunch, type ZoneCount } from './launch-preview.model.ts';

const startsAt = new Date('2026-11-16T12:00:00Z');
const counts = { contacts: 1, doNotCall: 0, withoutNumber: 0, registered: 0 };
const plan = (zones: readonly ZoneCount[]) => ({
  runId: '01890000-0000-7000-8000-000000000001',
  zones,
  isOnline: false,
  window: null,
  legalHours: legalHoursOf,
  countries: [],
  minutesEach: 10,
  now: startsAt,
  startsAt,
  callsAMinute: null,
  waitingForTrunk: 0,
  minuteLimit: null,
  quote: {
    billingSystem: 'minutes' as const,
    required: 10,
    left: 100,
    beyond: 0,
    overagePrice: null,
    overageCost: null,
    currency: 'EUR',
    refusal: null,
    suggestedAction: null,
  },
});

test('a preview of many numbers lets other requests through', async () => {
  const zones = Array.from({ length: 1000 }, (_, index) => ({
    ...counts,
    timeZone: 'Europe/London',
    phoneNumber: `+44${1000 + index}123456`,
  }));
  let [isDone, turns] = [false, 0];
  const others = () => {
    turns += 1;
    if (!isDone) setImmediate(others);
  };
  setImmediate(others);
  const { callable } = await previewLaunch(plan(zones));
  isDone = true;
  expect(callable).toBe(1000);
  expect(turns).toBeGreaterThanOrEqual(4);
});

test('a limit of minutes is named when the calls may pass it, and until when they wait when it is reached', async () => {
  const zones = [{ ...counts, contacts: 20, timeZone: 'UTC', phoneNumber: '+41446681800' }];
  const until = '2026-11-16T13:00:00.000Z';
  const reason = 'the company has its limit of 120 minutes per hour';
  const summary = async (limit: object, at = startsAt) =>
    (
      await previewLaunch({
        ...plan(zones),
        startsAt: at,
        minuteLimit: { perHour: null, perDay: null, wait: null, ...limit },
      })
    ).summary;
  const cost = 'at most 200 minutes.';
  expect(await summary({ perHour: 200 })).toBe(`20 people: all now; ${cost}`);
  expect(await summary({ perHour: 120, perDay: 150 })).toBe(
    `20 people: all now; no more than 120 minutes per hour and 150 minutes in 24 hours, so that some calls may wait; ${cost}`,
  );
  expect(await summary({ perHour: 120, wait: { reason, until } })).toBe(
    `20 people: all now; calls wait until 2026-11-16 13:00 UTC: ${reason}; ${cost}`,
  );
  const later = await summary({ perHour: 120, wait: { reason, until } }, new Date('2026-11-16T14:00:00Z'));
  expect(later).toContain('no more than 120 minutes per hour, so that some calls may wait');
});

test('whoever is in a country that may not be called is counted as such, whoever forbids it', async () => {
  const zones = ['+33142685300', '+4930901820', '+41446681800', '+15005550001'].map((phoneNumber) => ({
    ...counts,
    timeZone: 'UTC',
    phoneNumber,
  }));
  const preview = await previewLaunch({
    ...plan(zones),
    countries: [
      ['CH', 'DE'],
      ['CH', 'FR'],
    ],
  });
  expect(preview).toMatchObject({
    callable: 2,
    uncallable: [{ reason: 'country_not_allowed', contacts: 2 }],
  });
  expect(preview.summary).toContain('2 cannot be called: 2 are in a country that may not be called');
});
