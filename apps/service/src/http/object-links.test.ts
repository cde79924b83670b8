import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ManualClock } from '@parley/kernel/clock.ts';
import { Failure } from '@parley/kernel/failure.ts';
import { uuid7 } from '@parley/kernel/id.ts';
import { expectErrorBody } from '@parley/testing/error-body.ts';
import { OneDataKey } from '@parley/testing/object-store-benches.ts';
import { exchange, openSocket, request } from '@parley/testing/raw-http.ts';
import { type RouteServer, startRouteServer } from '@parley/testing/route-server.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDiskObjects } from '../storage/objects/disk-objects.ts';
import { encryptedObjects } from '../storage/objects/encrypted-objects.ts';
import type { ObjectStore } from '../storage/objects/object-store.ts';
import { serveObjectLinks } from './object-links.ts';

const SECRET = 'a-secret-for-links-of-at-least-32-characters';
const clock = new ManualClock('2026-01-01T00:00:00Z');
const newId = uuid7(clock);
let root: string;
let objects: ObjectStore;
let server: RouteServer;

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'parley-links-'));
  // Links begin with this address, so that a path and query remain when it is taken away.
  objects = await openDiskObjects({ root, publicUrl: 'http://links', linkSecret: SECRET, clock, newId });
  const now = () => clock.now();
  server = await startRouteServer([], {
    clock,
    also: (instance) => serveObjectLinks(instance, { objects, linkSecret: SECRET, now }),
  });
});
afterAll(async () => {
  await server.stop();
  await rm(root, { recursive: true, force: true });
});

const soon = () => new Date(clock.now().getTime() + 60_000);
const local = (url: string) => url.replace('http://links', '');

async function uploadLink(text: string, contentType = 'text/plain') {
  const key = `files/${newId()}`;
  const link = await objects.uploadLink(key, {
    contentType,
    sizeBytes: Buffer.byteLength(text),
    expiresAt: soon(),
  });
  return { key, path: local(link.url) };
}

const put = (path: string, body: string, contentType = 'text/plain') =>
  server.call('PUT', path, { body, headers: { 'content-type': contentType } });

async function stored(text: string, contentType = 'text/plain', fileName?: string): Promise<string> {
  const key = `files/${newId()}`;
  await objects.put(key, Buffer.from(text), { contentType });
  const name = fileName === undefined ? {} : { fileName };
  return local(await objects.downloadLink(key, { expiresAt: soon(), ...name }));
}

async function textOf(key: string): Promise<string | undefined> {
  const object = await objects.get(key);
  return object && Buffer.concat(await object.body.toArray()).toString();
}

test('a file sent to an upload link is stored unchanged', async () => {
  const { key, path } = await uploadLink('{"not": parsed');
  const answer = await put(path, '{"not": parsed');
  expect(answer.status).toBe(200);
  expect(answer.body).toEqual({ sizeBytes: 14 });
  expect(await textOf(key)).toBe('{"not": parsed');
});

test('JSON files and files beyond the body limit can be uploaded', async () => {
  const text = JSON.stringify({ pad: 'x'.repeat(2 * 1024 * 1024) });
  const { key, path } = await uploadLink(text, 'application/json');
  expect((await put(path, text, 'application/json')).status).toBe(200);
  expect((await objects.head(key))?.sizeBytes).toBe(text.length);
});

test('an empty file can be uploaded and downloaded', async () => {
  const { key, path } = await uploadLink('');
  const headers = { 'content-type': 'text/plain', 'content-length': '0' };
  expect((await exchange(server.port, request('PUT', path, headers))).status).toBe(200);
  const link = local(await objects.downloadLink(key, { expiresAt: soon() }));
  const answer = await server.call('GET', link);
  expect(answer.status).toBe(200);
  expect(answer.text).toBe('');
});

test('the second upload to a link gets 409, and the first file stays', async () => {
  const { key, path } = await uploadLink('first');
  await put(path, 'first');
  expectErrorBody(await put(path, 'other'), 409);
  expect(await textOf(key)).toBe('first');
});

