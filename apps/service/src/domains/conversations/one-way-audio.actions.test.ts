import { callingCompany, endedCall, waitingCall, workerId } from '@parley/testing/calling-company.ts';
import { databaseWithoutCalls } from '@parley/testing/database-without-calls.ts';
import { expect, test } from 'vitest';
import { history } from '../events/event.actions.ts';
import { claimDue } from './dispatch.actions.ts';
import { reportOneWayAudio } from './one-way-audio.actions.ts';
import { settle } from './settlement.actions.ts';

const START = '2026-11-16T12:00:00Z';
const store = databaseWithoutCalls(START);

/** A call that is under way. */
async function liveCall() {
  const company = await callingCompany(store.database);
  const call = await waitingCall(company);
  await claimDue(store.database, workerId, 10);
  const reported = async () =>
    (await history(company.scope, call.conversation.id)).filter(({ type }) => type === 'call.one_way_audio');
  return { company, call, reported };
}

test('one-way audio of a call is an event with the ids of the call and its direction, once for each however often it happens', async () => {
  const { call, reported } = await liveCall();
  for (const direction of ['FROM_CONTACT', 'TO_CONTACT', 'FROM_CONTACT', 'TO_CONTACT'] as const)
    await reportOneWayAudio(store.database, call.attemptId, direction);
  const { id, contactId } = call.conversation;
  const ids = { conversationId: id, contactId, jobId: null, runId: null, callAttemptId: call.attemptId };
  expect((await reported()).map(({ data }) => data)).toEqual([
    { ...ids, direction: 'FROM_CONTACT' },
    { ...ids, direction: 'TO_CONTACT' },
  ]);
});

test('one-way audio is not reported of a call that is over or unknown', async () => {
  const { company, call, reported } = await liveCall();
  await settle(store.database, endedCall(company, call, { kind: 'busy' }));
  await reportOneWayAudio(store.database, call.attemptId, 'TO_CONTACT');
  await reportOneWayAudio(store.database, workerId, 'TO_CONTACT');
  expect(await reported()).toEqual([]);
});
