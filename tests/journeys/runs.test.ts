import { setTimeout as sleep } from 'node:timers/promises';
import { serverSentEvents } from '@parley/kernel/server-sent-events.ts';
import { isExact } from '@parley/service/domains/billing/ledger.actions.ts';
import { isProgressExact } from '@parley/service/domains/runs/run.actions.ts';
import { sql } from '@parley/service/storage/sql.ts';
import { HeldLine } from '@parley/testing/held-line.ts';
import { type RunningCompany, runningCompany } from '@parley/testing/running-company.ts';
import { startTestService, type TestService } from '@parley/testing/service.ts';
import { ShiftedClock } from '@parley/testing/shifted-clock.ts';
import { WAIT_MS } from '@parley/testing/test-time.ts';
import { waitFor } from '@parley/testing/wait-for.ts';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';

/** Whole runs on the simulated network, at a speed at which nobody waits for a call. */
const environment = { PARLEY_SIM_SPEED: '100000' };
let service: TestService;
let acme: RunningCompany;
beforeAll(async () => {
  service = await startTestService({ environment });
  acme = await newCompany();
});
afterAll(async () => {
  expect(await isProgressExact(service.services.database)).toBe(true);
  await service.stop();
});

/** A service whose calls ring until they are released, and whose clock can be put forward. */
async function heldService() {
  const held = new HeldLine();
  const clock = new ShiftedClock();
  const started = await startTestService({ environment, clock, throughLine: held.through });
  onTestFinished(() => started.stop());
  onTestFinished(() => held.release());
  return { held, clock, started };
}

const newCompany = (plan: object = {}, of = service) =>
  runningCompany(of, {
    plan,
    agent: { focus: undefined, flow, retryPolicy: { maxAttempts: 2, delaySeconds: 1 } },
  });
const flow = {
  firstMessage: { type: 'first_message', text: 'Hello, this is the AI assistant of Acme.' },
  sections: [{ type: 'looping', questions: [{ question: 'Are you well?' }] }],
};

const read = async (id: string, { api } = acme) => (await api.get(`/runs/${id}`)).body;

async function until(id: string, isSo: (run: Awaited<ReturnType<typeof read>>) => boolean, company = acme) {
  const giveUp = Date.now() + WAIT_MS;
  for (;;) {
    const run = await read(id, company);
    const { total, queued, inProgress, completed, failed, cancelled, unreachable } = run.progress;
    expect(queued + inProgress + completed + failed + cancelled + unreachable).toBe(total);
    expect(queued).toBeGreaterThanOrEqual(0);
    if (isSo(run)) return run;
    if (Date.now() > giveUp) throw new Error(`It did not come to that: ${JSON.stringify(run)}`);
    await sleep(50);
  }
}

test('a run with every kind of contact completes, each contact with its outcome', async () => {
  const people = {
    helpful: await acme.newContact(),
    second: await acme.newContact({ phoneNumber: '+15005550012' }),
    silent: await acme.newContact({ phoneNumber: '+15005550002' }),
    unwilling: await acme.newContact({ phoneNumber: '+15005550004' }),
    wrong: await acme.newContact({ phoneNumber: '+15005550010' }),
    unphoned: await acme.newContact({ phoneNumber: undefined, email: 'ada@example.com' }),
    private: await acme.newContact(),
  };
  await acme.scope.run(
    sql`update contacts set do_not_call = true where company_id = ${acme.scope.companyId} and id = ${people.private}`,
  );
  const id = await acme.newRun(Object.values(people));
  await acme.api.post(`/runs/${id}/launch`);
  const run = await until(id, ({ status }) => status === 'COMPLETED');
  expect(run.progress).toEqual({
    total: 7,
    queued: 0,
    inProgress: 0,
    completed: 2,
    failed: 2,
    cancelled: 2,
    unreachable: 1,
    completion: 1,
  });
  const { data } = (await acme.api.get(`/runs/${id}/contacts`)).body;
  const reasons = Object.fromEntries(
    data.map(({ contactId, reason }: { contactId: string; reason: string }) => [contactId, reason]),
  );
  expect(reasons).toEqual({
    [people.helpful]: 'The call took place',
    [people.second]: 'The call took place',
    [people.silent]: 'Not reached in 2 calls; the last one was NO_ANSWER',
    [people.unwilling]: 'Declined on the call',
    [people.wrong]: 'Failed: the last call ended with INVALID_NUMBER',
    [people.unphoned]: 'Has no phone number',
    [people.private]: 'Asked never to be called again',
  });
  expect(await isExact(acme.scope)).toBe(true);
});