test('one of two concurrent uploads to a link succeeds, and the other is refused', async () => {
  const { path } = await uploadLink('x'.repeat(10));
  const answers = await Promise.all([put(path, 'a'.repeat(10)), put(path, 'b'.repeat(10))]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
});

test('an upload whose encryption key is unavailable gets 503 and can be repeated', async () => {
  const keys = new OneDataKey();
  const encrypted = encryptedObjects({ objects, keys, links: objects });
  const elsewhere = await startRouteServer([], {
    clock,
    also: (instance) =>
      serveObjectLinks(instance, { objects: encrypted, linkSecret: SECRET, now: () => clock.now() }),
  });
  try {
    // More than fits between two sockets.
    const text = 'x'.repeat(8 * 1024 * 1024);
    const { key, path } = await uploadLink(text);
    const send = () => elsewhere.call('PUT', path, { body: text, headers: { 'content-type': 'text/plain' } });
    keys.fail(new Failure('unavailable', 'The KMS is away', { retryAfterSeconds: 10 }));
    expectErrorBody(await send(), 503);
    keys.recover();
    expect((await send()).status).toBe(200);
    expect((await encrypted.head(key))?.sizeBytes).toBe(text.length);
  } finally {
    await elsewhere.stop();
  }
});

test('a web page of any site can upload to a link, and read why an upload was refused (CORS)', async () => {
  const { path } = await uploadLink('hello');
  const origin = 'https://shop.example';
  const asked = await server.call('OPTIONS', path, {
    headers: {
      origin,
      'access-control-request-method': 'PUT',
      'access-control-request-headers': 'content-type',
    },
  });
  expect([asked.status, asked.headers.get('access-control-allow-origin')]).toEqual([204, '*']);
  expect(asked.headers.get('access-control-allow-methods')).toBe('PUT');
  expect(asked.headers.get('access-control-allow-headers')).toContain('content-type');
  const headers = { origin, 'content-type': 'text/plain' };
  for (const status of [200, 409]) {
    const answer = await server.call('PUT', path, { body: 'hello', headers });
    expect([answer.status, answer.headers.get('access-control-allow-origin')]).toEqual([status, '*']);
  }
});

test('an expired upload link gets 403', async () => {
  const upload = await uploadLink('late');
  const download = await stored('late');
  clock.advance(60_000);
  expectErrorBody(await put(upload.path, 'late'), 403);
  const answer = await server.call('GET', download);
  expectErrorBody(answer, 403);
  expect(answer.body.message).toBe('This link has expired: ask for a new one');
  expect(await textOf(upload.key)).toBeUndefined();
});

test.each<[words: string, change: (path: string) => string]>([
  ['its key', (path) => path.replace('/files/', '/other/')],
  ['its expiry', (path) => path.replace(/expires=\d+/, 'expires=9999999999999')],
  ['its size', (path) => path.replace(/size=\d+/, 'size=7')],
  ['its type', (path) => path.replace('type=text%2Fplain', 'type=text%2Fhtml')],
  [
    'its signature',
    (path) => path.replace(/signature=(.)/, (_, first) => `signature=${first === '_' ? '-' : '_'}`),
  ],
  ['a removed signature', (path) => path.replace(/&signature=.*/, '')],
  ['an added parameter', (path) => `${path}&extra=1`],
  ['a removed query', (path) => path.replace(/\?.*/, '')],
])('a file link changed in %s gets 403', async (_words, change) => {
  const { key, path } = await uploadLink('four');
  expectErrorBody(await put(change(path), 'four'), 403);
  expect(await textOf(key)).toBeUndefined();
});

test('a file link whose path leads to a parent folder gets 404', async () => {
  const { key, path } = await uploadLink('four');
  expectErrorBody(await put(path.replace('/files/', '/files/..%2f..%2f'), 'four'), 404);
  expect(await textOf(key)).toBeUndefined();
});

test('an upload link cannot be used to download, nor a download link to upload', async () => {
  const upload = await uploadLink('four');
  expectErrorBody(await server.call('GET', upload.path), 403);
  expectErrorBody(await put(await stored('four'), 'four'), 403);
});

test.each([
  ['text/html', 'four'],
  ['application/json', 'four'],
  ['text/plain; charset=utf-8', 'four'],
  ['text/plain', 'five!'],
  ['text/plain', 'six'],
])(
  'an upload with content type %j and content %j gets 400 if it differs from the link',
  async (contentType, body) => {
    const { key, path } = await uploadLink('four');
    const answer = await put(path, body, contentType);
    expectErrorBody(answer, 400);
    expect(answer.body.errors[0]).toMatch(/^This link is for/);
    expect(await textOf(key)).toBeUndefined();
    expect((await put(path, 'four')).status).toBe(200);
  },
);

test('an upload without a Content-Length gets 400', async () => {
  const { path } = await uploadLink('four');
  const headers = { 'content-type': 'text/plain', 'transfer-encoding': 'chunked' };
  const answer = await exchange(server.port, [request('PUT', path, headers), '4\r\nfour\r\n0\r\n\r\n']);
  expectErrorBody(answer, 400);
});

test('an aborted upload stores nothing, and the link still works', async () => {
  const { key, path } = await uploadLink('x'.repeat(1000));
  const socket = await openSocket(server.port);
  socket.write(request('PUT', path, { 'content-type': 'text/plain', 'content-length': '1000' }));
  socket.write('x'.repeat(500));
  await expect.poll(async () => (await readdir(join(root, 'incoming'))).length).toBe(1);
  socket.destroy();
  await expect.poll(async () => (await readdir(join(root, 'incoming'))).length).toBe(0);
  expect(await textOf(key)).toBeUndefined();
  expect((await put(path, 'x'.repeat(1000))).status).toBe(200);
  expect(server.logged.filter((line) => line.includes('"level":50'))).toEqual([]);
});

test('a downloaded file is saved under its name, never displayed in the browser and never cached', async () => {
  const path = await stored('<script>alert(1)</script>', 'text/html', 'životopis "1".html');
  const answer = await server.call('GET', path);
  expect(answer.text).toBe('<script>alert(1)</script>');
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'content-type': 'text/html',
    'content-length': '25',
    'content-disposition': `attachment; filename="_ivotopis _1_.html"; filename*=UTF-8''%C5%BEivotopis%20%221%22.html`,
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
    'cache-control': 'private, no-store',
    'accept-ranges': 'bytes',
  });
  expect(answer.headers.get('x-trace-id')).toMatch(/^[0-9a-f]{32}$/);
});

