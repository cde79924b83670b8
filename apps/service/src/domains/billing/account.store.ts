import type { Plan } from '@parley/contract/billing.ts';
import type { Scope } from '../../storage/scope.ts';
import { sql } from '../../storage/sql.ts';
import type { Account } from './account.model.ts';

type Row = Plan & Omit<Account, 'plan'>;

const columns = sql`
  billing_system as "billingSystem", status, included, purchased, overage_price as "overagePrice",
  monthly_spending_cap as "monthlySpendingCap", currency, max_concurrent_calls as "maxConcurrentCalls",
  storage_bytes as "storageBytes", credits_per_minute as "creditsPerMinute",
  period_start as "periodStart", period_end as "periodEnd", period_anchor as "periodAnchor",
  charged, charged_calls as "chargedCalls", held`;

function account(row: Row | undefined): Account | undefined {
  if (!row) return undefined;
  const { periodStart, periodEnd, periodAnchor, charged, chargedCalls, held, ...plan } = row;
  return { plan, periodStart, periodEnd, periodAnchor, charged, chargedCalls, held };
}

export const findAccount = async (scope: Scope) =>
  account(
    await scope.first<Row>(
      sql`select ${columns} from billing_accounts where company_id = ${scope.companyId}`,
    ),
  );

/** Whoever holds this lock is alone with the company's money until the transaction ends. */
export const lockAccount = async (scope: Scope) =>
  account(
    await scope.first<Row>(
      sql`select ${columns} from billing_accounts where company_id = ${scope.companyId} for update`,
    ),
  );

/** Does nothing when the company has an account already. */
export async function insertAccount(
  scope: Scope,
  { plan, periodStart, periodEnd, periodAnchor }: Account,
): Promise<void> {
  const now = scope.now();
  await scope.run(sql`
    insert into billing_accounts (
      company_id, billing_system, status, included, purchased, overage_price, monthly_spending_cap, currency,
      max_concurrent_calls, storage_bytes, credits_per_minute, period_start, period_end, period_anchor, created_at, updated_at)
    values (
      ${scope.companyId}, ${plan.billingSystem}, ${plan.status}, ${plan.included}, ${plan.purchased}, ${plan.overagePrice ?? null},
      ${plan.monthlySpendingCap ?? null}, ${plan.currency}, ${plan.maxConcurrentCalls}, ${plan.storageBytes},
      ${plan.creditsPerMinute}, ${periodStart}, ${periodEnd}, ${periodAnchor}, ${now}, ${now})
    on conflict (company_id) do nothing`);
}

export async function saveAccount(scope: Scope, { plan, ...state }: Account): Promise<void> {
  await scope.run(sql`
    update billing_accounts set
      billing_system = ${plan.billingSystem}, status = ${plan.status}, included = ${plan.included}, purchased = ${plan.purchased},
      overage_price = ${plan.overagePrice ?? null}, monthly_spending_cap = ${plan.monthlySpendingCap ?? null},
      currency = ${plan.currency}, max_concurrent_calls = ${plan.maxConcurrentCalls}, storage_bytes = ${plan.storageBytes},
      credits_per_minute = ${plan.creditsPerMinute}, period_start = ${state.periodStart}, period_end = ${state.periodEnd},
      period_anchor = ${state.periodAnchor}, charged = ${state.charged}, charged_calls = ${state.chargedCalls},
      held = ${state.held}, updated_at = ${scope.now()}
    where company_id = ${scope.companyId}`);
}
