import { createPublicKey, verify } from 'node:crypto';
import { join } from 'node:path';
import { sendOnlineInvitationTask } from '@parley/service/domains/conversations/message.model.ts';
import { makeObjects } from '@parley/service/main/objects.ts';
import { makeReceipts } from '@parley/service/main/seals.ts';
import { openOutbox } from '@parley/service/storage/mail.ts';
import { recordingKey, recordingPart } from '@parley/service/storage/objects/recording-key.ts';
import { sql } from '@parley/service/storage/sql.ts';
import { expirePersonalData, sweepDocuments } from '@parley/service/workflows/cleanup.ts';
import { newPerson } from '@parley/testing/console-browser.ts';
import { holdCall, renewalAgent } from '@parley/testing/held-call.ts';
import { type ProviderServer, say, startProviderServer } from '@parley/testing/provider-server.ts';
import { type RunningCompany, runningCompany } from '@parley/testing/running-company.ts';
import { startTestService, type TestCompany, type TestService } from '@parley/testing/service.ts';
import { ShiftedClock } from '@parley/testing/shifted-clock.ts';
import { type Receiver, startReceiver } from '@parley/testing/webhook-receiver.ts';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { findPlanted, storedObjects } from './erasure-walk.ts';

const WORD = 'zyxq';
const DAY_MS = 86_400_000;
const waiting = { interval: 30, timeout: 20_000 };
const never = new AbortController().signal;

let service: TestService;
let company: RunningCompany;
let another: TestCompany;
let receiver: Receiver;
let provider: ProviderServer;
const clock = new ShiftedClock();
beforeAll(async () => {
  provider = await startProviderServer((asked, response) =>
    say(response, {
      profiles: (asked.body.profiles as { profileId: string }[]).map(({ profileId }) => ({
        profileId,
        emails: [`${WORD}enriched.${profileId}@example.com`],
        phones: ['+41445550199'],
        detailedExperience: [{ role: `${WORD}role`, company: `${WORD}employer` }],
      })),
    }),
  );
  // A receiver that answers with what it was sent, as many frameworks do in development.
  receiver = await startReceiver(({ text }, response) => {
    response.writeHead(200).end(text);
    return undefined;
  });
  service = await startTestService({
    clock,
    environment: {
      PARLEY_SIM_SPEED: '10000',
      PARLEY_ALLOW_PRIVATE_URLS: 'true',
      PARLEY_SOURCING_PROVIDER: provider.url,
    },
  });
  company = await runningCompany(service);
  another = await service.newCompany();
  await company.api.post('/webhooks', {
    url: receiver.url,
    name: 'Echo',
    events: [
      'INTERVIEW_STARTED',
      'INTERVIEW_COMPLETED',
      'INTERVIEW_RESCHEDULED',
      'ANALYSIS_COMPLETED',
      'ENRICH_COMPLETED',
    ],
  });
});
afterAll(async () => {
  await service.stop();
  await receiver.stop();
  await provider.stop();
});

/** Words that stand for one person, so that several people can be told apart. */
const planted = (person: string, phoneNumber: string) => [`${WORD}${person}`, phoneNumber.slice(1)];

const dayIn = (days: number) => new Date(clock.now().getTime() + days * DAY_MS).toISOString().slice(0, 10);

async function upload(path: string, text: string): Promise<void> {
  const file = { fileName: 'notes.txt', contentType: 'text/plain', sizeBytes: Buffer.byteLength(text) };
  const { body } = await company.api.post(path, file);
  await fetch(body.upload.url, { method: 'PUT', headers: body.upload.headers, body: text });
  const done = path.endsWith('/cv') ? `${path}/complete` : `${path}/${body.document.id}/complete`;
  expect((await company.api.post(done)).status).toBe(200);
}

async function documentsReady(contactId: string): Promise<void> {
  await vi.waitFor(async () => {
    const { data } = (await company.api.get(`/contacts/${contactId}/documents`)).body;
    expect(data.map(({ status }: { status: string }) => status)).toEqual(['READY', 'READY']);
  }, waiting);
}

async function plantContact(person: string, phoneNumber: string, gdprExpiryDate = dayIn(30)) {
  const word = `${WORD}${person}`;
  const { api } = company;
  const { body } = await api.post('/contacts?createMissingFields=true', {
    firstName: `${word}first`,
    lastName: `${word}last`,
    email: `${word}@example.com`,
    phoneNumber,
    gdprExpiryDate,
    metadata: { note: `${word}metadata` },
    fields: { hobby: `${word}field`, preferred_name: `${word}preferred` },
    workHistory: [{ candidatePosition: `${word}position`, referenceName: `${word}referee` }],
  });
  const id: string = body.id;
  await upload(`/contacts/${id}/documents`, `About ${word}document and the person.`);
  await upload(`/contacts/${id}/cv`, `Skills: ${word}skill. ${word}first ${word}last.`);
  await documentsReady(id);
  return id;
}

