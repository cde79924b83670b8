import type { Failure } from '@parley/kernel/failure.ts';
import { type CallingCompany, callingCompany, endedCall, workerId } from '@parley/testing/calling-company.ts';
import { databaseWithoutCalls } from '@parley/testing/database-without-calls.ts';
import { describe, expect, test } from 'vitest';
import { currentPlan, readUsage, setPlan } from '../billing/account.actions.ts';
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
// Invitations are not sent here.
const store = databaseWithoutCalls(START, { send: async () => {} });
const { clock } = store;

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

test('joining a web call starts a live call on this worker with the minutes held for it', async () => {
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

test('a web call was not simulated, neither the first one nor one that the contact was invited to again', async () => {
  const call = await online();
  const { attemptId } = await call.join();
  await end(call, attemptId, call.conversation, { kind: 'callback', rawText: 'later', at: null });
  clock.advance(DAY_MS);
  await call.join();
  const all = await attemptsOf(call.scope, [call.conversation.id]);
  expect(all.map(({ isSimulated }) => isSimulated)).toEqual([false, false]);
});

test('one of ten concurrent requests to join a web call succeeds', async () => {
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
])('a web call that was interrupted with %s', (kind, status, reasonCode) => {
  test('a contact can join an interrupted web call again, without a limit by the retry policy', async () => {
    const call = await online();
    for (let turn = 1; turn <= 3; turn++) {
      await end(call, (await call.join()).attemptId, call.conversation, { kind });
      const { status: now, attempts, events } = await state(call);
      expect(now).toBe('SCHEDULED');
      expect(attempts.at(-1)).toEqual([turn, status, reasonCode]);
      expect(events).toEqual(Array.from({ length: turn }, () => 'conversation.started'));
    }
    expect(await analysesOf(call.scope, [call.conversation.id])).toEqual([]);
    expect(await readUsage(call.scope)).toMatchObject({ held: 10, used: 0 });
    expect(await isExact(call.scope)).toBe(true);
  });
});

test.each<[EndingKind, string]>([
  ['finished', 'COMPLETED'],
  ['hung_up', 'COMPLETED'],
  ['max_duration', 'COMPLETED'],
  ['message_taken', 'COMPLETED'],
  ['not_interested', 'CANCELLED'],
])('a web call that ends with %s becomes %s and cannot be joined again', async (kind, status) => {
  const call = await online();
  await end(call, (await call.join()).attemptId, call.conversation, { kind } as EndedCall['ending']);
  expect((await state(call)).status).toBe(status);
  await expect(call.join()).rejects.toThrow('This call is finished');
});

test('cancelling a web call that was never joined releases its minutes', async () => {
  const call = await online();
  await cancelConversation(call.scope, call.conversation.id);
  expect((await readUsage(call.scope)).held).toBe(0);
});

test('a request to join a finished web call is refused without waiting for calls that are being claimed', async () => {
  const call = await online();
  await end(call, (await call.join()).attemptId, call.conversation, { kind: 'finished' });
  await store.database.transaction(async (claiming) => {
    await lockCompany(claiming, call.scope.companyId);
    await expect(call.join()).rejects.toThrow('This call is finished');
  });
});

describe('a web call that was lost after a callback time was agreed', () => {
  const promisedAt = new Date(Date.parse(START) + 2 * DAY_MS);
  async function lost() {
    const call = await online();
    const { attemptId } = await call.join();
    await end(call, attemptId, call.conversation, { kind: 'lost', promisedAt });
    return { call, attemptId };
  }

  test('a web call that was lost after a callback time was agreed leads to an invitation for that time', async () => {
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
    expect(await readUsage(call.scope)).toMatchObject({ held: 10, used: 0 });
  });

  test('a lost web call whose result arrives late is charged once', async () => {
    const { call, attemptId } = await lost();
    await end(call, attemptId, call.conversation, { kind: 'finished' });
    expect(await state(call)).toMatchObject({ status: 'COMPLETED', attempts: [[1, 'COMPLETED', null]] });
    expect(await readUsage(call.scope)).toMatchObject({ held: 0, used: 2 });
    await end(call, attemptId, call.conversation, { kind: 'finished' });
    expect(await readUsage(call.scope)).toMatchObject({ held: 0, used: 2 });
    expect(await isExact(call.scope)).toBe(true);
  });
});

test('a web-call link can be joined a limited number of times', async () => {
  const call = await online();
  for (let turn = 1; turn <= MOST_JOINS; turn++)
    await end(call, (await call.join()).attemptId, call.conversation, { kind: 'hung_up_early' });
  const { status, events, lastData } = await state(call);
  expect(status).toBe('UNREACHABLE');
  expect(events.at(-1)).toBe('conversation.cancelled');
  expect(lastData).toMatchObject({ reason: 'MAX_ATTEMPTS_EXCEEDED', attemptsMade: MOST_JOINS });
  await expect(call.join()).rejects.toThrow('expired');
});

describe('the minutes of a web call that can be joined again', () => {
  const left = async (
    plan: { included: number },
    ending: EndedCall['ending'] = { kind: 'hung_up_early' },
  ) => {
    const call = await online({ plan });
    const { attemptId } = await call.join();
    await end(call, attemptId, call.conversation, ending);
    return { ...call, attemptId };
  };
  const callback = {
    kind: 'callback',
    rawText: 'in an hour',
    at: new Date(Date.parse(START) + 3_600_000),
  } as const;

  test('a contact who leaves a web call keeps its minutes, and another conversation cannot take them', async () => {
    const call = await left({ included: 10 });
    await expect(
      createConversation(call.scope, { agentId: call.agentId, contact }, false),
    ).rejects.toMatchObject({ kind: 'payment_required' });
    const { attemptId } = await call.join();
    expect(await readUsage(call.scope)).toMatchObject({ held: 10 });
    await end(call, attemptId, call.conversation, { kind: 'finished' });
    expect(await readUsage(call.scope)).toMatchObject({ held: 0, used: 2 });
    expect(await isExact(call.scope)).toBe(true);
  });

  test('the minutes of a web call that a contact postpones are held until they come back', async () => {
    const call = await left({ included: 12 }, callback);
    expect(await readUsage(call.scope)).toMatchObject({ held: 10, used: 2, available: 0 });
    clock.advance(3_600_000);
    await end(call, (await call.join()).attemptId, call.conversation, { kind: 'finished' });
    expect(await readUsage(call.scope)).toMatchObject({ held: 0, used: 4 });
    expect(await isExact(call.scope)).toBe(true);
  });

  test('a postponed web call for which no minutes are left stays open, and holds them when its contact comes back', async () => {
    const call = await left({ included: 10 }, callback);
    expect((await state(call)).status).toBe('SCHEDULED');
    expect(await readUsage(call.scope)).toMatchObject({ held: 0, used: 2 });
    clock.advance(3_600_000);
    const refused = (await call.join().catch((error: unknown) => error)) as Failure;
    expect(refused).toMatchObject({ kind: 'conflict', message: expect.stringContaining('try again later') });
    const plan = { ...(await currentPlan(call.scope)), included: 12 };
    await setPlan(store.database, call.scope.companyId, plan, { actor: call.scope.actor, client: undefined });
    await call.join();
    expect(await readUsage(call.scope)).toMatchObject({ held: 10, used: 2 });
    expect(await isExact(call.scope)).toBe(true);
  });

  test('a web call that its contact left holds its minutes once, also when its end is reported twice', async () => {
    const call = await left({ included: 100 });
    await end(call, call.attemptId, call.conversation, { kind: 'hung_up_early' });
    await end(call, call.attemptId, call.conversation, { kind: 'lost' });
    expect(await readUsage(call.scope)).toMatchObject({ held: 10 });
    expect(await isExact(call.scope)).toBe(true);
  });

  test('the late result of a lost web call that postpones it holds its minutes once', async () => {
    const call = await left({ included: 100 }, { kind: 'lost', promisedAt: callback.at });
    await end(call, call.attemptId, call.conversation, callback);
    expect(await readUsage(call.scope)).toMatchObject({ held: 10, used: 2 });
    expect(await isExact(call.scope)).toBe(true);
  });

  test.each<[string, (call: Awaited<ReturnType<typeof left>>) => Promise<unknown>]>([
    ['cancelled', ({ scope, conversation }) => cancelConversation(scope, conversation.id)],
    ['deleted', ({ scope, conversation }) => removeConversation(scope, conversation.id)],
    [
      'not opened for thirty days',
      async () => {
        clock.advance(31 * DAY_MS);
        await closeExpiredLinks(store.database);
      },
    ],
  ])(
    'the minutes of a web call that its contact left or postponed are released when it is %s',
    async (_, close) => {
      for (const ending of [{ kind: 'hung_up_early' }, callback] as const) {
        const call = await left({ included: 100 }, ending);
        expect(await readUsage(call.scope)).toMatchObject({ held: 10 });
        await close(call);
        expect(await readUsage(call.scope)).toMatchObject({ held: 0 });
        expect(await isExact(call.scope)).toBe(true);
      }
    },
  );
});

test('a web call whose conversation was deleted meanwhile leaves no data and no held minutes when it ends', async () => {
  const call = await online();
  const { attemptId } = await call.join();
  await removeConversation(call.scope, call.conversation.id);
  expect(await end(call, attemptId, call.conversation, { kind: 'hung_up' })).toEqual({ kind: 'deleted' });
  expect(await readUsage(call.scope)).toMatchObject({ held: 0 });
  expect(await isExact(call.scope)).toBe(true);
});

describe('expiry of web-call links', () => {
  test('a web-call link unused for thirty days closes its conversation once and releases its minutes', async () => {
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

  test('a live web call continues when its link expires', async () => {
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
  'the link of a web call that ended with %s shows whether the call ended early',
  async (kind, isEarly) => {
    const call = await online();
    await end(call, (await call.join()).attemptId, call.conversation, { kind });
    expect(await readLink(call.scope, call.conversation.id)).toEqual({
      state: 'finished',
      endedEarly: isEarly,
    });
  },
);
