import { expirePersonalDataTask } from '@parley/service/domains/contacts/contact.model.ts';
import { sendOnlineInvitationTask } from '@parley/service/domains/conversations/message.model.ts';
import { recordingKey, recordingPart } from '@parley/service/storage/objects/recording-key.ts';
import type { CompanyId } from '@parley/service/storage/sql.ts';
import { startTestService, type TestService, testSecrets } from '@parley/testing/service.ts';
import { type Receiver, startReceiver } from '@parley/testing/webhook-receiver.ts';
import pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { findPlanted, findSealed, storedObjects } from '../../attack/erasure-walk.ts';
import { atClosedGate, closeGate, installGates } from './kill-point.ts';
import { type KillableService, killableService, newCompany } from './killable-service.ts';

const ERASURE = 32;
const EXPIRY = 33;
const DAY_MS = 86_400_000;
const waiting = { interval: 200, timeout: 60_000 };
let service: KillableService;
/** Another process on the same database and data folder. It takes no part in erasing: it only plants. */
let planter: TestService;
let receiver: Receiver;
let client: pg.Client;
let companyId: CompanyId;
let key: string;
let agentId: string;

beforeAll(async () => {
  receiver = await startReceiver(({ text }, response) => {
    response.writeHead(200).end(text);
    return undefined;
  });
  service = await killableService({
    ...testSecrets,
    PARLEY_LOG_LEVEL: 'debug',
    PARLEY_SIM_SPEED: '10000',
    PARLEY_ALLOW_PRIVATE_URLS: 'true',
  });
  client = new pg.Client({ connectionString: service.databaseUrl });
  await client.connect();
  await service.start();
  await installGates(client);
  await client.query(`
    create constraint trigger gate_of_erasures after delete on contacts deferrable initially deferred
      for each row execute function pass_gate(${ERASURE});
    create constraint trigger gate_of_expiries after update of expired_for on contacts deferrable initially deferred
      for each row execute function pass_gate(${EXPIRY})`);
  const company = await newCompany(service);
  key = company.key;
  companyId = company.companyId as CompanyId;
  ({ id: agentId } = await send<{ id: string }>('POST', '/agents', {
    name: 'Grace',
    focus: 'GENERIC',
    duration: 10,
    callingWindow: null,
    contextConfig: { useContactContext: true },
  }));
  const events = ['INTERVIEW_STARTED', 'INTERVIEW_COMPLETED', 'ANALYSIS_COMPLETED'];
  await send('POST', '/webhooks', { url: receiver.url, name: 'Echo', events });
  planter = await startTestService({
    databaseUrl: service.databaseUrl,
    dataDir: service.dataDir,
    roles: ['api'],
  });
});
afterAll(async () => {
  await planter.stop();
  await client.end();
  await service.remove();
  await receiver.stop();
});

const send = <Body>(method: string, path: string, body?: unknown) =>
  service.send<Body>(method, path, body, key);

interface Documents {
  readonly data: readonly { readonly status: string }[];
}

/** A document that has been read, with the word in its name and in its text. */
async function plantDocument(contactId: string, word: string): Promise<void> {
  const path = `/contacts/${contactId}/documents`;
  const text = `About ${word}.`;
  const order = { fileName: `${word}.txt`, contentType: 'text/plain', sizeBytes: text.length };
  const { document, upload } = await send<{
    document: { id: string };
    upload: { url: string; headers: Record<string, string> };
  }>('POST', path, order);
  await fetch(upload.url, { method: 'PUT', headers: upload.headers, body: text });
  await send('POST', `${path}/${document.id}/complete`);
  await vi.waitFor(
    async () => expect((await send<Documents>('GET', path)).data[0]?.status).toBe('READY'),
    waiting,
  );
}

interface Conversation {
  readonly id: string;
  readonly status: string;
  readonly analysis?: { readonly general: { readonly status: number } };
  readonly callAttempts: readonly { readonly id: string }[];
}

