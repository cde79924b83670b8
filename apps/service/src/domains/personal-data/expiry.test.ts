import { ManualClock } from '@parley/kernel/clock.ts';
import { type CallingCompany, callingCompany, waitingCall } from '@parley/testing/calling-company.ts';
import { testDatabase } from '@parley/testing/database.ts';
import { databaseWithMasterKey } from '@parley/testing/kms-process.ts';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Database } from '../../storage/database.ts';
import { KmsUnavailable, localMasterKey, type MasterKey } from '../../storage/keys/master-key.ts';
import { type CompanyId, sql } from '../../storage/sql.ts';
import { compilePlan } from '../agents/call-plan.model.ts';
import { CallInputsReader } from '../conversations/call-inputs.actions.ts';
import { appendJournals, readJournal } from '../conversations/call-journal.actions.ts';
import { moveContactParts } from './contact-merge.actions.ts';
import { expireContacts, listErasureReceipts } from './erasure.actions.ts';
import { makeReceiptSigner } from './receipt.model.ts';

const DAY_MS = 86_400_000;
const clock = new ManualClock('2026-06-01T12:00:00.000Z');
const never = new AbortController().signal;
const receipts = makeReceiptSigner(['a secret'], { kind: 's3', bucket: 'calls' });
let store: Awaited<ReturnType<typeof testDatabase>>;
let database: Database;
let isKmsDown: boolean;
let place: CallingCompany;

beforeAll(async () => {
  store = await testDatabase({ clock });
});
beforeEach(async () => {
  isKmsDown = false;
  database = startedProcess();
  place = await callingCompany(store.database);
});
afterEach(() => database.close());
afterAll(() => store.close());

const startedProcess = () => databaseWithMasterKey(store.url, clock, inKms(localMasterKey('a', 'the KMS')));

function inKms(master: MasterKey): MasterKey {
  const refuse = () => Promise.reject(new KmsUnavailable('The KMS is down', 10));
  return {
    ...master,
    wrap: (key, context) => (isKmsDown ? refuse() : master.wrap(key, context)),
    unwrap: (key, context) => (isKmsDown ? refuse() : master.unwrap(key, context)),
  };
}

const scopeOf = (companyId: CompanyId) => database.within(companyId, { kind: 'system', id: 'test' });
const looked = [
  { kind: 'plan', plan: { language: 'EN', knowledge: [{ id: 'contact', title: 'Ada', text: 'Bees' }] } },
  { kind: 'found', passages: [{ title: 'CV', text: 'Bees' }] },
];
const forgotten = [
  { kind: 'plan', plan: { language: 'EN', knowledge: [] } },
  { kind: 'found', passages: [] },
];

/** A call that has ended, in which the agent looked something up. */
async function endedCall(status = 'COMPLETED') {
  const { attemptId, conversation } = await waitingCall(place);
  const { companyId } = place.scope;
  await store.database.run(sql`update call_attempts set status = ${status} where id = ${attemptId}`);
  await appendJournals(database, [{ attemptId, companyId, part: 0, entries: looked }]);
  await setDate(conversation.contactId, inNineDays());
  return { attemptId, contactId: conversation.contactId, conversationId: conversation.id };
}

const inNineDays = () => new Date(clock.now().getTime() + 9 * DAY_MS).toISOString().slice(0, 10);
const setDate = (contactId: string, date: string) =>
  store.database.run(sql`update contacts set gdpr_expiry_date = ${date}::date where id = ${contactId}`);
const setStatus = (attemptId: string, status: string) =>
  store.database.run(sql`update call_attempts set status = ${status} where id = ${attemptId}`);
const journalOf = (attemptId: string) => readJournal(scopeOf(place.scope.companyId), attemptId);
const expire = () => expireContacts(database, receipts, never);
const receiptsOf = async (contactId: string) =>
  (await listErasureReceipts(scopeOf(place.scope.companyId), { contactId, page: 1, limit: 20 })).data;

