import { Named, Nullable, OneOf, Strict } from '@parley/contract/schema.ts';
import { type Static, Type } from 'typebox';
import { type Account, priceOf, refusalOf, remaining, rounded } from './account.model.ts';
import { billingSystems } from './plan.model.ts';

const suggestedActions = [
  'purchase_minutes',
  'upgrade_plan',
  'increase_spending_cap',
  'contact_support',
] as const;

export const QuoteQuery = Strict({
  minutes: Type.Integer({ minimum: 0, maximum: 1e9, description: 'Of all calls together, at most.' }),
});

/** What calls would take of the plan at most, and what of it would have to be paid beyond it. */
export const QuoteView = Named(
  'BillingQuote',
  Strict({
    billingSystem: OneOf(billingSystems),
    required: Type.Number({ description: 'What the calls reserve, in minutes or credits.' }),
    left: Type.Number({ description: 'Left of the plan before them, in minutes or credits.' }),
    beyond: Type.Number({ description: 'What of `required` the plan does not cover.' }),
    overagePrice: Nullable(
      Type.Number({ description: 'Of one minute or credit beyond the plan. Null: there is none to be had.' }),
    ),
    overageCost: Nullable(Type.Number({ description: 'What `beyond` costs at most, in `currency`.' })),
    currency: Type.String(),
    refusal: Nullable(Type.String({ description: 'Why the calls would be refused now.' })),
    suggestedAction: Nullable(
      OneOf(suggestedActions, { description: 'What would let them be made, when they would be refused.' }),
    ),
  }),
);
export type QuoteView = Static<typeof QuoteView>;

export function quoteOf(account: Account, minutes: number): QuoteView {
  const { billingSystem, currency, overagePrice = null } = account.plan;
  const required = priceOf(account.plan, minutes);
  const left = Math.max(0, remaining(account));
  const beyond = Math.max(0, rounded(required - left));
  const refusal = refusalOf(account, minutes);
  return {
    billingSystem,
    required,
    left,
    beyond,
    overagePrice,
    overageCost: overagePrice === null ? null : rounded(beyond * overagePrice),
    currency,
    refusal: refusal?.message ?? null,
    suggestedAction: (refusal?.details.billing?.suggestedAction ?? null) as QuoteView['suggestedAction'],
  };
}