/** A call that has been held, with its recording, its report and its events, and one that is asked for again. */
async function plantCalls(person: string, contactId: string) {
  const { api, agentId, scope } = company;
  const word = `${WORD}${person}`;
  const { body } = await api.post('/conversations', {
    contactId,
    agentId,
    metadata: { note: `${word}call` },
  });
  await vi.waitFor(async () => {
    const { analysis, status } = (await api.get(`/conversations/${body.id}`)).body;
    expect([status, analysis?.general.status]).toEqual(['COMPLETED', 2]);
  }, waiting);
  expect((await api.get(`/conversations/${body.id}/analysis/pdf`)).status).toBe(200);
  const remark = { text: `${word}comment about the call` };
  expect((await api.post(`/conversations/${body.id}/comments`, remark)).status).toBe(201);
  const [attempt] = (await api.get(`/conversations/${body.id}`)).body.callAttempts;
  const objects = await makeObjects(service.services, service.url);
  const sound = Buffer.from(`${word}sound`);
  await objects.put(recordingPart(attempt.id, 0), sound, { contentType: 'audio/PCMU;rate=8000;channels=2' });
  const key = recordingKey({ id: attempt.id, rateHz: 8000, partBytes: 80_000, dataBytes: sound.length });
  const attemptId: string = attempt.id;
  await scope.run(
    sql`update call_attempts set recording_key = ${key} where company_id = ${scope.companyId} and id = ${attemptId}`,
  );
  return { conversationId: body.id as string, attemptId };
}

/** Results may be asked for once a second, so the test's clock moves on. */
const resultsOf = async (requestId: string) => {
  clock.advance(1000);
  return (await company.api.get(`/enrichment/${requestId}/results`)).body;
};

async function plantEnrichment(contactId: string, other: string): Promise<string> {
  const { body } = await company.api.post('/enrichment', { contactIds: [contactId, other] });
  await vi.waitFor(async () => expect((await resultsOf(body.requestId)).status).toBe('completed'), waiting);
  return body.requestId;
}

/** Everything that waits to be sent has been. */
const delivered = (least: number) =>
  vi.waitFor(async () => {
    const rows = await company.scope.all<{ status: string }>(
      sql`select status from webhook_deliveries where company_id = ${company.scope.companyId}`,
    );
    expect(rows.length).toBeGreaterThanOrEqual(least);
    expect(rows.filter(({ status }) => status !== 'DELIVERED')).toEqual([]);
  }, waiting);

const cleanup = async (of = service) => ({
  objects: await makeObjects(of.services, of.url),
  receipts: makeReceipts(of.services),
  outbox: openOutbox(join(of.dataDir, 'outbox')),
});

const sweep = async () => sweepDocuments(service.services.database, await cleanup(), never);

