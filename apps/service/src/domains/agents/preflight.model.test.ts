import type { SpokenLanguages } from '@parley/speech/spoken-languages.ts';
import { sampleContact, sampleField } from '@parley/testing/contact-samples.ts';
import { describe, expect, test } from 'vitest';
import { noCeiling } from '../companies/company.model.ts';
import { catalogOf } from '../contact-fields/catalog.model.ts';
import type { Contact } from '../contacts/contact.model.ts';
import { type Agent, type AgentContent, blankAgent } from './agent.model.ts';
import type { Branch, Condition, ExpressionCondition, Flow, Section } from './flow.model.ts';
import { preflight } from './preflight.model.ts';

const catalog = catalogOf([sampleField('size', { dataType: 'enum', enumOptions: ['S', 'L'] })]);

const contact = (over: Partial<Contact> = {}) => sampleContact({ id: 'one', ...over });

const handoff: Section = {
  id: 'h',
  type: 'human_handoff',
  destinations: [{ phoneNumber: '+15005550001' }],
};
const talk = (prompt: string): Section => ({ id: 's', type: 'sequential', prompt });
const ask = (...keys: string[]): Section => ({
  id: 'q',
  type: 'looping',
  questions: keys.map((key) => ({ id: key, key, question: 'Well?' })),
});
const is = (field: string, operator: ExpressionCondition['operator'], value?: unknown): Condition => ({
  type: 'expression',
  field,
  operator,
  ...(value === undefined ? {} : { value }),
});
const intent: Condition = { type: 'intent', description: 'Wants to talk' };
const branch = (name: string, condition: Condition, ...sections: Section[]): Branch => ({
  id: name,
  name,
  condition,
  sections,
});
const choice = (branches: Branch[], defaultBranch?: string): Section => ({
  id: 'c',
  type: 'conditional',
  branches,
  ...(defaultBranch === undefined ? {} : { defaultBranch }),
});

const agentOf = (over: Partial<AgentContent>): Agent => ({
  ...blankAgent,
  focus: null,
  id: 'agent',
  versionId: 'version',
  name: 'Grace',
  createdAt: new Date(0),
  updatedAt: new Date(0),
  ...over,
});
const flowOf = (sections: readonly Section[], text = 'Hello'): Flow => ({
  schemaVersion: 1,
  firstMessage: { id: 'f', type: 'first_message', text },
  sections,
});

const check = (agent: Partial<AgentContent>, over: Partial<Parameters<typeof preflight>[0]> = {}) =>
  preflight({
    agent: agentOf(agent),
    company: { name: 'Acme', description: null, allowedCountries: null, callCeiling: noCeiling },
    catalog,
    contacts: [],
    speech: { languages: { transcribes: () => true, speaks: () => true }, hasTelephone: true },
    hasModel: true,
    availableMinutes: 60,
    refusal: (minutes) => (minutes > 60 ? `This needs ${minutes} minutes and 60 are available` : undefined),
    ...over,
  });
/** The problems of a flow that has a handoff at its end. */
const found = (...sections: Section[]) =>
  check({ flow: flowOf([...sections, handoff]) }).problems.map(({ path, message }) => `${path}: ${message}`);

const first = 'flow.sections[0]';
const never = (index: number, name: string, before: string) =>
  `${first}.branches[${index}]: Branch "${name}" is never reached: branch "${before}" before it always applies`;

test('preflight finds nothing wrong with a correct flow', () => {
  const sections = [
    ask('size'),
    choice(
      [
        branch('large', is('answer.size', 'EQUALS', 'L'), talk('Good')),
        branch('rich', is('contact.contract_value', 'GREATER_THAN', 5)),
        branch('keen', intent),
        branch('other', is('contact.size', 'IN', ['S'])),
      ],
      'other',
    ),
  ];
  expect(found(...sections)).toEqual([]);
});

