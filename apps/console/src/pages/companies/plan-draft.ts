import type { Plan } from './account.ts';

const GIB = 1024 ** 3;

/** A plan while somebody writes it: figures as they are typed. */
export interface PlanDraft {
  readonly billingSystem: Plan['billingSystem'];
  readonly status: Plan['status'];
  readonly included: string;
  readonly purchased: string;
  /** Empty: there is no overage. */
  readonly overagePrice: string;
  /** Empty: there is no cap. */
  readonly monthlySpendingCap: string;
  readonly currency: string;
  readonly maxConcurrentCalls: string;
  readonly storageGib: string;
  readonly creditsPerMinute: string;
}

const text = (amount: number | null | undefined): string => (amount == null ? '' : String(amount));
const amount = (typed: string): number | null => (typed.trim() === '' ? null : Number(typed));

export const planDraftOf = (plan: Plan): PlanDraft => ({
  billingSystem: plan.billingSystem,
  status: plan.status,
  included: text(plan.included),
  purchased: text(plan.purchased),
  overagePrice: text(plan.overagePrice),
  monthlySpendingCap: text(plan.monthlySpendingCap),
  currency: plan.currency,
  maxConcurrentCalls: text(plan.maxConcurrentCalls),
  storageGib: text(plan.storageBytes / GIB),
  creditsPerMinute: text(plan.creditsPerMinute),
});

export const planOf = (draft: PlanDraft): Plan => ({
  billingSystem: draft.billingSystem,
  status: draft.status,
  included: Number(draft.included),
  purchased: Number(draft.purchased),
  overagePrice: amount(draft.overagePrice),
  monthlySpendingCap: amount(draft.monthlySpendingCap),
  currency: draft.currency.toUpperCase(),
  maxConcurrentCalls: Number(draft.maxConcurrentCalls),
  storageBytes: Math.round(Number(draft.storageGib) * GIB),
  creditsPerMinute: Number(draft.creditsPerMinute),
});
