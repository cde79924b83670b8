import { Failure, unauthenticated } from '@parley/kernel/failure.ts';
import { type Bearer, bearers, startRouteServer } from '@parley/testing/route-server.ts';
import { Type } from 'typebox';
import { afterEach, expect, test, vi } from 'vitest';
import type { StreamEvent } from './event-stream.ts';
import { route, streamRoute } from './route.ts';

const common = { tag: 'Test', summary: 'Test', needs: [] };

async function* endWhen(released: Promise<void>): AsyncGenerator<StreamEvent> {
  await released;
  yield { event: 'end', data: {} };
}

/** A server whose requests are answered when they are told to; no place is given back because it is held long. */
async function startHeld() {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const arrivals = { things: 0, streams: 0, admitted: 0 };
  let isRevoked = false;
  let changed = () => {};
  const server = await startRouteServer(
    [
      route({
        ...common,
        method: 'GET',
        path: '/quick',
        name: 'quick',
        reply: { 200: Type.Unsafe<unknown>({}) },
        handle: () => ({}),
      }),
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

test('open streams leave the other requests of their company their places', async () => {
  const { server, arrivals, release } = await startHeld();
  await server.call('GET', '/quick', { as: 'other' });
  const streams = [1, 2, 3, 4, 5].map(() => server.call('GET', '/events', { as: 'acme' }));
  await until(() => arrivals.streams === 5);
  expect((await server.call('GET', '/quick', { as: 'acme' })).status).toBe(200);
  release();
  await Promise.all(streams);
  await server.stop();
});

test('a key that was revoked while its request waited is refused', async () => {
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

test('a key that asks on although it is refused is answered later, and others at once', async () => {
  const refused = route({
    ...common,
    method: 'GET',
    path: '/refused',
    name: 'refused',
    reply: { 200: Type.Unsafe<unknown>({}) },
    handle: () => {
      throw new Failure('too_many_requests', 'Too many requests', { retryAfterSeconds: 1 });
    },
  });
  const server = await startRouteServer([refused]);
  const ask = (as: Bearer) => server.call('GET', '/refused', { as });
  for (let at = 0; at < 10; at += 1) expect((await ask('acme')).status).toBe(429);
  let isAnswered = false;
  const eleventh = ask('acme').then(({ status }) => {
    isAnswered = true;
    return status;
  });
  expect((await ask('other')).status).toBe(429);
  expect(isAnswered).toBe(false);
  expect(await eleventh).toBe(429);
  await server.stop();
});
