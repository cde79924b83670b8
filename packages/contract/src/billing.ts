import { type Static, Type } from 'typebox';
import { Currency, Named, Nullable, OneOf, Strict, Timestamp, Uuid } from './schema.ts';

const billingSystems = ['minutes', 'credits'] as const;
const planStatuses = ['active', 'trialing', 'past_due', 'canceled'] as const;

/** Amounts are counted in ten-thousandths: up to the allowed maximum, sums are exact in floating point. */
export const PARTS = 10_000;
const Amount = (options: object = {}) => Type.Number({ minimum: 0, maximum: 1e11, ...options });

/** What a company may use, and the prices. Amounts are in minutes or credits, with at most four decimals. */
export const Plan = Named(
  'Plan',
  Strict(
    {
      billingSystem: OneOf(billingSystems),
      status: OneOf(planStatuses),
      included: Amount({ description: 'Renewed each period.' }),
      purchased: Amount({
        description: 'Purchased in addition; what is left is carried over to the next period.',
      }),
      overagePrice: Type.Optional(
        Nullable(
          Amount({
            description:
              'Price of one minute or credit beyond included and purchased; without it there is no overage.',
          }),
        ),
      ),
      monthlySpendingCap: Type.Optional(
        Nullable(Amount({ description: 'The maximum spent on overage in a period.' })),
      ),
      currency: Currency('EUR'),
      maxConcurrentCalls: Type.Integer({ minimum: 0, maximum: 100_000 }),
      storageBytes: Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER }),
      creditsPerMinute: Type.Number({ minimum: 1 / PARTS, maximum: 10_000 }),
    },
    { description: 'Amounts and prices have at most four decimals.' },
  ),
);
export type Plan = Static<typeof Plan>;

export const UsageView = Named(
  'BillingUsage',
  Strict({
    billingSystem: OneOf(billingSystems),
    status: OneOf(planStatuses),
    period: Strict({ start: Timestamp(), end: Timestamp() }),
    included: Type.Number(),
    purchased: Type.Number(),
    used: Type.Number({ description: 'Charged this period.' }),
    held: Type.Number({ description: 'Reserved for calls that have not ended.' }),
    available: Type.Number({ description: 'included + purchased − used − held, and never below 0.' }),
    totalInterviews: Type.Integer({ description: 'Calls charged this period.' }),
    costs: Strict({
      interview_minutes: Type.Number({ description: 'Spent this period beyond the plan, in `currency`.' }),
    }),
    currency: Type.String(),
    spendingCap: Nullable(Type.Number()),
  }),
);
export type UsageView = Static<typeof UsageView>;

const suggestedActions = [
  'purchase_minutes',
  'upgrade_plan',
  'increase_spending_cap',
  'contact_support',
] as const;

export const QuoteQuery = Strict({
  minutes: Type.Integer({ minimum: 0, maximum: 1e9, description: 'The maximum of all calls together.' }),
});

/** The maximum that calls would use of the plan, and the cost beyond it. */
export const QuoteView = Named(
  'BillingQuote',
  Strict({
    billingSystem: OneOf(billingSystems),
    required: Type.Number({ description: 'What the calls reserve, in minutes or credits.' }),
    left: Type.Number({ description: 'Available before these calls, in minutes or credits.' }),
    beyond: Type.Number({ description: 'The part of `required` that the plan does not cover.' }),
    overagePrice: Nullable(
      Type.Number({
        description: 'The price of one minute or credit beyond the plan. Null: there is no overage.',
      }),
    ),
    overageCost: Nullable(Type.Number({ description: 'The maximum cost of `beyond`, in `currency`.' })),
    currency: Type.String(),
    refusal: Nullable(Type.String({ description: 'Why the calls would be refused now.' })),
    suggestedAction: Nullable(
      OneOf(suggestedActions, { description: 'What to do if they would be refused.' }),
    ),
  }),
);
export type QuoteView = Static<typeof QuoteView>;

const Count = Type.Integer({ minimum: 0 });
const Day = (options: object = {}) => Type.String({ format: 'date', ...options });

/** The default period. */
export const USUAL_DAYS = 30;

/** The longest period. */
export const MOST_DAYS = 366;

/** Usage by agent lists no more of them. */
export const MOST_AGENTS = 1000;

export const UsageQuery = Strict({
  from: Type.Optional(Day({ description: `Default ${USUAL_DAYS} days up to \`to\`.` })),
  to: Type.Optional(Day({ description: "Default today, by the company's calendar." })),
  days: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: MOST_DAYS,
      description: 'So many days up to `to`, which is one of them; instead of `from`.',
    }),
  ),
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
      { maxItems: MOST_AGENTS, description: `Most minutes first; at most ${MOST_AGENTS}.` },
    ),
  }),
);
export type UsageDaysView = Static<typeof UsageDaysView>;
