import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Remark } from '@parley/call-engine/journal.ts';
import { ManualClock } from '@parley/kernel/clock.ts';
import { uuid7 } from '@parley/kernel/id.ts';
import { OneDataKey } from '@parley/testing/object-store-benches.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDiskObjects } from '../storage/objects/disk-objects.ts';
import { encryptedObjects } from '../storage/objects/encrypted-objects.ts';
import type { ObjectStore } from '../storage/objects/object-store.ts';
import { recordedObjects } from '../storage/objects/recorded-objects.ts';
import {
  parseRecordingKey,
  recordingPart,
  unmeasuredRecordingKey,
} from '../storage/objects/recording-key.ts';
import { CallRecordings } from './call-recordings.ts';

const clock = new ManualClock('2026-03-01T12:00:00Z');
const newId = uuid7(clock);
let folder: string;
let disk: ObjectStore;
let objects: ObjectStore;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'recordings-'));
  disk = await openDiskObjects({
    root: folder,
    publicUrl: 'http://localhost',
    linkSecret: 'a secret of thirty-two bytes or more',
    clock,
    newId,
  });
  objects = recordedObjects({ objects: disk, ownLink: async (key) => `own:${key}` });
});
afterAll(() => rm(folder, { recursive: true }));

/** Waits as long as the event loop takes, whatever it was asked for; the last part is waited for in earnest. */
const soon = (ms: number): Promise<void> =>
  ms > 5000 ? new Promise(() => {}) : new Promise((resolve) => setImmediate(resolve));

const FRAME = 160;
const theirs = new Int16Array(FRAME).fill(8000);
const ours = new Int16Array(FRAME).fill(-2000);

function record(
  store: Pick<ObjectStore, 'put' | 'head' | 'list' | 'delete'>,
  seconds: number,
  ours = new Int16Array(0),
) {
  const id = newId();
  const notes: Remark[] = [];
  const recordings = new CallRecordings({ objects: store, sleep: soon });
  const recorder = recordings.open(id, 8000, (remark) => notes.push(remark));
  for (let frame = 0; frame < seconds * 50; frame += 1) recorder.add(theirs, ours);
  recorder.finish();
  return { id, recordings, notes };
}

async function bytesOf(key: string, range?: { start: number; end?: number }): Promise<Buffer> {
  const object = await objects.get(key, range);
  return Buffer.concat(await Array.fromAsync(object?.body ?? []));
}

test('a recording stored in three parts is served as one file, and any range of it can be read', async () => {
  const { id, recordings } = record(disk, 12.5);
  const key = (await recordings.close(id)) ?? '';
  expect(parseRecordingKey(key)).toEqual({ id, rateHz: 8000, partBytes: 80_000, dataBytes: 200_000 });
  expect(await objects.head(key)).toEqual({ sizeBytes: 200_058, contentType: 'audio/wav' });

  const whole = await bytesOf(key);
  expect(whole).toHaveLength(200_058);
  expect(whole.toString('latin1', 0, 4)).toBe('RIFF');
  expect(whole.readUInt32LE(4)).toBe(200_050);
  expect(whole.readUInt32LE(54)).toBe(200_000);
  for (const [start, end] of [
    [0, 0],
    [10, 100],
    [57, 58],
    [80_000, 80_200],
    [80_057, 160_058],
    [199_999, 200_057],
    [0, 999_999],
  ] as const)
    expect(
      (await bytesOf(key, { start, end })).equals(whole.subarray(start, end + 1)),
      `${start}-${end}`,
    ).toBe(true);
  expect((await bytesOf(key, { start: 160_000 })).equals(whole.subarray(160_000))).toBe(true);
  await expect(objects.get(key, { start: 200_058 })).rejects.toMatchObject({ reason: 'INVALID_RANGE' });
});

