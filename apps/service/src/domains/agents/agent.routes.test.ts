import {
  type Api,
  startTestService,
  type TestCompany,
  type TestService,
  UNKNOWN,
} from '@parley/testing/service.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { sql } from '../../storage/sql.ts';

// biome-ignore lint/suspicious/noExplicitAny: bodies are as loose here as they are to a client
type Json = any;

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

let service: TestService;
let company: TestCompany;
let api: Api;
beforeAll(async () => {
  service = await startTestService({ roles: ['api'] });
});
afterAll(() => service.stop());
beforeEach(async () => {
  company = await service.newCompany({ defaultCountry: 'CH' });
  api = company.api;
});

const flow = (more: Json = {}) => ({
  firstMessage: { type: 'first_message', text: 'Hello {{contact.first_name}}, I am an AI assistant.' },
  sections: [
    {
      type: 'looping',
      title: 'Basics',
      questions: [{ question: 'Are you well?', idealAnswer: 'Yes', importance: 'REQUIRED', key: 'well' }],
    },
    {
      type: 'conditional',
      branches: [
        {
          name: 'Well',
          condition: { type: 'expression', field: 'answer.well', operator: 'EQUALS', value: true },
          sections: [{ type: 'sequential', prompt: 'Be glad.' }],
        },
        {
          name: 'Unwell',
          condition: { type: 'intent', description: 'They are unwell.' },
          sections: [{ type: 'human_handoff', phoneNumber: '044 668 18 00' }],
        },
      ],
      defaultBranch: 'Unwell',
    },
  ],
  lastMessage: { type: 'last_message', text: 'Goodbye.' },
  ...more,
});

async function made(body: Json = {}): Promise<Json> {
  const answer = await api.post('/agents', { name: 'Agent', ...body });
  expect(answer.status, answer.text).toBe(201);
  return answer.body;
}
const total = async () => (await api.get('/agents')).body.total;

