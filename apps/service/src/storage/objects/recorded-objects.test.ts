import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { OneDataKey, openDisk, openEncrypted } from '@parley/testing/object-store-benches.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ENCRYPTED_TYPE } from './object-cipher.ts';
import type { ObjectStore } from './object-store.ts';
import { recordedObjects } from './recorded-objects.ts';
import { partType, recordingKey, recordingPart, unmeasuredRecordingKey } from './recording-key.ts';

const id = '01890000-0000-7000-8000-000000000001';
const measured = recordingKey({ id, rateHz: 8000, partBytes: 4, dataBytes: 8 });

let keys: OneDataKey;
let plain: ObjectStore;
let store: ObjectStore;
let close: () => Promise<void>;
beforeEach(async () => {
  keys = new OneDataKey();
  const below = await openDisk();
  const bench = await openEncrypted(async () => below, keys)();
  [plain, close] = [below.store, bench.close];
  store = recordedObjects({ objects: bench.store, ownLink: async (key) => key });
  // The key says two parts: a process that was taken for dead wrote the third.
  for (const part of [0, 1, 2])
    await store.put(recordingPart(id, part), Buffer.from('beep'), { contentType: partType(8000) });
});
afterEach(() => close());

const parts = () => plain.list(`recordings/${id}`);

test.each([
  { what: 'whose size is known', key: measured },
  { what: 'whose size is unknown', key: unmeasuredRecordingKey(id) },
])(
  'a recording $what is deleted with all its parts even after its encryption key was destroyed',
  async ({ key }) => {
    keys.destroy();
    await store.delete([key]);
    expect(await parts()).toEqual([]);
  },
);

test('a recording can be deleted while its encryption key is unavailable, and if one of its parts is damaged', async () => {
  await plain.put(recordingPart(id, 2), Buffer.from('x'), { contentType: ENCRYPTED_TYPE });
  keys.fail(new Error('the KMS is away'));
  await store.delete([measured]);
  expect(await parts()).toEqual([]);
});

test('reading a recording asks for its encryption key twice, however many parts it has', async () => {
  const before = keys.asked;
  const found = await store.get(measured);
  expect((await buffer(found?.body as Readable)).toString('latin1')).toContain('beepbeep');
  expect(keys.asked - before).toBe(2);
});

test('a recording whose encryption key was destroyed cannot be read any more', async () => {
  await buffer((await store.get(measured))?.body as Readable);
  keys.destroy();
  expect(await store.get(measured)).toBeUndefined();
});
