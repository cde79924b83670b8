import { spoken } from '@parley/contract/event.ts';
import {
  type CallingCompany,
  callingCompany,
  endedCall,
  inlineContact,
  waitingCall,
  workerId,
} from '@parley/testing/calling-company.ts';
import { databaseWithoutCalls } from '@parley/testing/database-without-calls.ts';
import { describe, expect, test } from 'vitest';
import { unmeasuredRecordingKey } from '../../storage/objects/recording-key.ts';
import { sql } from '../../storage/sql.ts';
import { changeAgent, createAgent, removeAgent } from '../agents/agent.actions.ts';
import { readUsage } from '../billing/account.actions.ts';
import { isExact } from '../billing/ledger.actions.ts';
import { changeContact, getContacts, markDoNotCall, removeContact } from '../contacts/contact.actions.ts';
import { history } from '../events/event.actions.ts';
import { reopenRun } from '../runs/run-control.actions.ts';
import { analysesOf } from './call-analysis.store.ts';
import { invokeAttempt, retryAdmission } from './call-attempt.actions.ts';
import { attemptsOf } from './call-attempt.store.ts';
import { readJournal } from './call-journal.actions.ts';
import { removeConversationsOfContact } from './conversation.actions.ts';
import { findConversation } from './conversation.store.ts';
import { createConversation } from './conversation-creation.actions.ts';
import { claimDue, endingsOfDays } from './dispatch.actions.ts';
import { settle, settleTogether } from './settlement.actions.ts';
import type { EndingKind } from './settlement.model.ts';
import type { EndedCall } from './settlement-outcome.actions.ts';

/** A Monday. */
const START = '2026-11-16T12:00:00.000Z';
const DAY_SECONDS = 86_400;
const store = databaseWithoutCalls(START);
const { clock } = store;

type Call = Awaited<ReturnType<typeof waitingCall>>;
type Ending = EndedCall['ending'];
const ending = (kind: EndingKind): Ending =>
  kind === 'callback' ? { kind, rawText: 'later please', at: null } : { kind };

const agent = { duration: 10, retryPolicy: { maxAttempts: 2, delaySeconds: [600, 1200] } };
const secondsLater = (seconds: number) => new Date(clock.now().getTime() + seconds * 1000).toISOString();

/** Dials what is due and ends it so. */
async function ends(place: CallingCompany, call: Call, how: Ending, durationSeconds: number | null = null) {
  const [claimed] = await claimDue(store.database, workerId, 10);
  const attemptId = claimed?.attemptId ?? '';
  await settle(store.database, endedCall(place, { ...call, attemptId }, how, durationSeconds));
  return attemptId;
}

/** The conversation as it is now, and the last event about it. */
async function state({ scope }: CallingCompany, { conversation: { id } }: Call) {
  const [conversation, attempts, events] = await Promise.all([
    findConversation(scope, id),
    attemptsOf(scope, [id]),
    history(scope, id),
  ]);
  const last = events.at(-1);
  return {
    status: conversation?.status,
    finishedAt: conversation?.finishedAt?.toISOString() ?? null,
    scheduledAt: conversation?.scheduledAt?.toISOString(),
    durationMinutes: conversation?.durationMinutes,
    attempts: attempts.map(({ status, reasonCode }) => [status, reasonCode]),
    ids: attempts.map((attempt) => attempt.id),
    types: events.map(({ type }) => type),
    event: last?.type,
    data: last && spoken(last.data, 'LEGACY'),
  };
}

const anchorOf = ({ conversation: { id, contactId } }: Call) => ({
  interviewId: id,
  candidateId: contactId,
  jobId: null,
  runId: null,
});

async function expectBooks({ scope }: CallingCompany, books: { used: number; held: number }) {
  expect(await readUsage(scope)).toMatchObject(books);
  expect(await isExact(scope)).toBe(true);
}

