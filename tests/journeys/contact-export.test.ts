import { markDoNotCall } from '@parley/service/domains/contacts/contact.actions.ts';
import { appendJournals } from '@parley/service/domains/conversations/call-journal.actions.ts';
import { keepSipMessages } from '@parley/service/domains/conversations/sip-ladder.actions.ts';
import { emit, history } from '@parley/service/domains/events/event.actions.ts';
import { makeObjects } from '@parley/service/main/objects.ts';
import { recordingKey, recordingPart } from '@parley/service/storage/objects/recording-key.ts';
import { sql } from '@parley/service/storage/sql.ts';
import { type RunningCompany, runningCompany } from '@parley/testing/running-company.ts';
import { startTestService, type TestService, UNKNOWN } from '@parley/testing/service.ts';
import { unzipped } from '@parley/testing/unzipped.ts';
import { waitFor } from '@parley/testing/wait-for.ts';
import { startReceiver } from '@parley/testing/webhook-receiver.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';

let service: TestService;
let company: RunningCompany;
beforeAll(async () => {
  service = await startTestService({
    environment: { PARLEY_SIM_SPEED: '10000', PARLEY_ALLOW_PRIVATE_URLS: 'true' },
  });
  company = await runningCompany(service);
});
afterAll(() => service.stop());

const waiting = { interval: 30 };

async function newDocument(contactId: string, fileName: string, text: string): Promise<string> {
  const file = { fileName, contentType: 'text/plain', sizeBytes: text.length };
  const { body } = await company.api.post(`/contacts/${contactId}/documents`, file);
  await fetch(body.upload.url, { method: 'PUT', headers: body.upload.headers, body: text });
  await company.api.post(`/contacts/${contactId}/documents/${body.document.id}/complete`);
  return body.document.id;
}

async function newCall(contactId: string) {
  const { api, agentId, scope } = company;
  const { body } = await api.post('/conversations', { contactId, agentId });
  const attempt = await waitFor(async () => {
    const { analysis, callAttempts } = (await api.get(`/conversations/${body.id}`)).body;
    expect(analysis?.general.status).toBe(2);
    return callAttempts[0];
  }, waiting);
  const attemptId: string = attempt.id;
  const objects = await makeObjects(service.services, service.url);
  const sound = Buffer.from('the sound of the call');
  await objects.put(recordingPart(attemptId, 0), sound, { contentType: 'audio/PCMU;rate=8000;channels=2' });
  const key = recordingKey({ id: attemptId, rateHz: 8000, partBytes: 80_000, dataBytes: sound.length });
  await scope.run(
    sql`update call_attempts set recording_key = ${key} where company_id = ${scope.companyId} and id = ${attemptId}`,
  );
  return { conversationId: body.id as string, attemptId };
}

/** The files of the archive. */
async function exportOf(contactId: string): Promise<Map<string, Buffer>> {
  const answer = await fetch(`${service.url}/contacts/${contactId}/export`, {
    headers: { authorization: `Bearer ${(await service.newKey({ companyId: company.id })).key}` },
  });
  return unzipped(Buffer.from(await answer.arrayBuffer()));
}

async function listsOf(contactId: string) {
  const files = await exportOf(contactId);
  return (name: string) => JSON.parse(String(files.get(name)));
}

