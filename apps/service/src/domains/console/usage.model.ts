import { Named, Nullable, Strict, Uuid } from '@parley/contract/schema.ts';
import { type Static, Type } from 'typebox';

const Count = Type.Integer({ minimum: 0 });
const Day = (options: object = {}) => Type.String({ format: 'date', ...options });

const MOST_DAYS = 366;
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

/** What is wrong with the days that were asked for. */
export function periodViolations(from: string, to: string): string[] {
  if (from > to) return ['from must not be after to'];
  return daysBetween(from, to) > MOST_DAYS ? [`from and to must be at most ${MOST_DAYS} days apart`] : [];
}

const DAY_MS = 86_400_000;
const daysBetween = (from: string, to: string): number =>
  Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS) + 1;