describe('creating an agent', () => {
  test('a new agent needs only a name, and the rest gets defaults', async () => {
    const agent = await made();
    expect(agent).toEqual({
      id: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-7/),
      schemaVersion: 1,
      custom: false,
      name: 'Agent',
      type: 'PHONE',
      language: 'EN',
      duration: 15,
      companyPhoneNumberId: null,
      focus: 'SCREENING',
      guardrails: { rules: [], forbiddenTopics: [] },
      contextConfig: { useContactContext: false },
      analyticsConfig: { extractionTargets: [], outcomes: [], tags: [] },
      instructions: null,
      callingWindow: {
        days: ['MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT', 'SUN'],
        start: '08:00',
        end: '20:00',
      },
      retryPolicy: { maxAttempts: 3, delaySeconds: [1800, 14400] },
      voice: { provider: null, voiceId: null, speed: 1 },
      voicemail: { action: 'HANG_UP', message: null },
      resumeMinutes: 10,
      createdAt: expect.stringMatching(INSTANT),
      updatedAt: agent.createdAt,
    });
    expect((await api.get(`/agents/${agent.id}`)).body).toEqual(agent);
  });

  test('a new agent stores everything it was created with', async () => {
    const number = await service.admin.post('/phone-numbers', {
      companyId: company.id,
      phoneNumber: '044 668 18 01',
    });
    const wanted = {
      name: 'Ünïcode 🙂 „agent“',
      type: 'ONLINE',
      language: 'DE',
      duration: 120,
      companyPhoneNumberId: number.body.id,
      guardrails: { rules: ["Never say 'drop table'"], forbiddenTopics: ['Politics'] },
      contextConfig: { useContactContext: true },
      analyticsConfig: {
        extractionTargets: [
          { key: 'age', label: 'Age', type: 'number', description: 'In years' },
          { key: 'colour', label: 'Colour', type: 'enum', options: ['red', 'blue'] },
        ],
        outcomes: [{ key: 'yes', label: 'Said yes', description: 'The person agreed.' }],
        tags: [{ key: 'vip', label: 'VIP', description: 'An important person.' }],
      },
      instructions: 'Read this.',
      callingWindow: { days: ['SAT', 'MON'], start: '22:00', end: '06:30' },
      retryPolicy: { maxAttempts: 4, delaySeconds: [1, 2, 604_800] },
      voice: { provider: 'acme', voiceId: 'anna', speed: 1.2 },
      voicemail: { action: 'LEAVE_MESSAGE', message: 'We called.' },
      resumeMinutes: 0,
    };
    const agent = await made({ ...wanted, flow: flow() });
    expect(agent).toMatchObject(wanted);
    expect(agent.custom).toBe(true);
    expect(agent).not.toHaveProperty('focus');
    expect(Object.keys(agent.flow)).toEqual(['schemaVersion', 'firstMessage', 'sections', 'lastMessage']);
    expect((await api.get(`/agents/${agent.id}`)).body).toEqual(agent);
  });

  test.each(['GENERIC', 'SCREENING', 'LANGUAGE_TEST', 'REFERENCE_CHECK'])(
    'a new agent can have the focus %s',
    async (focus) => {
      expect(await made({ focus })).toMatchObject({ focus, custom: false });
    },
  );

  test('a new agent can have each of the 32 languages', async () => {
    const languages =
      'EN DE FR ES PT IT NL PL CS SK HU RO BG HR SL SR UK RU EL TR SV DA NO FI ET LV LT AR HE JA ZH KO'.split(
        ' ',
      );
    for (const language of languages) expect((await made({ language })).language).toBe(language);
    expect((await api.post('/agents', { name: 'A', language: 'en' })).body.errors).toEqual([
      `language must be one of ${languages.join(', ')}`,
    ]);
  });

  test('an agent whose calling window is null calls at any time', async () => {
    expect((await made({ callingWindow: null })).callingWindow).toBeNull();
  });

  test('a calling window without days applies to every day', async () => {
    const { callingWindow } = await made({ callingWindow: { start: '09:00', end: '18:00' } });
    expect(callingWindow.days).toHaveLength(7);
  });

  test('one delay in a retry policy applies to all retries', async () => {
    expect((await made({ retryPolicy: { delaySeconds: 60 } })).retryPolicy).toEqual({
      maxAttempts: 3,
      delaySeconds: 60,
    });
  });

  test('a tag without a key gets a key derived from its label', async () => {
    const labels = ['Möchte  mehr wissen?', 'VIP-Kunde (neu)', '年齢', 'x'.repeat(100)];
    const tags = labels.map((label) => ({ label, description: 'd' }));
    const { analyticsConfig } = await made({ analyticsConfig: { tags } });
    expect(analyticsConfig.tags.map(({ key }: Json) => key)).toEqual([
      'mochte_mehr_wissen',
      'vip_kunde_neu',
      '年齢',
      'x'.repeat(64),
    ]);
  });

  test.each<[words: string, sent: Json, ...errors: string[]]>([
    ['without a name', { name: undefined }, 'name is required'],
    ['with an empty name', { name: '' }, 'name must NOT have fewer than 1 characters'],
    [
      'with a name of 201 characters',
      { name: 'x'.repeat(201) },
      'name must NOT have more than 200 characters',
    ],
    ['with an unknown property', { metadata: {} }, 'metadata is not a known property'],
    ['with an id', { id: UNKNOWN }, 'id is not a known property'],
    ['with another type', { type: 'SMS' }, 'type must be one of PHONE, ONLINE'],
    ['without a duration', { duration: 0 }, 'duration must be >= 1'],
    ['with a duration of 121 minutes', { duration: 121 }, 'duration must be <= 120'],
    [
      'with a duration of half a minute',
      { duration: 0.5 },
      'duration must be integer',
      'duration must be >= 1',
    ],
    [
      'with a caller id that is not a UUID',
      { companyPhoneNumberId: 'x' },
      'companyPhoneNumberId must match format "uuid"',
    ],
    [
      'with an unknown focus',
      { focus: 'SALES' },
      'focus must be one of GENERIC, SCREENING, LANGUAGE_TEST, REFERENCE_CHECK',
    ],
    ['with a flow that is text', { flow: 'hello' }, 'flow must be object'],
    ['with a flow that is a list', { flow: [] }, 'flow must be object'],
    ['with a flow that is null', { flow: null }, 'flow must be object'],
    ['with a focus and a flow', { focus: 'GENERIC', flow: flow() }, 'focus must be absent'],
    ['with a focus and an invalid flow', { focus: 'GENERIC', flow: {} }, 'focus must be absent'],
    [
      'with 51 rules',
      { guardrails: { rules: Array(51).fill('a') } },
      'guardrails.rules must NOT have more than 50 items',
    ],
    [
      'with 51 topics',
      { guardrails: { forbiddenTopics: Array(51).fill('a') } },
      'guardrails.forbiddenTopics must NOT have more than 50 items',
    ],
    [
      'with an unknown kind of guardrail',
      { guardrails: { tone: 'mild' } },
      'guardrails.tone is not a known property',
    ],
    [
      'with a context that is text',
      { contextConfig: { useContactContext: 'yes' } },
      'contextConfig.useContactContext must be boolean',
    ],
    [
      'with an empty calling window',
      { callingWindow: { start: '09:00', end: '09:00' } },
      'callingWindow.end must differ from callingWindow.start',
    ],
    ['with a window without an end', { callingWindow: { start: '09:00' } }, 'callingWindow.end is required'],
    [
      'with a calling window with an empty list of days',
      { callingWindow: { days: [], start: '09:00', end: '10:00' } },
      'callingWindow.days must NOT have fewer than 1 items',
    ],
    [
      'with a duplicate day',
      { callingWindow: { days: ['MON', 'MON'], start: '09:00', end: '10:00' } },
      'callingWindow.days must NOT have duplicate items (items ## 1 and 0 are identical)',
    ],
    [
      'with a day name that is not English',
      { callingWindow: { days: ['LUN'], start: '09:00', end: '10:00' } },
      'callingWindow.days[0] must be one of MON, TUE, WED, THU, FRI, SAT, SUN',
    ],
    ['with eleven attempts', { retryPolicy: { maxAttempts: 11 } }, 'retryPolicy.maxAttempts must be <= 10'],
    ['with zero attempts', { retryPolicy: { maxAttempts: 0 } }, 'retryPolicy.maxAttempts must be >= 1'],
    [
      'with a retry delay of zero seconds',
      { retryPolicy: { delaySeconds: 0 } },
      'retryPolicy.delaySeconds must be >= 1',
    ],
    [
      'with a delay of more than a week',
      { retryPolicy: { delaySeconds: [1, 604_801] } },
      'retryPolicy.delaySeconds[1] must be <= 604800',
    ],
    [
      'with a delay that is text',
      { retryPolicy: { delaySeconds: '60' } },
      'retryPolicy.delaySeconds must be integer or array',
    ],
    [
      'with retries and no delays',
      { retryPolicy: { delaySeconds: [] } },
      'retryPolicy.delaySeconds must have an entry when there are retries',
    ],
    ['with a return time of more than an hour', { resumeMinutes: 61 }, 'resumeMinutes must be <= 60'],
    ['with a voice that is too fast', { voice: { speed: 3 } }, 'voice.speed must be <= 2'],
    [
      'with an unknown voicemail action',
      { voicemail: { action: 'SING' } },
      'voicemail.action must be one of HANG_UP, LEAVE_MESSAGE',
    ],
    [
      'with a voicemail message that is missing',
      { voicemail: { action: 'LEAVE_MESSAGE' } },
      'voicemail.message is required',
    ],
    [
      'with instructions of 20,001 characters',
      { instructions: 'x'.repeat(20_001) },
      'instructions must NOT have more than 20000 characters',
    ],
    [
      'with an extraction target without a key',
      { analyticsConfig: { extractionTargets: [{ label: 'A', type: 'bool' }] } },
      'analyticsConfig.extractionTargets[0].key is required',
    ],
    [
      'with an extraction target of an unknown type',
      { analyticsConfig: { extractionTargets: [{ key: 'a', label: 'A', type: 'tags' }] } },
      'analyticsConfig.extractionTargets[0].type must be one of string, number, bool, date, enum, list',
    ],
    [
      'with an enum extraction target without options',
      { analyticsConfig: { extractionTargets: [{ key: 'a', label: 'A', type: 'enum' }] } },
      'analyticsConfig.extractionTargets[0].options is required',
    ],
    [
      'with two extraction targets of one key',
      {
        analyticsConfig: {
          extractionTargets: [
            { key: 'a', label: 'A', type: 'bool' },
            { key: 'a', label: 'B', type: 'bool' },
          ],
        },
      },
      'analyticsConfig.extractionTargets[1].key is the key of another entry of extractionTargets',
    ],
    [
      'with two outcomes whose labels give the same key',
      {
        analyticsConfig: {
          outcomes: [
            { label: 'Yes!', description: 'd' },
            { label: 'yes', description: 'd' },
          ],
        },
      },
      'analyticsConfig.outcomes[1].key is the key of another entry of outcomes',
    ],
    [
      'with a label that gives no key',
      { analyticsConfig: { tags: [{ label: '!?', description: 'd' }] } },
      'analyticsConfig.tags[0].key is required: the label has no letter or digit to make it from',
    ],
    [
      'with an outcome without a description',
      { analyticsConfig: { outcomes: [{ label: 'A' }] } },
      'analyticsConfig.outcomes[0].description is required',
    ],
  ])('a new agent %s is refused with 400', async (_words, sent, ...errors) => {
    const answer = await api.post('/agents', { name: 'Agent', ...sent });
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({ message: 'Validation failed', errors });
    expect(await total()).toBe(0);
  });

  test.each(['9:00', '24:00', '12:60', '12:00:00', ' 09:00'])(
    'a calling window that starts at %j is refused',
    async (start) => {
      const { status, body } = await api.post('/agents', {
        name: 'A',
        callingWindow: { start, end: '18:00' },
      });
      expect(status).toBe(400);
      expect(body.errors).toEqual([
        expect.stringMatching(/^callingWindow\.start is not valid: write a time of day/),
      ]);
    },
  );

  test('all problems of a new agent are reported together', async () => {
    const { body } = await api.post('/agents', {
      type: 'SMS',
      duration: 0,
      focus: 'GENERIC',
      flow: {},
      guardrails: { tone: 1 },
      voice: { speed: 9 },
    });
    expect(body.errors.toSorted()).toEqual([
      'duration must be >= 1',
      'focus must be absent',
      'guardrails.tone is not a known property',
      'name is required',
      'type must be one of PHONE, ONLINE',
      'voice.speed must be <= 2',
    ]);
  });
});

