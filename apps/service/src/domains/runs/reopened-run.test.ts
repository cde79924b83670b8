import { ManualClock } from '@parley/kernel/clock.ts';
import { endedCall, workerId } from '@parley/testing/calling-company.ts';
import { type RunningCompany, runningCompany } from '@parley/testing/running-company.ts';
import { startTestService, type TestService } from '@parley/testing/service.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { claimDue } from '../conversations/dispatch.actions.ts';
import { settle } from '../conversations/settlement.actions.ts';
import { isProgressExact } from './run.actions.ts';
import { maintainRuns } from './run-maintenance.actions.ts';

/** What another call to a contact, and one call less, mean for the run. Nobody dials here but the tests. */
const clock = new ManualClock('2026-11-16T12:00:00Z');
let service: TestService;
let acme: RunningCompany;
beforeAll(async () => {
  service = await startTestService({ clock, roles: ['api'] });
  acme = await runningCompany(service);
});
afterAll(async () => {
  expect(await isProgressExact(service.services.database)).toBe(true);
  await service.stop();
});

const read = async (id: string) => (await acme.api.get(`/runs/${id}`)).body;
const act = (id: string, what: string) => acme.api.post(`/runs/${id}/${what}`);
const tend = () => maintainRuns(service.services.database);
const callAgain = (conversationId: string, body: object = {}) =>
  acme.api.post(`/conversations/${conversationId}/call-attempts`, body);

/** A run with one conversation. */
async function launched() {
  const id = await acme.newRun(1);
  await act(id, 'launch');
  const [conversation] = (await acme.api.get(`/runs/${id}/conversations`)).body.data;
  return { id, conversation };
}

const claimed = async (conversation: { id: string }) =>
  (await claimDue(service.services.database, workerId, 100)).find(
    ({ conversationId }) => conversationId === conversation.id,
  );

async function holdCall(conversation: { id: string }): Promise<void> {
  const attemptId = (await claimed(conversation))?.attemptId ?? '';
  await settle(
    service.services.database,
    endedCall(acme, { conversation, attemptId }, { kind: 'finished' }, 61),
  );
}

test('a completed run is running again when one of its contacts is called once more, and completes again', async () => {
  const { id, conversation } = await launched();
  await holdCall(conversation);
  await tend();
  expect((await read(id)).status).toBe('COMPLETED');
  const scheduledAt = new Date(clock.now().getTime() + 3_600_000).toISOString();
  expect((await callAgain(conversation.id, { scheduledAt })).status).toBe(201);
  expect(await read(id)).toMatchObject({ status: 'RUNNING', progress: { total: 1, queued: 1 } });
  expect((await acme.api.delete(`/runs/${id}`)).status).toBe(422);
  expect((await act(id, 'pause')).status).toBe(200);
  expect((await act(id, 'resume')).status).toBe(200);
  await tend();
  expect((await read(id)).status).toBe('RUNNING');
  clock.advance(3_600_000);
  await holdCall(conversation);
  await tend();
  expect(await read(id)).toMatchObject({ status: 'COMPLETED', progress: { completed: 1, completion: 1 } });
});

test('a completed run stays completed when another call to one of its contacts is refused', async () => {
  const { id, conversation } = await launched();
  await holdCall(conversation);
  await tend();
  await acme.setPlan({ included: 0 });
  const { status } = await callAgain(conversation.id);
  await acme.setPlan({});
  expect([status, (await read(id)).status]).toEqual([402, 'COMPLETED']);
});

test('a contact of a cancelled run can be called again, and the run stays cancelled', async () => {
  const { id, conversation } = await launched();
  await act(id, 'cancel');
  await tend();
  expect((await callAgain(conversation.id)).status).toBe(201);
  await tend();
  expect(await claimed(conversation)).toBeDefined();
  expect((await read(id)).status).toBe('CANCELLED');
});

test('a contact of a paused run who is called again waits until the run is resumed', async () => {
  const { id, conversation } = await launched();
  await holdCall(conversation);
  await act(id, 'pause');
  expect((await callAgain(conversation.id)).status).toBe(201);
  expect(await read(id)).toMatchObject({ status: 'PAUSED', progress: { queued: 1 } });
  expect(await claimed(conversation)).toBeUndefined();
  await act(id, 'resume');
  expect(await claimed(conversation)).toBeDefined();
});

test('a conversation whose waiting call was deleted keeps its run running, until it is called again and held', async () => {
  const { id, conversation } = await launched();
  const [attempt] = conversation.callAttempts;
  await acme.api.delete(`/conversations/${conversation.id}/call-attempts/${attempt.id}`);
  await tend();
  // The contract keeps such a conversation SCHEDULED, and a run ends when every conversation is terminal.
  expect(await read(id)).toMatchObject({ status: 'RUNNING', progress: { total: 1, queued: 1 } });
  const [contact] = (await acme.api.get(`/runs/${id}/contacts`)).body.data;
  expect(contact.reasonCode).toBe('call_deleted');
  await callAgain(conversation.id);
  await holdCall(conversation);
  await tend();
  expect((await read(id)).status).toBe('COMPLETED');
});

test('a run completes when its last open conversation, whose waiting call was deleted, is deleted', async () => {
  const { id, conversation } = await launched();
  await acme.api.delete(`/conversations/${conversation.id}/call-attempts/${conversation.callAttempts[0].id}`);
  await acme.api.delete(`/conversations/${conversation.id}`);
  await tend();
  expect(await read(id)).toMatchObject({ status: 'COMPLETED', progress: { total: 0 } });
});
