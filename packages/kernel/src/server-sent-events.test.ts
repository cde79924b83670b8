import { expect, test } from 'vitest';
import { serverSentEvents } from './server-sent-events.ts';

async function* chunks(...parts: (string | Uint8Array)[]): AsyncGenerator<string | Uint8Array> {
  yield* parts;
}

const read = async (...parts: (string | Uint8Array)[]) =>
  (await Array.fromAsync(serverSentEvents(chunks(...parts)))).map(({ event, data }) => [event, data]);

test('events that arrive in arbitrary chunks are read, and comments skipped', async () => {
  expect(await read('event: sta', 'rted\nda', 'ta: {"a":1}\n\n: ping\n\ndata: two\r\n\r\n')).toEqual([
    ['started', '{"a":1}'],
    [undefined, 'two'],
  ]);
});

test('a character of an event stream that is split between two chunks is joined', async () => {
  const bytes = new TextEncoder().encode('data: Zürich\n\n');
  const at = bytes.indexOf(0xc3) + 1;
  expect(await read(bytes.subarray(0, at), bytes.subarray(at))).toEqual([[undefined, 'Zürich']]);
});

test.each([
  ['in the middle of a line', 'data: one\n\nevent: last\ndata: two'],
  ['after a line', 'data: one\n\nevent: last\ndata: two\n'],
  ['after a line that ends in CRLF', 'data: one\r\n\r\nevent: last\r\ndata: two\r\n'],
])('the last event of a stream that ends %s is read without a final blank line', async (_, stream) => {
  const events = [
    [undefined, 'one'],
    ['last', 'two'],
  ];
  expect(await read(stream)).toEqual(events);
  expect(await read(...stream)).toEqual(events);
});

test.each([
  ['a comment', 'data: one\n\n: ping'],
  ['an event without data', 'data: one\n\nevent: last'],
  ['a blank line', 'data: one\n\n'],
])('a stream that ends with %s gives no further event', async (_, stream) => {
  expect(await read(stream)).toEqual([[undefined, 'one']]);
});
