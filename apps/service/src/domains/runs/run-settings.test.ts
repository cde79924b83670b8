import { randomUUID } from 'node:crypto';
import { ManualClock } from '@parley/kernel/clock.ts';
import { RowBackoff } from '@parley/kernel/row-backoff.ts';
import { endedCall, workerId } from '@parley/testing/calling-company.ts';
import { type RunningCompany, runningCompany } from '@parley/testing/running-company.ts';
import { startTestService, type TestService } from '@parley/testing/service.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { sql } from '../../storage/sql.ts';
import { claimDue, type DueAttempt, nextCallDueAt } from '../conversations/dispatch.actions.ts';
import { settle } from '../conversations/settlement.actions.ts';
import type { Ending } from '../conversations/settlement.model.ts';
import { moveIntoWindow } from '../conversations/window-change.actions.ts';

/** A Monday. */
const NOON = '2026-11-16T12:00:00Z';
const SECOND_MS = 1000;
let clock: ManualClock;
let service: TestService;
beforeAll(async () => {
  clock = new ManualClock(NOON);
  // Without a worker: calls are claimed and ended here.
  service = await startTestService({ clock, roles: ['api'] });
});
afterAll(() => service.stop());
beforeEach(async () => {
  at(NOON);
  await service.services.database.run(sql`delete from live_calls`);
  await service.services.database.run(sql`delete from conversations`);
  await service.services.database.run(sql`delete from served_queues`);
});

const at = (time: string) => clock.advance(Date.parse(time) - clock.now().getTime());
const claim = (places = 100) => claimDue(service.services.database, workerId, places);
const end = ({ companyId, conversationId, attemptId }: DueAttempt, ending: Ending = { kind: 'finished' }) =>
  settle(
    service.services.database,
    endedCall(
      { scope: service.services.database.within(companyId, { kind: 'system', id: 'test' }) },
      { conversation: { id: conversationId }, attemptId },
      ending,
      10,
    ),
  );

async function launched(
  company: RunningCompany,
  contacts: number | readonly string[],
  settings: object,
): Promise<string> {
  const id = await company.newRun(contacts, { settings });
  const { status, body } = await company.api.post(`/runs/${id}/launch`);
  expect([status, body.message]).toEqual([200, undefined]);
  return id;
}

/** How many calls are placed, looking every so many seconds. */
async function placed(times: number, everySeconds: number): Promise<number[]> {
  const counts: number[] = [];
  for (let i = 0; i < times; i++) {
    const calls = await claim();
    counts.push(calls.length);
    for (const call of calls) await end(call);
    clock.advance(everySeconds * SECOND_MS);
  }
  return counts;
}

test('a run with a pace places its calls evenly, never more per minute than its pace allows', async () => {
  const company = await runningCompany(service);
  await launched(company, 12, { pace: { callsPerMinute: 6 } });
  expect(await placed(13, 5)).toEqual([1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1]);
});

test('a run with a high pace places several calls a second, up to its calls per minute', async () => {
  const company = await runningCompany(service);
  await launched(company, 8, { pace: { callsPerMinute: 150 } });
  expect(await placed(3, 1)).toEqual([3, 3, 2]);
});

test('a dial queue is not queried before the pace of its run allows the next call', async () => {
  const company = await runningCompany(service);
  await launched(company, 3, { pace: { callsPerMinute: 2 } });
  expect(await claim()).toHaveLength(1);
  expect(await claim()).toHaveLength(0);
  const next = await nextCallDueAt(service.services.database);
  expect(next?.getTime()).toBe(clock.now().getTime() + 30 * SECOND_MS);
});

test('a run with a ramp-up starts slowly, and starts slowly again after a pause', async () => {
  const company = await runningCompany(service);
  const id = await launched(company, 20, { pace: { callsPerMinute: 12, rampUpMinutes: 3 } });
  const inMinute = async () => (await placed(12, 5)).reduce((sum, count) => sum + count, 0);
  expect(await inMinute()).toBe(3);
  expect(await inMinute()).toBe(6);
  await company.api.post(`/runs/${id}/pause`);
  expect(await claim()).toEqual([]);
  clock.advance(60 * SECOND_MS);
  await company.api.post(`/runs/${id}/resume`);
  expect(await inMinute()).toBe(3);
});