test('a download without a file name is still saved as an attachment', async () => {
  const answer = await server.call('GET', await stored('x'));
  expect(answer.headers.get('content-disposition')).toBe('attachment');
});

test.each([
  ['bytes=0-3', '0123', 'bytes 0-3/10'],
  ['bytes=4-', '456789', 'bytes 4-9/10'],
  ['bytes=-3', '789', 'bytes 7-9/10'],
  ['bytes=9-9', '9', 'bytes 9-9/10'],
  ['bytes=8-999', '89', 'bytes 8-9/10'],
  ['bytes=-999', '0123456789', 'bytes 0-9/10'],
])(
  'a request for the range %s of a file gets 206 with exactly that part',
  async (range, text, contentRange) => {
    const answer = await server.call('GET', await stored('0123456789'), { headers: { range } });
    expect(answer.status).toBe(206);
    expect(answer.text).toBe(text);
    expect(answer.headers.get('content-range')).toBe(contentRange);
    expect(answer.headers.get('content-length')).toBe(String(text.length));
  },
);

test.each(['bytes=10-', 'bytes=99-100', 'bytes=5-4', 'bytes=-0'])(
  'a request for the range %s gets 416',
  async (range) => {
    const answer = await server.call('GET', await stored('0123456789'), { headers: { range } });
    expectErrorBody(answer, 416);
    expect(answer.headers.get('content-disposition')).toBeNull();
  },
);

test.each(['bytes=0-1,4-5', 'lines=0-1', 'bytes=a-b', 'bytes=-', 'nonsense', 'bytes=99999999999999999999-'])(
  'a request for the multiple or invalid range %s gets the whole file or 416',
  async (range) => {
    const answer = await server.call('GET', await stored('0123456789'), { headers: { range } });
    expect([200, 416]).toContain(answer.status);
    if (answer.status === 200) expect(answer.text).toBe('0123456789');
  },
);

test('a HEAD request to a file link gets the headers of GET without a body', async () => {
  const path = await stored('0123456789', 'audio/wav', 'call.wav');
  const whole = await server.call('HEAD', path);
  expect(whole.status).toBe(200);
  expect(whole.text).toBe('');
  expect(whole.headers.get('content-length')).toBe('10');
  expect(whole.headers.get('content-type')).toBe('audio/wav');
  const part = await server.call('HEAD', path, { headers: { range: 'bytes=0-4' } });
  expect(part.status).toBe(206);
  expect(part.headers.get('content-length')).toBe('5');
});

test('a link to a file that has been deleted gets 404', async () => {
  const key = `files/${newId()}`;
  await objects.put(key, Buffer.from('x'), { contentType: 'text/plain' });
  const path = local(await objects.downloadLink(key, { expiresAt: soon() }));
  await objects.delete([key]);
  expectErrorBody(await server.call('GET', path), 404);
  expect((await server.call('HEAD', path)).status).toBe(404);
});

test('file links refuse the methods POST, DELETE and PATCH', async () => {
  const path = await stored('x');
  for (const method of ['POST', 'DELETE', 'PATCH']) expectErrorBody(await server.call(method, path), 404);
  expect((await server.call('GET', path)).status).toBe(200);
});
