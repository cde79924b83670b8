import { questionsIn } from '@parley/call-engine/plan.ts';
import type { AgentSettings } from '@parley/contract/agent.ts';
import { languages } from '@parley/language/language.ts';
import { sampleField } from '@parley/testing/contact-samples.ts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { catalogOf } from '../contact-fields/catalog.model.ts';
import type { Contact } from '../contacts/contact.model.ts';
import type { Job } from '../jobs/job.model.ts';
import { type AgentContent, blankAgent } from './agent.model.ts';
import { type CallInputs, compilePlan } from './call-plan.model.ts';
import { disclosesAi } from './disclosure.model.ts';
import type { Branch, Flow, Question, Section } from './flow.model.ts';

const catalog = catalogOf([
  sampleField('secret', { isPii: true }),
  sampleField('allowed', { isPii: true, allowPiiInContext: true }),
  sampleField('shoe_size', { dataType: 'number', label: 'Shoe size' }),
]);

const contact: Contact = {
  id: 'contact-1',
  firstName: 'Ada',
  lastName: 'Lovelace',
  email: 'ada@example.com',
  phoneNumber: '+15005550000',
  status: 'UNDEFINED',
  gender: 'female',
  gdprExpiryDate: '2030-01-01',
  overallRating: null,
  workHistory: [
    {
      id: '1',
      companyName: 'Old Ltd',
      candidatePosition: 'Clerk',
      startDate: '2019-01-01',
      endDate: '2020-06-30',
    },
    { id: '2', companyName: 'New Ltd', candidatePosition: 'Lead', startDate: '2020-07-01' },
  ],
  anonymizedCvText: null,
  sealedCvText: null,
  metadata: { never: 'metadata-is-never-read' },
  fields: {
    organization: 'Analytical Engines',
    job_title: 'Programmer',
    timezone: 'Europe/London',
    interests: ['tea', 'numbers'],
    work_permit: true,
    renewal_date: '2027-03-01',
    contract_value: 125000,
    salary_expectation: 90000,
    secret: 'a-secret-value',
    allowed: 'an-allowed-value',
    shoe_size: 38,
    gone: 'value-of-a-deleted-field',
    notes: 'First line\n# Not a heading',
  },
  doNotCall: false,
  jobIds: [],
  tags: [],
  createdAt: new Date(0),
  updatedAt: new Date(0),
};

const job: Job = {
  id: 'job-1',
  companyId: 'company-1',
  title: 'Night clerk',
  status: 'OPEN',
  details: {
    description: 'Works at night.',
    requiredSkills: ['SQL', 'Tact {{contact.email}}'],
    languageRequirements: [{ language: 'DE', proficiency: 'B2' }, { language: 'Klingon' }],
    contractType: 'FULL_TIME',
    location: { workMode: 'ONSITE', city: 'Bern', countryCode: 'CH' },
    salary: { min: 80000, max: 100000, currency: 'CHF', period: 'YEARLY' },
  },
  metadata: {},
  createdAt: new Date(0),
  updatedAt: new Date(0),
};

const flow = (sections: readonly Section[], over: Partial<Flow> = {}): Flow => ({
  schemaVersion: 1,
  firstMessage: { id: 'f', type: 'first_message', text: 'Hello {{contact.first_name}}!' },
  sections,
  ...over,
});
const talk: Section = { id: 's', type: 'sequential', prompt: 'Be kind to {{contact.first_name}}.' };

function inputs(
  agent: Partial<AgentContent> = {},
  settings: Partial<AgentSettings> = {},
  over: Partial<CallInputs> = {},
): CallInputs {
  return {
    agent: {
      ...blankAgent,
      id: 'agent-1',
      versionId: 'version-1',
      name: 'Grace',
      focus: null,
      flow: flow([talk]),
      ...agent,
      settings: { ...blankAgent.settings, ...settings },
    },
    company: { name: 'Acme', description: 'Makers of anvils' },
    contact,
    catalog,
    job: null,
    timeZone: 'Europe/Vienna',
    ...over,
  };
}
const said = (text: string) =>
  compilePlan(inputs({ flow: flow([talk], { lastMessage: { id: 'l', type: 'last_message', text } }) }))
    .lastMessage.text;

