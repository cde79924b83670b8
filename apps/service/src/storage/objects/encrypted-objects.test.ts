import { createDecipheriv, hkdfSync, randomBytes, randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import {
  type Bench,
  OneDataKey,
  openDisk,
  openEncrypted,
  openS3,
} from '@parley/testing/object-store-benches.ts';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { encryptedObjects } from './encrypted-objects.ts';
import { CHUNK_BYTES, ENCRYPTED_TYPE, HEADER_BYTES, STORED_CHUNK_BYTES } from './object-cipher.ts';
import type { ObjectStore } from './object-store.ts';

const name = 'recordings/a/0';
const type = 'audio/PCMU;rate=8000;channels=2';
const sizes = [0, 1, CHUNK_BYTES - 1, CHUNK_BYTES, CHUNK_BYTES + 1, 3 * CHUNK_BYTES, 3 * CHUNK_BYTES + 7];

describe.each([
  { where: 'on disk', open: openDisk },
  { where: 'on S3', open: openS3 },
])('encrypted objects $where', ({ open }) => {
  let below: Bench;
  let bench: Bench;
  let keys: OneDataKey;
  let store: ObjectStore;
  let plain: ObjectStore;
  beforeEach(async () => {
    keys = new OneDataKey();
    below = await open();
    bench = await openEncrypted(async () => below, keys)();
    store = bench.store;
    plain = below.store;
  });
  afterEach(() => bench.close());

  const read = async (from: ObjectStore, range?: { start: number; end?: number }) => {
    const found = await from.get(name, range);
    return found && buffer(found.body);
  };
  const put = (content: Buffer) => store.put(name, content, { contentType: type });
  /** Changes the bytes that lie in the store. */
  async function tamper(change: (stored: Buffer) => Buffer): Promise<void> {
    const stored = (await read(plain)) as Buffer;
    await plain.put(name, change(Buffer.from(stored)), { contentType: ENCRYPTED_TYPE });
  }

  test.each(sizes)('an encrypted object of %i bytes is read whole and in any range', async (size) => {
    const content = randomBytes(size);
    await put(content);
    expect(await store.head(name)).toEqual({ sizeBytes: size, contentType: type });
    expect((await read(store))?.equals(content)).toBe(true);
    const borders = [0, 1, CHUNK_BYTES - 1, CHUNK_BYTES, CHUNK_BYTES + 1, 2 * CHUNK_BYTES, size - 1];
    for (const start of borders.filter((at) => at >= 0 && at < size))
      for (const end of borders.filter((at) => at >= start))
        expect((await read(store, { start, end }))?.equals(content.subarray(start, end + 1))).toBe(true);
  });

  test('the stored bytes of an encrypted object reveal neither its content nor its type', async () => {
    await put(Buffer.from('a secret sentence '.repeat(9000)));
    const stored = await plain.get(name);
    expect(stored?.contentType).toBe(ENCRYPTED_TYPE);
    expect((await buffer(stored?.body as Readable)).toString('latin1')).not.toContain('secret');
  });

  test('the same content encrypted twice is stored as different bytes', async () => {
    await put(Buffer.from('the same'));
    const first = await read(plain);
    await put(Buffer.from('the same'));
    expect((await read(plain))?.equals(first as Buffer)).toBe(false);
  });

  test('reading a range of a large encrypted object fetches only its chunks and the header', async () => {
    await put(randomBytes(40 * CHUNK_BYTES));
    let fetched = 0;
    const counting: ObjectStore = {
      ...plain,
      async get(key, range) {
        const found = await plain.get(key, range);
        if (found === undefined) return undefined;
        async function* counted() {
          for await (const chunk of found?.body ?? []) {
            fetched += chunk.length;
            yield chunk;
          }
        }
        return { ...found, body: Readable.from(counted(), { objectMode: false }) };
      },
    };
    const counted = encryptedObjects({ objects: counting, keys, links: store });
    const start = 20 * CHUNK_BYTES + 100;
    expect(await read(counted, { start, end: start + 9 })).toHaveLength(10);
    expect(fetched).toBeLessThanOrEqual(STORED_CHUNK_BYTES + HEADER_BYTES);
  });

  test.each([
    { what: 'a changed byte', change: flip(HEADER_BYTES + 5) },
    { what: 'another content type', change: flip(58) },
    { what: 'a missing chunk', change: (all: Buffer) => all.subarray(0, -STORED_CHUNK_BYTES) },
    { what: 'a missing half of a chunk', change: (all: Buffer) => all.subarray(0, -1000) },
    { what: 'two swapped chunks', change: exchanged },
  ])('$what in an encrypted object is detected when it is read', async ({ change }) => {
    await put(randomBytes(3 * CHUNK_BYTES));
    await tamper(change);
    await expect(read(store)).rejects.toThrow();
  });

  test('the bytes of an encrypted object copied under another name cannot be read', async () => {
    await put(Buffer.from('hello'));
    const copy = 'recordings/b/0';
    await plain.put(copy, (await read(plain)) as Buffer, { contentType: ENCRYPTED_TYPE });
    const found = await store.get(copy);
    await expect(buffer(found?.body as Readable)).rejects.toThrow();
  });

  test.each(sizes)(
    'an object of %i bytes stored before encryption was introduced can be read',
    async (size) => {
      const content = randomBytes(size);
      await plain.put(name, content, { contentType: type });
      expect(await store.head(name)).toEqual({ sizeBytes: size, contentType: type });
      expect((await read(store))?.equals(content)).toBe(true);
      if (size > 0)
        expect((await read(store, { start: size - 1 }))?.equals(content.subarray(size - 1))).toBe(true);
    },
  );

  test('once its key is destroyed an encrypted object counts as missing, and its bytes reveal nothing', async () => {
    await put(Buffer.from('hello'));
    keys.destroy();
    expect(await store.head(name)).toBeUndefined();
    expect(await store.get(name)).toBeUndefined();
    expect(await store.get(name, { start: 1, end: 2 })).toBeUndefined();
    expect((await read(plain))?.toString('latin1')).not.toContain('hello');
  });

  test('abandoning the download of an encrypted object closes the underlying stream', async () => {
    await put(randomBytes(3 * CHUNK_BYTES));
    const opened: Readable[] = [];
    const watched = encryptedObjects({
      objects: {
        ...plain,
        async get(key, range) {
          const found = await plain.get(key, range);
          if (found) opened.push(found.body);
          return found;
        },
      },
      keys,
      links: store,
    });
    const found = await watched.get(name);
    found?.body.destroy();
    await new Promise((resolve) => found?.body.once('close', resolve));
    expect(opened.map(({ destroyed }) => destroyed)).toEqual([true]);
  });
});

test('encrypted objects can be decrypted with only the documented description of the format', async () => {
  const dataKey = randomBytes(32);
  const id = randomUUID();
  const below = await openDisk();
  const keys = { covers: () => true, keyFor: async () => ({ id, key: dataKey }), keyOf: async () => dataKey };
  const bench = await openEncrypted(async () => below, keys)();
  try {
    await bench.store.put(name, Buffer.from('hello'), { contentType: type });
    const found = await below.store.get(name);
    const stored = await buffer(found?.body as Readable);
    expect(stored.subarray(0, 8).toString()).toBe('PARLEYC1');
    expect(stored.subarray(8, 24).toString('hex')).toBe(id.replaceAll('-', ''));
    expect(stored.subarray(57, 57 + (stored[56] as number)).toString()).toBe(type);
    const key = Buffer.from(hkdfSync('sha256', dataKey, stored.subarray(24, 56), 'parley object', 32));
    const decipher = createDecipheriv('aes-256-gcm', key, Buffer.from('000000000000000000000001', 'hex'))
      .setAAD(Buffer.concat([stored.subarray(0, 320), Buffer.from(name)]))
      .setAuthTag(stored.subarray(-16));
    expect(decipher.update(stored.subarray(320, -16), undefined, 'utf8') + decipher.final('utf8')).toBe(
      'hello',
    );
  } finally {
    await bench.close();
  }
});

function flip(at: number): (all: Buffer) => Buffer {
  return (all) => {
    all[at] = (all[at] as number) ^ 1;
    return all;
  };
}

function exchanged(all: Buffer): Buffer {
  const [a, b] = [HEADER_BYTES, HEADER_BYTES + STORED_CHUNK_BYTES];
  const first = Buffer.from(all.subarray(a, b));
  all.copy(all, a, b, b + STORED_CHUNK_BYTES);
  first.copy(all, b);
  return all;
}