describe.each<[EndingKind, string, string | null, string]>([
  ['no_answer', 'NO_ANSWER', 'NO_ANSWER', 'NO_ANSWER'],
  ['busy', 'BUSY', 'BUSY', 'BUSY'],
  ['voicemail', 'VOICEMAIL', 'VOICEMAIL', 'VOICEMAIL'],
  ['refused_at_ringing', 'BUSY', 'DECLINED', 'BUSY'],
  ['hung_up_early', 'NO_ANSWER', 'HUNG_UP', 'NO_ANSWER'],
])('a call that was not answered: %s', (kind, status, reasonCode, reason) => {
  test('a call that was not answered is retried by the retry policy, then the conversation is UNREACHABLE', async () => {
    const place = await callingCompany(store.database, { agent });
    const call = await waitingCall(place);
    await ends(place, call, ending(kind), 20);
    const retried = await state(place, call);
    expect(retried).toMatchObject({
      status: 'SCHEDULED',
      finishedAt: null,
      scheduledAt: secondsLater(600),
      attempts: [
        [status, reasonCode],
        ['SCHEDULED', null],
      ],
      types: ['conversation.started', 'conversation.rescheduled'],
    });
    expect(retried.data).toEqual({
      ...anchorOf(call),
      status: 'RESCHEDULED',
      reason,
      previousAttempt: {
        callAttemptId: retried.ids[0],
        status,
        endedReason: reasonCode,
        durationSeconds: 0,
        attemptNumber: 1,
      },
      nextAttempt: { callAttemptId: retried.ids[1], scheduledAt: secondsLater(600), attemptNumber: 2 },
      retryCount: 1,
      maxAttempts: 2,
    });
    await expectBooks(place, { used: 0, held: 10 });

    clock.advance(600_000);
    await ends(place, call, ending(kind), 20);
    const spent = await state(place, call);
    expect(spent).toMatchObject({
      status: 'UNREACHABLE',
      finishedAt: clock.now().toISOString(),
      attempts: [
        [status, reasonCode],
        [status, reasonCode],
      ],
      event: 'conversation.cancelled',
    });
    expect(spent.data).toEqual({
      ...anchorOf(call),
      status: 'CANCELLED',
      reason: 'MAX_ATTEMPTS_EXCEEDED',
      reasonDetail: reasonCode,
      lastCallAttemptId: spent.ids[1],
      attemptsMade: 2,
      cancelledBy: null,
    });
    await expectBooks(place, { used: 0, held: 0 });
  });
});

describe.each<[EndingKind, string]>([
  ['carrier_error', 'CARRIER_ERROR'],
  ['agent_error', 'AGENT_ERROR'],
  ['lost', 'LOST'],
])('a call that failed: %s', (kind, reasonCode) => {
  test('a failed call is retried by the retry policy, then the conversation is FAILED', async () => {
    const place = await callingCompany(store.database, { agent });
    const call = await waitingCall(place);
    await ends(place, call, ending(kind));
    const retried = await state(place, call);
    expect(retried).toMatchObject({ status: 'SCHEDULED', scheduledAt: secondsLater(600) });
    expect(retried.data).toMatchObject({ reason: 'TECHNICAL_FAILURE', maxAttempts: 2 });
    expect(retried.data).not.toHaveProperty('candidateRequest');
    clock.advance(600_000);
    const last = await ends(place, call, ending(kind));
    const spent = await state(place, call);
    expect(spent).toMatchObject({
      status: 'FAILED',
      finishedAt: clock.now().toISOString(),
      attempts: [
        ['FAILED', reasonCode],
        ['FAILED', reasonCode],
      ],
      event: 'conversation.failed',
    });
    expect(spent.data).toEqual({ ...anchorOf(call), callAttemptId: last, status: 'FAILED' });
    await expectBooks(place, { used: 0, held: 0 });
  });
});

test.each<[EndingKind, string | null]>([
  ['finished', null],
  ['message_taken', null],
  ['handed_off', 'HANDED_OFF'],
  ['max_duration', 'MAX_DURATION'],
  ['hung_up', 'HUNG_UP'],
])(
  'a call that ends with %s completes the conversation, is charged by started minutes, and is analysed',
  async (kind, reasonCode) => {
    const place = await callingCompany(store.database, { agent });
    const call = await waitingCall(place);
    await ends(place, call, ending(kind), 121);
    const done = await state(place, call);
    expect(done).toMatchObject({
      status: 'COMPLETED',
      finishedAt: START,
      durationMinutes: 3,
      attempts: [['COMPLETED', reasonCode]],
      types: ['conversation.started'],
    });
    expect(await analysesOf(place.scope, [call.conversation.id])).toMatchObject([
      { attemptId: call.attemptId, status: 0, isCustom: false, result: null },
    ]);
    await expectBooks(place, { used: 3, held: 0 });
  },
);

test('an invalid number is never called again', async () => {
  const place = await callingCompany(store.database, { agent });
  const call = await waitingCall(place);
  await ends(place, call, ending('invalid_number'));
  expect(await state(place, call)).toMatchObject({
    status: 'FAILED',
    attempts: [['FAILED', 'INVALID_NUMBER']],
    data: { ...anchorOf(call), callAttemptId: call.attemptId, status: 'FAILED' },
  });
  await expectBooks(place, { used: 0, held: 0 });
});