describe('flows of agents', () => {
  test('a stored flow has block ids, a schema version and handoff numbers in E.164', async () => {
    const { flow: kept } = await made({ flow: flow() });
    expect(kept).toMatchObject({
      ...flow(),
      schemaVersion: 1,
      sections: [
        flow().sections[0],
        { branches: [{}, { sections: [{ type: 'human_handoff', phoneNumber: '+41446681800' }] }] },
      ],
    });
    const ids = [...JSON.stringify(kept).matchAll(/"id":"([0-9a-f-]{36})"/g)].map(([, id]) => id);
    expect(new Set(ids).size).toBe(9);
  });

  test('an invalid flow gets 422 with every problem and its path, and no agent is created', async () => {
    const { status, body } = await api.post('/agents', {
      name: 'A',
      flow: flow({
        sections: [
          { type: 'looping', questions: [{ idealAnswer: 'Yes' }] },
          {
            type: 'conditional',
            branches: [{ name: 'A', condition: { type: 'intent' }, sections: [] }, null],
          },
        ],
      }),
    });
    expect(status).toBe(422);
    expect(body).toMatchObject({
      statusCode: 422,
      error: 'Unprocessable Entity',
      message: 'The flow is not valid',
    });
    expect(body.errors).toEqual([
      { path: 'flow.sections[0].questions[0].question', message: 'is required' },
      { path: 'flow.sections[1].branches[0].condition.description', message: 'is required' },
      { path: 'flow.sections[1].branches[1]', message: expect.stringContaining('branches[1] is null') },
    ]);
    expect(await total()).toBe(0);
  });

  test('the flow shown in the API reference is valid', async () => {
    const document = (await service.admin.get('/openapi.json')).body;
    expect((await made({ flow: document.components.schemas.Flow.example })).custom).toBe(true);
  });

  test('a flow that is nested too deeply is refused before it is parsed', async () => {
    const depth = 10_000;
    const deep = `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`;
    expect((await api.post('/agents', `{"name":"A","flow":${deep}}`)).status).toBe(400);
  });

  test('a flow sent back unchanged keeps every id', async () => {
    const agent = await made({ flow: flow() });
    const { status, body } = await api.patch(`/agents/${agent.id}`, { flow: agent.flow });
    expect(status).toBe(200);
    expect(body.flow).toEqual(agent.flow);
  });

  test('changing one block of a flow keeps the ids of all other blocks', async () => {
    const agent = await made({ flow: flow() });
    const [asks, branches] = agent.flow.sections;
    const sections = [{ type: 'sequential', prompt: 'New.' }, { ...asks, title: 'Renamed' }, branches];
    const { body } = await api.patch(`/agents/${agent.id}`, { flow: { ...agent.flow, sections } });
    expect(body.flow.sections.slice(1)).toEqual([{ ...asks, title: 'Renamed' }, branches]);
    expect(JSON.stringify(agent.flow)).not.toContain(body.flow.sections[0].id);
  });

  test('a flow copied from another agent gets new block ids', async () => {
    const other = await made({ flow: flow() });
    const copy = await made({ flow: other.flow });
    expect(copy.flow).not.toEqual(other.flow);
    expect(copy.flow.firstMessage.id).not.toBe(other.flow.firstMessage.id);
  });
});

