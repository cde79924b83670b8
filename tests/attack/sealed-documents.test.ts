import { planKnowledge } from '@parley/call-engine/plan-knowledge.ts';
import { passedOverRows, startSealing } from '@parley/service/domains/conversations/sealing.actions.ts';
import { sealPlainDocuments } from '@parley/service/domains/documents/document-sealing.actions.ts';
import { plainDocuments, sealNext } from '@parley/service/domains/documents/document-sealing.store.ts';
import { passagesOf } from '@parley/service/domains/documents/passage.model.ts';
import { finishDocument, openUnread } from '@parley/service/domains/documents/processing.actions.ts';
import { SealedPassages } from '@parley/service/domains/documents/sealed-passages.actions.ts';
import { KmsUnavailable } from '@parley/service/storage/keys/master-key.ts';
import type { ObjectStore } from '@parley/service/storage/objects/object-store.ts';
import { sql } from '@parley/service/storage/sql.ts';
import { searchesOf } from '@parley/service/workflows/call-knowledge.ts';
import { knownDocument } from '@parley/testing/known-document.ts';
import { type RunningCompany, runningCompany } from '@parley/testing/running-company.ts';
import { searchedDocuments } from '@parley/testing/searched-documents.ts';
import { startTestService, type TestService } from '@parley/testing/service.ts';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';

const CV = 'Beekeeper in zyxqvillage since 2010.';
const LETTER = 'Her neighbours praise the zyxqhoney every summer.';
const going = new AbortController().signal;

let service: TestService;
let company: RunningCompany;
beforeAll(async () => {
  // Without a worker nothing is sealed in the background before the test says so.
  service = await startTestService({ roles: ['api'] });
  company = await runningCompany(service);
});
afterAll(() => service.stop());

const database = () => service.services.database;

/** As it is when its text has been read. */
async function addDocument(contactId: string, source: 'UPLOAD' | 'CV', text: string): Promise<string> {
  const id = await uploadDocument(contactId, source);
  await finishDocument(company.scope, id, { passages: passagesOf(text), anonymousText: text });
  return id;
}

async function uploadDocument(contactId: string, source: 'UPLOAD' | 'CV'): Promise<string> {
  const { scope } = company;
  const id = scope.newId();
  await scope.run(sql`
    insert into documents (id, company_id, contact_id, object_key, name, file_name, content_type, size_bytes, source, status,
                           is_active, upload_expires_at, created_at, updated_at)
    values (${id}, ${scope.companyId}, ${contactId}, ${id}, 'Letter', 'a.txt', 'text/plain', 1, ${source}, 'PROCESSING', true,
            now(), now(), now())`);
  return id;
}

async function plant() {
  const contactId = await company.newContact();
  const documentId = await addDocument(contactId, 'UPLOAD', LETTER);
  await addDocument(contactId, 'CV', CV);
  return { contactId, documentId };
}

/** Everything of a contact and its documents as it lies in the database, with what is binary turned into text. */
async function stored(contactId: string): Promise<string> {
  const rows = await database().all<{ row: string }>(sql`
    select c::text as row from contacts c where id = ${contactId}
    union all select d::text from documents d where contact_id = ${contactId}
    union all select p::text from document_passages p join documents d on d.id = p.document_id where d.contact_id = ${contactId}`);
  const texts = rows.map(({ row }) => row);
  const bytes = texts.flatMap((row) => row.match(/(?<=\\x)[0-9a-f]+/g) ?? []);
  return [...texts, ...bytes.map((hex) => Buffer.from(hex, 'hex').toString('latin1'))].join('\n');
}

const found = async (contactId: string, query: string) =>
  (await searchedDocuments(company.scope, { contactId, query, limit: 3 })).map(({ text }) => text);

const shownCv = async (contactId: string) =>
  (await company.api.get(`/contacts/${contactId}`)).body.anonymizedCvText;