test.each<[EndingKind, string, string]>([
  ['not_interested', 'NOT_INTERESTED', 'NOT_INTERESTED'],
  ['wrong_person', 'NOT_INTERESTED', 'WRONG_PERSON'],
  ['opt_out', 'OPT_OUT', 'OPT_OUT'],
])(
  'a call that ends with %s cancels its conversation and is charged',
  async (kind, reasonCode, reasonDetail) => {
    const place = await callingCompany(store.database, { agent });
    const call = await waitingCall(place);
    await ends(place, call, ending(kind), 20);
    const declined = await state(place, call);
    expect(declined).toMatchObject({ status: 'CANCELLED', attempts: [['COMPLETED', reasonCode]] });
    expect(declined.data).toEqual({
      ...anchorOf(call),
      status: 'CANCELLED',
      reason: 'CANDIDATE_NOT_INTERESTED',
      reasonDetail,
      lastCallAttemptId: call.attemptId,
      attemptsMade: 1,
      cancelledBy: null,
    });
    await expectBooks(place, { used: 1, held: 0 });
  },
);

test('a contact who opted out in a call gets no further call, scheduled or requested', async () => {
  const place = await callingCompany(store.database, { agent });
  const call = await waitingCall(place);
  const { contactId } = call.conversation;
  const other = await waitingCall(place, { contactId, scheduleTime: secondsLater(60) });
  await ends(place, call, ending('opt_out'), 20);
  expect((await getContacts(place.scope, [contactId]))[0]?.doNotCall).toBe(true);
  await expect(
    createConversation(place.scope, { agentId: place.agentId, contactId }, false),
  ).rejects.toMatchObject({ kind: 'conflict' });
  clock.advance(60_000);
  expect(await claimDue(store.database, workerId, 10)).toEqual([]);
  expect(await state(place, other)).toMatchObject({
    status: 'CANCELLED',
    attempts: [['CANCELLED', 'OPT_OUT']],
    types: ['conversation.cancelled'],
  });
  await expectBooks(place, { used: 1, held: 0 });
});

test('a callback is placed exactly at its time, even outside the calling window, and does not count as a retry', async () => {
  const window = { start: '09:00', end: '17:00' };
  const place = await callingCompany(store.database, { agent: { ...agent, callingWindow: window } });
  const call = await waitingCall(place, { scheduleTime: secondsLater(1) });
  clock.advance(1000);
  const at = new Date('2026-11-17T03:00:00Z');
  await ends(place, call, { kind: 'callback', rawText: 'tomorrow at three', at }, 30);
  const asked = await state(place, call);
  expect(asked).toMatchObject({
    status: 'SCHEDULED',
    scheduledAt: at.toISOString(),
    attempts: [
      ['COMPLETED', 'CALLBACK_REQUESTED'],
      ['SCHEDULED', null],
    ],
  });
  expect(asked.data).toEqual({
    ...anchorOf(call),
    status: 'RESCHEDULED',
    reason: 'CANDIDATE_REQUEST',
    previousAttempt: {
      callAttemptId: asked.ids[0],
      status: 'COMPLETED',
      endedReason: 'CALLBACK_REQUESTED',
      durationSeconds: 30,
      attemptNumber: 1,
    },
    nextAttempt: { callAttemptId: asked.ids[1], scheduledAt: at.toISOString(), attemptNumber: 2 },
    retryCount: 1,
    candidateRequest: { rawText: 'tomorrow at three', timeResolved: true },
  });
  await expectBooks(place, { used: 1, held: 10 });
  // Two more calls are left of the budget of two.
  clock.advance(at.getTime() - clock.now().getTime());
  await ends(place, call, ending('busy'));
  expect(await state(place, call)).toMatchObject({ status: 'SCHEDULED' });
});

test('a callback without a time is placed when the calling window opens, at least a day later', async () => {
  const window = { days: ['MON' as const, 'WED' as const], start: '09:00', end: '17:00' };
  const place = await callingCompany(store.database, { agent: { ...agent, callingWindow: window } });
  const call = await waitingCall(place, { scheduleTime: secondsLater(1) });
  await changeContact(
    place.scope,
    call.conversation.contactId,
    { fields: { timezone: 'Europe/Zurich' } },
    false,
  );
  clock.advance(1000);
  await ends(place, call, ending('callback'), 30);
  expect(await state(place, call)).toMatchObject({
    scheduledAt: '2026-11-18T08:00:00.000Z',
    data: { candidateRequest: { rawText: 'later please', timeResolved: false } },
  });
});

