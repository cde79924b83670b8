import { PARTS, type Plan } from '@parley/contract/billing.ts';

/**
 * What a minute costs. Staff set a company's plan through the API (`PUT /companies/{id}/plan`); the plan is the price
 * table. A plan in minutes uses one unit a minute, a plan in credits `creditsPerMinute`; units beyond included and
 * purchased cost `overagePrice` each.
 */
export const priceOf = (plan: Plan, minutes: number): number =>
  rounded(plan.billingSystem === 'credits' ? minutes * plan.creditsPerMinute : minutes);

/** What calls cost by the plan: in credits, or in money. */
export interface MinutePrice {
  /** `CREDITS` or a currency. */
  readonly unit: string;
  readonly perMinute: number;
}

/**
 * What a charged minute is worth: the credits that it takes, or where the plan counts minutes, its price beyond the plan. What
 * the included minutes cost is not known here. Null: the plan has no price.
 */
export function minutePriceOf({
  billingSystem,
  creditsPerMinute,
  overagePrice,
  currency,
}: Plan): MinutePrice | null {
  if (billingSystem === 'credits') return { unit: 'CREDITS', perMinute: creditsPerMinute };
  return overagePrice == null || overagePrice === 0 ? null : { unit: currency, perMinute: overagePrice };
}

/** The connected time of each call is rounded up to whole minutes. */
export const minutesOf = (durationSeconds: number): number => Math.ceil(durationSeconds / 60);

/** Amounts have at most four decimals; what floating point adds beyond that is noise. */
export const rounded = (amount: number): number => Math.round(amount * PARTS) / PARTS;

/** One sentence for each amount that could not be counted exactly. JSON Schema's `multipleOf` divides in floating point. */
export const tooFine = (plan: Plan): string[] =>
  (['included', 'purchased', 'overagePrice', 'monthlySpendingCap', 'creditsPerMinute'] as const)
    .filter((name) => rounded(plan[name] ?? 0) !== (plan[name] ?? 0))
    .map((name) => `${name} must have at most four decimals`);

export const TRIAL_DAYS = 14;

/** The plan that every new company begins with. */
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
