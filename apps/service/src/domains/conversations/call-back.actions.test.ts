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
import { createAgent } from '../agents/agent.actions.ts';
import { addPhoneNumber } from '../agents/phone-number.actions.ts';
import { readUsage } from '../billing/account.actions.ts';
import { history } from '../events/event.actions.ts';
import { attemptsOf } from './call-attempt.store.ts';
import { languageSpokenWith, takeCallBack } from './call-back.actions.ts';
import { findConversation } from './conversation.store.ts';
import { startDialQueue, stopDialQueue } from './dial-queue.store.ts';
import { claimDue } from './dispatch.actions.ts';
import { requeue } from './requeue.actions.ts';
import { settle } from './settlement.actions.ts';
import { findCallsOf } from './worker-liveness.actions.ts';

const CONTACT = '+41446681800';
const OURS = '+41446681801';
const back = { caller: CONTACT, called: OURS, isLines: true };
const clock = new ManualClock('2026-11-16T12:00:00.000Z');
let store: Awaited<ReturnType<typeof testDatabase>>;
beforeAll(async () => {
  store = await testDatabase({ clock });
});
afterAll(() => store.close());
beforeEach(async () => {
  await store.database.run(sql`delete from live_calls`);
  await store.database.run(sql`delete from conversations`);
  await store.database.run(sql`delete from contacts`);
  await store.database.run(sql`delete from held_dial_queues`);
});

const contact = { ...inlineContact, phoneNumber: CONTACT };

/** Somebody who was called and did not pick up: another call waits. */
async function missed(place: CallingCompany) {
  const call = await waitingCall(place, { contact });
  await claimDue(store.database, workerId, 1);
  await settle(store.database, endedCall(place, call, { kind: 'no_answer' }));
  return call;
}

const take = (call = back) => takeCallBack(store.database, call, workerId);
const attempts = ({ scope }: CallingCompany, id: string) => attemptsOf(scope, [id]);

test('when a contact calls back, the inbound call replaces the scheduled call and is assigned to the worker', async () => {
  const place = await callingCompany(store.database);
  const { conversation } = await missed(place);
  const heldBefore = (await readUsage(place.scope)).held;
  const taken = await take();
  const all = await attempts(place, conversation.id);
  expect(all).toMatchObject([
    { status: 'NO_ANSWER', direction: 'OUTBOUND' },
    { id: taken?.attemptId, status: 'IN_PROGRESS', direction: 'INBOUND', calledAt: clock.now(), number: 2 },
  ]);
  expect(taken).toMatchObject({
    conversationId: conversation.id,
    companyId: place.scope.companyId,
    number: 2,
  });
  expect(await findConversation(place.scope, conversation.id)).toMatchObject({ status: 'IN_PROGRESS' });
  expect(await findCallsOf(store.database, workerId)).toMatchObject([{ attemptId: taken?.attemptId }]);
  // Its minutes were held for the call that waited.
  expect((await readUsage(place.scope)).held).toBe(heldBefore);
  const events = await history(place.scope, conversation.id);
  expect(events.filter(({ type }) => type === 'conversation.started')).toHaveLength(2);
});

test('the call of a contact who calls back was not simulated, also where the call that waited would have been', async () => {
  const place = await callingCompany(store.database);
  const { conversation } = await missed(place);
  await take();
  const all = await attempts(place, conversation.id);
  expect(all.map(({ isSimulated }) => isSimulated)).toEqual([true, false]);
});

test('a call that the contact made is not dialled as well, and is settled like any other call', async () => {
  const place = await callingCompany(store.database);
  const { conversation } = await missed(place);
  const taken = await take();
  clock.advance(86_400_000);
  expect(await claimDue(store.database, workerId, 5)).toEqual([]);
  const call = { conversation, attemptId: taken?.attemptId ?? '' };
  await settle(store.database, endedCall(place, call, { kind: 'finished' }, 61));
  expect(await findConversation(place.scope, conversation.id)).toMatchObject({
    status: 'COMPLETED',
    durationMinutes: 2,
  });
});

test('only one of two concurrent inbound calls from a contact reaches the conversation', async () => {
  const place = await callingCompany(store.database);
  await missed(place);
  const taken = await Promise.all([take(), take(), take()]);
  expect(taken.filter((one) => one !== undefined)).toHaveLength(1);
});

test('a contact who calls in at the moment of being dialled gets only one call', async () => {
  const place = await callingCompany(store.database);
  const { conversation } = await missed(place);
  clock.advance(86_400_000);
  const [claimed, taken] = await Promise.all([claimDue(store.database, workerId, 1), take()]);
  expect(claimed.length + (taken ? 1 : 0)).toBe(1);
  const live = (await attempts(place, conversation.id)).filter(({ status }) => status === 'IN_PROGRESS');
  expect(live).toHaveLength(1);
  expect(await take()).toBeUndefined();
});

type Dialled = Awaited<ReturnType<typeof waitingCall>>;
const endsAs = (kind: 'finished' | 'lost') => (place: CallingCompany, call: Dialled) =>
  settle(store.database, endedCall(place, call, { kind }, 60));
