import { ManualClock } from '@parley/kernel/clock.ts';
import type { Failure } from '@parley/kernel/failure.ts';
import {
  type CallingCompany,
  callingCompany,
  endedCall,
  withoutCalls,
  workerId,
} from '@parley/testing/calling-company.ts';
import { testDatabase } from '@parley/testing/database.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { readUsage } from '../billing/account.actions.ts';
import { isExact } from '../billing/ledger.actions.ts';
import { history } from '../events/event.actions.ts';
import { analysesOf } from './call-analysis.store.ts';
import { attemptsOf } from './call-attempt.store.ts';
import { cancelConversation } from './cancellation.actions.ts';
import { removeConversation } from './conversation.actions.ts';
import { findConversation } from './conversation.store.ts';
import { createConversation } from './conversation-creation.actions.ts';
import { lockCompany } from './due-queue.store.ts';
import { closeExpiredLinks, joinConversation, readLink } from './online-link.actions.ts';

import { MOST_JOINS } from './online-link.model.ts';
import { settle } from './settlement.actions.ts';
import type { EndingKind } from './settlement.model.ts';
import type { EndedCall } from './settlement-outcome.actions.ts';
import { findLostCalls } from './worker-liveness.actions.ts';

const START = '2026-11-16T12:00:00.000Z';
const DAY_MS = 86_400_000;
const clock = new ManualClock(START);
let store: Awaited<ReturnType<typeof testDatabase>>;
beforeAll(async () => {
  // Invitations are not sent here.
  store = await testDatabase({ clock, send: async () => {} });
});
afterAll(() => store.close());
beforeEach(() => withoutCalls(store.database, clock, START));

const contact = {
  firstName: 'Ada',
  lastName: 'Lovelace',
  email: 'a@example.com',
  gdprExpiryDate: '2099-12-31',
};

async function online(plan: Parameters<typeof callingCompany>[1] = {}) {
  const agent = { type: 'ONLINE', duration: 10, retryPolicy: { maxAttempts: 2, delaySeconds: 60 } } as const;
  const place = await callingCompany(store.database, { agent, ...plan });
  const { conversation } = await createConversation(place.scope, { agentId: place.agentId, contact }, false);
  const join = () => joinConversation(place.scope, conversation.id, workerId);
  return { ...place, conversation, join };
}

const end = (
  place: CallingCompany,
  attemptId: string,
  conversation: { id: string },
  ending: EndedCall['ending'],
) => settle(store.database, endedCall(place, { conversation, attemptId }, ending, 70));

async function state({ scope, conversation }: Awaited<ReturnType<typeof online>>) {
  const [now, attempts, events] = await Promise.all([
    findConversation(scope, conversation.id),
    attemptsOf(scope, [conversation.id]),
    history(scope, conversation.id),
  ]);
  return {
    status: now?.status,
    attempts: attempts.map(({ status, reasonCode, number }) => [number, status, reasonCode]),
    events: events.map(({ type }) => type),
    lastData: events.at(-1)?.data,
  };
}

test('joining starts a live call of this worker with the minutes held for it', async () => {
  const call = await online();
  const { attemptId } = await call.join();
  expect(await state(call)).toMatchObject({
    status: 'IN_PROGRESS',
    attempts: [[1, 'IN_PROGRESS', null]],
    events: ['conversation.started'],
  });
  const [attempt] = await attemptsOf(call.scope, [call.conversation.id]);
  expect(attempt).toMatchObject({ direction: 'INBOUND', calledAt: clock.now() });
  // Its worker never sent a heartbeat.
  expect((await findLostCalls(store.database)).map((lost) => lost.attemptId)).toEqual([attemptId]);
  expect(await readUsage(call.scope)).toMatchObject({ held: 10, used: 0 });
  await end(call, attemptId, call.conversation, { kind: 'finished' });
  expect(await readUsage(call.scope)).toMatchObject({ held: 0, used: 2 });
  expect(await isExact(call.scope)).toBe(true);
});

