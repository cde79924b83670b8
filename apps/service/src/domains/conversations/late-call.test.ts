import { legalHoursOf } from '@parley/kernel/calling-law.ts';
import type { Weekday } from '@parley/kernel/calling-window.ts';
import {
  type CallingCompany,
  callingCompany,
  endedCall,
  inlineContact,
  waitingCall,
  workerId,
} from '@parley/testing/calling-company.ts';
import { databaseWithoutCalls } from '@parley/testing/database-without-calls.ts';
import { expect, test } from 'vitest';
import { moveAttempt } from './call-attempt.actions.ts';
import { attemptsOf } from './call-attempt.store.ts';
import { openDialQueue, pauseDialQueue } from './dial-queue.actions.ts';
import { claimDue } from './dispatch.actions.ts';
import { requeue } from './requeue.actions.ts';
import { settle } from './settlement.actions.ts';

// A Monday, 13:00 in Berlin and Paris.
const START = '2026-11-16T12:00:00Z';
const store = databaseWithoutCalls(START);
const { clock } = store;

const days: Weekday[] = ['MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT', 'SUN'];
const office = { agent: { callingWindow: { days, start: '09:00', end: '17:00' } } };
const german = { ...inlineContact, phoneNumber: '+493012345678' };
const french = { ...inlineContact, phoneNumber: '+33142685300' };
const threeOClock = '2026-11-16T14:00:00Z';
const goTo = (time: string) => clock.advance(Date.parse(time) - clock.now().getTime());
const claim = async () =>
  (
    await claimDue(store.database, workerId, 10, undefined, undefined, undefined, (attempt) =>
      legalHoursOf(attempt.phoneNumber, attempt.timeZoneField),
    )
  ).map(({ attemptId }) => attemptId);

type Call = Awaited<ReturnType<typeof waitingCall>>;

const timesOf = async ({ scope }: CallingCompany, { conversation }: Call) =>
  (await attemptsOf(scope, [conversation.id])).map(({ scheduledAt }) => scheduledAt.toISOString());

const noteOf = async ({ scope }: CallingCompany, { conversation }: Call) =>
  (await attemptsOf(scope, [conversation.id])).at(-1)?.notes;

const requeued = ({ scope }: CallingCompany, { attemptId, conversation }: Call, retryAfterMs: number) =>
  requeue(store.database, {
    attemptId,
    companyId: scope.companyId,
    conversationId: conversation.id,
    workerId,
    notes: '402 Payment Required',
    retryAfterMs,
    isOwnTrouble: true,
    isTrunkRefusing: true,
  });

test('a call with an explicit time that trunks refused until the night waits for the calling window', async () => {
  const place = await callingCompany(store.database, office);
  const call = await waitingCall(place, { contact: german, scheduleTime: threeOClock });
  goTo(threeOClock);
  expect(await claim()).toEqual([call.attemptId]);
  await requeued(place, call, 11 * 3_600_000);
  // 02:00 in Berlin.
  goTo('2026-11-17T01:00:00Z');
  expect(await claim()).toEqual([]);
  expect(await timesOf(place, call)).toEqual(['2026-11-17T08:00:00.000Z']);
  expect(await noteOf(place, call)).toContain('402 Payment Required');
  goTo('2026-11-17T08:00:00Z');
  expect(await claim()).toEqual([call.attemptId]);
});

test('a call with an explicit time keeps it for fifteen minutes, also when trunks refused it meanwhile', async () => {
  const place = await callingCompany(store.database, {
    agent: { callingWindow: { days, start: '09:00', end: '10:00' } },
  });
  const call = await waitingCall(place, { contact: german, scheduleTime: threeOClock });
  goTo(threeOClock);
  expect(await claim()).toEqual([call.attemptId]);
  await requeued(place, call, 14 * 60_000);
  goTo('2026-11-16T14:14:00Z');
  expect(await claim()).toEqual([call.attemptId]);
  await requeued(place, call, 2 * 60_000);
  goTo('2026-11-16T14:16:00Z');
  expect(await claim()).toEqual([]);
  expect(await timesOf(place, call)).toEqual(['2026-11-17T08:00:00.000Z']);
});

test('callbacks that were promised for a time while their run was paused keep window and law when it goes on', async () => {
  const place = await callingCompany(store.database);
  const calls = [
    await waitingCall(place, { contact: french }),
    await waitingCall(place, { contact: { ...french, phoneNumber: '+33142685301' } }),
  ] as const;
  goTo('2026-11-16T13:00:00Z');
  expect(await claim()).toHaveLength(2);
  const promised = new Date('2026-11-16T18:30:00Z');
  for (const call of calls)
    await settle(
      store.database,
      endedCall(place, call, { kind: 'callback', rawText: 'at half past seven', at: promised }),
    );
  await pauseDialQueue(place.scope, place.scope.companyId);
  // 20:30 in Paris, where nobody is called after 20:00.
  goTo('2026-11-16T19:30:00Z');
  await openDialQueue(place.scope, place.scope.companyId);
  expect(await claim()).toEqual([]);
  for (const call of calls)
    expect(await noteOf(place, call)).toMatch(/^It could not be placed within 15 minutes/);
  for (const call of calls) expect((await timesOf(place, call)).at(-1)).toBe('2026-11-17T09:00:00.000Z');
});

test('a late call that window and law allow is placed at once', async () => {
  const place = await callingCompany(store.database, office);
  const call = await waitingCall(place, { contact: german, scheduleTime: threeOClock });
  goTo('2026-11-16T15:30:00Z');
  expect(await claim()).toEqual([call.attemptId]);
});

test('a call that was moved to another time is placed then, however long it had waited before', async () => {
  const place = await callingCompany(store.database, office);
  const call = await waitingCall(place, { contact: german, scheduleTime: threeOClock });
  goTo(threeOClock);
  await claim();
  await requeued(place, call, 60_000);
  // 20:00 in Berlin.
  const evening = { scheduledAt: '2026-11-16T19:00:00Z' };
  await moveAttempt(place.scope, call.conversation.id, call.attemptId, evening, false);
  goTo(evening.scheduledAt);
  expect(await claim()).toEqual([call.attemptId]);
});

test('a call to an Australian mobile is not placed at one in the morning in Sydney', async () => {
  const place = await callingCompany(store.database);
  const call = await waitingCall(place, { contact: { ...inlineContact, phoneNumber: '+61412345678' } });
  goTo('2026-11-16T14:00:00Z');
  expect(await claim()).toEqual([]);
  expect(await timesOf(place, call)).toEqual(['2026-11-17T01:00:00.000Z']);
});
