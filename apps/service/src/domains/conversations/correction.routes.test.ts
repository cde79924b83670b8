import { newPerson } from '@parley/testing/console-browser.ts';
import { holdCall, renewalAgent } from '@parley/testing/held-call.ts';
import { pdfPages } from '@parley/testing/pdf-text.ts';
import { type RunningCompany, runningCompany } from '@parley/testing/running-company.ts';
import { startTestService, type TestCompany, type TestService, UNKNOWN } from '@parley/testing/service.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { sql } from '../../storage/sql.ts';

let service: TestService;
let company: RunningCompany;
let another: TestCompany;
let questionId: string;
let id: string;
beforeAll(async () => {
  // Without a worker nobody calls, and nobody analyses but the tests.
  service = await startTestService({ roles: ['api'] });
  company = await runningCompany(service, { agent: { focus: undefined, ...renewalAgent } });
  another = await service.newCompany();
  const agent = (await company.api.get(`/agents/${company.agentId}`)).body;
  questionId = agent.flow.sections[0].questions[0].id;
});
afterAll(() => service.stop());
beforeEach(async () => {
  id = await held();
});

async function held(found: Parameters<typeof holdCall>[2] = { willRenew: false }): Promise<string> {
  const contactId = await company.newContact();
  const { body } = await company.api.post('/conversations', { contactId, agentId: company.agentId });
  await holdCall(service, { companyId: company.id, conversationId: body.id, questionId }, found);
  return body.id;
}

const path = (rest = '') => `/conversations/${id}/corrections${rest}`;
const correct = (body: object) => company.api.post(path(), body);
const analytics = async () => (await company.api.get(`/conversations/${id}`)).body.analytics;

test('a corrected outcome shows the correction, the original, who corrected it and when', async () => {
  const owner = await newPerson(service, company.id, 'owner', `owner-${id}@example.com`);
  const sent = { kind: 'outcome', key: 'will_renew', value: true, note: 'Said so at the end.' };
  const { status, body } = await owner.post(path(), sent);
  expect(status).toBe(201);
  expect(body).toMatchObject({
    ...sent,
    label: 'Will renew',
    original: false,
    by: { kind: 'user', name: 'Somebody' },
    isCurrent: true,
  });
  const [outcome] = (await analytics()).outcomes;
  expect(outcome).toMatchObject({
    met: true,
    confidence: 1,
    correction: { original: false, note: sent.note },
  });
  const [listed] = (await company.api.get(`/conversations?contactId=${await contactOf()}`)).body.data;
  expect(listed.analytics.outcomes[0].correction.by.name).toBe('Somebody');
});

const contactOf = async () => (await company.api.get(`/conversations/${id}`)).body.contactId;

test('answers, extracted values, tags and outcomes can be corrected, each with a value of its type', async () => {
  await correct({ kind: 'answer', key: questionId, value: 'Yes' });
  await correct({ kind: 'value', key: 'reason', value: 'Service' });
  await correct({ kind: 'tag', key: 'price', value: true });
  await correct({ kind: 'outcome', key: 'will_renew', value: null });
  const { qa, fields, tags, outcomes } = await analytics();
  expect(qa[0]).toMatchObject({ answered: true, answer: 'Yes', correction: { original: 'No' } });
  expect(fields[0]).toMatchObject({ value: 'Service', correction: { original: 'Price' } });
  expect(tags[0]).toMatchObject({ applied: true, correction: { original: false } });
  expect(outcomes[0]).toMatchObject({ met: false, unknown: true, correction: { original: false } });
});

test('the last correction of a result applies, and withdrawing it restores the previous one', async () => {
  await correct({ kind: 'value', key: 'reason', value: 'Service' });
  const second = (await correct({ kind: 'value', key: 'reason', value: null })).body;
  expect((await analytics()).fields[0].value).toBeNull();
  const { data } = (await company.api.get(path())).body;
  expect(data.map(({ isCurrent }: { isCurrent: boolean }) => isCurrent)).toEqual([false, true]);
  await company.api.delete(path(`/${second.id}`));
  expect((await analytics()).fields[0].value).toBe('Service');
  await company.api.delete(path(`/${data[0].id}`));
  expect((await analytics()).fields[0]).toMatchObject({ value: 'Price', confidence: 0.8 });
  expect((await company.api.delete(path(`/${second.id}`))).status).toBe(404);
});

