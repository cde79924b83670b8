import {
  type EmbeddingServer,
  type Failing,
  startEmbeddingServer,
} from '@parley/testing/embedding-server.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { cosine, type Embedder, reportedEmbedder } from '../embedder.ts';
import type { ModelFailure } from '../language-model.ts';
import type { ModelReport } from '../model-report.ts';
import { httpEmbedder } from './http-embedder.ts';

let server: EmbeddingServer;
let embedder: Embedder;
beforeAll(async () => {
  server = await startEmbeddingServer([
    ['vacation', 'leave'],
    ['salary', 'pay'],
  ]);
  embedder = httpEmbedder({ url: server.url, model: 'e', key: 'secret', floor: 0.3 });
});
afterAll(async () => {
  await embedder.close();
  await server.stop();
});
beforeEach(() => server.fails(undefined));

const limits = { deadlineMs: 5_000 };

test('an embedder over HTTP returns unit vectors in the order of the texts, whatever the order of the reply', async () => {
  const texts = ['The vacation', 'The leave', 'The pay'];
  const { vectors, inputTokens } = await embedder.embed(texts, limits);
  const [vacation, leave, pay] = vectors as [Float32Array, Float32Array, Float32Array];
  expect(cosine(vacation, vacation)).toBeCloseTo(1, 6);
  expect([cosine(vacation, leave), cosine(vacation, pay)]).toEqual([1, 0]);
  expect(inputTokens).toBe(9);
  expect(server.requests.at(-1)).toEqual({ model: 'e', input: texts });
});

const body = (data: unknown) => ({ status: 200, body: JSON.stringify({ data }) });

test.each<[string, Failing, ModelFailure['kind']]>([
  ['a wrong key', { status: 401, body: '{"error":{"message":"No such key"}}' }, 'refused'],
  ['too many requests', { status: 429, body: '' }, 'rate_limited'],
  ['a server error', { status: 500, body: '' }, 'unavailable'],
  ['prose', { status: 200, body: 'Here you are!' }, 'unusable'],
  ['nothing', { status: 200, body: 'null' }, 'unusable'],
  ['too few vectors', body([]), 'unusable'],
  ['a vector of strings', body([{ embedding: ['a'] }]), 'unusable'],
  ['a vector of zeros', body([{ embedding: [0, 0] }]), 'unusable'],
  ['no vector at all', body([null]), 'unusable'],
  [
    'a vector with too many values',
    body([{ embedding: Array.from({ length: 10_000 }, () => 1) }]),
    'unusable',
  ],
])('an embedder over HTTP fails when it gets %s instead of vectors', async (_, failing, kind) => {
  server.fails(failing);
  await expect(embedder.embed(['Hello'], limits)).rejects.toMatchObject({ kind });
});

test('an embedder over HTTP times out on a silent endpoint and reports every request', async () => {
  const reported: ModelReport[] = [];
  const counted = reportedEmbedder(
    embedder,
    (report) => reported.push(report),
    () => 0,
  );
  await counted.embed(['The pay'], limits);
  server.fails('silence');
  await expect(counted.embed(['The pay'], { deadlineMs: 30 })).rejects.toMatchObject({ kind: 'deadline' });
  expect(reported).toEqual([
    {
      work: 'embedding',
      result: 'ok',
      ms: 0,
      usage: { inputTokens: 3, cachedTokens: 0, outputTokens: 0 },
    },
    { work: 'embedding', result: 'timed_out', ms: 0 },
  ]);
});

test('an embedder over HTTP reports that nothing listens at its address', async () => {
  const lost = httpEmbedder({ url: 'http://127.0.0.1:1/v1', model: 'e', floor: 0 });
  await expect(lost.embed(['Hello'], limits)).rejects.toMatchObject({ kind: 'unavailable' });
  await lost.close();
});