test('a callback time in the past is treated like a callback without a time', async () => {
  const place = await callingCompany(store.database, { agent });
  const call = await waitingCall(place);
  await ends(
    place,
    call,
    { kind: 'callback', rawText: 'yesterday', at: new Date('2026-11-15T12:00:00Z') },
    5,
  );
  expect(await state(place, call)).toMatchObject({
    scheduledAt: secondsLater(DAY_SECONDS),
    data: { candidateRequest: { timeResolved: false } },
  });
});

test('a contact can ask for three callbacks, and a fourth request ends the conversation', async () => {
  const place = await callingCompany(store.database, { agent });
  const call = await waitingCall(place);
  for (let asked = 1; asked <= 3; asked++) {
    await ends(place, call, ending('callback'), 5);
    expect((await state(place, call)).status).toBe('SCHEDULED');
    clock.advance(DAY_SECONDS * 1000);
  }
  const last = await ends(place, call, ending('callback'), 5);
  const closed = await state(place, call);
  expect(closed.status).toBe('CANCELLED');
  expect(closed.data).toEqual({
    ...anchorOf(call),
    status: 'CANCELLED',
    reason: 'CANDIDATE_NOT_INTERESTED',
    reasonDetail: 'CALLBACK_LIMIT',
    lastCallAttemptId: last,
    attemptsMade: 4,
    cancelledBy: null,
  });
  await expectBooks(place, { used: 4, held: 0 });
});

test("a retry waits for its delay and then for the calling window in the contact's time zone", async () => {
  const window = { start: '09:00', end: '17:00' };
  const place = await callingCompany(store.database, {
    agent: { callingWindow: window, retryPolicy: { maxAttempts: 3, delaySeconds: [600, 6 * 3600] } },
  });
  const call = await waitingCall(place, { scheduleTime: secondsLater(1) });
  await changeContact(
    place.scope,
    call.conversation.contactId,
    { fields: { timezone: 'Europe/Zurich' } },
    false,
  );
  clock.advance(1000);
  await ends(place, call, ending('busy'));
  expect((await state(place, call)).scheduledAt).toBe(secondsLater(600));
  clock.advance(600_000);
  // 13:10 in Zurich; six hours later the window is closed.
  await ends(place, call, ending('busy'));
  expect((await state(place, call)).scheduledAt).toBe('2026-11-17T08:00:00.000Z');
});

test('a conversation keeps the agent version that it started with', async () => {
  const place = await callingCompany(store.database, { agent });
  const call = await waitingCall(place);
  await changeAgent(place.scope, place.agentId, { retryPolicy: { maxAttempts: 1 }, duration: 99 });
  await ends(place, call, ending('busy'));
  expect(await state(place, call)).toMatchObject({ status: 'SCHEDULED', scheduledAt: secondsLater(600) });
  await expectBooks(place, { used: 0, held: 10 });
});

test('a retry can use the minutes that were held for the previous call', async () => {
  const place = await callingCompany(store.database, { agent, plan: { included: 10 } });
  const call = await waitingCall(place);
  await ends(place, call, ending('busy'));
  await expectBooks(place, { used: 0, held: 10 });
  clock.advance(600_000);
  expect(await claimDue(store.database, workerId, 10)).toHaveLength(1);
});

test('open console pages are notified of a completed call before it is analysed', async () => {
  const place = await callingCompany(store.database, { agent });
  const [completed, retried] = [await waitingCall(place), await waitingCall(place)];
  await claimDue(store.database, workerId, 10);
  await settle(store.database, endedCall(place, completed, { kind: 'finished' }, 60));
  await settle(store.database, endedCall(place, retried, { kind: 'busy' }));
  const notes = await place.scope.all<{ data: { id: string; status: string } }>(sql`
    select data from events where company_id = ${place.scope.companyId} and type = 'change.conversation'
    and data->>'status' <> 'SCHEDULED'`);
  expect(notes.map(({ data }) => data)).toEqual([{ id: completed.conversation.id, status: 'COMPLETED' }]);
});