test('a correction with a value of the wrong type is refused', async () => {
  const refused = async (body: object) => {
    const answer = await correct(body);
    return [answer.status, answer.body.errors?.[0]];
  };
  expect(await refused({ kind: 'tag', key: 'price', value: null })).toEqual([
    400,
    'value must be true or false for a tag',
  ]);
  expect(await refused({ kind: 'outcome', key: 'will_renew', value: 'yes' })).toEqual([
    400,
    'value must be true, false or null for an outcome',
  ]);
  expect(await refused({ kind: 'value', key: 'reason', value: 'Colour' })).toEqual([
    400,
    'value must be one of Price, Service, or null for Reason',
  ]);
  expect(await refused({ kind: 'answer', key: UNKNOWN, value: 'Yes' })).toEqual([
    400,
    `key names no answer of this conversation: ${UNKNOWN}`,
  ]);
  expect((await analytics()).tags[0].correction).toBeUndefined();
});

test('the results of a conversation without results cannot be corrected', async () => {
  const contactId = await company.newContact();
  const { body } = await company.api.post('/conversations', { contactId, agentId: company.agentId });
  const sent = { kind: 'tag', key: 'price', value: true };
  const answer = await company.api.post(`/conversations/${body.id}/corrections`, sent);
  expect([answer.status, answer.body.message]).toEqual([
    409,
    'The conversation has no results to correct: only calls of an agent with a flow have them',
  ]);
});

test('the PDF shows a corrected result with the original and who corrected it', {
  timeout: 30_000,
}, async () => {
  await correct({ kind: 'outcome', key: 'will_renew', value: true });
  const { body } = await company.api.get(`/conversations/${id}/analysis/pdf`);
  const [page = ''] = await pdfPages(Buffer.from(body.analysisPdfBase64, 'base64'));
  expect(page).toMatch(/Corrected · .+ · /);
});

test('comments on a conversation are listed with their author, and can be deleted', async () => {
  const comments = `/conversations/${id}/comments`;
  const { status, body } = await company.api.post(comments, { text: 'Call back in May.' });
  expect(status).toBe(201);
  expect(body).toMatchObject({ text: 'Call back in May.', by: { kind: 'api-key', id: company.keyId } });
  expect((await company.api.get(comments)).body.data).toEqual([body]);
  expect((await company.api.post(comments, { text: ' ' })).status).toBe(400);
  expect((await company.api.delete(`${comments}/${body.id}`)).status).toBe(200);
  expect((await company.api.get(comments)).body.data).toEqual([]);
});

test('a test case made from a conversation expects the corrected results, and is deleted with the conversation', async () => {
  await correct({ kind: 'answer', key: questionId, value: 'Yes' });
  await correct({ kind: 'outcome', key: 'will_renew', value: true });
  const { status, body } = await company.api.post(`/conversations/${id}/test-case`, { name: 'Renews' });
  expect(status).toBe(201);
  expect(body).toMatchObject({
    agentId: company.agentId,
    conversationId: id,
    name: 'Renews',
    turns: ['Yes, hello.', 'Yes, I will.'],
    expect: { values: { [questionId]: 'Yes' }, outcomes: { will_renew: true }, ending: 'finished' },
  });
  const run = await company.api.post(`/agents/${company.agentId}/test-cases/run`, { testCaseIds: [body.id] });
  const { failures } = run.body.results[0];
  expect(failures.filter(({ kind }: { kind: string }) => kind !== 'outcome')).toEqual([]);
  await company.api.delete(`/conversations/${id}`);
  const { data } = (await company.api.get(`/agents/${company.agentId}/test-cases`)).body;
  expect(data).toEqual([]);
});

test("correcting a result, or withdrawing a correction, makes open console pages reload the run's results", async () => {
  const runId = await company.newRun(1);
  await company.api.post(`/runs/${runId}/launch`);
  id = (await company.api.get(`/runs/${runId}/conversations`)).body.data[0].id;
  await holdCall(service, { companyId: company.id, conversationId: id, questionId }, { willRenew: false });
  const noted = () =>
    company.scope.all(
      sql`select from events where company_id = ${company.scope.companyId} and type = 'change.run' and data->>'id' = ${runId}`,
    );
  const before = (await noted()).length;
  const { body } = await correct({ kind: 'outcome', key: 'will_renew', value: true });
  expect(await noted()).toHaveLength(before + 1);
  await company.api.delete(path(`/${body.id}`));
  expect(await noted()).toHaveLength(before + 2);
});

test('another company cannot read, correct or comment on a conversation', async () => {
  const sent = { kind: 'tag', key: 'price', value: true };
  const answers = await Promise.all([
    another.api.get(path()),
    another.api.post(path(), sent),
    another.api.delete(path(`/${UNKNOWN}`)),
    another.api.get(`/conversations/${id}/comments`),
    another.api.post(`/conversations/${id}/comments`, { text: 'Mine' }),
    another.api.post(`/conversations/${id}/test-case`, {}),
  ]);
  expect(answers.map(({ status }) => status)).toEqual([403, 403, 403, 403, 403, 403]);
});