const isRequeued = (place: CallingCompany, { conversation, attemptId }: Dialled) =>
  requeue(store.database, {
    attemptId,
    companyId: place.scope.companyId,
    conversationId: conversation.id,
    workerId,
    notes: '503',
    retryAfterMs: 60_000,
  });

test.each([
  ['ends', endsAs('finished')],
  ['is lost', endsAs('lost')],
  ['is requeued', isRequeued],
])(
  'a contact who calls in while being dialled is not dialled again when the dialled call %s',
  async (_, leavesLine) => {
    const place = await callingCompany(store.database);
    await missed(place);
    const dialled = await waitingCall(place, { contact });
    expect(await claimDue(store.database, workerId, 1)).toMatchObject([{ attemptId: dialled.attemptId }]);
    const taken = await take();
    const { attemptId: next } = await waitingCall(place, { contact });
    await leavesLine(place, dialled);
    expect(await claimDue(store.database, workerId, 5)).toEqual([]);
    const inbound = { conversation: { id: taken?.conversationId ?? '' }, attemptId: taken?.attemptId ?? '' };
    await settle(store.database, endedCall(place, inbound, { kind: 'finished' }, 60));
    expect(await claimDue(store.database, workerId, 5)).toMatchObject([{ attemptId: next }]);
  },
);

test.each([
  ['another number', { ...back, caller: '+41446681899' }],
  ['a number of another company', { ...back, called: '+41446681899', isLines: false }],
])('an inbound call from or to %s reaches no conversation', async (_, call) => {
  await missed(await callingCompany(store.database));
  expect(await take(call)).toBeUndefined();
  expect(await take()).toBeDefined();
});

test('a contact reaches a conversation only by calling back the number that the conversation called from', async () => {
  const place = await callingCompany(store.database);
  const { id: companyPhoneNumberId } = await addPhoneNumber(store.database, place.scope.actor, {
    companyId: place.scope.companyId,
    phoneNumber: '+41446681802',
  });
  const wanted = { name: 'Eva', focus: 'GENERIC', callingWindow: null, companyPhoneNumberId } as const;
  const { id: agentId } = await createAgent(place.scope, wanted);
  await missed({ ...place, agentId });
  expect(await take()).toBeUndefined();
  expect(await take({ ...back, called: '+41446681802', isLines: false })).toBeDefined();
});

test('a contact who was never called cannot call back', async () => {
  await waitingCall(await callingCompany(store.database), { contact });
  expect(await take()).toBeUndefined();
});

test('a finished conversation cannot be reached by calling back', async () => {
  const place = await callingCompany(store.database);
  const call = await waitingCall(place, { contact });
  await claimDue(store.database, workerId, 1);
  await settle(store.database, endedCall(place, call, { kind: 'finished' }, 60));
  expect(await take()).toBeUndefined();
});

test('a contact who opted out cannot talk to an agent by calling back', async () => {
  const place = await callingCompany(store.database);
  await missed(place);
  await store.database.run(sql`update contacts set do_not_call = true`);
  expect(await take()).toBeUndefined();
});

test('a conversation of a paused run cannot be reached by calling back until the run is resumed', async () => {
  const place = await callingCompany(store.database);
  await missed(place);
  await stopDialQueue(place.scope, place.scope.companyId, null);
  expect(await take()).toBeUndefined();
  await startDialQueue(place.scope, place.scope.companyId);
  expect(await take()).toBeDefined();
});

test('inbound calls to a company at its limit of concurrent calls are not accepted', async () => {
  const place = await callingCompany(store.database, { plan: { maxConcurrentCalls: 1 } });
  await missed(place);
  await waitingCall(place, { contact: { ...contact, phoneNumber: '+41446681803' } });
  await claimDue(store.database, workerId, 1);
  expect(await take()).toBeUndefined();
});

test('a scheduled call that billing refused cannot be reached by calling back', async () => {
  const place = await callingCompany(store.database);
  const { conversation } = await missed(place);
  await store.database.run(sql`update call_attempts set is_admitted = false where status = 'SCHEDULED'`);
  await store.database.run(sql`delete from billing_holds`);
  await store.database.run(sql`update billing_accounts set held = 0, included = 0, purchased = 0`);
  expect(await take()).toBeUndefined();
  expect(await attempts(place, conversation.id)).toMatchObject([
    {},
    { status: 'SCHEDULED', direction: 'OUTBOUND' },
  ]);
  expect(await findCallsOf(store.database, workerId)).toEqual([]);
});

test('a caller with two open conversations reaches the one that was called last', async () => {
  const place = await callingCompany(store.database);
  await missed(place);
  clock.advance(1000);
  const later = await missed(place);
  expect(await take()).toMatchObject({ conversationId: later.conversation.id });
});

test('a caller who cannot be connected hears a message in the language of the last call to them', async () => {
  const place = await callingCompany(store.database, { agent: { language: 'DE' } });
  const call = await waitingCall(place, { contact });
  await claimDue(store.database, workerId, 1);
  await settle(store.database, endedCall(place, call, { kind: 'finished' }, 60));
  expect(await languageSpokenWith(store.database, back)).toBe('DE');
  expect(await languageSpokenWith(store.database, { ...back, caller: '+41446681899' })).toBeUndefined();
});
