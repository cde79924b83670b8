import { type Static, Type } from 'typebox';
import { attemptStatuses, conversationStatuses } from './conversation.ts';
import { Named, Nullable, OneOf, Strict, Timestamp, Uuid } from './schema.ts';

const Count = Type.Integer({ minimum: 0 });
const Day = Type.String({ format: 'date', description: "A day of the company's own calendar." });

export const HealthView = Strict({
  part: Type.String({ example: 'Telephone' }),
  state: OneOf(['ok', 'degraded', 'down', 'off']),
  words: Type.String({ description: 'The state in a sentence, and what to do about it.' }),
});
export type HealthView = Static<typeof HealthView>;

/** More are not counted. */
export const MOST_WAITING = 10_000;
export const DAYS_SHOWN = 14;

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
      total: Type.Integer({ minimum: 0, description: 'Calls that ended today.' }),
      byReason: Type.Array(Strict({ reasonCode: Nullable(Type.String()), count: Count })),
      byStatus: Type.Array(Strict({ status: OneOf(attemptStatuses), count: Count })),
      minutes: Count,
    }),
    week: Type.Array(Strict({ date: Day, calls: Count, completed: Count, minutes: Count }), {
      description: `The last ${DAYS_SHOWN} days, today last.`,
    }),
    outcomes: Type.Array(Strict({ status: OneOf(attemptStatuses), count: Count }), {
      description: `How the calls of these ${DAYS_SHOWN} days ended.`,
    }),
    agents: Type.Array(
      Strict({
        agentId: Uuid(),
        name: Nullable(Type.String({ description: 'Null: the agent was deleted.' })),
        calls: Count,
        completed: Count,
        minutes: Count,
      }),
      { description: `The agents that called in these ${DAYS_SHOWN} days, most minutes first.` },
    ),
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

export const FirstStepsView = Named(
  'FirstSteps',
  Strict({
    agent: Type.Boolean({ description: 'An agent was created. Samples do not count.' }),
    contacts: Type.Boolean({
      description: 'A contact was created. Samples and people of the company do not count.',
    }),
    call: Type.Boolean({ description: 'A call was completed.' }),
    trunk: Type.Boolean({ description: 'The company has a trunk that is switched on.' }),
    webhook: Type.Boolean({ description: 'A webhook was created.' }),
    team: Type.Boolean({ description: 'Somebody else is a member, or invited.' }),
  }),
);
export type FirstStepsView = Static<typeof FirstStepsView>;