test('preflight warns about a flow without a handoff', () => {
  expect(check({ flow: flowOf([talk('Hi')]) })).toMatchObject({
    ok: true,
    problems: [
      {
        severity: 'warning',
        path: 'flow.sections',
        message: expect.stringContaining('can only leave a message'),
      },
    ],
  });
});

test('preflight reports sections after a handoff as unreachable', () => {
  expect(found(handoff)).toEqual([
    'flow.sections[1]: Never reached: the section before it transfers the call',
  ]);
});

test('preflight reports branches after a branch that always applies as unreachable', () => {
  expect(found(choice([branch('a', is('contact.first_name', 'EXISTS')), branch('b', intent)], 'b'))).toEqual([
    `${first}.branches[0].condition: Branch "a" always applies: contact.first_name always has a value`,
    never(1, 'b', 'a'),
  ]);
});

test('preflight reports branches after "exists" and "does not exist" of one field as unreachable', () => {
  expect(
    found(
      choice(
        [
          branch('a', is('contact.country', 'EXISTS')),
          branch('b', is('contact.country', 'NOT_EXISTS')),
          branch('c', intent),
        ],
        'c',
      ),
    ),
  ).toEqual([
    `${first}.branches[1].condition: Branch "b" always applies: it is decided by not contact.country EXISTS before`,
    never(2, 'c', 'b'),
  ]);
});

test.each([
  ['an unknown field', is('contact.unknown', 'EQUALS', 1), 'the catalog has no field "unknown"'],
  ['a property of a job', is('job.title', 'EXISTS'), 'conversations of an agent with a flow have no job'],
  ['an unknown option', is('contact.size', 'EQUALS', 'XL'), 'contact.size is of the type enum'],
  [
    'text instead of yes or no',
    is('contact.work_permit', 'EQUALS', 'maybe'),
    'contact.work_permit is of the type bool',
  ],
  ['text instead of a number', is('contact.contract_value', 'GREATER_THAN', 'much'), 'of the type number'],
  ['an order of tags', is('contact.interests', 'GREATER_THAN', 3), 'of the type tags'],
  ['an impossible day', is('contact.renewal_date', 'LESS_THAN', 'soon'), 'of the type date'],
])('preflight reports a branch on %s as one that can never apply', (_, condition, why) => {
  expect(found(choice([branch('a', condition)]))).toEqual([
    expect.stringMatching(`Branch "a" can never apply: .*${why.replaceAll('.', '\\.')}`),
  ]);
});

test.each([
  [is('contact.country', 'EXISTS'), is('contact.country', 'NOT_EXISTS'), 'never'],
  [is('contact.country', 'NOT_EXISTS'), is('contact.country', 'EQUALS', 'CH'), 'never'],
  [is('contact.country', 'EQUALS', 'CH'), is('contact.country', 'EQUALS', 'DE'), 'never'],
  [is('contact.country', 'EQUALS', 'CH'), is('contact.country', 'IN', ['ch', 'de']), 'always'],
  [is('contact.contract_value', 'GREATER_THAN', 10), is('contact.contract_value', 'LESS_THAN', 10), 'never'],
  [
    is('contact.contract_value', 'GREATER_THAN', 10),
    is('contact.contract_value', 'GREATER_THAN', 5),
    'always',
  ],
  [is('contact.country', 'EQUALS', 'CH'), is('contact.industry', 'EQUALS', 'DE'), 'open'],
  [is('contact.contract_value', 'GREATER_THAN', 10), is('contact.contract_value', 'LESS_THAN', 20), 'open'],
])(
  'inside a branch on %j, preflight finds how often a branch on %j applies: %s',
  (outer, inner, expected) => {
    const problems = found(choice([branch('a', outer, choice([branch('b', inner)]))]));
    const word = { never: 'can never apply', always: 'always applies' }[expected as string];
    expect(problems).toEqual(word === undefined ? [] : [expect.stringContaining(`Branch "b" ${word}`)]);
  },
);

