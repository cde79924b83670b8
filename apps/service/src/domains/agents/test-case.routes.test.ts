import { newPerson } from '@parley/testing/console-browser.ts';
import { renewalAgent } from '@parley/testing/held-call.ts';
import { startTestService, type TestCompany, type TestService, UNKNOWN } from '@parley/testing/service.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

let service: TestService;
let company: TestCompany;
let agentId: string;
beforeAll(async () => {
  service = await startTestService({ roles: ['api'] });
});
afterAll(() => service.stop());
beforeEach(async () => {
  company = await service.newCompany();
  agentId = (await company.api.post('/agents', agent)).body.id;
});

const branch = (name: string, operator: string, text: string) => ({
  name,
  condition: { type: 'expression', field: 'answer.satisfaction', operator, value: 5 },
  sections: [{ type: 'looping', questions: [{ question: text, key: name.toLowerCase() }] }],
});
const agent = {
  name: 'Survey',
  flow: {
    firstMessage: { type: 'first_message', text: 'Hello, this is the AI assistant of Acme.' },
    sections: [
      {
        type: 'looping',
        title: 'Satisfaction',
        questions: [
          { question: 'On a scale from 1 to 10, how satisfied are you with us?', key: 'satisfaction' },
        ],
      },
      {
        type: 'conditional',
        branches: [
          branch('Unhappy', 'LESS_THAN', 'What went wrong?'),
          branch('Happy', 'GREATER_THAN', 'What do you like most?'),
        ],
      },
    ],
    lastMessage: { type: 'last_message', text: 'Thank you. Goodbye!' },
  },
};
const unhappy = {
  name: 'An unhappy customer is asked why',
  turns: ['Yes, hello.', 'Three.', 'The waiting times are too long.'],
  expect: {
    visited: ['Satisfaction', 'What went wrong?'],
    branch: 'Unhappy',
    values: { satisfaction: 3 },
    ending: 'finished',
  },
};
const path = () => `/agents/${agentId}/test-cases`;
const add = async (testCase: object = unhappy) => (await company.api.post(path(), testCase)).body;
const run = async (body?: object) => (await company.api.post(`${path()}/run`, body)).body;

test('test cases of an agent can be created, changed and deleted', async () => {
  const { status, body } = await company.api.post(path(), unhappy);
  expect(status).toBe(201);
  expect(body).toMatchObject({ ...unhappy, agentId });
  const changed = await company.api.patch(`${path()}/${body.id}`, { name: 'Asked why' });
  expect(changed.body).toMatchObject({ ...unhappy, name: 'Asked why' });
  expect((await company.api.get(path())).body).toMatchObject({ total: 1, data: [changed.body] });
  expect((await company.api.delete(`${path()}/${body.id}`)).body).toEqual({ id: body.id, deleted: true });
  expect((await company.api.get(path())).body.total).toBe(0);
});

test('a test case whose expectations are met passes, and its result shows the path through the flow', async () => {
  await add();
  const { passed, results } = await run();
  expect(results[0]).toMatchObject({ name: unhappy.name, passed: true, failures: [], ending: 'finished' });
  expect(passed).toBe(true);
  expect(results[0].path.map(({ label }: { label: string }) => label)).toEqual([
    'First message',
    'Satisfaction',
    agent.flow.sections[0]?.questions?.[0]?.question,
    'Decision',
    'Unhappy',
    'Questions',
    'What went wrong?',
    'Last message',
  ]);
  expect(results[0].transcript[1]).toEqual({ speaker: 'CONTACT', text: 'Yes, hello.' });
});

test('a failed test case shows the expected and the actual results', async () => {
  await add({
    ...unhappy,
    turns: ['Yes, hello.', 'Nine.', 'The people.'],
    expect: {
      ...unhappy.expect,
      values: { satisfaction: 3, unhappy: 'something', nowhere: 1 },
      outcome: 'Buys',
      ending: 'opt_out',
    },
  });
  const { passed, results } = await run();
  expect(passed).toBe(false);
  expect(results[0].failures).toEqual([
    { kind: 'visited', of: 'What went wrong?', expected: 'reached', actual: 'not reached' },
    { kind: 'branch', of: 'Unhappy', expected: 'Unhappy', actual: 'Happy' },
    { kind: 'value', of: 'satisfaction', expected: '3', actual: '9' },
    { kind: 'value', of: 'unhappy', expected: 'something', actual: 'nothing' },
    { kind: 'value', of: 'nowhere', expected: '1', actual: 'the flow has no such question' },
    { kind: 'outcome', of: 'Buys', expected: 'met', actual: 'the agent has no such outcome' },
    { kind: 'ending', of: 'call', expected: 'opt_out', actual: 'finished' },
  ]);
});

