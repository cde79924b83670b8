import type { LookupAddress } from 'node:dns';
import { createServer, type RequestListener } from 'node:http';
import { type AddressInfo, createServer as createTcpServer } from 'node:net';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { startDeafReceiver } from '@parley/testing/deaf-receiver.ts';
import { afterEach, expect, test } from 'vitest';
import { Outgoing, type OutgoingOptions } from './outgoing.ts';

const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0)) await cleanup();
});

function make(options: Partial<OutgoingOptions> = {}): Outgoing {
  const outgoing = new Outgoing({ allowPrivate: true, ...options });
  cleanups.push(() => outgoing.close());
  return outgoing;
}

async function serve(listener: RequestListener): Promise<{ port: number; connections: () => number }> {
  const server = createServer(listener);
  let connections = 0;
  server.on('connection', () => {
    connections++;
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  cleanups.push(
    () => server.close(),
    () => server.closeAllConnections(),
  );
  return { port: (server.address() as AddressInfo).port, connections: () => connections };
}

const get = (url: string) => ({ method: 'GET', url, timeoutMs: 2000, keepBytes: 1024 }) as const;
const refusal = { reason: 'not-allowed', message: expect.stringContaining('is not public') };

/** Answers with each list of addresses in turn, the last one for ever. */
const answering = (
  ...answers: string[][]
): { lookup: NonNullable<OutgoingOptions['lookup']>; asked: () => number } => {
  let asked = 0;
  return {
    asked: () => asked,
    lookup: (_host, _options, done) => {
      const answer = answers[Math.min(asked++, answers.length - 1)] ?? [];
      const addresses: LookupAddress[] = answer.map((address) => ({
        address,
        family: address.includes(':') ? 6 : 4,
      }));
      done(null, addresses);
    },
  };
};

test('an outgoing request is sent and its response read', async () => {
  const { port } = await serve(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    response.writeHead(201, { 'x-method': request.method }).end(`${request.headers['x-sent']} ${body}`);
  });
  const reply = await make().send({
    ...get(`http://127.0.0.1:${port}/`),
    method: 'POST',
    headers: { 'x-sent': 'header' },
    body: 'body',
  });
  expect(reply).toMatchObject({ status: 201, isCut: false });
  expect(reply.headers['x-method']).toBe('POST');
  expect(reply.body.toString()).toBe('header body');
});

test('connections of outgoing requests are reused', async () => {
  const { port, connections } = await serve((_request, response) => response.end('x'.repeat(5000)));
  const outgoing = make();
  for (let i = 0; i < 10; i++) await outgoing.send(get(`http://127.0.0.1:${port}/`));
  // The second may be opened because the first is not given back yet when the answer has been read.
  expect(connections()).toBeLessThanOrEqual(2);
});

test('only the beginning of a long response is kept, and an endless response is cut off', async () => {
  let sent = 0;
  const { port } = await serve((_request, response) => {
    const more = () => {
      while (!response.destroyed && response.write('y'.repeat(10_000))) sent += 10_000;
    };
    response.on('drain', more);
    more();
  });
  const reply = await make().send(get(`http://127.0.0.1:${port}/`));
  expect(reply).toMatchObject({ status: 200, isCut: true });
  expect(reply.body.toString()).toBe('y'.repeat(1024));
  expect(sent).toBeLessThan(20_000_000);
});

test.each<[words: string, listener: RequestListener]>([
  ['never answers', () => {}],
  ['starts its response and stops', (_request, response) => response.write('x')],
  [
    'sends its response byte by byte',
    (_request, response) => {
      const drip = setInterval(() => response.write('x'), 20);
      response.on('close', () => clearInterval(drip));
    },
  ],
])('an outgoing request times out if the server %s', async (_words, listener) => {
  const { port } = await serve(listener);
  const started = performance.now();
  const sent = make().send({ ...get(`http://127.0.0.1:${port}/`), timeoutMs: 200 });
  await expect(sent).rejects.toMatchObject({ reason: 'timeout' });
  expect(performance.now() - started).toBeLessThan(1500);
});

test('an outgoing request times out if the server never accepts the connection', async () => {
  const deaf = await startDeafReceiver();
  cleanups.push(() => deaf.stop());
  const sent = make().send({ ...get(`http://127.0.0.1:${deaf.port}/`), timeoutMs: 200 });
  await expect(sent).rejects.toMatchObject({
    reason: 'timeout',
    message: 'No connection could be made within 200 ms',
    isOurFault: false,
  });
});

test.each([
  'http://127.0.0.1:1/',
  'http://[::1]:1/',
  'http://10.0.0.1/',
  'http://169.254.169.254/latest/meta-data',
  'http://[::ffff:127.0.0.1]:1/',
  'http://2130706433/',
  'http://0x7f.1/',
])('an outgoing request to %s is refused without opening a connection', async (url) => {
  await expect(make({ allowPrivate: false }).send(get(url))).rejects.toMatchObject(refusal);
});

test('outgoing requests to cloud metadata services are refused even if private addresses are allowed', async () => {
  for (const url of ['http://169.254.169.254/', 'http://[fd00:ec2::254]/', 'http://0.0.0.0/'])
    await expect(make().send(get(url))).rejects.toMatchObject(refusal);
});

test('an outgoing request to a host name with a private address among its addresses is refused', async () => {
  const { port, connections } = await serve((_request, response) => response.end());
  for (const answer of [['127.0.0.1'], ['8.8.8.8', '127.0.0.1'], ['::1']]) {
    const outgoing = make({ allowPrivate: false, lookup: answering(answer).lookup });
    await expect(outgoing.send(get(`http://rebound.example:${port}/`))).rejects.toMatchObject(refusal);
  }
  expect(connections()).toBe(0);
});

test('an outgoing request to a host name that later resolves to a private address is refused', async () => {
  const { port, connections } = await serve((_request, response) => response.end());
  const { lookup, asked } = answering(['203.0.113.9'], ['127.0.0.1']);
  const outgoing = make({ allowPrivate: false, lookup });
  for (let i = 0; i < 2; i++)
    await expect(outgoing.send(get(`http://rebound.example:${port}/`))).rejects.toMatchObject(refusal);
  expect(asked()).toBe(2);
  expect(connections()).toBe(0);
});

test('a redirect of an outgoing request is returned as a response, not followed', async () => {
  const { port } = await serve((_request, response) =>
    response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end(),
  );
  expect((await make().send(get(`http://127.0.0.1:${port}/`))).status).toBe(302);
});

test('redirects of a fetched page are followed, including to a relative address', async () => {
  const { port } = await serve((request, response) => {
    if (request.url === '/end') response.end('here');
    else
      response
        .writeHead(request.url === '/' ? 301 : 307, { location: request.url === '/' ? 'next' : '/end' })
        .end();
  });
  const reply = await make().follow(get(`http://127.0.0.1:${port}/`));
  expect(reply.url).toBe(`http://127.0.0.1:${port}/end`);
  expect(reply.body.toString()).toBe('here');
});

test.each(['http://169.254.169.254/', 'file:///etc/passwd', 'http://a:b@127.0.0.1/'])(
  'a redirect of a fetched page to %s is refused',
  async (location) => {
    const { port } = await serve((_request, response) => response.writeHead(302, { location }).end());
    await expect(make().follow(get(`http://127.0.0.1:${port}/`))).rejects.toMatchObject({
      reason: 'not-allowed',
    });
  },
);

test('fetching a page with endless redirects is given up', async () => {
  const { port } = await serve((_request, response) => response.writeHead(302, { location: '/' }).end());
  await expect(make().follow(get(`http://127.0.0.1:${port}/`))).rejects.toMatchObject({
    message: 'The URL redirects more than 5 times',
  });
});

test('the error message of an outgoing request does not contain the address', async () => {
  const closed = createTcpServer((socket) => socket.destroy());
  await new Promise<void>((resolve) => closed.listen(0, '127.0.0.1', resolve));
  cleanups.push(() => closed.close());
  const { port } = closed.address() as AddressInfo;
  const cases: [url: string, words: RegExp][] = [
    ['http://127.0.0.1:1/', /^The connection was refused \(ECONNREFUSED\)$/],
    [`http://127.0.0.1:${port}/`, /^The connection was closed before/],
    [`https://127.0.0.1:${port}/`, /^(No secure connection|The connection was closed)/],
  ];
  for (const [url, message] of cases)
    await expect(make().send(get(url))).rejects.toMatchObject({
      reason: 'unreachable',
      message: expect.stringMatching(message),
    });
});

test.each<[words: string, encoding: string, pack: (text: string) => Buffer]>([
  ['gzip', 'gzip', (text) => gzipSync(text)],
  ['deflate', 'deflate', (text) => deflateSync(text)],
  ['brotli', 'br', (text) => brotliCompressSync(text)],
  ['two algorithms', 'deflate, gzip', (text) => gzipSync(deflateSync(text))],
  ['nothing', 'identity', (text) => Buffer.from(text)],
])('a fetched page compressed with %s is decompressed', async (_words, encoding, pack) => {
  const { port } = await serve((_request, response) =>
    response.writeHead(200, { 'content-encoding': encoding }).end(pack('here')),
  );
  const reply = await make().follow(get(`http://127.0.0.1:${port}/`));
  expect([reply.body.toString(), reply.isCut]).toEqual(['here', false]);
});

test('a fetched page that is too large after decompression is cut off', async () => {
  const bomb = gzipSync(gzipSync(Buffer.alloc(32 * 1024 ** 2)));
  for (const encoding of ['gzip', 'gzip, gzip']) {
    const { port } = await serve((_request, response) =>
      response.writeHead(200, { 'content-encoding': encoding }).end(bomb),
    );
    const reply = await make().follow({ ...get(`http://127.0.0.1:${port}/`), keepBytes: 100_000 });
    expect(reply.isCut || reply.body.length <= 100_000).toBe(true);
  }
});

test.each(['gzip', 'br', 'zip', 'gzip, gzip, gzip'])(
  'a fetched page that claims to be compressed with %s but is not is refused',
  async (encoding) => {
    const { port } = await serve((_request, response) =>
      response.writeHead(200, { 'content-encoding': encoding }).end('plain'),
    );
    await expect(make().follow(get(`http://127.0.0.1:${port}/`))).rejects.toMatchObject({
      reason: 'unreadable',
    });
  },
);

test('a redirect of a fetched page to a host name with a private address is refused', async () => {
  const { port, connections } = await serve((_request, response) =>
    response.writeHead(302, { location: `http://rebound.example:${port}/inside` }).end(),
  );
  const { lookup } = answering(['169.254.169.254']);
  await expect(make({ lookup }).follow(get(`http://127.0.0.1:${port}/`))).rejects.toMatchObject(refusal);
  expect(connections()).toBe(1);
});