async function expectReadable(contactId: string): Promise<void> {
  expect(await shownCv(contactId)).toBe(CV);
  expect(await found(contactId, 'Which neighbours?')).toEqual([LETTER]);
  expect(await found(contactId, 'zyxqvillages')).toEqual([CV]);
}

/** As the version before has left it. */
async function unseal(contactId: string): Promise<void> {
  await database().run(
    sql`update contacts set anonymized_cv_text = ${CV}, sealed_cv_text = null where id = ${contactId}`,
  );
  for (const [source, text] of [
    ['CV', CV],
    ['UPLOAD', LETTER],
  ] as const) {
    const { words } = passagesOf(text)[0] as { words: string };
    await database().run(sql`
      update document_passages set text = ${text}, words = ${words}, found_by = to_tsvector('simple', ${words}), sealed = null
      where document_id in (select id from documents where contact_id = ${contactId} and source = ${source})`);
  }
  await database().run(sql`update documents set is_sealed = false where contact_id = ${contactId}`);
}

const sealEverything = () => sealPlainDocuments(database(), going, passedOverRows(database()));

test('texts of documents and CVs are stored encrypted, and are searched and shown unchanged', async () => {
  const { contactId } = await plant();
  expect(await stored(contactId)).not.toMatch(/zyxq|neighbour|Beekeeper/i);
  await expectReadable(contactId);
  const { data } = (await company.api.get('/contacts?limit=100')).body;
  expect(data).toContainEqual(expect.objectContaining({ id: contactId, anonymizedCvText: CV }));
  const changed = await company.api.patch(`/contacts/${contactId}`, { firstName: 'Ada' });
  expect(changed.body).toMatchObject({ firstName: 'Ada', anonymizedCvText: CV });
  expect(await stored(contactId)).not.toMatch(/zyxq/);
});

test('a search covers the documents of the agent together with those of the contact', async () => {
  const { scope, agentId } = company;
  const id = scope.newId();
  await scope.run(sql`
    insert into documents (id, company_id, agent_id, object_key, name, file_name, content_type, size_bytes, source, status,
                           is_active, upload_expires_at, created_at, updated_at)
    values (${id}, ${scope.companyId}, ${agentId}, ${id}, 'Handbook', 'a.txt', 'text/plain', 1, 'UPLOAD', 'PROCESSING', true,
            now(), now(), now())`);
  await finishDocument(scope, id, { passages: passagesOf('The cafeteria opens at noon.') });
  const { contactId } = await plant();
  const both = await searchedDocuments(scope, {
    contactId,
    agentId,
    query: 'cafeteria neighbours',
    limit: 3,
  });
  expect(both.map(({ text }) => text).sort()).toEqual([LETTER, 'The cafeteria opens at noon.'].sort());
});

test('after an erasure, earlier copies of document and CV rows cannot be decrypted', async () => {
  const { contactId, documentId } = await plant();
  const { pool } = database();
  const copies = {
    contacts: `id = '${contactId}'`,
    documents: `id = '${documentId}'`,
    document_passages: `document_id = '${documentId}'`,
  };
  for (const [table, row] of Object.entries(copies))
    await pool.query(`create table copied_${table} as select * from ${table} where ${row}`);
  expect((await company.api.delete(`/contacts/${contactId}`)).status).toBe(200);
  for (const table of Object.keys(copies))
    await pool.query(`insert into ${table} select * from copied_${table}; drop table copied_${table}`);

  expect((await company.api.get(`/contacts/${contactId}`)).body).not.toHaveProperty('anonymizedCvText');
  expect(await found(contactId, 'neighbours')).toEqual([]);
});

