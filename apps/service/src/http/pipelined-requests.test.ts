import { openSocket, request } from '@parley/testing/raw-http.ts';
import { type RouteServer, startRouteServer } from '@parley/testing/route-server.ts';
import { Type } from 'typebox';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { StreamEvent } from './event-stream.ts';
import { route, streamRoute } from './route.ts';

const common = { tag: 'Test', summary: 'Test', needs: [] };
const reply = { 200: Type.Unsafe<unknown>({}) };
const headers = { authorization: 'Bearer acme', connection: 'keep-alive' };
const LARGE = { text: 'x'.repeat(100_000) };

let server: RouteServer;
let release: () => void;
let arrivals: Record<'held' | 'lists' | 'large' | 'streams' | 'ended', number>;

/** Nothing ends it but its signal. */
async function* endless(signal: AbortSignal): AsyncGenerator<StreamEvent> {
  await new Promise((resolve) => signal.addEventListener('abort', resolve));
  arrivals.ended += 1;
}

beforeEach(async () => {
  const { promise: released, resolve } = Promise.withResolvers<void>();
  release = resolve;
  arrivals = { held: 0, lists: 0, large: 0, streams: 0, ended: 0 };
  const routes = [
    route({
      ...common,
      method: 'GET',
      path: '/held',
      name: 'held',
      reply,
      handle: async () => {
        arrivals.held += 1;
        await released;
        return {};
      },
    }),
    route({
      ...common,
      method: 'GET',
      path: '/lists',
      name: 'lists',
      query: Type.Object({ limit: Type.Optional(Type.Integer()) }),
      reply,
      handle: () => {
        arrivals.lists += 1;
        return {};
      },
    }),
    route({
      ...common,
      method: 'POST',
      path: '/large',
      name: 'large',
      body: Type.Object({ text: Type.String() }),
      reply,
      handle: () => {
        arrivals.large += 1;
        return {};
      },
    }),
    streamRoute({
      ...common,
      method: 'GET',
      path: '/events',
      name: 'events',
      reply,
      handle: async ({ closing }) => {
        arrivals.streams += 1;
        return endless(closing);
      },
    }),
  ];
  server = await startRouteServer(routes, {
    also: (fastify) => {
      // Not every Node 24 destroys the replies that wait when their connection is cut.
      fastify.addHook('onRequest', (_request, { raw }, done) => {
        raw.destroy = () => raw;
        done();
      });
    },
  });
});

afterEach(async () => {
  release();
  await server.stop();
});

const until = async (isSo: () => boolean) => {
  while (!isSo()) await new Promise((resolve) => setImmediate(resolve));
};

/** A connection whose first request is held, with others behind it. */
async function pipelined(...behind: readonly Buffer[]) {
  const socket = await openSocket(server.port);
  socket.write(request('GET', '/held', headers));
  for (const text of behind) socket.write(text);
  await until(() => arrivals.held === 1);
  return socket;
}

const list = request('GET', '/lists', headers);

test('when a connection is cut, its pipelined list requests release their slots', async () => {
  const warnings: string[] = [];
  const warned = ({ message }: Error) => warnings.push(message);
  process.on('warning', warned);
  const socket = await pipelined(...Array.from({ length: 20 }, () => list));
  await until(() => arrivals.lists === 8);
  socket.destroy();
  expect((await server.call('GET', '/lists', { as: 'acme' })).status).toBe(200);
  expect(arrivals.lists).toBe(9);
  await new Promise((resolve) => setImmediate(resolve));
  process.off('warning', warned);
  expect(warnings).toEqual([]);
});

test('when a connection is cut, a pipelined request with a large body releases its slot', async () => {
  const json = { ...headers, 'content-type': 'application/json' };
  const socket = await pipelined(request('POST', '/large', json, JSON.stringify(LARGE)));
  await until(() => arrivals.large === 1);
  socket.destroy();
  expect((await server.call('POST', '/large', { as: 'acme', body: LARGE })).status).toBe(200);
});

test('when a connection is cut, its pipelined event stream ends', async () => {
  const socket = await pipelined(request('GET', '/events', headers));
  await until(() => arrivals.streams === 1);
  socket.destroy();
  await until(() => arrivals.ended === 1);
});
