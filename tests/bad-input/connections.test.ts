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
  ['HTTP/2 without negotiation', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
  ['words', 'hello there\r\n\r\n'],
  ['an unknown method', 'FETCH /companies HTTP/1.1\r\nhost: a\r\n\r\n'],
  ['HTTP/9.9', 'GET / HTTP/9.9\r\nhost: a\r\n\r\n'],
  ['NUL in a header', 'GET / HTTP/1.1\r\nhost: a\r\nx: \u0000\r\n\r\n'],
  ['a header without a colon', 'GET / HTTP/1.1\r\nhost: a\r\nnonsense\r\n\r\n'],
  ['a header name with a space', 'GET / HTTP/1.1\r\nhost: a\r\nx y: 1\r\n\r\n'],
  ['a negative length', 'POST /companies HTTP/1.1\r\nhost: a\r\ncontent-length: -1\r\n\r\n'],
  ['a length that is not a number', 'POST /companies HTTP/1.1\r\nhost: a\r\ncontent-length: ten\r\n\r\n'],
  [
    'two different lengths',
    'POST /companies HTTP/1.1\r\nhost: a\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\n',
  ],
  [
    'both a length and chunks',
    'POST /companies HTTP/1.1\r\nhost: a\r\ncontent-length: 4\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n',
  ],
  ['an unknown transfer coding', 'POST /companies HTTP/1.1\r\nhost: a\r\ntransfer-encoding: brotli\r\n\r\n'],
  ['a request line split by a bare CR', 'GET /\r HTTP/1.1\r\nhost: a\r\n\r\n'],
])('a connection that sends %s is answered with the error body and closed', async (_words, bytes) => {
  expectErrorBody(await exchange(port, Buffer.from(bytes, 'latin1')), 400);
});

test('an invalid chunk in a request body is answered with the error body', async () => {
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
])('a request with %s beyond 16 KiB gets a 431', async (_words, headers) => {
  expectErrorBody(await exchange(port, request('GET', '/companies', headers)), 431);
});

test('request headers up to 16 KiB are read', async () => {
  const answer = await exchange(
    port,
    request('GET', '/companies', { ...bearer(), 'x-pad': 'x'.repeat(15_000) }),
  );
  expect(answer.status).toBe(200);
});

test('an unfinished body is dropped when the client disconnects', async () => {
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
  await expect.poll(statuses).toEqual(['200', '404', '400', '200']);
  socket.destroy();
});

test('a request to upgrade the connection is ignored', async () => {
  const headers = { ...bearer(), connection: 'upgrade, close', upgrade: 'websocket' };
  expect((await exchange(port, request('GET', '/companies', headers))).status).toBe(200);
});

test('a CONNECT request is refused', async () => {
  const answer = await exchange(port, 'CONNECT example.com:443 HTTP/1.1\r\nhost: example.com\r\n\r\n');
  expect(answer.text).toBe('');
});

test('the service is healthy after all broken connections', async () => {
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