test.each([
  [
    '{{contact.first_name}} {{contact.last_name}}, {{contact.email}}, {{contact.phone}}',
    'Ada Lovelace, ada@example.com, +15005550000',
  ],
  ['{{contact.company_name}}: {{contact.company_description}}', 'Acme: Makers of anvils'],
  ['{{contact.organization}}', 'Analytical Engines'],
  ['{{contact.agent_name}}', 'Grace'],
  ['{{contact.profile}}', 'Programmer, Analytical Engines'],
  ['You like {{contact.interests}}.', 'You like tea and numbers.'],
  ['Permit: {{contact.work_permit}}.', 'Permit: yes.'],
  ['Renewal: {{contact.renewal_date}}.', 'Renewal: March 1, 2027.'],
  ['{{contact.contract_value}} and {{contact.shoe_size}}', '125,000 and 38'],
  ['Value {{contact.gone}}, {{job.title}}.', 'Value.'],
])('the flow text "%s" is spoken as "%s"', (text, expected) => {
  expect(said(text)).toBe(expected);
});

test('values of the contact are worded in the language of the call', () => {
  const text =
    '{{contact.interests}}; {{contact.work_permit}}; {{contact.renewal_date}}; {{contact.contract_value}}';
  const plan = compilePlan(
    inputs({
      language: 'DE',
      flow: flow([talk], { lastMessage: { id: 'l', type: 'last_message', text } }),
    }),
  );
  expect(plan.lastMessage.text).toBe('tea und numbers; ja; 1. März 2027; 125.000');
});

test('the first message of a call discloses exactly once that the agent is an AI', () => {
  expect(compilePlan(inputs()).firstMessage.text).toBe('Hello Ada! You are speaking with an AI assistant.');
  const honest = flow([talk], {
    firstMessage: { id: 'f', type: 'first_message', text: 'I am Grace, an AI assistant.' },
  });
  expect(compilePlan(inputs({ flow: honest })).firstMessage.text).toBe('I am Grace, an AI assistant.');
});

test('a flow without a last message says goodbye in the language of the call', () => {
  expect(compilePlan(inputs({ language: 'DE' })).lastMessage.text).toBe(
    'Vielen Dank für Ihre Zeit. Auf Wiederhören.',
  );
});

describe('contact data in the call plan', () => {
  const everything = (useContactContext: boolean) => {
    const plan = compilePlan(
      inputs({ flow: flow([{ ...talk, prompt: 'Be kind.' }]) }, { contextConfig: { useContactContext } }),
    );
    return {
      plan,
      prompt: JSON.stringify(plan.prompt),
      document: plan.knowledge.map(({ text }) => text).join(),
    };
  };

  test('an agent without contact context has no contact data in its call plan', () => {
    const { plan } = everything(false);
    expect(plan.prompt).toEqual([]);
    expect(plan.knowledge).toEqual([]);
  });

  test('the prompt of a call has only the essential fields of the contact', () => {
    const { plan } = everything(true);
    expect(plan.prompt).toEqual([
      {
        id: 'contact',
        title: 'The contact',
        kind: 'data',
        text: '- First name: Ada\n- Last name: Lovelace\n- Organization: Analytical Engines\n- Job title: Programmer\n- Timezone: Europe/London',
      },
    ]);
  });

  test('the contact document has headings by category and one line for each value', () => {
    expect(everything(true).document).toBe(
      [
        '# About the contact',
        '## Organisation',
        '- Organization: Analytical Engines\n- Job title: Programmer',
        '## Commercial',
        '- Contract value: 125,000\n- Renewal date: March 1, 2027',
        '## Relationship',
        '- Interests: tea and numbers\n- Notes: First line # Not a heading',
        '## Scheduling',
        '- Timezone: Europe/London',
        '## Recruiting',
        '- Work permit: yes',
        '## Custom',
        '- allowed: an-allowed-value\n- Shoe size: 38\n',
      ].join('\n\n'),
    );
  });

  test.each([
    'a-secret-value',
    '90,000',
    '90000',
    'ada@example.com',
    'Makers of anvils',
    'Grace',
    'Acme',
    'metadata-is',
    'deleted-field',
  ])('the hidden value %s is in neither prompt nor contact document', (value) => {
    const { prompt, document } = everything(true);
    expect(prompt + document).not.toContain(value);
  });

  test('a personal field that agents may see is in the contact document and not in the prompt', () => {
    const { prompt, document } = everything(true);
    expect(prompt).not.toContain('an-allowed-value');
    expect(document).toContain('an-allowed-value');
    expect(document).not.toContain('Lovelace');
  });
});

