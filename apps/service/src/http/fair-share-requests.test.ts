import { Failure, unauthenticated } from '@parley/kernel/failure.ts';
import { type Bearer, bearers, startRouteServer } from '@parley/testing/route-server.ts';
import { Type } from 'typebox';
import { afterEach, expect, test, vi } from 'vitest';
import type { StreamEvent } from './event-stream.ts';
import { RepeatedRefusals } from './repeated-refusals.ts';
import { csvRoute, route, streamRoute } from './route.ts';

const common = { tag: 'Test', summary: 'Test', needs: [] };
const quick = route({
  ...common,
  method: 'GET',
  path: '/quick',
  name: 'quick',
  reply: { 200: Type.Unsafe<unknown>({}) },
  handle: () => ({}),
});

async function* endWhen(released: Promise<void>): AsyncGenerator<StreamEvent> {
  await released;
  yield { event: 'end', data: {} };
}

/** A server whose requests are answered when they are told to; no place is given back because it is held long. */
async function startHeld() {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const arrivals = { things: 0, streams: 0, downloads: 0, admitted: 0 };
  let isRevoked = false;
  let changed = () => {};
  const server = await startRouteServer(
    [
      quick,
      route({
        ...common,
        method: 'GET',
        path: '/held',
        name: 'held',
        reply: { 200: Type.Unsafe<unknown>({}) },
        handle: async () => {
          arrivals.things += 1;
          await released;
          return {};
        },
      }),
      csvRoute({
        ...common,
        method: 'GET',
        path: '/rows.csv',
        name: 'rows',
        reply: { 200: Type.String() },
        handle: async () => {
          arrivals.downloads += 1;
          return (async function* () {
            yield ['row'];
          })();
        },
      }),
      streamRoute({
        ...common,
        method: 'GET',
        path: '/events',
        name: 'events',
        reply: { 200: Type.Unsafe<unknown>({}) },
        handle: async () => {
          arrivals.streams += 1;
          return endWhen(released);
        },
      }),
    ],
    {
      authenticator: {
        key: async (authorization, client) => {
          if (isRevoked) throw unauthenticated();
          const key = await bearers.key(authorization, client);
          arrivals.admitted += 1;
          return key;
        },
        current: async ({ authorization }, client) =>
          isRevoked ? undefined : bearers.key(authorization, client),
        onChange: (listener) => {
          changed = listener;
        },
      },
    },
  );
  return {
    server,
    arrivals,
    release,
    revoke: () => {
      isRevoked = true;
      changed();
    },
  };
}

const until = async (isSo: () => boolean) => {
  while (!isSo()) await new Promise((resolve) => setImmediate(resolve));
};

afterEach(() => {
  vi.useRealTimers();
});

test('open event streams do not count toward the concurrent requests of their company', async () => {
  const { server, arrivals, release } = await startHeld();
  await server.call('GET', '/quick', { as: 'other' });
  const streams = [1, 2, 3, 4, 5].map(() => server.call('GET', '/events', { as: 'acme' }));
  await until(() => arrivals.streams === 5);
  expect((await server.call('GET', '/quick', { as: 'acme' })).status).toBe(200);
  release();
  await Promise.all(streams);
  await server.stop();
});

test('a download waits for a place among the requests of its company', async () => {
  const { server, arrivals, release } = await startHeld();
  await server.call('GET', '/quick', { as: 'other' });
  const held = [1, 2, 3, 4].map(() => server.call('GET', '/held', { as: 'acme' }));
  await until(() => arrivals.things === 4);
  const download = server.call('GET', '/rows.csv', { as: 'acme' });
  await until(() => arrivals.admitted === 6);
  expect((await server.call('GET', '/rows.csv', { as: 'other' })).status).toBe(200);
  expect(arrivals.downloads).toBe(1);
  release();
  expect((await download).text).toBe('row\r\n');
  await Promise.all(held);
  await server.stop();
});

test('a request whose key is revoked while it waits in the queue is refused', async () => {
  const { server, arrivals, release, revoke } = await startHeld();
  await server.call('GET', '/quick', { as: 'other' });
  const held = [1, 2, 3, 4].map(() => server.call('GET', '/held', { as: 'acme' }));
  await until(() => arrivals.things === 4);
  const waiting = server.call('GET', '/held', { as: 'acme' });
  await until(() => arrivals.admitted === 6);
  revoke();
  release();
  expect((await Promise.all(held)).map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  expect((await waiting).status).toBe(401);
  expect(arrivals.things).toBe(4);
  await server.stop();
});

/** Refusals that are sent late when they are told to. */
function heldRefusals() {
  const { promise: held, resolve: pass } = Promise.withResolvers<void>();
  const late = { count: 0, pass };
  const refusals = new RepeatedRefusals(
    () => 0,
    () => {
      late.count += 1;
      return held;
    },
  );
  return { refusals, late };
}

const tooMany = (bucket?: string) =>
  new Failure('too_many_requests', 'Too many requests', {
    retryAfterSeconds: 1,
    ...(bucket ? { bucket } : {}),
  });

test('a key that keeps sending after a 429 gets its next 429s delayed, without occupying a request slot', async () => {
  const refused = route({
    ...common,
    method: 'POST',
    path: '/refused',
    name: 'refused',
    body: Type.Object({ text: Type.String() }),
    reply: { 200: Type.Unsafe<unknown>({}) },
    handle: () => {
      throw tooMany();
    },
  });
  const { refusals, late } = heldRefusals();
  const server = await startRouteServer([refused], { refusals });
  const ask = async (as: Bearer, text = '') =>
    (await server.call('POST', '/refused', { as, body: { text } })).status;
  for (let at = 0; at < 10; at += 1) expect(await ask('acme')).toBe(429);
  // Bodies of this size have one place.
  const answers = [1, 2, 3].map(() => ask('acme', 'x'.repeat(20_000)));
  await until(() => late.count === 3);
  expect(await ask('other')).toBe(429);
  late.pass();
  expect(await Promise.all(answers)).toEqual([429, 429, 429]);
  await server.stop();
});

test('refused requests are counted separately for each key, even from the same address', async () => {
  const { refusals, late } = heldRefusals();
  const server = await startRouteServer([quick], {
    refusals,
    authenticator: {
      key: async (authorization) => {
        throw tooMany(authorization);
      },
    },
  });
  const ask = async (as: Bearer) => (await server.call('GET', '/quick', { as })).status;
  for (let at = 0; at < 10; at += 1) expect(await ask('acme')).toBe(429);
  expect(await ask('other')).toBe(429);
  const eleventh = ask('acme');
  await until(() => late.count === 1);
  late.pass();
  expect(await eleventh).toBe(429);
  await server.stop();
});