test('a paused run starts no calls, not even due retries, until it is resumed', async () => {
  const { held, clock, started } = await heldService();
  const company = await newCompany({ maxConcurrentCalls: 2 }, started);
  // The first two are busy on their first call: their second falls due during the pause.
  const busy = { phoneNumber: '+15005550012' };
  const first = [await company.newContact(busy), await company.newContact(busy)];
  const id = await company.newRun([...first, ...(await company.newContacts(4))]);
  await company.api.post(`/runs/${id}/launch`);
  await until(id, ({ progress }) => progress.inProgress === 2, company);
  await company.api.post(`/runs/${id}/pause`);
  const calls = async () =>
    (
      await company.scope.all(sql`
      select a.id from call_attempts a join conversations c on c.id = a.conversation_id and c.company_id = a.company_id
      where a.company_id = ${company.scope.companyId} and c.run_id = ${id} and a.called_at is not null`)
    ).length;
  const before = await calls();
  held.release();
  await until(id, ({ progress }) => progress.inProgress === 0, company);
  clock.advance(60_000);
  // A run that comes due later is called: the paused one was passed over, not just not looked at yet.
  const later = await company.newRun(1);
  await company.api.post(`/runs/${later}/launch`);
  await until(later, ({ status }) => status === 'COMPLETED', company);
  expect(await calls()).toBe(before);
  const { data } = (await company.api.get(`/runs/${id}/contacts`)).body;
  expect(data.map(({ reason }: { reason: string }) => reason)).toContain('The run is paused');
  await company.api.post(`/runs/${id}/resume`);
  const run = await until(id, ({ status }) => status === 'COMPLETED', company);
  expect(run.progress.completed).toBe(6);
});

test('cancelling a run lets live calls end and schedules no retries', async () => {
  const { held, started } = await heldService();
  const company = await newCompany({ maxConcurrentCalls: 1 }, started);
  const ringing = await company.newContact({ phoneNumber: '+15005550002' });
  const id = await company.newRun([ringing, ...(await company.newContacts(3))]);
  await company.api.post(`/runs/${id}/launch`);
  await until(id, ({ progress }) => progress.inProgress === 1, company);
  const cancelled = (await company.api.post(`/runs/${id}/cancel`)).body;
  expect(cancelled).toMatchObject({ status: 'CANCELLED', affectedCalls: 3 });
  expect(cancelled.progress).toMatchObject({ inProgress: 1, cancelled: 3 });
  // Deleted during the call: the call ends, and its conversation is cancelled all the same.
  await company.api.delete(`/runs/${id}`);
  held.release();
  await waitFor(async () => {
    const { data } = (await company.api.get(`/conversations?runId=${id}`)).body;
    expect(data.map(({ status, runId }: Record<string, string>) => [status, runId])).toEqual(
      Array(4).fill(['CANCELLED', id]),
    );
  });
  const events = await company.scope.all<{ data: object }>(sql`
    select data from events where company_id = ${company.scope.companyId} and type = 'conversation.cancelled'`);
  expect(events.map(({ data }) => data)).toEqual(
    Array(4).fill(
      expect.objectContaining({
        reason: 'USER_REQUEST',
        reasonDetail: 'RUN_CANCELLED',
        cancelledBy: company.keyId,
      }),
    ),
  );
  expect(await isExact(company.scope)).toBe(true);
  await waitFor(async () =>
    expect(
      await started.services.database.all(sql`
        select 1 from held_dial_queues where dial_queue = ${id} union all select 1 from runs where id = ${id}`),
    ).toEqual([]),
  );
});

test('the event stream of a run shows its progress to the end', async () => {
  const { key } = await service.newKey({ companyId: acme.id });
  const id = await acme.newRun(3);
  const response = await fetch(`${service.url}/runs/${id}/events`, {
    headers: { authorization: `Bearer ${key}` },
  });
  await acme.api.post(`/runs/${id}/launch`);
  const seen: { event: string | undefined; data: unknown }[] = [];
  for await (const { event, data } of serverSentEvents(response.body as NonNullable<typeof response.body>))
    seen.push({ event, data: JSON.parse(data) });
  expect(seen[0]).toMatchObject({ event: 'progress', data: { id } });
  expect(seen.at(-1)).toMatchObject({
    event: 'end',
    data: { id, status: 'COMPLETED', progress: { total: 3, completed: 3 } },
  });
});