test('a deleted contact leaves nothing behind in tables, files and logs', { timeout: 60_000 }, async () => {
  const phoneNumber = '+15005557319';
  const words = planted('ada', phoneNumber);
  const [contactId, other] = await Promise.all([
    plantContact('ada', phoneNumber),
    plantContact('bob', '+15005557320'),
  ]);
  const calls = await plantCalls('ada', contactId);
  const callbackNumber = '+15005550005';
  const callback = await company.api.post('/conversations', {
    agentId: company.agentId,
    contact: {
      firstName: `${WORD}adafirst`,
      lastName: `${WORD}adalast`,
      phoneNumber: callbackNumber,
      email: `${WORD}ada2@example.com`,
      gdprExpiryDate: dayIn(30),
    },
  });
  await vi.waitFor(async () => {
    const { callAttempts } = (await company.api.get(`/conversations/${callback.body.id}`)).body;
    expect(callAttempts).toHaveLength(2);
  }, waiting);
  const { callAttempts } = (await company.api.get(`/conversations/${callback.body.id}`)).body;
  const next = callAttempts.find(({ status }: { status: string }) => status === 'SCHEDULED');
  await company.scope.enqueue(sendOnlineInvitationTask, {
    companyId: company.id,
    conversationId: callback.body.id,
    attemptId: next.id,
  });
  await vi.waitFor(
    async () =>
      expect((await company.api.get('/messages?status=OUTBOX')).body.data).toEqual([
        expect.objectContaining({ address: `${WORD}ada2@example.com`, text: expect.any(String) }),
      ]),
    waiting,
  );
  const requestId = await plantEnrichment(contactId, other);
  await company.newRun([contactId]);
  const owner = await newPerson(service, company.id, 'owner', 'owner@example.com');
  const rows = [
    {
      line: 2,
      values: {
        firstName: `${WORD}adarow`,
        lastName: 'Row',
        email: `${WORD}adarow@example.com`,
        gdprExpiryDate: dayIn(30),
      },
    },
  ];
  const file = (await owner.post('/contact-imports', { name: 'people.csv' })).body;
  const imported = await owner.post(`/contact-imports/${file.id}/rows`, { rows });
  // What people and programs look for stands in addresses, too.
  await company.api.get(`/contacts?search=${WORD}ada`);
  await company.api.get(`/contacts/${WORD}ada`);
  await owner.get(`/contacts?search=${WORD}ada`);
  await owner.ask('DELETE', `/contacts/${WORD}adanobody`);
  await delivered(6);
  expect((await findPlanted(service, words)).length).toBeGreaterThan(20);
  expect(await storedObjects(service.dataDir)).toContainEqual(expect.stringContaining(calls.attemptId));

  for (const id of [contactId, callback.body.contactId, imported.body.rows[0].contactId])
    expect((await company.api.delete(`/contacts/${id}`)).status).toBe(200);
  clock.advance(DAY_MS);
  await sweep();

  await vi.waitFor(async () => expect(await findPlanted(service, words)).toEqual([]), waiting);
  const left = await storedObjects(service.dataDir);
  expect(left.filter((key) => key.includes(calls.attemptId) || key.includes(contactId))).toEqual([]);
  // Nobody else's is gone with it.
  expect((await findPlanted(service, planted('bob', '+15005557320'))).length).toBeGreaterThan(5);
  expect((await resultsOf(requestId)).profiles).toEqual([
    expect.objectContaining({ profileId: contactId, status: 'FAILED', emails: [], phones: [] }),
    expect.objectContaining({ profileId: other, status: 'ENRICHED' }),
  ]);
  const { data } = (await company.api.get(`/erasure-receipts?contactId=${contactId}`)).body;
  expect(data).toEqual([
    expect.objectContaining({
      contactId,
      reason: 'DELETED',
      requestedBy: expect.stringMatching(/^api-key /),
      erased: {
        contacts: 1,
        documents: 2,
        cvTexts: 1,
        conversations: 1,
        callAttempts: 1,
        recordings: 1,
        analyses: 1,
        events: expect.any(Number),
        messages: 0,
        enrichmentResults: 1,
        dataKeys: 1,
      },
      objectsErasedAt: expect.any(String),
    }),
  ]);
  const ofInvited = await company.api.get(`/erasure-receipts?contactId=${callback.body.contactId}`);
  expect(ofInvited.body.data).toMatchObject([{ erased: { conversations: 1, messages: 1 } }]);
  expect(data[0].erased.events).toBeGreaterThan(2);
});

/** The statement of a receipt, if a key of the installation signed it. */
async function verified(jws: string): Promise<unknown> {
  const [head = '', content = '', signature = ''] = jws.split('.');
  const read = (part: string) => JSON.parse(Buffer.from(part, 'base64url').toString());
  const { keys } = (await company.api.get('/erasure-receipts/keys')).body;
  const jwk = keys.find(({ kid }: { kid: string }) => kid === read(head).kid);
  const key = createPublicKey({ key: jwk, format: 'jwk' });
  const isSigned = verify(null, Buffer.from(`${head}.${content}`), key, Buffer.from(signature, 'base64url'));
  return isSigned ? read(content) : undefined;
}

test('a receipt of an erasure is signed, and its statement is what the receipt says', async () => {
  const contactId = await company.newContact();
  await company.api.delete(`/contacts/${contactId}`);
  const [listed] = (await company.api.get(`/erasure-receipts?contactId=${contactId}`)).body.data;
  const { body } = await company.api.get(`/erasure-receipts/${listed.id}`);
  const { jws, ...said } = body;
  expect(await verified(jws)).toEqual({ companyId: company.id, ...said });
  const forged = jws.replace(/\.(.*)\./, `.${Buffer.from('{}').toString('base64url')}.`);
  expect(await verified(forged)).toBeUndefined();
  expect((await another.api.get(`/erasure-receipts/${listed.id}`)).status).toBe(404);
  expect((await another.api.get('/erasure-receipts')).body.total).toBe(0);
});