test('a test case can expect outcomes that are met, not met or not known, extracted values and tags', async () => {
  agentId = (await company.api.post('/agents', { focus: undefined, ...renewalAgent })).body.id;
  const turns = ['Yes, hello.', 'No, I will not.'];
  const right = { outcomes: { 'Will renew': false }, fields: { reason: null }, tags: { price: false } };
  await add({ name: 'Leaves', turns, expect: right });
  await add({
    name: 'Renews',
    turns,
    expect: { outcomes: { will_renew: true, buys: null }, tags: { price: true } },
  });
  await add({
    name: 'Unknown',
    turns,
    expect: { outcomes: { will_renew: null }, fields: { reason: 'Price' } },
  });
  const { results } = await run();
  expect(results.map(({ failures }: { failures: object[] }) => failures)).toEqual([
    [],
    [
      { kind: 'outcome', of: 'will_renew', expected: 'met', actual: 'not met' },
      { kind: 'outcome', of: 'buys', expected: 'not known', actual: 'the agent has no such outcome' },
      { kind: 'tag', of: 'price', expected: 'applied', actual: 'not applied' },
    ],
    [
      { kind: 'outcome', of: 'will_renew', expected: 'not known', actual: 'not met' },
      { kind: 'field', of: 'reason', expected: 'Price', actual: 'nothing' },
    ],
  ]);
  const wrong = { name: 'Wrong', turns, expect: { outcomes: { will_renew: 'yes' }, tags: { price: null } } };
  const { status, body } = await company.api.post(path(), wrong);
  expect([status, JSON.stringify(body.errors)]).toEqual([400, expect.stringMatching(/outcomes.*tags/)]);
});

test('a test run runs only the test cases that the request names', async () => {
  const [, second] = [await add(), await add({ ...unhappy, name: 'Another' })];
  const { results } = await run({ testCaseIds: [second.id] });
  expect(results.map(({ name }: { name: string }) => name)).toEqual(['Another']);
  const unknown = await company.api.post(`${path()}/run`, { testCaseIds: [UNKNOWN] });
  expect([unknown.status, unknown.body.message]).toEqual([404, 'Test case not found']);
});

test('all problems of a test case are reported together', async () => {
  const { status, body } = await company.api.post(path(), {
    name: ' ',
    turns: Array.from({ length: 31 }, () => 'Yes.'),
    expect: { ending: 'won', colour: 'red' },
  });
  expect(status).toBe(400);
  expect(JSON.stringify(body)).toMatch(/name/);
  expect(JSON.stringify(body)).toMatch(/turns/);
  expect(JSON.stringify(body)).toMatch(/expect\.ending/);
  expect(JSON.stringify(body)).toMatch(/colour/);
  expect((await company.api.post(path(), { ...unhappy, expect: {} })).status).toBe(400);
});

test('an agent has a limited number of test cases', async () => {
  for (let count = 0; count < 50; count += 1) await add();
  const { status, body } = await company.api.post(path(), unhappy);
  expect([status, body.message]).toEqual([409, 'An agent has at most 50 test cases: delete one first']);
});

test('another company cannot read, run or change the test cases of an agent', async () => {
  const { id } = await add();
  const other = await service.newCompany();
  const statuses = await Promise.all([
    other.api.get(path()),
    other.api.post(path(), unhappy),
    other.api.patch(`${path()}/${id}`, { name: 'Mine' }),
    other.api.delete(`${path()}/${id}`),
    other.api.post(`${path()}/run`, {}),
  ]);
  expect(statuses.map(({ status }) => status)).toEqual([403, 403, 403, 403, 403]);
  const own = (await other.api.post('/agents', agent)).body.id;
  expect((await other.api.patch(`/agents/${own}/test-cases/${id}`, { name: 'Mine' })).status).toBe(404);
  expect((await company.api.get(path())).body.data).toMatchObject([{ name: unhappy.name }]);
});