test('of ten concurrent joins one succeeds', async () => {
  const call = await online();
  const joined = await Promise.allSettled(Array.from({ length: 10 }, call.join));
  expect(joined.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  expect((await state(call)).attempts).toHaveLength(1);
  expect(await isExact(call.scope)).toBe(true);
});

describe.each<[Exclude<EndingKind, 'callback'>, string, string | null]>([
  ['hung_up_early', 'NO_ANSWER', 'HUNG_UP'],
  ['lost', 'FAILED', 'LOST'],
  ['agent_error', 'FAILED', 'AGENT_ERROR'],
])('%s', (kind, status, reasonCode) => {
  test('lets the contact return, whatever the retry policy says, and schedules nothing', async () => {
    const call = await online();
    for (let turn = 1; turn <= 3; turn++) {
      await end(call, (await call.join()).attemptId, call.conversation, { kind });
      const { status: now, attempts, events } = await state(call);
      expect(now).toBe('SCHEDULED');
      expect(attempts.at(-1)).toEqual([turn, status, reasonCode]);
      expect(events).toEqual(Array.from({ length: turn }, () => 'conversation.started'));
    }
    expect(await analysesOf(call.scope, [call.conversation.id])).toEqual([]);
    expect(await readUsage(call.scope)).toMatchObject({ held: 0, used: 0 });
    expect(await isExact(call.scope)).toBe(true);
  });
});

test.each<[EndingKind, string]>([
  ['finished', 'COMPLETED'],
  ['hung_up', 'COMPLETED'],
  ['max_duration', 'COMPLETED'],
  ['message_taken', 'COMPLETED'],
  ['not_interested', 'CANCELLED'],
])('%s closes the conversation as %s, and it cannot be joined again', async (kind, status) => {
  const call = await online();
  await end(call, (await call.join()).attemptId, call.conversation, { kind } as EndedCall['ending']);
  expect((await state(call)).status).toBe(status);
  await expect(call.join()).rejects.toThrow('This call is finished');
});

test('a call that is cancelled before anybody opened it gives its minutes back', async () => {
  const call = await online();
  await cancelConversation(call.scope, call.conversation.id);
  expect((await readUsage(call.scope)).held).toBe(0);
});

test('a link that cannot be joined is refused without waiting for the claim of calls', async () => {
  const call = await online();
  await end(call, (await call.join()).attemptId, call.conversation, { kind: 'finished' });
  await store.database.transaction(async (claiming) => {
    await lockCompany(claiming, call.scope.companyId);
    await expect(call.join()).rejects.toThrow('This call is finished');
  });
});

describe('a web call that was lost after another time was promised', () => {
  const promisedAt = new Date(Date.parse(START) + 2 * DAY_MS);
  async function lost() {
    const call = await online();
    const { attemptId } = await call.join();
    await end(call, attemptId, call.conversation, { kind: 'lost', promisedAt });
    return { call, attemptId };
  }

  test('leads to an invitation for that time', async () => {
    const { call } = await lost();
    expect(await state(call)).toMatchObject({
      status: 'SCHEDULED',
      attempts: [
        [1, 'FAILED', 'LOST'],
        [2, 'SCHEDULED', null],
      ],
      events: ['conversation.started', 'conversation.rescheduled'],
      lastData: { nextAttempt: { scheduledAt: promisedAt.toISOString() } },
    });
    expect(await readUsage(call.scope)).toMatchObject({ held: 0, used: 0 });
  });

  test('is charged once when its result arrives late', async () => {
    const { call, attemptId } = await lost();
    await end(call, attemptId, call.conversation, { kind: 'finished' });
    expect(await state(call)).toMatchObject({ status: 'COMPLETED', attempts: [[1, 'COMPLETED', null]] });
    expect(await readUsage(call.scope)).toMatchObject({ held: 0, used: 2 });
    await end(call, attemptId, call.conversation, { kind: 'finished' });
    expect(await readUsage(call.scope)).toMatchObject({ held: 0, used: 2 });
    expect(await isExact(call.scope)).toBe(true);
  });
});

test('the number of joins of a link is limited', async () => {
  const call = await online();
  for (let turn = 1; turn <= MOST_JOINS; turn++)
    await end(call, (await call.join()).attemptId, call.conversation, { kind: 'hung_up_early' });
  const { status, events, lastData } = await state(call);
  expect(status).toBe('UNREACHABLE');
  expect(events.at(-1)).toBe('conversation.cancelled');
  expect(lastData).toMatchObject({ reason: 'MAX_ATTEMPTS_EXCEEDED', attemptsMade: MOST_JOINS });
  await expect(call.join()).rejects.toThrow('expired');
});

test('a contact who returns without minutes left is asked to try later, and no call starts', async () => {
  const call = await online({ plan: { included: 10 } });
  await end(call, (await call.join()).attemptId, call.conversation, { kind: 'hung_up_early' });
  await createConversation(call.scope, { agentId: call.agentId, contact }, false);
  const refused = (await call.join().catch((error: unknown) => error)) as Failure;
  expect(refused).toMatchObject({ kind: 'conflict', message: expect.stringContaining('try again later') });
  expect(await state(call)).toMatchObject({ status: 'SCHEDULED', attempts: [[1, 'NO_ANSWER', 'HUNG_UP']] });
  expect(await isExact(call.scope)).toBe(true);
});

test('a contact who leaves the call of a deleted conversation leaves no data behind', async () => {
  const call = await online();
  const { attemptId } = await call.join();
  await removeConversation(call.scope, call.conversation.id);
  expect(await end(call, attemptId, call.conversation, { kind: 'hung_up' })).toEqual({ kind: 'deleted' });
  expect(await readUsage(call.scope)).toMatchObject({ held: 0 });
  expect(await isExact(call.scope)).toBe(true);
});

describe('expiry', () => {
  test('a link that nobody opened for thirty days closes its conversation, releases minutes and emits that once', async () => {
    const call = await online();
    clock.advance(30 * DAY_MS - 1000);
    await closeExpiredLinks(store.database);
    expect((await state(call)).status).toBe('SCHEDULED');
    clock.advance(1000);
    await closeExpiredLinks(store.database);
    await closeExpiredLinks(store.database);
    const { status, events, lastData } = await state(call);
    expect([status, events]).toEqual(['UNREACHABLE', ['conversation.cancelled']]);
    expect(lastData).toMatchObject({
      reason: 'MAX_ATTEMPTS_EXCEEDED',
      reasonDetail: 'LINK_EXPIRED',
      attemptsMade: 0,
      cancelledBy: null,
    });
    expect(await readUsage(call.scope)).toMatchObject({ held: 0 });
    expect(await isExact(call.scope)).toBe(true);
  });

  test('a live call continues when its link expires', async () => {
    const call = await online();
    await call.join();
    clock.advance(31 * DAY_MS);
    await closeExpiredLinks(store.database);
    expect((await state(call)).status).toBe('IN_PROGRESS');
  });
});

test.each([
  ['hung_up', true],
  ['finished', false],
] as const)(
  'whoever opens the link of a call that ended with %s is told whether it ended early',
  async (kind, isEarly) => {
    const call = await online();
    await end(call, (await call.join()).attemptId, call.conversation, { kind });
    expect(await readLink(call.scope, call.conversation.id)).toEqual({
      state: 'finished',
      endedEarly: isEarly,
    });
  },
);
