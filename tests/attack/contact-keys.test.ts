import { cp, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { systemClock } from '@parley/kernel/clock.ts';
import { ContactKeys } from '@parley/service/domains/personal-data/contact-key.actions.ts';
import { makeMasterKeys } from '@parley/service/main/encryption.ts';
import { makeObjects } from '@parley/service/main/objects.ts';
import { makeReceipts } from '@parley/service/main/seals.ts';
import { type MasterKey, MasterKeys } from '@parley/service/storage/keys/master-key.ts';
import { ENCRYPTED_TYPE } from '@parley/service/storage/objects/object-cipher.ts';
import type { ObjectStore } from '@parley/service/storage/objects/object-store.ts';
import { recordingKey, recordingPart } from '@parley/service/storage/objects/recording-key.ts';
import { s3Objects } from '@parley/service/storage/objects/s3-objects.ts';
import { sql } from '@parley/service/storage/sql.ts';
import { sweepDocuments } from '@parley/service/workflows/cleanup.ts';
import { type RunningCompany, runningCompany } from '@parley/testing/running-company.ts';
import { startS3Server } from '@parley/testing/s3-server.ts';
import { startTestService, type TestService } from '@parley/testing/service.ts';
import { ShiftedClock } from '@parley/testing/shifted-clock.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';

const DAY_MS = 86_400_000;
const WORD = 'zyxqsecret';
const sound = Buffer.from(`${WORD} sound `.repeat(12_000));

const clock = new ShiftedClock();
let service: TestService;
let company: RunningCompany;
let objects: ObjectStore;
beforeAll(async () => {
  // Without a worker nobody calls, and nothing is deleted before the test says so.
  service = await startTestService({ clock, roles: ['api'] });
  company = await runningCompany(service);
  objects = await makeObjects(service.services, service.url);
});
afterAll(() => service.stop());

const sweep = (of = service, store = objects) =>
  sweepDocuments(
    of.services.database,
    { objects: store, receipts: makeReceipts(of.services) },
    new AbortController().signal,
  );

async function upload(of: RunningCompany, path: string, content: string): Promise<string> {
  const file = { fileName: 'notes.txt', contentType: 'text/plain', sizeBytes: Buffer.byteLength(content) };
  const { body } = await of.api.post(path, file);
  const { url, method, headers } = body.upload;
  expect((await fetch(url, { method, headers, body: content })).status).toBe(200);
  expect((await of.api.post(`${path}/${body.document.id}/complete`)).status).toBe(200);
  return `documents/${of.id}/${body.document.id}`;
}

/** A call whose recording is in two parts. */
async function record(of: RunningCompany, contactId: string, store: ObjectStore) {
  const { body } = await of.api.post('/conversations', { contactId, agentId: of.agentId });
  const attemptId: string = body.callAttempts[0].id;
  const partBytes = 80_000;
  for (let part = 0; part * partBytes < sound.length; part += 1)
    await store.put(
      recordingPart(attemptId, part),
      sound.subarray(part * partBytes, (part + 1) * partBytes),
      { contentType: 'audio/PCMU;rate=8000;channels=2' },
    );
  const key = recordingKey({ id: attemptId, rateHz: 8000, partBytes, dataBytes: sound.length });
  const { scope } = of;
  await scope.run(
    sql`update call_attempts set recording_key = ${key} where company_id = ${scope.companyId} and id = ${attemptId}`,
  );
  return { attemptId, key, conversationId: body.id as string };
}

const readable = async (key: string, store = objects): Promise<string | undefined> => {
  const found = await store.get(key);
  return found && text(found.body);
};

/** Every byte of every file below a folder. */
async function everything(folder: string): Promise<string> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  return (
    await Promise.all(files.map(({ parentPath, name }) => readFile(join(parentPath, name), 'latin1')))
  ).join('');
}

