import { endedCall, workerId } from '@parley/testing/calling-company.ts';
import { type RunningCompany, runningCompany } from '@parley/testing/running-company.ts';
import { startTestService, type TestService } from '@parley/testing/service.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { sql } from '../../storage/sql.ts';
import { claimDue, type DueAttempt } from '../conversations/dispatch.actions.ts';
import { requeue } from '../conversations/requeue.actions.ts';
import { settle } from '../conversations/settlement.actions.ts';
import type { EndedCall } from '../conversations/settlement-outcome.actions.ts';
import { findLostCalls, keepWorkerAlive } from '../conversations/worker-liveness.actions.ts';

let service: TestService;
let company: RunningCompany;
beforeAll(async () => {
  // Without a worker: calls are claimed and ended here.
  service = await startTestService({ roles: ['api'] });
});
afterAll(() => service.stop());
beforeEach(async () => {
  await service.services.database.run(sql`delete from live_calls`);
  await service.services.database.run(sql`delete from conversations`);
  company = await runningCompany(service);
});

const NUMBER = '+41443643532';
const OTHER = '+41443643533';

async function launched(phoneNumbers: readonly string[], place = company): Promise<string> {
  const contacts: string[] = [];
  for (const phoneNumber of phoneNumbers) contacts.push(await place.newContact({ phoneNumber }));
  const id = await place.newRun(contacts);
  await place.api.post(`/runs/${id}/launch`);
  return id;
}

const claim = (places = 10) => claimDue(service.services.database, workerId, places);
const call = ({ companyId, conversationId, attemptId }: DueAttempt, ending: EndedCall['ending']) =>
  endedCall(
    { scope: service.services.database.within(companyId, { kind: 'system', id: 'test' }) },
    { conversation: { id: conversationId }, attemptId },
    ending,
  );
const end = (attempt: DueAttempt, ending: EndedCall['ending'] = { kind: 'finished' }) =>
  settle(service.services.database, call(attempt, ending));
const reasons = async (runId: string): Promise<string[]> => {
  const { data } = (await company.api.get(`/runs/${runId}/contacts`)).body;
  return data.map(({ reason }: { reason: string }) => reason);
};
const BUSY = 'Waits: another call to this number is under way';

test("the phone number of a lost worker's call is not dialled again until that call must have ended", async () => {
  await launched([NUMBER, NUMBER]);
  const [first] = (await claim()) as [DueAttempt];
  const [lost] = await findLostCalls(service.services.database);
  expect(lost?.endsBy?.getTime()).toBeGreaterThan(Date.now() + 10 * 60_000);
  await settle(service.services.database, { ...call(first, { kind: 'lost' }), notBefore: lost?.endsBy });
  expect(await claim()).toEqual([]);
  await service.services.database.run(sql`update locked_numbers set until = now() - interval '1 second'`);
  expect(await claim()).toMatchObject([{ phoneNumber: NUMBER }]);
});

test('the number of a lost call outlives the erasure of its contact until that call must have ended, and no longer', async () => {
  await launched([NUMBER]);
  const [first] = (await claim()) as [DueAttempt];
  const notBefore = new Date(Date.now() + 600_000);
  await settle(service.services.database, { ...call(first, { kind: 'lost' }), notBefore });
  const { data } = (await company.api.get('/contacts')).body;
  for (const { id } of data) expect((await company.api.delete(`/contacts/${id}`)).status).toBe(200);
  const locks = () =>
    service.services.database.all(sql`select phone_number as "phoneNumber", until from locked_numbers`);
  await findLostCalls(service.services.database);
  expect(await locks()).toEqual([{ phoneNumber: NUMBER, until: notBefore }]);
  // Somebody else with this number is not dialled either.
  await launched([NUMBER]);
  expect(await claim()).toEqual([]);

  await service.services.database.run(sql`update locked_numbers set until = now() - interval '1 second'`);
  await findLostCalls(service.services.database);
  expect(await locks()).toEqual([]);
});

test('a contact whose number may still be in a lost call is shown as waiting for that call', async () => {
  const id = await launched([NUMBER, NUMBER]);
  const [first] = (await claim()) as [DueAttempt];
  const notBefore = new Date(Date.now() + 600_000);
  await settle(service.services.database, { ...call(first, { kind: 'lost' }), notBefore });
  expect((await reasons(id))[1]).toBe(BUSY);
});

test('three contacts with the same number are called one after the other, and shown as waiting for it', async () => {
  const id = await launched([NUMBER, NUMBER, NUMBER, OTHER]);
  const first = await claim();
  expect(first.map(({ phoneNumber }) => phoneNumber)).toEqual([NUMBER, OTHER]);
  expect(await claim()).toEqual([]);
  expect(await reasons(id)).toEqual(['Is being dialled', BUSY, BUSY, 'Is being dialled']);
  await end(first[0] as DueAttempt);
  const second = await claim();
  expect(second.map(({ phoneNumber }) => phoneNumber)).toEqual([NUMBER]);
  expect(await reasons(id)).toEqual(['The call took place', 'Is being dialled', BUSY, 'Is being dialled']);
  await end(second[0] as DueAttempt);
  expect(await claim()).toHaveLength(1);
  expect(await claim()).toEqual([]);
});

