import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { type StreamEvent, sendEvents } from './event-stream.ts';

async function serving(events: () => AsyncIterable<StreamEvent>) {
  const server = Fastify();
  server.get('/', (_request, reply) => sendEvents(reply, events()));
  const url = await server.listen({ port: 0, host: '127.0.0.1' });
  return { url, stop: () => server.close() };
}

test('server-sent events are sent at once, in the format that browsers read', async () => {
  const { promise: second, resolve: release } = Promise.withResolvers<void>();
  const { url, stop } = await serving(async function* () {
    yield { event: 'one', data: { text: 'a\nb' } };
    await second;
    yield { event: 'two', data: null };
  });
  const response = await fetch(url);
  expect(response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
  expect(response.headers.get('cache-control')).toBe('no-store');
  const reader = (response.body as ReadableStream<Uint8Array>)
    .pipeThrough(new TextDecoderStream())
    .getReader();
  let text = '';
  while (!text.includes('event: one')) text += (await reader.read()).value;
  expect(text).toBe(': welcome\n\nevent: one\ndata: {"text":"a\\nb"}\n\n');
  release();
  expect((await reader.read()).value).toBe('event: two\ndata: null\n\n');
  expect((await reader.read()).done).toBe(true);
  await stop();
});

test('a server-sent event can have an id, and need not have a name', async () => {
  const { url, stop } = await serving(async function* () {
    yield { id: '7', data: 1 };
    yield { data: 2 };
  });
  expect(await (await fetch(url)).text()).toBe(': welcome\n\nid: 7\ndata: 1\n\ndata: 2\n\n');
  await stop();
});

test('the headers of an event stream are sent before the first event', async () => {
  const { promise: first, resolve: release } = Promise.withResolvers<void>();
  // biome-ignore lint/correctness/useYield: nothing ever comes
  const { url, stop } = await serving(async function* () {
    await first;
  });
  const response = await fetch(url);
  expect(response.status).toBe(200);
  release();
  expect(await response.text()).toBe(': welcome\n\n');
  await stop();
});

test('the source of an event stream is stopped when the client disconnects', async () => {
  const { promise: left, resolve: leave } = Promise.withResolvers<string>();
  const { url, stop } = await serving(async function* () {
    try {
      for (;;) {
        yield { event: 'tick', data: null };
        await new Promise((resolve) => setTimeout(resolve, 5));
      }
    } finally {
      leave('left');
    }
  });
  const client = new AbortController();
  await fetch(url, { signal: client.signal });
  client.abort();
  expect(await left).toBe('left');
  await stop();
});
