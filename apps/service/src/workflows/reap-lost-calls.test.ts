import { RowBackoff } from '@parley/kernel/row-backoff.ts';
import { callingCompany, waitingCall, workerId } from '@parley/testing/calling-company.ts';
import { testDatabase } from '@parley/testing/database.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isExact } from '../domains/billing/ledger.actions.ts';
import { isDoNotCall } from '../domains/contacts/contact.actions.ts';
import { attemptsOf } from '../domains/conversations/call-attempt.store.ts';
import { appendJournals } from '../domains/conversations/call-journal.actions.ts';
import { removeConversation } from '../domains/conversations/conversation.actions.ts';
import { readDatabaseName } from '../domains/conversations/dial-ledger.actions.ts';
import { claimDue } from '../domains/conversations/dispatch.actions.ts';
import { settle } from '../domains/conversations/settlement.actions.ts';
import { keepWorkerAlive } from '../domains/conversations/worker-liveness.actions.ts';
import { beginReceipt } from '../domains/personal-data/receipt.store.ts';
import type { DialLine } from '../storage/dial-ledger.ts';
import { unmeasuredRecordingKey } from '../storage/objects/recording-key.ts';
import { sql } from '../storage/sql.ts';
import { findLostRecordings } from './find-lost-recordings.ts';
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