test('the export of a contact is one archive with everything stored about the person', async () => {
  const contactId = await company.newContact({
    email: 'ada@example.com',
    metadata: { note: 'likes tea' },
  });
  const documentId = await newDocument(contactId, 'notes.txt', 'What we know.');
  const { conversationId, attemptId } = await newCall(contactId);
  const sipMessage = {
    ...{ attemptId, at: new Date(), isSent: true, transport: 'udp', localHost: null, localPort: null },
    ...{ remoteHost: '198.51.100.1', remotePort: 5060, callId: 'one', method: 'INVITE', status: null },
    ...{ text: 'INVITE sip:+15005550000@198.51.100.1 SIP/2.0', attestation: null, verification: null },
  };
  const { database } = service.services;
  await keepSipMessages(database, [
    { ...sipMessage, id: database.newId(), isOwnTrunk: true },
    { ...sipMessage, id: database.newId(), isOwnTrunk: false },
  ]);
  const { email, lastName } = (await company.api.get(`/contacts/${contactId}`)).body;
  const list = (await company.api.post('/contact-imports', { name: 'list.csv', duplicates: 'update' })).body
    .id;
  const values = { firstName: 'Renamed', lastName, email, gdprExpiryDate: '2099-12-31' };
  await company.api.post(`/contact-imports/${list}/rows`, { rows: [{ line: 2, values }] });
  await company.api.post(`/conversations/${conversationId}/comments`, { text: 'Was in a hurry.' });
  const answer = await fetch(`${service.url}/contacts/${contactId}/export`, {
    headers: { authorization: `Bearer ${(await service.newKey({ companyId: company.id })).key}` },
  });
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/zip']);
  const files = unzipped(Buffer.from(await answer.arrayBuffer()));
  const recording = `conversations/${conversationId}/recording-${attemptId}.wav`;
  expect([...files.keys()]).toEqual([
    'about.json',
    'contact.json',
    'do-not-call.json',
    'documents.json',
    `documents/${documentId}/notes.txt`,
    'enrichments.json',
    'imports.json',
    'runs.json',
    `conversations/${conversationId}/conversation.json`,
    `conversations/${conversationId}/analyses.json`,
    `conversations/${conversationId}/journal-${attemptId}.json`,
    `conversations/${conversationId}/sip-${attemptId}.json`,
    recording,
    'events.json',
  ]);
  const read = (name: string) => JSON.parse(String(files.get(name)));
  expect(read('contact.json')).toMatchObject({ id: contactId, metadata: { note: 'likes tea' } });
  expect(read('imports.json')).toMatchObject([
    { importId: list, name: 'list.csv', line: 2, result: 'updated', before: { id: contactId, lastName } },
  ]);
  expect(String(files.get(`documents/${documentId}/notes.txt`))).toBe('What we know.');
  expect(read(`conversations/${conversationId}/conversation.json`)).toMatchObject({
    corrections: [],
    comments: [{ text: 'Was in a hurry.' }],
  });
  expect(read(`conversations/${conversationId}/sip-${attemptId}.json`).messages).toMatchObject([
    { method: 'INVITE', text: sipMessage.text },
    {
      method: 'INVITE',
      text: expect.stringContaining('INVITE sip:+15005550000@hidden.invalid'),
      remote: null,
    },
  ]);
  const [attempt] = read(`conversations/${conversationId}/conversation.json`).callAttempts;
  expect(attempt.transcript.length).toBeGreaterThan(2);
  expect(attempt.recording).toBe(recording);
  expect(String(files.get(recording))).toContain('the sound of the call');
});

test('each conversation in the export of a contact has its own comments', async () => {
  const contactId = await company.newContact();
  const first = await newCall(contactId);
  const second = await newCall(contactId);
  for (const [at, { conversationId }] of [first, second].entries())
    await company.api.post(`/conversations/${conversationId}/comments`, { text: `Comment ${at}` });
  const files = await exportOf(contactId);
  const comments = ({ conversationId }: { conversationId: string }) =>
    JSON.parse(String(files.get(`conversations/${conversationId}/conversation.json`))).comments;
  expect(comments(first)).toMatchObject([{ text: 'Comment 0' }]);
  expect(comments(second)).toMatchObject([{ text: 'Comment 1' }]);
});

test('exporting a contact needs the scopes of the data in it, and a contact of the own company', async () => {
  const contactId = await company.newContact();
  const { api } = await service.newKey({ companyId: company.id, scopes: ['read:contacts'] });
  expect((await api.get(`/contacts/${contactId}/export`)).status).toBe(403);
  const another = await service.newCompany();
  expect((await another.api.get(`/contacts/${contactId}/export`)).status).toBe(403);
  expect((await company.api.get(`/contacts/${UNKNOWN}/export`)).status).toBe(404);
});

