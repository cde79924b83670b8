import type { Plan } from '@parley/contract/billing.ts';
import { expect, test } from 'vitest';
import {
  type Account,
  affordable,
  asOf,
  overageCost,
  periodAround,
  quoteOf,
  refusalOf,
  remaining,
  viewUsage,
} from './account.model.ts';
import { priceOf, tooFine, trialPlan } from './price.model.ts';

const at = (text: string): Date => new Date(text);

const subscription = (changes: Partial<Plan> = {}): Plan => ({
  ...trialPlan(100),
  status: 'active',
  ...changes,
});

const account = (plan: Partial<Plan> = {}, state: Partial<Account> = {}): Account => ({
  plan: subscription(plan),
  periodStart: at('2026-01-15T10:00:00Z'),
  periodEnd: at('2026-02-15T10:00:00Z'),
  periodAnchor: at('2026-01-15T10:00:00Z'),
  charged: 0,
  chargedCalls: 0,
  held: 0,
  ...state,
});

const starts = (anchor: string, now: string): [string, string] => {
  const { start, end } = periodAround(at(anchor), at(now));
  return [start.toISOString().slice(0, 16), end.toISOString().slice(0, 16)];
};

test.each([
  [
    'its first moment',
    '2026-01-15T10:00:00Z',
    '2026-01-15T10:00:00Z',
    '2026-01-15T10:00',
    '2026-02-15T10:00',
  ],
  [
    'its last moment',
    '2026-01-15T10:00:00Z',
    '2026-02-15T09:59:59.999Z',
    '2026-01-15T10:00',
    '2026-02-15T10:00',
  ],
  [
    'the moment of renewal',
    '2026-01-15T10:00:00Z',
    '2026-02-15T10:00:00Z',
    '2026-02-15T10:00',
    '2026-03-15T10:00',
  ],
  [
    'across the turn of the year',
    '2025-12-20T00:00:00Z',
    '2026-01-19T23:59:00Z',
    '2025-12-20T00:00',
    '2026-01-20T00:00',
  ],
  [
    'after years without calls',
    '2023-05-10T08:00:00Z',
    '2026-04-10T07:59:00Z',
    '2026-03-10T08:00',
    '2026-04-10T08:00',
  ],
])('the billing period of a moment contains that moment: %s', (_case, anchor, now, start, end) => {
  expect(starts(anchor, now)).toEqual([start, end]);
});

test.each([
  ['28 February replaces the 31st', '2026-02-28T13:00:00Z', '2026-02-28T12:00', '2026-03-31T12:00'],
  [
    'the morning of 28 February still belongs to January',
    '2026-02-28T11:59:00Z',
    '2026-01-31T12:00',
    '2026-02-28T12:00',
  ],
  ['March ends on its 31st again', '2026-03-31T12:00:00Z', '2026-03-31T12:00', '2026-04-30T12:00'],
  ['April ends on the 30th', '2026-05-01T00:00:00Z', '2026-04-30T12:00', '2026-05-31T12:00'],
  ['a leap year has the 29th', '2028-02-29T12:00:00Z', '2028-02-29T12:00', '2028-03-31T12:00'],
  [
    '28 February is not the end in a leap year',
    '2028-02-28T23:00:00Z',
    '2028-01-31T12:00',
    '2028-02-29T12:00',
  ],
])('billing periods that start on the 31st of a month leave no day out: %s', (_case, now, start, end) => {
  expect(starts('2026-01-31T12:00:00Z', now)).toEqual([start, end]);
});

test('billing periods that start on 29 February follow each other without gaps for ten years', () => {
  const anchor = at('2028-02-29T09:30:00Z');
  let { start, end } = periodAround(anchor, anchor);
  for (let month = 0; month < 120; month++) {
    const following = periodAround(anchor, end);
    expect(following.start).toEqual(end);
    expect(following.end.getTime()).toBeGreaterThan(end.getTime());
    ({ start, end } = following);
  }
  expect(start.toISOString()).toBe('2038-02-28T09:30:00.000Z');
});

