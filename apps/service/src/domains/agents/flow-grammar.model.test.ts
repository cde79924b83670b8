import { describe, expect, test } from 'vitest';
import type { Flow } from './flow.model.ts';
import { readFlow } from './flow-grammar.model.ts';

// biome-ignore lint/suspicious/noExplicitAny: a flow is sent as JSON of any shape
type Json = any;

const firstMessage = { type: 'first_message', text: 'Hello, I am an AI assistant.' };
const lastMessage = { type: 'last_message', text: 'Goodbye.' };
const talk = { type: 'sequential', prompt: 'Talk about the weather.' };
const intent = { type: 'intent', description: 'They are interested.' };
const branch = (more: Json = {}) => ({ name: 'One', condition: intent, sections: [talk], ...more });
const conditional = (...branches: Json[]) => ({ type: 'conditional', branches });
const asking = (...questions: Json[]) => ({ type: 'looping', questions });
const handoff = (more: Json) => ({ type: 'human_handoff', ...more });
const number = '+41446681800';

const flowOf = (...sections: Json[]) => ({ firstMessage, sections });
const withBranch = (more: Json) => flowOf(talk, conditional(branch(more)));
const withCondition = (condition: Json) => withBranch({ condition });
const withQuestion = (question: Json) => flowOf(asking({ question: 'How are you?' }, question));

const ids = () => {
  let last = 0;
  return () => `id-${++last}`;
};
const context = (more: object = {}) => ({
  country: null,
  newId: ids(),
  keptIds: new Set<string>(),
  ...more,
});

function problemsOf(sent: unknown, more: object = {}) {
  const reading = readFlow(sent, context(more));
  return 'problems' in reading ? reading.problems : [];
}
const pathsOf = (sent: unknown, more?: object) => problemsOf(sent, more).map(({ path }) => path);

function accepted(sent: unknown, more: object = {}): Flow {
  const reading = readFlow(sent, context(more));
  if ('problems' in reading) throw new Error(JSON.stringify(reading.problems));
  return reading.flow;
}

const inSecond = 'flow.sections[1].branches[0]';
const inQuestion = 'flow.sections[0].questions[1]';

/** n sections deep, the first on top. */
const nested = (depth: number): Json =>
  depth === 1 ? talk : conditional(branch({ sections: [nested(depth - 1)] }));
const many = (count: number): Json[] => Array.from({ length: count }, () => talk);

