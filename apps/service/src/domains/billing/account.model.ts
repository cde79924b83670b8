import { PARTS, type Plan, type QuoteView, type UsageView } from '@parley/contract/billing.ts';
import { Failure } from '@parley/kernel/failure.ts';
import { priceOf, rounded } from './price.model.ts';

/** A company's plan with what it has used. Pure rules; the store keeps it, one row for each company. */
export interface Account {
  readonly plan: Plan;
  readonly periodStart: Date;
  readonly periodEnd: Date;
  /** The instant whose day of the month every period begins on. */
  readonly periodAnchor: Date;
  /** Charged this period, in the plan's unit. */
  readonly charged: number;
  readonly chargedCalls: number;
  /** Promised to calls that are not settled yet, in the plan's unit. */
  readonly held: number;
}

/** The account as of now: past the end of its period a subscription renews, a trial is over, and what is cancelled stays. */
export function asOf(account: Account, now: Date): Account {
  if (now < account.periodEnd || account.plan.status === 'canceled') return account;
  if (account.plan.status === 'trialing')
    return { ...account, plan: { ...account.plan, status: 'canceled' } };
  const { start, end } = periodAround(account.periodAnchor, now);
  const beyondIncluded = Math.max(0, account.charged - account.plan.included);
  return {
    ...account,
    plan: { ...account.plan, purchased: Math.max(0, rounded(account.plan.purchased - beyondIncluded)) },
    periodStart: start,
    periodEnd: end,
    charged: 0,
    chargedCalls: 0,
  };
}

/** The month-long period, counted from the anchor, that an instant lies in. */
export function periodAround(anchor: Date, now: Date): { start: Date; end: Date } {
  let months =
    (now.getUTCFullYear() - anchor.getUTCFullYear()) * 12 + now.getUTCMonth() - anchor.getUTCMonth();
  if (plusMonths(anchor, months) > now) months--;
  return { start: plusMonths(anchor, months), end: plusMonths(anchor, months + 1) };
}

/** The same day and time so many months later; the month's last day where that day does not exist. */
function plusMonths(anchor: Date, months: number): Date {
  const moved = new Date(anchor);
  moved.setUTCDate(1);
  moved.setUTCMonth(moved.getUTCMonth() + months);
  const lastDay = new Date(Date.UTC(moved.getUTCFullYear(), moved.getUTCMonth() + 1, 0)).getUTCDate();
  moved.setUTCDate(Math.min(anchor.getUTCDate(), lastDay));
  return moved;
}

/** What is left of included and purchased; below zero by what is being paid for as overage. */
export const remaining = ({ plan, charged, held }: Account): number =>
  rounded(plan.included + plan.purchased - charged - held);

/** What may still be promised: the rest of the plan, and as much overage as its price and cap allow. */
export function affordable(account: Account): number {
  const { overagePrice, monthlySpendingCap } = account.plan;
  const left = remaining(account);
  if (overagePrice == null) return Math.max(0, left);
  if (monthlySpendingCap == null || overagePrice === 0) return Number.POSITIVE_INFINITY;
  const most = Math.max(0, rounded(left + quotient(monthlySpendingCap, overagePrice)));
  // A part of a minute buys no call; a part of a credit may.
  return account.plan.billingSystem === 'credits' ? most : Math.floor(most);
}

/** How often a price goes into a sum, rounded down; in whole numbers, because 0.3 / 0.1 is 2.999… in others. */
const quotient = (sum: number, price: number): number =>
  Number((inParts(sum) * BigInt(PARTS)) / inParts(price)) / PARTS;

const inParts = (amount: number): bigint => BigInt(Math.round(amount * PARTS));

/** What this period's overage has cost so far. */
export const overageCost = ({ plan, charged }: Account): number =>
  rounded(Math.max(0, charged - plan.included - plan.purchased) * (plan.overagePrice ?? 0));

/** Why calls of so many minutes may not be made, or nothing when they may. */
export function refusalOf(account: Account, minutes: number): Failure | undefined {
  const required = priceOf(account.plan, minutes);
  const refuse = (message: string, available: number, suggestedAction: string) =>
    new Failure('payment_required', message, {
      billing: { ...numbers(account.plan, required, available), suggestedAction },
    });
  switch (account.plan.status) {
    case 'canceled':
      return refuse('There is no active subscription: choose a plan to make calls', 0, 'upgrade_plan');
    case 'past_due':
      return refuse(
        'The subscription is past due: contact support to make calls again',
        0,
        'contact_support',
      );
  }
  const available = affordable(account);
  if (required <= available) return undefined;
  const unit = account.plan.billingSystem;
  const text = `This needs ${required} ${unit} and ${available} are available`;
  return account.plan.overagePrice == null
    ? refuse(text, available, 'purchase_minutes')
    : refuse(`${text} below the monthly spending cap`, available, 'increase_spending_cap');
}

const numbers = (plan: Plan, required: number, available: number) =>
  plan.billingSystem === 'credits'
    ? { billingSystem: 'credits', requiredCredits: required, availableCredits: available }
    : { requiredMinutes: required, availableMinutes: available };

export const viewUsage = (account: Account): UsageView => ({
  billingSystem: account.plan.billingSystem,
  status: account.plan.status,
  period: { start: account.periodStart.toISOString(), end: account.periodEnd.toISOString() },
  included: account.plan.included,
  purchased: account.plan.purchased,
  used: account.charged,
  held: account.held,
  available: Math.max(0, remaining(account)),
  totalInterviews: account.chargedCalls,
  costs: { interview_minutes: overageCost(account) },
  currency: account.plan.currency,
  spendingCap: account.plan.monthlySpendingCap ?? null,
});

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
