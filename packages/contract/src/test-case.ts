import { type Static, Type } from 'typebox';
import { FlowPath } from './flow-path.ts';
import { OfDraft } from './preflight.ts';
import { Name, Named, Nullable, OneOf, Strict, Timestamp, Uuid, Visible } from './schema.ts';

/** For each agent; a run plays all of them. */
export const MAX_TEST_CASES = 50;
export const MAX_TURNS = 30;

/** How a call with a scripted contact can end. */
export const endings = [
  'finished',
  'handed_off',
  'message_taken',
  'max_duration',
  'hung_up',
  'hung_up_early',
  'voicemail',
  'callback',
  'not_interested',
  'wrong_person',
  'opt_out',
  'agent_error',
] as const;

const Place = (options: object = {}) => Visible(1, 1000, options);

export type ExpectedValue = string | number | boolean | readonly string[] | null;

const ExpectedValue = Type.Unsafe<ExpectedValue>({
  type: ['string', 'number', 'boolean', 'array', 'null'],
  maxLength: 1000,
  maxItems: 50,
  items: { type: 'string', maxLength: 200 },
});

/** By key: what each result must be. */
const ByKey = <Value>(value: object, description: string, example: Record<string, Value>) =>
  Type.Optional(
    Type.Unsafe<Record<string, Value>>({
      type: 'object',
      maxProperties: 100,
      additionalProperties: value,
      description,
      example,
    }),
  );

const Expectation = (options: object = {}) =>
  Strict(
    {
      visited: Type.Optional(
        Type.Array(Place(), {
          maxItems: 100,
          description:
            'Sections, questions and branches that the call must reach, by id, key, title or wording.',
          example: ['satisfaction'],
        }),
      ),
      branch: Type.Optional(
        Place({ description: 'A branch that must be taken, by id or name.', example: 'Unhappy' }),
      ),
      values: ByKey<ExpectedValue>(
        ExpectedValue,
        'The answers that must be recorded, by the key, id or wording of the question. Null: none must be recorded.',
        { satisfaction: 3 },
      ),
      outcome: Type.Optional(
        Place({
          description: 'An outcome of `analyticsConfig` that must be met, by key or label.',
          example: 'Would recommend us',
        }),
      ),
      outcomes: ByKey<boolean | null>(
        { type: ['boolean', 'null'] },
        'What outcomes of `analyticsConfig` must be, by key or label: met, not met, or null when the call must not tell.',
        { will_renew: false },
      ),
      fields: ByKey<ExpectedValue>(
        ExpectedValue,
        'The values that must be extracted, by the key or label of the extraction target. Null: none must be found.',
        { reason: 'Price' },
      ),
      tags: ByKey<boolean>(
        { type: 'boolean' },
        'Whether tags of `analyticsConfig` must apply, by key or label.',
        { price: true },
      ),
      ending: Type.Optional(OneOf(endings, { description: 'How the call must end.', example: 'finished' })),
    },
    options,
  );

const Turns = (options: object = {}) =>
  Type.Array(Visible(1, 500), {
    minItems: 1,
    maxItems: MAX_TURNS,
    description:
      'What the contact says, one entry for each turn, the first after the first message. Then the contact says nothing more and hangs up.',
    example: ['Sure, go ahead.', "Three, if I'm honest.", 'The waiting times.'],
    ...options,
  });

const properties = { name: Name({ example: 'An unhappy customer is passed on' }), turns: Turns() };

export const NewTestCase = Named(
  'NewTestCase',
  Strict({ ...properties, expect: Expectation({ minProperties: 1 }) }),
);
export type NewTestCase = Static<typeof NewTestCase>;

export const TestCaseChanges = Named(
  'TestCaseChanges',
  Strict({
    name: Type.Optional(properties.name),
    turns: Type.Optional(Turns()),
    expect: Type.Optional(Expectation({ minProperties: 1 })),
  }),
);
export type TestCaseChanges = Static<typeof TestCaseChanges>;

/** In a file beside an agent: without an id. */
export type TestCase = NewTestCase & { readonly id?: string };

export const TestCaseView = Named(
  'TestCase',
  Strict({
    id: Uuid(),
    agentId: Uuid(),
    conversationId: Type.Optional(
      Uuid({ description: 'The conversation that it was made from, and with which it is deleted.' }),
    ),
    ...properties,
    expect: Expectation(),
    createdAt: Timestamp(),
    updatedAt: Timestamp(),
  }),
);
export type TestCaseView = Static<typeof TestCaseView>;

export const NewTestRun = Named(
  'NewTestRun',
  Strict({
    testCaseIds: Type.Optional(
      Type.Array(Uuid(), {
        minItems: 1,
        maxItems: MAX_TEST_CASES,
        uniqueItems: true,
        description: 'The test cases to run; default all of the agent.',
      }),
    ),
    draft: OfDraft(),
  }),
);

export type NewTestRun = Static<typeof NewTestRun>;

const Failure = Strict({
  kind: OneOf(['visited', 'branch', 'value', 'outcome', 'field', 'tag', 'ending', 'rule']),
  of: Type.String({
    description: 'The part, question, outcome, extracted value or tag; of a broken rule, the rule.',
    example: 'satisfaction',
  }),
  expected: Type.String({ example: '3' }),
  actual: Type.String({ example: '8' }),
});

export const TestRunView = Named(
  'TestRun',
  Strict({
    passed: Type.Boolean({ description: 'Every test case passed.', example: false }),
    results: Type.Array(
      Strict({
        id: Nullable(Uuid()),
        name: Type.String({ example: 'An unhappy customer is passed on' }),
        passed: Type.Boolean({ example: false }),
        ending: Type.String({ example: 'finished' }),
        failures: Type.Array(Failure),
        path: FlowPath({ description: 'What the call reached, in its order.' }),
        answers: Type.Array(
          Strict({
            question: Type.String({ example: 'How satisfied are you with our service?' }),
            answer: Nullable(Type.String({ example: '8' })),
          }),
        ),
        transcript: Type.Array(
          Strict({
            speaker: OneOf(['AI', 'CONTACT']),
            text: Type.String({ example: 'Eight, I would say.' }),
          }),
        ),
      }),
    ),
    unreached: FlowPath({
      description: 'The parts of the flow that none of these test cases reached, from top to bottom.',
    }),
  }),
);
export type TestRunView = Static<typeof TestRunView>;