describe('changing an agent', () => {
  test('changing an agent replaces only the properties that are sent, each as a whole', async () => {
    const before = await made({
      guardrails: { rules: ['a'], forbiddenTopics: ['b'] },
      retryPolicy: { maxAttempts: 5, delaySeconds: 60 },
      voice: { provider: 'acme', voiceId: 'anna', speed: 2 },
      instructions: 'Read this.',
    });
    const changes = {
      guardrails: { rules: ['c'] },
      retryPolicy: { maxAttempts: 2 },
      voice: { voiceId: 'eva' },
    };
    const { status, body } = await api.patch(`/agents/${before.id}`, changes);
    expect(status).toBe(200);
    expect(body).toEqual({
      ...before,
      guardrails: { rules: ['c'], forbiddenTopics: [] },
      retryPolicy: { maxAttempts: 2, delaySeconds: [1800, 14400] },
      voice: { provider: null, voiceId: 'eva', speed: 1 },
      updatedAt: expect.stringMatching(INSTANT),
    });
    expect(body.updatedAt > before.updatedAt).toBe(true);
    expect((await api.get(`/agents/${before.id}`)).body).toEqual(body);
  });

  test('optional values of an agent are cleared with null', async () => {
    const { id } = await made({ instructions: 'Read this.' });
    const changes = { instructions: null, companyPhoneNumberId: null, callingWindow: null };
    expect((await api.patch(`/agents/${id}`, changes)).body).toMatchObject(changes);
  });

  test('an agent changed with an empty body stays the same', async () => {
    const agent = await made();
    expect((await api.patch(`/agents/${agent.id}`, {})).body).toEqual(agent);
  });

  test('giving an agent a flow removes its focus', async () => {
    const { id } = await made({ focus: 'GENERIC' });
    const { body } = await api.patch(`/agents/${id}`, { flow: flow() });
    expect(body.custom).toBe(true);
    expect(body).not.toHaveProperty('focus');
  });

  test('a change to an agent with a flow can set a focus only if it also removes the flow', async () => {
    const { id } = await made({ flow: flow() });
    const refused = await api.patch(`/agents/${id}`, { focus: 'GENERIC' });
    expect(refused.status).toBe(400);
    expect(refused.body.errors).toEqual([expect.stringMatching(/^focus cannot be combined with the flow/)]);
    const { body } = await api.patch(`/agents/${id}`, { focus: 'GENERIC', flow: null });
    expect(body).toMatchObject({ custom: false, focus: 'GENERIC' });
    expect(body).not.toHaveProperty('flow');
  });

  test('an agent whose flow is removed gets the default focus', async () => {
    const { id } = await made({ flow: flow() });
    expect((await api.patch(`/agents/${id}`, { flow: null })).body.focus).toBe('SCREENING');
  });

  test.each<[words: string, sent: Json, status: number]>([
    ['with an unknown property', { custom: true }, 400],
    ['without a name', { name: null }, 400],
    ['with a focus and a flow', { focus: 'GENERIC', flow: flow() }, 400],
    ['with an empty window', { callingWindow: { start: '00:00', end: '00:00' } }, 400],
    ['with an invalid flow', { flow: { ...flow(), sections: [] } }, 422],
    ['with an unknown caller id', { companyPhoneNumberId: UNKNOWN }, 404],
  ])('a change of an agent %s is refused, and the agent stays unchanged', async (_words, sent, status) => {
    const agent = await made({ flow: flow() });
    expect((await api.patch(`/agents/${agent.id}`, { name: 'New', ...sent })).status).toBe(status);
    expect((await api.get(`/agents/${agent.id}`)).body).toEqual(agent);
  });

  test('concurrent changes of an agent by several clients are all kept', async () => {
    const { id } = await made();
    const changes = [
      { name: 'New' },
      { duration: 7 },
      { language: 'FR' },
      { instructions: 'Read.' },
      { type: 'ONLINE' },
      { callingWindow: null },
    ];
    const answers = await Promise.all(changes.map((change) => api.patch(`/agents/${id}`, change)));
    expect(answers.map(({ status }) => status)).toEqual(changes.map(() => 200));
    expect((await api.get(`/agents/${id}`)).body).toMatchObject(Object.assign({}, ...changes));
  });
});

