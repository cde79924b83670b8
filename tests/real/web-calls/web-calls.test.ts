import { cancelConversation } from '@parley/service/domains/conversations/cancellation.actions.ts';
import type { CompanyId } from '@parley/service/storage/sql.ts';
import { replayCall } from '@parley/service/workflows/replay-call.ts';
import { expectErrorBody } from '@parley/testing/error-body.ts';
import { contact, onlineAgent } from '@parley/testing/online-agent.ts';
import { startTestService, type TestCompany, type TestService } from '@parley/testing/service.ts';
import { eventually, WebCaller } from '@parley/testing/web-caller.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

let service: TestService;
let company: TestCompany;
let agentId: string;
beforeAll(async () => {
  service = await startTestService();
  company = await service.newCompany({ name: 'Acme' });
  await service.admin.put(`/companies/${company.id}/plan`, plan);
  agentId = await newAgent();
});
afterAll(() => service.stop());

const plan = {
  billingSystem: 'minutes',
  status: 'active',
  included: 1000,
  purchased: 0,
  currency: 'EUR',
  maxConcurrentCalls: 10,
  storageBytes: 1e9,
  creditsPerMinute: 1,
};

async function newAgent(more: object = {}): Promise<string> {
  const agent = {
    ...onlineAgent,
    analyticsConfig: {
      extractionTargets: [{ key: 'years', label: 'Years of driving', type: 'number' }],
      outcomes: [],
      tags: [],
    },
    ...more,
  };
  return (await company.api.post('/agents', agent)).body.id;
}

async function opened(more: object = {}) {
  const { status, body } = await company.api.post('/conversations', { agentId, contact, ...more });
  expect(status).toBe(201);
  return { id: body.id as string, page: new WebCaller(body.onlineUrl) };
}

const conversation = async (id: string) => (await company.api.get(`/conversations/${id}`)).body;
const eventsOf = async (id: string) =>
  (
    await service.services.database.pool.query(
      'select type from events where subject_id = $1 order by position',
      [id],
    )
  ).rows.map(({ type }) => type);

/** Whoever answers is not made to wait for the pace of reading. */
const replies = [
  [/AI assistant/, 'Hello'],
  [/How many years/, 'Seven years'],
  [/own a car/, 'Yes, I do'],
  [/Which city do you live in/, 'In Zurich'],
] as const;

test('a contact opens the link and types through the whole call, which is analysed like a phone call', async () => {
  const { id, page } = await opened();
  expect((await page.state()).body).toEqual({
    state: 'open',
    language: 'en',
    isRightToLeft: false,
    company: { name: 'Acme' },
    agent: { name: 'Grace' },
    contact: { firstName: 'Ada' },
    purpose: '',
    voice: expect.any(Boolean),
    recording: expect.any(Boolean),
    iceServers: [],
  });
  const joined = await page.join();
  expect(joined.status).toBe(201);
  expect(joined.body).toEqual({ callId: expect.any(String), resumeKey: expect.any(String) });
  expect((await page.state()).body.state).toBe('in_call');
  expect(await conversation(id)).toMatchObject({
    status: 'IN_PROGRESS',
    callAttempts: [{ id: joined.body.callId, direction: 'INBOUND', status: 'IN_PROGRESS', retryNumber: 0 }],
  });

  const events = await page.talk(await page.follow(), replies);
  expect(events[0]?.data).toEqual({ type: 'call_started', callId: joined.body.callId });
  expect(events.at(-1)?.data).toEqual({ type: 'call_ended', reason: 'finished', canComeBack: false });
  const said = events.filter(({ data }) => data.type === 'update' && data.isFinal).map(({ data }) => data);
  expect(said.find(({ who }) => who === 'agent').text).toContain('this is an AI assistant');
  expect(said.filter(({ who }) => who === 'contact').map(({ text }) => text)).toEqual([
    'Hello',
    'Seven years',
    'Yes, I do',
    'In Zurich',
  ]);
  const starts = events.filter(({ data }) => data.type === 'agent_start_talking').length;
  expect(events.filter(({ data }) => data.type === 'agent_stop_talking')).toHaveLength(starts);

  const done = await eventually(async () => {
    const one = await conversation(id);
    return one.analytics === undefined ? undefined : one;
  });
  expect(done).toMatchObject({
    status: 'COMPLETED',
    durationMinutes: 1,
    callAttempts: [{ status: 'COMPLETED', reasonCode: null, direction: 'INBOUND' }],
  });
  expect(JSON.stringify(done.analytics)).toContain('"years"');
  const spoken = done.callAttempts[0].transcript.map(
    ({ speaker, text }: { speaker: string; text: string }) => [speaker, text],
  );
  expect(spoken).toContainEqual(['CONTACT', 'In Zurich']);
  expect(await eventsOf(id)).toEqual([
    'conversation.started',
    'conversation.completed',
    'analysis.completed',
  ]);
  expect((await page.state()).body.state).toBe('finished');
  expectErrorBody(await page.join(), 409);
  expect((await replayCall(service.services.database, joined.body.callId, 'its plan')).replay).toEqual({
    kind: 'same',
  });
  expect((await company.api.get('/billing/usage')).body).toMatchObject({ used: 1, held: 0 });
});