describe('flows that are refused', () => {
  const long = 'x'.repeat(20_001);
  test.each<[words: string, sent: Json, ...paths: string[]]>([
    ['that is not an object', [], 'flow'],
    ['that is null', null, 'flow'],
    ['that is empty', {}, 'flow.firstMessage', 'flow.sections'],
    ['with an unknown property', { ...flowOf(talk), extra: 1 }, 'flow.extra'],
    ['without a first message', { sections: [talk] }, 'flow.firstMessage'],
    ['with a first message that is text', { ...flowOf(talk), firstMessage: 'Hi' }, 'flow.firstMessage'],
    [
      'with a first message of another type',
      { ...flowOf(talk), firstMessage: { ...firstMessage, type: 'last_message' } },
      'flow.firstMessage.type',
    ],
    [
      'with a first message without type and text',
      { ...flowOf(talk), firstMessage: {} },
      'flow.firstMessage.type',
      'flow.firstMessage.text',
    ],
    [
      'with a blank first message',
      { ...flowOf(talk), firstMessage: { ...firstMessage, text: ' \n' } },
      'flow.firstMessage.text',
    ],
    [
      'with a first message of 20,001 characters',
      { ...flowOf(talk), firstMessage: { ...firstMessage, text: long } },
      'flow.firstMessage.text',
    ],
    [
      'with a last message with an unknown property',
      { ...flowOf(talk), lastMessage: { ...lastMessage, voice: 1 } },
      'flow.lastMessage.voice',
    ],
    ['with a last message that is null', { ...flowOf(talk), lastMessage: null }, 'flow.lastMessage'],
    ['with sections that are not a list', { firstMessage, sections: talk }, 'flow.sections'],
    ['without any section', flowOf(), 'flow.sections'],
    ['with a section that is null', flowOf(talk, null), 'flow.sections[1]'],
    ['with a section without a type', flowOf({ prompt: 'Talk.' }), 'flow.sections[0].type'],
    ['with a section of an unknown type', flowOf({ type: 'dance' }), 'flow.sections[0].type'],
    [
      'with a section whose type is a built-in property name',
      flowOf({ type: 'constructor' }),
      'flow.sections[0].type',
    ],
    ['with a title that is not text', flowOf({ ...talk, title: 1 }), 'flow.sections[0].title'],
    ['with a title of 301 characters', flowOf({ ...talk, title: 'x'.repeat(301) }), 'flow.sections[0].title'],
    ['with a sequential section without a prompt', flowOf({ type: 'sequential' }), 'flow.sections[0].prompt'],
    ['with a prompt of 20,001 characters', flowOf({ ...talk, prompt: long }), 'flow.sections[0].prompt'],
    [
      'with a sequential section with questions',
      flowOf({ ...talk, questions: [] }),
      'flow.sections[0].questions',
    ],
    ['with a looping section without questions', flowOf({ type: 'looping' }), 'flow.sections[0].questions'],
    ['with an empty list of questions', flowOf(asking()), 'flow.sections[0].questions'],
    ['with a question that is text', withQuestion('How old are you?'), inQuestion],
    ['with a question that is null', withQuestion(null), inQuestion],
    ['with a question without its words', withQuestion({ idealAnswer: 'Yes' }), `${inQuestion}.question`],
    [
      'with a question with an unknown property',
      withQuestion({ question: 'A?', spoken: true }),
      `${inQuestion}.spoken`,
    ],
    [
      'with an ideal answer that is no text',
      withQuestion({ question: 'A?', idealAnswer: 5 }),
      `${inQuestion}.idealAnswer`,
    ],
    [
      'with an unknown importance',
      withQuestion({ question: 'A?', importance: 'URGENT' }),
      `${inQuestion}.importance`,
    ],
    ['with a weight above 100', withQuestion({ question: 'A?', weight: 100.5 }), `${inQuestion}.weight`],
    ['with a negative weight', withQuestion({ question: 'A?', weight: -1 }), `${inQuestion}.weight`],
    ['with a weight that is text', withQuestion({ question: 'A?', weight: '5' }), `${inQuestion}.weight`],
    [
      'with importance and weight',
      withQuestion({ question: 'A?', importance: 'LOW', weight: 5 }),
      `${inQuestion}.weight`,
    ],
    [
      'with a choice of no options',
      withQuestion({ question: 'A?', answer: { type: 'choice' } }),
      `${inQuestion}.answer.options`,
    ],
    [
      'with a choice of one option',
      withQuestion({ question: 'A?', answer: { type: 'choice', options: ['a'] } }),
      `${inQuestion}.answer.options`,
    ],
    [
      'with an option twice',
      withQuestion({ question: 'A?', answer: { type: 'choice', options: ['a', 'b', 'A '] } }),
      `${inQuestion}.answer.options[2]`,
    ],
    [
      'with options of a date',
      withQuestion({ question: 'A?', answer: { type: 'date', options: ['a', 'b'] } }),
      `${inQuestion}.answer.options`,
    ],
    [
      'with money in a currency and a period that do not exist',
      withQuestion({ question: 'A?', answer: { type: 'money', currency: 'quid', period: 'night' } }),
      `${inQuestion}.answer.currency`,
      `${inQuestion}.answer.period`,
    ],
    [
      'with an answer of an unknown type',
      withQuestion({ question: 'A?', answer: { type: 'colour' } }),
      `${inQuestion}.answer.type`,
    ],
    ['with a question key with a space', withQuestion({ question: 'A?', key: 'a b' }), `${inQuestion}.key`],
    [
      'with a conditional section without branches',
      flowOf({ type: 'conditional' }),
      'flow.sections[0].branches',
    ],
    ['with an empty list of branches', flowOf(conditional()), 'flow.sections[0].branches'],
    ['with a branch that is null', flowOf(talk, conditional(null)), inSecond],
    ['with a branch that is text', flowOf(talk, conditional('One')), inSecond],
    [
      'with a branch without anything',
      flowOf(talk, conditional({})),
      `${inSecond}.name`,
      `${inSecond}.condition`,
      `${inSecond}.sections`,
    ],
    [
      'with a branch with an unknown property',
      withBranch({ logicalOperator: 'AND' }),
      `${inSecond}.logicalOperator`,
    ],
    ['with a branch name that is empty', withBranch({ name: '' }), `${inSecond}.name`],
    [
      'with two branches of one name',
      flowOf(conditional(branch(), branch())),
      'flow.sections[0].branches[1].name',
    ],
    [
      'with a default branch that is none',
      flowOf({ ...conditional(branch()), defaultBranch: 'Two' }),
      'flow.sections[0].defaultBranch',
    ],
    [
      'with a default branch that is no text',
      flowOf({ ...conditional(branch()), defaultBranch: null }),
      'flow.sections[0].defaultBranch',
    ],
    ['with a condition that is null', withCondition(null), `${inSecond}.condition`],
    ['with a condition without a type', withCondition({ description: 'Yes' }), `${inSecond}.condition.type`],
    ['with a condition of an unknown type', withCondition({ type: 'guess' }), `${inSecond}.condition.type`],
    [
      'with an intent without a description',
      withCondition({ type: 'intent' }),
      `${inSecond}.condition.description`,
    ],
    [
      'with an intent with a blank description',
      withCondition({ ...intent, description: '' }),
      `${inSecond}.condition.description`,
    ],
    [
      'with an intent with a field',
      withCondition({ ...intent, field: 'contact.email' }),
      `${inSecond}.condition.field`,
    ],
    [
      'with an expression without a field',
      withCondition({ type: 'expression', operator: 'EXISTS' }),
      `${inSecond}.condition.field`,
    ],
    [
      'with an expression without an operator',
      withCondition({ type: 'expression', field: 'contact.email' }),
      `${inSecond}.condition.operator`,
    ],
    [
      'with an expression with an unknown operator',
      withCondition({ type: 'expression', field: 'contact.email', operator: 'LIKE', value: 'a' }),
      `${inSecond}.condition.operator`,
    ],
    [
      'with an expression with a description',
      withCondition({ type: 'expression', field: 'contact.email', operator: 'EXISTS', description: 'a' }),
      `${inSecond}.condition.description`,
    ],
    [
      'with a wrong section inside a branch',
      withBranch({ sections: [talk, { type: 'sequential' }] }),
      `${inSecond}.sections[1].prompt`,
    ],
    ['with a handoff to nowhere', flowOf(handoff({})), 'flow.sections[0]'],
    [
      'with a handoff in two ways',
      flowOf(handoff({ phoneNumber: number, destinations: [{ phoneNumber: number }] })),
      'flow.sections[0].destinations',
    ],
    ['with a handoff to no number', flowOf(handoff({ phoneNumber: '12' })), 'flow.sections[0].phoneNumber'],
    [
      'with a handoff to a number without its country',
      flowOf(handoff({ phoneNumber: '044 668 18 00' })),
      'flow.sections[0].phoneNumber',
    ],
    [
      'with an empty list of destinations',
      flowOf(handoff({ destinations: [] })),
      'flow.sections[0].destinations',
    ],
    [
      'with a destination that is text',
      flowOf(handoff({ destinations: [number] })),
      'flow.sections[0].destinations[0]',
    ],
    [
      'with a destination without a number',
      flowOf(handoff({ destinations: [{ label: 'Sales' }] })),
      'flow.sections[0].destinations[0].phoneNumber',
    ],
    [
      'with several destinations of which one has no label',
      flowOf(handoff({ destinations: [{ label: 'A', phoneNumber: number }, { phoneNumber: number }] })),
      'flow.sections[0].destinations[1].label',
    ],
    [
      'with two destinations of one label',
      flowOf(
        handoff({
          destinations: [
            { label: 'A', phoneNumber: number },
            { label: 'A', phoneNumber: number },
          ],
        }),
      ),
      'flow.sections[0].destinations[1].label',
    ],
    [
      'with a destination with an unknown property',
      flowOf(handoff({ destinations: [{ phoneNumber: number, hours: '9-5' }] })),
      'flow.sections[0].destinations[0].hours',
    ],
    [
      'with a message of a handoff that is no text',
      flowOf(handoff({ phoneNumber: number, message: {} })),
      'flow.sections[0].message',
    ],
    ['nested six deep', flowOf(nested(6)), `flow${'.sections[0].branches[0]'.repeat(5)}.sections`],
    ['of 201 sections', flowOf(...many(201)), 'flow.sections[200]'],
    [
      'of a section and 200 questions',
      flowOf(asking(...many(200).map(() => ({ question: 'A?' })))),
      'flow.sections[0].questions[199]',
    ],
  ])('a flow %s is refused', (_words, sent, ...paths) => {
    expect(pathsOf(sent)).toEqual(paths);
  });

  test.each([
    'contact',
    'contact.',
    'contact.First',
    'contact.a b',
    'person.name',
    'job.',
    'answer.',
    'answer.a b',
    'contact.a\n',
  ])('a flow with a condition on %j is refused', (field) => {
    const condition = { type: 'expression', field, operator: 'EXISTS' };
    expect(pathsOf(withCondition(condition))).toEqual([`${inSecond}.condition.field`]);
  });

  test.each<[operator: string, value: unknown]>([
    ...['EQUALS', 'NOT_EQUALS', 'CONTAINS', 'GREATER_THAN', 'LESS_THAN', 'IN'].flatMap((operator) =>
      [undefined, null, {}].map((value): [string, unknown] => [operator, value]),
    ),
    ['GREATER_THAN', [1]],
    ['IN', 'a'],
    ['IN', []],
    ['IN', [null]],
    ['IN', [['a']]],
    ['IN', Array(201).fill('a')],
    ['EQUALS', 'x'.repeat(20_001)],
  ])('a flow with the operator %s and the value %j is refused', (operator, value) => {
    const condition = { type: 'expression', field: 'contact.country', operator, value };
    expect(pathsOf(withCondition(condition))).toEqual([`${inSecond}.condition.value`]);
  });

  test('all problems of a refused flow are listed together, in the order of its blocks', () => {
    const sent = {
      firstMessage: { type: 'first_message' },
      sections: [{ type: 'sequential' }, conditional(null, branch({ condition: { type: 'intent' } })), 7],
      lastMessage: { type: 'first_message', text: 'Bye' },
      more: true,
    };
    expect(problemsOf(sent)).toEqual([
      { path: 'flow.more', message: 'is not a known property' },
      { path: 'flow.firstMessage.text', message: 'is required' },
      { path: 'flow.sections[0].prompt', message: 'is required' },
      {
        path: 'flow.sections[1].branches[0]',
        message: 'branches[0] is null: a branch needs a name, a condition and sections',
      },
      { path: 'flow.sections[1].branches[1].condition.description', message: 'is required' },
      { path: 'flow.sections[2]', message: 'must be an object' },
      { path: 'flow.lastMessage.type', message: 'must be one of last_message' },
    ]);
  });
});

