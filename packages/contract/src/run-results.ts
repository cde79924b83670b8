import { type Static, Type } from 'typebox';
import { conversationStatuses } from './conversation.ts';
import { Name, Named, Nullable, OneOf, Strict, Timestamp, Uuid } from './schema.ts';

/** What a result can be, and how it can stand. */
export const resultKinds = ['outcome', 'tag', 'answer', 'value'] as const;
export const resultStates = ['FOUND', 'MISSING', 'CORRECTED'] as const;
/** How far a conversation came. */
export const callSteps = ['CALLED', 'ANSWERED', 'COMPLETED'] as const;

/** How a conversation ended that has no completed call. */
export const runEndings = ['NOT_REACHED', 'DECLINED', 'OPTED_OUT', 'FAILED', 'CANCELLED'] as const;
export type RunEnding = (typeof runEndings)[number];

/** Which conversations of a run: every number of its results has such a filter. All of it must hold. */
export const runFilter = {
  status: Type.Optional(OneOf(conversationStatuses)),
  step: Type.Optional(
    OneOf(callSteps, {
      description: 'Was called, answered a call, or completed one.',
    }),
  ),
  ending: Type.Optional(
    OneOf(runEndings, {
      description:
        'Ended like this without a completed call: not reached, declined on the call, asked never to be called again, failed, or cancelled by somebody else.',
    }),
  ),
  versionId: Type.Optional(Uuid({ description: 'Called with this version of the agent.' })),
  sectionId: Type.Optional(Uuid({ description: 'Answered a question of this section of the flow.' })),
  resultKind: Type.Optional(OneOf(resultKinds, { description: 'With `resultKey`.' })),
  resultKey: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 200,
      description: 'The key of the outcome, tag or value, or the id of the question. With `resultKind`.',
      example: 'will_renew',
    }),
  ),
  resultValue: Type.Optional(
    Type.String({
      maxLength: 500,
      description: 'The result is this; `Yes` or `No` for outcomes and tags. With `resultKey`.',
      example: 'Yes',
    }),
  ),
  resultState: Type.Optional(
    OneOf(resultStates, { description: 'The result is known, is not, or was corrected. With `resultKey`.' }),
  ),
  calledFrom: Type.Optional(Timestamp({ description: 'With a call from then on.' })),
  calledTo: Type.Optional(Timestamp({ description: 'With a call before then.' })),
};
export const RunFilter = Strict(runFilter);
export type RunFilter = Static<typeof RunFilter>;

export const runContactSorts = ['POSITION', 'NAME', 'STATUS', 'CALLS', 'LAST_CALL'] as const;
export const runContactOrder = {
  sort: Type.Optional(OneOf(runContactSorts, { description: 'Default `POSITION`: by attachment.' })),
  order: Type.Optional(OneOf(['ASC', 'DESC'], { description: 'Default `ASC`.' })),
};

export const RunAgain = Named(
  'RunAgain',
  Strict({
    name: Type.Optional(Name()),
    filter: Type.Optional(RunFilter),
  }),
);
export type RunAgain = Static<typeof RunAgain>;

/** Of each question and extracted value, so many different answers are counted; the rest only together. */
export const MAX_COUNTED_ANSWERS = 50;

const count = (description: string, example = 3) => Type.Integer({ minimum: 0, description, example });
const corrected = count('Of these conversations, those in which somebody corrected it.', 1);

const AnswerCounts = Type.Array(
  Strict({ value: Type.String({ example: 'Yes' }), count: count('Conversations with this answer.') }),
  { description: `The ${MAX_COUNTED_ANSWERS} most frequent ones, the most frequent first.` },
);

