import { expect, test } from 'vitest';
import { minutePriceOf, minutesOf, trialPlan } from './price.model.ts';

test.each([
  [0, 0],
  [1, 1],
  [60, 1],
  [61, 2],
])('a call of %i seconds is charged as %i minutes', (seconds, minutes) => {
  expect(minutesOf(seconds)).toBe(minutes);
});

test('a minute costs credits, or the price of a minute beyond the plan; without one its price is not known', () => {
  const plan = trialPlan(60);
  expect(minutePriceOf(plan)).toBeNull();
  expect(minutePriceOf({ ...plan, overagePrice: 0 })).toBeNull();
  expect(minutePriceOf({ ...plan, overagePrice: 0.12, currency: 'CHF' })).toEqual({
    unit: 'CHF',
    perMinute: 0.12,
  });
  const credits = { ...plan, billingSystem: 'credits', creditsPerMinute: 2.5, overagePrice: 0.12 } as const;
  expect(minutePriceOf(credits)).toEqual({ unit: 'CREDITS', perMinute: 2.5 });
});
