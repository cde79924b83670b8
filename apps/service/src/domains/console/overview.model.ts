import { MOST_DAYS, USUAL_DAYS } from '@parley/contract/billing.ts';
import type { HealthView, OverviewView, StatisticsView } from '@parley/contract/overview.ts';
import { type MinutePrice, rounded } from '../billing/price.model.ts';
import type { CallsOfEnding } from '../conversations/call-attempt.model.ts';

export const MOST_RECENT = 10;

/** How the calls of one day ended. */
export const summaryOfDay = (endings: readonly CallsOfEnding[]): Omit<OverviewView['today'], 'date'> => ({
  total: endings.reduce((sum, { calls }) => sum + calls, 0),
  byReason: callsBy(endings, 'reasonCode').map(([reasonCode, count]) => ({ reasonCode, count })),
  byStatus: callsBy(endings, 'status').map(([status, count]) => ({ status, count })),
  minutes: endings.reduce((sum, { minutes }) => sum + minutes, 0),
});

/** What its minutes cost. */
export const withCost = <Counted extends { readonly minutes: number }>(
  counted: Counted,
  price: MinutePrice | null,
): Counted & { readonly cost: number | null } => ({
  ...counted,
  cost: price === null ? null : rounded(counted.minutes * price.perMinute),
});

/** How calls ended, the most frequent first. */
export const outcomesOf = (endings: readonly CallsOfEnding[]): StatisticsView['outcomes'] =>
  callsBy(endings, 'status')
    .map(([status, count]) => ({ status, count }))
    .sort((a, b) => b.count - a.count);

function callsBy<Key extends 'status' | 'reasonCode'>(endings: readonly CallsOfEnding[], key: Key) {
  const counts = new Map<CallsOfEnding[Key], number>();
  for (const one of endings) counts.set(one[key], (counts.get(one[key]) ?? 0) + one.calls);
  return [...counts];
}

const DAY_MS = 86_400_000;

/** The first of so many days up to this one. */
const firstOfDays = (last: string, days: number): string =>
  new Date(Date.parse(last) - (days - 1) * DAY_MS).toISOString().slice(0, 10);

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
      words: `The telephone network does not take ${counted(requeued, 'call', 'calls')}: tried again until it does. Those of a trunk that is down wait as long as it is, those that every trunk refuses for seven days at most, all others for an hour.`,
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

/** What was asked for; a period ends today where `to` is left out. */
export interface AskedPeriod {
  readonly from?: string;
  readonly to?: string;
  /** Instead of `from`. */
  readonly days?: number;
}

/** The database has no year 0. */
const FIRST_DAY = '0001-01-01';

/** The period that was asked for, and what is wrong with it. */
export function periodOf({ from, to, days }: AskedPeriod, today: string) {
  const last = to ?? today;
  const period = { from: from ?? firstOfDays(last, days ?? USUAL_DAYS), to: last };
  const violations = [
    ...(from !== undefined && days !== undefined ? ['from must be left out where days is sent'] : []),
    ...(period.from > last ? ['from must not be after to'] : []),
    ...(period.from < FIRST_DAY ? [`the period must not begin before ${FIRST_DAY}`] : []),
    ...(daysBetween(period.from, last) > MOST_DAYS
      ? [`from and to must be at most ${MOST_DAYS} days apart`]
      : []),
  ];
  return { period, violations };
}

const daysBetween = (from: string, to: string): number =>
  Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS) + 1;