test('an encrypted document or CV that was copied to another contact is not shown', async () => {
  const [one, other] = [await plant(), await plant()];
  await database().run(sql`
    update contacts set sealed_cv_text = (select sealed_cv_text from contacts where id = ${one.contactId}) where id = ${other.contactId}`);
  await database().run(sql`
    update document_passages set sealed = (select sealed from document_passages where document_id = ${one.documentId})
    where document_id = ${other.documentId}`);
  expect(await shownCv(other.contactId)).toBeUndefined();
  expect(await found(other.contactId, 'neighbours')).toEqual([]);
  await expectReadable(one.contactId);
});

test('documents and CVs stored by an earlier version are readable, and are encrypted in the background', async () => {
  const { contactId } = await plant();
  await unseal(contactId);
  await expectReadable(contactId);
  expect(await stored(contactId)).toContain(LETTER);
  await sealEverything();
  expect(await stored(contactId)).not.toMatch(/zyxq/);
  await expectReadable(contactId);
  expect(await plainDocuments(database(), [], 10)).toEqual([]);
});

test('a process that dies while it encrypts a document leaves all of it readable', async () => {
  const contactId = await company.newContact();
  const long = Array.from({ length: 40 }, (_, at) =>
    `Chapter ${at} is about zyxqchapter${at}.`.padEnd(500, ' -'),
  );
  const id = await addDocument(contactId, 'UPLOAD', long.join('\n\n'));
  const plain = passagesOf(long.join('\n\n'));
  await database().run(sql`
    update document_passages p set text = r.text, words = r.words, found_by = to_tsvector('simple', r.words), sealed = null
    from unnest(${plain.map(({ text }) => text)}::text[], ${plain.map(({ words }) => words)}::text[])
      with ordinality as r (text, words, place)
    where p.document_id = ${id} and p.position = r.place`);
  await database().run(sql`update documents set is_sealed = false where id = ${id}`);

  // Some are sealed and committed; the next batch is under way when the process ends.
  await database().transaction((inside) => sealNext(inside, { id, contactId }, 10));
  const died = database().transaction(async (inside) => {
    await sealNext(inside, { id, contactId }, 10);
    throw new Error('The process ended');
  });
  await expect(died).rejects.toThrow('The process ended');
  for (const at of [0, 5, 15, 39])
    expect((await found(contactId, `zyxqchapter${at}`))[0]).toContain(`zyxqchapter${at}.`);
  await sealEverything();
  expect(await stored(contactId)).not.toMatch(/zyxq/);
  for (const at of [0, 5, 15, 39])
    expect((await found(contactId, `zyxqchapter${at}`))[0]).toContain(`zyxqchapter${at}.`);
});

test('no document is encrypted while a worker of an earlier version runs', async () => {
  const old = database().newId();
  await database().run(
    sql`insert into workers (id, last_seen_at, reads_sealed) values (${old}, clock_timestamp(), true)`,
  );
  await database().run(sql`delete from installation_facts where name = 'SEALED_DOCUMENTS'`);
  await startSealing(database());
  const contactId = await company.newContact();
  await addDocument(contactId, 'CV', CV);
  await sealEverything();
  expect(await stored(contactId)).toContain(CV);
  expect(await shownCv(contactId)).toBe(CV);

  await database().run(sql`delete from workers where id = ${old}`);
  await startSealing(database());
  await sealEverything();
  expect(await stored(contactId)).not.toMatch(/zyxq/);
  expect(await shownCv(contactId)).toBe(CV);
});

test('after a merge, the CV and the documents of the merged contact can be read', async () => {
  const [kept, other] = [await company.newContact(), await plant()];
  await addDocument(kept, 'UPLOAD', 'The hives stand near a river.');
  const { status, body } = await company.api.post(`/contacts/${kept}/merge`, { contactId: other.contactId });
  expect([status, body.anonymizedCvText]).toEqual([200, CV]);
  await expectReadable(kept);
  expect(await found(kept, 'river')).toEqual(['The hives stand near a river.']);
  expect(await stored(kept)).not.toMatch(/zyxq/);
});

