import { type RunningCompany, runningCompany } from '@parley/testing/running-company.ts';
import { startTestService, type TestService } from '@parley/testing/service.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';

let service: TestService;
let acme: RunningCompany;
beforeAll(async () => {
  service = await startTestService({ roles: ['api'] });
  acme = await runningCompany(service, { agent: { name: 'Renewal helper' } });
});
afterAll(() => service.stop());

const find = async (text: string, company: RunningCompany = acme) =>
  (await company.api.get(`/search?text=${encodeURIComponent(text)}`)).body;

test('the search finds contacts by name or by part of their number, together with their conversations', async () => {
  const contactId = await acme.newContact({ lastName: 'Zuckermann', phoneNumber: '+442079460123' });
  const scheduleTime = new Date(Date.now() + 86_400_000).toISOString();
  const { body } = await acme.api.post('/conversations', { agentId: acme.agentId, contactId, scheduleTime });
  const found = {
    contacts: [{ id: contactId, phoneNumber: '+442079460123' }],
    conversations: [{ id: body.id }],
  };
  for (const text of ['zuckerm', '020 7946 0123', '(0)7946-0123', '+44 20 7946 0123'])
    expect([text, await find(text)]).toMatchObject([text, found]);
  expect((await find(body.id)).conversations).toMatchObject([{ id: body.id, agentName: 'Renewal helper' }]);
});

test('the search finds agents, runs and jobs by name, in upper or lower case', async () => {
  const runId = await acme.newRun(1);
  const { name } = (await acme.api.get(`/runs/${runId}`)).body;
  const job = (await acme.api.post('/jobs', { title: 'Baker in Bern', description: 'Bread.' })).body;
  expect((await find('RENEWAL')).agents).toEqual([{ id: acme.agentId, name: 'Renewal helper' }]);
  expect((await find(name.toLowerCase())).runs).toContainEqual({ id: runId, name });
  expect((await find(runId)).runs).toEqual([{ id: runId, name }]);
  expect((await find('bern')).jobs).toEqual([{ id: job.id, name: 'Baker in Bern' }]);
  expect((await find('100%')).agents).toEqual([]);
});

test('the search finds nothing of other companies, and a search for a single letter is refused', async () => {
  const other = await runningCompany(service);
  const runId = await acme.newRun(1);
  for (const text of ['Renewal', runId, acme.agentId])
    expect(await find(text, other)).toMatchObject({ agents: [], runs: [], conversations: [] });
  expect((await acme.api.get('/search?text=a')).status).toBe(400);
  const nothing = { contacts: [], agents: [], runs: [], conversations: [], jobs: [] };
  expect((await acme.api.get('/search')).body).toEqual(nothing);
  await acme.newContact();
  expect(await find('\u0301\u0308')).toEqual(nothing);
});
