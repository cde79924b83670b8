import { IdOf, Strict } from '@parley/contract/schema.ts';
import { conflict } from '@parley/kernel/failure.ts';
import { expectErrorBody } from '@parley/testing/error-body.ts';
import { exchange, request } from '@parley/testing/raw-http.ts';
import { type RouteServer, startRouteServer } from '@parley/testing/route-server.ts';
import { Type } from 'typebox';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { route } from './route.ts';

const common = { tag: 'Test', summary: 'Test', needs: [] };
const coded = (message: string, code?: string) =>
  Object.assign(new Error(message), code === undefined ? {} : { code });

const errors: Readonly<Record<string, () => unknown>> = {
  conflict: () => conflict('It is taken'),
  refused: () => coded('connect ECONNREFUSED 10.0.0.5:5432', 'ECONNREFUSED'),
  reset: () => coded('read ECONNRESET', 'ECONNRESET'),
  socketGone: () => coded('connect ENOENT /run/.s.PGSQL.5432', 'ENOENT'),
  shutdown: () => coded('terminating connection due to administrator command', '57P01'),
  starting: () => coded('the database system is starting up', '57P03'),
  crowded: () => coded('sorry, too many clients already', '53300'),
  terminated: () => coded('Connection terminated unexpectedly'),
  connectTimeout: () => coded('timeout exceeded when trying to connect'),
  bug: () => coded('password=hunter2 in /srv/secret.ts:7'),
  duplicate: () => coded('duplicate key value (ada@example.com)', '23505'),
  text: () => 'a thrown text',
  nothing: () => undefined,
  // A library's error that happens to carry a status must not choose the answer.
  teapot: () => Object.assign(new Error('short and stout'), { statusCode: 418 }),
};

const routes = [
  route({
    ...common,
    method: 'GET',
    path: '/things',
    name: 'things',
    reply: { 200: Type.Unsafe<unknown>({}) },
    handle: ({ client }) => ({ client }),
  }),
  route({
    ...common,
    method: 'DELETE',
    path: '/things/{id}',
    name: 'deleteThing',
    params: { id: IdOf('Thing') },
    reply: { 204: null },
    handle: () => undefined,
  }),
  route({
    ...common,
    method: 'POST',
    path: '/things',
    name: 'makeThing',
    body: Strict({ text: Type.String() }),
    reply: { 201: Type.Unsafe<unknown>({}) },
    handle: ({ body }) => ({ length: body.text.length }),
  }),
  route({
    ...common,
    method: 'GET',
    path: '/errors/{name}',
    name: 'fail',
    params: { name: Type.String() },
    reply: { 200: Type.Unsafe<unknown>({}) },
    handle: ({ params }) => {
      throw errors[params.name]?.();
    },
  }),
];

let server: RouteServer;
beforeAll(async () => {
  server = await startRouteServer(routes);
});
afterAll(() => server.stop());
beforeEach(() => {
  server.logged.length = 0;
});

const ID = '018f0000-0000-7000-8000-000000000001';
const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const acme = { authorization: 'Bearer acme', 'content-type': 'application/json' };

const requests: [words: string, status: number, bytes: Buffer][] = [
  ['a success', 200, request('GET', '/things', acme)],
  ['a success without a body', 204, request('DELETE', `/things/${ID}`, { authorization: 'Bearer acme' })],
  ['an invalid body', 400, request('POST', '/things', acme, '{}')],
  ['malformed JSON', 400, request('POST', '/things', acme, '{')],
  ['no key', 401, request('GET', '/things')],
  ['a malformed id', 404, request('DELETE', '/things/x', acme)],
  ['an unknown route', 404, request('GET', '/nothing')],
  ['an unknown route with a body', 404, request('POST', '/nothing', acme, '{}')],
  ['an unknown method', 404, request('PUT', '/things', acme, '{}')],
  ['HEAD', 404, request('HEAD', '/things', acme)],
  ['OPTIONS', 404, request('OPTIONS', '/things', acme)],
  ['a method of WebDAV', 404, request('PROPFIND', '/things', acme)],
  ['a body that is too large', 413, request('POST', '/things', { ...acme, 'content-length': '1048577' })],
  ['another content type', 415, request('POST', '/things', { ...acme, 'content-type': 'text/plain' }, 'x')],
  ['a malformed URL', 404, request('GET', '/things/%zz', acme)],
  ['a parameter that is too long', 404, request('DELETE', `/things/${'x'.repeat(300)}`, acme)],
  ['an unexpected error', 500, request('GET', '/errors/bug', acme)],
  ['an unreachable database', 503, request('GET', '/errors/refused', acme)],
  ['headers that are too large', 431, request('GET', '/things', { ...acme, 'x-pad': 'x'.repeat(17_000) })],
  ['bytes that are not HTTP', 400, Buffer.from('\u0016\u0003\u0001\u0002 hello\r\n\r\n', 'latin1')],
  ['no host', 400, Buffer.from('GET /things HTTP/1.1\r\nconnection: close\r\n\r\n')],
  ['an unsupported expectation', 401, request('GET', '/things', { expect: 'the-unexpected' })],
];