test('while the KMS is down, a contact can be called, and reading or changing it gets a 503', async () => {
  const { contactId } = await plant();
  const read = vi
    .spyOn(database().textKeys, 'read')
    .mockImplementation(
      async (_everywhere, ids) => new Map(ids.map((id) => [id, new KmsUnavailable('away', 10)])),
    );
  expect((await company.api.get(`/contacts/${contactId}`)).status).toBe(503);
  expect((await company.api.patch(`/contacts/${contactId}`, { firstName: 'Zoe' })).status).toBe(503);
  const call = { contactId, agentId: company.agentId };
  expect((await company.api.post('/conversations', call)).status).toBe(201);
  read.mockRestore();
  expect((await company.api.get(`/contacts/${contactId}`)).body).not.toMatchObject({ firstName: 'Zoe' });
  await expectReadable(contactId);
});

const planOf = (contactId: string, budgetMs: number) =>
  planKnowledge(
    { knowledge: [] },
    searchesOf(company.scope, { contactId, agentId: company.agentId }, undefined, budgetMs),
    budgetMs,
  );

test("a contact's documents are decrypted once in a call, however many questions are asked", async () => {
  const { contactId, documentId } = await plant();
  const read = vi.spyOn(database().textKeys, 'read');
  const knowledge = planOf(contactId, 5000);
  for (let asked = 0; asked < 5; asked += 1)
    expect(await knowledge.find('Which neighbours?')).toMatchObject([{ text: LETTER }]);
  expect(read).toHaveBeenCalledTimes(1);
  read.mockRestore();
  await company.scope.run(
    sql`update documents set is_active = false where company_id = ${company.scope.companyId} and id = ${documentId}`,
  );
  expect(await knowledge.find('Which neighbours?')).toEqual([]);
});

test("while a contact's documents cannot be decrypted, the agent's documents answer, and the journal says why", async () => {
  const text = 'The zyxqlibrary opens at noon.';
  await knownDocument(company.scope, { agentId: company.agentId, text });
  const { contactId } = await plant();
  const read = vi.spyOn(database().textKeys, 'read').mockImplementation(() => new Promise(() => {}));
  const missed: string[] = [];
  const late = planOf(contactId, 1500);
  expect(await late.find('zyxqlibrary neighbours', (why) => missed.push(why))).toMatchObject([{ text }]);
  expect(missed).toEqual(["The contact's documents were not searched: They are still being decrypted"]);

  missed.length = 0;
  read.mockImplementation(async (_, ids) => new Map(ids.map((id) => [id, new KmsUnavailable('away', 10)])));
  const failed = planOf(contactId, 5000);
  expect(await failed.find('zyxqlibrary neighbours', (why) => missed.push(why))).toMatchObject([{ text }]);
  expect(missed).toEqual(["The contact's documents were not searched: away"]);
  read.mockRestore();
});

test("if a contact's documents are too long, a call searches the newest, with one query for a question", async () => {
  const contactId = await company.newContact();
  const chapters = (name: string) =>
    Array.from({ length: 1300 }, (_, at) => {
      const words = Array.from({ length: 100 }, (_, word) => `word${(at * 97 + word * 31) % 9973}`);
      return `${name}${at} ${words.join(' ')}`.slice(0, 790);
    }).join('\n\n');
  for (const name of ['zyxqold', 'zyxqmiddle', 'zyxqnew']) {
    await database().run(
      sql`update documents set created_at = created_at - interval '1 day' where contact_id = ${contactId}`,
    );
    await addDocument(contactId, 'UPLOAD', chapters(name));
  }
  const sealed = new SealedPassages(company.scope, contactId, 9000);
  expect(await sealed.find(['zyxqnew1299'], 5)).toHaveLength(1);
  expect(await sealed.find(['zyxqold1299'], 5)).toEqual([]);
  const query = vi.spyOn(database().pool, 'query');
  expect(await sealed.find(['zyxqnew7', 'word1', 'missing'], 60)).toHaveLength(60);
  expect(query).toHaveBeenCalledTimes(1);
  query.mockRestore();
});

