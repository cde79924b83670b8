import type { Client } from '../../http/principal.ts';
import type { Actor, Everywhere, Scope } from '../../storage/scope.ts';
import { auditChange } from '../access/audit.actions.ts';
import { getCompany } from '../companies/company.actions.ts';
import { type Account, asOf, periodAround, priceOf, viewUsage } from './account.model.ts';
import { findAccount, insertAccount, lockAccount, saveAccount } from './account.store.ts';
import { insertEntries, repriceHolds } from './ledger.store.ts';
import { type Plan, TRIAL_DAYS, trialPlan } from './plan.model.ts';

const DAY_MS = 86_400_000;
const TRIAL_MINUTES = 60;

/** Opens the company's account; one that was never opened opens with the ordinary trial. */
export async function openAccount(
  scope: Scope,
  plan: Plan = trialPlan(TRIAL_MINUTES),
  days = TRIAL_DAYS,
): Promise<void> {
  const now = scope.now();
  const period =
    plan.status === 'trialing'
      ? { start: now, end: new Date(now.getTime() + days * DAY_MS) }
      : periodAround(now, now);
  await insertAccount(scope, {
    plan,
    periodStart: period.start,
    periodEnd: period.end,
    periodAnchor: now,
    charged: 0,
    chargedCalls: 0,
    held: 0,
  });
}

export async function currentAccount(scope: Scope): Promise<Account> {
  const account = await findAccount(scope);
  if (account) return asOf(account, scope.now());
  await openAccount(scope);
  return (await findAccount(scope)) as Account;
}

/** The account, locked until the transaction ends and rolled over to the period of now. */
export async function lockedAccount(scope: Scope): Promise<Account> {
  let stored = await lockAccount(scope);
  if (!stored) {
    await openAccount(scope);
    stored = (await lockAccount(scope)) as Account;
  }
  const current = asOf(stored, scope.now());
  if (current.periodStart > stored.periodStart) {
    await saveAccount(scope, current);
    await insertEntries(scope, [{ kind: 'ROLL_OVER', attemptId: null, minutes: 0, amount: stored.charged }]);
  }
  return current;
}

export async function readUsage(scope: Scope) {
  return viewUsage(await currentAccount(scope));
}

/**
 * Gives a company its plan. What was used and promised stays, except that a subscription that begins (after
 * a trial, a cancellation, or in another unit) begins its own period with nothing used. Open holds get the
 * new price.
 */
export async function setPlan(
  everywhere: Everywhere,
  companyId: string,
  plan: Plan,
  by: { actor: Actor; client: Client | undefined },
): Promise<Plan> {
  const company = await getCompany(everywhere, companyId);
  return everywhere.transaction(async (inside) => {
    const scope = inside.within(company.id, by.actor);
    const before = await lockedAccount(scope);
    const now = scope.now();
    const wanted: Plan = {
      ...plan,
      overagePrice: plan.overagePrice ?? null,
      monthlySpendingCap: plan.monthlySpendingCap ?? null,
    };
    const begins = beginsAnew(before.plan, wanted);
    const days = wanted.status === 'trialing' ? { end: new Date(now.getTime() + TRIAL_DAYS * DAY_MS) } : {};
    const held =
      priceOf(wanted, 1) === priceOf(before.plan, 1)
        ? before.held
        : await repriceHolds(scope, priceOf(wanted, 1));
    const period = begins
      ? { ...periodAround(now, now), ...days }
      : { start: before.periodStart, end: before.periodEnd };
    await saveAccount(scope, {
      ...before,
      plan: wanted,
      held,
      periodStart: period.start,
      periodEnd: period.end,
      ...(begins ? { periodAnchor: now, charged: 0, chargedCalls: 0 } : {}),
    });
    if (held !== before.held) {
      await insertEntries(scope, [
        { kind: 'REPRICE', attemptId: null, minutes: 0, amount: held - before.held },
      ]);
    }
    await auditChange(
      inside,
      {
        eventType: 'CONFIG_CHANGED',
        apiKeyId: null,
        companyId: company.id,
        metadata: { changed: ['plan'], before: before.plan, after: wanted },
      },
      by,
    );
    return wanted;
  });
}

const isSubscribed = (plan: Plan): boolean => plan.status === 'active' || plan.status === 'past_due';

const beginsAnew = (before: Plan, after: Plan): boolean =>
  before.billingSystem !== after.billingSystem ||
  (isSubscribed(after) && !isSubscribed(before)) ||
  (after.status === 'trialing' && before.status !== 'trialing');