test('guardrails and instructions become sections of the prompt', () => {
  const plan = compilePlan(
    inputs(
      { instructions: 'We open at nine, {{contact.first_name}}.' },
      { guardrails: { rules: ['Be brief', '{{contact.none}}'], forbiddenTopics: ['Politics'] } },
    ),
  );
  expect(plan.prompt).toEqual([
    { id: 'guardrails', title: 'Rules', kind: 'instruction', text: '- Be brief' },
    {
      id: 'forbidden-topics',
      title: 'Topics that must not be talked about',
      kind: 'instruction',
      text: '- Politics',
    },
    { id: 'instructions', title: 'Reference', kind: 'instruction', text: 'We open at nine, "Ada".' },
  ]);
});

test('a question is scored only if it has a weight and an ideal answer', () => {
  const question = { id: 'q', question: 'Why?' };
  const answerType = { kind: 'text' };
  const plan = compilePlan(
    inputs({
      flow: flow([
        {
          id: 's',
          type: 'looping',
          questions: [
            question,
            { ...question, idealAnswer: 'Because' },
            { ...question, importance: 'REQUIRED' },
            { ...question, importance: 'HIGH', idealAnswer: 'Because' },
            { ...question, weight: 0, idealAnswer: 'Because', key: 'why' },
            { ...question, question: '{{contact.none}}?' },
          ],
        },
      ]),
    }),
  );
  expect(plan.sections).toEqual([
    {
      id: 's',
      type: 'looping',
      questions: [
        { id: 'q', text: 'Why?', answerType },
        { id: 'q', text: 'Why?', answerType },
        { id: 'q', text: 'Why?', answerType },
        {
          id: 'q',
          text: 'Why?',
          answerType,
          scoring: { idealAnswer: 'Because', weight: 3, importance: 'HIGH' },
        },
        {
          id: 'q',
          text: 'Why?',
          key: 'why',
          answerType,
          scoring: { idealAnswer: 'Because', weight: 0, importance: null },
        },
      ],
    },
  ]);
});

