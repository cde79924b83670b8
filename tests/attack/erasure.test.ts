import { createPublicKey, verify } from 'node:crypto';
import { join } from 'node:path';
import { appendJournals } from '@parley/service/domains/conversations/call-journal.actions.ts';
import { sendOnlineInvitationTask } from '@parley/service/domains/conversations/message.model.ts';
import { lookAgain, sealPlainTexts } from '@parley/service/domains/conversations/sealing.actions.ts';
import { appendSipMessages } from '@parley/service/domains/conversations/sip-ladder.store.ts';
import { emit } from '@parley/service/domains/events/event.actions.ts';
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
import { unzipped } from '@parley/testing/unzipped.ts';
import { waitFor } from '@parley/testing/wait-for.ts';
import { type Receiver, startReceiver } from '@parley/testing/webhook-receiver.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  beyondPlain,
  findPlanted,
  findSealed,
  storedObjects,
  tablesOf,
  tablesWithTexts,
  unplantedColumns,
} from './erasure-walk.ts';
import { allRows, erasedRows, missingRows, tablesUntouched } from './exported-rows.ts';
import { tablesWithoutContacts } from './tables-without-contacts.ts';

const WORD = 'zyxq';
const DAY_MS = 86_400_000;
const waiting = { interval: 30 };
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
  company = await runningCompany(service, { agent: { contextConfig: { useContactContext: true } } });
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

async function upload(path: string, fileName: string, text: string): Promise<void> {
  const file = { fileName, contentType: 'text/plain', sizeBytes: Buffer.byteLength(text) };
  const { body } = await company.api.post(path, file);
  await fetch(body.upload.url, { method: 'PUT', headers: body.upload.headers, body: text });
  const done = path.endsWith('/cv') ? `${path}/complete` : `${path}/${body.document.id}/complete`;
  expect((await company.api.post(done)).status).toBe(200);
}