test('files of a contact are stored encrypted, and are played and exported unchanged', async () => {
  const contactId = await company.newContact();
  const key = await upload(company, `/contacts/${contactId}/documents`, `About ${WORD}.`);
  const call = await record(company, contactId, objects);
  expect(await everything(join(service.dataDir, 'objects'))).not.toContain(WORD);
  expect(await readable(key)).toBe(`About ${WORD}.`);

  const { callAttempts } = (await company.api.get(`/conversations/${call.conversationId}`)).body;
  const url: string = callAttempts[0].recordingUrl;
  const whole = Buffer.from(await (await fetch(url)).arrayBuffer());
  expect(whole.subarray(58).equals(sound)).toBe(true);
  // Over the border of two parts, and of two chunks in the first one.
  for (const [start, end] of [
    [79_000, 81_000],
    [65_500, 65_700],
    [0, 100],
  ] as const) {
    const part = await fetch(url, { headers: { range: `bytes=${start}-${end}` } });
    expect([part.status, part.headers.get('content-range')]).toEqual([
      206,
      `bytes ${start}-${end}/${whole.length}`,
    ]);
    expect(Buffer.from(await part.arrayBuffer()).equals(whole.subarray(start, end + 1))).toBe(true);
  }
});

test("an agent's document is not personal data and is stored unencrypted", async () => {
  const key = await upload(company, `/agents/${company.agentId}/documents`, 'Opening hours: always.');
  expect(await everything(join(service.dataDir, 'objects'))).toContain('Opening hours: always.');
  expect(await readable(key)).toBe('Opening hours: always.');
});

test('after an erasure, an earlier copy of the object store cannot be decrypted', async () => {
  const [contactId, other] = [await company.newContact(), await company.newContact()];
  const document = await upload(company, `/contacts/${contactId}/documents`, `About ${WORD}.`);
  const othersDocument = await upload(company, `/contacts/${other}/documents`, 'About another.');
  const { key: recording, attemptId } = await record(company, contactId, objects);
  const { callAttempts } = (await company.api.get(`/conversations?contactId=${contactId}`)).body.data[0];
  const link: string = callAttempts[0].recordingUrl;
  expect((await fetch(link)).status).toBe(200);
  const stored = join(service.dataDir, 'objects');
  const copy = await mkdtemp(join(tmpdir(), 'parley-copy-'));
  await cp(stored, copy, { recursive: true });

  // A copy that is put back is as good as the original, until the key is destroyed.
  await objects.delete([document, recordingPart(attemptId, 0), othersDocument]);
  expect(await readable(document)).toBeUndefined();
  await cp(copy, stored, { recursive: true });
  expect(await readable(document)).toBe(`About ${WORD}.`);

  expect((await company.api.delete(`/contacts/${contactId}`)).status).toBe(200);
  // At once, before the files are deleted.
  expect([await readable(document), await readable(recording)]).toEqual([undefined, undefined]);
  expect((await fetch(link)).status).toBe(404);
  clock.advance(DAY_MS);
  await sweep();
  await cp(copy, stored, { recursive: true });
  const restarted = await makeObjects(service.services, service.url);
  for (const store of [objects, restarted]) {
    expect(await readable(document, store)).toBeUndefined();
    expect(await readable(recording, store)).toBeUndefined();
    expect(await readable(recordingPart(attemptId, 1), store)).toBeUndefined();
    expect(await readable(othersDocument, store)).toBe('About another.');
  }
  expect(await everything(copy)).not.toContain(WORD);
  const { scope } = company;
  const keys = sql`select id from contact_keys where company_id = ${scope.companyId} and contact_id = ${contactId}`;
  expect(await scope.all(keys)).toEqual([]);
  const { data } = (await company.api.get(`/erasure-receipts?contactId=${contactId}`)).body;
  expect(data[0].erased.dataKeys).toBe(1);
  await rm(copy, { recursive: true });
});

test('a recording that arrives after its contact was erased is stored unreadable', async () => {
  const contactId = await company.newContact();
  const { body } = await company.api.post('/conversations', { contactId, agentId: company.agentId });
  const part = recordingPart(body.callAttempts[0].id, 0);
  const contentType = 'audio/PCMU;rate=8000;channels=2';
  await objects.put(part, sound, { contentType });
  await company.api.delete(`/contacts/${contactId}`);
  const elsewhere = await makeObjects(service.services, service.url);
  for (const store of [objects, elsewhere]) {
    await store.put(part, sound, { contentType });
    expect(await readable(part)).toBeUndefined();
    expect(await everything(join(service.dataDir, 'objects'))).not.toContain(WORD);
  }
});

