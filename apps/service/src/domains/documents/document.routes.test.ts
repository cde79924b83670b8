import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { ManualClock } from '@parley/kernel/clock.ts';
import { docxFile, pdfFile } from '@parley/testing/document-files.ts';
import { searchedDocuments } from '@parley/testing/searched-documents.ts';
import { type Api, startTestService, type TestService } from '@parley/testing/service.ts';
import { waitFor } from '@parley/testing/wait-for.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDiskObjects } from '../../storage/objects/disk-objects.ts';
import { sql } from '../../storage/sql.ts';
import { deleteForgottenObjects } from './retention.actions.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 1440 * MINUTE_MS;
const TEXT = 'The customer prefers to be called in the morning.\n';
const DOCX = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
const never = new AbortController().signal;

let service: TestService;
// Moved only where time matters.
const clock = new ManualClock(new Date(Date.now()));
beforeAll(async () => {
  service = await startTestService({ clock });
});
afterAll(() => service.stop());

const announce = (bytes: Buffer | string, more: object = {}) => ({
  fileName: 'notes.txt',
  contentType: 'text/plain',
  sizeBytes: Buffer.byteLength(bytes),
  ...more,
});

const later = (days: number) => new Date(clock.now().getTime() + days * DAY_MS).toISOString().slice(0, 10);

async function newContact(api: Api, more: object = {}): Promise<string> {
  const body = {
    firstName: 'Maria',
    lastName: 'Keller',
    email: 'm@example.org',
    gdprExpiryDate: later(90),
    ...more,
  };
  const answer = await api.post('/contacts', body);
  expect(answer.status).toBe(201);
  return answer.body.id;
}

const send = (upload: { url: string; headers: Record<string, string> }, bytes: Buffer | string) =>
  fetch(upload.url, { method: 'PUT', headers: upload.headers, body: bytes as string });

async function upload(api: Api, path: string, bytes: Buffer | string, more: object = {}) {
  const started = await api.post(path, announce(bytes, more));
  expect(started.status).toBe(201);
  expect((await send(started.body.upload, bytes)).status).toBe(200);
  const complete = path.endsWith('/cv') ? `${path}/complete` : `${path}/${started.body.document.id}/complete`;
  const answer = await api.post(complete);
  expect(answer.status).toBe(200);
  return answer.body;
}

const listed = async (api: Api, path: string) => (await api.get(`${path}/documents?limit=100`)).body.data;

const settled = (api: Api, path: string, id: string) =>
  waitFor(
    async () => {
      const found = (await listed(api, path)).find((one: { id: string }) => one.id === id);
      expect(['READY', 'FAILED']).toContain(found?.status);
      return found;
    },
    { interval: 30 },
  );

async function companyWithContact() {
  const company = await service.newCompany();
  const contactId = await newContact(company.api);
  return { ...company, contactId, path: `/contacts/${contactId}` };
}

const scopeOf = (companyId: string) =>
  service.services.database.within(companyId as never, { kind: 'system', id: 'test' });
const objectsOf = () =>
  openDiskObjects({
    root: join(service.dataDir, 'objects'),
    publicUrl: service.url,
    linkSecret: service.services.secrets.link,
    clock,
    newId: service.services.database.newId,
  });
const fileOf = (companyId: string, id: string) =>
  join(service.dataDir, 'objects', 'objects', 'documents', companyId, `${id}@object`);

test('a document is uploaded by its link, processed, found by its text, and deleted with its stored file', async () => {
  const { id, api, path, contactId } = await companyWithContact();
  const started = await api.post(`${path}/documents`, announce(TEXT, { name: 'Call notes' }));
  expect(started.status).toBe(201);
  expect(started.body.document).toMatchObject({
    name: 'Call notes',
    fileName: 'notes.txt',
    contentType: 'text/plain',
    sizeBytes: 50,
    source: 'UPLOAD',
    status: 'PENDING',
    isActive: true,
    failureReason: null,
  });
  const documentId = started.body.document.id;
  expect(Date.parse(started.body.upload.expiresAt) - clock.now().getTime()).toBe(15 * MINUTE_MS);

  const complete = `${path}/documents/${documentId}/complete`;
  const early = await api.post(complete);
  expect(early.status).toBe(400);
  expect(early.body.errors[0]).toContain('upload must come first');
  expect((await send(started.body.upload, TEXT)).status).toBe(200);
  expect((await api.post(complete)).body.status).toBe('PROCESSING');
  expect((await settled(api, path, documentId)).status).toBe('READY');
  // Again it only answers how things stand.
  expect((await api.post(complete)).body).toMatchObject({ id: documentId, status: 'READY' });

  const ask = (query: string) => searchedDocuments(scopeOf(id), { contactId, query, limit: 3 });
  expect(await ask('When do they prefer calls?')).toEqual([
    { documentId, documentName: 'Call notes', position: 1, text: TEXT.trim() },
  ]);
  expect(await ask('pension fund')).toEqual([]);
  await api.patch(`${path}/documents/${documentId}`, { isActive: false });
  expect(await ask('morning')).toEqual([]);

  expect(existsSync(fileOf(id, documentId))).toBe(true);
  expect((await api.delete(`${path}/documents/${documentId}`)).status).toBe(204);
  await waitFor(() => expect(existsSync(fileOf(id, documentId))).toBe(false));
  expect((await api.delete(`${path}/documents/${documentId}`)).status).toBe(404);
});