/** A call that was held, with its transcript, analysis, PDF report and recording. */
async function plantCall(contactId: string, word: string): Promise<string> {
  const order = { contactId, agentId, metadata: { note: word } };
  const { id } = await send<Conversation>('POST', '/conversations', order);
  const conversation = await vi.waitFor(async () => {
    const found = await send<Conversation>('GET', `/conversations/${id}`);
    expect([found.status, found.analysis?.general.status]).toEqual(['COMPLETED', 2]);
    return found;
  }, waiting);
  const report = await fetch(`${service.url}/conversations/${id}/analysis/pdf`, {
    headers: { authorization: `Bearer ${key}` },
  });
  expect([report.status, (await report.arrayBuffer()).byteLength > 0]).toEqual([200, true]);
  const attemptId = conversation.callAttempts[0]?.id ?? '';
  const sound = Buffer.from(`${word}sound`);
  const objects = await planter.objects();
  await objects.put(recordingPart(attemptId, 0), sound, { contentType: 'audio/PCMU;rate=8000;channels=2' });
  const recording = recordingKey({ id: attemptId, rateHz: 8000, partBytes: 80_000, dataBytes: sound.length });
  await client.query('update call_attempts set recording_key = $1 where id = $2', [recording, attemptId]);
  return id;
}

/** An invitation by mail to a call that is still to come. */
async function plantMail(contactId: string): Promise<string> {
  const scheduleTime = new Date(Date.now() + DAY_MS).toISOString();
  const { id } = await send<Conversation>('POST', '/conversations', { contactId, agentId, scheduleTime });
  const { callAttempts } = await send<Conversation>('GET', `/conversations/${id}`);
  await planter.services.database.enqueue(sendOnlineInvitationTask, {
    companyId,
    conversationId: id,
    attemptId: callAttempts[0]?.id ?? '',
  });
  await vi.waitFor(async () => {
    const { data } = await send<{ data: readonly { conversationId: string }[] }>(
      'GET',
      '/messages?status=OUTBOX',
    );
    expect(data.map(({ conversationId }) => conversationId)).toContain(id);
  }, waiting);
  return id;
}

const found = async (words: readonly string[]) => [
  ...(await findPlanted({ ...service, logged: [...service.everSaid(), ...planter.logged] }, words)),
  ...(await findSealed(planter.services.database, words)),
];
const tablesWith = async (words: readonly string[]) => [
  ...new Set((await found(words)).map(({ place }) => place.replace(/^public\./, '').replace(/\..*/, ''))),
];

/** Somebody with everything that is kept of a contact, and the objects of it, which are all that are new in the store. */
async function plant(word: string, phoneNumber: string) {
  const before = await storedObjects(service.dataDir);
  const { id } = await send<{ id: string }>('POST', '/contacts', {
    firstName: word,
    lastName: 'Keller',
    email: `${word}@example.org`,
    phoneNumber,
    gdprExpiryDate: '2099-01-01',
  });
  await plantDocument(id, `${word}document`);
  const ofDocuments = await newObjects(before);
  const conversationIds = [await plantCall(id, word), await plantMail(id)];
  const delivered = async () =>
    (await client.query(`select status, count(*)::int as count from webhook_deliveries group by 1`)).rows;
  await vi.waitFor(
    async () => expect(await delivered()).toEqual([{ status: 'DELIVERED', count: expect.any(Number) }]),
    waiting,
  );
  const ofCalls = (await newObjects(before)).filter((object) => !ofDocuments.includes(object));
  expect([ofDocuments.length, ofCalls.length]).toEqual([1, 2]);
  const words = [word, phoneNumber.slice(1)];
  const tables = ['contacts', 'documents', 'document_passages', 'conversations', 'call_journals', 'messages'];
  expect(await tablesWith(words)).toEqual(expect.arrayContaining(tables));
  expect(await echoesOf(conversationIds)).toBeGreaterThan(0);
  return { id, words, before, conversationIds, ofDocuments, ofCalls };
}

/** Without the dial ledger: it has no contacts but hashes of numbers, and every process begins an object of its own. */
const newObjects = async (before: readonly string[]) =>
  (await storedObjects(service.dataDir))
    .filter((object) => !before.includes(object) && !object.includes('/dial-ledger/'))
    .sort();