test('an account inside its current billing period is not changed', () => {
  const current = account({}, { charged: 7 });
  expect(asOf(current, at('2026-02-15T09:59:59.999Z'))).toBe(current);
});

test('when a subscription renews at the end of its period, usage is reset and open holds stay', () => {
  const renewed = asOf(account({}, { charged: 7, chargedCalls: 3, held: 15 }), at('2026-02-15T10:00:00Z'));
  expect(renewed).toMatchObject({ charged: 0, chargedCalls: 0, held: 15 });
  expect(renewed.periodStart).toEqual(at('2026-02-15T10:00:00Z'));
  expect(renewed.periodEnd).toEqual(at('2026-03-15T10:00:00Z'));
});

test.each([
  ['unchanged while the included amount lasts', 90, 40],
  ['reduced by usage beyond the included amount', 130, 10],
  ['zero when more than everything was used', 175, 0],
  ['exact to the last fraction', 100.3, 39.7],
])('after the end of a billing period the purchased amount is %s', (_case, charged, left) => {
  const renewed = asOf(account({ purchased: 40 }, { charged }), at('2026-03-01T00:00:00Z'));
  expect(renewed.plan.purchased).toBe(left);
});

test('months without calls do not use up the purchased amount', () => {
  const renewed = asOf(account({ purchased: 40 }, { charged: 130 }), at('2027-07-20T00:00:00Z'));
  expect(renewed.plan.purchased).toBe(10);
  expect(renewed.periodStart).toEqual(at('2027-07-15T10:00:00Z'));
});

test('an expired trial becomes inactive, and keeps its period and its usage', () => {
  const trial = account({ status: 'trialing' }, { charged: 7, chargedCalls: 1, held: 15 });
  const lapsed = asOf(trial, at('2026-02-15T10:00:00Z'));
  expect(lapsed).toEqual({ ...trial, plan: { ...trial.plan, status: 'canceled' } });
});

test('a cancelled plan never renews', () => {
  const cancelled = account({ status: 'canceled' }, { charged: 7 });
  expect(asOf(cancelled, at('2030-01-01T00:00:00Z'))).toBe(cancelled);
});

test('a past-due plan renews like a paid one', () => {
  expect(asOf(account({ status: 'past_due' }, { charged: 7 }), at('2026-03-01T00:00:00Z')).charged).toBe(0);
});

test('in a plan of minutes each minute costs one minute, even if a price in credits is set', () => {
  expect(priceOf(subscription({ creditsPerMinute: 3 }), 15)).toBe(15);
});

test.each([
  [2, 15, 30],
  [0.1, 3, 0.3],
  [0.7, 3, 2.1],
  [1.005, 1000, 1005],
  [0.0001, 7, 0.0007],
  [0.3333, 3, 0.9999],
])(
  'in a plan of credits, at %d credits a minute, %d minutes cost %d credits',
  (creditsPerMinute, minutes, price) => {
    expect(priceOf(subscription({ billingSystem: 'credits', creditsPerMinute }), minutes)).toBe(price);
  },
);

test('the remaining amount of a plan is included plus purchased minus used and held, and can be negative', () => {
  expect(remaining(account({ purchased: 20 }, { charged: 30, held: 15 }))).toBe(75);
  expect(remaining(account({ included: 0.3 }, { charged: 0.1, held: 0.1 }))).toBe(0.1);
  expect(remaining(account({}, { charged: 90, held: 30 }))).toBe(-20);
});

