import type { Weekday } from '@parley/kernel/calling-window.ts';
import { ManualClock } from '@parley/kernel/clock.ts';
import {
  type CallingCompany,
  callingCompany,
  endedCall,
  inlineContact,
  waitingCall,
  workerId,
} from '@parley/testing/calling-company.ts';
import { testDatabase } from '@parley/testing/database.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { sql } from '../../storage/sql.ts';
import { readUsage } from '../billing/account.actions.ts';
import { history } from '../events/event.actions.ts';
import { moveAttempt } from './call-attempt.actions.ts';
import { attemptsOf } from './call-attempt.store.ts';
import { appendJournals, readJournal } from './call-journal.actions.ts';
import { findConversation } from './conversation.store.ts';
import { openDialQueue, pauseDialQueue } from './dial-queue.actions.ts';
import { stopDialQueue } from './dial-queue.store.ts';
import { claimDue } from './dispatch.actions.ts';
import { requeue } from './requeue.actions.ts';
import { settle } from './settlement.actions.ts';
import { keepSipMessages, readSipLadder } from './sip-ladder.actions.ts';

const clock = new ManualClock('2026-11-16T12:00:00.000Z');
let store: Awaited<ReturnType<typeof testDatabase>>;
beforeAll(async () => {
  store = await testDatabase({ clock });
});
afterAll(() => store.close());
beforeEach(async () => {
  await store.database.run(sql`delete from live_calls`);
  await store.database.run(sql`delete from conversations`);
});

type Call = Awaited<ReturnType<typeof waitingCall>>;

async function claimed() {
  const place = await callingCompany(store.database);
  const call = await waitingCall(place);
  await claimDue(store.database, workerId, 1);
  return { place, call };
}

const unplaced = ({ scope }: CallingCompany, { attemptId, conversation }: Call) => ({
  attemptId,
  companyId: scope.companyId,
  conversationId: conversation.id,
  workerId,
  notes: '503 Service Unavailable',
  retryAfterMs: 10_000,
});

const attemptOf = async ({ scope }: CallingCompany, { conversation }: Call) =>
  (await attemptsOf(scope, [conversation.id]))[0];

test('a call that the network did not accept is requeued under the same id', async () => {
  const { place, call } = await claimed();
  const heldBefore = (await readUsage(place.scope)).held;
  expect(await requeue(store.database, unplaced(place, call))).toBe(true);
  expect(await attemptOf(place, call)).toMatchObject({
    id: call.attemptId,
    status: 'SCHEDULED',
    number: 1,
    calledAt: null,
    notes: '503 Service Unavailable',
    scheduledAt: new Date(clock.now().getTime() + 10_000),
  });
  expect(await findConversation(place.scope, call.conversation.id)).toMatchObject({
    status: 'SCHEDULED',
    callsCounted: 0,
  });
  expect((await readUsage(place.scope)).held).toBe(heldBefore);
  expect(await claimDue(store.database, workerId, 1)).toEqual([]);
});

test('a requeued call is claimed again when due, and conversation.started is emitted only once', async () => {
  const { place, call } = await claimed();
  await requeue(store.database, unplaced(place, call));
  clock.advance(10_000);
  const [again] = await claimDue(store.database, workerId, 1);
  expect(again?.attemptId).toBe(call.attemptId);
  const events = await history(place.scope, call.conversation.id);
  expect(events.filter(({ type }) => type === 'conversation.started')).toHaveLength(1);
});

test('a worker that requeued a call cannot settle it once another worker has claimed it', async () => {
  const { place, call } = await claimed();
  await requeue(store.database, unplaced(place, call));
  clock.advance(10_000);
  const other = '01890000-0000-7000-8000-000000000002';
  await claimDue(store.database, other, 1);
  const late = endedCall(place, call, { kind: 'busy' });
  expect(await settle(store.database, late)).toEqual({ kind: 'settled before' });
  expect(await settle(store.database, { ...late, workerId: other })).toMatchObject({ kind: 'settled' });
});

test('a claim that a worker has replaced by a newer one can neither requeue nor settle the call', async () => {
  const place = await callingCompany(store.database);
  const call = await waitingCall(place);
  const ledgerId = store.database.newId();
  const claim = (number: number) =>
    claimDue(store.database, workerId, 1, undefined, {
      isClaimable: async () => true,
      mark: async () => ({ ledgerId, claim: number, database: '1:1:1', at: clock.now() }),
    });
  await claim(1);
  const former = { ...unplaced(place, call), ledgerId, claim: 1 };
  expect(await requeue(store.database, former)).toBe(true);
  clock.advance(10_000);
  expect(await claim(2)).toHaveLength(1);
  expect(await requeue(store.database, former)).toBe(false);
  const ended = { ...endedCall(place, call, { kind: 'busy' }), ledgerId };
  expect(await settle(store.database, { ...ended, claim: 1 })).toEqual({ kind: 'settled before' });
  expect(await attemptOf(place, call)).toMatchObject({ status: 'IN_PROGRESS' });
  expect(await settle(store.database, { ...ended, claim: 2 })).toMatchObject({ kind: 'settled' });
});