test('the pace of one run does not slow down another run', async () => {
  const company = await runningCompany(service);
  const slow = await launched(company, 3, { pace: { callsPerMinute: 1 } });
  const fast = await launched(company, 3, {});
  const queues = (await claim()).map(({ dialQueue }) => dialQueue);
  expect(queues.filter((queue) => queue === slow)).toHaveLength(1);
  expect(queues.filter((queue) => queue === fast)).toHaveLength(3);
});

test('two workers that claim at the same moment keep the pace of the run, and dial nobody twice', async () => {
  const company = await runningCompany(service);
  await launched(company, 10, { pace: { callsPerMinute: 120 } });
  const claims = await Promise.all([claim(), claim(), claim()]);
  const ids = claims.flat().map(({ attemptId }) => attemptId);
  expect(ids).toHaveLength(2);
  expect(new Set(ids).size).toBe(2);
});

test('with a limit of one concurrent call, a high-priority run gets four of five calls, and no run starves', async () => {
  const company = await runningCompany(service, { plan: { maxConcurrentCalls: 1 } });
  const usual = await launched(company, 10, { priority: 'NORMAL' });
  const high = await launched(company, 20, { priority: 'HIGH' });
  const served: string[] = [];
  for (let i = 0; i < 20; i++) {
    const [call] = (await claim(1)) as [DueAttempt];
    served.push(call.dialQueue);
    await end(call);
  }
  expect(served.filter((queue) => queue === usual)).toHaveLength(4);
  expect(served.slice(0, 6)).toContain(usual);
  expect(served.filter((queue) => queue === high)).toHaveLength(16);
});

test('with several concurrent calls, a low-priority run gets fewer of them than a normal one', async () => {
  const company = await runningCompany(service, { plan: { maxConcurrentCalls: 10 } });
  const low = await launched(company, 10, { priority: 'LOW' });
  await launched(company, 20, {});
  const queues = (await claim()).map(({ dialQueue }) => dialQueue);
  expect(queues).toHaveLength(10);
  expect(queues.filter((queue) => queue === low)).toHaveLength(2);
});

test('a run calls in its own calling window, and its waiting calls move when that window changes', async () => {
  const company = await runningCompany(service, { agent: { callingWindow: null } });
  const contact = await company.newContact({ fields: { timezone: 'UTC' } });
  const window = { start: '14:00', end: '18:00' };
  const id = await launched(company, [contact], { callingWindow: window });
  expect(await claim()).toEqual([]);
  const nextCallAt = async () => (await company.api.get(`/runs/${id}/contacts`)).body.data[0].nextCallAt;
  expect(await nextCallAt()).toBe('2026-11-16T14:00:00.000Z');
  const earlier = { settings: { callingWindow: { ...window, start: '13:00' } } };
  expect((await company.api.patch(`/runs/${id}`, earlier)).status).toBe(200);
  const move = () =>
    moveIntoWindow(service.services.database, { companyId: company.id, agentId: company.agentId });
  await move();
  expect(await nextCallAt()).toBe('2026-11-16T13:00:00.000Z');
  expect((await company.api.patch(`/runs/${id}`, { settings: null })).body.settings).toBeUndefined();
  await move();
  expect(await claim()).toHaveLength(1);
});

test('waiting calls are moved only if the calling window of a launched run changes', async () => {
  const company = await runningCompany(service);
  const moves = async () =>
    (
      await service.services.database.all(
        sql`select from tasks.job where name = 'move-into-window' and data->>'agentId' = ${company.agentId}`,
      )
    ).length;
  const callingWindow = { days: ['MON'], start: '09:00', end: '17:00' };
  const id = await company.newRun(1, { settings: { callingWindow } });
  await company.api.patch(`/runs/${id}`, { settings: { callingWindow: { ...callingWindow, end: '18:00' } } });
  await company.api.post(`/runs/${id}/launch`);
  await company.api.patch(`/runs/${id}`, {
    settings: { callingWindow: { ...callingWindow, end: '18:00' }, priority: 'HIGH' },
  });
  expect(await moves()).toBe(0);
  await company.api.patch(`/runs/${id}`, { settings: null });
  expect(await moves()).toBe(1);
});

