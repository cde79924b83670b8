import { type Browser, newPerson } from '@parley/testing/console-browser.ts';
import { type RunningCompany, runningCompany } from '@parley/testing/running-company.ts';
import { startTestService, type TestService, UNKNOWN } from '@parley/testing/service.ts';
import { waitFor } from '@parley/testing/wait-for.ts';
import { startReceiver } from '@parley/testing/webhook-receiver.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';

const flow = {
  firstMessage: { type: 'first_message', text: 'Hello {{contact.first_name}}, this is an AI assistant.' },
  sections: [
    {
      type: 'looping',
      questions: [{ question: 'How many years have you driven?', key: 'years' }],
    },
  ],
};

let service: TestService;
let company: RunningCompany;
let member: Browser;
let viewer: Browser;
beforeAll(async () => {
  service = await startTestService({
    environment: { PARLEY_SIM_SPEED: '1000000', PARLEY_ALLOW_PRIVATE_URLS: 'true' },
  });
  company = await runningCompany(service, { agent: { flow, focus: undefined } });
  member = await newPerson(service, company.id, 'member', 'member@example.com');
  viewer = await newPerson(service, company.id, 'viewer', 'viewer@example.com');
});
afterAll(() => service.stop());

/** A conversation that is over. */
async function ended(phoneNumber: string): Promise<string> {
  const contactId = await company.newContact({ phoneNumber });
  const { body } = await company.api.post('/conversations', { agentId: company.agentId, contactId });
  await waitFor(
    async () => {
      const { finishedDate } = (await company.api.get(`/conversations/${body.id}`)).body;
      expect(finishedDate).not.toBeNull();
    },
    { interval: 50 },
  );
  return body.id;
}

test("the overview page counts today's calls by outcome and lists recent calls", async () => {
  const id = await ended('+15005550000');
  await ended('+15005550004');
  await waitFor(async () => {
    const { status, body } = await viewer.get('/console/api/overview');
    expect(status).toBe(200);
    expect(body.today.total).toBeGreaterThanOrEqual(2);
    expect(body.today.byReason).toContainEqual({ reasonCode: 'NOT_INTERESTED', count: expect.any(Number) });
    const { body: counted } = await viewer.get('/statistics');
    expect(counted.days).toHaveLength(30);
    expect(counted.days.at(-1)).toMatchObject({ calls: body.today.total, minutes: body.today.minutes });
    expect(body.callsNow).toBe(0);
    expect(body.minutesLeft).toBeGreaterThan(0);
    expect(body.recent).toContainEqual({
      id,
      contactName: 'Ada Novak',
      agentName: 'Grace',
      status: 'COMPLETED',
      endedAt: expect.any(String),
    });
    expect(body.health).toContainEqual(expect.objectContaining({ part: 'Calls', state: 'ok' }));
  });
});

test('the usage page shows charged minutes by day and by agent', async () => {
  await ended('+15005550000');
  const { body } = await viewer.get('/console/api/usage');
  const { body: billed } = await company.api.get('/billing/usage');
  expect(body.days).toHaveLength(30);
  const minutes = body.days.reduce((sum: number, day: { minutes: number }) => sum + day.minutes, 0);
  expect(minutes).toBe(billed.used);
  expect(body.agents).toEqual([
    { agentId: company.agentId, name: 'Grace', minutes, calls: expect.any(Number) },
  ]);
  expect((await viewer.get('/console/api/usage?from=2026-01-02&to=2026-01-01')).status).toBe(400);
});

test('the history of a conversation explains its state, from call to billing', async () => {
  const id = await ended('+15005550000');
  const { status, body } = await viewer.get(`/console/api/conversations/${id}/why`);
  expect(status).toBe(200);
  const words = body.data.map((entry: { words: string }) => entry.words).join('\n');
  expect(words).toMatch(/^The conversation was created on its own\./);
  expect(words).toContain('10 minutes were held for call 1.');
  expect(words).toContain('Call 1 was dialled.');
  expect(words).toContain('The agent ended call 1: Everything in the flow has been gone through.');
  expect(words).toMatch(/minutes were charged for call 1\./);
  expect(words).toContain('The event conversation.started was emitted.');
  const times = body.data.map((entry: { at: string }) => entry.at);
  expect(times).toEqual([...times].sort());
});

test('the webhook deliveries of a conversation are listed', async () => {
  const receiver = await startReceiver();
  const events = ['CONVERSATION_STARTED'];
  const webhook = { name: 'CRM', url: receiver.url, events, vocabulary: 'NEUTRAL' };
  const { body } = await company.api.post('/webhooks', webhook);
  const id = await ended('+15005550000');
  await waitFor(async () => {
    const list = (await viewer.get(`/console/api/conversations/${id}/deliveries`)).body;
    expect(list.data).toEqual([
      {
        id: expect.any(String),
        webhookId: body.id,
        webhookName: 'CRM',
        event: 'conversation.started',
        status: 'DELIVERED',
        attempts: 1,
        responseStatus: 200,
        error: null,
        nextAttemptAt: null,
        createdAt: expect.any(String),
        deliveredAt: expect.any(String),
      },
    ]);
  });
  await receiver.stop();
});

