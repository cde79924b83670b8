import { Failure } from '@parley/kernel/failure.ts';
import { createAgent, removeAgent } from '@parley/service/domains/agents/agent.actions.ts';
import { readUsage } from '@parley/service/domains/billing/account.actions.ts';
import { isExact } from '@parley/service/domains/billing/ledger.actions.ts';
import { createContact, removeContact } from '@parley/service/domains/contacts/contact.actions.ts';
import { invokeAttempt } from '@parley/service/domains/conversations/call-attempt.actions.ts';
import {
  removeConversationsOfContact,
  removeConversationsOfJob,
} from '@parley/service/domains/conversations/conversation.actions.ts';
import { createConversation } from '@parley/service/domains/conversations/conversation-creation.actions.ts';
import { claimDue, noteRinging } from '@parley/service/domains/conversations/dispatch.actions.ts';
import { settle } from '@parley/service/domains/conversations/settlement.actions.ts';
import { history } from '@parley/service/domains/events/event.actions.ts';
import { createJob, removeJob } from '@parley/service/domains/jobs/job.actions.ts';
import { reopenRun } from '@parley/service/domains/runs/run-control.actions.ts';
import { sql } from '@parley/service/storage/sql.ts';
import { analyserOf, completeCall } from '@parley/testing/analysed-calls.ts';
import {
  callingCompany,
  endedCall,
  inlineContact,
  waitingCall,
  workerId,
} from '@parley/testing/calling-company.ts';
import { testDatabase } from '@parley/testing/database.ts';
import { foundNothing, scriptedAnalysisModel } from '@parley/testing/scripted-analysis-model.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';

const AT_ONCE = 50;

let store: Awaited<ReturnType<typeof testDatabase>>;
beforeAll(async () => {
  // More connections than a table of counters has rows, as several processes have together.
  store = await testDatabase({ maxConnections: 60 });
});
afterAll(() => store.close());

/** What became of each: nothing, or the kind of failure. Anything that is no Failure is a fault of ours. */
const outcomes = async (all: readonly Promise<unknown>[]): Promise<string[]> =>
  (await Promise.allSettled(all)).map((one) => {
    if (one.status === 'fulfilled') return 'done';
    return one.reason instanceof Failure ? one.reason.kind : String(one.reason);
  });

const times = <Result>(count: number, make: (turn: number) => Promise<Result>): Promise<Result>[] =>
  Array.from({ length: count }, (_, turn) => make(turn));

const rows = async (table: 'conversations' | 'call_attempts' | 'billing_holds', companyId: string) => {
  const from = {
    conversations: sql`conversations`,
    call_attempts: sql`call_attempts`,
    billing_holds: sql`billing_holds`,
  };
  const row = await store.database.first<{ count: number }>(
    sql`select count(*) as count from ${from[table]} where company_id = ${companyId}`,
  );
  return row?.count;
};

test('contacts deleted while conversations with them are created leave no conversations and no reserved minutes', async () => {
  const place = await callingCompany(store.database);
  const { scope, agentId } = place;
  const contacts = await Promise.all(times(AT_ONCE, () => createContact(scope, inlineContact, false)));
  await Promise.all(contacts.map(({ id }) => waitingCall(place, { contactId: id })));
  const done = await outcomes([
    ...contacts.map(({ id }) => createConversation(scope, { agentId, contactId: id }, false)),
    ...contacts.map(({ id }) => removeContact(scope, id, removeConversationsOfContact)),
    ...times(AT_ONCE, () => createConversation(scope, { agentId, contact: inlineContact }, false)),
  ]);
  expect(new Set(done.slice(0, AT_ONCE))).toSatisfy((kinds: Set<string>) =>
    [...kinds].every((kind) => kind === 'done' || kind === 'not_found'),
  );
  expect(new Set(done.slice(AT_ONCE))).toEqual(new Set(['done']));
  expect(await rows('conversations', scope.companyId)).toBe(AT_ONCE);
  expect(await rows('billing_holds', scope.companyId)).toBe(AT_ONCE);
  const counted = await store.database.first(
    sql`select sum(total)::int as total from conversation_counts where company_id = ${scope.companyId}`,
  );
  expect(counted).toEqual({ total: AT_ONCE });
  expect((await readUsage(scope)).held).toBe(AT_ONCE * 15);
  expect(await isExact(scope)).toBe(true);
});

test('jobs deleted while conversations for them are created leave no conversations and no reserved minutes', async () => {
  const place = await callingCompany(store.database);
  const { scope, agentId } = place;
  const jobs = await Promise.all(times(AT_ONCE, () => createJob(scope, { title: 'Clerk' })));
  const contacts = await Promise.all(times(AT_ONCE, () => createContact(scope, inlineContact, false)));
  await Promise.all(
    jobs.map(({ id }, turn) => waitingCall(place, { contactId: contacts[turn]?.id ?? '', jobId: id })),
  );
  const done = await outcomes([
    ...jobs.map(({ id: jobId }, turn) =>
      createConversation(scope, { agentId, contactId: contacts[turn]?.id ?? '', jobId }, false),
    ),
    ...jobs.map(({ id }) => removeJob(scope, id, removeConversationsOfJob)),
    ...contacts.slice(0, 25).map(({ id }) => removeContact(scope, id, removeConversationsOfContact)),
  ]);
  expect(
    [...new Set(done.slice(0, AT_ONCE))].filter((kind) => kind !== 'done' && kind !== 'not_found'),
  ).toEqual([]);
  expect(new Set(done.slice(AT_ONCE))).toEqual(new Set(['done']));
  expect(await rows('conversations', scope.companyId)).toBe(0);
  expect(await rows('billing_holds', scope.companyId)).toBe(0);
  expect((await readUsage(scope)).held).toBe(0);
  expect(await isExact(scope)).toBe(true);
});