test('the call page shows the job title', async () => {
  const jobId = (await company.api.post('/jobs', { title: 'Ward nurse in Leeds' })).body.id;
  const screening = { name: 'Grace', type: 'ONLINE', focus: 'SCREENING' };
  const screener = (await company.api.post('/agents', screening)).body.id;
  const { page } = await opened({ agentId: screener, jobId });
  expect((await page.state()).body).toMatchObject({ state: 'open', purpose: 'Ward nurse in Leeds' });
});

test('the event stream of a conversation shows a live web call', async () => {
  const { id, page } = await opened();
  await page.join();
  const watching = await fetch(`${service.url}/conversations/${id}/events`, {
    headers: { authorization: `Bearer ${company.key}` },
  });
  await page.talk(await page.follow(), replies);
  const shown = await watching.text();
  expect(shown).toContain('"speaker":"CONTACT","text":"In Zurich"');
  expect(shown).toMatch(/event: end/);
});

describe('leaving a web call', () => {
  test('a contact who leaves before the first answer can start again, and both calls are reported', async () => {
    const { id, page } = await opened();
    await page.join();
    const stream = await page.follow();
    await stream.until(({ type }) => type === 'agent_start_talking');
    expect((await page.leave()).status).toBe(204);
    const end = await stream.until(({ type }) => type === 'call_ended');
    expect(end.data).toEqual({ type: 'call_ended', reason: 'left', canComeBack: true });
    expect((await page.state()).body.state).toBe('open');
    expect(await conversation(id)).toMatchObject({
      status: 'SCHEDULED',
      callAttempts: [{ status: 'NO_ANSWER', reasonCode: 'HUNG_UP' }],
    });
    const again = new WebCaller(page.url);
    expect((await again.join()).status).toBe(201);
    await again.talk(await again.follow(), replies);
    expect(await conversation(id)).toMatchObject({
      status: 'COMPLETED',
      callAttempts: [{ retryNumber: 0 }, { retryNumber: 1, status: 'COMPLETED', direction: 'INBOUND' }],
    });
    expect((await eventsOf(id)).filter((type) => type === 'conversation.started')).toHaveLength(2);
    expect(await eventsOf(id)).not.toContain('conversation.rescheduled');
  });

  test('a contact who leaves after an answer completes the conversation', async () => {
    const { id, page } = await opened();
    await page.join();
    const stream = await page.follow();
    await stream.until(({ type, text }) => type === 'update' && /How many years/.test(text));
    await page.type('Seven years');
    await stream.until(({ type, text }) => type === 'update' && /own a car/.test(text));
    // As a page that is being closed sends it.
    const beacon = JSON.stringify({ resumeKey: page.resumeKey });
    expect((await page.post('leave', beacon, { 'content-type': 'text/plain;charset=UTF-8' })).status).toBe(
      204,
    );
    expect((await stream.until(({ type }) => type === 'call_ended')).data).toMatchObject({
      canComeBack: false,
    });
    expect(await conversation(id)).toMatchObject({
      status: 'COMPLETED',
      callAttempts: [{ status: 'COMPLETED', reasonCode: 'HUNG_UP' }],
    });
    expect((await page.state()).body.state).toBe('finished');
  });

  test('leaving a web call that has ended is harmless', async () => {
    const { page } = await opened();
    await page.join();
    await page.leave();
    expect((await page.leave()).status).toBe(204);
  });
});

test('a call page that lost its connection resumes without missing events', async () => {
  const { page } = await opened();
  await page.join();
  const first = await page.follow();
  const seen = await first.until(({ type }) => type === 'agent_start_talking');
  first.cut();
  const resumed = await page.post('resume', { resumeKey: page.resumeKey });
  expect(resumed.status).toBe(200);
  const second = await page.follow(seen.id);
  const events = await page.talk(second, replies);
  expect(events[0]?.data.type).toBe('call_started');
  const ids = events.flatMap(({ id }) => id ?? []);
  expect(Math.min(...ids)).toBeGreaterThan(seen.id ?? 0);
  expect(events.at(-1)?.data).toMatchObject({ type: 'call_ended', reason: 'finished' });
  // It was over before they came once more.
  const late = await page.follow(ids.at(-1));
  expect((await late.next())?.data.type).toBe('call_started');
  expect(await late.next()).toBeUndefined();
  expectErrorBody(await page.post('resume', { resumeKey: page.resumeKey }), 409);
});