test('a recording contains the audio of both the contact and the agent', async () => {
  const { id, recordings } = record(disk, 1, ours);
  const sound = (await bytesOf((await recordings.close(id)) ?? '')).subarray(58);
  const middle = [...sound.subarray(2000, 14_000)];
  expect(new Set(middle.filter((_, n) => n % 2 === 0)).size).toBe(1);
  expect(new Set(middle.filter((_, n) => n % 2 === 1)).size).toBe(1);
  expect(middle[0]).not.toBe(middle[1]);
});

test('the audio of a reconnected call is added to the same recording', async () => {
  const { id, recordings } = record(disk, 1);
  const again = recordings.open(id, 8000, () => undefined);
  for (let frame = 0; frame < 50; frame += 1) again.add(theirs, new Int16Array(0));
  const key = await recordings.close(id);
  expect(parseRecordingKey(key ?? '')?.dataBytes).toBe(32_000);
  expect(await recordings.close(id)).toBeNull();
});

test('a recording of unknown size can be deleted', async () => {
  const { id, recordings } = record(disk, 12.5);
  await recordings.close(id);
  expect(await disk.list(`recordings/${id}`)).toHaveLength(3);
  await objects.delete([unmeasuredRecordingKey(id)]);
  expect(await disk.list(`recordings/${id}`)).toEqual([]);
});

test('audio that arrives after a recording was closed does not change the recording', async () => {
  const { id, recordings } = record(disk, 1);
  const sound = await bytesOf((await recordings.close(id)) ?? '');
  const late = recordings.open(id, 8000, () => undefined);
  for (let frame = 0; frame < 300; frame += 1) late.add(ours, ours);
  expect(await recordings.close(id)).toBeNull();
  expect((await disk.head(recordingPart(id, 0)))?.sizeBytes).toBe(sound.length - 58);
});

test.each([1, 2, 3, 7])(
  'the recording of a process that died after storing %d parts is recovered',
  async (parts) => {
    const { id } = record(disk, parts * 5 + 2);
    const left = new CallRecordings({ objects: disk, sleep: soon });
    await expect.poll(() => disk.head(recordingPart(id, parts - 1))).toBeDefined();
    const key = await left.left(id);
    expect(parseRecordingKey(key ?? '')).toMatchObject({
      rateHz: 8000,
      partBytes: 80_000,
      dataBytes: parts * 80_000,
    });
    expect(await bytesOf(key ?? '')).toHaveLength(58 + parts * 80_000);
  },
);

/** Records into the same folder until it is killed, never so far ahead of the disk that parts would be lost. */
const endlessRecording = (id: string): string => `
  import { setImmediate as turn } from 'node:timers/promises';
  const load = (path) => import(new URL(path, ${JSON.stringify(import.meta.url)}));
  const { openDiskObjects } = await load('../storage/objects/disk-objects.ts');
  const { CallRecordings } = await load('./call-recordings.ts');
  const objects = await openDiskObjects({
    root: ${JSON.stringify(folder)}, publicUrl: '', linkSecret: 'x'.repeat(32),
    clock: { now: () => new Date() }, newId: () => crypto.randomUUID(),
  });
  let stored = 0;
  const put = async (...order) => { await objects.put(...order); stored += 1; };
  const recordings = new CallRecordings({ objects: { ...objects, put }, sleep: () => turn() });
  const recorder = recordings.open('${id}', 8000, () => undefined);
  for (let frame = 0; ; frame += 1) {
    recorder.add(new Int16Array(160).fill(8000), new Int16Array(0));
    do await turn(); while (frame / 250 > stored + 3);
  }`;