test('a retry without enough minutes stays scheduled and is admitted once there are minutes', async () => {
  const place = await callingCompany(store.database, { agent, plan: { included: 10 } });
  const call = await waitingCall(place);
  await store.database.run(
    sql`update billing_accounts set included = 5 where company_id = ${place.scope.companyId}`,
  );
  await ends(place, call, ending('busy'));
  expect(await state(place, call)).toMatchObject({ status: 'SCHEDULED', event: 'conversation.rescheduled' });
  clock.advance(600_000);
  await retryAdmission(store.database);
  expect(await claimDue(store.database, workerId, 10)).toEqual([]);
  await expectBooks(place, { used: 0, held: 0 });
  await store.database.run(
    sql`update billing_accounts set included = 10 where company_id = ${place.scope.companyId}`,
  );
  await retryAdmission(store.database);
  await expectBooks(place, { used: 0, held: 10 });
  expect(await claimDue(store.database, workerId, 10)).toHaveLength(1);
});

test('a short call is admitted with the remaining minutes although a long call is not', async () => {
  const place = await callingCompany(store.database, {
    agent: { ...agent, duration: 30 },
    plan: { included: 40 },
  });
  const short = await createAgent(place.scope, {
    name: 'Brief',
    focus: 'GENERIC',
    ...agent,
    callingWindow: null,
  });
  const long = await waitingCall(place);
  const brief = await waitingCall({ ...place, agentId: short.id });
  await store.database.run(
    sql`update billing_accounts set included = 0 where company_id = ${place.scope.companyId}`,
  );
  for (const { attemptId, conversationId } of await claimDue(store.database, workerId, 10))
    await settle(
      store.database,
      endedCall(place, { conversation: { id: conversationId }, attemptId }, ending('busy')),
    );
  await store.database.run(
    sql`update billing_accounts set included = 20 where company_id = ${place.scope.companyId}`,
  );
  await retryAdmission(store.database);
  const admitted = async ({ conversation: { id } }: Call) =>
    (await attemptsOf(place.scope, [id])).at(-1)?.isAdmitted;
  expect([await admitted(long), await admitted(brief)]).toEqual([false, true]);
  await expectBooks(place, { used: 0, held: 10 });
});

test('a company without minutes does not delay the billing admission of other companies', async () => {
  const broke = await callingCompany(store.database, { agent });
  const { conversation } = await waitingCall(broke, { scheduleTime: secondsLater(5) });
  await store.database.run(sql`
    insert into call_attempts (id, company_id, conversation_id, dial_queue, direction, status, number, scheduled_at, is_admitted,
                               created_at, updated_at)
    select gen_random_uuid(), ${broke.scope.companyId}, ${conversation.id}, ${broke.scope.companyId}, 'OUTBOUND', 'SCHEDULED', 2,
           ${clock.now()}, false, ${clock.now()}, ${clock.now()} from generate_series(1, 1100)`);
  await store.database.run(
    sql`update billing_accounts set included = 0 where company_id = ${broke.scope.companyId}`,
  );
  const place = await callingCompany(store.database, { agent });
  const call = await waitingCall(place);
  await store.database.run(
    sql`update billing_accounts set included = 0 where company_id = ${place.scope.companyId}`,
  );
  await ends(place, call, ending('busy'));
  await store.database.run(
    sql`update billing_accounts set included = 10 where company_id = ${place.scope.companyId}`,
  );
  await retryAdmission(store.database);
  await expectBooks(place, { used: 0, held: 10 });
});

test('an agent cannot be deleted while one of its conversations is open', async () => {
  const place = await callingCompany(store.database, { agent });
  const call = await waitingCall(place);
  await expect(removeAgent(place.scope, place.agentId)).rejects.toMatchObject({ kind: 'conflict' });
  await ends(place, call, ending('finished'), 5);
  expect(await removeAgent(place.scope, place.agentId)).toEqual({ id: place.agentId, deleted: true });
  expect(await state(place, call)).toMatchObject({ status: 'COMPLETED' });
});

test('a contact deleted during a call is erased when the call ends, and the call is still charged', async () => {
  const place = await callingCompany(store.database, { agent });
  const call = await waitingCall(place);
  await claimDue(store.database, workerId, 1);
  await removeContact(place.scope, call.conversation.contactId, removeConversationsOfContact);
  await expectBooks(place, { used: 0, held: 10 });
  expect(await settle(store.database, endedCall(place, call, ending('opt_out'), 61))).toEqual({
    kind: 'deleted',
  });
  expect(await history(place.scope, call.conversation.id)).toEqual([]);
  await expectBooks(place, { used: 2, held: 0 });
});

