import { type TProperties, type TSchema, Type } from 'typebox';
import { Described, Named, OneOf, Strict, Tagged, Uuid, When } from './schema.ts';

/**
 * What a flow consists of, stated once: the types in flow.model.ts, the grammar that reads a flow and the OpenAPI
 * document take their names, values and limits from here. The schema refuses every shape that the grammar refuses.
 * Only the grammar knows telephone numbers and what takes more than one block to see: repeated names, the depth and
 * the number of blocks. It also ignores what it assigns or does not need (an `id` or `schemaVersion` of another type,
 * a `value` beside EXISTS), of which the schema says what it should be.
 */

/** How long a prompt, a question or a message may be. */
export const MAX_FLOW_TEXT = 20_000;
export const MAX_TITLE = 300;
export const MAX_NAME = 200;
export const MAX_LABEL = 200;
export const MAX_NUMBER = 50;
export const MAX_DESTINATIONS = 50;
export const MAX_CHOICES = 200;
export const MAX_WEIGHT = 100;
export const MAX_OPTIONS = 100;
export const MAX_UNIT = 50;
export const CURRENCY = /^[A-Z]{3}$/;
export const MAX_DEPTH = 5;
export const MAX_BLOCKS = 200;
export const KEY = /^[\w-]{1,64}$/;
export const FIELD =
  /^(contact\.[a-z][a-z0-9_]{0,63}|job\.[A-Za-z]\w{0,63}(\.\w{1,64}){0,5}|answer\.[\w-]{1,64})$/;

export const importances = ['REQUIRED', 'HIGH', 'MEDIUM', 'LOW'] as const;
export const operators = [
  'EXISTS',
  'NOT_EXISTS',
  'EQUALS',
  'NOT_EQUALS',
  'CONTAINS',
  'GREATER_THAN',
  'LESS_THAN',
  'IN',
] as const;
export type Operator = (typeof operators)[number];
export const needNoValue: readonly Operator[] = ['EXISTS', 'NOT_EXISTS'];
const compareOne: readonly Operator[] = ['GREATER_THAN', 'LESS_THAN'];
const compareAny: readonly Operator[] = ['IN'];

/** What kind of answer a question asks for. */
export const answerKinds = [
  'yes_no',
  'number',
  'money',
  'date',
  'time',
  'choice',
  'list',
  'name',
  'email',
  'phone',
  'text',
] as const;
export type AnswerKind = (typeof answerKinds)[number];
export const moneyPeriods = ['hour', 'day', 'week', 'month', 'year'] as const;
/** The other properties of an answer, and the types that have them. */
export const answerProperties = {
  options: ['choice', 'list'],
  unit: ['number'],
  currency: ['money'],
  period: ['money'],
  keys: ['yes_no', 'number', 'money', 'choice'],
} as const satisfies Record<string, readonly AnswerKind[]>;

/** Not blank. */
const Text = (maxLength: number, description?: string) =>
  Type.String({ pattern: '\\S', maxLength, ...(description === undefined ? {} : { description }) });
const PhoneNumber = (description?: string) => Text(MAX_NUMBER, description);
const plain = [Type.String({ maxLength: MAX_FLOW_TEXT }), Type.Number(), Type.Boolean()] as const;
const Choices = Type.Array(Type.Union([...plain]), { minItems: 1, maxItems: MAX_CHOICES });
const title = Type.Optional(Text(MAX_TITLE));

const without = (property: string) => ({ not: { required: [property] } });

const ofKind = (...kinds: readonly AnswerKind[]) => ({
  properties: { type: { enum: kinds } },
  required: ['type'],
});