test('the export says whether the contact may be called, and on which registers of the company its number is', async () => {
  const phoneNumber = '+15005557401';
  const contactId = await company.newContact({ phoneNumber });
  expect((await listsOf(contactId))('do-not-call.json')).toEqual({
    doNotCall: false,
    registers: [],
    isOnSharedRegister: false,
  });
  const { api } = company;
  const newList = async (of: typeof api, name: string) => {
    const { id } = (await of.post('/do-not-call-registers', { name, country: 'US' })).body;
    const list = (await of.post(`/do-not-call-registers/${id}/imports`, { mode: 'replace' })).body.id;
    const path = `/do-not-call-registers/${id}/imports/${list}`;
    await of.post(`${path}/numbers`, { numbers: [phoneNumber] });
    expect((await of.post(`${path}/finish`)).status).toBe(200);
  };
  await newList(api, 'Robinson');
  await newList((await service.newCompany()).api, 'Of another company');
  await markDoNotCall(company.scope, contactId);
  const read = await listsOf(contactId);
  expect(read('do-not-call.json')).toEqual({
    doNotCall: true,
    registers: [{ name: 'Robinson', country: 'US', date: null }],
    isOnSharedRegister: false,
  });
  expect(read('contact.json').doNotCall).toBe(true);
});

test('values of a field that was deleted since are in the export', async () => {
  const newField = (key: string) =>
    company.api.post('/contact-fields', { key, label: key, dataType: 'string' });
  const { body: field } = await newField('shoe_size');
  const { body } = await company.api.post('/contacts?createMissingFields=true', {
    ...{ firstName: 'Ada', lastName: 'Field', email: 'field@example.com', gdprExpiryDate: '2099-12-31' },
    fields: { shoe_size: 'thirty-nine', hat_size: 'fifty-six' },
  });
  expect((await company.api.delete(`/contact-fields/${field.id}`)).status).toBe(204);
  const contact = (await listsOf(body.id))('contact.json');
  expect([contact.fields, contact.removedFields]).toEqual([
    { hat_size: 'fifty-six' },
    { shoe_size: 'thirty-nine' },
  ]);
});

test('runs that were not launched are in the export of each contact on their lists', async () => {
  const contactId = await company.newContact();
  const runId = await company.newRun([contactId]);
  expect((await listsOf(contactId.toUpperCase()))('runs.json')).toEqual([
    expect.objectContaining({ runId, contactId, status: 'DRAFT' }),
  ]);
});

test('the export has the analysis of every call, the whole journal and the events, however long they are', async () => {
  const contactId = await company.newContact();
  const first = await newCall(contactId);
  const entries = Array.from({ length: 120 }, (_, at) => ({ kind: 'said', text: `Sentence ${at}` }));
  const { attemptId, conversationId } = first;
  const parts = entries.map((entry, at) => ({
    ...{ attemptId, companyId: company.id },
    ...{ part: 1000 + at, entries: [entry] },
  }));
  await appendJournals(service.services.database, parts);
  const again = (await company.api.post(`/conversations/${conversationId}/call-attempts`)).body;
  const calls = await waitFor(async () => {
    const { callAttempts } = (await company.api.get(`/conversations/${conversationId}`)).body;
    expect(callAttempts).toHaveLength(2);
    return callAttempts as { id: string }[];
  }, waiting);
  expect(again).toBeDefined();
  await waitFor(async () => {
    const found = (await listsOf(contactId))(`conversations/${conversationId}/analyses.json`);
    expect(found).toEqual(
      calls.map(({ id }) =>
        expect.objectContaining({ callAttemptId: id, status: 'COMPLETED', general: expect.any(Object) }),
      ),
    );
  }, waiting);
  const data = { conversationId, contactId, jobId: null, runId: null, callAttemptId: attemptId };
  const another = { type: 'conversation.completed', subjectId: conversationId } as const;
  const event = { ...another, data: { ...data, status: 'COMPLETED' as const } };
  await emit(company.scope, ...Array.from({ length: 120 }, () => event));
  const read = await listsOf(contactId);
  const journal = read(`conversations/${conversationId}/journal-${attemptId}.json`);
  expect(journal[0]).toMatchObject({ kind: 'plan', plan: { contact: { id: contactId } } });
  expect(journal.slice(-entries.length)).toEqual(entries);
  const events = read('events.json');
  const ids = events.map(({ id }: { id: string }) => id);
  expect([new Set(ids).size, ids.length > 122]).toEqual([ids.length, true]);
  expect(ids).toEqual((await history(company.scope, conversationId)).map(({ id }) => id));
});