test('two runs and a single conversation never call the same number at the same time', async () => {
  await launched([NUMBER]);
  await launched([NUMBER]);
  const contactId = await company.newContact({ phoneNumber: NUMBER });
  await company.api.post('/conversations', { contactId, agentId: company.agentId });
  for (let i = 0; i < 3; i++) {
    const calls = await claim();
    expect(calls).toHaveLength(1);
    await end(calls[0] as DueAttempt);
  }
  expect(await claim()).toEqual([]);
});

test('workers that claim calls concurrently place only one call to a number', async () => {
  await launched(Array.from({ length: 12 }, () => NUMBER));
  const claims = await Promise.all(
    Array.from({ length: 20 }, () =>
      claimDue(service.services.database, service.services.database.newId(), 5),
    ),
  );
  expect(claims.flat()).toHaveLength(1);
});

test('a database constraint refuses a second live call to the same number', async () => {
  await launched([NUMBER]);
  await claim();
  const second = service.services.database.run(sql`
    insert into live_calls (attempt_id, company_id, conversation_id, dial_queue, worker_id, claimed_at, phone_number)
    values (gen_random_uuid(), ${company.scope.companyId}, gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), now(), ${NUMBER})`);
  await expect(second).rejects.toThrow('live_calls_dialled_once');
});

test('calls that wait for their number do not block other calls, even with only one slot', async () => {
  await launched([NUMBER]);
  await claim();
  await launched([...Array.from({ length: 60 }, () => NUMBER), OTHER]);
  expect((await claim(1)).map(({ phoneNumber }) => phoneNumber)).toEqual([OTHER]);
});

test('a paused run that waits for a number does not block other runs', async () => {
  const paused = await launched([NUMBER, NUMBER]);
  const [first] = (await claim()) as [DueAttempt];
  expect(await claim()).toEqual([]);
  await company.api.post(`/runs/${paused}/pause`);
  const other = await launched([NUMBER]);
  await claim();
  await end(first);
  expect((await claim()).map(({ dialQueue }) => dialQueue)).toEqual([other]);
});

test('a waiting contact who is deleted leaves the shared number to the next contact', async () => {
  const id = await launched([NUMBER, NUMBER, NUMBER]);
  const [first] = (await claim()) as [DueAttempt];
  await claim();
  const { data } = (await company.api.get(`/runs/${id}/contacts`)).body;
  await company.api.delete(`/contacts/${data[1].contactId}`);
  await end(first);
  expect((await claim()).map(({ contactId }) => contactId)).toEqual([data[2].contactId]);
});

test('simulated phone numbers can be called several times at once', async () => {
  await launched(['+15005550000', '+15005550000', '+15005550000']);
  expect(await claim()).toHaveLength(3);
});

test('two companies may call the same number at the same time', async () => {
  const other = await runningCompany(service);
  await launched([NUMBER]);
  expect(await claim()).toHaveLength(1);
  await launched([NUMBER], other);
  expect(await claim()).toHaveLength(1);
});

test("the number of a dead worker's call is released when the call is settled as lost", async () => {
  await launched([NUMBER, NUMBER]);
  const [first] = (await claim()) as [DueAttempt];
  await keepWorkerAlive(service.services.database, workerId);
  await service.services.database.run(
    sql`update workers set last_seen_at = last_seen_at - interval '1 minute'`,
  );
  const [lost] = await findLostCalls(service.services.database);
  expect(lost?.attemptId).toBe(first.attemptId);
  await end(first, { kind: 'lost' });
  const next = await claim();
  expect(next.map(({ phoneNumber }) => phoneNumber)).toEqual([NUMBER]);
  expect(next[0]?.conversationId).not.toBe(first.conversationId);
});

test('a requeued call releases its number', async () => {
  await launched([NUMBER, NUMBER]);
  const [first] = (await claim()) as [DueAttempt];
  const unplaced = { ...first, workerId, notes: '503', retryAfterMs: 60_000 };
  expect(await requeue(service.services.database, unplaced)).toBe(true);
  const next = await claim();
  expect(next).toHaveLength(1);
  expect(next[0]?.attemptId).not.toBe(first.attemptId);
});

test('a waiting contact whose number is changed is called at the new number', async () => {
  const id = await launched([NUMBER, NUMBER]);
  const [first] = (await claim()) as [DueAttempt];
  await claim();
  const { data } = (await company.api.get(`/runs/${id}/contacts`)).body;
  await company.api.patch(`/contacts/${data[1].contactId}`, { phoneNumber: OTHER });
  await end(first);
  expect((await claim()).map(({ phoneNumber }) => phoneNumber)).toEqual([OTHER]);
});