describe('caller IDs of agents', () => {
  test('the caller ID of an agent is returned on creation as it is returned on later reads', async () => {
    const wanted = { companyId: company.id, phoneNumber: '+41446681800' };
    const { id } = (await service.admin.post('/phone-numbers', wanted)).body;
    const agent = await made({ companyPhoneNumberId: id.toUpperCase() });
    expect(agent.companyPhoneNumberId).toBe(id);
    expect((await api.get(`/agents/${agent.id}`)).body).toEqual(agent);
  });

  test('an agent with an unknown caller ID gets 404', async () => {
    const { status, body } = await api.post('/agents', { name: 'A', companyPhoneNumberId: UNKNOWN });
    expect(status).toBe(404);
    expect(body.message).toBe('Phone number not found');
    expect(await total()).toBe(0);
  });

  test('an agent with a caller ID of another company gets 403', async () => {
    const other = await service.newCompany();
    const number = await service.admin.post('/phone-numbers', {
      companyId: other.id,
      phoneNumber: '+41446681800',
    });
    const { id } = await made();
    const wanted = { name: 'A', companyPhoneNumberId: number.body.id };
    expect((await api.post('/agents', wanted)).status).toBe(403);
    expect((await api.patch(`/agents/${id}`, wanted)).status).toBe(403);
  });

  test("an agent's body is validated first, then its caller ID, then its flow", async () => {
    const wanted = { name: 'A', companyPhoneNumberId: UNKNOWN, flow: {} };
    expect((await api.post('/agents', wanted)).status).toBe(404);
    expect((await api.post('/agents', { ...wanted, duration: 0 })).status).toBe(400);
  });
});

