import { attemptStatuses } from '@parley/contract/call-attempt.ts';
import { conversationStatuses } from '@parley/contract/conversation.ts';
import { Named, Nullable, OneOf, Strict, Timestamp, Uuid } from '@parley/contract/schema.ts';
import { type Static, Type } from 'typebox';
import type { CallsOfDay } from '../conversations/call-day.model.ts';

const Count = Type.Integer({ minimum: 0 });
const Day = Type.String({ format: 'date', description: "A day of the company's own calendar." });

export const HealthView = Strict({
  part: Type.String({ example: 'Telephone' }),
  state: OneOf(['ok', 'degraded', 'off']),
  words: Type.String({ description: 'What is so, and what to do about it.' }),
});
export type HealthView = Static<typeof HealthView>;

/** More are not counted: who waits behind so many waits long. */
export const MOST_WAITING = 10_000;
export const DAYS_SHOWN = 14;
export const MOST_RECENT = 10;

export const OverviewView = Named(
  'Overview',
  Strict({
    callsNow: Count,
    waiting: Type.Integer({
      minimum: 0,
      maximum: MOST_WAITING,
      description: `Calls that wait to be placed; ${MOST_WAITING} means so many or more.`,
    }),
    today: Strict({
      total: Type.Integer({ minimum: 0, description: 'Calls that ended today.' }),
      byReason: Type.Array(Strict({ reasonCode: Nullable(Type.String()), count: Count })),
      byStatus: Type.Array(Strict({ status: OneOf(attemptStatuses), count: Count })),
      minutes: Count,
    }),
    week: Type.Array(Strict({ date: Day, calls: Count, completed: Count, minutes: Count }), {
      description: `The last ${DAYS_SHOWN} days, today last.`,
    }),
    health: Type.Array(HealthView),
    minutesLeft: Type.Number({ description: 'What may still be promised to calls of the plan.' }),
    recent: Type.Array(
      Strict({
        id: Uuid(),
        contactName: Type.String(),
        agentName: Nullable(Type.String({ description: 'Null: the agent was deleted.' })),
        status: OneOf(conversationStatuses),
        endedAt: Timestamp(),
      }),
    ),
  }),
);
export type OverviewView = Static<typeof OverviewView>;

/** What came of the calls of one day. */
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
  putBack,
}: {
  readonly workers: number;
  readonly webhooks: number;
  readonly openCircuits: number;
  readonly putBack: number;
}): HealthView[] {
  return [callHealth(workers, putBack), webhookHealth(webhooks, openCircuits)];
}

function callHealth(workers: number, putBack: number): HealthView {
  const part = 'Calls';
  if (workers === 0)
    return {
      part,
      state: 'degraded',
      words: 'No process that holds calls is running: start one with the role worker.',
    };
  if (putBack > 0)
    return {
      part,
      state: 'degraded',
      words: `The telephone network does not take ${counted(putBack, 'call', 'calls')}: tried again until it does, for an hour at most.`,
    };
  return { part, state: 'ok', words: counted(workers, 'process holds calls', 'processes hold calls') };
}

function webhookHealth(webhooks: number, openCircuits: number): HealthView {
  const part = 'Webhooks';
  if (webhooks === 0) return { part, state: 'off', words: 'No webhook is configured.' };
  if (openCircuits === 0)
    return { part, state: 'ok', words: counted(webhooks, 'webhook is told', 'webhooks are told') };
  return {
    part,
    state: 'degraded',
    words: `${counted(openCircuits, 'webhook has', 'webhooks have')} failed too often: put the receiver right and reset its circuit.`,
  };
}

const counted = (count: number, one: string, many: string): string => `${count} ${count === 1 ? one : many}`;