test.each(requests)('the reply to %s has the status %i and a trace id', async (_words, status, bytes) => {
  const answer = await exchange(server.port, bytes);
  expect(answer.status).toBe(status);
  expect(answer.headers['x-trace-id']).toMatch(/^(?!0{32})[0-9a-f]{32}$/);
  const isHead = bytes.subarray(0, 5).toString() === 'HEAD ';
  if (status >= 400 && !isHead) expectErrorBody(answer, status);
});

test('the traceparent header of a request is propagated', async () => {
  const headers = { traceparent: `00-${TRACE}-00f067aa0ba902b7-01` };
  const success = await server.call('GET', '/things', { as: 'acme', headers });
  expect(success.headers.get('x-trace-id')).toBe(TRACE);
  const refused = await server.call('GET', '/things', { headers });
  expect(refused.body.traceId).toBe(TRACE);
  const unknown = await server.call('GET', '/nothing', { headers });
  expect(unknown.body.traceId).toBe(TRACE);
});

test.each([
  'nonsense',
  '',
  `00-${'0'.repeat(32)}-00f067aa0ba902b7-01`,
  `00-${TRACE}-${'0'.repeat(16)}-01`,
  `ff-${TRACE}-00f067aa0ba902b7-01`,
  `00-${TRACE.toUpperCase()}-00f067aa0ba902b7-01`,
])('the invalid traceparent %j is replaced by a new one', async (traceparent) => {
  const answer = await server.call('GET', '/things', { as: 'acme', headers: { traceparent } });
  const traceId = answer.headers.get('x-trace-id');
  expect(traceId).toMatch(/^[0-9a-f]{32}$/);
  expect(traceId).not.toBe(TRACE);
});

test('no two requests share a trace id', async () => {
  const ids = await Promise.all(
    Array.from({ length: 20 }, async () => (await server.call('GET', '/things')).headers.get('x-trace-id')),
  );
  expect(new Set(ids).size).toBe(20);
});

test.each([
  'refused',
  'reset',
  'socketGone',
  'shutdown',
  'starting',
  'crowded',
  'terminated',
  'connectTimeout',
])('a request during a database outage (%s) gets 503 with Retry-After', async (name) => {
  const answer = await server.call('GET', `/errors/${name}`, { as: 'acme' });
  expectErrorBody(answer, 503);
  expect(answer.body.retryAfter).toBe(5);
  expect(JSON.parse(server.logged[0] ?? '').err.cause).toBe(String(errors[name]?.()));
});

test.each(['bug', 'duplicate', 'text', 'nothing', 'teapot'])(
  'an unexpected error (%s) gets 500 without its cause, which is logged with the trace id',
  async (name) => {
    const answer = await server.call('GET', `/errors/${name}`, { as: 'acme' });
    expectErrorBody(answer, 500);
    expect(answer.text).not.toMatch(/hunter2|ada@|thrown|stout/);
    expect(server.logged).toHaveLength(1);
    expect(JSON.parse(server.logged[0] ?? '')).toMatchObject({
      msg: 'an HTTP request failed with an internal error (status 5xx)',
      traceId: answer.body.traceId,
      url: '/errors/:name',
    });
  },
);

test('a request refused by a business rule is not logged as an error', async () => {
  expectErrorBody(await server.call('GET', '/errors/conflict', { as: 'acme' }), 409);
  expect(server.logged).toEqual([]);
});

test('the audit log has the path of a request, and never its query', async () => {
  const { body } = await server.call('GET', '/things?companyId=secret', {
    as: 'acme',
    headers: { 'user-agent': 'Tester/1', 'x-forwarded-for': '203.0.113.9' },
  });
  expect(body.client).toEqual({
    // No proxy is trusted here, so what it claims about the address is not believed.
    ipAddress: '127.0.0.1',
    userAgent: 'Tester/1',
    endpoint: 'GET /things',
  });
});

