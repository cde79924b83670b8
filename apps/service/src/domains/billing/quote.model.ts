import type { QuoteView } from '@parley/contract/billing.ts';
import { type Account, priceOf, refusalOf, remaining, rounded } from './account.model.ts';

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
