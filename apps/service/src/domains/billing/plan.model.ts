import { Currency, Named, Nullable, OneOf, Strict } from '@parley/contract/schema.ts';
import { type Static, Type } from 'typebox';

export const billingSystems = ['minutes', 'credits'] as const;
export const planStatuses = ['active', 'trialing', 'past_due', 'canceled'] as const;

/** Amounts are counted in ten-thousandths: up to the largest one allowed, no sum of them loses a part to floating point. */
export const PARTS = 10_000;
const Amount = (options: object = {}) => Type.Number({ minimum: 0, maximum: 1e11, ...options });

/** What a company may use and what that costs. Amounts are in minutes, or in credits, with at most four decimals. */
export const Plan = Named(
  'Plan',
  Strict(
    {
      billingSystem: OneOf(billingSystems),
      status: OneOf(planStatuses),
      included: Amount({ description: 'Renewed each period.' }),
      purchased: Amount({
        description: 'Bought beyond that; what is left of it stays over the end of a period.',
      }),
      overagePrice: Type.Optional(
        Nullable(
          Amount({
            description:
              'Price of one minute or credit beyond included and purchased; without it there is none.',
          }),
        ),
      ),
      monthlySpendingCap: Type.Optional(
        Nullable(Amount({ description: 'Most to be spent on overage in a period.' })),
      ),
      currency: Currency('EUR'),
      maxConcurrentCalls: Type.Integer({ minimum: 0, maximum: 100_000 }),
      storageBytes: Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER }),
      creditsPerMinute: Type.Number({ minimum: 1 / PARTS, maximum: 10_000 }),
    },
    { description: 'Amounts and prices have at most four decimals.' },
  ),
);
export type Plan = Static<typeof Plan>;

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
