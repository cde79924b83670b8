import { callingCompany, inlineContact, waitingCall } from '@parley/testing/calling-company.ts';
import { testDatabase } from '@parley/testing/database.ts';
import { somebodyWaits } from '@parley/testing/lock-wait.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Scope } from '../../storage/scope.ts';
import { removeAgent } from '../agents/agent.actions.ts';
import { readUsage } from '../billing/account.actions.ts';
import { createContact, markDoNotCall, removeContact } from '../contacts/contact.actions.ts';
import { createJob, removeJob } from '../jobs/job.actions.ts';
import { reopenRun } from '../runs/run-control.actions.ts';
import { invokeAttempt } from './call-attempt.actions.ts';
import { removeConversationsOfContact, removeConversationsOfJob } from './conversation.actions.ts';
import { createConversation } from './conversation-creation.actions.ts';

let store: Awaited<ReturnType<typeof testDatabase>>;
beforeAll(async () => {
  store = await testDatabase();
});
afterAll(() => store.close());

/** Begins something that needs what is being deleted, and answers what became of it once the deletion is done. */
async function duringDeletion(
  scope: Scope,
  deletion: (inside: Scope) => Promise<unknown>,
  begin: () => Promise<unknown>,
): Promise<unknown> {
  const { begun } = await scope.transaction(async (inside) => {
    await deletion(inside);
    const attempt = begin().catch((error: unknown) => error);
    await somebodyWaits(store.database);
    return { begun: attempt };
  });
  return begun;
}

async function place() {
  const { scope, agentId } = await callingCompany(store.database);
  const contact = await createContact(scope, inlineContact, false);
  const job = await createJob(scope, { title: 'Clerk' });
  return { scope, agentId, contactId: contact.id, jobId: job.id };
}
type Place = Awaited<ReturnType<typeof place>>;

test.each<[string, (place: Place) => (inside: Scope) => Promise<unknown>]>([
  [
    'Contact',
    ({ contactId }) =>
      (inside) =>
        removeContact(inside, contactId, removeConversationsOfContact),
  ],
  [
    'Job',
    ({ jobId }) =>
      (inside) =>
        removeJob(inside, jobId, removeConversationsOfJob),
  ],
  [
    'Agent',
    ({ agentId }) =>
      (inside) =>
        removeAgent(inside, agentId),
  ],
])('creating a conversation whose %s is deleted meanwhile fails as not found', async (noun, deletionOf) => {
  const here = await place();
  const { scope, agentId, contactId, jobId } = here;
  const failure = await duringDeletion(scope, deletionOf(here), () =>
    createConversation(scope, { agentId, contactId, jobId }, false),
  );
  expect(failure).toMatchObject({ kind: 'not_found', message: `${noun} not found` });
  expect((await readUsage(scope)).held).toBe(0);
});

test('a test conversation is created and finished at the same instant', async () => {
  let ms = Date.parse('2026-11-15T10:00:00.000Z');
  const ticking = await testDatabase({ clock: { now: () => new Date(ms++) } });
  const { conversation } = await waitingCall(await callingCompany(ticking.database), { isTest: true });
  await ticking.close();
  const { createdAt, updatedAt, scheduledAt, finishedAt } = conversation;
  expect([updatedAt, scheduledAt, finishedAt]).toEqual([createdAt, createdAt, createdAt]);
});

test('a conversation whose agent was deleted cannot be reopened', async () => {
  const { scope, agentId } = await place();
  const { conversation } = await waitingCall({ scope, agentId }, { isTest: true });
  const failure = await duringDeletion(
    scope,
    (inside) => removeAgent(inside, agentId),
    () => invokeAttempt(scope, conversation.id, {}, false, reopenRun),
  );
  expect(failure).toMatchObject({ kind: 'conflict' });
  expect((await readUsage(scope)).held).toBe(0);
});

test('a contact that is deleted while its conversation is being created is deleted with the conversation', async () => {
  const { scope, agentId, contactId } = await place();
  const { removed } = await scope.transaction(async (inside) => {
    await createConversation(inside, { agentId, contactId }, false);
    const removing = removeContact(scope, contactId, removeConversationsOfContact);
    await somebodyWaits(store.database);
    return { removed: removing };
  });
  expect(await removed).toEqual({ id: contactId, deleted: true });
  expect((await readUsage(scope)).held).toBe(0);
});

test('conversations created concurrently succeed or fail as if created one by one', async () => {
  const { scope, agentId } = await callingCompany(store.database, {
    agent: { duration: 10 },
    plan: { included: 30 },
  });
  const contacts = await Promise.all(
    Array.from({ length: 4 }, () => createContact(scope, inlineContact, false)),
  );
  const [first = '', unwilling = '', ...others] = contacts.map(({ id }) => id);
  await markDoNotCall(scope, unwilling);
  const wanted = [first, unwilling, ...others, scope.newId()];
  const outcomes = await Promise.allSettled([
    ...wanted.map((contactId) => createConversation(scope, { agentId, contactId }, false)),
    createConversation(scope, { agentId, contactId: first.toUpperCase() }, false),
  ]);
  const kinds = outcomes.map((one) => (one.status === 'fulfilled' ? 'made' : one.reason.kind));
  expect(kinds.toSorted()).toEqual(['conflict', 'made', 'made', 'made', 'not_found', 'payment_required']);
  expect([kinds[1], kinds[4]]).toEqual(['conflict', 'not_found']);
  for (const [place, one] of outcomes.entries())
    if (one.status === 'fulfilled') expect(one.value.conversation.contactId).toBe(wanted[place] ?? first);
  expect((await readUsage(scope)).held).toBe(30);
});
