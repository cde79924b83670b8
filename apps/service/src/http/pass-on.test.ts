import { exchange } from '@parley/testing/raw-http.ts';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, expect, test } from 'vitest';
import { passOn } from './pass-on.ts';

const servers: FastifyInstance[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) await server.close();
});

async function listening(server: FastifyInstance): Promise<number> {
  servers.push(server);
  return Number(new URL(await server.listen({ port: 0, host: '127.0.0.1' })).port);
}

/** Answers with what it was asked for, and writes it down. */
async function echo() {
  const asked: string[] = [];
  const server = Fastify();
  server.all('/*', async ({ url, headers }) => {
    asked.push(`${url} ${headers['x-hop']}`);
    return { url };
  });
  return { port: await listening(server), asked };
}

test.each([
  ['a path', (_stranger: number) => '/call/abc/events?after=3'],
  ['an absolute URL', (stranger: number) => `http://127.0.0.1:${stranger}/call/abc/events?after=3`],
  ['a path that looks like a host', (stranger: number) => `//127.0.0.1:${stranger}/call/abc/events?after=3`],
])('a request for %s is forwarded to the other process, and to no other host', async (_case, target) => {
  const [other, stranger] = [await echo(), await echo()];
  const front = Fastify();
  front.decorateRequest('traceId', '0'.repeat(32));
  const pass = (request: Parameters<typeof passOn>[0], reply: Parameters<typeof passOn>[1]) =>
    passOn(request, reply, {
      address: `http://127.0.0.1:${other.port}`,
      headers: { 'x-hop': 'secret' },
      closing: new AbortController().signal,
    });
  front.get('/call/:token/events', pass);
  front.setNotFoundHandler(pass);
  const port = await listening(front);
  const answer = await exchange(
    port,
    `GET ${target(stranger.port)} HTTP/1.1\r\nHost: here\r\nConnection: close\r\n\r\n`,
  );
  expect([answer.status, answer.body]).toEqual([200, { url: '/call/abc/events?after=3' }]);
  expect(other.asked).toEqual(['/call/abc/events?after=3 secret']);
  expect(stranger.asked).toEqual([]);
});

test('a process that stops ends the event streams that it forwards, and finishes its other requests', async () => {
  const asked = Promise.withResolvers<() => void>();
  const other = Fastify();
  other.get('/events', (_request, reply) => {
    reply.hijack();
    reply.raw.writeHead(200, { 'content-type': 'text/event-stream' }).write('data: hello\n\n');
  });
  other.get('/slow', (_request, reply) => {
    asked.resolve(() => reply.send({ is: 'there' }));
  });
  const address = `http://127.0.0.1:${await listening(other)}`;
  const front = Fastify();
  const closing = new AbortController();
  front.addHook('preClose', async () => closing.abort());
  front.decorateRequest('traceId', '0'.repeat(32));
  front.get('/*', (request, reply) =>
    // A connection that is kept for a next request would hold up the stop.
    passOn(request, reply.header('connection', 'close'), { address, headers: {}, closing: closing.signal }),
  );
  const here = `http://127.0.0.1:${await listening(front)}`;
  const events = (await fetch(`${here}/events`)).body?.getReader();
  expect(Buffer.from((await events?.read())?.value ?? []).toString()).toBe('data: hello\n\n');
  const slow = fetch(`${here}/slow`);
  const answer = await asked.promise;
  const closed = front.close();
  await expect(events?.read()).rejects.toThrow('terminated');
  answer();
  expect(await (await slow).json()).toEqual({ is: 'there' });
  await closed;
});

test.each([
  ['before the other process answers', '/silent'],
  ['while events come', '/events'],
])('a client that leaves %s is answered by nobody else, and no error is reported', async (_case, path) => {
  const asked = Promise.withResolvers<void>();
  const left = Promise.withResolvers<void>();
  const other = Fastify();
  other.get('/*', (request, reply) => {
    reply.hijack();
    reply.raw.once('close', left.resolve);
    if (request.url === '/events')
      reply.raw.writeHead(200, { 'content-type': 'text/event-stream' }).write('data: hello\n\n');
    asked.resolve();
  });
  const address = `http://127.0.0.1:${await listening(other)}`;
  const lines: string[] = [];
  const front = Fastify({
    logger: { level: 'warn', stream: { write: (line: string) => lines.push(line) } },
  });
  front.decorateRequest('traceId', '0'.repeat(32));
  const passed = Promise.withResolvers<void>();
  const closing = new AbortController().signal;
  front.addHook('onRequest', async (request, reply) => {
    await passOn(request, reply, { address, headers: {}, closing }).finally(passed.resolve);
    return reply;
  });
  const answeredHere: string[] = [];
  front.get('/*', async ({ url }) => {
    answeredHere.push(url);
    throw new Error('This process holds no calls');
  });
  front.setErrorHandler((error, _request, reply) => {
    lines.push(String(error));
    return reply.send(error);
  });
  const here = `http://127.0.0.1:${await listening(front)}`;
  const page = new AbortController();
  const answer = fetch(here + path, { signal: page.signal });
  await asked.promise;
  if (path === '/events') await (await answer).body?.getReader().read();
  page.abort();
  await answer.catch(() => {});
  await Promise.all([left.promise, passed.promise]);
  // The server has run what follows a hook once it is closed.
  await front.close();
  expect({ answeredHere, lines }).toEqual({ answeredHere: [], lines: [] });
});
