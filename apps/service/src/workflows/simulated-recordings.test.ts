import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { SpeechFailure } from '@parley/speech/speech-failure.ts';
import type { TextToSpeech } from '@parley/speech/text-to-speech.ts';
import { callingCompany, endedCall, waitingCall, workerId } from '@parley/testing/calling-company.ts';
import { testDatabase } from '@parley/testing/database.ts';
import { waitFor } from '@parley/testing/wait-for.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { removeConversation } from '../domains/conversations/conversation.actions.ts';
import { claimDue } from '../domains/conversations/dispatch.actions.ts';
import { settle } from '../domains/conversations/settlement.actions.ts';
import { openDiskObjects } from '../storage/objects/disk-objects.ts';
import type { ObjectStore } from '../storage/objects/object-store.ts';
import { recordedObjects } from '../storage/objects/recorded-objects.ts';
import { recordingPart, simulatedRecordingKey } from '../storage/objects/recording-key.ts';
import { SimulatedRecordings, type SimulatedRecordingsOptions } from './simulated-recordings.ts';

let store: Awaited<ReturnType<typeof testDatabase>>;
let folder: string;
let objects: ObjectStore;
beforeAll(async () => {
  store = await testDatabase();
  folder = await mkdtemp(join(tmpdir(), 'parley-simulated-'));
  const { newId } = store.database;
  const disk = { root: folder, publicUrl: '', linkSecret: 'x'.repeat(32), clock: { now: () => new Date() } };
  objects = recordedObjects({
    objects: await openDiskObjects({ ...disk, newId }),
    ownLink: async (key) => key,
  });
});
afterAll(async () => {
  await store.close();
  await rm(folder, { recursive: true });
});

const transcript = [
  { speaker: 'AI', text: 'Hello, I am an AI.', startTime: 0, endTime: 1.3, language: 'en' },
  { speaker: 'CONTACT', text: 'Yes?', startTime: 1.8, endTime: 2.1, language: 'en' },
] as const;

/** A simulated call that is over. */
async function heldCall(place?: Awaited<ReturnType<typeof callingCompany>>) {
  const own = place ?? (await callingCompany(store.database));
  const call = await waitingCall(own);
  await claimDue(store.database, workerId, 10);
  const recordingKey = simulatedRecordingKey(call.attemptId);
  await settle(store.database, {
    ...endedCall(own, call, { kind: 'finished' }, 3),
    transcript,
    recordingKey,
  });
  return { ...own, ...call, key: recordingKey };
}

/** A tone, once it is let. */
function makeTts() {
  const open = Promise.withResolvers<void>();
  const spoken: string[] = [];
  const tts: TextToSpeech = {
    async *speak({ text }) {
      spoken.push(text);
      await open.promise;
      yield new Int16Array(4000).fill(8000);
    },
  };
  return { tts, spoken, ...open };
}

const recordingsOf = (more: Partial<SimulatedRecordingsOptions>) =>
  new SimulatedRecordings({
    everywhere: store.database,
    objects,
    tts: undefined,
    limits: { atOnce: 1, mostWaiting: 2, mostWaitingEach: 2 },
    patienceMs: 60_000,
    onError: () => {},
    ...more,
  });

test('two concurrent requests for a simulated recording get the same one, which is synthesised once', async () => {
  const { key } = await heldCall();
  const { tts, spoken, resolve } = makeTts();
  const recordings = recordingsOf({ tts });
  const both = Promise.all([recordings.objects.head(key), recordings.objects.head(key)]);
  resolve();
  const [one, other] = await both;
  expect(one).toEqual({ sizeBytes: 58 + 3 * 16_000, contentType: 'audio/wav' });
  expect(other).toEqual(one);
  expect(await recordings.objects.head(key)).toEqual(one);
  expect(spoken).toEqual(['Hello, I am an AI.', 'Yes?']);
  const found = await objects.get(key, { start: 40, end: 99 });
  expect((await buffer(found?.body as NonNullable<typeof found>['body'])).length).toBe(60);
});

test('a request for a simulated recording is refused with a retry delay when too many wait', async () => {
  const place = await callingCompany(store.database);
  const [first, second] = [await heldCall(place), await heldCall(place)];
  const { tts, spoken, resolve } = makeTts();
  const { objects: asked } = recordingsOf({
    tts,
    limits: { atOnce: 1, mostWaiting: 1, mostWaitingEach: 0 },
  });
  const made = asked.head(first.key);
  await waitFor(() => expect(spoken).toHaveLength(1));
  await expect(asked.head(second.key)).rejects.toMatchObject({
    kind: 'unavailable',
    details: { retryAfterSeconds: 10 },
  });
  resolve();
  expect(await made).toBeDefined();
  expect(await asked.head(second.key)).toBeDefined();
});

test('a request for a long simulated recording times out, and a later request gets it', async () => {
  const { key } = await heldCall();
  const { tts, resolve } = makeTts();
  const recordings = recordingsOf({ tts, patienceMs: 1 });
  await expect(recordings.objects.head(key)).rejects.toMatchObject({ kind: 'unavailable' });
  resolve();
  await waitFor(async () => expect(await objects.head(key)).toBeDefined());
});

test('a failure of text to speech fails one request for a simulated recording, and stores nothing incomplete', async () => {
  const { key } = await heldCall();
  const errors: Error[] = [];
  const failing: TextToSpeech = {
    async *speak({ text }) {
      if (text === 'Yes?') throw new SpeechFailure('unavailable', 'The worker ended');
      yield new Int16Array(80_000).fill(8000);
    },
  };
  const { objects: asked } = recordingsOf({ tts: failing, onError: (error) => errors.push(error) });
  await expect(asked.head(key)).rejects.toMatchObject({ kind: 'unavailable' });
  expect(errors).toHaveLength(1);
  expect(await objects.head(key)).toBeUndefined();
  const { tts, resolve } = makeTts();
  resolve();
  expect(await recordingsOf({ tts }).objects.head(key)).toBeDefined();
});

test('a simulated recording whose conversation is deleted during synthesis is not stored', async () => {
  const { key, scope, conversation, attemptId } = await heldCall();
  const { tts, spoken, resolve } = makeTts();
  const asked = recordingsOf({ tts }).objects.head(key);
  await waitFor(() => expect(spoken).toHaveLength(1));
  await removeConversation(scope, conversation.id);
  resolve();
  expect(await asked).toBeUndefined();
  expect(await objects.head(recordingPart(attemptId, 0))).toBeUndefined();
  expect(await recordingsOf({ tts }).objects.head(key)).toBeUndefined();
});

test('a stopping service aborts the running synthesis of simulated recordings', async () => {
  const { key } = await heldCall();
  const { tts, spoken, resolve } = makeTts();
  const recordings = recordingsOf({ tts });
  const asked = recordings.objects.head(key);
  const refused = expect(asked).rejects.toMatchObject({ kind: 'unavailable' });
  await waitFor(() => expect(spoken).toHaveLength(1));
  const stopped = recordings.stop();
  resolve();
  await Promise.all([refused, stopped]);
  expect(await objects.head(key)).toBeUndefined();
});

test('without text to speech a request for a simulated recording is told why there is none', async () => {
  const { key } = await heldCall();
  await expect(recordingsOf({}).objects.head(key)).rejects.toMatchObject({
    kind: 'unavailable',
    message: expect.stringContaining('speech packages'),
  });
});