test('for blocks inside a default branch, preflight does not assume that the condition of the branch is true', () => {
  const inner = choice([branch('b', is('contact.country', 'NOT_EXISTS'))]);
  expect(found(choice([branch('a', is('contact.country', 'EXISTS'), inner)], 'a'))).toEqual([]);
});

test('preflight knows that a question asked inside a branch for a missing answer can still get the answer', () => {
  const inner = choice([branch('b', is('answer.why', 'EXISTS'))]);
  expect(found(ask('why'), choice([branch('a', is('answer.why', 'NOT_EXISTS'), ask('why'), inner)]))).toEqual(
    [],
  );
});

test('preflight warns about several branches without a default branch, but not about a single one', () => {
  expect(found(choice([branch('a', intent), branch('b', intent)]))).toEqual([
    `${first}: When no condition is met, this section is skipped. To avoid that, choose a default branch`,
  ]);
  expect(found(choice([branch('a', intent)]))).toEqual([]);
});

test('branches for yes and no need no default branch; branches that do not cover all values do', () => {
  const both = (...values: unknown[]) =>
    choice(values.map((value) => branch(String(value), is('answer.a', 'EQUALS', value))));
  expect(found(ask('a'), both(true, false))).toEqual([]);
  expect(found(ask('a'), both('red', 'blue'))).toHaveLength(1);
});

test('preflight reports a key that two questions of one call have, and not one of two alternative branches', () => {
  const error = (path: string, key: string) =>
    `flow.sections${path}.key: A question before this one has the key "${key}" too: conditions and results cannot tell their answers apart`;
  expect(found(ask('a', 'b', 'a'), ask('b', 'c'))).toEqual([
    error('[0].questions[2]', 'a'),
    error('[1].questions[0]', 'b'),
  ]);
  const either = choice([branch('x', intent, ask('a')), branch('y', intent, ask('a'))], 'y');
  expect(found(either)).toEqual([]);
  expect(found(either, ask('a'))).toEqual([error('[1].questions[0]', 'a')]);
});

test('preflight reports a condition on the answer to a later or unknown question as an error', () => {
  const sections = [
    choice([branch('a', is('answer.late', 'EXISTS'))]),
    ask('late'),
    choice([branch('b', is('answer.none', 'EXISTS'))]),
  ];
  expect(found(...sections)).toEqual([
    `${first}.branches[0].condition.field: The question with the key "late" is asked only later, or in another branch: its answer is not known here`,
    'flow.sections[2].branches[0].condition.field: No question has the key "none"',
  ]);
  expect(check({ flow: flowOf([...sections, handoff]) }).ok).toBe(false);
});

test('preflight reports a placeholder that can never be filled as an error where it first occurs', () => {
  const flow = flowOf(
    [talk('{{contact.shoe}} {{company.name}}'), handoff],
    'Hi {{contact.shoe}} {{job.title}}',
  );
  expect(check({ flow }).problems).toEqual([
    {
      severity: 'error',
      path: 'flow.firstMessage.text',
      message: '{{contact.shoe}} is left out when spoken: the catalog has no field "shoe"',
    },
    {
      severity: 'error',
      path: 'flow.firstMessage.text',
      message: '{{job.title}} is left out when spoken: conversations of an agent with a flow have no job',
    },
    {
      severity: 'error',
      path: `${first}.prompt`,
      message: '{{company.name}} is left out when spoken: a token is {{contact.<key>}} or {{job.<property>}}',
    },
  ]);
});

test('preflight lists the missing values of each contact, and once a value that all contacts lack', () => {
  const flow = flowOf([
    talk('{{contact.country}} {{contact.website}} {{contact.notes}} {{contact.first_name}}'),
    handoff,
  ]);
  const contacts = [contact({ id: 'one' }), contact({ id: 'two', fields: { country: 'CH', website: 'x' } })];
  expect(check({ flow }, { contacts }).problems).toEqual([
    {
      severity: 'warning',
      path: `${first}.prompt`,
      message: 'No contact of the list has a value for {{contact.notes}}',
    },
    {
      severity: 'warning',
      contactId: 'one',
      message: 'The contact has no value for {{contact.country}}, {{contact.website}}',
    },
  ]);
});

