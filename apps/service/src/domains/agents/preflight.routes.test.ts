import { startTestService, type TestService } from '@parley/testing/service.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

const flow = {
  firstMessage: { type: 'first_message', text: 'Hello {{contact.first_name}} from {{contact.country}}!' },
  sections: [
    { type: 'sequential', prompt: 'Ask: "Do you like tea?"' },
    { type: 'human_handoff', phoneNumber: '+15005550001' },
  ],
};
const person = { firstName: 'Ada', lastName: 'Lovelace', gdprExpiryDate: '2040-01-01' };

test('preflight checks an agent against the contacts it will call', async () => {
  const { api } = await service.newCompany();
  const agent = (await api.post('/agents', { name: 'Grace', duration: 20, flow })).body;
  const reachable = (
    await api.post('/contacts', { ...person, phoneNumber: '+15005550000', fields: { country: 'CH' } })
  ).body;
  const mailOnly = (await api.post('/contacts', { ...person, email: 'ada@example.com' })).body;

  const answer = await api.post(`/agents/${agent.id}/preflight`, { contactIds: [reachable.id, mailOnly.id] });
  expect(answer.status).toBe(200);
  expect(answer.body).toEqual({
    ok: false,
    contacts: { total: 2, callable: 1 },
    requiredMinutes: 20,
    availableMinutes: 60,
    problems: [
      {
        severity: 'warning',
        contactId: mailOnly.id,
        message: 'The contact has no value for {{contact.country}}',
      },
      { severity: 'error', contactId: mailOnly.id, message: 'The contact has no phone number' },
    ],
  });
  expect((await api.get('/billing/usage')).body).toMatchObject({ held: 0, used: 0 });
});

test('preflight without contacts checks only the agent, with or without a body', async () => {
  const { api } = await service.newCompany();
  const agent = (await api.post('/agents', { name: 'Grace', flow })).body;
  const expected = { ok: true, contacts: { total: 0, callable: 0 }, requiredMinutes: 0, problems: [] };
  expect((await api.post(`/agents/${agent.id}/preflight`, {})).body).toMatchObject(expected);
  expect((await api.post(`/agents/${agent.id}/preflight`)).body).toMatchObject(expected);
});

test('preflight reports a contact list that needs more minutes than the plan has, and says how many', async () => {
  const { api } = await service.newCompany();
  const agent = (await api.post('/agents', { name: 'Grace', duration: 61, flow })).body;
  const { id } = (
    await api.post('/contacts', { ...person, phoneNumber: '+15005550000', fields: { country: 'CH' } })
  ).body;
  expect((await api.post(`/agents/${agent.id}/preflight`, { contactIds: [id] })).body).toMatchObject({
    ok: false,
    problems: [{ severity: 'error', message: 'This needs 61 minutes and 60 are available' }],
  });
});

test('preflight answers 404 for an unknown contact or agent, and 403 for one of another company', async () => {
  const [mine, theirs] = [await service.newCompany(), await service.newCompany()];
  const unknown = '01900000-0000-7000-8000-000000000000';
  const agent = (await mine.api.post('/agents', { name: 'Grace', flow })).body;
  const foreign = (await theirs.api.post('/contacts', { ...person, email: 'ada@example.com' })).body;
  const status = async (api: typeof mine.api, id: string, contactIds: string[]) =>
    (await api.post(`/agents/${id}/preflight`, { contactIds })).status;
  expect(await status(mine.api, unknown, [])).toBe(404);
  expect(await status(theirs.api, agent.id, [])).toBe(403);
  expect(await status(mine.api, agent.id, [unknown])).toBe(404);
  expect(await status(mine.api, agent.id, [foreign.id])).toBe(403);
  expect(await status(mine.api, agent.id, ['nonsense'])).toBe(400);
});

test('an agent whose language has no STT or TTS cannot call telephones, and its web calls are typed', async () => {
  const trunk = { PARLEY_SIP_TRUNK: 'sip:127.0.0.1:9' };
  const calling = await startTestService({ roles: ['api'], environment: trunk });
  try {
    const { api } = await calling.newCompany();
    const problemsOf = async (agent: object) => {
      const { id } = (await api.post('/agents', { name: 'Grace', flow, ...agent })).body;
      return (await api.post(`/agents/${id}/preflight`)).body.problems;
    };
    const german = { severity: 'error', path: 'language', message: expect.stringContaining('German') };
    expect(await problemsOf({ type: 'PHONE', language: 'DE' })).toEqual([german]);
    const chinese = { severity: 'warning', path: 'language', message: expect.stringContaining('Chinese') };
    expect(await problemsOf({ type: 'ONLINE', language: 'ZH' })).toEqual([chinese]);
  } finally {
    await calling.stop();
  }
});