test.each<[string, Partial<Plan>, Partial<Account>, number]>([
  ['without a price there is no overage', {}, { charged: 30 }, 70],
  ['a cap without a price allows nothing', { monthlySpendingCap: 50 }, { charged: 30 }, 70],
  ['it is never below zero', {}, { charged: 90, held: 30 }, 0],
  ['a price without a cap sets no limit', { overagePrice: 0.2 }, { charged: 900 }, Number.POSITIVE_INFINITY],
  [
    'a price of 0 sets no limit, with or without a cap',
    { overagePrice: 0, monthlySpendingCap: 0 },
    {},
    Number.POSITIVE_INFINITY,
  ],
  [
    'a cap of 0 leaves the amount of the plan',
    { overagePrice: 0.2, monthlySpendingCap: 0 },
    { charged: 30 },
    70,
  ],
  [
    'a cap adds the amount that it pays for',
    { overagePrice: 0.5, monthlySpendingCap: 10 },
    { charged: 30 },
    90,
  ],
  [
    'existing overage, used and held, counts',
    { overagePrice: 0.5, monthlySpendingCap: 10 },
    { charged: 105, held: 5 },
    10,
  ],
  ['beyond the cap it is zero', { overagePrice: 0.5, monthlySpendingCap: 10 }, { charged: 140 }, 0],
  ['30 at 0.1 is 300, not 299', { included: 0, overagePrice: 0.1, monthlySpendingCap: 30 }, {}, 300],
  ['0.3 at 0.1 is 3', { included: 0, overagePrice: 0.1, monthlySpendingCap: 0.3 }, {}, 3],
  [
    'a minute that the cap pays only in part is left out',
    { included: 0, overagePrice: 10_000, monthlySpendingCap: 29_999.9999 },
    {},
    2,
  ],
  [
    'parts of the plan and of the cap add up to a minute',
    { included: 0.3, overagePrice: 0.3333, monthlySpendingCap: 0.3 },
    {},
    1,
  ],
  ['part of a minute is rounded down', { included: 0, overagePrice: 0.3, monthlySpendingCap: 1 }, {}, 3],
  [
    'part of a credit counts',
    { billingSystem: 'credits', included: 0, overagePrice: 0.3, monthlySpendingCap: 1 },
    {},
    3.3333,
  ],
  [
    'the largest amounts allowed',
    { included: 1e11, purchased: 1e11, overagePrice: 0.0001, monthlySpendingCap: 1e7 },
    {},
    3e11,
  ],
])('how much of a plan calls can still hold: %s', (_case, plan, state, amount) => {
  expect(affordable(account(plan, state))).toBe(amount);
});

test('overage is charged only for usage beyond included and purchased amounts', () => {
  expect(overageCost(account({ purchased: 10, overagePrice: 0.1 }, { charged: 110, held: 50 }))).toBe(0);
  expect(overageCost(account({ purchased: 10, overagePrice: 0.1 }, { charged: 113 }))).toBe(0.3);
  expect(overageCost(account({}, { charged: 113 }))).toBe(0);
});

const billingOf = (given: Account, minutes: number): unknown => refusalOf(given, minutes)?.details.billing;

test.each<Plan['status']>(['active', 'trialing'])(
  'a plan that is %s admits calls up to its last remaining minute',
  (status) => {
    expect(refusalOf(account({ status }, { charged: 60, held: 25 }), 15)).toBeUndefined();
  },
);

test('a call refused for lack of minutes gets 402 and the suggestion to purchase minutes', () => {
  const refusal = refusalOf(account({}, { charged: 60, held: 25 }), 16);
  expect(refusal).toMatchObject({
    kind: 'payment_required',
    message: 'This needs 16 minutes and 15 are available',
  });
  expect(refusal?.details).toEqual({
    billing: { requiredMinutes: 16, availableMinutes: 15, suggestedAction: 'purchase_minutes' },
  });
});

test('a call refused for lack of credits gets an error about credits, not minutes', () => {
  const given = account({ billingSystem: 'credits', creditsPerMinute: 0.7 }, { charged: 90 });
  expect(refusalOf(given, 14)).toBeUndefined();
  expect(billingOf(given, 15)).toEqual({
    billingSystem: 'credits',
    requiredCredits: 10.5,
    availableCredits: 10,
    suggestedAction: 'purchase_minutes',
  });
});

test('a call refused at the spending cap gets the suggestion to increase the cap', () => {
  const given = account({ overagePrice: 0.5, monthlySpendingCap: 10 }, { charged: 100, held: 10 });
  expect(billingOf(given, 11)).toEqual({
    requiredMinutes: 11,
    availableMinutes: 10,
    suggestedAction: 'increase_spending_cap',
  });
  expect(refusalOf(given, 10)).toBeUndefined();
});