test('test cases are deleted with their agent', async () => {
  await add();
  await company.api.delete(`/agents/${agentId}`);
  expect((await company.api.get(path())).status).toBe(404);
  const another = (await company.api.post('/agents', agent)).body.id;
  expect((await company.api.get(`/agents/${another}/test-cases`)).body.total).toBe(0);
});

test('a test run lists the parts of the flow that no test case reached', async () => {
  await add();
  const { unreached } = await run();
  expect(unreached.map(({ label }: { label: string }) => label)).toEqual([
    'Happy',
    'Questions',
    'What do you like most?',
  ]);
  await add({ name: 'Happy', turns: ['Hi.', 'Nine.', 'The staff.'], expect: { branch: 'Happy' } });
  expect((await run()).unreached).toEqual([]);
});

test('test cases and preflight use the draft of the agent when asked to', async () => {
  await add();
  expect((await company.api.post(`${path()}/run`, { draft: true })).status).toBe(404);
  const sections = [{ ...agent.flow.sections[0], title: 'Rating' }];
  const flow = { ...agent.flow, sections };
  expect((await company.api.patch(`/agents/${agentId}/draft`, { flow })).status).toBe(200);
  const [ofDraft, published] = [await run({ draft: true }), await run()];
  const labels = (results: { path: { label: string }[] }[]) => results[0]?.path.map(({ label }) => label);
  expect(labels(ofDraft.results)).toContain('Rating');
  expect(labels(published.results)).not.toContain('Rating');
  const unhealthy = { ...flow, sections: [...sections, agent.flow.sections[1]] };
  (unhealthy.sections[1] as { branches: unknown[] }).branches = [
    branch('Never', 'GREATER_THAN', 'Why?'),
    branch('Again', 'GREATER_THAN', 'Why again?'),
  ];
  await company.api.patch(`/agents/${agentId}/draft`, { flow: unhealthy });
  const check = async (body: object) =>
    (await company.api.post(`/agents/${agentId}/preflight`, body)).body.problems.length;
  expect(await check({ draft: true })).toBeGreaterThan(await check({}));
});

test('a duplicated agent has the test cases of the original, which name its own blocks', async () => {
  const [asked, decided] = (await company.api.get(`/agents/${agentId}`)).body.flow.sections;
  const question = asked.questions[0].id;
  await add();
  const byId = { visited: [asked.id], branch: decided.branches[0].id, values: { [question]: 3 } };
  await add({ ...unhappy, name: 'By ids', expect: byId });
  const person = await newPerson(service, company.id, 'member', `copies-${agentId}@example.com`);
  const { status, body } = await person.post(`/console/api/agents/${agentId}/copy`);
  expect([status, body.name]).toEqual([201, 'Survey (copy)']);
  expect(body.id).not.toBe(agentId);
  const cases = (await company.api.get(`/agents/${body.id}/test-cases`)).body.data;
  expect(cases[0]).toMatchObject({ ...unhappy, agentId: body.id });
  const [askedNow, decidedNow] = body.flow.sections;
  expect(cases[1].expect).toEqual({
    visited: [askedNow.id],
    branch: decidedNow.branches[0].id,
    values: { [askedNow.questions[0].id]: 3 },
  });
  expect((await company.api.get(path())).body.total).toBe(2);
});

test('a draft is duplicated as it was last saved, and only by members of its company', async () => {
  await company.api.patch(`/agents/${agentId}/draft`, { duration: 33 });
  const copyPath = `/console/api/agents/${agentId}/copy`;
  const member = await newPerson(service, company.id, 'member', `drafts-${agentId}@example.com`);
  expect((await member.post(copyPath, { draft: true })).body.duration).toBe(33);
  expect((await member.post(copyPath)).body.duration).toBe(15);
  const viewer = await newPerson(service, company.id, 'viewer', `views-${agentId}@example.com`);
  expect((await viewer.post(copyPath)).status).toBe(403);
  const other = await newPerson(
    service,
    (await service.newCompany()).id,
    'owner',
    `o-${agentId}@example.com`,
  );
  expect((await other.post(copyPath)).status).toBe(403);
});