test('the text of PDF, Word, HTML and CSV documents is extracted', async () => {
  const { id, api, path, contactId } = await companyWithContact();
  const files: [Buffer, object][] = [
    [
      pdfFile(['The parrot lives on page one', 'Second page']),
      { fileName: 'a.pdf', contentType: 'application/pdf' },
    ],
    [docxFile(['<w:r><w:t>A walrus in Word</w:t></w:r>']), { fileName: 'a.docx', contentType: DOCX }],
    [
      Buffer.from('<p>Ein Flamingo</p><script>tiger</script>'),
      { fileName: 'a.html', contentType: 'text/html' },
    ],
    [Buffer.from('animal;legs\nostrich;2\n'), { fileName: 'a.csv', contentType: 'text/csv' }],
  ];
  for (const [bytes, more] of files) {
    const document = await upload(api, `${path}/documents`, bytes, more);
    expect((await settled(api, path, document.id)).failureReason).toBeNull();
  }
  const found = async (query: string) =>
    (await searchedDocuments(scopeOf(id), { contactId, query, limit: 5 })).map(
      ({ documentName }) => documentName,
    );
  expect(await found('parrots')).toEqual(['a.pdf']);
  expect(await found('walrus')).toEqual(['a.docx']);
  expect(await found('FLAMINGOS')).toEqual(['a.html']);
  expect(await found('tiger')).toEqual([]);
  expect(await found('ostrich')).toEqual(['a.csv']);
});

test('a PDF without pages is ready, and a damaged one fails with a reason', async () => {
  const { api, path } = await companyWithContact();
  const pdf = { fileName: 'a.pdf', contentType: 'application/pdf' };
  const empty = await upload(api, `${path}/documents`, pdfFile([]), pdf);
  expect(await settled(api, path, empty.id)).toMatchObject({ status: 'READY', failureReason: null });
  const damaged = await upload(api, `${path}/documents`, Buffer.from('%PDF-1.4\nand nothing'), pdf);
  expect(await settled(api, path, damaged.id)).toMatchObject({
    status: 'FAILED',
    failureReason: 'The PDF is damaged and cannot be read: save it again and upload it.',
  });
});

test.each([
  ['a PDF', { fileName: 'a.pdf', contentType: 'application/pdf' }],
  ['a Word document', { fileName: 'a.docx', contentType: DOCX }],
])(
  'an uploaded file that is not %s as announced is refused on completion, and deleted',
  async (_words, more) => {
    const { id, api, path } = await companyWithContact();
    for (const [start, complete] of [
      [`${path}/documents`, (documentId: string) => `${path}/documents/${documentId}/complete`],
      [`${path}/cv`, () => `${path}/cv/complete`],
    ] as const) {
      const { body } = await api.post(start, announce(TEXT, more));
      await send(body.upload, TEXT);
      const answer = await api.post(complete(body.document.id));
      expect(answer.status).toBe(400);
      expect(answer.body.errors[0]).toContain('contentType must be that of the file');
      expect((await api.post(complete(body.document.id))).status).toBe(404);
      const file = fileOf(id, body.document.id);
      await waitFor(() => expect(existsSync(file)).toBe(false));
    }
    expect(await listed(api, path)).toEqual([]);
  },
);

test('exactly five of twenty concurrent uploads for one contact are accepted', async () => {
  const { api, path } = await companyWithContact();
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => api.post(`${path}/documents`, announce(TEXT))),
  );
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(5);
  const refused = answers.filter(({ status }) => status === 400);
  expect(refused).toHaveLength(15);
  expect(refused[0]?.body.errors[0]).toContain('at most 5 for one contact');
  expect(await listed(api, path)).toHaveLength(5);
});

