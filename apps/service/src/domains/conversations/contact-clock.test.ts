import type { Weekday } from '@parley/kernel/calling-window.ts';
import { callingCompany, inlineContact, waitingCall, workerId } from '@parley/testing/calling-company.ts';
import { databaseWithoutCalls } from '@parley/testing/database-without-calls.ts';
import { expect, test } from 'vitest';
import { sql } from '../../storage/sql.ts';
import { changeContact } from '../contacts/contact.actions.ts';
import { findConversation } from './conversation.store.ts';
import { claimDue } from './dispatch.actions.ts';

const START = '2026-11-16T12:00:00.000Z';
const store = databaseWithoutCalls(START);
const { clock } = store;

const days: Weekday[] = ['MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT', 'SUN'];
const agent = { callingWindow: { days, start: '08:00', end: '20:00' } };
const swiss = { ...inlineContact, phoneNumber: '+41443643532' };
/** Of nobody's country: the company's clock counts. */
const anywhere = { ...inlineContact, phoneNumber: '+80012345678' };
const LOS_ANGELES_OPENS = '2026-11-16T16:00:00.000Z';

/** A call that was due at noon, one in the afternoon in Zurich; in Los Angeles it was four in the morning. */
async function dueCall(contact: typeof inlineContact) {
  const place = await callingCompany(store.database, { agent });
  const { conversation, attemptId } = await waitingCall(place, { contact });
  return {
    ...place,
    attemptId,
    contactId: conversation.contactId,
    scheduledAt: async () =>
      (await findConversation(place.scope, conversation.id))?.scheduledAt?.toISOString(),
  };
}
const claimed = async () => (await claimDue(store.database, workerId, 10)).map((one) => one.attemptId);

test('after a change of phone number, the contact is called by the time zone of the new number', async () => {
  const call = await dueCall(swiss);
  await changeContact(call.scope, call.contactId, { phoneNumber: '+13109999999' }, false);
  expect(await claimed()).toEqual([]);
  expect(await call.scheduledAt()).toBe(LOS_ANGELES_OPENS);
  clock.advance(4 * 3_600_000);
  expect(await claimed()).toEqual([call.attemptId]);
});

test('after a change of time zone, the contact is called by the new time zone', async () => {
  const call = await dueCall(swiss);
  const fields = { timezone: 'America/Los_Angeles' };
  await changeContact(call.scope, call.contactId, { fields }, false);
  expect(await claimed()).toEqual([]);
  expect(await call.scheduledAt()).toBe(LOS_ANGELES_OPENS);
});

test("after a change of the company's time zone, calls to contacts without a time zone follow it", async () => {
  const call = await dueCall(anywhere);
  await call.scope.run(
    sql`update companies set timezone = 'America/Los_Angeles' where id = ${call.scope.companyId}`,
  );
  expect(await claimed()).toEqual([]);
  expect(await call.scheduledAt()).toBe(LOS_ANGELES_OPENS);
});

test('a new time zone in which the calling window is open does not delay the call', async () => {
  const call = await dueCall(swiss);
  await changeContact(call.scope, call.contactId, { phoneNumber: '+442079460000' }, false);
  expect(await claimed()).toEqual([call.attemptId]);
});

test('a contact with an invalid stored time zone can still be called', async () => {
  const call = await dueCall(swiss);
  await call.scope.run(sql`
    update contacts set fields = '{"timezone": "Mars/Olympus"}'
    where company_id = ${call.scope.companyId} and id = ${call.contactId}`);
  expect(await claimed()).toEqual([call.attemptId]);
});