test('of two pages that open a web-call link at once, one joins and the other gets a 409', async () => {
  const { id, page } = await opened();
  const other = new WebCaller(page.url);
  const answers = await Promise.all([page.join(), other.join()]);
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 409]);
  const refused = answers.find(({ status }) => status === 409);
  expectErrorBody(refused as (typeof answers)[number], 409);
  expect((await conversation(id)).callAttempts).toHaveLength(1);
  const outsider = { resumeKey: 'a'.repeat(43), text: 'Let me in' };
  expectErrorBody(await page.post('messages', outsider), 403);
  expectErrorBody(await page.get(`events?key=${outsider.resumeKey}`), 403);
  await (page.resumeKey ? page : other).leave();
});

describe('web-call links', () => {
  test('a web-call link that opens later says when, and cannot be joined before', async () => {
    const scheduleTime = new Date(Date.now() + 3_600_000).toISOString();
    const { page } = await opened({ scheduleTime });
    expect((await page.state()).body).toMatchObject({ state: 'not_yet', opensAt: scheduleTime });
    expectErrorBody(await page.join(), 409);
  });

  test('a web-call link expires after thirty days', async () => {
    const { id, page } = await opened();
    await service.services.database.pool.query(
      `update conversations set scheduled_at = now() - interval '30 days' where id = $1`,
      [id],
    );
    expect((await page.state()).body.state).toBe('expired');
    expectErrorBody(await page.join(), 409);
  });

  test('the link of a finished web call reveals nothing about it, even if its agent was deleted', async () => {
    const own = await newAgent();
    const { id, page } = await opened({ agentId: own });
    const operator = { kind: 'system', id: 'test' } as const;
    await cancelConversation(service.services.database.within(company.id as CompanyId, operator), id);
    expect((await page.state()).body).toEqual({ state: 'finished', language: 'en', isRightToLeft: false });
    expect((await company.api.delete(`/agents/${own}`)).status).toBe(200);
    expect(await page.state()).toMatchObject({ status: 200, body: { state: 'finished' } });
    expectErrorBody(await page.join(), 409);
  });

  test('a forged web-call link, or that of a deleted conversation, is not found', async () => {
    const { id, page } = await opened();
    expectErrorBody(await new WebCaller(`${page.url.slice(0, -1)}~`).state(), 404);
    expectErrorBody(await new WebCaller(`${service.url}/call/nonsense`).join(), 404);
    await company.api.delete(`/conversations/${id}`);
    expectErrorBody(await page.state(), 404);
    expectErrorBody(await page.join(), 404);
  });

  test('a web-call link of a paused run waits until the run is resumed', async () => {
    const created = (await company.api.post('/contacts', contact)).body;
    const run = (await company.api.post('/runs', { name: 'Online', agentId })).body;
    await company.api.post(`/runs/${run.id}/contacts`, { contactIds: [created.id] });
    await company.api.post(`/runs/${run.id}/launch`);
    const one = await eventually(async () => {
      const { data } = (await company.api.get(`/conversations?runId=${run.id}`)).body;
      return data[0];
    });
    const page = new WebCaller(one.onlineUrl);
    await company.api.post(`/runs/${run.id}/pause`);
    expect((await page.state()).body.state).toBe('not_yet');
    expectErrorBody(await page.join(), 409);
    await company.api.post(`/runs/${run.id}/resume`);
    expect((await page.join()).status).toBe(201);
    await page.talk(await page.follow(), replies);
    await eventually(async () => {
      const { status } = (await company.api.get(`/runs/${run.id}`)).body;
      return status === 'COMPLETED' ? true : undefined;
    });
  });
});

