import { type Static, Type } from 'typebox';
import { Named, Nullable, Strict, Uuid } from './schema.ts';

const Count = Type.Integer({ minimum: 0 });
const Day = (options: object = {}) => Type.String({ format: 'date', ...options });

/** Without a first day. */
export const USUAL_DAYS = 30;

export const UsageQuery = Strict({
  from: Type.Optional(Day({ description: `Default ${USUAL_DAYS} days up to \`to\`.` })),
  to: Type.Optional(Day({ description: "Default today, by the company's calendar." })),
});

export const UsageDaysView = Named(
  'UsageDays',
  Strict({
    days: Type.Array(Strict({ date: Day(), minutes: Count, calls: Count })),
    agents: Type.Array(
      Strict({
        agentId: Uuid(),
        name: Nullable(Type.String({ description: 'Null: the agent was deleted.' })),
        minutes: Count,
        calls: Count,
      }),
      { description: 'Most minutes first.' },
    ),
  }),
);
export type UsageDaysView = Static<typeof UsageDaysView>;