test('the metrics count requests by method, route and status, never by URL', async () => {
  await server.call('GET', '/counted-nowhere-1');
  await server.call('DELETE', `/things/${ID}`, { as: 'acme' });
  const text = await server.registry.metrics();
  expect(text).toMatch(
    /parley_http_requests_total\{method="DELETE",route="\/things\/:id",status="204"\} \d+/,
  );
  expect(text).toMatch(/parley_http_requests_total\{method="GET",route="unknown",status="404"\} \d+/);
  expect(text).not.toContain('counted-nowhere');
  expect(text).toContain('parley_http_request_seconds_bucket');
});

test('the server sends 100-continue before it reads the body', async () => {
  const headers = { ...acme, expect: '100-continue' };
  const answer = await exchange(server.port, request('POST', '/things', headers, '{"text":"abc"}'));
  // The interim answer comes first on the wire.
  expect(answer.status).toBe(100);
  expect(answer.text).toContain('HTTP/1.1 201 Created');
});

test('registering a route without a success status is refused', () => {
  const never = () =>
    route({ ...common, method: 'GET', path: '/x', name: 'x', reply: {}, handle: () => undefined as never });
  expect(never).toThrow('x must have a success status');
});

test('a route with several success statuses answers with the one that its handler chooses', async () => {
  const body = Type.Object({ done: Type.Boolean() });
  const two = await startRouteServer([
    route({
      ...common,
      method: 'GET',
      path: '/work/{id}',
      name: 'work',
      params: { id: Type.String() },
      reply: { 200: body, 202: body },
      handle: ({ params }) =>
        params.id === 'done'
          ? { status: 200 as const, body: { done: true } }
          : { status: 202 as const, body: { done: false } },
    }),
  ]);
  try {
    const answers = await Promise.all(
      ['done', 'not'].map((id) => two.call('GET', `/work/${id}`, { as: 'acme' })),
    );
    expect(answers.map(({ status, body }) => [status, body])).toEqual([
      [200, { done: true }],
      [202, { done: false }],
    ]);
  } finally {
    await two.stop();
  }
});

test('a route can define its own error names, which prefix the error messages', async () => {
  const named = await startRouteServer([
    route({
      ...common,
      needs: ['write:jobs'],
      method: 'POST',
      path: '/work',
      name: 'work',
      body: Type.Object({ title: Type.String() }),
      failureNames: { invalid: 'BAD_REQUEST' },
      reply: { 201: null },
      handle: () => undefined,
    }),
  ]);
  try {
    for (const body of [{}, '{broken'])
      expect((await named.call('POST', '/work', { as: 'acme', body })).body).toMatchObject({
        statusCode: 400,
        error: 'BAD_REQUEST',
        message: 'BAD_REQUEST: Validation failed',
      });
    expect((await named.call('POST', '/work', { as: 'powerless', body: {} })).body).toMatchObject({
      error: 'Forbidden',
      message: expect.stringMatching(/^Insufficient/),
    });
  } finally {
    await named.stop();
  }
});

test('a response sent during shutdown closes its connection, so that the shutdown does not wait for it', async () => {
  const [begun, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const slow = await startRouteServer([
    route({
      ...common,
      method: 'GET',
      path: '/slow',
      name: 'slow',
      reply: { 200: Type.Unsafe<unknown>({}) },
      handle: async () => {
        begun.resolve();
        await released.promise;
        return { done: true };
      },
    }),
  ]);
  const answer = slow.call('GET', '/slow', { as: 'acme' });
  await begun.promise;
  const stopped = slow.stop();
  await expect.poll(() => fetch(slow.url).then(Boolean, () => 'refused')).toBe('refused');
  released.resolve();
  expect((await answer).body).toEqual({ done: true });
  await stopped;
});

test.each([
  ['answered twice', 'FST_ERR_REP_ALREADY_SENT'],
  ['answered again while a stream is sent', 'Reply was already sent'],
])(
  'the warning of Fastify about a request that is %s contains neither its token nor its query',
  async (_case, warning) => {
    const token = 'Ab0_-'.repeat(9);
    const warned = await startRouteServer([], {
      also: (instance) => {
        instance.get('/call/:token/events', async (_request, reply) => {
          if (warning.startsWith('FST')) return reply.send({}).send({});
          reply.raw.writeHead(200).write('begun');
          return reply.send({});
        });
      },
    });
    await fetch(`${warned.url}/call/${token}/events?key=s3cret-key`)
      .then((answer) => answer.text())
      .catch(() => {});
    await warned.stop();
    const lines = warned.logged.join('');
    expect(lines).toContain(warning);
    expect(lines).toContain('/call/***/events?***');
    expect(lines).not.toMatch(new RegExp(`${token}|s3cret`));
  },
);