test('after a process was killed during a call, the recording up to its last stored part remains', async () => {
  const id = newId();
  const child = spawn(process.execPath, ['--input-type=module', '-e', endlessRecording(id)], {
    stdio: 'ignore',
  });
  const ended = once(child, 'exit');
  await expect.poll(() => disk.head(recordingPart(id, 2))).toBeDefined();
  child.kill('SIGKILL');
  await ended;
  const key = (await new CallRecordings({ objects: disk, sleep: soon }).left(id)) ?? '';
  const sound = (await bytesOf(key)).subarray(58);
  expect(sound.length).toBeGreaterThanOrEqual(3 * 80_000);
  expect(sound.length % 80_000).toBe(0);
  // The agent was silent; of the contact, what a slow disk had no room for is silence too.
  expect(sound.every((byte, n) => byte === 0xff || (n % 2 === 0 && byte === sound[0]))).toBe(true);
});

test('after a process died before the first part was stored, there is no recording', async () => {
  expect(await new CallRecordings({ objects: disk, sleep: soon }).left(newId())).toBeNull();
});

test('a recording requests its encryption key when it is opened, before its first part is full', async () => {
  const keys = new OneDataKey();
  const store = recordedObjects({
    objects: encryptedObjects({ objects: disk, keys, links: disk }),
    ownLink: async (key) => key,
  });
  const recordings = new CallRecordings({ objects: store, sleep: soon });
  recordings.open(newId(), 8000, () => undefined);
  await expect.poll(() => keys.asked).toBe(1);
  // Nobody hears of a failure: the first part asks again.
  keys.fail(new Error('the KMS is away'));
  recordings.open(newId(), 8000, () => undefined);
  await expect.poll(() => keys.asked).toBe(2);
});

test('the unreadable recording of an erased contact is not treated as a missing one', async () => {
  const keys = new OneDataKey();
  const store = recordedObjects({
    objects: encryptedObjects({ objects: disk, keys, links: disk }),
    ownLink: async (key) => key,
  });
  const { id } = record(store, 12.5);
  await expect.poll(() => disk.list(`recordings/${id}`)).toHaveLength(2);
  keys.destroy();
  const elsewhere = new CallRecordings({ objects: store, sleep: soon });
  expect(await elsewhere.left(id)).toBeUndefined();
  await store.delete([unmeasuredRecordingKey(id)]);
  expect(await elsewhere.left(id)).toBeNull();
});

test('deleting a recording deletes all its parts, including parts that arrive late', async () => {
  const { id, recordings } = record(disk, 12);
  const key = (await recordings.close(id)) ?? '';
  await disk.put(recordingPart(id, 3), Buffer.from('late'), { contentType: 'audio/PCMU;rate=8000' });
  await objects.delete([key, 'something-else']);
  for (const part of [0, 1, 2, 3]) expect(await disk.head(recordingPart(id, part))).toBeUndefined();
  expect(await objects.head(key)).toBeUndefined();
  expect(await objects.get(key)).toBeUndefined();
});

test('the download link of a recording leads to this service, and other links to the object store', async () => {
  const expiresAt = new Date(clock.now().getTime() + 60_000);
  const key = 'recordings/some-id/8000-80000-12.wav';
  expect(await objects.downloadLink(key, { expiresAt })).toBe(`own:${key}`);
  expect(await objects.downloadLink('some/file', { expiresAt })).toMatch(
    /^http:\/\/localhost\/objects\/some\/file/,
  );
});

/** A store that takes nothing for the first so many times. */
function awayFor(times: number): { store: ObjectStore; tries: () => number } {
  let tries = 0;
  const store: ObjectStore = {
    ...disk,
    put: (...order) => {
      tries += 1;
      return tries <= times ? Promise.reject(new Error('the store is away')) : disk.put(...order);
    },
  };
  return { store, tries: () => tries };
}

test('a short outage of the object store loses no recording', async () => {
  const { store } = awayFor(3);
  const { id, recordings, notes } = record(store, 12);
  expect(parseRecordingKey((await recordings.close(id)) ?? '')?.dataBytes).toBe(192_000);
  expect(notes).toEqual([]);
});

