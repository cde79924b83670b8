import type { UsageDaysView } from '@parley/contract/billing.ts';
import type { HealthView, OverviewView } from '@parley/contract/overview.ts';
import type { CallsOfDay } from '../conversations/call-attempt.model.ts';

export const MOST_RECENT = 10;

/** Results of the calls of one day. */
export function summaryOfDay(days: readonly CallsOfDay[], date: string): OverviewView['today'] {
  const own = days.filter((one) => one.date === date);
  const counted = <Key>(keyOf: (one: CallsOfDay) => Key) => [
    ...own.reduce(
      (counts, one) => counts.set(keyOf(one), (counts.get(keyOf(one)) ?? 0) + one.calls),
      new Map<Key, number>(),
    ),
  ];
  return {
    total: sum(own, 'calls'),
    byReason: counted((one) => one.reasonCode).map(([reasonCode, count]) => ({ reasonCode, count })),
    byStatus: counted((one) => one.status).map(([status, count]) => ({ status, count })),
    minutes: sum(own, 'minutes'),
  };
}

/** A row for each of the days, also for those on which nobody was called. */
export const daysOf = (days: readonly CallsOfDay[], dates: readonly string[]): OverviewView['week'] =>
  dates.map((date) => {
    const own = days.filter((one) => one.date === date);
    const completed = own.filter(({ status }) => status === 'COMPLETED');
    return {
      date,
      calls: sum(own, 'calls'),
      completed: sum(completed, 'calls'),
      minutes: sum(own, 'minutes'),
    };
  });

/** How calls ended, the most frequent first. */
export function outcomesOf(days: readonly CallsOfDay[]): OverviewView['outcomes'] {
  const counts = new Map<CallsOfDay['status'], number>();
  for (const { status, calls } of days) counts.set(status, (counts.get(status) ?? 0) + calls);
  return [...counts].map(([status, count]) => ({ status, count })).sort((a, b) => b.count - a.count);
}

/** What each agent used, and how many of its calls were completed. */
export const agentsOf = (
  days: readonly CallsOfDay[],
  used: UsageDaysView['agents'],
): OverviewView['agents'] =>
  used.map((agent) => ({
    ...agent,
    completed: sum(
      days.filter(({ agentId, status }) => agentId === agent.agentId && status === 'COMPLETED'),
      'calls',
    ),
  }));

const sum = (days: readonly CallsOfDay[], what: 'calls' | 'minutes'): number =>
  days.reduce((total, one) => total + one[what], 0);

const DAY_MS = 86_400_000;

/** So many dates up to this one, the oldest first. */
export const datesUntil = (last: string, count: number): string[] =>
  Array.from({ length: count }, (_, back) =>
    new Date(Date.parse(last) - (count - 1 - back) * DAY_MS).toISOString().slice(0, 10),
  );

/** What the company's own rows tell of its health. */
export function healthOf({
  workers,
  webhooks,
  openCircuits,
  requeued,
}: {
  readonly workers: number;
  readonly webhooks: number;
  readonly openCircuits: number;
  readonly requeued: number;
}): HealthView[] {
  return [callHealth(workers, requeued), webhookHealth(webhooks, openCircuits)];
}

function callHealth(workers: number, requeued: number): HealthView {
  const part = 'Calls';
  if (workers === 0)
    return {
      part,
      state: 'degraded',
      words: 'No process that places calls is running: start one with the role worker.',
    };
  if (requeued > 0)
    return {
      part,
      state: 'degraded',
      words: `The telephone network does not take ${counted(requeued, 'call', 'calls')}: tried again until it does, for an hour at most.`,
    };
  return { part, state: 'ok', words: counted(workers, 'process holds calls', 'processes hold calls') };
}

function webhookHealth(webhooks: number, openCircuits: number): HealthView {
  const part = 'Webhooks';
  if (webhooks === 0) return { part, state: 'off', words: 'No webhook is configured.' };
  if (openCircuits === 0)
    return { part, state: 'ok', words: counted(webhooks, 'webhook configured', 'webhooks configured') };
  return {
    part,
    state: 'degraded',
    words: `${counted(openCircuits, 'webhook has', 'webhooks have')} failed too often: fix the receiver and reset its circuit.`,
  };
}

const counted = (count: number, one: string, many: string): string => `${count} ${count === 1 ? one : many}`;

const MOST_DAYS = 366;

/** What is wrong with the days that were asked for. */
export function periodViolations(from: string, to: string): string[] {
  if (from > to) return ['from must not be after to'];
  return daysBetween(from, to) > MOST_DAYS ? [`from and to must be at most ${MOST_DAYS} days apart`] : [];
}

const daysBetween = (from: string, to: string): number =>
  Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS) + 1;