test('a call to an opted-out contact that is settled twice closes its conversation once', async () => {
  const place = await callingCompany(store.database, { agent });
  const call = await waitingCall(place);
  const uncalled = { ...endedCall(place, call, ending('do_not_call')), workerId: undefined };
  expect((await settle(store.database, uncalled)).kind).toBe('settled');
  expect(await settle(store.database, uncalled)).toEqual({ kind: 'settled before' });
  expect((await state(place, call)).types).toEqual(['conversation.cancelled']);
});

test('the event of a cancelled conversation counts only calls that were placed', async () => {
  const place = await callingCompany(store.database, { agent });
  const call = await waitingCall(place);
  // As a process leaves it that opened a conversation again and cancelled its call before it was due.
  await place.scope.run(
    sql`update call_attempts set status = 'CANCELLED' where company_id = ${place.scope.companyId} and id = ${call.attemptId}`,
  );
  const { id } = await invokeAttempt(place.scope, call.conversation.id, {}, false, reopenRun);
  await ends(place, call, ending('not_interested'), 5);
  expect((await state(place, call)).data).toMatchObject({ attemptsMade: 1, lastCallAttemptId: id });
});

test('the event of an opted-out conversation names the last call that was placed', async () => {
  const place = await callingCompany(store.database, { agent });
  const call = await waitingCall(place);
  const placed = await ends(place, call, ending('busy'));
  await markDoNotCall(place.scope, call.conversation.contactId);
  clock.advance(600_000);
  expect(await claimDue(store.database, workerId, 10)).toEqual([]);
  expect((await state(place, call)).data).toMatchObject({ attemptsMade: 1, lastCallAttemptId: placed });
});

test('calls settled in one batch end and are charged as if they were settled one by one', async () => {
  const place = await callingCompany(store.database, { agent });
  const calls = await Promise.all(Array.from({ length: 5 }, () => waitingCall(place)));
  const [finished, busy, deleted, before, charged] = calls as [Call, Call, Call, Call, Call];
  await claimDue(store.database, workerId, 10);
  await removeContact(place.scope, deleted.conversation.contactId, removeConversationsOfContact);
  await settle(store.database, endedCall(place, before, ending('finished'), 5));
  const settled = await settleTogether(store.database, [
    { ...endedCall(place, finished, ending('finished'), 61), journal: { part: 0, entries: [{ kind: 'a' }] } },
    endedCall(place, busy, ending('busy')),
    endedCall(place, deleted, ending('finished'), 5),
    endedCall(place, before, ending('busy')),
    { ...endedCall(place, charged, ending('finished'), 5), findings: { answers: [] } },
  ]);
  expect(settled.map(({ kind }) => kind)).toEqual([
    'settled',
    'settled',
    'deleted',
    'settled before',
    'settled',
  ]);
  expect(await state(place, finished)).toMatchObject({ status: 'COMPLETED', durationMinutes: 2 });
  expect(await state(place, busy)).toMatchObject({
    status: 'SCHEDULED',
    event: 'conversation.rescheduled',
    attempts: [
      ['BUSY', 'BUSY'],
      ['SCHEDULED', null],
    ],
  });
  expect(await state(place, before)).toMatchObject({ status: 'COMPLETED', durationMinutes: 1 });
  expect(await readJournal(place.scope, finished.attemptId)).toEqual([{ kind: 'a' }]);
  const [kept] = await attemptsOf(place.scope, [charged.conversation.id]);
  expect(kept).toMatchObject({ transcript: [], findings: { answers: [] }, notes: null });
  // 2 and 1 and 1 and 1 minutes, and the next call of the second.
  await expectBooks(place, { used: 5, held: 10 });
});

test('only one of two concurrent settlements of a call takes effect', async () => {
  const place = await callingCompany(store.database, { agent });
  const call = await waitingCall(place);
  await claimDue(store.database, workerId, 1);
  const ended = endedCall(place, call, ending('finished'), 5);
  const settled = await settleTogether(store.database, [ended, { ...ended }]);
  expect(settled.map(({ kind }) => kind)).toEqual(['settled', 'settled before']);
  await expectBooks(place, { used: 1, held: 0 });
});