test('preflight reports contacts that cannot be called, and leaves them out of the required minutes', () => {
  const contacts = [
    contact({ id: 'a' }),
    contact({ id: 'b', phoneNumber: null }),
    contact({ id: 'c', doNotCall: true }),
  ];
  const flow = flowOf([handoff]);
  expect(check({ flow, duration: 10 }, { contacts })).toMatchObject({
    ok: false,
    contacts: { total: 3, callable: 1 },
    requiredMinutes: 10,
    availableMinutes: 60,
    problems: [
      { severity: 'error', contactId: 'b', message: 'The contact has no phone number' },
      { severity: 'error', contactId: 'c', message: 'The contact asked never to be called' },
    ],
  });
  expect(check({ flow, type: 'ONLINE' }, { contacts }).contacts).toEqual({ total: 3, callable: 2 });
});

test('preflight reports a contact list that needs more minutes than the plan has', () => {
  const contacts = ['a', 'b', 'c'].map((id) => contact({ id }));
  expect(check({ flow: flowOf([handoff]), duration: 30 }, { contacts }).problems).toEqual([
    { severity: 'error', message: 'This needs 90 minutes and 60 are available' },
  ]);
});

test('preflight reports contacts without exactly one job if the agent needs a job', () => {
  const contacts = [
    contact({ id: 'a', jobIds: ['1'] }),
    contact({ id: 'b' }),
    contact({ id: 'c', jobIds: ['1', '2'] }),
  ];
  expect(check({ focus: 'SCREENING' }, { contacts }).problems.map(({ contactId }) => contactId)).toEqual([
    'b',
    'c',
  ]);
  expect(check({ focus: 'GENERIC' }, { contacts }).problems).toEqual([]);
});

test('preflight warns about outcomes, tags and values of an agent without a flow, which nothing can find', () => {
  const settings = (changes: object) => ({
    ...blankAgent.settings,
    analyticsConfig: { ...blankAgent.settings.analyticsConfig, ...changes },
  });
  const outcomes = [{ key: 'fits', label: 'Fits', description: 'Has the skills.' }];
  const warned = (over: Partial<AgentContent>) =>
    check(over).problems.filter(({ path }) => path === 'analyticsConfig');
  expect(warned({ focus: 'SCREENING', settings: settings({ outcomes }) })).toMatchObject([
    { severity: 'warning', message: expect.stringContaining('the calls of this agent get a score') },
  ]);
  expect(warned({ focus: 'SCREENING' })).toEqual([]);
  expect(warned({ flow: flowOf([handoff]), settings: settings({ outcomes }) })).toEqual([]);
});

test('preflight warns about an extraction target that no question asks for', () => {
  const settings = {
    ...blankAgent.settings,
    analyticsConfig: {
      extractionTargets: [
        { key: 'shoe_size', label: 'Shoe size', type: 'number' as const },
        { key: 'budget', label: 'Budget', type: 'number' as const },
      ],
      outcomes: [],
      tags: [],
    },
  };
  const flow = flowOf([talk('Ask for the size of their shoes'), handoff]);
  expect(check({ flow, settings }).problems).toEqual([
    {
      severity: 'warning',
      path: 'analyticsConfig.extractionTargets[1]',
      message: 'Nothing in the flow seems to ask for "Budget"',
    },
  ]);
});

