import { expect, test } from 'vitest';
import { serverSentEvents } from './server-sent-events.ts';

async function* chunks(...parts: (string | Uint8Array)[]): AsyncGenerator<string | Uint8Array> {
  yield* parts;
}

const read = async (...parts: (string | Uint8Array)[]) =>
  (await Array.fromAsync(serverSentEvents(chunks(...parts)))).map(({ event, data }) => [event, data]);

test('reads events that arrive in arbitrary chunks, and skips comments', async () => {
  expect(await read('event: sta', 'rted\nda', 'ta: {"a":1}\n\n: ping\n\ndata: two\r\n\r\n')).toEqual([
    ['started', '{"a":1}'],
    [undefined, 'two'],
  ]);
});

test('joins a character that was cut between two chunks', async () => {
  const bytes = new TextEncoder().encode('data: Zürich\n\n');
  const at = bytes.indexOf(0xc3) + 1;
  expect(await read(bytes.subarray(0, at), bytes.subarray(at))).toEqual([[undefined, 'Zürich']]);
});

test('reads a last event without a closing blank line', async () => {
  expect(await read('data: one\n\ndata: two')).toEqual([
    [undefined, 'one'],
    [undefined, 'two'],
  ]);
});
