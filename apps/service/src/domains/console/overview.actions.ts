import { USUAL_DAYS, type UsageDaysView } from '@parley/contract/billing.ts';
import {
  DAYS_SHOWN,
  type FirstStepsView,
  type HealthView,
  MOST_WAITING,
  type OverviewView,
} from '@parley/contract/overview.ts';
import { invalid } from '@parley/kernel/failure.ts';
import type { Scope } from '../../storage/scope.ts';
import { foresee } from '../billing/account.actions.ts';
import { ownCompany } from '../companies/company.actions.ts';
import { dayIn } from '../contacts/contact.model.ts';
import { callsOfDays, liveCallsOf } from '../conversations/dispatch.actions.ts';
import {
  agentsOf,
  datesUntil,
  daysOf,
  healthOf,
  MOST_RECENT,
  outcomesOf,
  periodViolations,
  summaryOfDay,
} from './overview.model.ts';
import {
  countWaiting,
  endedLast,
  firstStepsOf,
  readSoundness,
  usageByAgent,
  usageByDay,
} from './overview.store.ts';

/** What a company's people see first. Each part is a look at what is kept: none of them counts all conversations. */
export async function readOverview(
  scope: Scope,
  installation: () => Promise<readonly HealthView[]>,
): Promise<OverviewView> {
  const today = dayIn((await ownCompany(scope)).timezone, scope.now());
  const dates = datesUntil(today, DAYS_SHOWN);
  const [calls, agents, callsNow, waiting, recent, soundness, { availableMinutes }, health] =
    await Promise.all([
      callsOfDays(scope, dates[0] ?? today, today),
      usageByAgent(scope, { from: dates[0] ?? today, to: today }),
      liveCallsOf(scope),
      countWaiting(scope, MOST_WAITING),
      endedLast(scope, MOST_RECENT),
      readSoundness(scope),
      foresee(scope),
      installation(),
    ]);
  return {
    callsNow,
    waiting,
    today: summaryOfDay(calls, today),
    week: daysOf(calls, dates),
    outcomes: outcomesOf(calls),
    agents: agentsOf(calls, agents),
    health: [...health, ...healthOf(soundness)],
    minutesLeft: availableMinutes,
    recent: recent.map((one) => ({ ...one, endedAt: one.endedAt.toISOString() })),
  };
}

/** What a new company has done so far; samples and what was only opened do not count. */
export async function readFirstSteps(scope: Scope, userId: string): Promise<FirstStepsView> {
  const steps = await firstStepsOf(scope, userId);
  if (!steps) throw new Error('Nothing was looked up');
  return steps;
}

/** Minutes and calls day by day, and agent by agent. */
export async function readUsageDays(
  scope: Scope,
  asked: { readonly from?: string; readonly to?: string },
): Promise<UsageDaysView> {
  const to = asked.to ?? dayIn((await ownCompany(scope)).timezone, scope.now());
  const from = asked.from ?? datesUntil(to, USUAL_DAYS)[0] ?? to;
  const violations = periodViolations(from, to);
  if (violations.length > 0) throw invalid(violations);
  // At one moment: days and agents come to the same sum.
  const [days, agents] = await scope.snapshot((inside) =>
    Promise.all([usageByDay(inside, { from, to }), usageByAgent(inside, { from, to })]),
  );
  return { days, agents };
}