test('a contact that is deleted while its enrichment is under way is not written down again', async () => {
  const contactId = await company.newContact({ email: `${WORD}carol@example.com` });
  const asked = Promise.withResolvers<void>();
  const deleted = Promise.withResolvers<void>();
  provider.answerWith(async (_asked, response) => {
    asked.resolve();
    await deleted.promise;
    say(response, { profiles: [{ profileId: contactId, emails: [`${WORD}carol.found@example.com`] }] });
  });
  const { body } = await company.api.post('/enrichment', { contactIds: [contactId] });
  await asked.promise;
  await company.api.delete(`/contacts/${contactId}`);
  deleted.resolve();
  await vi.waitFor(async () => expect((await resultsOf(body.requestId)).status).toBe('completed'), waiting);
  expect((await resultsOf(body.requestId)).profiles).toEqual([
    expect.objectContaining({ profileId: contactId, status: 'FAILED', emails: [] }),
  ]);
  await delivered(1);
  expect(await findPlanted(service, [`${WORD}carol`])).toEqual([]);
});

test('on its retention date nothing of a contact is left of its documents and its CV, and a receipt says so', async () => {
  const contactId = await plantContact('dora', '+15005557321', dayIn(1));
  expect(JSON.stringify(await findPlanted(service, [`${WORD}doradocument`, `${WORD}doraskill`]))).toContain(
    'document_passages',
  );
  clock.advance(2 * DAY_MS);
  await expirePersonalData(service.services.database, await cleanup(), never);
  expect(await findPlanted(service, [`${WORD}doradocument`, `${WORD}doraskill`])).toEqual([]);
  const { data } = (await company.api.get(`/erasure-receipts?contactId=${contactId}`)).body;
  expect(data).toEqual([
    expect.objectContaining({
      reason: 'EXPIRED',
      requestedBy: 'system retention',
      erased: expect.objectContaining({ contacts: 0, documents: 2, cvTexts: 1 }),
      objectsErasedAt: expect.any(String),
    }),
  ]);
  expect((await company.api.get(`/contacts/${contactId}`)).status).toBe(200);
});

test('a process that dies between the deletion of a contact and that of its files leaves nothing to the next', async () => {
  const { databaseUrl, dataDir } = service;
  const contactId = await plantContact('emil', '+15005557322');
  const [document] = (await company.api.get(`/contacts/${contactId}/documents`)).body.data;
  // The store is away at the moment of the deletion, and the process that deleted the rows is not heard of again.
  const { objects, ...others } = await cleanup();
  const away = { ...objects, delete: () => Promise.reject(new Error('The store is away')) };
  await company.scope.run(
    sql`delete from contacts where company_id = ${company.scope.companyId} and id = ${contactId}`,
  );
  await expect(
    sweepDocuments(service.services.database, { ...others, objects: away }, never),
  ).rejects.toThrow('The store is away');

  const next = await startTestService({ databaseUrl, dataDir, clock, roles: ['api'] });
  clock.advance(DAY_MS);
  await sweepDocuments(next.services.database, await cleanup(next), never);
  await next.stop();
  expect(await findPlanted(service, planted('emil', '+15005557322'))).toEqual([]);
  expect((await storedObjects(dataDir)).filter((key) => key.includes(document.id))).toEqual([]);
});

test('corrections, comments and test cases made of a call are exported and erased with its contact', async () => {
  const { body: agent } = await company.api.post('/agents', renewalAgent);
  const questionId = agent.flow.sections[0].questions[0].id;
  const contactId = await company.newContact({ phoneNumber: '+15005557323' });
  const { body } = await company.api.post('/conversations', {
    contactId,
    agentId: agent.id,
    scheduleTime: new Date(clock.now().getTime() + DAY_MS).toISOString(),
  });
  const call = { companyId: company.id, conversationId: body.id, questionId };
  await holdCall(service, call, { words: `Yes, says ${WORD}fred.` });
  const path = `/conversations/${body.id}`;
  const correction = { kind: 'answer', key: questionId, value: `${WORD}fred renews`, note: `${WORD}fred` };
  expect((await company.api.post(`${path}/corrections`, correction)).status).toBe(201);
  expect((await company.api.post(`${path}/comments`, { text: `${WORD}fred is kind` })).status).toBe(201);
  expect((await company.api.post(`${path}/test-case`, { name: `${WORD}fred` })).status).toBe(201);
  const places = (await findPlanted(service, [`${WORD}fred`])).map(({ place }) => place);
  for (const table of ['result_corrections', 'conversation_comments', 'agent_test_cases'])
    expect(places.join(' ')).toContain(table);
  await company.api.delete(`/contacts/${contactId}`);
  expect(await findPlanted(service, [`${WORD}fred`])).toEqual([]);
});
