import { makeObjects } from '@parley/service/main/objects.ts';
import { partType, recordingPart } from '@parley/service/storage/objects/recording-key.ts';
import { type CompanyId, sql } from '@parley/service/storage/sql.ts';
import { type Browser, newPerson } from '@parley/testing/console-browser.ts';
import { startTestService, type TestCompany, type TestService } from '@parley/testing/service.ts';
import { waitFor } from '@parley/testing/wait-for.ts';
import { WebCaller } from '@parley/testing/web-caller.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';

/** The console is served by one process, and calls are held by another. */
let api: TestService;
let worker: TestService;
let company: TestCompany;
let agentId: string;
let member: Browser;
beforeAll(async () => {
  worker = await startTestService({ roles: ['worker', 'media'] });
  api = await startTestService({ roles: ['api'], databaseUrl: worker.databaseUrl });
  company = await api.newCompany();
  member = await newPerson(api, company.id, 'member', 'member@example.com');
  agentId = await newAgent('ONLINE');
});
afterAll(async () => {
  await api.stop();
  await worker.stop();
});

async function newAgent(type: string): Promise<string> {
  const { status, body } = await company.api.post('/agents', {
    name: 'Grace',
    type,
    duration: 2,
    flow: {
      firstMessage: { type: 'first_message', text: 'Hello, this is an AI assistant.' },
      sections: [{ type: 'looping', questions: [{ question: 'Where do you live?', key: 'city' }] }],
      lastMessage: { type: 'last_message', text: 'Thank you, and goodbye.' },
    },
  });
  expect(status).toBe(201);
  return body.id;
}

const contact = {
  firstName: 'Ada',
  lastName: 'Novak',
  email: 'ada@example.com',
  gdprExpiryDate: '2099-12-31',
};

/** The page of a web call, at the process that holds it. */
const pageAt = (url: string) => new WebCaller(url.replace(api.url, worker.url));

async function opened() {
  const { body } = await company.api.post('/conversations', { agentId, contact });
  return { id: body.id as string, page: pageAt(body.onlineUrl) };
}

const conversation = async (id: string) => (await company.api.get(`/conversations/${id}`)).body;

/** The events of a stream of the console, as they come. */
async function follow(path: string, headers: Record<string, string> = {}) {
  const leaving = new AbortController();
  const response = await fetch(api.url + path, {
    headers: { 'x-parley-console': '1', cookie: member.cookie ?? '', ...headers },
    signal: leaving.signal,
  });
  const reader = (response.body as ReadableStream<Uint8Array>)
    .pipeThrough(new TextDecoderStream())
    .getReader();
  let text = '';
  return {
    response,
    /** Everything up to the first that has this in it. */
    async until(words: string): Promise<string> {
      while (!text.includes(words)) {
        const { value, done } = await reader.read();
        if (done) throw new Error(`The stream ended before ${words}: ${text}`);
        text += value;
      }
      return text;
    },
    leave: () => leaving.abort(),
  };
}

test('ending a call from the console makes the agent say its last message, whichever process runs the call', async () => {
  const { id, page } = await opened();
  await page.join();
  const stream = await page.follow();
  await stream.until(({ text }) => /AI assistant/.test(text ?? ''));
  const asked = await member.post(`/console/api/conversations/${id}/end-call`);
  expect(asked.status).toBe(202);
  await stream.until(({ text }) => /Thank you, and goodbye/.test(text ?? ''));
  const end = await stream.until(({ type }) => type === 'call_ended');
  expect(end.data).toMatchObject({ reason: 'finished', canComeBack: false });
  await waitFor(async () =>
    expect(await conversation(id)).toMatchObject({
      status: 'COMPLETED',
      callAttempts: [{ id: asked.body.attemptId, status: 'COMPLETED', notes: 'Ended from the console' }],
    }),
  );
  expect((await member.post(`/console/api/conversations/${id}/replay`)).body).toMatchObject({ same: true });
  const { body } = await member.get(`/console/api/conversations/${id}/why`);
  expect(body.data.map((entry: { words: string }) => entry.words)).toContain(
    'The agent ended call 1: Somebody in the console ended the call.',
  );
});

test('a request to end a call is found even if its notification was lost', async () => {
  const { id, page } = await opened();
  await page.join();
  const stream = await page.follow();
  await stream.until(({ text }) => /AI assistant/.test(text ?? ''));
  // As if the notification had passed unheard.
  await api.services.database.run(
    sql`update live_calls set end_asked_at = now() where conversation_id = ${id}`,
  );
  await stream.until(({ type }) => type === 'call_ended');
});

test('ending a call is refused when none is live', async () => {
  const { id } = await opened();
  const { status, body } = await member.post(`/console/api/conversations/${id}/end-call`);
  expect(status).toBe(409);
  expect(body.message).toBe('No call of this conversation is live');
});

test('console pages are notified of calls in another process, and of missed changes after a reconnect', async () => {
  const first = await follow('/console/api/events');
  expect(first.response.headers.get('content-type')).toMatch(/^text\/event-stream/);
  const ready = await first.until('event: ready');
  const lastId = /^id: (\S+)$/m.exec(ready)?.[1] ?? '';
  const { id, page } = await opened();
  await page.join();
  expect(await first.until('"IN_PROGRESS"')).toContain(`"kind":"conversation","id":"${id}"`);
  first.leave();
  await page.leave();
  const again = await follow('/console/api/events', { 'last-event-id': lastId });
  expect(await again.until('"IN_PROGRESS"')).toContain(`"kind":"conversation","id":"${id}"`);
  again.leave();
});