test('the answer type of a question is that of its author, else of its extraction target, else of its wording', () => {
  const asked: readonly Omit<Question, 'id'>[] = [
    { question: 'How much?', answer: { type: 'money', currency: 'GBP', period: 'year' } },
    { question: 'Which?', answer: { type: 'choice', options: ['a', 'b'] } },
    { question: 'Tell me your shift.', key: 'shift' },
    { question: 'And the start?', key: 'Earliest start' },
    { question: 'What is your expected annual salary in pounds?' },
    { question: 'Do you have a driving licence?' },
    { question: 'How many years have you driven?' },
    { question: 'When could you start?' },
    { question: 'At what time can we call you?' },
    { question: 'What is your e-mail address?' },
    { question: 'Which number can we reach you on, a mobile phone number?' },
    { question: 'What is your full name?' },
    { question: 'Which languages do you speak?' },
    { question: 'Do you prefer tea or coffee?' },
    { question: 'Why do you want to leave?' },
    { question: 'Do you have a licence, and if so, which one?' },
  ];
  const plan = compilePlan(
    inputs(
      {
        flow: flow([
          {
            id: 's',
            type: 'looping',
            questions: asked.map((question, index) => ({ id: `q${index}`, ...question })),
          },
        ]),
      },
      {
        analyticsConfig: {
          ...blankAgent.settings.analyticsConfig,
          extractionTargets: [
            { key: 'shift', label: 'Shift', type: 'enum', options: ['Day', 'Night'] },
            { key: 'start_date', label: 'Earliest start', type: 'date' },
          ],
        },
      },
    ),
  );
  expect(questionsIn(plan.sections).map(({ answerType }) => answerType)).toEqual([
    { kind: 'money', currency: 'GBP', period: 'year' },
    { kind: 'choice', options: ['a', 'b'] },
    { kind: 'choice', options: ['Day', 'Night'] },
    { kind: 'date' },
    { kind: 'money', currency: 'GBP', period: 'year', isDerived: true },
    { kind: 'yes_no' },
    { kind: 'number', unit: 'years', isDerived: true },
    { kind: 'date' },
    { kind: 'time' },
    { kind: 'email' },
    { kind: 'phone' },
    { kind: 'name' },
    { kind: 'list' },
    { kind: 'choice', options: ['tea', 'coffee'] },
    { kind: 'text' },
    undefined,
  ]);
});

test('the call plan lists every handoff of the flow, including nested ones', () => {
  const handoff = (id: string): Section => ({
    id,
    type: 'human_handoff',
    message: 'One moment, {{contact.none}}.',
    destinations: [{ phoneNumber: '+15005550001' }],
  });
  const branch: Branch = {
    id: 'b',
    name: 'yes',
    condition: { type: 'intent', description: 'Wants {{contact.organization}}' },
    sections: [handoff('inner')],
  };
  const plan = compilePlan(
    inputs({
      flow: flow([
        { id: 'c', type: 'conditional', branches: [branch], defaultBranch: 'yes' },
        handoff('outer'),
      ]),
    }),
  );
  expect(plan.handoffs.map(({ id, message }) => [id, message])).toEqual([
    ['inner', 'One moment.'],
    ['outer', 'One moment.'],
  ]);
  expect(plan.sections[0]).toMatchObject({
    defaultBranchId: 'b',
    branches: [{ condition: { type: 'intent', description: 'Wants "Analytical Engines"' } }],
  });
});

test('the voicemail message has its placeholders filled in, and an empty message is not left', () => {
  const left = (message: string) =>
    compilePlan(inputs({}, { voicemail: { action: 'LEAVE_MESSAGE', message } })).voicemail;
  expect(left('Please call {{contact.company_name}} back.')).toEqual({
    action: 'LEAVE_MESSAGE',
    message: 'Please call Acme back.',
  });
  expect(left('{{contact.none}}')).toEqual({ action: 'HANG_UP' });
});

