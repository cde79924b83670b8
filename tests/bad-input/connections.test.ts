import type { Socket } from 'node:net';
import { expectErrorBody } from '@parley/testing/error-body.ts';
import { exchange, openSocket, request } from '@parley/testing/raw-http.ts';
import { startTestService, type TestCompany, type TestService } from '@parley/testing/service.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';

let service: TestService;
let company: TestCompany;
let port: number;
beforeAll(async () => {
  service = await startTestService();
  company = await service.newCompany();
  port = service.service.port;
});
afterAll(() => service.stop());

const bearer = () => ({ authorization: `Bearer ${company.key}` });

test.each<[words: string, bytes: string]>([
  ['TLS on a plain port', '\u0016\u0003\u0001\u0002\u0000\u0001\u0000\u0001\u00fc\u0003\u0003'],
  ['HTTP/2 straight away', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
  ['words', 'hello there\r\n\r\n'],
  ['a method of nobody', 'FETCH /companies HTTP/1.1\r\nhost: a\r\n\r\n'],
  ['HTTP/9.9', 'GET / HTTP/9.9\r\nhost: a\r\n\r\n'],
  ['NUL in a header', 'GET / HTTP/1.1\r\nhost: a\r\nx: \u0000\r\n\r\n'],
  ['a header without a colon', 'GET / HTTP/1.1\r\nhost: a\r\nnonsense\r\n\r\n'],
  ['a header name with a space', 'GET / HTTP/1.1\r\nhost: a\r\nx y: 1\r\n\r\n'],
  ['a negative length', 'POST /companies HTTP/1.1\r\nhost: a\r\ncontent-length: -1\r\n\r\n'],
  ['a length of words', 'POST /companies HTTP/1.1\r\nhost: a\r\ncontent-length: ten\r\n\r\n'],
  ['two lengths', 'POST /companies HTTP/1.1\r\nhost: a\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\n'],
  [
    'a length and chunks',
    'POST /companies HTTP/1.1\r\nhost: a\r\ncontent-length: 4\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n',
  ],
  ['an unknown coding', 'POST /companies HTTP/1.1\r\nhost: a\r\ntransfer-encoding: brotli\r\n\r\n'],
  ['a request line split by a bare CR', 'GET /\r HTTP/1.1\r\nhost: a\r\n\r\n'],
])('%s is answered with the error body and closed', async (_words, bytes) => {
  expectErrorBody(await exchange(port, Buffer.from(bytes, 'latin1')), 400);
});

test('an invalid chunk in a body ends the connection without harm', async () => {
  const headers = { ...bearer(), 'content-type': 'application/json', 'transfer-encoding': 'chunked' };
  const answer = await exchange(port, [
    request('PATCH', `/companies/${company.id}`, headers),
    'zz\r\n{}\r\n0\r\n\r\n',
  ]);
  expectErrorBody(answer, 400);
});

test.each([
  ['one large header', { 'x-pad': 'x'.repeat(16 * 1024) }],
  [
    'many headers',
    Object.fromEntries(Array.from({ length: 1000 }, (_, i) => [`x-pad-${i}`, 'x'.repeat(10)])),
  ],
  ['a large cookie', { cookie: 'x'.repeat(20_000) }],
])('%s beyond 16 KiB is a 431', async (_words, headers) => {
  expectErrorBody(await exchange(port, request('GET', '/companies', headers)), 431);
});

test('headers up to 16 KiB are read', async () => {
  const answer = await exchange(
    port,
    request('GET', '/companies', { ...bearer(), 'x-pad': 'x'.repeat(15_000) }),
  );
  expect(answer.status).toBe(200);
});

test('a body shorter than its announced length is dropped when the client leaves', async () => {
  const headers = { ...bearer(), 'content-type': 'application/json', 'content-length': '100' };
  const socket = await openSocket(port);
  socket.write(request('PATCH', `/companies/${company.id}`, headers));
  socket.write('{"name":');
  socket.destroy();
  expect((await company.api.get(`/companies/${company.id}`)).body.name).toBe('Acme');
});

test('pipelined requests are answered in order', async () => {
  const keepAlive = { ...bearer(), connection: 'keep-alive' };
  const socket = await openSocket(port);
  let text = '';
  socket.on('data', (chunk) => {
    text += chunk.toString();
  });
  const statuses = () => [...text.matchAll(/HTTP\/1\.1 (\d+)/g)].map((match) => match[1]);
  for (const path of ['/companies', '/nothing', '/companies?page=0', '/healthz'])
    socket.write(request('GET', path, keepAlive));
  await expect.poll(statuses, { timeout: 3000 }).toEqual(['200', '404', '400', '200']);
  socket.destroy();
});

test('an upgrade request is ignored', async () => {
  const headers = { ...bearer(), connection: 'upgrade, close', upgrade: 'websocket' };
  expect((await exchange(port, request('GET', '/companies', headers))).status).toBe(200);
});

test('CONNECT is refused', async () => {
  const answer = await exchange(port, 'CONNECT example.com:443 HTTP/1.1\r\nhost: example.com\r\n\r\n');
  expect(answer.text).toBe('');
});

interface Slow {
  readonly kind: string;
  readonly first: Buffer | undefined;
}

/** Ways to hold a connection by being slow: what is sent at once; after it comes one byte now and then. */
function slowClients(): Slow[] {
  const json = { 'content-type': 'application/json', connection: 'keep-alive' };
  const long = { ...json, 'content-length': '5000' };
  const path = `/companies/${company.id}`;
  const kinds: [kind: string, count: number, first: Buffer | undefined][] = [
    ['says nothing', 100, undefined],
    ['drips its headers', 120, Buffer.from('GET /companies HTTP/1.1\r\nhost: a\r\nx-slow: ')],
    ['drips the body of a good request', 100, request('PATCH', path, { ...bearer(), ...long })],
    [
      'drips a body in chunks',
      30,
      request('PATCH', path, { ...bearer(), ...json, 'transfer-encoding': 'chunked' }),
    ],
    ['drips a body without a key', 50, request('PATCH', path, long)],
    ['drips a body to an unknown route', 50, request('POST', '/nothing', long)],
    ['drips a body to a read', 20, request('GET', '/healthz', long)],
    ['drips a body to a malformed address', 10, request('POST', '/companies/%zz', long)],
    ['drips a file to a link that is not valid', 20, request('PUT', '/objects/a?signature=x', long)],
  ];
  return kinds.flatMap(([kind, count, first]) => Array.from({ length: count }, () => ({ kind, first })));
}

test('500 slow clients are cut off within seconds while others are served', async () => {
  const startedMs = performance.now();
  const clients = slowClients();
  expect(clients).toHaveLength(500);
  const left = new Map<Socket, string>();
  const closedAfterMs: number[] = [];
  await Promise.all(
    clients.map(async ({ kind, first }) => {
      const socket = await openSocket(port);
      socket.resume();
      left.set(socket, kind);
      socket.once('close', () => {
        left.delete(socket);
        closedAfterMs.push(performance.now() - startedMs);
      });
      if (first) socket.write(first);
    }),
  );
  const drip = setInterval(() => {
    for (const [socket, kind] of left) {
      if (kind !== 'says nothing' && socket.writable)
        socket.write(kind.includes('chunks') ? '1\r\n \r\n' : ' ');
    }
  }, 400);

  const answeredInMs: number[] = [];
  try {
    while (left.size > 0 && performance.now() - startedMs < 10_000) {
      const askedMs = performance.now();
      expect((await company.api.get('/companies')).status).toBe(200);
      answeredInMs.push(performance.now() - askedMs);
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    expect([...new Set(left.values())]).toEqual([]);
  } finally {
    clearInterval(drip);
    for (const socket of left.keys()) socket.destroy();
  }
  expect(closedAfterMs).toHaveLength(500);
  // Nobody waits long because of them; the measure is generous for a busy machine.
  expect(answeredInMs.sort((a, b) => a - b)[Math.floor(answeredInMs.length / 2)]).toBeLessThan(500);
});

test('the process is healthy afterwards', async () => {
  expect((await company.api.get(`/companies/${company.id}`)).body.name).toBe('Acme');
  expect((await service.admin.get('/readyz')).body).toEqual({ status: 'ready' });
  expect(service.logged.filter((line) => line.includes('"level":50'))).toEqual([]);
  const metrics = (await service.admin.get('/metrics')).text;
  expect(metrics).not.toMatch(/parley_http_requests_total\{[^}]*status="5\d\d"/);
  const usedMb = process.memoryUsage().heapUsed / 1024 ** 2;
  expect(usedMb).toBeLessThan(1000);
  const sockets = process.getActiveResourcesInfo().filter((kind) => kind === 'TCPSocketWrap').length;
  expect(sockets).toBeLessThan(200);
});