async function documentsReady(contactId: string): Promise<void> {
  await waitFor(async () => {
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
    tags: [`${word}tag`],
    workHistory: [{ candidatePosition: `${word}position`, referenceName: `${word}referee` }],
  });
  const id: string = body.id;
  await upload(`/contacts/${id}/documents`, `${word}file.txt`, `About ${word}document and the person.`);
  await upload(`/contacts/${id}/cv`, `${word}cv.txt`, `Skills: ${word}skill. ${word}first ${word}last.`);
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
  await waitFor(async () => {
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

/** A call of a run whose analysis quotes the contact, with a correction, a comment and a test case made from it. */
async function plantResults(person: string, contactId: string): Promise<void> {
  const { api, scope } = company;
  const word = `${WORD}${person}`;
  const { body: agent } = await api.post('/agents', renewalAgent);
  const questionId = agent.flow.sections[0].questions[0].id;
  const { body } = await api.post('/conversations', {
    contactId,
    agentId: agent.id,
    scheduleTime: tomorrow(),
  });
  const conversationId: string = body.id;
  const runId = await company.newRun([], { agentId: agent.id });
  await scope.run(
    sql`update conversations set run_id = ${runId} where company_id = ${scope.companyId} and id = ${conversationId}`,
  );
  const call = { companyId: company.id, conversationId, questionId };
  await holdCall(service, call, { words: `Yes, says ${word}.`, evidence: `Yes, says ${word}.` });
  const path = `/conversations/${conversationId}`;
  const correction = { kind: 'answer', key: questionId, value: `${word} renews`, note: `${word} said so` };
  expect((await api.post(`${path}/corrections`, correction)).status).toBe(201);
  expect((await api.post(`${path}/comments`, { text: `${word} is kind` })).status).toBe(201);
  expect((await api.post(`${path}/test-case`, { name: word })).status).toBe(201);
  await plantRequest(contactId, conversationId, word);
  await lookAgain(service.services.database);
  await sealPlainTexts(service.services.database, never);
}

/** The event of a contact who asks for another time. */
async function plantRequest(contactId: string, conversationId: string, word: string): Promise<void> {
  const [{ id }] = (await company.api.get(`/conversations/${conversationId}`)).body.callAttempts;
  const candidateRequest = { rawText: `Call ${word} later.`, timeResolved: false };
  await emit(company.scope, {
    type: 'conversation.rescheduled',
    subjectId: conversationId,
    data: {
      conversationId,
      contactId,
      jobId: null,
      runId: null,
      status: 'RESCHEDULED',
      reason: 'CANDIDATE_REQUEST',
      previousAttempt: { callAttemptId: id, status: 'COMPLETED', durationSeconds: 61, attemptNumber: 1 },
      nextAttempt: { callAttemptId: id, scheduledAt: tomorrow(), attemptNumber: 2 },
      retryCount: 1,
      candidateRequest,
    },
    said: { attemptId: id, without: { candidateRequest: { ...candidateRequest, rawText: '' } } },
  });
}

const tomorrow = () => new Date(clock.now().getTime() + DAY_MS).toISOString();

/** What people of the company typed to find the contact again. */
async function plantFilters(person: string, phoneNumber: string): Promise<void> {
  const word = `${WORD}${person}`;
  const conditions = [
    { on: 'email', contains: `${word}@example.com` },
    { on: 'phoneNumber', contains: phoneNumber },
  ];
  const filter = { match: 'any', conditions };
  expect((await company.api.post('/contact-segments', { name: 'Important', filter })).status).toBe(201);
  const where = { search: `${word}first ${word}last`, phoneNumber, filter };
  expect((await company.api.post('/contact-views', { name: 'Important', where })).status).toBe(201);
}

/** What the network said of a call, and the lock of a number whose worker was lost. */
async function plantTraces(person: string, phoneNumber: string, attemptId: string): Promise<void> {
  const { database } = service.services;
  const text = `INVITE sip:${phoneNumber}@trunk.example.com SIP/2.0\r\nSubject: ${WORD}${person}invite\r\n\r\n`;
  await appendSipMessages(database, [
    {
      attemptId,
      id: database.newId(),
      at: clock.now(),
      isSent: true,
      isOwnTrunk: true,
      transport: 'UDP',
      localHost: null,
      localPort: null,
      remoteHost: 'trunk.example.com',
      remotePort: 5060,
      callId: 'a84b4c76e66710',
      method: 'INVITE',
      status: null,
      text,
      attestation: null,
      verification: null,
    },
  ]);
  await database.run(sql`
    insert into locked_numbers (company_id, phone_number, until)
    values (${company.scope.companyId}, ${phoneNumber}, ${new Date(clock.now().getTime() + LOCK_MS)})`);
}
const LOCK_MS = 30 * 60_000;

const locked = async (phoneNumber: string): Promise<number> =>
  (
    await company.scope.all(sql`
    select 1 as one from locked_numbers where company_id = ${company.scope.companyId} and phone_number = ${phoneNumber}`)
  ).length;

/** Results may be asked for once a second, so the test's clock moves on. */
const resultsOf = async (requestId: string) => {
  clock.advance(1000);
  return (await company.api.get(`/enrichment/${requestId}/results`)).body;
};

async function plantEnrichment(contactId: string, other: string): Promise<string> {
  const { body } = await company.api.post('/enrichment', { contactIds: [contactId, other] });
  await waitFor(async () => expect((await resultsOf(body.requestId)).status).toBe('completed'), waiting);
  return body.requestId;
}

/** Everything that waits to be sent has been. */
const delivered = (least: number) =>
  waitFor(async () => {
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

/** The files of the export of a contact. */
async function archiveOf(contactId: string) {
  const answer = await fetch(`${service.url}/contacts/${contactId}/export`, {
    headers: { authorization: `Bearer ${company.key}` },
  });
  return unzipped(Buffer.from(await answer.arrayBuffer()));
}

test('a deleted contact leaves nothing behind in tables, files and logs', { timeout: 60_000 }, async () => {
  const phoneNumber = '+15005557319';
  const words = planted('ada', phoneNumber);
  const other = await plantContact('bob', '+15005557320');
  const objectsOfOthers = (await storedObjects(service.dataDir)).sort();
  const contactId = await plantContact('ada', phoneNumber);
  const calls = await plantCalls('ada', contactId);
  await plantResults('ada', contactId);
  await plantFilters('ada', phoneNumber);
  await plantTraces('ada', phoneNumber, calls.attemptId);
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
  await waitFor(async () => {
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
  await waitFor(
    async () =>
      expect((await company.api.get('/messages?status=OUTBOX')).body.data).toEqual([
        expect.objectContaining({ address: `${WORD}ada2@example.com`, text: expect.any(String) }),
      ]),
    waiting,
  );
  const requestId = await plantEnrichment(contactId, other);
  await company.newRun([contactId]);
  const { id: jobId } = (await company.api.post('/jobs', { jobTitle: 'Clerk' })).body;
  expect((await company.api.patch(`/contacts/${contactId}`, { jobIds: [jobId] })).status).toBe(200);
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
  const again = (await owner.post('/contact-imports', { name: 'more.csv', duplicates: 'update' })).body;
  const { firstName, lastName, email } = (await company.api.get(`/contacts/${contactId}`)).body;
  const known = { firstName, lastName, email, gdprExpiryDate: dayIn(31) };
  const updated = await owner.post(`/contact-imports/${again.id}/rows`, {
    rows: [{ line: 2, values: known }],
  });
  expect(updated.body.rows).toMatchObject([{ result: 'updated', contactId }]);
  // What people and programs look for stands in addresses, too.
  await company.api.get(`/contacts?search=${WORD}ada`);
  await company.api.get(`/contacts/${WORD}ada`);
  await owner.get(`/contacts?search=${WORD}ada`);
  await owner.ask('DELETE', `/contacts/${WORD}adanobody`);
  await delivered(6);
  const { database } = service.services;
  const held = await findPlanted(service, words);
  expect(beyondPlain(held)).toEqual([]);
  const all = [...held, ...(await findSealed(database, words))];
  expect(unplantedColumns(all)).toEqual([]);
  const [tables, personal, reasons] = [
    await tablesWithTexts(database),
    tablesOf(all),
    Object.keys(tablesWithoutContacts),
  ];
  // A new table is planted, or has a reason.
  expect(tables.filter((table) => !personal.includes(table) && !reasons.includes(table))).toEqual([]);
  expect(reasons.filter((table) => !tables.includes(table) || personal.includes(table))).toEqual([]);
  const objects = await storedObjects(service.dataDir);
  expect(objects).toContainEqual(expect.stringContaining(calls.attemptId));
  expect(objects.length).toBeGreaterThanOrEqual(objectsOfOthers.length + 4);

  const people = [contactId, callback.body.contactId, imported.body.rows[0].contactId];
  const archives = await Promise.all(people.map(archiveOf));
  const before = await allRows(database);
  for (const id of people) expect((await company.api.delete(`/contacts/${id}`)).status).toBe(200);
  const erased = erasedRows(before, await allRows(database), words);
  // What erasure takes away, an access request has shown before.
  expect(missingRows(erased, archives)).toEqual([]);
  expect(tablesUntouched(erased)).toEqual([]);
  // The call of a lost worker may go on, so its number is not dialled until that is over.
  expect(await locked(phoneNumber)).toBe(1);
  clock.advance(DAY_MS);
  await sweep();

  await waitFor(async () => expect(await findPlanted(service, words)).toEqual([]), waiting);
  expect(await findSealed(database, words)).toEqual([]);
  await waitFor(
    async () => expect((await storedObjects(service.dataDir)).sort()).toEqual(objectsOfOthers),
    waiting,
  );
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
        conversations: 2,
        callAttempts: 2,
        recordings: 1,
        analyses: 2,
        events: expect.any(Number),
        messages: 0,
        comments: 2,
        corrections: 1,
        testCases: 1,
        sipMessages: 1,
        importRows: 1,
        journals: 1,
        filters: 2,
        enrichmentResults: 1,
        dataKeys: 1,
      },
      stores: {
        database: expect.any(String),
        objects: { kind: 'disk', bucket: null },
      },
      objectsErasedAt: expect.any(String),
    }),
  ]);
  expect(service.databaseUrl).toContain(data[0].stores.database);
  const ofInvited = await company.api.get(`/erasure-receipts?contactId=${callback.body.contactId}`);
  expect(ofInvited.body.data).toMatchObject([{ erased: { conversations: 1, messages: 1 } }]);
  const ofImported = await company.api.get(`/erasure-receipts?contactId=${imported.body.rows[0].contactId}`);
  expect(ofImported.body.data).toMatchObject([{ erased: { conversations: 0, importRows: 1 } }]);
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

test('an erasure receipt is signed, and its signed statement says the same as the receipt', async () => {
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

test('a contact deleted while its enrichment is running is not stored again', async () => {
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
  await waitFor(async () => expect((await resultsOf(body.requestId)).status).toBe('completed'), waiting);
  expect((await resultsOf(body.requestId)).profiles).toEqual([
    expect.objectContaining({ profileId: contactId, status: 'FAILED', emails: [] }),
  ]);
  await delivered(1);
  expect(await findPlanted(service, [`${WORD}carol`])).toEqual([]);
});

test("on its retention date a contact's documents and CV are erased, and a receipt says so", {
  timeout: 60_000,
}, async () => {
  const before = await storedObjects(service.dataDir);
  const contactId = await plantContact('dora', '+15005557321', dayIn(1));
  const withDocuments = await storedObjects(service.dataDir);
  expect(withDocuments.length).toBeGreaterThanOrEqual(before.length + 2);
  const path = `/contacts/${contactId}`;
  expect((await company.api.get(path)).body.anonymizedCvText).toContain(`${WORD}doraskill`);
  const { database } = service.services;
  // A call in which the agent knew the contact's fields, and looked into the documents.
  const { attemptId, conversationId } = await plantCalls('dora', contactId);
  const passages = [{ title: `${WORD}doradocument.txt`, text: `Skills: ${WORD}doraskill`, source: '1#1' }];
  const cites = { title: `${WORD}doradocument.txt` };
  const entries = [
    { kind: 'found', passages },
    { kind: 'answered', text: 'They have skills.', cites },
  ];
  await appendJournals(database, [{ attemptId, companyId: company.id, part: 1000, entries }]);
  const expired = [`${WORD}doradocument`, `${WORD}doraskill`, '# About the contact'];
  const ofOthers = (await findSealed(database, expired.slice(2))).length - 1;
  expect((await findSealed(database, expired.slice(0, 2))).length).toBeGreaterThan(2);
  const ofCalls = (await storedObjects(service.dataDir)).filter((key) => !withDocuments.includes(key));
  expect(ofCalls.length).toBeGreaterThan(0);
  clock.advance(2 * DAY_MS);
  await expirePersonalData(database, await cleanup(), never);
  // The files of the documents are gone, and nothing else is. The service removes files by itself, too: one that it has begun
  // with is passed over here, and goes a moment later.
  await waitFor(
    async () => expect((await storedObjects(service.dataDir)).sort()).toEqual([...before, ...ofCalls].sort()),
    waiting,
  );
  expect(await findPlanted(service, expired.slice(0, 2))).toEqual([]);
  expect(await findSealed(database, expired.slice(0, 2))).toEqual([]);
  expect(await findSealed(database, expired.slice(2))).toHaveLength(ofOthers);
  // What was said stays, and so does what the agent decided by.
  const member = await newPerson(service, company.id, 'member', 'replays@example.com');
  expect((await member.post(`/console/api/conversations/${conversationId}/replay`, {})).body).toMatchObject({
    attemptId,
    same: true,
  });
  // Another call knows no more than the fields that its texts name.
  const { attemptId: later } = await plantCalls('dora', contactId);
  expect(await findSealed(database, expired.slice(2))).toHaveLength(ofOthers);
  expect(later).not.toBe(attemptId);
  const { data } = (await company.api.get(`/erasure-receipts?contactId=${contactId}`)).body;
  expect(data).toEqual([
    expect.objectContaining({
      reason: 'EXPIRED',
      requestedBy: 'system retention',
      erased: expect.objectContaining({
        contacts: 0,
        documents: 2,
        cvTexts: 1,
        conversations: 0,
        journals: 1,
      }),
      objectsErasedAt: expect.any(String),
    }),
  ]);
  const { status, body } = await company.api.get(path);
  expect([status, body.anonymizedCvText]).toEqual([200, undefined]);
});

test('files of a deleted contact are erased by the next process if the first one dies in between', async () => {
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

/** The texts of the archive. */
const exportOf = async (contactId: string): Promise<string> =>
  [...(await archiveOf(contactId)).values()].map(String).join('\n');

test('corrections, comments and test cases made from a call are exported and erased with its contact', async () => {
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
  await lookAgain(service.services.database);
  await sealPlainTexts(service.services.database, never);
  const held = await findPlanted(service, [`${WORD}fred`]);
  expect(beyondPlain(held)).toEqual([]);
  const places = held.map(({ place }) => place);
  for (const table of ['result_corrections', 'conversation_comments', 'agent_test_cases'])
    expect(places.join(' ')).toContain(table);
  // Somebody of the company talked as the contact, and somebody else changed the metadata that says whose contact theirs is.
  const colleague = await newPerson(service, company.id, 'member', 'talks@example.com');
  const talk = await colleague.post(`/console/api/agents/${agent.id}/browser-call`, { contactId });
  expect(talk.status).toBe(201);
  const talked = (await company.api.get(`/conversations/${talk.body.conversationId}`)).body;
  expect((await company.api.patch(`/contacts/${talked.contactId}`, { metadata: {} })).status).toBe(200);
  // Metadata alone does not make a call one about somebody else.
  const claimed = await company.api.post('/conversations', {
    contactId: talked.contactId,
    agentId: agent.id,
    scheduleTime: new Date(clock.now().getTime() + DAY_MS).toISOString(),
    metadata: { talkAsContactId: contactId },
  });
  const stored = () =>
    company.scope.all<{ id: string }>(sql`
    select id from conversations where company_id = ${company.scope.companyId}
    union all select id from agent_test_cases where company_id = ${company.scope.companyId}
    union all select id from conversation_comments where company_id = ${company.scope.companyId}
    union all select id from result_corrections where company_id = ${company.scope.companyId}`);
  const before = await stored();
  const exported = await exportOf(contactId);
  await company.api.delete(`/contacts/${contactId}`);
  const left = new Set((await stored()).map(({ id }) => id));
  const erased = before.map(({ id }) => id).filter((id) => !left.has(id));
  expect(erased).toEqual(expect.arrayContaining([body.id, talked.id]));
  expect(erased).not.toContain(claimed.body.id);
  expect(erased.length).toBe(5);
  expect(erased.filter((id) => !exported.includes(id))).toEqual([]);
  for (const words of [`${WORD}fred renews`, `${WORD}fred is kind`, `"name": "${WORD}fred"`, 'Yes, says'])
    expect(exported).toContain(words);
  expect(await findPlanted(service, [`${WORD}fred`])).toEqual([]);
});
