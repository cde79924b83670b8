import { ManualClock } from '@parley/kernel/clock.ts';
import { callingCompany, waitingCall } from '@parley/testing/calling-company.ts';
import { testDatabase } from '@parley/testing/database.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { attemptsOf } from '../domains/conversations/call-attempt.store.ts';
import { appendJournals } from '../domains/conversations/call-journal.actions.ts';
import { removeConversation } from '../domains/conversations/conversation.actions.ts';
import { claimDue } from '../domains/conversations/dispatch.actions.ts';
import { unmeasuredRecordingKey } from '../storage/objects/recording-key.ts';
import { sql } from '../storage/sql.ts';
import { findLostRecordings } from './find-lost-recordings.ts';
import { reapLostCalls } from './reap-lost-calls.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const clock = new ManualClock(new Date());
const silentWorker = '01890000-0000-7000-8000-000000000002';

let store: Awaited<ReturnType<typeof testDatabase>>;
beforeAll(async () => {
  store = await testDatabase({ clock });
});
afterAll(() => store.close());

const unreadable = { left: async () => undefined };

/** A call that was settled as lost while nobody could read its recording. */
async function soughtRecording() {
  const place = await callingCompany(store.database);
  const call = await waitingCall(place);
  await claimDue(store.database, silentWorker, 1);
  const { attemptId } = call;
  const entries = [{ kind: 'plan', plan: { language: 'EN' } }];
  await appendJournals(store.database, [{ attemptId, companyId: place.scope.companyId, part: 0, entries }]);
  await reapLostCalls({ everywhere: store.database, recordings: unreadable, onError: () => {} });
  return { ...place, ...call };
}

/** Sweeps so often; answers after how many minutes it looked, and what was said. */
async function sweeps(count: number, everyMs: number, key?: string) {
  const startMs = clock.now().getTime();
  const [looks, said]: [number[], string[]] = [[], []];
  const recordings = {
    left: async () => {
      looks.push((clock.now().getTime() - startMs) / MINUTE_MS);
      return key;
    },
  };
  for (let sweep = 0; sweep < count; sweep++) {
    await findLostRecordings(store.database, recordings, new AbortController().signal, (words) =>
      said.push(words),
    );
    clock.advance(everyMs);
  }
  return { looks, said };
}

test('finding an unreadable recording of a lost call is retried ever less often, and given up after a week', async () => {
  const { scope, conversation, attemptId } = await soughtRecording();
  expect(await sweeps(240, MINUTE_MS)).toEqual({ looks: [0, 1, 6, 36, 96, 156, 216], said: [] });
  const { looks, said } = await sweeps(8 * 24, HOUR_MS);
  expect(looks).toHaveLength(7 * 24 - 7);
  expect(said).toEqual([
    expect.stringContaining(`${attemptId}, whose process died, could not be read for a week`),
  ]);
  // What is left of it goes with its conversation.
  await removeConversation(scope, conversation.id);
  expect(
    await store.database.all(sql`select key from object_deletions where due_at <= ${store.database.now()}`),
  ).toEqual([{ key: unmeasuredRecordingKey(attemptId) }]);
});

test('the recording of a lost call is found once the object store is readable again, even hours later', async () => {
  const { scope, conversation, attemptId } = await soughtRecording();
  await sweeps(10, HOUR_MS);
  const key = `recordings/${attemptId}/8000-80000-200000.wav`;
  expect((await sweeps(1, HOUR_MS, key)).looks).toHaveLength(1);
  expect((await attemptsOf(scope, [conversation.id]))[0]?.recordingKey).toBe(key);
});
