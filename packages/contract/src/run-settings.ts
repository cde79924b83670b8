import { type Static, Type } from 'typebox';
import { CallingWindowView, RunRetryPolicyView, SentCallingWindow, SentRetryPolicy } from './agent.ts';
import { Named, OneOf, Pattern, Strict, Timestamp } from './schema.ts';

export const priorities = ['LOW', 'NORMAL', 'HIGH'] as const;

const MOST_CALLS_A_MINUTE = 6000;
const MOST_RAMP_UP_MINUTES = 1440;
const MOST_CALLS_A_DAY = 20;

const callsADay = (whom: string) =>
  Type.Integer({
    minimum: 1,
    maximum: MOST_CALLS_A_DAY,
    description: `A call of this run is put off to the next day when ${whom} was called so often today, by any run, in the contact's time zone. A call that the contact asked for is made all the same.`,
    example: 2,
  });

const common = {
  pace: Type.Optional(
    Strict(
      {
        callsPerMinute: Type.Integer({
          minimum: 1,
          maximum: MOST_CALLS_A_MINUTE,
          description: 'No more calls are placed in any minute; they are spread evenly.',
          example: 20,
        }),
        rampUpMinutes: Type.Optional(
          Type.Integer({
            minimum: 0,
            maximum: MOST_RAMP_UP_MINUTES,
            description: 'So long after the launch, and after each resume, the pace rises to its maximum.',
            example: 10,
          }),
        ),
      },
      { description: 'How fast people are called.' },
    ),
  ),
  limits: Type.Optional(
    Strict({
      perContactPerDay: Type.Optional(callsADay('the contact')),
      perNumberPerDay: Type.Optional(callsADay('the phone number')),
    }),
  ),
  priority: Type.Optional(
    OneOf(priorities, {
      description:
        'Whose calls go first when there are not enough call slots: each step up has four times the share. Nobody waits for ever. Default `NORMAL`.',
    }),
  ),
};

/** What a run can go badly by. */
export const alarmReasons = ['ANSWER_RATE', 'FAILURE_RATE', 'MINUTES', 'SPEND'] as const;

const SpendUnit = (description: string) =>
  Pattern('^(CREDITS|[A-Z]{3})$', 'write CREDITS, or the three capital letters of a currency, such as EUR', {
    description,
    example: 'EUR',
  });

const share = (description: string, example: number) =>
  Type.Number({ minimum: 0, maximum: 1, description, example });

const alarm = {
  alarm: Type.Optional(
    Strict(
      {
        answerRateBelow: Type.Optional(share('Fewer of its calls are answered.', 0.2)),
        failureRateAbove: Type.Optional(share('More of its calls fail for technical reasons.', 0.1)),
        minutesAbove: Type.Optional(
          Type.Integer({ minimum: 0, description: 'Its calls have taken more minutes.', example: 1000 }),
        ),
        spendAbove: Type.Optional(
          Strict(
            {
              amount: Type.Number({ minimum: 0, maximum: 1e11, example: 250 }),
              unit: SpendUnit('`CREDITS`, or the currency of the plan.'),
            },
            {
              description:
                'Its calls have cost more: credits, or where the plan counts minutes, money at its price of a minute beyond the plan; minutes that the plan includes count, too. Refused where the plan has no such price or another unit, and never raised once it has.',
            },
          ),
        ),
        minCalls: Type.Optional(
          Type.Integer({
            minimum: 1,
            maximum: 100_000,
            description: 'Rates say nothing before so many calls have ended; default 20.',
          }),
        ),
        pause: Type.Optional(
          Type.Boolean({ description: 'The run is paused at once. Default false.', example: true }),
        ),
      },
      {
        description:
          "When the run crosses one of these limits, the company's owners get a mail and webhooks the event `RUN_ALARM`: once, until the run is resumed or launched again. Looked at every minute, and when the run completes. At least one limit is needed.",
      },
    ),
  ),
};

const about = {
  description:
    'How the run calls. What is left out is as the agent has it: its hours, its maximum of attempts, its delays.',
};

export const SentRunSettings = Named(
  'RunSettingsInput',
  Strict(
    {
      callingWindow: Type.Optional(SentCallingWindow),
      retryPolicy: Type.Optional(SentRetryPolicy),
      ...common,
      ...alarm,
    },
    about,
  ),
);
export type SentRunSettings = Static<typeof SentRunSettings>;

export const RunSettings = Named(
  'RunSettings',
  Strict(
    {
      callingWindow: Type.Optional(CallingWindowView),
      retryPolicy: Type.Optional(RunRetryPolicyView),
      ...common,
      ...alarm,
    },
    about,
  ),
);
export type RunSettings = Static<typeof RunSettings>;

const figure = (description: string) => Type.Number({ minimum: 0, description, example: 0.2 });
export const AlarmFindings = Type.Array(
  Strict({
    reason: OneOf(alarmReasons),
    limit: figure('What the run allows.'),
    actual: figure('What it is: a share of its calls, minutes, or what they cost.'),
    unit: Type.Optional(SpendUnit('Of `SPEND`.')),
  }),
);
export type AlarmFindings = Static<typeof AlarmFindings>;

export const RunAlarm = Named(
  'RunAlarm',
  Strict({
    raisedAt: Timestamp(),
    isPaused: Type.Boolean({ description: 'The run was paused because of it.' }),
    findings: AlarmFindings,
  }),
);
export type RunAlarm = Static<typeof RunAlarm>;
