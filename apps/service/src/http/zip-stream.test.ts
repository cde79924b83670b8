import { randomBytes } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { unzipped } from '@parley/testing/unzipped.ts';
import { expect, test } from 'vitest';
import { type ZipFile, zipped } from './zip-stream.ts';

async function* filesOf(...files: ZipFile[]): AsyncGenerator<ZipFile> {
  yield* files;
}

test('a streamed zip archive contains every file, including empty ones and names in other scripts', async () => {
  async function* parts() {
    yield Buffer.from('in ');
    yield Buffer.from('parts');
  }
  const bytes = await buffer(
    zipped(
      filesOf(
        { name: 'a.txt', body: Buffer.from('whole') },
        { name: 'empty', body: Buffer.alloc(0) },
        { name: 'größe/名.txt', body: parts() },
      ),
    ),
  );
  expect([...unzipped(bytes)].map(([name, body]) => [name, String(body)])).toEqual([
    ['a.txt', 'whole'],
    ['empty', ''],
    ['größe/名.txt', 'in parts'],
  ]);
});

test('short files of a zip archive are stored as they are, and their size stands before them', async () => {
  const files = [
    { name: 'short', body: Buffer.from('short') },
    { name: 'long', body: Buffer.alloc(5000) },
  ];
  const bytes = await buffer(zipped(filesOf(...files)));
  const heads = [bytes, bytes.subarray(30 + 'short'.length + 5)].map((head) => ({
    flags: head.readUInt16LE(6),
    method: head.readUInt16LE(8),
    packedBytes: head.readUInt32LE(18),
  }));
  expect(heads).toEqual([
    { flags: 0x0800, method: 0, packedBytes: 5 },
    // Nobody knows yet how small it will be.
    { flags: 0x0808, method: 8, packedBytes: 0 },
  ]);
});

test('a file that cannot be read fails the zip archive instead of being left out', async () => {
  async function* broken() {
    yield Buffer.from('a');
    throw new Error('the disk is away');
  }
  await expect(buffer(zipped(filesOf({ name: 'a', body: broken() })))).rejects.toThrow('the disk is away');
});

test('a client that disconnects during the download of a zip archive leaves no file open', async () => {
  const closed = Promise.withResolvers<string>();
  async function* endless() {
    try {
      for (;;) yield randomBytes(65_536);
    } finally {
      closed.resolve('closed');
    }
  }
  for await (const _ of zipped(filesOf({ name: 'a', body: endless() }))) break;
  for await (const chunk of zipped(filesOf({ name: 'a', body: endless() }))) if (chunk.length > 1000) break;
  expect(await closed.promise).toBe('closed');
});
