import { embedDocumentsTask } from '@parley/service/domains/documents/document.model.ts';
import type { CompanyId } from '@parley/service/storage/sql.ts';
import { type EmbeddingServer, startEmbeddingServer } from '@parley/testing/embedding-server.ts';
import { startTestService, type TestCompany, type TestService } from '@parley/testing/service.ts';
import { waitFor } from '@parley/testing/wait-for.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';

/** Documents as they are uploaded, with an endpoint that makes vectors of them. */
let server: EmbeddingServer;
let service: TestService;
let company: TestCompany;
let agentId: string;
beforeAll(async () => {
  server = await startEmbeddingServer([['annual leave', 'vacation'], ['dog']]);
  service = await startTestService({
    environment: { PARLEY_EMBEDDING_URL: server.url, PARLEY_EMBEDDING_MODEL: 'e' },
  });
  company = await service.newCompany();
  agentId = (await company.api.post('/agents', { name: 'Grace', focus: 'GENERIC' })).body.id;
});
afterAll(async () => {
  await service.stop();
  await server.stop();
});

const patient = { interval: 50 };

async function upload(text: string): Promise<void> {
  const path = `/agents/${agentId}/documents`;
  const { body } = await company.api.post(path, {
    fileName: 'handbook.txt',
    contentType: 'text/plain',
    sizeBytes: Buffer.byteLength(text),
  });
  await fetch(body.upload.url, { method: 'PUT', headers: body.upload.headers, body: text });
  await company.api.post(`${path}/${body.document.id}/complete`);
  await waitFor(async () => {
    const { data } = (await company.api.get(path)).body;
    expect(data.find((one: { id: string }) => one.id === body.document.id)?.status).toBe('READY');
  }, patient);
}

const found = async (question: string) => {
  const { database, meaning } = service.services;
  const scope = database.within(company.id as CompanyId, { kind: 'system', id: 'test' });
  return (await meaning?.find(scope, { agentId }, question))?.map(({ text }) => text);
};

const leave = 'Everybody has 27 days of annual leave.';
const dogs = 'Your dog may come along.';

test('an uploaded document is found by meaning, and embedding requests are counted', async () => {
  await upload(leave);
  await waitFor(async () => expect(await found('How much vacation?')).toEqual([leave]), patient);
  const metrics = await (await fetch(`${service.url}/metrics`)).text();
  expect(metrics).toMatch(/parley_model_requests_total\{kind="embedding",result="ok"\} [1-9]/);
});

test('a document is ready without vectors and gets them when the embedder works again', async () => {
  server.fails({ status: 503, body: '' });
  await upload(dogs);
  await waitFor(() => expect(server.requests.at(-1)?.input).toEqual([dogs]), patient);
  server.fails(undefined);
  await service.services.database.enqueue(embedDocumentsTask, {});
  await waitFor(async () => expect(await found('Is my dog welcome?')).toEqual([dogs]), patient);
});