test('a requeued call starts its next try with an empty journal', async () => {
  const { place, call } = await claimed();
  const { companyId } = place.scope;
  const part = { attemptId: call.attemptId, companyId, part: 0, entries: [{ kind: 'plan' }] };
  await appendJournals(store.database, [part]);
  await requeue(store.database, unplaced(place, call));
  expect(await readJournal(place.scope, call.attemptId)).toEqual([]);
});

test('a call without network capacity is requeued for at most one hour', async () => {
  const { place, call } = await claimed();
  for (let turn = 0; turn < 6; turn++) {
    expect(await requeue(store.database, unplaced(place, call))).toBe(true);
    clock.advance(600_000);
    await claimDue(store.database, workerId, 1);
  }
  clock.advance(1);
  expect(await requeue(store.database, unplaced(place, call))).toBe(false);
  expect((await attemptOf(place, call))?.status).toBe('IN_PROGRESS');
});

test('time in which our own trunk is down does not count toward the hour of requeueing', async () => {
  const { place, call } = await claimed();
  for (let turn = 0; turn < 9; turn++) {
    expect(await requeue(store.database, { ...unplaced(place, call), isOwnTrouble: true })).toBe(true);
    clock.advance(600_000);
    await claimDue(store.database, workerId, 1);
  }
  expect(await requeue(store.database, unplaced(place, call))).toBe(true);
  clock.advance(2 * 3_600_000);
  await claimDue(store.database, workerId, 1);
  expect(await requeue(store.database, unplaced(place, call))).toBe(false);
});

test('a call waits up to seven days for trunks without credit, says since when, and has its hour again afterwards', async () => {
  const { place, call } = await claimed();
  const began = clock.now().getTime();
  const notes = 'sip.example.com is down: it has no credit left (402 Payment Required)';
  const refused = { ...unplaced(place, call), notes, isOwnTrouble: true, isTrunkRefusing: true };
  const days = async (count: number) => {
    clock.advance(count * 86_400_000);
    await claimDue(store.database, workerId, 1);
  };
  expect(await requeue(store.database, refused)).toBe(true);
  expect((await attemptOf(place, call))?.notes).toBe(
    `Waiting for the trunk since ${new Date(began).toISOString().slice(0, 16).replace('T', ' ')} UTC: ${notes}`,
  );
  await days(3);
  expect(await requeue(store.database, refused)).toBe(true);
  // A worker that stops changes nothing about it.
  await days(1);
  expect(await requeue(store.database, { ...unplaced(place, call), isOwnTrouble: true })).toBe(true);
  clock.advance(10_000);
  await claimDue(store.database, workerId, 1);
  // It is paid again, and the trunk is full.
  expect(await requeue(store.database, unplaced(place, call))).toBe(true);
  clock.advance(10_000);
  await claimDue(store.database, workerId, 1);
  for (const count of [0, 6]) {
    await days(count);
    expect(await requeue(store.database, refused)).toBe(true);
    clock.advance(10_000);
    await claimDue(store.database, workerId, 1);
  }
  await days(1);
  expect(await requeue(store.database, refused)).toBe(false);
});

test('time in which the calling window is closed does not count toward the hour of requeueing', async () => {
  const days: Weekday[] = ['MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT', 'SUN'];
  const callingWindow = { days, start: '08:00', end: '20:00' };
  const place = await callingCompany(store.database, { agent: { callingWindow } });
  // Five seconds to eight in the evening, in Zurich.
  clock.advance(Date.parse('2026-11-20T18:59:55.000Z') - clock.now().getTime());
  const call = await waitingCall(place, { contact: { ...inlineContact, phoneNumber: '+41443643532' } });
  expect(await claimDue(store.database, workerId, 1)).toHaveLength(1);
  expect(await requeue(store.database, unplaced(place, call))).toBe(true);
  clock.advance(10_000);
  expect(await claimDue(store.database, workerId, 1)).toEqual([]);
  clock.advance(12 * 3_600_000);
  expect(await claimDue(store.database, workerId, 1)).toHaveLength(1);
  expect(await requeue(store.database, unplaced(place, call))).toBe(true);
});