test("a call that is due after its run's calling window has closed waits until it opens", async () => {
  const company = await runningCompany(service, { agent: { callingWindow: null } });
  const contact = await company.newContact({ fields: { timezone: 'UTC' } });
  await launched(company, [contact], { callingWindow: { start: '09:00', end: '13:00' } });
  at('2026-11-16T13:30:00Z');
  expect(await claim()).toEqual([]);
  at('2026-11-17T09:00:00Z');
  expect(await claim()).toHaveLength(1);
});

test('a run uses its own retry policy instead of that of the agent', async () => {
  const company = await runningCompany(service);
  const id = await launched(company, 1, { retryPolicy: { maxAttempts: 2, delaySeconds: 60 } });
  await end((await claim())[0] as DueAttempt, { kind: 'busy' });
  const shown = async () => (await company.api.get(`/runs/${id}/contacts`)).body.data[0];
  expect(await shown()).toMatchObject({
    nextCallAt: '2026-11-16T12:01:00.000Z',
    reasonParams: { number: 2, most: 2 },
  });
  clock.advance(60 * SECOND_MS);
  await end((await claim())[0] as DueAttempt, { kind: 'busy' });
  expect(await shown()).toMatchObject({ status: 'UNREACHABLE', callsMade: 2 });
});

test.each([
  ['maximum of attempts', { maxAttempts: 3 }, '2026-11-17T12:00:00.000Z', 3],
  ['delay', { delaySeconds: 60 }, '2026-11-16T12:01:00.000Z', 2],
])('a run that sets only the %s leaves the rest to the agent', async (_, retryPolicy, nextCallAt, most) => {
  const company = await runningCompany(service);
  const ofAgent = { retryPolicy: { maxAttempts: 2, delaySeconds: 86_400 }, callingWindow: null };
  expect((await company.api.patch(`/agents/${company.agentId}`, ofAgent)).status).toBe(200);
  const id = await launched(company, 1, { retryPolicy });
  await end((await claim())[0] as DueAttempt, { kind: 'busy' });
  expect((await company.api.get(`/runs/${id}/contacts`)).body.data[0]).toMatchObject({
    nextCallAt,
    reasonParams: { number: 2, most },
  });
  expect((await company.api.get(`/runs/${id}`)).body.settings).toEqual({ retryPolicy });
});

test('a process of the version before finds a whole retry policy in the rules of a run', async () => {
  const company = await runningCompany(service);
  const id = await company.newRun(1, { settings: { retryPolicy: { maxAttempts: 5 } } });
  const stored = await service.services.database.first<{ policy: object }>(
    sql`select rules->'retryPolicy' as policy from dial_queue_rules where company_id = ${company.scope.companyId} and dial_queue = ${id}`,
  );
  expect(stored?.policy).toEqual({ maxAttempts: 5, delaySeconds: [1800, 14_400] });
  // What that process saves is read as it is.
  const older = { retryPolicy: { maxAttempts: 4, delaySeconds: 60 } };
  await company.scope.run(sql`
    update dial_queue_rules set rules = ${JSON.stringify(older)}::jsonb
    where company_id = ${company.scope.companyId} and dial_queue = ${id}`);
  expect((await company.api.get(`/runs/${id}`)).body.settings).toEqual(older);
});

test('a run that retries an agent without delays waits as a new agent does', async () => {
  const company = await runningCompany(service);
  const ofAgent = { retryPolicy: { maxAttempts: 1, delaySeconds: [] }, callingWindow: null };
  expect((await company.api.patch(`/agents/${company.agentId}`, ofAgent)).status).toBe(200);
  const id = await launched(company, 1, { retryPolicy: { maxAttempts: 2 } });
  await end((await claim())[0] as DueAttempt, { kind: 'busy' });
  expect((await company.api.get(`/runs/${id}/contacts`)).body.data[0]).toMatchObject({
    nextCallAt: '2026-11-16T12:30:00.000Z',
  });
});

