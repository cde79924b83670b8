import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { ManualClock } from '@parley/kernel/clock.ts';
import { signatureOf, startS3Server } from '@parley/testing/s3-server.ts';
import { expect, onTestFinished, test } from 'vitest';
import { ObjectRefused, type ObjectStore } from './object-store.ts';
import { S3Failure } from './s3-client.ts';
import { type S3ObjectsOptions, s3Objects } from './s3-objects.ts';

const account = {
  region: 'eu-test-1',
  accessKeyId: 'AKTESTACCESS',
  secretAccessKey: 'TESTSECRET/TESTSECRET',
};
const text = { contentType: 'text/plain' };

async function openS3(changes: Partial<S3ObjectsOptions> = {}) {
  const clock = new ManualClock('2030-05-01T12:00:00Z');
  const server = await startS3Server({ bucket: 'uploads', clock, ...account });
  onTestFinished(() => server.close());
  const spoolFolder = await mkdtemp(join(tmpdir(), 's3-spool-'));
  onTestFinished(() => rm(spoolFolder, { recursive: true }));
  const options = { bucket: 'uploads', forcePathStyle: true, retryPauseMs: 1, clock, newId: randomUUID };
  const store = s3Objects({ endpoint: server.endpoint, spoolFolder, ...options, ...account, ...changes });
  const expiresAt = new Date(clock.now().getTime() + 60_000);
  return { server, store, expiresAt };
}

async function failure(work: Promise<unknown>): Promise<S3Failure> {
  const error = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(S3Failure);
  return error as S3Failure;
}

test.each([500, 503, 429])(
  'an S3 request answered with %i twice is retried with the whole body',
  async (status) => {
    const { server, store } = await openS3();
    server.failNext(status, status);
    await store.put('a', Readable.from([Buffer.alloc(300_000)]), text);
    expect(server.log).toEqual([`PUT ${status}`, `PUT ${status}`, 'PUT 200']);
    expect(await store.head('a')).toMatchObject({ sizeBytes: 300_000 });
  },
);

test('an S3 request that keeps failing is given up with the error code of the server', async () => {
  const { server, store } = await openS3({ tries: 3 });
  server.failNext(503, 503, 503);
  expect(await failure(store.get('a'))).toMatchObject({ code: 'SlowDown', status: 503 });
  expect(server.log).toHaveLength(3);
});

test('a refused S3 request is not retried', async () => {
  const { server, store } = await openS3({ secretAccessKey: 'wrong' });
  expect(await failure(store.get('a'))).toMatchObject({ code: 'SignatureDoesNotMatch', status: 403 });
  expect(server.log).toHaveLength(1);
});

test('a write to an S3 server without conditional writes fails at once, and the error says what is missing', async () => {
  const { server, store } = await openS3();
  server.failNext(501);
  const error = await failure(store.put('a', Buffer.from('x'), { ...text, ifAbsent: true }));
  expect(error.message).toContain('If-None-Match');
  expect(server.log).toEqual(['PUT 501']);
});

test('S3 errors contain neither the access key nor the secret', async () => {
  const { store } = await openS3({ region: 'elsewhere' });
  const error = await failure(store.put('a', Buffer.from('x'), text));
  const told = `${error.stack} ${JSON.stringify(error)} ${Object.values(error).join()}`;
  expect(told).not.toMatch(/AKTESTACCESS|TESTSECRET|Signature=/);
  expect(error.message).toContain('Check the endpoint, the region and the bucket');
});

test.each<[string, (store: ObjectStore) => Promise<unknown>]>([
  ['get', (store) => store.get('a')],
  ['head', (store) => store.head('a')],
  ['put', (store) => store.put('a', Buffer.from('x'), text)],
  ['delete', (store) => store.delete(['a'])],
])(
  'a missing bucket is an error for the S3 operation %s, and not treated as a missing object',
  async (_, ask) => {
    const { store } = await openS3({ bucket: 'nowhere' });
    expect(await failure(ask(store))).toMatchObject({ code: 'NoSuchBucket' });
  },
);

test('an unreachable S3 server is an error that says so', async () => {
  const { store } = await openS3({ endpoint: 'http://127.0.0.1:1', tries: 2 });
  const error = await failure(store.head('a'));
  expect(error).toMatchObject({ code: 'ECONNREFUSED', status: undefined });
  expect(error.message).toContain('Check that the endpoint can be reached');
});

test('a request to an S3 server that does not answer is given up after the timeout', async () => {
  const { server, store } = await openS3({ timeoutMs: 20, tries: 2 });
  server.failNext('silent', 'silent');
  expect(await failure(store.get('a'))).toMatchObject({ code: 'ETIMEDOUT' });
});