describe('reading and deleting agents', () => {
  const everyWay = (reach: Api, id: string) => [
    reach.get(`/agents/${id}`),
    reach.patch(`/agents/${id}`, { name: 'Mine' }),
    reach.delete(`/agents/${id}`),
  ];

  test('every request for an unknown agent id gets 404', async () => {
    for (const id of [UNKNOWN, 'not-a-uuid']) {
      for (const answer of await Promise.all(everyWay(api, id))) {
        expect(answer.status).toBe(404);
        expect(answer.body.message).toBe('Agent not found');
      }
    }
  });

  test('every request for an agent of another company gets 403', async () => {
    const agent = await made();
    const other = await service.newCompany();
    for (const answer of await Promise.all(everyWay(other.api, agent.id))) expect(answer.status).toBe(403);
    expect((await api.get(`/agents/${agent.id}`)).body).toEqual(agent);
  });

  test('a deleted agent is gone, with its versions', async () => {
    const { id } = await made({ flow: flow() });
    await api.patch(`/agents/${id}`, { name: 'New' });
    const { status, body } = await api.delete(`/agents/${id}`);
    expect(status).toBe(200);
    expect(body).toEqual({ id, deleted: true });
    for (const answer of await Promise.all(everyWay(api, id))) expect(answer.status).toBe(404);
    const { database } = service.services;
    expect(await database.all(sql`select id from agent_versions where agent_id = ${id}`)).toEqual([]);
  });

  test('an agent that is in use cannot be deleted', async () => {
    const { id } = await made();
    const { database } = service.services;
    await database.run(sql`create table under_way (agent_id uuid not null references agents)`);
    await database.run(sql`insert into under_way (agent_id) values (${id})`);
    const { status, body } = await api.delete(`/agents/${id}`);
    expect(status).toBe(409);
    expect(body.message).toBe('The agent is in use by a run or a conversation that is not finished');
    await database.run(sql`drop table under_way`);
    expect((await api.delete(`/agents/${id}`)).status).toBe(200);
  });
});

test('agents of the company are listed newest first, in pages', async () => {
  expect((await api.get('/agents')).body).toEqual({ data: [], total: 0, page: 1, limit: 20, totalPages: 0 });
  const agents: Json[] = [];
  for (const name of ['First', 'Second', 'Third']) agents.unshift(await made({ name, flow: flow() }));
  await api.patch(`/agents/${agents[2].id}`, { duration: 20 });
  const { body } = await api.get('/agents?limit=2');
  expect(body).toMatchObject({ total: 3, page: 1, limit: 2, totalPages: 2 });
  expect(body.data).toEqual(agents.slice(0, 2));
  const last = (await api.get('/agents?limit=2&page=2')).body.data;
  expect(last).toEqual([{ ...agents[2], duration: 20, updatedAt: last[0].updatedAt }]);
  expect((await api.get('/agents?limit=2&page=3')).body.data).toEqual([]);
  expect((await api.get('/agents?type=PHONE')).status).toBe(400);
});