test('the recording of a lost call is kept when its result arrives late', async () => {
  const place = await callingCompany(store.database, { agent });
  const [unheard, kept] = [await waitingCall(place), await waitingCall(place)];
  await claimDue(store.database, workerId, 10);
  const key = ({ attemptId }: Call) => `recordings/${attemptId}/8000-80000-80000.wav`;
  await settle(store.database, endedCall(place, unheard, ending('lost')));
  await settle(store.database, { ...endedCall(place, kept, ending('lost')), recordingKey: key(kept) });
  for (const call of [unheard, kept])
    expect(
      await settle(store.database, {
        ...endedCall(place, call, ending('finished'), 5),
        recordingKey: key(call),
      }),
    ).toMatchObject({ kind: 'settled' });
  expect(
    await store.database.all(
      sql`select key from object_deletions where key = any(${[key(unheard), key(kept)]}::text[])`,
    ),
  ).toEqual([]);
});

/** From when on the sweep deletes it; undefined: it does not. */
async function deletedAt(key: string): Promise<string | undefined> {
  const row = await store.database.first<{ at: Date }>(
    sql`select greatest(due_at, 'epoch') as at from object_deletions where key = ${key}`,
  );
  return row?.at.toISOString();
}

test('a recording that a lost call left unfinished is deleted a day after the call must have ended', async () => {
  const place = await callingCompany(store.database, { agent });
  const [timed, untimed] = [await waitingCall(place), await waitingCall(place)];
  await claimDue(store.database, workerId, 10);
  const lost = (call: Call, notBefore?: Date) =>
    settle(store.database, {
      ...endedCall(place, call, ending('lost')),
      isRecordingAbandoned: true,
      notBefore,
    });
  await lost(timed, new Date(secondsLater(900)));
  await lost(untimed);
  expect(await deletedAt(unmeasuredRecordingKey(timed.attemptId))).toBe(secondsLater(86_400 + 900));
  expect(await deletedAt(unmeasuredRecordingKey(untimed.attemptId))).toBe(secondsLater(86_400));
});

test('a late result does not wait while the recording of its call is being deleted, and has no recording', async () => {
  const place = await callingCompany(store.database, { agent });
  const call = await waitingCall(place);
  await claimDue(store.database, workerId, 10);
  await settle(store.database, { ...endedCall(place, call, ending('lost')), isRecordingAbandoned: true });
  const abandoned = unmeasuredRecordingKey(call.attemptId);
  const recordingKey = `recordings/${call.attemptId}/8000-80000-80000.wav`;
  await store.database.transaction(async (sweep) => {
    await sweep.run(sql`select from object_deletions where key = ${abandoned} for update`);
    const result = { ...endedCall(place, call, ending('finished'), 5), recordingKey };
    expect(await settle(store.database, result)).toMatchObject({ kind: 'settled' });
    await sweep.run(sql`delete from object_deletions where key = ${abandoned}`);
  });
  expect((await attemptsOf(place.scope, [call.conversation.id]))[0]?.recordingKey).toBeNull();
  // What came after the sweep had listed its parts.
  expect(await deletedAt(recordingKey)).toBeDefined();
});

