import type pg from 'pg';
import { expect, test } from 'vitest';
import { recordingKey, simulatedRecordingKey } from '../objects/recording-key.ts';
import { missingObjects, storedKeys } from './object-references.ts';

/** A database in which rows still name these keys. */
const naming = (...keys: string[]) =>
  ({ query: async () => ({ rows: keys.map((key) => ({ key })) }) }) as unknown as pg.ClientBase;
const recording = recordingKey({ id: 'call', rateHz: 8000, partBytes: 100, dataBytes: 250 });

test('a recording is in a backup when all of its parts are', () => {
  expect(storedKeys(recording)).toEqual(['recordings/call/0', 'recordings/call/1', 'recordings/call/2']);
});

test('the recording of a simulated call may be spoken after the backup', () => {
  expect(storedKeys(simulatedRecordingKey('call'))).toEqual([]);
});

test('a backup tells objects that were deleted meanwhile from objects that the store has lost', async () => {
  const named = ['documents/deleted', 'documents/lost', 'documents/there', recording];
  const copied = new Set(['documents/there', 'recordings/call/0', 'recordings/call/2']);
  expect(await missingObjects(naming('documents/lost', recording), named, copied)).toEqual([
    { key: 'documents/deleted', reason: 'deleted' },
    { key: 'documents/lost', reason: 'lost' },
    { key: 'recordings/call/1', reason: 'lost' },
  ]);
});

test('a backup without a missing object asks the database nothing', async () => {
  const query = () => Promise.reject(new Error('asked'));
  const client = { query } as unknown as pg.ClientBase;
  expect(await missingObjects(client, ['documents/there'], new Set(['documents/there']))).toEqual([]);
});