test('concurrent uploads for many contacts never exceed the storage of the plan', async () => {
  const { id, api } = await companyWithContact();
  const plan = {
    billingSystem: 'minutes',
    status: 'active',
    included: 1,
    purchased: 0,
    currency: 'EUR',
    maxConcurrentCalls: 1,
    storageBytes: 1000,
    creditsPerMinute: 1,
  };
  expect((await service.admin.put(`/companies/${id}/plan`, plan)).status).toBe(200);
  const contacts = await Promise.all(Array.from({ length: 8 }, () => newContact(api)));
  const answers = await Promise.all(
    contacts.map((contactId) =>
      api.post(`/contacts/${contactId}/documents`, announce('', { sizeBytes: 300 })),
    ),
  );
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(3);
  const refused = answers.find(({ status }) => status === 400);
  expect(refused?.body.errors[0]).toContain('300 bytes are needed, and of 1000 there are 100 left');
});

test('a contact whose retention date is changed to a past one loses its documents at once, and gets no new ones', async () => {
  const company = await service.newCompany();
  const contactId = await newContact(company.api);
  const path = `/contacts/${contactId}`;
  const document = await upload(company.api, `${path}/documents`, 'Some notes');
  await settled(company.api, path, document.id);
  const changed = await company.api.patch(path, { gdprExpiryDate: later(-2) });
  expect(changed.status).toBe(200);
  await waitFor(async () => expect(await listed(company.api, path)).toEqual([]), {
    interval: 30,
  });
  for (const kind of ['documents', 'cv']) {
    const refused = await company.api.post(`${path}/${kind}`, announce('Some notes'));
    expect(refused.status).toBe(409);
    expect(refused.body.message).toContain(later(-2));
  }
  await company.api.patch(path, { gdprExpiryDate: later(9) });
  expect((await company.api.post(`${path}/documents`, announce('Some notes'))).status).toBe(201);
});

test('an expired upload no longer counts toward the limit, and can be completed only if there is still room', async () => {
  const { api, path } = await companyWithContact();
  const started = [];
  for (let i = 0; i < 5; i++) started.push((await api.post(`${path}/documents`, announce(TEXT))).body);
  for (const { upload } of started) await send(upload, TEXT);
  expect((await api.post(`${path}/documents`, announce(TEXT))).status).toBe(400);
  clock.advance(16 * MINUTE_MS);
  const [first, second] = started;
  expect((await api.post(`${path}/documents/${first.document.id}/complete`)).status).toBe(200);
  for (let i = 0; i < 4; i++) expect((await api.post(`${path}/documents`, announce(TEXT))).status).toBe(201);
  const late = await api.post(`${path}/documents/${second.document.id}/complete`);
  expect(late.status).toBe(400);
  expect(late.body.errors[0]).toContain('at most 5');
});

test('a document is found only under its own contact, and under another company’s contact it is forbidden', async () => {
  const { api, path } = await companyWithContact();
  const document = await upload(api, `${path}/documents`, TEXT);
  const sibling = `/contacts/${await newContact(api)}`;
  expect((await api.patch(`${sibling}/documents/${document.id}`, { name: 'x' })).status).toBe(404);
  expect((await api.post(`${sibling}/documents/${document.id}/complete`)).status).toBe(404);
  const stranger = await service.newCompany();
  for (const answer of [
    await stranger.api.get(`${path}/documents`),
    await stranger.api.post(`${path}/documents`, announce(TEXT)),
    await stranger.api.post(`${path}/cv`, announce(TEXT)),
    await stranger.api.patch(`${path}/documents/${document.id}`, { name: 'x' }),
    await stranger.api.delete(`${path}/documents/${document.id}`),
  ]) {
    expect(answer.status).toBe(403);
  }
  const { api: other } = await companyWithContact();
  const own = `/contacts/${await newContact(other)}`;
  expect((await other.patch(`${own}/documents/${document.id}`, { name: 'x' })).status).toBe(404);
});

const CV = 'Maria Keller\nBorn 12 March 1988\nmaria@example.org\n\nForklift driver, 2015 to 2021.\n';

test("a CV sets the contact's anonymised text, cannot be renamed or deleted, and is replaced by the next CV", async () => {
  const { id, api, path, contactId } = await companyWithContact();
  const first = await upload(api, `${path}/cv`, CV);
  expect(first.source).toBe('CV');
  await settled(api, path, first.id);
  expect((await api.get(path)).body.anonymizedCvText).toBe(
    '[name]\nBorn [birth date]\n[e-mail]\n\nForklift driver, 2015 to 2021.',
  );
  expect((await api.patch(`${path}/documents/${first.id}`, { name: 'x' })).status).toBe(409);
  expect((await api.delete(`${path}/documents/${first.id}`)).status).toBe(409);
  expect((await api.patch(`${path}/documents/${first.id}`, { isActive: false })).body.isActive).toBe(false);

  const second = await upload(api, `${path}/cv`, 'Beekeeper since 2010.');
  await settled(api, path, second.id);
  expect((await listed(api, path)).map((one: { id: string }) => one.id)).toEqual([second.id]);
  expect((await api.get(path)).body.anonymizedCvText).toBe('Beekeeper since 2010.');
  const ask = (query: string) => searchedDocuments(scopeOf(id), { contactId, query, limit: 3 });
  expect(await ask('forklift')).toEqual([]);
  expect(await ask('beekeeper')).toHaveLength(1);
});