test('the call of a dead process ends as lost, with the data stored so far, and is retried', async () => {
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

test('a contact who opted out in a call stays opted out if the process dies before settling the call', async () => {
  const { scope, conversation, attemptId } = await lostCall();
  const entries = [
    { kind: 'plan', plan: { language: 'EN' } },
    { kind: 'word', intention: { kind: 'confirm_opt_out' }, why: '' },
  ];
  await appendJournals(store.database, [{ attemptId, companyId: scope.companyId, part: 0, entries }]);
  expect(await reapLostCalls(reaper())).toBe(1);
  expect(await isDoNotCall(scope, conversation.contactId)).toBe(true);
  const [lost] = await attemptsOf(scope, [conversation.id]);
  expect(lost).toMatchObject({ status: 'FAILED', reasonCode: 'LOST' });
});

test('a lost call whose journal is partly unreadable gets no further call and no recording', async () => {
  const { scope, conversation, attemptId } = await lostCall();
  const { companyId } = scope;
  const optOut = { kind: 'word', intention: { kind: 'confirm_opt_out' }, why: '' };
  await appendJournals(store.database, [
    { attemptId, companyId, part: 0, entries: [{ kind: 'plan', plan: { language: 'EN' } }] },
    { attemptId, companyId, part: 1, entries: [optOut] },
  ]);
  await store.database.run(sql`
    update call_journals set sealed = set_byte(sealed, 40, get_byte(sealed, 40) # 1)
    where attempt_id = ${attemptId} and part = 1`);
  const left = async () => `recordings/${attemptId}/8000-80000-200000.wav`;
  expect(await reapLostCalls(reaper({ recordings: { left } }))).toBe(1);
  const attempts = await attemptsOf(scope, [conversation.id]);
  expect(attempts).toMatchObject([{ status: 'FAILED', reasonCode: 'LOST', recordingKey: null }]);
  expect(attempts[0]?.notes).toContain('cannot be decrypted');
});

test('a callback that was promised in a lost call is placed at its time', async () => {
  const { scope, conversation, attemptId } = await lostCall();
  const promisedAt = new Date(store.database.now().getTime() + 40 * 3_600_000);
  const entries = [
    { kind: 'plan', plan: { language: 'EN' } },
    { kind: 'word', intention: { kind: 'confirm_callback', at: promisedAt.toISOString() }, why: '' },
  ];
  await appendJournals(store.database, [{ attemptId, companyId: scope.companyId, part: 0, entries }]);
  expect(await reapLostCalls(reaper())).toBe(1);
  const [lost, next] = await attemptsOf(scope, [conversation.id]);
  expect(lost).toMatchObject({ status: 'FAILED', reasonCode: 'LOST' });
  expect(next).toMatchObject({ status: 'SCHEDULED', scheduledAt: promisedAt });
});

test.each([
  [
    'an objection to it',
    { language: 'EN' },
    [{ kind: 'consent', decision: 'objected', atMs: 5000, asked: null, said: 'No!' }],
  ],
  ['no answer to the consent question', { language: 'EN', recordingConsent: { mode: 'ask' } }, []],
])('the recording of a lost call with %s is deleted', async (_, plan, journal) => {
  const { scope, conversation, attemptId } = await lostCall();
  const entries = [{ kind: 'plan', plan }, ...journal];
  await appendJournals(store.database, [{ attemptId, companyId: scope.companyId, part: 0, entries }]);
  const key = `recordings/${attemptId}/8000-80000-200000.wav`;
  expect(await reapLostCalls(reaper({ recordings: { left: async () => key } }))).toBe(1);
  const [lost] = await attemptsOf(scope, [conversation.id]);
  expect(lost?.recordingKey).toBeNull();
  expect(lost?.recordingConsent?.decision).toBe(journal[0]?.decision ?? 'not_reached');
  expect(await store.database.all(sql`select key from object_deletions where key = ${key}`)).toEqual([
    { key },
  ]);
});

/** What is to be deleted of the call's recording, and from when on. */
const deletionsOf = (attemptId: string) =>
  store.database.all<{ key: string; isNow: boolean }>(sql`
    select key, due_at <= ${store.database.now()} as "isNow" from object_deletions
    where starts_with(key, ${`recordings/${attemptId}/`})`);

test('the recording of a lost call without a journal is deleted, because consent to it is unknown', async () => {
  const { scope, conversation, attemptId } = await lostCall();
  const key = `recordings/${attemptId}/8000-80000-200000.wav`;
  expect(await reapLostCalls(reaper({ recordings: { left: async () => key } }))).toBe(1);
  const [lost] = await attemptsOf(scope, [conversation.id]);
  expect(lost?.recordingKey).toBeNull();
  // Its process may live, and the call end with a result that owns the recording.
  expect(await deletionsOf(attemptId)).toEqual([{ key: unmeasuredRecordingKey(attemptId), isNow: false }]);
});

test('a lost call that was never recorded has no recording to delete', async () => {
  const { attemptId } = await lostCall();
  expect(await reapLostCalls(reaper())).toBe(1);
  expect(await deletionsOf(attemptId)).toEqual([]);
});

/** Settles a lost call with this journal while the object store is away. */
async function lostWithoutStore(plan: object, ...journal: object[]) {
  const call = await lostCall();
  const { attemptId, scope } = call;
  const entries = [{ kind: 'plan', plan }, ...journal];
  await appendJournals(store.database, [{ attemptId, companyId: scope.companyId, part: 0, entries }]);
  expect(await reapLostCalls(reaper({ recordings: away, onError: () => {} }))).toBe(1);
  return { ...call, key: `recordings/${attemptId}/8000-80000-200000.wav` };
}
const away = { left: () => Promise.reject(new Error('the store is away')) };
const never = new AbortController().signal;
const noWords = () => {};

/** As the worker of the call would settle it. */
const resultOf = ({
  scope,
  conversation,
  attemptId,
}: Pick<Awaited<ReturnType<typeof lostCall>>, 'scope' | 'conversation' | 'attemptId'>) => ({
  attemptId,
  companyId: scope.companyId,
  conversationId: conversation.id,
  workerId: silentWorker,
  ending: { kind: 'finished' as const },
  notes: null,
  durationSeconds: 20,
  transcript: [],
  findings: null,
});

test('after an outage of the object store the permitted recording of a lost call is found and kept', async () => {
  const { scope, conversation, attemptId, key } = await lostWithoutStore({ language: 'EN' });
  const dueInAYear = sql`
    select key from object_deletions where starts_with(key, ${`recordings/${attemptId}/`})
      and due_at < ${store.database.now()}::timestamptz + interval '1 year'`;
  const keyKept = async () => (await attemptsOf(scope, [conversation.id]))[0]?.recordingKey;
  await findLostRecordings(store.database, away, never, noWords);
  expect([await keyKept(), await store.database.all(dueInAYear)]).toEqual([null, []]);
  // As if a minute had passed.
  await store.database.run(sql`update object_deletions set look_at = null`);
  await findLostRecordings(store.database, { left: async () => key }, never, noWords);
  expect([await keyKept(), await deletionsOf(attemptId)]).toEqual([key, []]);
});

test('after an outage of the object store the recording of a lost call with an objection is deleted', async () => {
  const objection = { kind: 'consent', decision: 'objected', atMs: 5000, asked: null, said: 'No!' };
  const { attemptId } = await lostWithoutStore({ language: 'EN' }, objection);
  expect(await deletionsOf(attemptId)).toEqual([{ key: unmeasuredRecordingKey(attemptId), isNow: false }]);
});

test('a recording not found yet is deleted with its conversation, and the erasure receipt waits for that', async () => {
  const { scope, conversation, attemptId } = await lostWithoutStore({ language: 'EN' });
  const receiptId = store.database.newId();
  await scope.transaction(async (inside) => {
    await beginReceipt(inside, receiptId);
    await removeConversation(inside, conversation.id);
  });
  const key = unmeasuredRecordingKey(attemptId);
  expect(await deletionsOf(attemptId)).toEqual([{ key, isNow: true }]);
  expect(
    await store.database.all(sql`select receipt_id as id from object_deletions where key = ${key}`),
  ).toEqual([{ id: receiptId }]);
});

test('after an outage of the object store a lost call of a deleted conversation leaves no recording', async () => {
  const { scope, conversation, attemptId } = await lostCall();
  await removeConversation(scope, conversation.id);
  await settle(store.database, {
    ...resultOf({ scope, conversation, attemptId }),
    ending: { kind: 'lost' },
    isRecordingSought: true,
  });
  await findLostRecordings(store.database, away, never, noWords);
  expect(await deletionsOf(attemptId)).toEqual([{ key: unmeasuredRecordingKey(attemptId), isNow: true }]);
});

test('the late result of a lost call gets its recording although it had not been found yet', async () => {
  const { scope, conversation, attemptId, key } = await lostWithoutStore({ language: 'EN' });
  await settle(store.database, { ...resultOf({ scope, conversation, attemptId }), recordingKey: key });
  expect((await attemptsOf(scope, [conversation.id]))[0]?.recordingKey).toBe(key);
  expect(await deletionsOf(attemptId)).toEqual([]);
});

test('a lost call is settled even if its journal is unreadable', async () => {
  const { scope, conversation, attemptId } = await lostCall();
  const entries = [{ kind: 'plan' }, { kind: 'said' }, null];
  await appendJournals(store.database, [{ attemptId, companyId: scope.companyId, part: 0, entries }]);
  expect(await reapLostCalls(reaper())).toBe(1);
  expect((await attemptsOf(scope, [conversation.id]))[0]).toMatchObject({
    reasonCode: 'LOST',
    transcript: [],
  });
});

test('a lost call whose recording cannot be looked up is settled without it, and that is reported', async () => {
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

test('a lost call of a deleted conversation releases its slot and its held minutes', async () => {
  const { scope, conversation } = await lostCall();
  await removeConversation(scope, conversation.id);
  expect(await reapLostCalls(reaper())).toBe(1);
  expect(await isExact(scope)).toBe(true);
});

test('a lost call counts as placed if its dial-ledger entry arrives while it is being requeued', async () => {
  const place = await callingCompany(store.database);
  const { conversation } = await waitingCall(place);
  const ledgerId = store.database.newId();
  const mark = { ledgerId, claim: 1, database: '1:1:1', at: new Date() };
  await claimDue(store.database, silentWorker, 10, undefined, {
    isClaimable: async () => true,
    mark: async () => mark,
  });
  let reads = 0;
  const database = await readDatabaseName(store.database);
  const line = { conversationId: conversation.id, attemptNumber: 1, claim: 1, database } as DialLine;
  const ledger = { linesAfter: async () => (reads++ === 0 ? [] : [line]) };
  expect(await reapLostCalls(reaper({ ledger }))).toBe(1);
  const [lost, next] = await attemptsOf(place.scope, [conversation.id]);
  expect(lost).toMatchObject({ status: 'FAILED', reasonCode: 'LOST' });
  expect(next).toMatchObject({ status: 'SCHEDULED', number: 2 });
});

test.each([
  ['has its entry', (line: DialLine) => async () => [line]],
  ['cannot be read', () => () => Promise.reject(new Error('the store is away'))],
  ['is on another machine', () => async () => undefined],
  // Its worker writes the line while the call is being returned to its queue.
  [
    'gets its entry late',
    (line: DialLine) => {
      let reads = 0;
      return async () => (reads++ === 0 ? [] : [line]);
    },
  ],
])(
  'a call claimed before a replica was promoted is not placed again when the dial ledger %s',
  async (_, linesOf) => {
    const place = await callingCompany(store.database);
    const contact = {
      firstName: 'Ada',
      lastName: 'Lovelace',
      phoneNumber: '+41446681801',
      gdprExpiryDate: '2099-12-31',
    };
    const [first, other] = [await waitingCall(place, { contact }), await waitingCall(place, { contact })];
    const ledgerId = store.database.newId();
    const mark = { ledgerId, claim: 1, database: 'the system:1:16384', at: store.database.now() };
    const [claimed] = await claimDue(store.database, silentWorker, 1, undefined, {
      isClaimable: async () => true,
      mark: async () => mark,
    });
    expect(claimed?.conversationId).toBe(first.conversation.id);
    const line: DialLine = {
      conversationId: first.conversation.id,
      attemptNumber: 1,
      companyId: place.scope.companyId,
      numberHash: claimed?.numberHash ?? '',
      at: mark.at.toISOString(),
      workerId: silentWorker,
      claim: 1,
      database: mark.database,
    };
    const ledger = { linesAfter: linesOf(line) };
    expect(await reapLostCalls(reaper({ ledger, onError: () => {} }))).toBe(1);
    expect(await attemptsOf(place.scope, [first.conversation.id])).toMatchObject([
      {
        status: 'FAILED',
        reasonCode: 'LOST',
        notes: expect.stringContaining('the contact is not called again'),
      },
    ]);
    // Nor is anybody else at that number, who may have asked not to be called.
    await store.database.run(sql`delete from locked_numbers`);
    expect(await claimDue(store.database, workerId, 10)).toEqual([]);
    expect(await attemptsOf(place.scope, [other.conversation.id])).toMatchObject([{ status: 'FAILED' }]);
    expect(await isExact(place.scope)).toBe(true);
  },
);

test('a call claimed before a failover is requeued if the dial ledger proves that it was not dialled', async () => {
  const place = await callingCompany(store.database);
  const { conversation } = await waitingCall(place);
  const mark = { ledgerId: store.database.newId(), claim: 1, database: 'the system:1:16384', at: new Date() };
  await claimDue(store.database, silentWorker, 10, undefined, {
    isClaimable: async () => true,
    mark: async () => mark,
  });
  expect(await reapLostCalls(reaper({ ledger: { linesAfter: async () => [] } }))).toBe(1);
  expect(await attemptsOf(place.scope, [conversation.id])).toMatchObject([
    { status: 'SCHEDULED', number: 1 },
  ]);
});

test('the dial ledger of a dead process is read once for all of its calls', async () => {
  await store.database.run(sql`delete from live_calls`);
  const place = await callingCompany(store.database);
  const calls = [await waitingCall(place), await waitingCall(place), await waitingCall(place)];
  const ledgerId = store.database.newId();
  await claimDue(store.database, silentWorker, 10, undefined, {
    isClaimable: async () => true,
    mark: async () => ({ ledgerId, claim: 5, database: '1:1:1', at: new Date() }),
  });
  const database = await readDatabaseName(store.database);
  const reads: number[] = [];
  const ledger = {
    linesAfter: async (_id: string, claims: number) => {
      reads.push(claims);
      return calls.map(
        ({ conversation }) =>
          ({ conversationId: conversation.id, attemptNumber: 1, claim: 5, database }) as DialLine,
      );
    },
  };
  expect(await reapLostCalls(reaper({ ledger }))).toBe(3);
  expect(reads).toEqual([4]);
});

test('calls of a process with a heartbeat are not settled as lost', async () => {
  const place = await callingCompany(store.database);
  await waitingCall(place);
  await claimDue(store.database, workerId, 10);
  await keepWorkerAlive(store.database, workerId);
  expect(await reapLostCalls(reaper())).toBe(0);
});

test('a lost call that cannot be settled does not block other lost calls, and is retried later', async () => {
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