const counts = {
  conversations: count('All conversations.', 200),
  completed: count('With a completed call.', 120),
  analysed: count('With results.', 118),
  corrected: count('Of those, the ones in which somebody corrected a result.', 3),
  outcomes: Type.Array(
    Strict({
      key: Type.String({ example: 'will_renew' }),
      label: Type.String({ example: 'Will renew' }),
      met: count('Conversations in which it is met.', 48),
      notMet: count('In which it is not.', 60),
      unknown: count('Of which the call does not tell.', 10),
      corrected,
    }),
  ),
  tags: Type.Array(
    Strict({
      key: Type.String({ example: 'price' }),
      label: Type.String({ example: 'Price is an issue' }),
      applied: count('Conversations that have it.', 12),
      corrected,
    }),
  ),
  answers: Type.Array(
    Strict({
      id: Uuid({ description: 'The question.' }),
      question: Type.String({ example: 'Will you renew your contract?' }),
      answered: count('Conversations with an answer.', 110),
      unanswered: count('In which it was left open.', 8),
      corrected,
      answers: AnswerCounts,
    }),
  ),
  values: Type.Array(
    Strict({
      key: Type.String({ example: 'reason' }),
      label: Type.String({ example: 'Reason' }),
      found: count('Conversations with a value.', 90),
      missing: count('Without one.', 28),
      corrected,
      values: AnswerCounts,
    }),
  ),
};

export const ResultCounts = Strict(counts);
export type ResultCounts = Static<typeof ResultCounts>;

const versionNumber = Nullable(Type.Integer({ description: 'Null: the version was deleted.', example: 3 }));

const details = {
  funnel: Strict(
    {
      contacts: count('Conversations.', 200),
      called: count('Of those, the ones with a call that was placed.', 190),
      answered: count('With a call that a person answered.', 130),
      sections: Type.Array(
        Strict({
          sectionId: Uuid(),
          title: Type.String({ example: 'Renewal' }),
          reached: count('In which a question of the section was answered.', 118),
          questions: Type.Array(
            Strict({
              id: Uuid(),
              question: Type.String({ example: 'Will you renew your contract?' }),
              answered: count('In which it was answered.', 110),
            }),
          ),
        }),
        { description: 'Sections with questions, in the order of the flow.' },
      ),
      completed: count('With a completed call.', 120),
    },
    { description: 'How far the conversations came.' },
  ),
  endings: Type.Array(
    Strict({ ending: OneOf(runEndings), count: count('Conversations that ended like this.', 14) }),
    {
      description: 'How conversations ended that have no completed call, all five in this order.',
    },
  ),
  hours: Type.Array(
    Strict({
      from: Timestamp(),
      to: Timestamp(),
      calls: count('Calls that were placed in this hour.', 40),
      answered: count('Of those, the ones that a person answered.', 21),
    }),
    { description: "Hours with calls, by the company's clock, the earliest first." },
  ),
  versions: Type.Array(
    Strict({
      versionId: Uuid(),
      number: versionNumber,
      conversations: count('With this version of the agent.', 100),
      completed: count('Of those, the ones with a completed call.', 60),
    }),
  ),
};

export const RunResults = Named('RunResults', Strict({ runId: Uuid(), ...counts, ...details }));
export type RunResults = Static<typeof RunResults>;

const Interval = Strict({
  low: Type.Number({ example: 0.31 }),
  high: Type.Number({ example: 0.49 }),
});
const Share = Strict({
  of: count('Conversations that tell.', 108),
  met: count('Of those, the ones in which it is met.', 48),
  share: Nullable(Type.Number({ minimum: 0, maximum: 1, description: 'Null: none tells.', example: 0.4 })),
  interval: Nullable(Interval),
});

const Difference = Strict(
  {
    share: Type.Number({ description: 'The share less that of the first version.', example: 0.08 }),
    interval: Interval,
    isClear: Type.Boolean({
      description: 'The interval excludes 0: the versions differ, with 95 % confidence.',
      example: false,
    }),
  },
  { description: 'Null for the first version, and where one of the two has no conversation that tells.' },
);

const compared = { result: Share, difference: Nullable(Difference) };

export const RunComparison = Named(
  'RunComparison',
  Strict({
    runId: Uuid(),
    confidence: Type.Literal(0.95),
    versions: Type.Array(
      Strict({
        versionId: Uuid(),
        number: versionNumber,
        conversations: count('Conversations with this version.', 100),
        reached: Strict(compared, {
          description: 'Conversations with a completed call, of all that are over.',
        }),
        outcomes: Type.Array(
          Strict({
            key: Type.String({ example: 'will_renew' }),
            label: Type.String({ example: 'Will renew' }),
            ...compared,
          }),
        ),
      }),
      {
        description:
          'In the order of the split. Shares have Wilson score intervals, differences Newcombe intervals, both at 95 %.',
      },
    ),
  }),
);
export type RunComparison = Static<typeof RunComparison>;