describe('agents without a flow', () => {
  const plan = (focus: AgentContent['focus'], over: Partial<AgentContent> = {}) =>
    compilePlan(inputs({ focus, flow: null, ...over }, {}, { job }));
  const questions = (focus: AgentContent['focus']) =>
    plan(focus).sections.flatMap((section) =>
      section.type === 'looping' ? section.questions.map(({ text }) => text) : [],
    );

  test('a GENERIC agent without a flow follows its instructions', () => {
    const generic = plan('GENERIC', { instructions: 'Ask about tea.' });
    expect(generic.sections).toEqual([{ id: 'talk', type: 'sequential', prompt: 'Ask about tea.' }]);
    expect(generic.prompt).toEqual([]);
    expect(generic.firstMessage.text).toBe(
      'Hello Ada Lovelace, this is Acme. You are speaking with an AI assistant.',
    );
  });

  test('a SCREENING agent without a flow asks for the requirements of the job', () => {
    expect(questions('SCREENING')).toEqual([
      'I am calling about this position: Night clerk. Are you interested in it?',
      'What experience do you have with this: SQL?',
      'What experience do you have with this: Tact contact.email?',
      'How well do you speak this language: German?',
      'How well do you speak this language: Klingon?',
      'Could you work at this place: Bern?',
      'When could you start, and what is your notice period?',
      'What are your salary expectations?',
    ]);
    expect(plan('SCREENING').knowledge.map(({ id }) => id)).toEqual(['job']);
  });

  test('a LANGUAGE_TEST agent without a flow asks three built-in questions', () => {
    expect(questions('LANGUAGE_TEST')).toHaveLength(3);
  });

  test('a REFERENCE_CHECK agent without a flow asks about the latest positions first', () => {
    expect(questions('REFERENCE_CHECK').filter((text) => text.startsWith('According'))).toEqual([
      'According to our records: New Ltd, Lead, 2020-07. Is that correct?',
      'According to our records: Old Ltd, Clerk, 2019-01 – 2020-06. Is that correct?',
    ]);
  });

  const focuses = ['GENERIC', 'SCREENING', 'LANGUAGE_TEST', 'REFERENCE_CHECK'] as const;
  test.each(languages)('an agent without a flow has all its texts in the language %s', (language) => {
    for (const focus of focuses) {
      const compiled = plan(focus, { language });
      const texts = JSON.stringify([compiled.firstMessage, compiled.sections, compiled.lastMessage]);
      expect(texts).not.toMatch(/[{]{2}|%|""| {2}|undefined/);
      expect(texts).toContain('Ada');
      expect(disclosesAi(compiled.firstMessage.text, language)).toBe(true);
    }
  });
});

const text = fc.oneof(
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 30 }),
  fc.constantFrom('Hello {{contact.first_name}}, {{contact.none}}!', '{{contact.none}}', '{{contact.notes}}'),
);
const leaf = fc.oneof(
  fc.record({ id: fc.uuid(), type: fc.constant('sequential' as const), prompt: text }),
  fc.record({
    id: fc.uuid(),
    type: fc.constant('looping' as const),
    questions: fc.array(fc.record({ id: fc.uuid(), question: text }), { minLength: 1, maxLength: 3 }),
  }),
  fc.record({
    id: fc.uuid(),
    type: fc.constant('human_handoff' as const),
    message: text,
    destinations: fc.constant([{ phoneNumber: '+15005550001' }]),
  }),
);
const condition = fc.oneof(
  fc.record({ type: fc.constant('intent' as const), description: text }),
  fc.record({
    type: fc.constant('expression' as const),
    field: fc.constantFrom('contact.country', 'answer.x'),
    operator: fc.constantFrom('EXISTS' as const, 'NOT_EXISTS' as const),
  }),
);
const conditional = fc.record({
  id: fc.uuid(),
  type: fc.constant('conditional' as const),
  branches: fc.array(
    fc.record({ id: fc.uuid(), name: fc.uuid(), condition, sections: fc.array(leaf, { maxLength: 2 }) }),
    { minLength: 1, maxLength: 3 },
  ),
});
const anyFlow = fc
  .record({ first: text, sections: fc.array(fc.oneof(leaf, conditional), { minLength: 1, maxLength: 4 }) })
  .map(({ first, sections }) =>
    flow(sections, { firstMessage: { id: 'f', type: 'first_message', text: first } }),
  );

test('a flow compiles to the same call plan each time, and the plan discloses the AI', () => {
  fc.assert(
    fc.property(anyFlow, fc.constantFrom(...languages), (written, language) => {
      const wanted = inputs({ flow: written, language }, { contextConfig: { useContactContext: true } });
      const plan = compilePlan(wanted);
      expect(compilePlan(wanted)).toEqual(plan);
      expect(JSON.parse(JSON.stringify(plan))).toEqual(plan);
      expect(disclosesAi(plan.firstMessage.text, language)).toBe(true);
      expect(plan.lastMessage.text).not.toBe('');
    }),
    { numRuns: 200 },
  );
});
