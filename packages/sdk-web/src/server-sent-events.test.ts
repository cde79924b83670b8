import { expect, test } from 'vitest';
import { readEvents } from './server-sent-events.ts';

const bytesOf = (text: string) => new TextEncoder().encode(text);

function streamOf(chunks: Iterable<Uint8Array>): ReadableStream<Uint8Array> {
  const left = chunks[Symbol.iterator]();
  return new ReadableStream({
    pull(controller) {
      const { done, value } = left.next();
      if (done) controller.close();
      else controller.enqueue(value);
    },
  });
}

const read = (...chunks: string[]) => Array.fromAsync(readEvents(streamOf(chunks.map(bytesOf))));

test('messages are whole, however the network cut them', async () => {
  expect(await read('id: 1\nda', 'ta: {"a":', '1}\n', '\nid: 2\ndata: x\n\n')).toEqual([
    { id: '1', data: '{"a":1}' },
    { id: '2', data: 'x' },
  ]);
});

test('a letter of two bytes survives being cut in half', async () => {
  const bytes = bytesOf('data: ä\n\n');
  const halves = [bytes.slice(0, 7), bytes.slice(7)];
  expect(await Array.fromAsync(readEvents(streamOf(halves)))).toEqual([{ id: undefined, data: 'ä' }]);
});

test('a comment counts as a heartbeat without data', async () => {
  expect(await read(': still here\r\n\r\n')).toEqual([{ id: undefined, data: undefined }]);
});

test('data of several lines is one text', async () => {
  expect(await read('data: a\ndata: b\n\n')).toEqual([{ id: undefined, data: 'a\nb' }]);
});

test('limits the size of a message', async () => {
  const endless = streamOf(
    (function* () {
      for (;;) yield bytesOf('x'.repeat(65_536));
    })(),
  );
  await expect(Array.fromAsync(readEvents(endless))).rejects.toThrow('no end');
});
