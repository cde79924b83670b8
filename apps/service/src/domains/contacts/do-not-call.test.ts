import {
  callingCompany,
  endedCall,
  inlineContact as simulated,
  waitingCall,
  workerId,
} from '@parley/testing/calling-company.ts';
import { testDatabase } from '@parley/testing/database.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { sql } from '../../storage/sql.ts';
import { removeConversationsOfContact } from '../conversations/conversation.actions.ts';
import { findConversation } from '../conversations/conversation.store.ts';
import { claimDue } from '../conversations/dispatch.actions.ts';
import { settle } from '../conversations/settlement.actions.ts';
import { history } from '../events/event.actions.ts';
import { allowCalls, changeContact, createContact, markDoNotCall, removeContact } from './contact.actions.ts';

const inlineContact = { ...simulated, phoneNumber: '+41446681800' };
let store: Awaited<ReturnType<typeof testDatabase>>;
beforeAll(async () => {
  store = await testDatabase();
});
afterAll(() => store.close());
beforeEach(async () => {
  await store.database.run(sql`delete from live_calls`);
  await store.database.run(sql`delete from conversations`);
});

/** A company in which somebody said on the telephone that they never want to be called again. */
async function optedOut() {
  const place = await callingCompany(store.database);
  const call = await waitingCall(place, { contact: inlineContact });
  await claimDue(store.database, workerId, 10);
  await settle(store.database, endedCall(place, call, { kind: 'opt_out' }, 5));
  return { ...place, contactId: call.conversation.contactId };
}

const refusal = { kind: 'conflict', message: 'The contact asked never to be called again' };

test('after an opt-out other contacts with the same number are not called either', async () => {
  const place = await optedOut();
  await expect(waitingCall(place, { contact: inlineContact })).rejects.toMatchObject(refusal);
  const { id } = await createContact(place.scope, { ...inlineContact, firstName: 'Grace' }, false);
  await expect(waitingCall(place, { contactId: id })).rejects.toMatchObject(refusal);
  const left = await place.scope.first<{ contacts: number }>(
    sql`select count(*) as contacts from contacts where company_id = ${place.scope.companyId}`,
  );
  expect(left?.contacts).toBe(2);
});

test('after an opt-out a scheduled call to another contact with the same number is declined and not placed', async () => {
  const place = await callingCompany(store.database, { plan: { maxConcurrentCalls: 1 } });
  const [first, second] = [
    await waitingCall(place, { contact: inlineContact }),
    await waitingCall(place, { contact: inlineContact }),
  ];
  await claimDue(store.database, workerId, 1);
  await settle(store.database, endedCall(place, first, { kind: 'opt_out' }, 5));
  expect(await claimDue(store.database, workerId, 10)).toEqual([]);
  expect(await findConversation(place.scope, second.conversation.id)).toMatchObject({ status: 'CANCELLED' });
  expect(await history(place.scope, second.conversation.id)).toMatchObject([
    { type: 'conversation.cancelled', data: { reason: 'CANDIDATE_NOT_INTERESTED', attemptsMade: 0 } },
  ]);
});

test('a contact given an opted-out number cannot be called until the number is changed again', async () => {
  const place = await optedOut();
  const { id } = await createContact(place.scope, { ...inlineContact, phoneNumber: '+15005550012' }, false);
  await changeContact(place.scope, id, { phoneNumber: inlineContact.phoneNumber }, false);
  await expect(waitingCall(place, { contactId: id })).rejects.toMatchObject(refusal);
  await changeContact(place.scope, id, { phoneNumber: '+15005550012' }, false);
  await waitingCall(place, { contactId: id });
});

test('a contact who opted out is not called at a new number either', async () => {
  const { contactId, ...place } = await optedOut();
  await changeContact(place.scope, contactId, { phoneNumber: '+15005550012' }, false);
  await expect(waitingCall(place, { contactId })).rejects.toMatchObject(refusal);
});

test('of a deleted contact who opted out only a hash of the number is kept, different for every company', async () => {
  const { contactId, ...place } = await optedOut();
  await removeContact(place.scope, contactId, removeConversationsOfContact);
  await expect(waitingCall(place, { contact: inlineContact })).rejects.toMatchObject(refusal);
  const rows = await store.database.all<{ hash: string }>(
    sql`select encode(number_hash, 'escape') as hash from opted_out_numbers`,
  );
  expect(rows.every(({ hash }) => !hash.includes('446681800'))).toBe(true);
  const hashes = await store.database.all<{ hash: string }>(
    sql`select encode(number_hash(id, '+41446681800'), 'hex') as hash from companies`,
  );
  expect(new Set(hashes.map(({ hash }) => hash)).size).toBe(hashes.length);
});

test('an opt-out at one company does not block calls of another company to the same number', async () => {
  await optedOut();
  await waitingCall(await callingCompany(store.database), { contact: inlineContact });
});

test('allowing calls again applies to all contacts with the same number', async () => {
  const { contactId, ...place } = await optedOut();
  const { id } = await createContact(place.scope, inlineContact, false);
  await allowCalls(place.scope, id);
  await waitingCall(place, { contactId: id });
  await waitingCall(place, { contactId });
  await waitingCall(place, { contact: inlineContact });
});

test('an opt-out of a contact without a number blocks only that contact', async () => {
  const mail = { ...inlineContact, phoneNumber: null, email: 'ada@example.com' };
  const online = await callingCompany(store.database, { agent: { type: 'ONLINE' } });
  const { id } = await createContact(online.scope, mail, false);
  const other = await createContact(online.scope, mail, false);
  await markDoNotCall(online.scope, id);
  await expect(waitingCall(online, { contactId: id })).rejects.toMatchObject(refusal);
  await waitingCall(online, { contactId: other.id });
  await allowCalls(online.scope, id);
  await waitingCall(online, { contactId: id });
});

test('an opt-out at a simulated number does not block other contacts with the same number', async () => {
  const place = await callingCompany(store.database);
  const call = await waitingCall(place);
  await markDoNotCall(place.scope, call.conversation.contactId);
  await expect(waitingCall(place, { contactId: call.conversation.contactId })).rejects.toMatchObject(refusal);
  await waitingCall(place);
});