test('during a long outage of the object store the oldest recorded parts become silence, with a note', async () => {
  const { store } = awayFor(1);
  // All of it comes before the store is asked again.
  const { id, recordings, notes } = record(store, 45);
  const key = (await recordings.close(id)) ?? '';
  const sound = (await bytesOf(key)).subarray(58);
  expect(sound.length).toBe(9 * 80_000);
  const isSilent = (part: number) =>
    sound.subarray(part * 80_000, (part + 1) * 80_000).every((byte) => byte === 0xff);
  expect([0, 1, 2, 3, 4, 5, 6, 7, 8].filter(isSilent)).toEqual([0, 1, 2]);
  expect(notes).toEqual([
    {
      kind: 'trouble',
      part: 'recording',
      message: '15 seconds of the recording were lost: the object store was unavailable for too long',
    },
  ]);
});

test('an unavailable object store does not delay the end of a call', async () => {
  const { store } = awayFor(Number.POSITIVE_INFINITY);
  const impatient = (ms: number): Promise<void> =>
    new Promise((resolve) => setTimeout(resolve, ms > 5000 ? 0 : 1));
  const recordings = new CallRecordings({ objects: store, sleep: impatient });
  const notes: Remark[] = [];
  const id = newId();
  recordings.open(id, 8000, (remark) => notes.push(remark)).add(theirs, ours);
  expect(await recordings.close(id)).toBeNull();
  expect(notes).toMatchObject([{ message: 'The last 5 seconds of the recording could not be stored' }]);
});

test('a first part that is stored only after the end of the call is part of the recording', async () => {
  const arriving = Promise.withResolvers<void>();
  const store: ObjectStore = {
    ...disk,
    put: async (...order) => {
      await arriving.promise;
      return disk.put(...order);
    },
  };
  const impatient = () => new Promise<void>((resolve) => setImmediate(resolve));
  const recordings = new CallRecordings({ objects: store, sleep: impatient });
  const id = newId();
  recordings.open(id, 8000, () => undefined).add(theirs, ours);
  const key = (await recordings.close(id)) ?? '';
  expect(parseRecordingKey(key)?.id).toBe(id);
  expect(await objects.get(key)).toBeUndefined();
  arriving.resolve();
  await expect.poll(() => disk.head(recordingPart(id, 0))).toBeDefined();
  await objects.delete([key]);
  expect(await disk.head(recordingPart(id, 0))).toBeUndefined();
});

async function storedParts(id: string, parts: number): Promise<void> {
  while ((await disk.list(`recordings/${id}`)).length < parts) await soon(0);
}

test('after a contact refuses the recording nothing more is recorded, and the earlier part is deleted', async () => {
  const { id, recordings, notes } = record(disk, 12.5);
  await storedParts(id, 2);
  const again = recordings.open(id, 8000, () => {});
  await recordings.discard(id);
  for (let frame = 0; frame < 500; frame += 1) again.add(theirs, ours);
  expect(await disk.list(`recordings/${id}`)).toEqual([]);
  const key = (await recordings.close(id)) ?? '';
  expect(parseRecordingKey(key)?.id).toBe(id);
  expect(await disk.list(`recordings/${id}`)).toEqual([]);
  expect(notes).toEqual([]);
});

test('a recording whose deletion a crash interrupted can still be found and deleted', async () => {
  let deleted = 0;
  const dying = {
    put: disk.put.bind(disk),
    head: disk.head.bind(disk),
    list: disk.list.bind(disk),
    delete: async (keys: readonly string[]) => {
      if (deleted > 0) throw new Error('the process has died');
      deleted += keys.length;
      await disk.delete(keys);
    },
  };
  const { id, recordings } = record(dying, 12.5);
  await storedParts(id, 2);
  await expect(recordings.discard(id)).rejects.toThrow('died');
  expect(await disk.list(`recordings/${id}`)).toHaveLength(1);
  const left = await new CallRecordings({ objects: disk, sleep: soon }).left(id);
  await objects.delete([left ?? '']);
  expect(await disk.list(`recordings/${id}`)).toEqual([]);
});