test('a new CV that cannot be read leaves the previous CV in place', async () => {
  const { api, path } = await companyWithContact();
  const good = await upload(api, `${path}/cv`, CV);
  await settled(api, path, good.id);
  const pdf = { fileName: 'cv.pdf', contentType: 'application/pdf' };
  const bad = await upload(api, `${path}/cv`, '%PDF-1.4 broken', pdf);
  expect((await settled(api, path, bad.id)).status).toBe('FAILED');
  expect((await listed(api, path)).map((one: { id: string }) => one.id)).toEqual([bad.id, good.id]);
  expect((await api.get(path)).body.anonymizedCvText).toContain('Forklift');
  // The next start clears the failure away.
  await api.post(`${path}/cv`, announce(CV));
  expect((await listed(api, path)).map((one: { id: string }) => one.id)).toEqual([good.id]);
});

test('a contact can be deleted while its CVs are uploaded, without a deadlock', async () => {
  const company = await service.newCompany();
  for (let round = 0; round < 5; round++) {
    const path = `/contacts/${await newContact(company.api)}`;
    await upload(company.api, `${path}/cv`, CV);
    const answers = await Promise.all([
      ...Array.from({ length: 4 }, () => company.api.post(`${path}/cv`, announce(CV))),
      company.api.delete(path),
    ]);
    expect(answers.at(-1)?.status).toBe(200);
    for (const { status } of answers.slice(0, -1)) expect([201, 404]).toContain(status);
    expect((await company.api.get(`${path}/documents`)).status).toBe(404);
  }
});

test('completing a CV upload that was never started gets 404', async () => {
  const { api, path } = await companyWithContact();
  expect((await api.post(`${path}/cv/complete`)).status).toBe(404);
});

test('document uploads and CV uploads share one rate limit', async () => {
  const { api } = await companyWithContact();
  const paths = await Promise.all(
    Array.from({ length: 11 }, async () => `/contacts/${await newContact(api)}`),
  );
  const answers = await Promise.all(
    paths.flatMap((path) => [
      api.post(`${path}/cv`, announce(CV)),
      api.post(`${path}/documents`, announce(TEXT)),
      api.post(`${path}/documents`, announce(TEXT)),
    ]),
  );
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(30);
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(3);
});

test('a document search searches the documents of the agent and of the contact together', async () => {
  const { id, api, path, contactId } = await companyWithContact();
  const agent = (
    await api.post('/agents', { name: 'Agent', type: 'PHONE', language: 'EN', focus: 'GENERIC' })
  ).body;
  const base = `/agents/${agent.id}`;
  const handbook = await upload(api, `${base}/documents`, 'Our office closes at noon.', { name: 'Handbook' });
  await settled(api, base, handbook.id);
  const notes = await upload(api, `${path}/documents`, 'They work in an office.', { name: 'Notes' });
  await settled(api, path, notes.id);
  const names = async (of: object) =>
    (await searchedDocuments(scopeOf(id), { ...of, query: 'office', limit: 5 })).map(
      ({ documentName }) => documentName,
    );
  expect((await names({ contactId, agentId: agent.id })).sort()).toEqual(['Handbook', 'Notes']);
  expect(await names({ agentId: agent.id })).toEqual(['Handbook']);
  expect((await api.post(`${base}/cv`, announce(CV))).status).toBe(404);
});

test('deleting a contact deletes its documents with their stored files', async () => {
  const { id, api, path, contactId } = await companyWithContact();
  const document = await upload(api, `${path}/documents`, TEXT);
  const pending = (await api.post(`${path}/documents`, announce(TEXT))).body;
  expect((await api.delete(`/contacts/${contactId}`)).status).toBe(200);
  // The service deletes them by itself, too: what it is about to delete is left to it.
  const gone = async (document: string) => {
    await deleteForgottenObjects(service.services.database, await objectsOf(), never);
    await expect.poll(() => existsSync(fileOf(id, document))).toBe(false);
  };
  await gone(document.id);
  // Its link still lives: what somebody sends to it goes when the link is over.
  expect((await send(pending.upload, TEXT)).status).toBe(200);
  clock.advance(2 * 60 * MINUTE_MS);
  await gone(pending.document.id);
  await expect
    .poll(() =>
      service.services.database.all(sql`select 1 from object_deletions where key like ${`%${id}%`}`),
    )
    .toEqual([]);
});