describe('languages without speech recognition or synthesis', () => {
  /** As with an English ear, and a voice of one vendor that speaks German. */
  const languages: SpokenLanguages = {
    transcribes: (language) => language === 'EN',
    speaks: (language, { provider }) => language === 'EN' || (language === 'DE' && provider === 'a vendor'),
  };
  const problemsOf = (agent: Partial<AgentContent>, hasTelephone: boolean) =>
    check({ flow: flowOf([handoff]), ...agent }, { speech: { languages, hasTelephone } });
  const voice = { provider: 'a vendor', voiceId: null, speed: 1 };

  test('preflight reports a language without speech as an error for telephone calls', () => {
    expect(problemsOf({ language: 'ZH' }, true)).toMatchObject({
      ok: false,
      problems: [
        {
          severity: 'error',
          path: 'language',
          message:
            'No configured STT understands Chinese, and no TTS speaks it: configure a vendor that does (PARLEY_STT, PARLEY_TTS) before you call anybody',
        },
      ],
    });
  });

  test('preflight warns that web calls in a language without speech are typed', () => {
    const settings = { ...blankAgent.settings, voice };
    expect(problemsOf({ type: 'ONLINE', language: 'DE', settings }, false)).toMatchObject({
      ok: true,
      problems: [
        {
          severity: 'warning',
          path: 'language',
          message: 'No configured STT understands German: contacts type and read instead',
        },
      ],
    });
  });

  test('preflight reports no language problem without a telephone line, or if the language has speech', () => {
    expect(problemsOf({ language: 'DE' }, false).problems).toEqual([]);
    expect(problemsOf({ type: 'ONLINE', language: 'EN' }, true).problems).toEqual([]);
  });
});

test('preflight warns that contacts with the same phone number are called one after the other', () => {
  const same = { phoneNumber: '+41443643532' };
  const contacts = [
    contact({ id: 'one', ...same }),
    contact({ id: 'two' }),
    contact({ id: 'three', ...same }),
    contact({ id: 'four' }),
  ];
  const problems = check({}, { contacts }).problems.filter(({ message }) =>
    message.includes('same phone number'),
  );
  expect(problems.map(({ severity, contactId }) => [severity, contactId])).toEqual([
    ['warning', 'one'],
    ['warning', 'three'],
  ]);
});

test('without a language model, preflight warns about prompts that the built-in rules cannot follow', () => {
  const flow = flowOf([
    talk('Ask whether they have time.'),
    choice([branch('keen', intent, talk('Ask for {{contact.size}}. Handle objections.'))]),
    handoff,
  ]);
  const messages = (hasModel: boolean) =>
    check({ flow }, { hasModel }).problems.filter(({ path = '' }) => path.endsWith('.prompt'));
  expect(messages(false)).toEqual([
    {
      severity: 'warning',
      path: 'flow.sections[1].branches[0].sections[0].prompt',
      message:
        'This needs a language model: the built-in rules cannot carry out "Handle objections.". Put the sentence to be said between quotation marks, or configure PARLEY_MODEL',
    },
  ]);
  expect(messages(true)).toEqual([]);
});

test('preflight reports contact and handoff numbers that may not be called, except simulated numbers', () => {
  const numbers = { a: '+41900123456', b: '+33142685300', c: '+41446681800', d: '+15005550001' };
  const contacts = Object.entries(numbers).map(([id, phoneNumber]) => contact({ id, phoneNumber }));
  const company = { name: 'Acme', description: null, allowedCountries: ['CH'], callCeiling: noCeiling };
  const blocked = (number: string) =>
    number.startsWith('+41900')
      ? ({ reason: 'costly_number', words: 'it is a premium-rate number' } as const)
      : undefined;
  const languages = { transcribes: () => true, speaks: () => true };
  const flow = flowOf([{ ...handoff, destinations: [{ phoneNumber: '+41900123457' }] }]);
  const problems = (hasTelephone: boolean) =>
    check({ flow }, { contacts, company, speech: { languages, hasTelephone, blocked } }).problems;
  expect(problems(true)).toEqual([
    {
      severity: 'error',
      path: 'flow.sections[0].destinations[0].phoneNumber',
      message: 'The number is not called: it is a premium-rate number',
    },
    { severity: 'error', contactId: 'a', message: 'The number is not called: it is a premium-rate number' },
    {
      severity: 'error',
      contactId: 'b',
      message: 'The number is not called: calls to the country FR are not allowed',
    },
  ]);
  expect(problems(false)).toEqual([]);
});