test.each<[Plan['status'], string]>([
  ['canceled', 'upgrade_plan'],
  ['past_due', 'contact_support'],
])(
  'a plan that is %s admits no calls, whatever is left of it, and suggests %s',
  (status, suggestedAction) => {
    expect(billingOf(account({ status, overagePrice: 0 }), 1)).toEqual({
      requiredMinutes: 1,
      availableMinutes: 0,
      suggestedAction,
    });
    expect(billingOf(account({ status, billingSystem: 'credits', creditsPerMinute: 2 }), 3)).toEqual({
      billingSystem: 'credits',
      requiredCredits: 6,
      availableCredits: 0,
      suggestedAction,
    });
  },
);

test('the usage report never shows a negative amount as available', () => {
  const view = viewUsage(
    account({ overagePrice: 0.5, monthlySpendingCap: 10 }, { charged: 110, held: 3, chargedCalls: 9 }),
  );
  expect(view).toEqual({
    billingSystem: 'minutes',
    status: 'active',
    period: { start: '2026-01-15T10:00:00.000Z', end: '2026-02-15T10:00:00.000Z' },
    included: 100,
    purchased: 0,
    used: 110,
    held: 3,
    available: 0,
    totalInterviews: 9,
    costs: { interview_minutes: 5 },
    currency: 'EUR',
    spendingCap: 10,
  });
});

test('a plan amount with more than four decimals is refused', () => {
  expect(tooFine(subscription({ included: 0.3, purchased: 1.0001, creditsPerMinute: 0.7 }))).toEqual([]);
  expect(tooFine(subscription({ purchased: 0.00001, creditsPerMinute: 1 / 3 }))).toEqual([
    'purchased must have at most four decimals',
    'creditsPerMinute must have at most four decimals',
  ]);
});

test('calls that need the last minute of the plan are quoted without an overage cost', () => {
  expect(quoteOf(account({ overagePrice: 0.2 }, { charged: 60, held: 10 }), 30)).toEqual({
    billingSystem: 'minutes',
    required: 30,
    left: 30,
    beyond: 0,
    overagePrice: 0.2,
    overageCost: 0,
    currency: 'EUR',
    refusal: null,
    suggestedAction: null,
  });
});

test('a plan in credits is quoted in credits, and overage in money', () => {
  const plan = { billingSystem: 'credits', creditsPerMinute: 0.7, overagePrice: 0.15 } as const;
  expect(quoteOf(account({ ...plan, currency: 'CHF' }, { charged: 97 }), 10)).toEqual({
    billingSystem: 'credits',
    required: 7,
    left: 3,
    beyond: 4,
    overagePrice: 0.15,
    overageCost: 0.6,
    currency: 'CHF',
    refusal: null,
    suggestedAction: null,
  });
});

test('a quote for new calls does not include minutes that were already used beyond the plan', () => {
  const overdrawn = account({ overagePrice: 0.1 }, { charged: 120, held: 30 });
  expect(quoteOf(overdrawn, 10)).toMatchObject({ left: 0, beyond: 10, overageCost: 1 });
});

test('a plan without an overage price refuses calls beyond its minutes, and the quote says why', () => {
  expect(quoteOf(account({}, { charged: 95 }), 20)).toMatchObject({
    left: 5,
    beyond: 15,
    overagePrice: null,
    overageCost: null,
    refusal: 'This needs 20 minutes and 5 are available',
  });
});

test('calls that would exceed the spending cap are refused even if overage has a price', () => {
  const capped = account({ overagePrice: 0.5, monthlySpendingCap: 10 }, { charged: 100 });
  expect(quoteOf(capped, 21)).toMatchObject({
    overageCost: 10.5,
    refusal: 'This needs 21 minutes and 20 are available below the monthly spending cap',
  });
});

test('an ended subscription refuses calls, whatever is left of its minutes', () => {
  expect(quoteOf(account({ status: 'canceled' }), 1)).toMatchObject({
    left: 100,
    beyond: 0,
    refusal: 'There is no active subscription: choose a plan to make calls',
  });
});