test('deliveries in the export name the receiver and each attempt, and nothing that is a key to the receiver', async () => {
  const receiver = await startReceiver(({ path, headers, text }, response) => {
    response.writeHead(200).end(`${path} ${JSON.stringify(headers)} ${text}`);
    return undefined;
  });
  try {
    const root = new URL('/', receiver.url).href;
    const newWebhook = (name: string, more: object) =>
      company.api.post('/webhooks', { name, events: ['INTERVIEW_COMPLETED'], url: root, ...more });
    const headers = [{ name: 'X-Token', value: 'hidden-header-value' }];
    const made = [
      await newWebhook('Hidden header', { headers }),
      await newWebhook('Secret path', { url: new URL('/hooks/secret-path', receiver.url).href }),
      await newWebhook('Open', {}),
    ];
    expect(made.map(({ status }) => status)).toEqual([201, 201, 201]);
    const contactId = await company.newContact();
    const { conversationId } = await newCall(contactId);
    const sent = await waitFor(async () => {
      const events = (await listsOf(contactId))('events.json');
      const completed = events.find(({ type }: { type: string }) => type === 'conversation.completed');
      expect(completed.data).toMatchObject({ conversationId, contactId });
      expect(completed.deliveries.map(({ status }: { status: string }) => status)).toEqual([
        'DELIVERED',
        'DELIVERED',
        'DELIVERED',
      ]);
      return completed.deliveries as { receiver: { name: string; host: string }; attempts: object[] }[];
    }, waiting);
    const { host } = new URL(receiver.url);
    const answers = Object.fromEntries(sent.map((one) => [one.receiver.name, one.attempts]));
    expect(sent.map((one) => one.receiver.host)).toEqual([host, host, host]);
    const attempt = { statusCode: 200, error: null, sentAt: expect.any(String), responseBody: null };
    expect(answers).toEqual({
      'Hidden header': [expect.objectContaining(attempt)],
      'Secret path': [expect.objectContaining(attempt)],
      Open: [expect.objectContaining({ ...attempt, responseBody: expect.stringContaining('webhook-id') })],
    });
    const texts = String((await exportOf(contactId)).get('events.json'));
    for (const secret of ['hidden-header-value', 'secret-path', ...made.map(({ body }) => body.secret)])
      expect(texts).not.toContain(secret);
  } finally {
    await receiver.stop();
  }
});

test('the export says of an enrichment of several contacts only what is about this one', async () => {
  const [contactId, other] = [await company.newContact(), await company.newContact()];
  const profile = (profileId: string) => ({
    ...{ profileId, status: 'ENRICHED' as const, emails: [`${profileId}@example.com`], phones: [] },
    ...{ detailedExperience: [], failureReason: null },
  });
  const requestId = 'req_enr_export';
  const { scope } = company;
  await scope.run(sql`
    insert into sourcing_requests (id, company_id, kind, status, wanted, created_at)
    values (${requestId}, ${scope.companyId}, 'ENRICHMENT', 'completed', '{}', ${scope.now()})`);
  for (const [place, id] of [contactId, other].entries())
    await scope.run(sql`
      insert into sourcing_results (request_id, place, company_id, profile_id, result)
      values (${requestId}, ${place}, ${scope.companyId}, ${id}, ${JSON.stringify(profile(id))})`);
  const profiles = [profile(contactId), profile(other)];
  const data = { requestId, enrichedCount: 2, failedCount: 0, profiles };
  await emit(scope, { type: 'enrich.completed', subjectId: requestId, data });
  const files = await exportOf(contactId);
  expect(JSON.parse(String(files.get('events.json')))).toMatchObject([
    { type: 'enrich.completed', data: { requestId, enrichedCount: 1, profiles: [{ profileId: contactId }] } },
  ]);
  expect([...files.values()].map(String).join()).not.toContain(other);
});
