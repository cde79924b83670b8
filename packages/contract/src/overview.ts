import { type Static, Type } from 'typebox';
import { MOST_AGENTS, UsageQuery } from './billing.ts';
import { attemptStatuses, conversationStatuses } from './conversation.ts';
import { Named, Nullable, OneOf, Strict, Timestamp, Uuid } from './schema.ts';

const Count = Type.Integer({ minimum: 0 });
const Day = Type.String({ format: 'date', description: "A day of the company's own calendar." });

export const HealthView = Strict({
  part: Type.String({ example: 'Telephone' }),
  state: OneOf(['ok', 'degraded', 'down', 'off', 'unknown']),
  words: Type.String({ description: 'The state in a sentence, and what to do about it.' }),
});
export type HealthView = Static<typeof HealthView>;

/** More are not counted. */
export const MOST_WAITING = 10_000;

export const OverviewView = Named(
  'Overview',
  Strict({
    callsNow: Count,
    waiting: Type.Integer({
      minimum: 0,
      maximum: MOST_WAITING,
      description: `Calls that wait to be placed; ${MOST_WAITING} means that many or more.`,
    }),
    today: Strict({
      date: Day,
      total: Type.Integer({ minimum: 0, description: 'Calls that ended today.' }),
      byReason: Type.Array(Strict({ reasonCode: Nullable(Type.String()), count: Count })),
      byStatus: Type.Array(Strict({ status: OneOf(attemptStatuses), count: Count })),
      minutes: Count,
    }),
    health: Type.Array(HealthView),
    minutesLeft: Type.Number({ description: 'Minutes of the plan that calls can still reserve.' }),
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

export const StatisticsQuery = UsageQuery;

const counted = {
  calls: Type.Integer({ minimum: 0, description: 'Calls that ended.', example: 40 }),
  completed: Type.Integer({ minimum: 0, description: 'Of those, the completed ones.', example: 21 }),
  minutes: Type.Integer({ minimum: 0, description: 'What they were charged with.', example: 63 }),
  cost: Nullable(
    Type.Number({
      minimum: 0,
      description: 'The minutes at `price`. Null: the plan has none.',
      example: 7.56,
    }),
  ),
};

export const StatisticsView = Named(
  'CallStatistics',
  Strict({
    from: Day,
    to: Day,
    price: Nullable(
      Strict(
        {
          unit: Type.String({ description: '`CREDITS`, or a currency.', example: 'EUR' }),
          perMinute: Type.Number({ minimum: 0, example: 0.12 }),
        },
        {
          description:
            'What a charged minute costs by the plan of now: credits, or where the plan counts minutes, its price of a minute beyond the plan; the minutes that the plan includes count at it, too. Null: the plan has no price.',
        },
      ),
    ),
    days: Type.Array(Strict({ date: Day, ...counted }), { description: 'Every day, the earliest first.' }),
    outcomes: Type.Array(
      Strict({ status: OneOf(attemptStatuses), count: Type.Integer({ minimum: 0, example: 21 }) }),
      { description: 'How the calls ended, the most frequent first.' },
    ),
    agents: Type.Array(
      Strict({
        agentId: Uuid(),
        name: Nullable(Type.String({ description: 'Null: the agent was deleted.', example: 'Renewal' })),
        ...counted,
      }),
      {
        maxItems: MOST_AGENTS,
        description: `The agents that called, most minutes first; at most ${MOST_AGENTS}.`,
      },
    ),
  }),
);
export type StatisticsView = Static<typeof StatisticsView>;

export const FirstStepsView = Named(
  'FirstSteps',
  Strict({
    agent: Type.Boolean({ description: 'An agent was created. Samples do not count.' }),
    contacts: Type.Boolean({
      description: 'A contact was created. Samples and people of the company do not count.',
    }),
    call: Type.Boolean({ description: 'A call was completed.' }),
    trunk: Type.Boolean({ description: 'The company has a trunk that is switched on.' }),
    telephone: Type.Boolean({
      description:
        'There is a trunk for its calls, of whomever: the company, the operator or the settings. Without one they are simulated.',
    }),
    webhook: Type.Boolean({ description: 'A webhook was created.' }),
    team: Type.Boolean({ description: 'Somebody else is a member, or invited.' }),
  }),
);
export type FirstStepsView = Static<typeof FirstStepsView>;
