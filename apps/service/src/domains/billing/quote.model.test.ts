import type { Plan } from '@parley/contract/billing.ts';
import { expect, test } from 'vitest';
import type { Account } from './account.model.ts';
import { trialPlan } from './plan.model.ts';
import { quoteOf } from './quote.model.ts';

const account = (plan: Partial<Plan>, state: Partial<Account> = {}): Account => ({
  plan: { ...trialPlan(100), status: 'active', ...plan },
  periodStart: new Date('2026-01-15T10:00:00Z'),
  periodEnd: new Date('2026-02-15T10:00:00Z'),
  periodAnchor: new Date('2026-01-15T10:00:00Z'),
  charged: 0,
  chargedCalls: 0,
  held: 0,
  ...state,
});

test('what the plan covers costs nothing beyond it, to the last minute', () => {
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

test('a plan in credits is asked in credits, and what is beyond it has its price', () => {
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

test('what others have overdrawn is not paid for again', () => {
  const overdrawn = account({ overagePrice: 0.1 }, { charged: 120, held: 30 });
  expect(quoteOf(overdrawn, 10)).toMatchObject({ left: 0, beyond: 10, overageCost: 1 });
});

test('a plan without a price beyond it names none, and says why it would refuse', () => {
  expect(quoteOf(account({}, { charged: 95 }), 20)).toMatchObject({
    left: 5,
    beyond: 15,
    overagePrice: null,
    overageCost: null,
    refusal: 'This needs 20 minutes and 5 are available',
  });
});

test('a cap that the calls would cross is a refusal, though there is a price', () => {
  const capped = account({ overagePrice: 0.5, monthlySpendingCap: 10 }, { charged: 100 });
  expect(quoteOf(capped, 21)).toMatchObject({
    overageCost: 10.5,
    refusal: 'This needs 21 minutes and 20 are available below the monthly spending cap',
  });
});

test('a subscription that has ended refuses whatever is left', () => {
  expect(quoteOf(account({ status: 'canceled' }), 1)).toMatchObject({
    left: 100,
    beyond: 0,
    refusal: 'There is no active subscription: choose a plan to make calls',
  });
});