test('a reader that pauses for longer than the S3 timeout still gets the whole object', async () => {
  const { store } = await openS3({ timeoutMs: 500 });
  await store.put('a', Buffer.alloc(8_000_000), text);
  const found = await store.get('a');
  let sizeBytes = 0;
  for await (const chunk of found?.body ?? []) {
    if (sizeBytes === 0) await new Promise((resolve) => setTimeout(resolve, 1200));
    sizeBytes += (chunk as Buffer).length;
  }
  expect(sizeBytes).toBe(8_000_000);
});

test('a conditional S3 write whose response was lost is recognised as successful when it is retried', async () => {
  const { server, store } = await openS3();
  server.failNext('lost-answer');
  expect(await store.put('a', Buffer.from('x'), { ...text, ifAbsent: true })).toMatchObject({ sizeBytes: 1 });
});

test('a retried conditional S3 write that finds another object fails as EXISTS', async () => {
  const { server, store } = await openS3();
  await store.put('a', Buffer.from('first'), text);
  server.failNext(503);
  const second = store.put('a', Buffer.from('second'), { ...text, ifAbsent: true });
  await expect(second).rejects.toMatchObject({ reason: 'EXISTS' });
});

test('on an S3 server without conditional writes an existing object is still not overwritten', async () => {
  const { server, store, expiresAt } = await openS3({ conditionalWrites: false });
  await store.put('a', Buffer.from('first'), { ...text, ifAbsent: true });
  const second = store.put('a', Buffer.from('second'), { ...text, ifAbsent: true });
  await expect(second).rejects.toBeInstanceOf(ObjectRefused);
  expect(server.log).toEqual(['HEAD 404', 'PUT 200', 'HEAD 200']);
  const link = await store.uploadLink('a', { ...text, sizeBytes: 1, expiresAt });
  expect(link.headers).toEqual({ 'content-type': 'text/plain' });
});

test('an upload to an S3 upload link without the If-None-Match header is refused', async () => {
  const { server, store, expiresAt } = await openS3();
  const { url, method } = await store.uploadLink('a', { ...text, sizeBytes: 1, expiresAt });
  const response = await fetch(url, { method, headers: { 'content-type': 'text/plain' }, body: 'x' });
  expect(response.status).toBe(403);
  expect(server.keys()).toEqual([]);
});

test('the signature of an S3 upload link covers content type, size and If-None-Match', async () => {
  const { store, expiresAt } = await openS3();
  const link = await store.uploadLink('a', { ...text, sizeBytes: 1, expiresAt });
  expect(new URL(link.url).searchParams.get('X-Amz-SignedHeaders')).toBe(
    'content-length;content-type;host;if-none-match',
  );
  expect(link.headers).toEqual({ 'content-type': 'text/plain', 'if-none-match': '*' });
});

test.each([
  { forcePathStyle: true, url: 'https://s3.test:9000/base/uploads/p/q/a' },
  { forcePathStyle: false, url: 'https://uploads.s3.test:9000/base/p/q/a' },
])('with forcePathStyle $forcePathStyle an S3 object has the URL $url', async ({ forcePathStyle, url }) => {
  const { store, expiresAt } = await openS3({
    endpoint: 'https://s3.test:9000/base/',
    prefix: 'p/q',
    forcePathStyle,
  });
  expect((await store.downloadLink('a', { expiresAt })).split('?')[0]).toBe(url);
});

test('deleting many S3 objects in one request deletes each of them', async () => {
  const { server, store } = await openS3();
  const keys = Array.from({ length: 20 }, (_, index) => `many/${index}`);
  await Promise.all(keys.map((key) => store.put(key, Buffer.from('x'), text)));
  await store.delete(keys);
  expect(server.keys()).toEqual([]);
});

// The examples of the S3 API reference: they tie the test server, and so everything above, to the real thing.
const example = {
  credential: 'AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request',
  date: '20130524T000000Z',
  secret: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
  host: 'examplebucket.s3.amazonaws.com',
  empty: 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
};

test("the S3 test server computes the signature of AWS's published example of a GET", () => {
  const { credential, date, secret, host, empty } = example;
  const headers = { host, range: 'bytes=0-9', 'x-amz-content-sha256': empty, 'x-amz-date': date };
  const signing = { credential, date, signedHeaders: Object.keys(headers).sort(), payloadHash: empty };
  expect(signatureOf({ method: 'GET', url: '/test.txt', headers }, signing, secret)).toBe(
    'f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41',
  );
});

test("the S3 test server computes the signature of AWS's published example of a presigned URL", () => {
  const { credential, date, secret, host } = example;
  const url = `/test.txt?X-Amz-Algorithm=AWS4-HMAC-SHA256&X-Amz-Credential=${encodeURIComponent(credential)}&X-Amz-Date=${date}&X-Amz-Expires=86400&X-Amz-SignedHeaders=host`;
  const signing = { credential, date, signedHeaders: ['host'], payloadHash: 'UNSIGNED-PAYLOAD' };
  expect(signatureOf({ method: 'GET', url, headers: { host } }, signing, secret)).toBe(
    'aeeed9bbccd4d02ee5c0109b86d86835f995330da4c265957d157751f604d404',
  );
});