test.each(['ONLINE', 'PHONE'])('a %s agent starts a test call in the browser', async (type) => {
  const path = `/console/api/agents/${await newAgent(type)}/browser-call`;
  const first = await member.post(path);
  expect(first.status).toBe(201);
  const page = pageAt(first.body.url);
  expect((await page.join()).status).toBe(201);
  await page.leave();
  const second = await member.post(path);
  const contacts = await Promise.all(
    [first, second].map(async ({ body }) => (await conversation(body.conversationId)).contactId),
  );
  expect(contacts[0]).toBe(contacts[1]);
  const person = (await company.api.get(`/contacts/${contacts[0]}`)).body;
  expect(person).toMatchObject({ firstName: 'Somebody', email: 'member@example.com' });
});

test("a member's test call uses the draft as it was at the start, and contacts get only the published version", async () => {
  const id = await newAgent('PHONE');
  const path = `/console/api/agents/${id}/browser-call`;
  const { flow } = (await company.api.get(`/agents/${id}`)).body;
  const greet = (text: string) =>
    company.api.patch(`/agents/${id}/draft`, {
      flow: { ...flow, firstMessage: { ...flow.firstMessage, text } },
    });
  expect((await member.post(path, { draft: true })).status).toBe(404);
  await greet('Good day, I am the AI assistant of the draft.');
  const drafted = await member.post(path, { draft: true });
  expect(drafted).toMatchObject({ status: 201, body: { version: null } });
  expect((await member.post(path)).body.version).toBe(1);

  await greet('Something else.');
  const page = pageAt(drafted.body.url);
  await page.join();
  const stream = await page.follow();
  await stream.until(({ text }) => /assistant of the draft/.test(text ?? ''));
  await page.leave();
  const { contactId, callAttempts } = await conversation(drafted.body.conversationId);
  expect(callAttempts).toMatchObject([{ direction: 'INBOUND' }]);
  const person = (await company.api.get(`/contacts/${contactId}`)).body;
  expect(person.email).toBe('member@example.com');

  const phoneNumber = '+15005550000';
  const asked = await company.api.post('/conversations', {
    agentId: id,
    contact: { ...contact, phoneNumber },
    draft: true,
  });
  expect(asked.status).toBe(400);
  const { total } = (await company.api.get(`/agents/${id}/versions`)).body;
  expect(total).toBe(1);
});

test('listening in on a call plays the recording live until the call ends', async () => {
  const { database, clock } = api.services;
  const { id } = await opened();
  const attemptId = database.newId();
  const scope = database.within(company.id as CompanyId, { kind: 'system', id: 'test' });
  const listening = () =>
    fetch(`${api.url}/console/api/conversations/${id}/listen`, {
      headers: { 'x-parley-console': '1', cookie: member.cookie ?? '' },
    });
  expect((await listening()).status).toBe(409);
  await scope.run(sql`
    insert into call_attempts (id, company_id, conversation_id, dial_queue, direction, status, number, scheduled_at, is_admitted,
      created_at, updated_at)
    values (${attemptId}, ${scope.companyId}, ${id}, ${id}, 'INBOUND', 'IN_PROGRESS', 1, now(), true, now(), now())`);
  await scope.run(sql`
    insert into live_calls (attempt_id, company_id, conversation_id, dial_queue, worker_id, claimed_at)
    values (${attemptId}, ${scope.companyId}, ${id}, ${id}, ${database.newId()}, ${clock.now()})`);
  // Heard of, or the call would be taken for lost.
  await database.run(sql`
    insert into workers (id, last_seen_at) select worker_id, now() + interval '1 hour' from live_calls where attempt_id = ${attemptId}`);
  const silent = await listening();
  expect(silent.status).toBe(409);
  expect(await silent.text()).toContain('There is no audio yet');

  const objects = await makeObjects(api.services, api.url);
  const put = (part: number, byte: number) =>
    objects.put(recordingPart(attemptId, part), Buffer.alloc(1000, byte), { contentType: partType(8000) });
  await put(0, 1);
  await put(1, 2);
  const heard = await listening();
  expect(heard.status).toBe(200);
  expect(heard.headers.get('content-type')).toBe('audio/wav');
  const reader = (heard.body as ReadableStream<Uint8Array>).getReader();
  const bytes: number[] = [];
  const read = async (count: number) => {
    while (bytes.length < count) {
      const { value, done } = await reader.read();
      if (done) break;
      bytes.push(...value);
    }
    return Buffer.from(bytes);
  };
  const header = 58;
  const start = await read(header + 1000);
  expect(start.subarray(0, 4).toString()).toBe('RIFF');
  expect(start[header]).toBe(2);
  await put(2, 3);
  expect((await read(header + 2000))[header + 1000]).toBe(3);
  await scope.run(
    sql`delete from live_calls where company_id = ${scope.companyId} and attempt_id = ${attemptId}`,
  );
  expect((await read(header + 2001)).length).toBe(header + 2000);
});