test('time in which the run is paused does not count toward the hour of requeueing', async () => {
  const { place, call } = await claimed();
  await requeue(store.database, unplaced(place, call));
  const queue = (await attemptOf(place, call))?.dialQueue ?? '';
  await pauseDialQueue(place.scope, queue);
  clock.advance(2 * 3_600_000);
  expect(await claimDue(store.database, workerId, 1)).toEqual([]);
  await openDialQueue(place.scope, queue);
  expect(await claimDue(store.database, workerId, 1)).toHaveLength(1);
  expect(await requeue(store.database, unplaced(place, call))).toBe(true);
});

test('after a change of time zone a requeued call waits for the morning there, without using up its hour', async () => {
  const days: Weekday[] = ['MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT', 'SUN'];
  const place = await callingCompany(store.database, {
    agent: { callingWindow: { days, start: '08:00', end: '20:00' } },
  });
  // Eleven in the morning in Zurich is five in New York.
  clock.advance(Date.parse('2026-12-01T10:00:00.000Z') - clock.now().getTime());
  const call = await waitingCall(place, { contact: { ...inlineContact, phoneNumber: '+41443643532' } });
  expect(await claimDue(store.database, workerId, 1)).toHaveLength(1);
  expect(await requeue(store.database, unplaced(place, call))).toBe(true);
  await store.database.run(sql`update contacts set phone_number = '+12125550123'`);
  clock.advance(60_000);
  expect(await claimDue(store.database, workerId, 1)).toEqual([]);
  expect(await attemptOf(place, call)).toMatchObject({
    timeZone: 'America/New_York',
    scheduledAt: new Date('2026-12-01T13:00:00.000Z'),
  });
  clock.advance(3 * 3_600_000);
  expect(await claimDue(store.database, workerId, 1)).toHaveLength(1);
  expect(await requeue(store.database, unplaced(place, call))).toBe(true);
});

test('time until the new time of a rescheduled call does not count toward the hour of requeueing', async () => {
  const { place, call } = await claimed();
  await requeue(store.database, unplaced(place, call));
  const scheduledAt = new Date(clock.now().getTime() + 2 * 3_600_000).toISOString();
  await moveAttempt(place.scope, call.conversation.id, call.attemptId, { scheduledAt }, false);
  clock.advance(2 * 3_600_000);
  expect(await claimDue(store.database, workerId, 1)).toHaveLength(1);
  expect(await requeue(store.database, unplaced(place, call))).toBe(true);
});

test('a call that the network asks to retry at once is retried after one second', async () => {
  const { place, call } = await claimed();
  await requeue(store.database, { ...unplaced(place, call), retryAfterMs: 0 });
  expect((await attemptOf(place, call))?.scheduledAt).toEqual(new Date(clock.now().getTime() + 1000));
});

test('a call of a run that was cancelled during the call is not requeued', async () => {
  const { place, call } = await claimed();
  await stopDialQueue(place.scope, (await attemptOf(place, call))?.dialQueue ?? '', 'somebody');
  expect(await requeue(store.database, unplaced(place, call))).toBe(false);
});

test('a call that another worker has settled cannot be requeued by its former worker', async () => {
  const { place, call } = await claimed();
  await store.database.run(sql`delete from live_calls`);
  expect(await requeue(store.database, unplaced(place, call))).toBe(false);
});

/** A SIP message of a call, as it is kept a moment later. */
const sipMessage = ({ attemptId }: Call, status: number, at = clock.now()) => ({
  ...{ attemptId, id: store.database.newId(), at, isSent: false, isOwnTrunk: true },
  ...{ transport: 'udp', localHost: null, localPort: null, remoteHost: '198.51.100.1', remotePort: 5060 },
  ...{ callId: `${status}`, method: null, status, text: '', attestation: null, verification: null },
});
const ladderOf = async ({ place, call }: Awaited<ReturnType<typeof claimed>>) => {
  const { messages } = await readSipLadder(place.scope, call.conversation.id, call.attemptId, {
    isStaff: false,
  });
  return messages.map(({ status }) => status);
};

test('a call that waits shows the SIP messages of its last try, and its next try only its own', async () => {
  const first = await claimed();
  const { place, call } = first;
  const keep = (...messages: ReturnType<typeof sipMessage>[]) => keepSipMessages(store.database, messages);
  await keep(...Array.from({ length: 200 }, () => sipMessage(call, 503)));
  expect(await requeue(store.database, unplaced(place, call))).toBe(true);
  expect(new Set(await ladderOf(first))).toEqual(new Set([503]));
  // Written only when the next try has begun.
  const late = sipMessage(call, 408);
  clock.advance(60_000);
  expect(await claimDue(store.database, workerId, 1)).toHaveLength(1);
  await keep(late, sipMessage(call, 402));
  expect(await ladderOf(first)).toEqual([402]);
  expect(await requeue(store.database, unplaced(place, call))).toBe(true);
  expect(await ladderOf(first)).toEqual([402]);
});
