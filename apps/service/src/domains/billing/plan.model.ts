import { PARTS, type Plan } from '@parley/contract/billing.ts';

/** One sentence for each amount that could not be counted exactly. JSON Schema's `multipleOf` divides in floating point. */
export const tooFine = (plan: Plan): string[] =>
  (['included', 'purchased', 'overagePrice', 'monthlySpendingCap', 'creditsPerMinute'] as const)
    .filter((name) => !isCountable(plan[name] ?? 0))
    .map((name) => `${name} must have at most four decimals`);

const isCountable = (amount: number): boolean => Math.round(amount * PARTS) / PARTS === amount;

export const TRIAL_DAYS = 14;

export const trialPlan = (minutes: number): Plan => ({
  billingSystem: 'minutes',
  status: 'trialing',
  included: minutes,
  purchased: 0,
  overagePrice: null,
  monthlySpendingCap: null,
  currency: 'EUR',
  maxConcurrentCalls: 10,
  storageBytes: 1024 ** 3,
  creditsPerMinute: 1,
});
