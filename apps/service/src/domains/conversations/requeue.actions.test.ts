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

test('a call that was offered to nobody is requeued under the same id', async () => {
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

test('a requeued call is claimed again when due, and emitted as started only once', async () => {
  const { place, call } = await claimed();
  await requeue(store.database, unplaced(place, call));
  clock.advance(10_000);
  const [again] = await claimDue(store.database, workerId, 1);
  expect(again?.attemptId).toBe(call.attemptId);
  const events = await history(place.scope, call.conversation.id);
  expect(events.filter(({ type }) => type === 'conversation.started')).toHaveLength(1);
});

test('once another worker has claimed it, its former worker cannot settle it', async () => {
  const { place, call } = await claimed();
  await requeue(store.database, unplaced(place, call));
  clock.advance(10_000);
  const other = '01890000-0000-7000-8000-000000000002';
  await claimDue(store.database, other, 1);
  const late = endedCall(place, call, { kind: 'busy' });
  expect(await settle(store.database, late)).toEqual({ kind: 'settled before' });
  expect(await settle(store.database, { ...late, workerId: other })).toMatchObject({ kind: 'settled' });
});

test('a former claim of the same worker neither requeues nor settles the call that was claimed again', async () => {
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

test('the next try of a requeued call has its own journal', async () => {
  const { place, call } = await claimed();
  const { companyId } = place.scope;
  const part = { attemptId: call.attemptId, companyId, part: 0, entries: [{ kind: 'plan' }] };
  await appendJournals(store.database, [part]);
  await requeue(store.database, unplaced(place, call));
  expect(await readJournal(place.scope, call.attemptId)).toEqual([]);
});

test('after an hour without capacity a call is settled', async () => {
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

test('a call waits longer than an hour while our trunk is down, and then the network gets its hour', async () => {
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

test('the hour pauses while the calling window is closed', async () => {
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

test('the hour pauses while the run is paused', async () => {
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

test('a contact whose new time zone has night is called in the morning, and the hour pauses', async () => {
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

test('the hour pauses until the time that the call was rescheduled to', async () => {
  const { place, call } = await claimed();
  await requeue(store.database, unplaced(place, call));
  const scheduledAt = new Date(clock.now().getTime() + 2 * 3_600_000).toISOString();
  await moveAttempt(place.scope, call.conversation.id, call.attemptId, { scheduledAt }, false);
  clock.advance(2 * 3_600_000);
  expect(await claimDue(store.database, workerId, 1)).toHaveLength(1);
  expect(await requeue(store.database, unplaced(place, call))).toBe(true);
});

test('a network that asks for an immediate retry is asked after one second', async () => {
  const { place, call } = await claimed();
  await requeue(store.database, { ...unplaced(place, call), retryAfterMs: 0 });
  expect((await attemptOf(place, call))?.scheduledAt).toEqual(new Date(clock.now().getTime() + 1000));
});

test('a call of a run cancelled meanwhile is settled', async () => {
  const { place, call } = await claimed();
  await stopDialQueue(place.scope, (await attemptOf(place, call))?.dialQueue ?? '', 'somebody');
  expect(await requeue(store.database, unplaced(place, call))).toBe(false);
});

test('a call that others presumed lost cannot be requeued by its former worker', async () => {
  const { place, call } = await claimed();
  await store.database.run(sql`delete from live_calls`);
  expect(await requeue(store.database, unplaced(place, call))).toBe(false);
});

test('the SIP messages of a try that was requeued leave their room to the next try', async () => {
  const { place, call } = await claimed();
  const message = (status: number) => ({
    ...{
      attemptId: call.attemptId,
      id: store.database.newId(),
      at: clock.now(),
      isSent: false,
      isOwnTrunk: true,
    },
    ...{ transport: 'udp', localHost: null, localPort: null, remoteHost: '198.51.100.1', remotePort: 5060 },
    ...{ callId: `${status}`, method: null, status, text: '', attestation: null, verification: null },
  });
  await keepSipMessages(
    store.database,
    Array.from({ length: 200 }, () => message(503)),
  );
  expect(await requeue(store.database, unplaced(place, call))).toBe(true);
  await keepSipMessages(store.database, [message(200)]);
  const reader = { isStaff: false };
  const { messages } = await readSipLadder(place.scope, call.conversation.id, call.attemptId, reader);
  expect(messages.map(({ status }) => status)).toEqual([200]);
});