describe('requests of the call page', () => {
  test('an invalid request of the call page is refused with the reason and changes nothing', async () => {
    const { id, page } = await opened();
    for (const body of ['nonsense', '[]', { offers: 1 }, { offer: '' }, { offer: 7 }])
      expectErrorBody(await page.post('join', body), 400);
    await page.join();
    const { resumeKey } = page;
    const messages = [{}, { resumeKey }, { resumeKey, text: '' }, { resumeKey, text: 'x'.repeat(2001) }];
    for (const body of messages) expectErrorBody(await page.post('messages', body), 400);
    expectErrorBody(await page.post('messages', { resumeKey, text: 'x'.repeat(80_000) }), 413);
    expectErrorBody(await page.get('events'), 400);
    expectErrorBody(await page.get(`events?key=${resumeKey}&more=1`), 400);
    expect((await conversation(id)).callAttempts).toHaveLength(1);
    await page.leave();
  });

  test('requests of the call page are allowed from any origin', async () => {
    const { page } = await opened();
    const asked = await fetch(`${page.url}/join`, {
      method: 'OPTIONS',
      headers: { origin: 'https://shop.example', 'access-control-request-method': 'POST' },
    });
    expect(asked.status).toBe(204);
    expect(asked.headers.get('access-control-allow-origin')).toBe('*');
    expect(asked.headers.get('access-control-allow-headers')).toContain('content-type');
    const refused = await page.post('join', 'nonsense', { origin: 'https://shop.example' });
    expect(refused.headers.get('access-control-allow-origin')).toBe('*');
  });

  test('opening a web-call link repeatedly is rate limited', async () => {
    const { page } = await opened();
    const statuses = await Promise.all(
      Array.from({ length: 15 }, async () => (await page.post('join', {})).status),
    );
    expect(statuses).toContain(429);
    expect(statuses.filter((status) => status === 201)).toHaveLength(1);
  });
});

test("joining a web call is refused with a retry time when the plan's concurrent calls are all in use", async () => {
  const small = await service.newCompany();
  await service.admin.put(`/companies/${small.id}/plan`, { ...plan, maxConcurrentCalls: 1 });
  const agent = { name: 'Grace', type: 'ONLINE', focus: 'GENERIC' };
  const { id } = (await small.api.post('/agents', agent)).body;
  const links = [];
  for (let i = 0; i < 2; i++)
    links.push((await small.api.post('/conversations', { agentId: id, contact })).body.onlineUrl);
  const [one, two] = links.map((url) => new WebCaller(url)) as [WebCaller, WebCaller];
  expect((await one.join()).status).toBe(201);
  expectErrorBody(await two.join(), 503);
  await one.leave();
  await eventually(async () => ((await one.state()).body.state === 'open' ? true : undefined));
  expect((await two.join()).status).toBe(201);
  await two.leave();
});

test('a stopping service lets web calls end, and tells the remaining contacts that they can return', async () => {
  const { id, page } = await opened();
  const second = await startTestService({
    databaseUrl: service.databaseUrl,
    roles: ['media'],
    environment: { PARLEY_DRAIN_SECONDS: '1' },
  });
  const there = new WebCaller(page.url.replace(service.url, second.url));
  expect((await there.join()).status).toBe(201);
  const stream = await there.follow();
  await stream.until(({ type, isFinal }) => type === 'update' && isFinal);
  const stopping = second.stop();
  expectErrorBody(await new WebCaller(page.url).join(), 409);
  const apology = await stream.until(({ type, text }) => type === 'update' && /sorry|apolog/i.test(text));
  expect(apology.data.who).toBe('agent');
  const ended = await stream.until(({ type }) => type === 'call_ended');
  expect(ended.data).toEqual({ type: 'call_ended', reason: 'error', canComeBack: true });
  expect(await stream.next()).toBeUndefined();
  await stopping;
  expect(await conversation(id)).toMatchObject({
    status: 'SCHEDULED',
    callAttempts: [{ status: 'FAILED', reasonCode: 'LOST' }],
  });
  expect((await page.state()).body.state).toBe('open');
});

test('a web call that continues in another process is found in that process', async () => {
  const { id, page } = await opened();
  expect((await page.join()).status).toBe(201);
  await page.leave();
  await eventually(async () => ((await page.state()).body.state === 'open' ? true : undefined));
  const second = await startTestService({ databaseUrl: service.databaseUrl, roles: ['media'] });
  const there = new WebCaller(page.url.replace(service.url, second.url));
  expect((await there.join()).status).toBe(201);
  // The page is served by the first process again, which remembers the call that is over.
  page.resumeKey = there.resumeKey;
  const events = await page.talk(await page.follow(), replies);
  expect(events.at(-1)?.data).toMatchObject({ type: 'call_ended', reason: 'finished' });
  expect((await conversation(id)).status).toBe('COMPLETED');
  await second.stop();
});

test('messages typed in a web call while the service drains are still answered', async () => {
  const { id, page } = await opened();
  const second = await startTestService({
    databaseUrl: service.databaseUrl,
    roles: ['media'],
    environment: { PARLEY_DRAIN_SECONDS: '60' },
  });
  const there = new WebCaller(page.url.replace(service.url, second.url));
  await there.join();
  const stream = await there.follow();
  const stopping = second.stop();
  const events = await there.talk(stream, replies);
  expect(events.at(-1)?.data).toMatchObject({ type: 'call_ended', reason: 'finished' });
  await stopping;
  expect((await conversation(id)).status).toBe('COMPLETED');
});