describe('flows that are accepted', () => {
  test.each<[words: string, sent: Json]>([
    ['with one section and no last message', flowOf(talk)],
    ['with a last message', { ...flowOf(talk), lastMessage }],
    [
      'with a text of 20,000 characters, even those of two code units',
      flowOf({ ...talk, prompt: '🙂'.repeat(20_000) }),
    ],
    ['with a question scored without an ideal answer', withQuestion({ question: 'A?', importance: 'HIGH' })],
    [
      'with typed answers',
      withQuestion({ question: 'A?', answer: { type: 'money', currency: 'GBP', period: 'year' } }),
    ],
    ['with a weight of 0', withQuestion({ question: 'A?', weight: 0, idealAnswer: 'Yes', key: 'the-key_1' })],
    ['with a branch without sections', withBranch({ sections: [] })],
    ['nested five deep', flowOf(nested(5))],
    ['of 200 sections', flowOf(...many(200))],
    ['with one destination without a label', flowOf(handoff({ destinations: [{ phoneNumber: number }] }))],
    ['with the same branch names in two sections', flowOf(conditional(branch()), conditional(branch()))],
    ['whose default branch is its only one', flowOf({ ...conditional(branch()), defaultBranch: 'One' })],
    [
      'with a condition on a property of a job',
      withCondition({ type: 'expression', field: 'job.location.city', operator: 'EQUALS', value: 'Brno' }),
    ],
    [
      'with a condition on a list of choices',
      withCondition({ type: 'expression', field: 'contact.country', operator: 'IN', value: ['CH', 7, true] }),
    ],
    [
      'with a condition that compares a list',
      withCondition({ type: 'expression', field: 'contact.skills', operator: 'EQUALS', value: ['a'] }),
    ],
    [
      'with a condition that compares an unknown field',
      withCondition({ type: 'expression', field: 'contact.country', operator: 'NOT_EXISTS', value: null }),
    ],
  ])('a flow %s is accepted', (_words, sent) => {
    expect(problemsOf(sent)).toEqual([]);
  });
});

