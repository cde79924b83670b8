import { destinationBlock } from '@parley/kernel/blocked-destination.ts';
import { legalHoursOf } from '@parley/kernel/calling-law.ts';
import { expect, test } from 'vitest';
import { callBlockOf, noCeiling } from '../companies/company.model.ts';
import { previewLaunch, type ZoneCount } from './launch-preview.model.ts';

const startsAt = new Date('2026-11-16T12:00:00Z');
const counts = { contacts: 1, doNotCall: 0, withoutNumber: 0, registered: 0 };
const plan = (zones: readonly ZoneCount[]) => ({
  runId: '01890000-0000-7000-8000-000000000001',
  zones,
  isOnline: false,
  window: null,
  legalHours: legalHoursOf,
  blocked: () => undefined,
  minutesEach: 10,
  now: startsAt,
  startsAt,
  callsAMinute: null,
  waitingForTrunk: 0,
  minuteLimit: null,
  simulatedBecause: null,
  speed: { window: null, parallel: 10, callsAMinute: null, callsEach: 1 },
  sample: { calls: 0, seconds: null },
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

test('computing a launch preview for many phone numbers does not block other requests', async () => {
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

test('the launch preview names a minute limit that the calls may exceed, and until when they would wait', async () => {
  const zones = [{ ...counts, contacts: 20, timeZone: 'UTC', phoneNumber: '+41446681800' }];
  const until = '2026-11-16T13:00:00.000Z';
  const reason = 'the company has reached its limit of 120 minutes per hour';
  const summary = async (limit: object, at = startsAt) =>
    (
      await previewLaunch({
        ...plan(zones),
        quote: { ...plan(zones).quote, required: 200 },
        startsAt: at,
        minuteLimit: { perHour: null, perDay: null, wait: null, ...limit },
      })
    ).summary;
  const cost = 'the launch reserves 200 minutes: one call of up to 10 minutes each, call-backs come on top.';
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

test('the launch preview counts contacts in countries that the company or the administrator forbids', async () => {
  const zones = ['+33142685300', '+4930901820', '+41446681800', '+15005550001'].map((phoneNumber) => ({
    ...counts,
    timeZone: 'UTC',
    phoneNumber,
  }));
  const preview = await previewLaunch({
    ...plan(zones),
    blocked: (number) =>
      callBlockOf(
        (called) => destinationBlock(called, { allowedRanges: [], countries: [] }),
        { allowedCountries: ['CH', 'DE'], callCeiling: { ...noCeiling, allowedCountries: ['CH', 'FR'] } },
        number,
      ),
  });
  expect(preview).toMatchObject({
    callable: 2,
    uncallable: [{ reason: 'country_not_allowed', contacts: 2 }],
  });
  expect(preview.summary).toContain('2 cannot be called: 2 are in a country that may not be called');
});

test('the launch preview says how many calls are simulated, and why', async () => {
  const zones = ['+41446681800', '+15005550001'].map((phoneNumber) => ({
    ...counts,
    timeZone: 'UTC',
    phoneNumber,
  }));
  const simulatedIn = async (more: object) => {
    const { simulated, simulatedBecause } = await previewLaunch({ ...plan(zones), ...more });
    return [simulated, simulatedBecause];
  };
  expect(await simulatedIn({})).toEqual([1, 'SIMULATED_NUMBERS']);
  expect(await simulatedIn({ simulatedBecause: 'NO_TRUNK' })).toEqual([2, 'NO_TRUNK']);
  expect(await simulatedIn({ simulatedBecause: 'TEST_KEY' })).toEqual([2, 'TEST_KEY']);
  expect(await simulatedIn({ zones: zones.slice(0, 1) })).toEqual([0, null]);
  expect(await simulatedIn({ isOnline: true })).toEqual([0, null]);
});

test('the launch preview says what is reserved in the unit of the plan, and what that costs beyond the plan', async () => {
  const zones = [{ ...counts, contacts: 3, timeZone: 'UTC', phoneNumber: '+41446681800' }];
  const summary = async (quote: object, more: object = {}) =>
    (await previewLaunch({ ...plan(zones), ...more, quote: { ...plan(zones).quote, ...quote } })).summary;
  const each = 'one call of up to 10 minutes each';
  expect(await summary({ billingSystem: 'credits', required: 75 })).toBe(
    `3 people: all now; the launch reserves 75 credits: ${each}, call-backs come on top.`,
  );
  const overage = {
    billingSystem: 'credits',
    required: 75,
    beyond: 25,
    overagePrice: 0.0125,
    overageCost: 0.3125,
  };
  expect(await summary(overage)).toContain(
    `reserves 75 credits, 25 of them beyond the plan for at most 0.3125 EUR: ${each}`,
  );
  expect(await summary({ ...overage, refusal: 'Over the cap' })).toContain(
    `reserves 75 credits, which the plan does not cover: ${each}`,
  );
  // Nobody who opens a link asks for a call-back.
  expect(await summary({ required: 1 }, { isOnline: true, minutesEach: 1 })).toContain(
    'the launch reserves 1 minute: one call of up to 1 minute each.',
  );
});
