import type { UsageDaysView } from '@parley/contract/billing.ts';
import {
  type FirstStepsView,
  type HealthView,
  MOST_WAITING,
  type OverviewView,
  type StatisticsView,
} from '@parley/contract/overview.ts';
import { invalid } from '@parley/kernel/failure.ts';
import type { Scope } from '../../storage/scope.ts';
import type { CompanyId } from '../../storage/sql.ts';
import { currentPlan, foresee } from '../billing/account.actions.ts';
import { minutePriceOf } from '../billing/price.model.ts';
import { ownCompany } from '../companies/company.actions.ts';
import { dayIn } from '../contacts/contact.model.ts';
import { endingsOfDays, liveCallsOf } from '../conversations/dispatch.actions.ts';
import {
  type AskedPeriod,
  healthOf,
  MOST_RECENT,
  outcomesOf,
  periodOf,
  summaryOfDay,
  withCost,
} from './overview.model.ts';
import {
  callsByAgent,
  callsByDay,
  countWaiting,
  endedLast,
  firstStepsOf,
  readSoundness,
} from './overview.store.ts';

/** What a company's people see first. Each part is a look at what is kept: none of them counts all conversations. */
export async function readOverview(
  scope: Scope,
  installation: () => Promise<readonly HealthView[]>,
): Promise<OverviewView> {
  const today = dayIn((await ownCompany(scope)).timezone, scope.now());
  const [endings, callsNow, waiting, recent, soundness, { availableMinutes }, health] = await Promise.all([
    endingsOfDays(scope, today, today),
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
    today: { date: today, ...summaryOfDay(endings) },
    health: [...health, ...healthOf(soundness)],
    minutesLeft: availableMinutes,
    recent: recent.map((one) => ({ ...one, endedAt: one.endedAt.toISOString() })),
  };
}

/** Whether calls of a company can leave the simulated network. */
export type HasTelephone = (companyId: CompanyId) => Promise<boolean>;

/** What a new company has done so far; samples and what was only opened do not count. */
export async function readFirstSteps(
  scope: Scope,
  userId: string,
  hasTelephone: HasTelephone,
): Promise<FirstStepsView> {
  const [steps, telephone] = await Promise.all([firstStepsOf(scope, userId), hasTelephone(scope.companyId)]);
  if (!steps) throw new Error('Nothing was looked up');
  return { ...steps, telephone };
}

/** How the calls of a period ended: by day, and by agent. */
export async function readStatistics(scope: Scope, asked: AskedPeriod): Promise<StatisticsView> {
  const today = dayIn((await ownCompany(scope)).timezone, scope.now());
  const { period, violations } = periodOf(asked, today);
  if (violations.length > 0) throw invalid(violations);
  // At one moment: days, outcomes and agents come to the same sum.
  const [days, endings, agents] = await scope.snapshot((inside) =>
    Promise.all([
      callsByDay(inside, period),
      endingsOfDays(inside, period.from, period.to),
      callsByAgent(inside, period),
    ]),
  );
  const price = minutePriceOf(await currentPlan(scope));
  return {
    ...period,
    price,
    days: days.map((one) => withCost(one, price)),
    outcomes: outcomesOf(endings),
    agents: agents.map((one) => withCost(one, price)),
  };
}

/** Minutes and calls day by day, and agent by agent. */
export async function readUsageDays(scope: Scope, asked: AskedPeriod): Promise<UsageDaysView> {
  const { days, agents } = await readStatistics(scope, asked);
  return {
    days: days.map(({ date, minutes, calls }) => ({ date, minutes, calls })),
    agents: agents.map(({ agentId, name, minutes, calls }) => ({ agentId, name, minutes, calls })),
  };
}