/** What the receiver answered, which is what it was sent, and the events that it was sent. */
const echoesOf = async (conversationIds: readonly string[]): Promise<number> => {
  const { rows } = await client.query(
    `select (select count(*) from events where subject_id = any($1))
       + (select count(*) from webhook_deliveries d, jsonb_array_elements(d.attempts) as a (attempt)
          where d.subject_id = any($1) and a.attempt->>'responseBody' is not null) as echoes`,
    [conversationIds],
  );
  return Number(rows[0].echoes);
};

/** Neither a word nor an object or an echo is left anywhere. */
const isGone = ({ words, before, conversationIds }: Planted) =>
  vi.waitFor(async () => {
    expect(await found(words)).toEqual([]);
    expect(await newObjects(before)).toEqual([]);
    expect(await echoesOf(conversationIds)).toBe(0);
  }, waiting);

type Planted = Awaited<ReturnType<typeof plant>>;

/** Nothing of the documents is left, and everything else is. */
const isExpired = ({ words: [word = ''], before, ofCalls }: Planted) =>
  vi.waitFor(async () => {
    expect(await found([`${word}document`])).toEqual([]);
    expect(await newObjects(before)).toEqual(ofCalls);
    expect(await tablesWith([word])).toContain('contacts');
  }, waiting);

const documentsLeft = async (contactId: string): Promise<number> =>
  (await client.query('select count(*)::int as left from documents where contact_id = $1', [contactId]))
    .rows[0].left;
const comesToItsDate = (contactId: string) =>
  send('PATCH', `/contacts/${contactId}`, { gdprExpiryDate: '2026-01-01' });
/** What the clock does every hour. */
const anHourLater = () => planter.services.database.enqueue(expirePersonalDataTask, {});

test('an erasure whose process is killed before the commit changes nothing, and succeeds the next time', {
  timeout: 180_000,
}, async () => {
  const planted = await plant('zeldaplanted', '+15005557501');
  await closeGate(ERASURE, client);
  const erased = send('DELETE', `/contacts/${planted.id}`).catch(() => 'no answer');
  await atClosedGate(ERASURE, client, service, 'undone');
  expect(await erased).toBe('no answer');
  expect(await newObjects(planted.before)).toEqual([...planted.ofDocuments, ...planted.ofCalls].sort());
  await service.start();
  expect((await send<Documents>('GET', `/contacts/${planted.id}/documents`)).data).toMatchObject([
    { status: 'READY' },
  ]);
  await send('DELETE', `/contacts/${planted.id}`);
  await isGone(planted);
});

test('an erasure whose process is killed during the commit is finished by the next process, with files', {
  timeout: 180_000,
}, async () => {
  const planted = await plant('wandaplanted', '+15005557502');
  await closeGate(ERASURE, client);
  const erased = send('DELETE', `/contacts/${planted.id}`).catch(() => 'no answer');
  await atClosedGate(ERASURE, client, service, 'done');
  expect(await erased).toBe('no answer');
  await service.start();
  await isGone(planted);
});

test('an expiry whose process is killed before the commit erases nothing, and is done within the hour', {
  timeout: 180_000,
}, async () => {
  const planted = await plant('yvesplanted', '+15005557503');
  await closeGate(EXPIRY, client);
  await comesToItsDate(planted.id);
  await atClosedGate(EXPIRY, client, service, 'undone');
  expect(await documentsLeft(planted.id)).toBe(1);
  expect(await newObjects(planted.before)).toEqual([...planted.ofDocuments, ...planted.ofCalls].sort());
  await service.start();
  await anHourLater();
  await isExpired(planted);
});

test('an expiry whose process is killed during the commit is finished by the next process, with files', {
  timeout: 180_000,
}, async () => {
  const planted = await plant('xaverplanted', '+15005557504');
  await closeGate(EXPIRY, client);
  await comesToItsDate(planted.id);
  await atClosedGate(EXPIRY, client, service, 'done');
  await service.start();
  await isExpired(planted);
  // And what was left of the contact goes with it.
  await send('DELETE', `/contacts/${planted.id}`);
  await isGone(planted);
});
