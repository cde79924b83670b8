import { type Static, Type } from 'typebox';
import { conversationStatuses } from './conversation.ts';
import { Name, Named, Nullable, OneOf, Strict, Timestamp, Uuid } from './schema.ts';

/** What a result can be, and how it can stand. */
export const resultKinds = ['outcome', 'tag', 'answer', 'value'] as const;
export const resultStates = ['FOUND', 'MISSING', 'CORRECTED', 'NONE'] as const;
/** How far a conversation came. */
export const callSteps = ['LAUNCHED', 'CALLED', 'ANSWERED', 'COMPLETED', 'ENDED'] as const;

/** How a conversation ended that has no completed call. */
export const runEndings = ['NOT_REACHED', 'DECLINED', 'OPTED_OUT', 'FAILED', 'CANCELLED'] as const;
export type RunEnding = (typeof runEndings)[number];

/** Whether the contact of an ONLINE conversation was sent the link, and opened it. */
export const invitationStates = ['NOT_INVITED', 'NOT_OPENED', 'OPENED'] as const;

/** What is asked for of a result. Of a second one both must hold: of those who will renew, the ones who talked about the price. */
const resultFilter = (prefix: '' | 'and') => {
  const name = (part: string) => (prefix === '' ? `\`result${part}\`` : `\`andResult${part}\``);
  const which = prefix === '' ? '' : ' Of a second result, which must hold as well.';
  return {
    kind: Type.Optional(OneOf(resultKinds, { description: `With ${name('Key')}.${which}` })),
    key: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 200,
        description: `The key of the outcome, tag or value, or the id of the question. With ${name('Kind')}.${which}`,
        example: 'will_renew',
      }),
    ),
    value: Type.Optional(
      Type.String({
        maxLength: 500,
        description: `The result is this; \`Yes\` or \`No\` for outcomes and tags, and an answer or value in any case, whatever punctuation is around it. With ${name('Key')}.${which}`,
        example: 'Yes',
      }),
    ),
    state: Type.Optional(
      OneOf(resultStates, {
        description: `The result is known, is not, was corrected, or there is none, as no call was analysed for it. With ${name('Key')}.${which}`,
      }),
    ),
  };
};
const result = resultFilter('');
const secondResult = resultFilter('and');

/** Which conversations of a run: every number of its results has such a filter. All of it must hold. */
export const runFilter = {
  status: Type.Optional(OneOf(conversationStatuses)),
  step: Type.Optional(
    OneOf(callSteps, {
      description:
        'Has a conversation since the launch, was called, answered a call, or completed one; `ENDED`: the conversation is over, however it ended. With `calledFrom` or `calledTo`, `CALLED` and `ANSWERED` are about a call of that time.',
    }),
  ),
  ending: Type.Optional(
    OneOf(runEndings, {
      description:
        'Ended like this without a completed call: not reached, declined on the call, asked never to be called again, failed, or cancelled by somebody else.',
    }),
  ),
  invitation: Type.Optional(
    OneOf(invitationStates, {
      description:
        '`ONLINE` runs: was sent no message with the link, has not opened the link (invited or not), or has opened it.',
    }),
  ),
  versionId: Type.Optional(Uuid({ description: 'Called with this version of the agent.' })),
  sectionId: Type.Optional(Uuid({ description: 'Answered a question of this section of the flow.' })),
  resultKind: result.kind,
  resultKey: result.key,
  resultValue: result.value,
  resultState: result.state,
  andResultKind: secondResult.kind,
  andResultKey: secondResult.key,
  andResultValue: secondResult.value,
  andResultState: secondResult.state,
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
  {
    description: `The ${MAX_COUNTED_ANSWERS} most frequent ones, the most frequent first. Those that differ only in case, or in spaces and punctuation around them, are one, in its most frequent spelling.`,
  },
);

const counts = {
  conversations: count('All conversations; of a contact with several, since contacts were merged, one.', 200),
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

/** How many calls were real: results of simulated ones say nothing of the contacts. */
export const CallCounts = Strict({
  placed: count('Calls that were placed.', 240),
  simulated: count(
    'Of those, the ones that stayed on the simulated network: no telephone rang. Calls from before Parley recorded this are not among them.',
    12,
  ),
  unknown: count(
    'Of the calls that were placed, the ones from before Parley recorded whether they were simulated.',
    0,
  ),
});
export type CallCounts = Static<typeof CallCounts>;

const details = {
  calls: CallCounts,
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
      contacts: count('Contacts with a call in this hour: some are called twice.', 38),
      contactsAnswered: count('Of those, the ones who answered a call in this hour.', 21),
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
            unknown: count('Conversations of which the call does not tell: no part of `result`.', 10),
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
