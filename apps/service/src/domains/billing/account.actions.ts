import type { Plan, QuoteView } from '@parley/contract/billing.ts';
import { invalid } from '@parley/kernel/failure.ts';
import type { Client } from '../../http/principal.ts';
import { type Actor, type Everywhere, retried, type Scope } from '../../storage/scope.ts';
import { auditChange } from '../access/audit.actions.ts';
import { companiesBefore, getCompany, ownCompany } from '../companies/company.actions.ts';
import {
  type Account,
  asOf,
  periodAround,
  quoteOf,
  refusalOf,
  remaining,
  viewUsage,
} from './account.model.ts';
import { findAccount, insertAccount, lockAccount, saveAccount } from './account.store.ts';
import { insertEntries, lockHolds, repriceHolds } from './ledger.store.ts';
import { priceOf, rounded, TRIAL_DAYS, tooFine, trialPlan } from './price.model.ts';

const DAY_MS = 86_400_000;
const TRIAL_MINUTES = 60;
/**
 * So many companies of one ATS key have free minutes in any 30 days, so that nobody makes companies to call for nothing.
 * The others begin with none, until they have a plan.
 */
const MOST_TRIALS = 100;
const TRIAL_WINDOW_DAYS = 30;

/** Opens the company's account, if it has none, with a plan whose first period begins then. */
export async function openAccount(
  scope: Scope,
  plan: Plan,
  days = TRIAL_DAYS,
  begin = scope.now(),
): Promise<void> {
  const period =
    plan.status === 'trialing' ? { start: begin, end: plusDays(begin, days) } : periodAround(begin, begin);
  await insertAccount(scope, {
    plan,
    periodStart: period.start,
    periodEnd: period.end,
    periodAnchor: begin,
    charged: 0,
    chargedCalls: 0,
    held: 0,
  });
}

/** An account that was never opened has the ordinary trial, from the day of the company and not of the first look. */
async function openTrial(scope: Scope): Promise<void> {
  const company = await ownCompany(scope);
  const before = await companiesBefore(scope, company, TRIAL_WINDOW_DAYS);
  const minutes = before < MOST_TRIALS ? TRIAL_MINUTES : 0;
  await openAccount(scope, trialPlan(minutes), TRIAL_DAYS, company.createdAt);
}

const plusDays = (start: Date, days: number): Date => new Date(start.getTime() + days * DAY_MS);

async function currentAccount(scope: Scope): Promise<Account> {
  let stored = await findAccount(scope);
  if (!stored) {
    await openTrial(scope);
    stored = (await findAccount(scope)) as Account;
  }
  return asOf(stored, scope.now());
}

/** The plan as it is now, for limits that are not about money. */
export const currentPlan = async (scope: Scope): Promise<Plan> => (await currentAccount(scope)).plan;

/** The account, locked until the transaction ends and rolled over to the period of now. */
export async function lockedAccount(scope: Scope): Promise<Account> {
  let stored = await lockAccount(scope);
  if (!stored) {
    await openTrial(scope);
    stored = (await lockAccount(scope)) as Account;
  }
  const current = asOf(stored, scope.now());
  if (current.periodStart > stored.periodStart) {
    await saveAccount(scope, current);
    await closePeriod(scope, stored);
  }
  return current;
}

/** Notes in the ledger what the period had come to. */
const closePeriod = (scope: Scope, { periodStart, charged }: Account): Promise<void> =>
  insertEntries(scope, periodStart, [{ kind: 'ROLL_OVER', attemptId: null, minutes: 0, amount: charged }]);

export async function readUsage(scope: Scope) {
  return viewUsage(await currentAccount(scope));
}

/** Any company's plan and usage. */
export async function readAccount(everywhere: Everywhere, companyId: string, actor: Actor) {
  const company = await getCompany(everywhere, companyId);
  const account = await currentAccount(everywhere.within(company.id, actor));
  return { plan: account.plan, usage: viewUsage(account) };
}

/** What calls of so many minutes would cost at most, without promising them anything. */
export const readQuote = async (scope: Scope, minutes: number): Promise<QuoteView> =>
  quoteOf(await currentAccount(scope), minutes);

/** What the account would say to calls now, without promising them anything. */
export async function foresee(scope: Scope) {
  const account = await currentAccount(scope);
  return {
    availableMinutes: rounded(Math.max(0, remaining(account)) / priceOf(account.plan, 1)),
    /** Why calls of so many minutes would be refused. */
    refusal: (minutes: number): string | undefined => refusalOf(account, minutes)?.message,
  };
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
  const problems = tooFine(plan);
  if (problems.length > 0) throw invalid(problems);
  const company = await getCompany(everywhere, companyId);
  // Calls that are settled together take holds when they have the account already: one of the two is undone then.
  return retried(() =>
    everywhere.transaction(async (inside) => {
      const scope = inside.within(company.id, by.actor);
      // Before the account, as whoever settles one does.
      await lockHolds(scope);
      const before = await lockedAccount(scope);
      const wanted: Plan = {
        ...plan,
        overagePrice: plan.overagePrice ?? null,
        monthlySpendingCap: plan.monthlySpendingCap ?? null,
      };
      const begins = beginsAnew(before.plan, wanted);
      const held =
        priceOf(wanted, 1) === priceOf(before.plan, 1)
          ? before.held
          : await repriceHolds(scope, priceOf(wanted, 1));
      const after = { ...before, plan: wanted, held };
      await saveAccount(scope, begins ? { ...after, ...firstPeriod(scope.now(), after) } : after);
      if (begins) await closePeriod(scope, before);
      if (held !== before.held) {
        const amount = rounded(held - before.held);
        await insertEntries(scope, before.periodStart, [
          { kind: 'REPRICE', attemptId: null, minutes: 0, amount },
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
    }),
  );
}

/**
 * A period from now, with nothing used in it yet. The ledger tells periods apart by their start, so one that
 * has charges is never begun again, whatever the clock says.
 */
function firstPeriod(now: Date, { plan, periodStart, chargedCalls }: Account) {
  const earliestMs = periodStart.getTime() + (chargedCalls > 0 ? 1 : 0);
  const start = new Date(Math.max(now.getTime(), earliestMs));
  const end = plan.status === 'trialing' ? plusDays(start, TRIAL_DAYS) : periodAround(start, start).end;
  return { periodStart: start, periodEnd: end, periodAnchor: start, charged: 0, chargedCalls: 0 };
}

const isSubscribed = (plan: Plan): boolean => plan.status === 'active' || plan.status === 'past_due';

const beginsAnew = (before: Plan, after: Plan): boolean =>
  before.billingSystem !== after.billingSystem ||
  (isSubscribed(after) && !isSubscribed(before)) ||
  (after.status === 'trialing' && before.status !== 'trialing');