test('on its date a contact is forgotten in the journals of its calls, and the receipt names what was erased from where', async () => {
  const { attemptId, contactId } = await endedCall();
  await expire();
  expect(await journalOf(attemptId)).toEqual(looked);
  clock.advance(10 * DAY_MS);
  await expire();
  expect(await journalOf(attemptId)).toEqual(forgotten);
  // What is done is not done again.
  await expire();
  expect(await receiptsOf(contactId)).toEqual([
    expect.objectContaining({
      reason: 'EXPIRED',
      erased: expect.objectContaining({ documents: 0, cvTexts: 0, journals: 1 }),
      stores: { database: expect.any(String), objects: { kind: 's3', bucket: 'calls' } },
    }),
  ]);
});

test('the journal of a call that goes on at the date is cleared once the call has ended', async () => {
  const { attemptId } = await endedCall('IN_PROGRESS');
  clock.advance(10 * DAY_MS);
  await expire();
  expect(await journalOf(attemptId)).toEqual(looked);
  await setStatus(attemptId, 'COMPLETED');
  await expire();
  expect(await journalOf(attemptId)).toEqual(forgotten);
});

test('journals that cannot be read at the date, because the KMS is down, are cleared once it answers', async () => {
  const { attemptId } = await endedCall();
  await database.close();
  clock.advance(10 * DAY_MS);
  database = startedProcess();
  isKmsDown = true;
  await expire();
  isKmsDown = false;
  clock.advance(60_000);
  expect(await journalOf(attemptId)).toEqual(looked);
  await expire();
  expect(await journalOf(attemptId)).toEqual(forgotten);
});

test('calls after a date that was moved, and calls that a merge brings, are cleared on the date, too', async () => {
  const { attemptId, contactId } = await endedCall();
  clock.advance(10 * DAY_MS);
  await expire();
  await setDate(contactId, '2099-12-31');
  const { companyId } = place.scope;
  await appendJournals(database, [{ attemptId, companyId, part: 1, entries: looked }]);
  await expire();
  expect(await journalOf(attemptId)).toEqual([...forgotten, ...looked]);
  await setDate(contactId, '2026-06-02');
  await expire();
  expect(await journalOf(attemptId)).toEqual([...forgotten, ...forgotten]);

  const other = await endedCall();
  await setDate(other.contactId, '2099-12-31');
  const scope = scopeOf(companyId);
  await scope.transaction((inside) => moveContactParts(inside, other.contactId, contactId));
  await expire();
  expect(await journalOf(other.attemptId)).toEqual(forgotten);
});

test('calls in which somebody talked as the contact are cleared on the date of the contact', async () => {
  const { attemptId, conversationId, contactId } = await endedCall();
  await setDate(contactId, '2099-12-31');
  const other = await endedCall();
  await database.run(sql`
    insert into talks_as_contact (conversation_id, company_id, contact_id)
    values (${conversationId}, ${place.scope.companyId}, ${other.contactId})`);
  clock.advance(10 * DAY_MS);
  await expire();
  expect(await journalOf(attemptId)).toEqual(forgotten);
});

test('from its date on an agent is given no document about a contact', async () => {
  place = await callingCompany(store.database, { agent: { contextConfig: { useContactContext: true } } });
  const { conversationId, contactId } = await endedCall();
  await database.run(sql`update contacts set fields = '{"organization": "Bees"}' where id = ${contactId}`);
  const knowledge = async () => {
    const call = await new CallInputsReader().of(scopeOf(place.scope.companyId), conversationId);
    return call && compilePlan(call.inputs).knowledge.map(({ id }) => id);
  };
  const before = await knowledge();
  clock.advance(10 * DAY_MS);
  expect([before, await knowledge()]).toEqual([['contact'], []]);
});

test('contacts whose date has come are found in an index', async () => {
  const plan = await store.database.transaction(async (inside) => {
    await inside.run(sql`set local enable_seqscan = off`);
    return inside.all<{ 'QUERY PLAN': string }>(sql`
      explain select id from contacts where gdpr_expiry_date <= '2026-06-01'::date and expired_for is distinct from gdpr_expiry_date`);
  });
  expect(JSON.stringify(plan)).toContain('contacts_to_expire');
});
