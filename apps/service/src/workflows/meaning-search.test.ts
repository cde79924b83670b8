import type { Embedder } from '@parley/call-engine/llm/embedder.ts';
import { httpEmbedder } from '@parley/call-engine/llm/vendors/http-embedder.ts';
import { callingCompany } from '@parley/testing/calling-company.ts';
import { testDatabase } from '@parley/testing/database.ts';
import { type EmbeddingServer, startEmbeddingServer } from '@parley/testing/embedding-server.ts';
import { type KnownDocument, knownDocument } from '@parley/testing/known-document.ts';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { Scope } from '../storage/scope.ts';
import { sql } from '../storage/sql.ts';
import { MeaningSearch } from './meaning-search.ts';
import { embedDocuments } from './process-documents.ts';

let store: Awaited<ReturnType<typeof testDatabase>>;
let server: EmbeddingServer;
let embedder: Embedder;
beforeAll(async () => {
  store = await testDatabase();
  server = await startEmbeddingServer([['annual leave', 'vacation'], ['dog'], ['laptop']]);
  embedder = httpEmbedder({ url: server.url, model: 'e', floor: 0.3 });
});
afterAll(async () => {
  await store.close();
  await embedder.close();
  await server.stop();
});

let scope: Scope;
let agentId: string;
beforeEach(async () => {
  await store.database.run(sql`delete from documents`);
  server.fails(undefined);
  server.requests.length = 0;
  ({ scope, agentId } = await callingCompany(store.database, {}));
});

const running = new AbortController().signal;
const know = (more: Partial<KnownDocument> & { text: string }) =>
  knownDocument(scope, { ...(more.contactId === undefined ? { agentId } : {}), ...more });
const embed = (by = embedder) => embedDocuments(store.database, by, running);
const texts = async (question: string, by = embedder) =>
  (await new MeaningSearch(by).find(scope, { agentId }, question)).map(({ text }) => text);
const embedded = () => server.requests.flatMap(({ input }) => input);

const leave = 'Everybody has 27 days of annual leave.';
const dogs = 'Your dog may come along.';

test('semantic search returns only passages of similar meaning, the nearest first', async () => {
  const id = await know({ text: leave });
  await know({ text: 'A dog and annual leave.' });
  await know({ text: dogs });
  await embed();
  expect(await texts('How much vacation?')).toEqual([leave, 'A dog and annual leave.']);
  expect(await texts('Is there a canteen?')).toEqual([]);
  const [first] = await new MeaningSearch(embedder).find(scope, { agentId }, 'vacation');
  expect(first).toEqual({ title: 'Handbook', text: leave, source: `${id}#1` });
});

test('semantic search returns only enabled passages of the requested owners', async () => {
  await know({ text: leave, isActive: false });
  const stranger = await callingCompany(store.database, {});
  await knownDocument(stranger.scope, { text: leave, agentId: stranger.agentId });
  await embed();
  expect(await texts('vacation')).toEqual([]);
  expect(await new MeaningSearch(embedder).find(scope, { agentId: stranger.agentId }, 'vacation')).toEqual(
    [],
  );
});

test('semantic search stops returning passages that are disabled during a call', async () => {
  const id = await know({ text: leave });
  await embed();
  const meaning = new MeaningSearch(embedder);
  await meaning.prepare(scope, { agentId });
  expect(await meaning.find(scope, { agentId }, 'vacation')).toHaveLength(1);
  await scope.run(
    sql`update documents set is_active = false where company_id = ${scope.companyId} and id = ${id}`,
  );
  expect(await meaning.find(scope, { agentId }, 'vacation')).toEqual([]);
});

const long = Array.from({ length: 80 }, (_, i) => `${i} ${'laptop '.repeat(100)}`).join('\n\n');

test('interrupted indexing of a document resumes where it stopped, and only a complete document is found', async () => {
  await know({ text: long });
  const passages = (
    await store.database.first<{ count: number }>(sql`select count(*) as count from document_passages`)
  )?.count;
  let batches = 0;
  const dying: Embedder = {
    ...embedder,
    embed: async (some, limits) => {
      batches += 1;
      if (batches > 1) throw new Error('The process is gone');
      return embedder.embed(some, limits);
    },
  };
  await embed(dying);
  expect(await texts('laptop')).toEqual([]);
  await embed();
  expect(embedded()).toHaveLength(passages ?? 0);
  expect(await texts('laptop')).toHaveLength(5);
  await embed();
  expect(embedded().filter((text) => text !== 'laptop')).toHaveLength(passages ?? 0);
});

test('vectors of another embedding model are not used, and are computed again', async () => {
  await know({ text: leave });
  await embed();
  const other = httpEmbedder({ url: server.url, model: 'other', floor: 0.3 });
  expect(await texts('vacation', other)).toEqual([]);
  await embed(other);
  expect(await texts('vacation', other)).toEqual([leave]);
  expect(await texts('vacation')).toEqual([]);
  await other.close();
});

test('after three failed documents the embedding endpoint is paused, and no document is lost', async () => {
  for (let i = 0; i < 5; i += 1) await know({ text: leave });
  server.fails({ status: 500, body: '' });
  await expect(embed()).rejects.toMatchObject({ kind: 'unavailable' });
  expect(server.requests).toHaveLength(3);
  server.fails(undefined);
  await embed();
  expect(await texts('vacation')).toHaveLength(5);
});

test('a stop ends the indexing of documents, and the rest is indexed next time', async () => {
  await know({ text: leave });
  await embedDocuments(store.database, embedder, AbortSignal.abort());
  expect(server.requests).toEqual([]);
});

test('passages that cannot be decrypted are not sent to the embedding endpoint, and other documents go on', async () => {
  const unreadable: string[] = [];
  for (let i = 0; i < 4; i += 1) unreadable.push(await know({ text: dogs }));
  const garbled = Buffer.alloc(80, 1);
  await store.database.run(
    sql`update document_passages set sealed = ${garbled}, text = '', words = '' where document_id = any(${unreadable}::uuid[])`,
  );
  await know({ text: leave });
  // The endpoint refuses a request without texts.
  const strict: Embedder = {
    ...embedder,
    embed: async (some, limits) => {
      if (some.length === 0) throw new Error('400 Bad Request');
      return embedder.embed(some, limits);
    },
  };
  const embeddedBy = async () =>
    (
      await store.database.all<{ by: string | null }>(
        sql`select embedded_by as by from documents order by id`,
      )
    ).map(({ by }) => by !== null);
  const read = vi.spyOn(store.database.textKeys, 'read');
  read.mockImplementation(
    async (_, ids) => new Map(ids.map((id) => [id, new Error('The KMS refuses this key')])),
  );
  await embed(strict);
  expect(await texts('vacation')).toEqual([leave]);
  // A key that is refused may be repaired: only what nobody can ever read is done.
  expect(await embeddedBy()).toEqual([false, false, false, false, true]);
  read.mockResolvedValue(new Map());
  await embed(strict);
  expect(await embeddedBy()).toEqual([true, true, true, true, true]);
  read.mockRestore();
});