test('each block of a flow gets an id of its own, and the flow gets its schema version', () => {
  const sent = {
    ...flowOf(asking({ question: 'A?' }, { question: 'B?' }), conditional(branch())),
    lastMessage,
  };
  expect(accepted(sent)).toEqual({
    schemaVersion: 1,
    firstMessage: { id: 'id-1', ...firstMessage },
    sections: [
      {
        id: 'id-2',
        type: 'looping',
        questions: [
          { id: 'id-3', question: 'A?' },
          { id: 'id-4', question: 'B?' },
        ],
      },
      {
        id: 'id-5',
        type: 'conditional',
        branches: [{ id: 'id-6', name: 'One', condition: intent, sections: [{ id: 'id-7', ...talk }] }],
      },
    ],
    lastMessage: { id: 'id-8', ...lastMessage },
  });
});

test('a logicalOperator in a condition is accepted and dropped', () => {
  const flow = accepted(withCondition({ ...intent, logicalOperator: { any: ['thing'] } }));
  expect(flow.sections[1]).toMatchObject({ branches: [{ condition: intent }] });
  expect(JSON.stringify(flow)).not.toContain('logicalOperator');
});

test('a value is dropped from a condition whose operator needs none', () => {
  const condition = { type: 'expression', field: 'contact.country', operator: 'EXISTS' };
  const flow = accepted(withCondition({ ...condition, value: { any: 'thing' } }));
  expect(JSON.stringify(flow)).toContain(JSON.stringify(condition));
});

