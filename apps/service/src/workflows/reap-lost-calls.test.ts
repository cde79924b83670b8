import { RowBackoff } from '@parley/kernel/row-backoff.ts';
import { callingCompany, waitingCall, workerId } from '@parley/testing/calling-company.ts';
import { testDatabase } from '@parley/testing/database.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isExact } from '../domains/billing/ledger.actions.ts';
import { attemptsOf } from '../domains/conversations/call-attempt.store.ts';
import { appendJournals } from '../domains/conversations/call-journal.actions.ts';
import { removeConversation } from '../domains/conversations/conversation.actions.ts';
import { claimDue } from '../domains/conversations/dispatch.actions.ts';
import { keepWorkerAlive } from '../domains/conversations/worker-liveness.actions.ts';
import { sql } from '../storage/sql.ts';
import { type Reaper, reapLostCalls } from './reap-lost-calls.ts';

let store: Awaited<ReturnType<typeof testDatabase>>;
beforeAll(async () => {
  store = await testDatabase();
});
afterAll(() => store.close());

const reaper = (more: Partial<Reaper> = {}): Reaper => ({
  everywhere: store.database,
  recordings: { left: async () => null },
  onError: (error) => {
    throw error;
  },
  ...more,
});
const silentWorker = '01890000-0000-7000-8000-000000000002';

/** A call on the line of a worker that was never heard of. */
async function lostCall() {
  const place = await callingCompany(store.database);
  const call = await waitingCall(place);
  await claimDue(store.database, silentWorker, 10);
  return { ...place, ...call };
}

test('the call of a dead process ends as lost with its stored data, and is retried', async () => {
  const { scope, conversation, attemptId } = await lostCall();
  const entries = [
    { kind: 'plan', plan: { language: 'EN' } },
    { kind: 'said', text: 'Hello?', startMs: 0, endMs: 1000 },
  ];
  await appendJournals(store.database, [{ attemptId, companyId: scope.companyId, part: 0, entries }]);
  expect(await reapLostCalls(reaper())).toBe(1);
  const [lost, next] = await attemptsOf(scope, [conversation.id]);
  expect(lost).toMatchObject({
    status: 'FAILED',
    reasonCode: 'LOST',
    transcript: [{ speaker: 'AI', text: 'Hello?' }],
  });
  expect(next).toMatchObject({ status: 'SCHEDULED', number: 2 });
  expect(await isExact(scope)).toBe(true);
  expect(await reapLostCalls(reaper())).toBe(0);
});

test('a call with an unreadable journal is settled', async () => {
  const { scope, conversation, attemptId } = await lostCall();
  const entries = [{ kind: 'plan' }, { kind: 'said' }, null];
  await appendJournals(store.database, [{ attemptId, companyId: scope.companyId, part: 0, entries }]);
  expect(await reapLostCalls(reaper())).toBe(1);
  expect((await attemptsOf(scope, [conversation.id]))[0]).toMatchObject({
    reasonCode: 'LOST',
    transcript: [],
  });
});

test('a call whose recording cannot be looked up is settled without it, and that is reported', async () => {
  const { scope, conversation, attemptId } = await lostCall();
  const reported: Error[] = [];
  const recordings = { left: () => Promise.reject(new Error('the store is away')) };
  expect(await reapLostCalls(reaper({ recordings, onError: (error) => reported.push(error) }))).toBe(1);
  expect((await attemptsOf(scope, [conversation.id]))[0]).toMatchObject({
    reasonCode: 'LOST',
    recordingKey: null,
  });
  expect(reported).toMatchObject([
    { message: expect.stringContaining(attemptId), cause: { message: 'the store is away' } },
  ]);
});

test('a call whose conversation was deleted releases its slot and its held minutes', async () => {
  const { scope, conversation } = await lostCall();
  await removeConversation(scope, conversation.id);
  expect(await reapLostCalls(reaper())).toBe(1);
  expect(await isExact(scope)).toBe(true);
});

test('calls of a process with a heartbeat are not settled', async () => {
  const place = await callingCompany(store.database);
  await waitingCall(place);
  await claimDue(store.database, workerId, 10);
  await keepWorkerAlive(store.database, workerId);
  expect(await reapLostCalls(reaper())).toBe(0);
});

test('a lost call that cannot be settled does not block others, and is retried later', async () => {
  await store.database.run(sql`delete from live_calls`);
  const [broken, sound] = [await lostCall(), await lostCall()];
  // What is over cannot end once more.
  await broken.scope.run(sql`
    update conversations set status = 'UNDEFINED'
    where company_id = ${broken.scope.companyId} and id = ${broken.conversation.id}`);
  const reported: string[] = [];
  const backoff = new RowBackoff(({ message }) => reported.push(message));
  expect(await reapLostCalls(reaper(), backoff)).toBe(2);
  expect((await attemptsOf(sound.scope, [sound.conversation.id]))[0]).toMatchObject({ reasonCode: 'LOST' });
  expect(await reapLostCalls(reaper(), backoff)).toBe(0);
  expect(reported).toHaveLength(1);
});