test("a contact at the daily limit of calls is called the next day in the contact's time zone", async () => {
  const company = await runningCompany(service);
  at('2026-11-16T21:00:00Z');
  // 06:00 on Tuesday in Tokyo, where the day ends at 15:00 UTC.
  const contact = await company.newContact({ fields: { timezone: 'Asia/Tokyo' } });
  await launched(company, [contact], {});
  await end((await claim())[0] as DueAttempt);
  const id = await launched(company, [contact], { limits: { perContactPerDay: 1 } });
  clock.advance(60 * SECOND_MS);
  expect(await claim()).toEqual([]);
  const { data } = (await company.api.get(`/runs/${id}/contacts`)).body;
  expect(data[0]).toMatchObject({
    nextCallAt: '2026-11-17T15:00:00.000Z',
    reason: 'Waits until 2026-11-17T15:00:00.000Z: the run calls each contact at most once a day',
    reasonCode: 'daily_limit',
  });
  at('2026-11-17T15:00:00Z');
  expect(await claim()).toHaveLength(1);
});

test('two runs that claim calls together do not exceed the daily calls of a contact', async () => {
  const company = await runningCompany(service);
  const contact = await company.newContact({ fields: { timezone: 'UTC' } });
  await launched(company, [contact], { limits: { perContactPerDay: 1 } });
  await launched(company, [contact], { limits: { perContactPerDay: 1 } });
  expect(await claim()).toHaveLength(1);
  expect(await claim()).toEqual([]);
});

test('calls that wait for the next day do not delay other calls of the run', async () => {
  const [limited, other] = [await runningCompany(service), await runningCompany(service)];
  const fields = { timezone: 'UTC' };
  const contacts = [await limited.newContact({ fields }), await limited.newContact({ fields })];
  await launched(limited, contacts, {});
  for (const call of await claim()) await end(call);
  const id = await launched(limited, contacts, { limits: { perContactPerDay: 1 } });
  await launched(other, 1, {});
  let looks = 0;
  const once = {
    isClaimable: async () => looks++ === 0,
    mark: async () => ({ ledgerId: randomUUID(), claim: 1, database: 'test', at: clock.now() }),
  };
  const calls = await claimDue(service.services.database, workerId, 100, RowBackoff.throwing(), once);
  expect(calls.map(({ companyId }) => companyId)).toEqual([other.id]);
  const { data } = (await limited.api.get(`/runs/${id}/contacts`)).body;
  const tomorrow = '2026-11-17T00:00:00.000Z';
  expect(data.map((one: { nextCallAt: string }) => one.nextCallAt)).toEqual([tomorrow, tomorrow]);
});

test('a number is not called more often than the limit allows, whichever contact has it', async () => {
  const company = await runningCompany(service);
  const family = { phoneNumber: '+442079460123', fields: { timezone: 'UTC' } };
  const [one, other] = [await company.newContact(family), await company.newContact(family)];
  await launched(company, [one, other], { limits: { perNumberPerDay: 1 } });
  const calls = await claim();
  expect(calls).toHaveLength(1);
  await end(calls[0] as DueAttempt);
  expect(await claim()).toEqual([]);
  at('2026-11-17T00:00:00Z');
  expect(await claim()).toHaveLength(1);
});

test('run settings are stored, shown and copied to a repeated run, and invalid settings are refused', async () => {
  const company = await runningCompany(service);
  const settings = {
    callingWindow: { days: ['MON'], start: '09:00', end: '17:00' },
    retryPolicy: { maxAttempts: 1, delaySeconds: [] },
    pace: { callsPerMinute: 20, rampUpMinutes: 5 },
    limits: { perContactPerDay: 2 },
    priority: 'HIGH',
  };
  const id = await company.newRun(1, { settings });
  expect((await company.api.get(`/runs/${id}`)).body.settings).toEqual(settings);
  const { body } = await company.api.post(`/runs/${id}/again`);
  expect(body.settings).toEqual(settings);
  const other = await service.newCompany();
  expect((await other.api.patch(`/runs/${id}`, { settings: null })).status).toBe(404);
  for (const wrong of [
    { pace: { callsPerMinute: 0 } },
    { pace: {} },
    { priority: 'URGENT' },
    { limits: { perContactPerDay: 0 } },
    { callingWindow: { start: '09:00', end: '09:00' } },
    { retryPolicy: { maxAttempts: 2, delaySeconds: [] } },
    { speed: 3 },
  ])
    expect([wrong, (await company.api.patch(`/runs/${id}`, { settings: wrong })).status]).toEqual([
      wrong,
      400,
    ]);
  expect((await company.api.get(`/runs/${id}`)).body.settings).toEqual(settings);
});