describe('a result that arrives after its call was settled as lost', () => {
  async function lost(budget?: Date) {
    const place = await callingCompany(store.database, { agent });
    const call = await waitingCall(place);
    await claimDue(store.database, workerId, 10);
    await settle(store.database, { ...endedCall(place, call, ending('lost')), notBefore: budget });
    return { place, call };
  }

  test('the late result of a lost call completes the conversation, cancels the next call and is charged once', async () => {
    const { place, call } = await lost();
    await expectBooks(place, { used: 0, held: 10 });
    await settle(store.database, endedCall(place, call, ending('finished'), 60));
    expect(await state(place, call)).toMatchObject({ status: 'COMPLETED', attempts: [['COMPLETED', null]] });
    await expectBooks(place, { used: 1, held: 0 });
  });

  test('the late result of a lost call with a callback request reschedules the next call to that time', async () => {
    const { place, call } = await lost();
    await settle(store.database, endedCall(place, call, ending('callback'), 60));
    expect(await state(place, call)).toMatchObject({
      status: 'SCHEDULED',
      scheduledAt: secondsLater(DAY_SECONDS),
      attempts: [
        ['COMPLETED', 'CALLBACK_REQUESTED'],
        ['SCHEDULED', null],
      ],
    });
    await expectBooks(place, { used: 1, held: 10 });
  });

  test('the late result of a lost call that was not answered leaves the next call unchanged', async () => {
    const { place, call } = await lost();
    await settle(store.database, endedCall(place, call, ending('no_answer')));
    expect((await state(place, call)).attempts).toEqual([
      ['NO_ANSWER', 'NO_ANSWER'],
      ['SCHEDULED', null],
    ]);
  });

  test('the late result of a lost call is only stored with its attempt once the next call was placed', async () => {
    const { place, call } = await lost();
    clock.advance(600_000);
    await claimDue(store.database, workerId, 10);
    await settle(store.database, endedCall(place, call, ending('finished'), 60));
    expect((await state(place, call)).attempts).toEqual([
      ['COMPLETED', null],
      ['IN_PROGRESS', null],
    ]);
    expect(await isExact(place.scope)).toBe(true);
  });

  test('the late result of a lost call counts once in the daily counts, and unlocks the phone number', async () => {
    const place = await callingCompany(store.database, { agent });
    const call = await waitingCall(place, { contact: { ...inlineContact, phoneNumber: '+41446681800' } });
    await claimDue(store.database, workerId, 10);
    const notBefore = new Date(clock.now().getTime() + 900_000);
    await settle(store.database, { ...endedCall(place, call, ending('lost')), notBefore });
    expect(await store.database.all(sql`select until from locked_numbers`)).toHaveLength(1);
    await settle(store.database, endedCall(place, call, ending('finished'), 60));
    expect(await store.database.all(sql`select until from locked_numbers`)).toEqual([]);
    const today = clock.now().toISOString().slice(0, 10);
    expect(await endingsOfDays(place.scope, today, today)).toEqual([
      { status: 'COMPLETED', reasonCode: null, calls: 1, minutes: 1 },
    ]);
  });

  test('a late result completes a conversation that was closed because a failover lost its call', async () => {
    const place = await callingCompany(store.database, { agent });
    const call = await waitingCall(place);
    await store.database.run(sql`
      insert into lost_dials (company_id, conversation_id, attempt_number, number_hash, dialled_at, worker_id)
      values (${place.scope.companyId}, ${call.conversation.id}, 1, '\\x00', ${clock.now()}, ${workerId})`);
    await claimDue(store.database, workerId, 10);
    expect(await state(place, call)).toMatchObject({ status: 'FAILED', attempts: [['FAILED', 'LOST']] });
    await expectBooks(place, { used: 0, held: 0 });
    const late = endedCall(place, call, ending('finished'), 60);
    expect(await settle(store.database, late)).toMatchObject({ kind: 'settled' });
    expect(await state(place, call)).toMatchObject({ status: 'COMPLETED', attempts: [['COMPLETED', null]] });
    await expectBooks(place, { used: 1, held: 0 });
    expect((await attemptsOf(place.scope, [call.conversation.id]))[0]?.calledAt).toEqual(clock.now());
    expect(await settle(store.database, late)).toEqual({ kind: 'settled before' });
  });

  test('a late result is accepted even before the database was compared with the dial ledgers', async () => {
    const place = await callingCompany(store.database, { agent });
    const [forgotten, requeued] = [await waitingCall(place), await waitingCall(place)];
    const ledgerId = store.database.newId();
    await store.database.run(
      sql`insert into dial_ledgers (id, claims, claimed_at) values (${ledgerId}, 3, now())`,
    );
    const late = (call: Call, claim: number) =>
      settle(store.database, { ...endedCall(place, call, ending('finished'), 60), ledgerId, claim });
    expect(await late(forgotten, 4)).toMatchObject({ kind: 'settled' });
    expect(await state(place, forgotten)).toMatchObject({ status: 'COMPLETED' });
    expect(await late(requeued, 3)).toEqual({ kind: 'settled before' });
  });

  test('the next call after a lost call waits until the lost call must have ended', async () => {
    const { place, call } = await lost(new Date(clock.now().getTime() + 900_000));
    expect((await state(place, call)).scheduledAt).toBe(secondsLater(900));
  });
});

test('the recording of a requeued call is kept, because its next try records under the same key', async () => {
  const place = await callingCompany(store.database, { agent });
  const requeued = await waitingCall(place);
  const recordingKey = `recordings/${requeued.attemptId}`;
  const late = { ...endedCall(place, requeued, { kind: 'finished' }, 60), recordingKey };
  expect(await settle(store.database, late)).toEqual({ kind: 'settled before' });
  expect(await store.database.all(sql`select key from object_deletions where key = ${recordingKey}`)).toEqual(
    [],
  );
});

test('the event of a call that was not answered has a duration of 0 seconds', async () => {
  const place = await callingCompany(store.database, { agent });
  const call = await waitingCall(place);
  await ends(place, call, { kind: 'no_answer' }, null);
  expect((await state(place, call)).data).toMatchObject({ previousAttempt: { durationSeconds: 0 } });
});