test('files of merged contacts stay readable, and are erased with the contact that is kept', async () => {
  const [kept, other] = [await company.newContact(), await company.newContact()];
  const first = await upload(company, `/contacts/${kept}/documents`, 'First.');
  const second = await upload(company, `/contacts/${other}/documents`, 'Second.');
  expect((await company.api.post(`/contacts/${kept}/merge`, { contactId: other })).status).toBe(200);
  expect([await readable(first), await readable(second)]).toEqual(['First.', 'Second.']);
  await company.api.delete(`/contacts/${kept}`);
  expect([await readable(first), await readable(second)]).toEqual([undefined, undefined]);
  const { data } = (await company.api.get(`/erasure-receipts?contactId=${kept}`)).body;
  expect(data[0].erased.dataKeys).toBe(2);
});

test('a file uploaded while its contact is being merged into another can be read', async () => {
  const [kept, other] = [await company.newContact(), await company.newContact()];
  const file = { fileName: 'notes.txt', contentType: 'text/plain', sizeBytes: 5 };
  const { body } = await company.api.post(`/contacts/${other}/documents`, file);
  const { database, config, secrets } = service.services;
  const { newest } = makeMasterKeys(config, secrets);
  let merges = 0;
  const merging: MasterKey = {
    ...newest,
    async wrap(key, context) {
      // Between the look at the owner and the moment in which the key is kept.
      if (merges === 0) await company.api.post(`/contacts/${kept}/merge`, { contactId: other });
      merges += 1;
      return newest.wrap(key, context);
    },
  };
  const keys = new ContactKeys(database, new MasterKeys([merging]));
  const used = await keys.keyFor(`documents/${company.id}/${body.document.id}`);
  expect(await keys.keyOf(used?.id ?? '')).toEqual(used?.key);
  expect(merges).toBe(2);
});

test("after a failover that lost a call's key, its recording continues with a new key", async () => {
  const contactId = await company.newContact();
  const { body } = await company.api.post('/conversations', { contactId, agentId: company.agentId });
  const { database, config, secrets } = service.services;
  const keys = new ContactKeys(database, makeMasterKeys(config, secrets));
  const keyForPart = (part: number) => keys.keyFor(recordingPart(body.callAttempts[0].id, part));
  const before = await keyForPart(0);
  expect(await keyForPart(1)).toEqual(before);
  await database.run(sql`delete from contact_keys where contact_id = ${contactId}`);
  const after = await keyForPart(2);
  expect(after?.id).not.toBe(before?.id);
  expect(await keys.keyOf(after?.id ?? '')).toEqual(after?.key);
});

test('files in an S3 bucket are encrypted, including those uploaded by browsers', async () => {
  const account = { region: 'eu-test-1', accessKeyId: 'AKTEST', secretAccessKey: 'not-a-real-secret' };
  const bucket = await startS3Server({ bucket: 'files', clock: systemClock, ...account });
  const inBucket = await startTestService({
    roles: ['api'],
    environment: {
      PARLEY_S3_ENDPOINT: bucket.endpoint,
      PARLEY_S3_BUCKET: 'files',
      PARLEY_S3_REGION: account.region,
      PARLEY_S3_ACCESS_KEY_ID: account.accessKeyId,
      PARLEY_S3_SECRET_ACCESS_KEY: account.secretAccessKey,
    },
  });
  try {
    const tenant = await runningCompany(inBucket);
    const contactId = await tenant.newContact();
    const store = await makeObjects(inBucket.services, inBucket.url);
    const document = await upload(tenant, `/contacts/${contactId}/documents`, `About ${WORD}.`);
    const { key: recording, attemptId } = await record(tenant, contactId, store);
    const raw = s3Objects({
      endpoint: bucket.endpoint,
      bucket: 'files',
      forcePathStyle: true,
      spoolFolder: join(inBucket.dataDir, 'spool'),
      clock: systemClock,
      newId: inBucket.services.database.newId,
      ...account,
    });
    for (const key of [document, recordingPart(attemptId, 0), recordingPart(attemptId, 1)]) {
      const found = await raw.get(key);
      expect(found?.contentType).toBe(ENCRYPTED_TYPE);
      expect(found && (await text(found.body))).not.toContain(WORD);
    }
    expect(await readable(document, store)).toBe(`About ${WORD}.`);
    expect((await readable(recording, store))?.endsWith(sound.toString())).toBe(true);
    await tenant.api.delete(`/contacts/${contactId}`);
    expect([await readable(document, store), await readable(recording, store)]).toEqual([
      undefined,
      undefined,
    ]);
  } finally {
    await inBucket.stop();
    await bucket.close();
  }
});