/** The keys of these contacts are refused, as a KMS does that lost the version they were wrapped with. */
async function refuseKeysOf(...contactIds: string[]) {
  const keys = await database().all<{ id: string }>(
    sql`select id from contact_keys where contact_id = any(${contactIds}::uuid[])`,
  );
  const { textKeys } = database();
  const read = textKeys.read.bind(textKeys);
  return vi.spyOn(textKeys, 'read').mockImplementation(async (everywhere, ids) => {
    const found = new Map(await read(everywhere, ids));
    for (const { id } of keys) if (found.has(id)) found.set(id, new Error('The KMS refuses this key'));
    return found;
  });
}

const merge = (keptId: string, contactId: string) =>
  company.api.post(`/contacts/${keptId}/merge`, { contactId });

test('two contacts are merged even if the KMS refuses the key of a CV that is not kept', async () => {
  const [kept, other] = [await plant(), await plant()];
  const refused = await refuseKeysOf(other.contactId);
  const { status, body } = await merge(kept.contactId, other.contactId);
  refused.mockRestore();
  expect([status, body.anonymizedCvText]).toEqual([200, CV]);
});

test('a merge that would lose a CV whose key the KMS refuses gets a 503 that says so, and changes nothing', async () => {
  const [kept, other] = [await company.newContact(), await plant()];
  const refused = await refuseKeysOf(other.contactId);
  const { status, body } = await merge(kept, other.contactId);
  refused.mockRestore();
  expect([status, body.message]).toEqual([
    503,
    `The CV of contact ${other.contactId} cannot be decrypted, and would be lost: the key service refuses the contact's key. Have the key repaired, then merge again.`,
  ]);
  expect((await merge(kept, other.contactId)).body.anonymizedCvText).toBe(CV);
});

test('a merge replaces a CV that cannot be decrypted any more by the one of the merged contact', async () => {
  const [kept, other] = [await plant(), await plant()];
  await database().run(sql`delete from contact_keys where contact_id = ${kept.contactId}`);
  const { status, body } = await merge(kept.contactId, other.contactId);
  expect([status, body.anonymizedCvText]).toEqual([200, CV]);
  expect(await shownCv(kept.contactId)).toBe(CV);
});

test('a change or merge that succeeded is not answered with an error if the KMS goes down meanwhile', async () => {
  const [changed, kept, other] = [await plant(), await company.newContact(), await plant()];
  const { textKeys } = database();
  const read = textKeys.read.bind(textKeys);
  const spy = vi
    .spyOn(textKeys, 'read')
    .mockImplementation(async (_, ids) => new Map(ids.map((id) => [id, new KmsUnavailable('away', 10)])));
  spy.mockImplementationOnce(read);
  const change = await company.api.patch(`/contacts/${changed.contactId}`, { firstName: 'Zoe' });
  expect([change.status, change.body.anonymizedCvText]).toEqual([200, CV]);
  spy.mockImplementationOnce(read);
  const merged = await merge(kept, other.contactId);
  expect([merged.status, merged.body.anonymizedCvText]).toEqual([200, CV]);
  spy.mockRestore();
});

test('a new CV is processed while the KMS is down and the previous CV cannot be decrypted', async () => {
  const { contactId } = await plant();
  const documentId = await uploadDocument(contactId, 'CV');
  const file = { get: async () => ({ body: [Buffer.from('x')] }) } as unknown as ObjectStore;
  const away = vi.spyOn(database().textKeys, 'read').mockRejectedValue(new KmsUnavailable('away', 10));
  const unread = await openUnread(database(), file, { companyId: company.scope.companyId, documentId });
  away.mockRestore();
  expect(unread?.person).toMatchObject({ firstName: 'Ada' });
});