test('a call replayed from the console makes the same decisions', async () => {
  const id = await ended('+15005550000');
  const { status, body } = await viewer.post(`/console/api/conversations/${id}/replay`);
  expect(status).toBe(200);
  expect(body).toMatchObject({ same: true, differences: [], words: expect.stringMatching(/^Identical/) });
  const { callAttempts } = (await company.api.get(`/conversations/${id}`)).body;
  expect(body.attemptId).toBe(callAttempts[0].id);
});

test('the path of a call through the flow is read from its journal', async () => {
  const id = await ended('+15005550000');
  const { agentId, callAttempts } = (await company.api.get(`/conversations/${id}`)).body;
  const { flow } = (await company.api.get(`/agents/${agentId}`)).body;
  const path = (attemptId: string) => company.api.get(`/conversations/${id}/call-attempts/${attemptId}/path`);
  const { status, body } = await path(callAttempts[0].id);
  expect(status).toBe(200);
  const ids = body.path.map((part: { id: string }) => part.id);
  expect(ids[0]).toBe(flow.firstMessage.id);
  expect(ids).toContain(flow.sections[0].questions[0].id);
  expect(ids).toContain(flow.sections[0].id);
  expect((await path(UNKNOWN)).status).toBe(404);
  const silent = await ended('+15005550010');
  const unanswered = (await company.api.get(`/conversations/${silent}`)).body.callAttempts[0];
  const empty = await company.api.get(`/conversations/${silent}/call-attempts/${unanswered.id}/path`);
  expect(empty.body).toMatchObject({ callAttemptId: unanswered.id, path: [] });
  const scheduleTime = new Date(Date.now() + 86_400_000).toISOString();
  const contactId = await company.newContact({ phoneNumber: '+15005550000' });
  const waiting = (
    await company.api.post('/conversations', { agentId: company.agentId, contactId, scheduleTime })
  ).body;
  const notPlaced = `/conversations/${waiting.id}/call-attempts/${waiting.callAttempts[0].id}/path`;
  expect((await company.api.get(notPlaced)).status).toBe(409);
});

test('replaying a conversation without a journal is refused with a reason', async () => {
  const id = await ended('+15005550010');
  expect((await viewer.post(`/console/api/conversations/${id}/replay`)).status).toBe(409);
});

test('a simulated test runs an agent against all simulated contacts without calling or charging anybody', async () => {
  const before = (await company.api.get('/billing/usage')).body;
  const { status, body } = await member.post(`/console/api/agents/${company.agentId}/simulated-test`);
  expect(status).toBe(200);
  expect(body.people).toHaveLength(18);
  expect(body.people[0]).toMatchObject({
    name: 'is helpful',
    number: '+15005550000',
    outcome: 'finished',
    isRight: true,
    answers: [{ question: expect.stringContaining('How many years'), answer: expect.any(String) }],
  });
  expect(body.people[0].transcript[0]).toEqual({
    who: 'agent',
    words: expect.stringContaining('AI assistant'),
  });
  expect((await company.api.get('/billing/usage')).body).toEqual(before);
});

test('the second of two concurrent changes to an agent is refused if it names the version it edited', async () => {
  const path = `/agents/${company.agentId}`;
  const seen = (await member.get(path)).body.updatedAt;
  const saving = (headers: Record<string, string>, instructions: string) =>
    member.ask('PATCH', path, { instructions }, headers);
  const header = { 'x-parley-if-updated-at': seen };
  const first = await saving(header, 'Be brief.');
  expect(first.status).toBe(200);
  const second = await saving(header, 'Be long.');
  expect(second.status).toBe(409);
  expect(second.body.message).toContain(first.body.updatedAt);
  expect(second.body.errors).toEqual([{ path: 'updatedAt', message: first.body.updatedAt }]);
  expect((await saving({}, 'Be kind.')).body.instructions).toBe('Be kind.');
});

test('viewers can see everything and change nothing', async () => {
  for (const path of [
    `/console/api/agents/${company.agentId}/simulated-test`,
    `/console/api/agents/${company.agentId}/browser-call`,
    `/console/api/conversations/${company.agentId}/end-call`,
  ])
    expect((await viewer.post(path)).status).toBe(403);
  expect((await viewer.post('/contact-imports', { name: 'renewals.csv' })).status).toBe(403);
});