const answer = {
  type: OneOf(answerKinds, {
    description:
      'Dates are stored as YYYY-MM-DD, times as HH:MM, a `choice` as one of its options, a `yes_no` as true or false, telephone numbers in E.164.',
  }),
  options: Type.Optional(
    Type.Array(Text(MAX_LABEL), {
      minItems: 1,
      maxItems: MAX_OPTIONS,
      description: 'What a `choice` chooses from (two at least), or what a `list` may consist of.',
    }),
  ),
  unit: Type.Optional(
    Text(MAX_UNIT, 'What a `number` counts, such as "years": "eighteen months" is then 1.5.'),
  ),
  currency: Type.Optional(
    Type.String({
      pattern: CURRENCY.source,
      description: 'ISO 4217. Another currency is asked about, not converted.',
      example: 'GBP',
    }),
  ),
  period: Type.Optional(
    OneOf(moneyPeriods, {
      description: 'What `money` is paid for: "thirty pounds an hour" is no yearly salary.',
    }),
  ),
  keys: Type.Optional(
    Type.Boolean({
      description:
        'Whether it may be answered by keys of the telephone, too: 1 for yes and 2 for no, the position of a choice, a number followed by #. The question has to say so.',
    }),
  ),
};
const answerRules = {
  description:
    'What kind of answer the question asks for. Absent: it follows from the wording of the question, and from the extraction target with the same key or label.',
  example: { type: 'money', currency: 'GBP', period: 'year' },
  allOf: [
    When(ofKind('choice'), { required: ['options'], properties: { options: { minItems: 2 } } }),
    ...Object.entries(answerProperties).map(([property, kinds]) =>
      When(ofKind(...kinds), {}, without(property)),
    ),
  ],
};

/** The blocks of a flow, without their ids and the blocks inside them. */
export const blocks = {
  answer,
  firstMessage: { type: Type.Literal('first_message'), text: Text(MAX_FLOW_TEXT) },
  lastMessage: { type: Type.Literal('last_message'), text: Text(MAX_FLOW_TEXT) },
  sequential: {
    type: Type.Literal('sequential'),
    title,
    prompt: Text(MAX_FLOW_TEXT, 'What the agent talks about, and how.'),
  },
  looping: { type: Type.Literal('looping'), title },
  question: {
    question: Text(MAX_FLOW_TEXT),
    idealAnswer: Type.Optional(Text(MAX_FLOW_TEXT, 'For scoring only; never spoken.')),
    importance: Type.Optional(
      OneOf(importances, { description: 'Scores the answer; not together with `weight`.' }),
    ),
    weight: Type.Optional(
      Type.Number({
        minimum: 0,
        maximum: MAX_WEIGHT,
        description: 'Scores the answer, as `importance` does.',
      }),
    ),
    key: Type.Optional(
      Type.String({ pattern: KEY.source, description: 'What `answer.<key>` of a condition refers to.' }),
    ),
  },
  conditional: {
    type: Type.Literal('conditional'),
    title,
    defaultBranch: Type.Optional(Text(MAX_NAME, 'The name of the branch to take when no condition holds.')),
  },
  branch: { name: Text(MAX_NAME, 'Unique in its section.') },
  intent: {
    type: Type.Literal('intent'),
    description: Text(MAX_FLOW_TEXT, 'What the person has said or wants, in words.'),
  },
  expression: {
    type: Type.Literal('expression'),
    field: Type.String({
      pattern: FIELD.source,
      description: '`contact.<key>`, `job.<property>` or `answer.<question key>`.',
    }),
    operator: OneOf(operators),
    value: Type.Optional(
      Type.Union([...plain, Choices], {
        description:
          'A list for `IN`, one value for `GREATER_THAN` and `LESS_THAN`, either for the others; none for `EXISTS` and `NOT_EXISTS`.',
      }),
    ),
  },
  handoff: {
    type: Type.Literal('human_handoff'),
    title,
    message: Type.Optional(Text(MAX_FLOW_TEXT, 'What the agent says before it transfers the call.')),
  },
  destination: {
    label: Type.Optional(
      Text(MAX_LABEL, 'What the agent chooses by; required and unique when there are several.'),
    ),
    phoneNumber: PhoneNumber(),
  },
};

const operatorIn = (values: readonly Operator[]) => ({
  properties: { operator: { enum: values } },
  required: ['operator'],
});
const valueIs = (schema: object) => ({ properties: { value: schema } });
const valueByOperator = When(
  operatorIn(needNoValue),
  {},
  {
    required: ['value'],
    ...When(
      operatorIn(compareAny),
      valueIs({ type: 'array' }),
      When(operatorIn(compareOne), valueIs({ type: ['string', 'number', 'boolean'] })),
    ),
  },
);