test('handoff numbers are parsed for the country of the company and stored as E.164', () => {
  const sections = [
    handoff({ phoneNumber: '044 668 18 00' }),
    handoff({
      destinations: [
        { label: 'Here', phoneNumber: '0446681801' },
        { label: 'There', phoneNumber: '+1 (500) 555-0000' },
      ],
    }),
  ];
  expect(accepted(flowOf(...sections), { country: 'CH' }).sections).toMatchObject([
    { destinations: [{ phoneNumber: '+41446681800' }] },
    {
      destinations: [
        { label: 'Here', phoneNumber: '+41446681801' },
        { label: 'There', phoneNumber: '+15005550000' },
      ],
    },
  ]);
});

describe('block ids of a flow', () => {
  const withId = (id: Json) => flowOf({ ...talk, id }, { ...talk, id });

  test('a block keeps its id from the previous flow, and a second block with the same id gets a new one', () => {
    const { sections } = accepted(withId('known'), { keptIds: new Set(['known']) });
    expect(sections.map(({ id }) => id)).toEqual(['known', 'id-2']);
  });

  test.each([['foreign'], [7], [null], [{}]])('an unknown block id (%j) in a flow is replaced', (id) => {
    expect(accepted(withId(id)).sections.map((section) => section.id)).toEqual(['id-2', 'id-3']);
  });

  test('a flow is accepted with any schemaVersion, and gets the current one', () => {
    expect(accepted({ ...flowOf(talk), schemaVersion: 99 }).schemaVersion).toBe(1);
  });
});

describe('flows that are meant to overload the service', () => {
  test('a flow that contains itself is refused at the maximum depth', () => {
    const loop: Json = conditional(branch());
    loop.branches[0].sections = [loop];
    expect(pathsOf(flowOf(loop))).toEqual([`flow${'.sections[0].branches[0]'.repeat(5)}.sections`]);
  });

  test('a flow whose branches contain the flow itself is refused at the maximum number of blocks', () => {
    const loop: Json = conditional(...Array.from({ length: 50 }, (_, i) => branch({ name: `${i}` })));
    for (const one of loop.branches) one.sections = Array(50).fill(loop);
    expect(problemsOf(flowOf(loop)).length).toBeLessThan(1000);
  });

  test('for a flow with 20,000 unknown properties only the first 1,000 problems are listed', () => {
    const strange = Object.fromEntries(Array.from({ length: 20_000 }, (_, i) => [`p${i}`, i]));
    const problems = problemsOf({ ...flowOf(talk), ...strange });
    expect(problems).toHaveLength(1001);
    expect(problems.at(-1)).toEqual({ path: 'flow', message: 'has more problems than are listed here' });
  });

  test('only the first 200 sections of a flow with 100,000 sections are checked', () => {
    expect(pathsOf(flowOf(...Array(100_000).fill(null))).length).toBe(201);
  });

  test('a property named constructor is refused in a flow like any other unknown property', () => {
    const sent = JSON.parse(JSON.stringify(flowOf(talk)).replace('"type"', '"constructor":1,"type"'));
    expect(pathsOf(sent)).toEqual(['flow.firstMessage.constructor']);
  });
});
