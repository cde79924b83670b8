import { ManualClock } from '@parley/kernel/clock.ts';
import { type RunningCompany, runningCompany } from '@parley/testing/running-company.ts';
import { startTestService, type TestService, UNKNOWN } from '@parley/testing/service.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from '../../storage/sql.ts';

const clock = new ManualClock('2026-11-16T12:00:00Z');
let service: TestService;
let company: RunningCompany;
beforeAll(async () => {
  // Nobody calls: the tests end the calls.
  service = await startTestService({ clock, roles: ['api'] });
  company = await runningCompany(service, {
    agent: { callingWindow: null },
    plan: { maxConcurrentCalls: 10 },
  });
});
afterAll(() => service.stop());

const estimate = async (id: string) => (await company.api.get(`/runs/${id}/estimate`)).body;

/** As if so many calls of the run had been placed two minutes ago and taken a minute each. */
const endCalls = (runId: string, calls: number) =>
  company.scope.run(sql`
    update call_attempts set status = 'NO_ANSWER', called_at = ${new Date('2026-11-16T11:58:00Z')},
           updated_at = ${new Date('2026-11-16T11:59:00Z')}
    where company_id = ${company.scope.companyId} and id in (
      select id from call_attempts where company_id = ${company.scope.companyId} and dial_queue = ${runId}
      order by id limit ${calls})`);

test('the end of a run is estimated once five calls have ended, also in the preview of the next run', async () => {
  const id = await company.newRun(25);
  expect(await estimate(id)).toMatchObject({ endsAt: null, unknownBecause: 'NOT_LAUNCHED' });
  await company.api.post(`/runs/${id}/launch`);
  expect(await estimate(id)).toEqual({
    waiting: 25,
    parallelCalls: 10,
    callSeconds: null,
    endsAt: null,
    latestEndsAt: '2026-11-16T12:25:00.000Z',
    unknownBecause: 'NO_CALLS_YET',
  });
  await endCalls(id, 5);
  expect(await estimate(id)).toMatchObject({
    waiting: 20,
    callSeconds: 60,
    endsAt: '2026-11-16T12:02:00.000Z',
    unknownBecause: null,
  });
  const next = (await company.api.get(`/runs/${await company.newRun(10)}/launch-preview`)).body;
  expect(next.estimate).toMatchObject({ waiting: 10, callSeconds: 60, endsAt: '2026-11-16T12:01:00.000Z' });
  await company.api.post(`/runs/${id}/pause`);
  expect(await estimate(id)).toMatchObject({ endsAt: null, unknownBecause: 'PAUSED' });
});

/** Each of these contacts is called again then, so many of them as they asked. */
const callAgain = (
  runId: string,
  at: string,
  { contacts, callbacks }: { contacts: number; callbacks: number },
) =>
  company.scope.run(sql`
    with ended as (
      select a.*, row_number() over (order by a.id) as place from call_attempts a
      where a.company_id = ${company.scope.companyId} and a.dial_queue = ${runId} and a.status = 'NO_ANSWER'
        and not exists (select from call_attempts b where b.conversation_id = a.conversation_id and b.number = 2)
      order by a.id limit ${contacts}
    ), asked as (
      update call_attempts set reason_code = 'CALLBACK_REQUESTED' where id in (select id from ended where place <= ${callbacks})
    )
    insert into call_attempts (company_id, id, conversation_id, dial_queue, direction, status, number, scheduled_at, is_admitted, created_at, updated_at)
    select company_id, gen_random_uuid(), conversation_id, dial_queue, direction, 'SCHEDULED', 2, ${new Date(at)}, true, created_at, updated_at
    from ended`);

test('contacts who are called again days later are named apart in the estimate of a run', async () => {
  const id = await company.newRun(30);
  await company.api.post(`/runs/${id}/launch`);
  await endCalls(id, 10);
  const before = await estimate(id);
  expect(before).toMatchObject({ waiting: 20, endsAt: '2026-11-16T12:02:00.000Z' });
  expect(before).not.toHaveProperty('later');
  await callAgain(id, '2026-11-16T12:30:00Z', { contacts: 2, callbacks: 0 });
  expect(await estimate(id)).toMatchObject({ waiting: 22, endsAt: '2026-11-16T12:31:00.000Z' });
  await callAgain(id, '2026-11-18T10:00:00Z', { contacts: 2, callbacks: 0 });
  await callAgain(id, '2026-11-20T10:00:00Z', { contacts: 1, callbacks: 1 });
  expect(await estimate(id)).toMatchObject({
    waiting: 25,
    endsAt: '2026-11-20T10:01:00.000Z',
    later: {
      contacts: 3,
      callbacks: 1,
      lastAt: '2026-11-20T10:00:00.000Z',
      othersEndAt: '2026-11-16T12:31:00.000Z',
    },
  });
});

test("the estimate of an unknown run, or another company's, gets 404", async () => {
  const id = await company.newRun(1);
  const other = await service.newCompany();
  expect((await other.api.get(`/runs/${id}/estimate`)).status).toBe(404);
  expect((await company.api.get(`/runs/${UNKNOWN}/estimate`)).status).toBe(404);
});

test('the launch preview says that calls are simulated without a trunk or with a test key', async () => {
  const own = await runningCompany(service, { agent: { callingWindow: null } });
  const id = await own.newRun([await own.newContact({ phoneNumber: '+447911123456' })]);
  const simulated = async (api = own.api) => {
    const { simulated: calls, simulatedBecause } = (await api.get(`/runs/${id}/launch-preview`)).body;
    return [calls, simulatedBecause];
  };
  expect(await simulated()).toEqual([1, 'NO_TRUNK']);
  expect((await own.api.post('/trunks', { name: 'P', host: 'sip.provider.example' })).status).toBe(201);
  expect(await simulated()).toEqual([0, null]);
  const key = await service.newKey({ companyId: own.id, environment: 'test' });
  expect(await simulated(key.api)).toEqual([1, 'TEST_KEY']);
});