/** The schemas of flows as clients send them, or as they receive them. */
function flowSchemas(edition: {
  readonly suffix: string;
  readonly id: TSchema;
  readonly schemaVersion: TSchema;
  /** Properties of conditions that are accepted but not stored. */
  readonly ignored: TProperties;
}) {
  const { id, ignored } = edition;
  const named = <Schema extends TSchema>(name: string, schema: Schema) =>
    Named(`${name}${edition.suffix}`, schema);
  const block = (name: string, properties: TProperties, options: object = {}) =>
    named(name, Strict({ id, ...properties }, options));

  const answer = named('FlowAnswer', Strict(blocks.answer, answerRules));
  const question = block(
    'FlowQuestion',
    { ...blocks.question, answer: Type.Optional(answer) },
    When({ required: ['importance'] }, without('weight')),
  );
  const intent = named(
    'IntentCondition',
    Strict(
      { ...blocks.intent, ...ignored },
      { description: 'Met when what the person said matches the description.' },
    ),
  );
  const expression = named(
    'ExpressionCondition',
    Strict(
      { ...blocks.expression, ...ignored },
      { description: 'Compares known data with a value.', ...valueByOperator },
    ),
  );
  const branch = block('FlowBranch', {
    ...blocks.branch,
    condition: named('FlowCondition', Tagged('type', [intent, expression])),
    sections: Type.Array(Described({}, () => section)),
  });
  const destination = named('HandoffDestination', Strict(blocks.destination));
  const sections = {
    sequential: block('SequentialSection', blocks.sequential, { description: 'Talks as the prompt says.' }),
    looping: block(
      'LoopingSection',
      { ...blocks.looping, questions: Type.Array(question, { minItems: 1 }) },
      { description: 'Asks its questions, one after the other.' },
    ),
    conditional: block(
      'ConditionalSection',
      { ...blocks.conditional, branches: Type.Array(branch, { minItems: 1 }) },
      { description: 'Takes the first branch whose condition is met, else the default branch, else none.' },
    ),
    human_handoff: block(
      'HumanHandoffSection',
      {
        ...blocks.handoff,
        phoneNumber: Type.Optional(PhoneNumber('In place of `destinations`, when there is only one.')),
        destinations: Type.Optional(
          Type.Array(destination, {
            minItems: 1,
            maxItems: MAX_DESTINATIONS,
            ...When({ minItems: 2 }, { items: { required: ['label'] } }),
          }),
        ),
      },
      {
        description: 'Transfers the call to a person: to a `phoneNumber`, or to one of its `destinations`.',
        ...When({ required: ['phoneNumber'] }, without('destinations'), { required: ['destinations'] }),
      },
    ),
  };
  const { sequential, looping, conditional, human_handoff } = sections;
  const section: TSchema = named(
    'FlowSection',
    Tagged('type', [sequential, looping, conditional, human_handoff]),
  );
  const firstMessage = block('FirstMessage', blocks.firstMessage);
  const lastMessage = block('LastMessage', blocks.lastMessage);
  const flow = named(
    'Flow',
    Strict({
      schemaVersion: edition.schemaVersion,
      firstMessage,
      sections: Type.Array(section, { minItems: 1 }),
      lastMessage: Type.Optional(lastMessage),
    }),
  );
  return {
    flow,
    firstMessage,
    lastMessage,
    sections,
    question,
    answer,
    branch,
    intent,
    expression,
    destination,
  };
}

export const sentFlow = flowSchemas({
  suffix: 'Input',
  id: Type.Optional(
    Type.String({ description: 'The id that the service assigned, to keep it; any other is replaced.' }),
  ),
  schemaVersion: Type.Optional(Type.Integer({ description: 'Assigned by the service.' })),
  ignored: {
    logicalOperator: Type.Optional(Type.Unknown({ deprecated: true, description: 'Accepted and ignored.' })),
  },
});

export const shownFlow = flowSchemas({
  suffix: '',
  id: Uuid(),
  schemaVersion: Type.Literal(1),
  ignored: {},
});