test('the launch preview says who must wait until tomorrow because of the daily limits of the run', async () => {
  const company = await runningCompany(service);
  const contact = (more: object = {}) => company.newContact({ fields: { timezone: 'UTC' }, ...more });
  const [called, fresh, asleep] = [await contact(), await contact(), await contact()];
  const family = { phoneNumber: '+442079460777' };
  const relatives = [await contact(family), await contact(family)];
  at('2026-11-15T23:00:00Z');
  await launched(company, [asleep], {});
  for (const call of await claim()) await end(call);
  at(NOON);
  await launched(company, [called], {});
  for (const call of await claim()) await end(call);
  clock.advance(60 * SECOND_MS);
  const preview = async (contacts: readonly string[], limits: object, query = '') => {
    const id = await company.newRun(contacts, { settings: { limits } });
    return (await company.api.get(`/runs/${id}/launch-preview${query}`)).body;
  };
  const cost = 'one call of up to 10 minutes each, call-backs come on top.';
  const once = await preview([called, fresh, asleep], { perContactPerDay: 1 });
  expect(once).toMatchObject({ callable: 3, now: 2, waitingForLimit: 1 });
  expect(once.openings).toEqual([
    { timeZone: 'UTC', at: '2026-11-16T12:01:00.000Z', contacts: 2 },
    { timeZone: 'UTC', at: '2026-11-17T00:00:00.000Z', contacts: 1 },
  ]);
  expect(once.summary).toBe(
    `3 people: 2 now, the others from 00:00 in their time zone; 1 of them can be called no more today, by the daily limits of the run, and must wait until tomorrow; the launch reserves 30 minutes: ${cost}`,
  );
  const tomorrow = '?scheduledAt=2026-11-17T09:00:00Z';
  expect(await preview([called], { perContactPerDay: 1 }, tomorrow)).toMatchObject({
    now: 1,
    waitingForLimit: 0,
  });
  expect(await preview([called], { perContactPerDay: 2 })).toMatchObject({ now: 1, waitingForLimit: 0 });
  expect(await preview(relatives, { perNumberPerDay: 1 })).toMatchObject({ now: 1, waitingForLimit: 1 });
  const [one, other] = relatives;
  const kin = { phoneNumber: '+442079460778' };
  const uncallable = await company.newContact(kin);
  await company.scope.run(sql`
    update contacts set do_not_call = true where company_id = ${company.scope.companyId} and id = ${uncallable}`);
  expect(await preview([uncallable, await company.newContact(kin)], { perNumberPerDay: 1 })).toMatchObject({
    waitingForLimit: 0,
  });
  await launched(company, [one as string], {});
  for (const call of await claim()) await end(call);
  expect(await preview([other as string], { perNumberPerDay: 1 })).toMatchObject({
    now: 0,
    waitingForLimit: 1,
  });
  expect(await preview([other as string], { perContactPerDay: 1 })).toMatchObject({
    now: 1,
    waitingForLimit: 0,
  });
});

test('the launch preview uses the calling window and the pace set for the run', async () => {
  const company = await runningCompany(service);
  const contact = await company.newContact({ fields: { timezone: 'UTC' } });
  const id = await company.newRun([contact], {
    settings: { callingWindow: { start: '15:00', end: '18:00' }, pace: { callsPerMinute: 5 } },
  });
  expect((await company.api.get(`/runs/${id}/launch-preview`)).body.summary).toBe(
    '1 person: from 15:00 in their time zone; no more than 5 calls a minute; the launch reserves 10 minutes: one call of up to 10 minutes each, call-backs come on top.',
  );
});