test('deleting agents while calls with them are created ends with "not found" or "in use"', async () => {
  const { scope } = await callingCompany(store.database);
  const pairs = await Promise.all(
    times(AT_ONCE, async () => {
      const agent = await createAgent(scope, { name: 'Grace', focus: 'GENERIC' });
      const call = await waitingCall({ scope, agentId: agent.id }, { isTest: true });
      return { agentId: agent.id, conversationId: call.conversation.id };
    }),
  );
  const done = await outcomes([
    ...pairs.map(({ conversationId }) => invokeAttempt(scope, conversationId, {}, false, reopenRun)),
    ...pairs.map(({ agentId }) => removeAgent(scope, agentId)),
    ...pairs.map(({ agentId }) => createConversation(scope, { agentId, contact: inlineContact }, false)),
  ]);
  expect(done.filter((kind) => !['done', 'conflict', 'not_found'].includes(kind))).toEqual([]);
  expect(await isExact(scope)).toBe(true);
});

test('calls that start and end while their contact is deleted block nobody, and the ledger stays exact', async () => {
  const place = await callingCompany(store.database, { plan: { maxConcurrentCalls: 1000 } });
  const { scope } = place;
  const { id: contactId } = await createContact(scope, inlineContact, false);
  const calls = await Promise.all(times(AT_ONCE, () => waitingCall(place, { contactId })));
  await claimDue(store.database, workerId, 1000);
  const done = await outcomes([
    ...times(5, () => noteRinging(store.database, calls.map(({ attemptId }) => attemptId).toReversed())),
    removeContact(scope, contactId, removeConversationsOfContact),
    ...calls.map((call, turn) =>
      settle(store.database, endedCall(place, call, { kind: turn % 2 === 0 ? 'opt_out' : 'finished' }, 61)),
    ),
  ]);
  expect(new Set(done)).toEqual(new Set(['done']));
  expect(await rows('billing_holds', scope.companyId)).toBe(0);
  expect(await readUsage(scope)).toMatchObject({ held: 0, used: AT_ONCE * 2 });
  expect(await isExact(scope)).toBe(true);
});

test('analyses during deletions and reopened conversations are reported in order', async () => {
  const place = await callingCompany(store.database, { plan: { maxConcurrentCalls: 1000 } });
  const { scope } = place;
  const contacts = await Promise.all(times(5, () => createContact(scope, inlineContact, false)));
  const calls = [];
  for (let turn = 0; turn < AT_ONCE; turn++) {
    const contactId = contacts[turn % contacts.length]?.id ?? '';
    const call = await waitingCall(place, { contactId });
    await completeCall(store.database, scope, call.conversation.id);
    calls.push(call.conversation.id);
  }
  const analysisModel = scriptedAnalysisModel((call) => {
    const nothing = foundNothing(call);
    return { ...nothing, general: { ...nothing.general, overallRating: 50 } };
  });
  const analyseDue = () => analyserOf(store.database, { analysisModel }).analyseDue();
  const done = await outcomes([
    ...times(4, analyseDue),
    ...contacts.slice(0, 2).map(({ id }) => removeContact(scope, id, removeConversationsOfContact)),
    ...calls.map((id) => invokeAttempt(scope, id, {}, false, reopenRun)),
  ]);
  expect(new Set(done.slice(0, 6))).toEqual(new Set(['done']));
  expect(done.filter((kind) => !['done', 'not_found'].includes(kind))).toEqual([]);
  // What was locked when an analyser came by, or took too long on a busy machine, is left for the next time, when its
  // lease or pause has run out.
  for (let round = 0; round < 5; round++) {
    const left = await store.database.run(
      sql`update call_analyses set due_at = created_at where company_id = ${scope.companyId} and status < 2`,
    );
    if (left === 0) break;
    await analyseDue();
  }
  expect(await rows('conversations', scope.companyId)).toBe((AT_ONCE * 3) / 5);
  for (const id of calls) {
    const told = (await history(scope, id)).map(({ type }) => type);
    const isThere = told.length > 0;
    expect(told.filter((type) => type !== 'analysis.completed')).toEqual(
      isThere ? ['conversation.started', 'conversation.completed', 'conversation.rescheduled'] : [],
    );
    const analyses = await store.database.all(sql`select * from call_analyses where conversation_id = ${id}`);
    const completed = told.filter((type) => type === 'analysis.completed');
    expect(completed, JSON.stringify({ told, analyses })).toHaveLength(isThere ? 1 : 0);
  }
  expect(await isExact(scope)).toBe(true);
});
