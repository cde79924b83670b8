import { ManualClock } from '@parley/kernel/clock.ts';
import { endedCall, workerId } from '@parley/testing/calling-company.ts';
import { runningCompany } from '@parley/testing/running-company.ts';
import { startTestService, type TestService } from '@parley/testing/service.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { claimDue } from '../conversations/dispatch.actions.ts';
import { settle } from '../conversations/settlement.actions.ts';

/** A Monday, at 17:30 in Zurich. */
const clock = new ManualClock('2026-11-16T16:30:00Z');
let service: TestService;
beforeAll(async () => {
  service = await startTestService({ clock, roles: ['api'] });
});
afterAll(() => service.stop());

/** Why the contact of a run waits who asked for another call, at this time or at none. */
async function reasonAfter(at: Date | null) {
  const callingWindow = { days: ['MON', 'WED'], start: '09:00', end: '18:00' };
  const company = await runningCompany(service, { agent: { callingWindow } });
  const runId = await company.newRun([await company.newContact({ phoneNumber: '+41443643532' })]);
  await company.api.post(`/runs/${runId}/launch`);
  const { database } = service.services;
  const [call] = await claimDue(database, workerId, 10);
  if (call === undefined) throw new Error('The call was not due');
  const ending = { kind: 'callback', rawText: 'some other time', at } as const;
  const ended = { conversation: { id: call.conversationId }, attemptId: call.attemptId };
  await settle(database, endedCall(company, ended, ending, 20));
  return (await company.api.get(`/runs/${runId}/contacts`)).body.data[0];
}

test('a contact who asks for a callback without a time is called in the next calling window, and shown so', async () => {
  expect(await reasonAfter(null)).toMatchObject({
    reasonCode: 'callback_open',
    reason: 'Asked to be called another time, and named none: next call at 2026-11-18T08:00:00.000Z',
    nextCallAt: '2026-11-18T08:00:00.000Z',
  });
});

test('a contact who names a callback time is called at that time', async () => {
  expect(await reasonAfter(new Date('2026-11-17T19:00:00Z'))).toMatchObject({
    reasonCode: 'callback',
    reason: 'Asked to be called at 2026-11-17T19:00:00.000Z',
  });
});
