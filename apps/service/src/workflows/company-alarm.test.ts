import { addLiveWorker } from '@parley/testing/live-worker.ts';
import { startTestService, type TestCompany, type TestService } from '@parley/testing/service.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { history } from '../domains/events/event.actions.ts';
import { noteCountryPassedOn } from '../domains/trunks/called-country.actions.ts';
import {
  type CompanyAlarm,
  companyAlarmMail,
  sendCompanyAlarmTask,
} from '../domains/trunks/company-alarm.model.ts';
import { admitCall, endTrunkCall } from '../domains/trunks/trunk-call.actions.ts';
import { noteProblem } from '../domains/trunks/trunk-problem.actions.ts';
import type { Mail } from '../storage/mail.ts';
import { type CompanyId, sql } from '../storage/sql.ts';
import { sendCompanyAlarm } from './send-mails.ts';
import { TrunkChecks } from './trunk-checks.ts';
import { TrunkProblems } from './trunk-problems.ts';

const workerId = '01890000-0000-7000-8000-00000000dddd';
const [SWISS, FRENCH, GERMAN] = ['+41446681800', '+33142685300', '+4930901820'];

let service: TestService;
let company: TestCompany;
beforeAll(async () => {
  service = await startTestService({ roles: ['api'] });
});
afterAll(() => service.stop());
beforeEach(async () => {
  company = await service.newCompany();
  await addLiveWorker(service.services.database, workerId);
});

const scopeOf = ({ id }: TestCompany) =>
  service.services.database.within(id as CompanyId, { kind: 'system', id: 'test' });
const call = (to: string, trunkId: string | null = null) =>
  admitCall(scopeOf(company), { trunkId, workerId, to, from: null });
const alarmsOf = async (one: TestCompany) => (await history(scopeOf(one), one.id)).map(({ data }) => data);
/** What the task queue is to mail. */
const mailsOf = (one: TestCompany) =>
  service.services.database.all<{ data: Parameters<typeof sendCompanyAlarm>[2] }>(
    sql`select data from tasks.job where name = ${sendCompanyAlarmTask.name} and data ->> 'companyId' = ${one.id}`,
  );
const newCountry = (country: string) => ({
  companyId: company.id,
  reason: 'NEW_COUNTRY',
  country,
  limit: null,
  trunk: null,
});

test('the first call of a company to another country raises one alarm, except to its very first country', async () => {
  for (const to of [SWISS, SWISS, FRENCH, FRENCH, GERMAN, '+33170188888'])
    expect((await call(to)).kind).toBe('admitted');
  expect(await alarmsOf(company)).toEqual([newCountry('FR'), newCountry('DE')]);
  expect(await mailsOf(company)).toHaveLength(2);
  expect(await alarmsOf(await service.newCompany())).toEqual([]);
});

test('many concurrent first calls to a country raise one alarm', async () => {
  await call(SWISS);
  await Promise.all(Array.from({ length: 8 }, () => call(FRENCH)));
  expect(await alarmsOf(company)).toEqual([newCountry('FR')]);
});

test('concurrent first calls of a company to two countries raise an alarm for only one of them', async () => {
  await Promise.all([call(SWISS), call(FRENCH)]);
  expect(await alarmsOf(company)).toHaveLength(1);
});

test('a call that waits for its trunk does not count yet as a call to its country', async () => {
  await call(SWISS);
  const trunk = { name: 'T', host: 'sip.example.com', maxCallsPerDay: 1 };
  const trunkId = (await company.api.post('/trunks', trunk)).body.id;
  await call(SWISS, trunkId);
  expect((await call(FRENCH, trunkId)).kind).toBe('wait');
  expect(await alarmsOf(company)).toEqual([]);
});

test('a call that the network forwards to a new country raises an alarm', async () => {
  await call(SWISS);
  await noteCountryPassedOn(scopeOf(company), FRENCH);
  expect(await alarmsOf(company)).toEqual([newCountry('FR')]);
});

test('owners are notified once when their own trunk is down, and not when a trunk of the operator is that nobody waits for', async () => {
  const { database } = service.services;
  const down = async (id: string, companyId: string | null) => {
    for (const worker of [workerId, database.newId()])
      await noteProblem(database, { id, companyId, name: 'Swiss numbers' }, worker, 'does not answer');
  };
  const trunk = { name: 'Swiss numbers', host: 'sip.example.com' };
  const own = (await company.api.post('/trunks', trunk)).body.id;
  const shared = (await service.admin.post('/shared-trunks', trunk)).body.id;
  await down(shared, null);
  expect(await alarmsOf(company)).toEqual([]);
  await down(own, company.id);
  await noteProblem(database, { id: own, companyId: company.id, name: '' }, workerId, undefined);
  await down(own, company.id);
  const alarm = {
    reason: 'TRUNK_DOWN',
    country: null,
    limit: null,
    trunk: { id: own, name: 'Swiss numbers', problem: 'does not answer' },
  };
  expect(await alarmsOf(company)).toEqual([{ companyId: company.id, ...alarm }]);
  const mail = companyAlarmMail('olga@example.com', 'Acme', alarm as CompanyAlarm, 'https://parley.example');
  expect(mail.subject).toBe('Acme: The trunk Swiss numbers is down');
  expect(mail.text).toContain('it does not answer. Its calls wait');
  // A trunk that was deleted meanwhile is nobody's problem.
  await company.api.delete(`/trunks/${own}`);
  await database.run(sql`delete from company_alarms where company_id = ${company.id}`);
  await down(own, company.id);
  expect(await alarmsOf(company)).toHaveLength(1);
});

test('a company whose calls wait for a trunk of the operator gets one event per outage, which does not name the trunk', async () => {
  const { database } = service.services;
  const problems = () =>
    new TrunkProblems(database, workerId, (error) => {
      throw error;
    });
  const [first, second] = [problems(), problems()];
  const other = await service.newCompany();
  const trunk = { key: `secret-user@${company.id}`, name: 'sip.secret.example' };
  const outage = { fault: 'dead', words: 'does not answer', sinceMs: 0 } as const;
  for (const process of [first, second, first])
    await process.noteAwaited(scopeOf(company), trunk, outage, 3 * 3_600_000);
  const alarm = { reason: 'TRUNK_DOWN', country: null, limit: null, trunk: null };
  expect(await alarmsOf(company)).toEqual([{ companyId: company.id, ...alarm }]);
  expect(await alarmsOf(other)).toEqual([]);
  expect(await mailsOf(company)).toEqual([]);
  // It works for a moment: that is the same trouble to whoever waits.
  await first.noteAwaited(scopeOf(company), trunk, { ...outage }, 1000);
  expect(await alarmsOf(company)).toHaveLength(1);
  await database.run(
    sql`update company_alarms set raised_at = raised_at - interval '2 hours' where company_id = ${company.id}`,
  );
  await second.noteAwaited(scopeOf(company), trunk, { ...outage }, 3 * 3_600_000);
  expect(await alarmsOf(company)).toHaveLength(1);
  await first.noteAwaited(scopeOf(company), trunk, { ...outage }, 1000);
  expect(await alarmsOf(company)).toHaveLength(2);
});

test('a company alarm is mailed to the owners, and to nobody else', async () => {
  const { database } = service.services;
  for (const role of ['owner', 'member']) {
    const userId = database.newId();
    await database.run(sql`
      insert into users (id, email, name, created_at, updated_at)
      values (${userId}, ${`${role}@${company.id}.example`}, 'Olga', now(), now())`);
    await database.run(sql`
      insert into memberships (company_id, user_id, role, created_at) values (${company.id}, ${userId}, ${role}, now())`);
  }
  await call(SWISS);
  await call(FRENCH);
  const sent: Mail[] = [];
  const mailing = {
    publicUrl: 'https://parley.example',
    sendMail: async (mail: Mail) => void sent.push(mail),
  };
  for (const { data } of await mailsOf(company)) await sendCompanyAlarm(database, mailing, data);
  expect(sent).toEqual([
    {
      id: expect.any(String),
      to: `owner@${company.id}.example`,
      subject: 'Acme: First call to France (FR)',
      text: expect.stringContaining('https://parley.example/console/limits'),
    },
  ]);
});

test('the health of a trunk is not known until it was asked or called over, also of a shared one', async () => {
  const { database } = service.services;
  const settings = { name: 'T', host: 'sip.example.com' };
  const own = (await company.api.post('/trunks', settings)).body;
  const shared = (await service.admin.post('/shared-trunks', settings)).body;
  const checks = new TrunkChecks(database, (error) => {
    throw error;
  });
  for (const [trunk, read, change] of [
    [own, company.api.get, company.api.patch],
    [shared, service.admin.get, service.admin.patch],
  ] as const) {
    const path = `${trunk.companyId === null ? '/shared-trunks' : '/trunks'}/${trunk.id}`;
    const health = async () => (await read(`${path}/health`)).body;
    expect(await health()).toMatchObject({ state: 'NOT_KNOWN', lastCheck: null, lastCall: null });
    await checks.note({ ...trunk, revision: 1 }, 405);
    expect(await health()).toMatchObject({
      state: 'ANSWERING',
      lastCheck: { at: expect.any(String), code: 405 },
    });
    // What was asked before a change says nothing about the trunk as it is now.
    await change(path, { host: 'sip2.example.com' });
    checks.forget(trunk.id);
    await checks.note({ ...trunk, revision: 1 }, 200);
    expect(await health()).toMatchObject({ state: 'NOT_KNOWN', lastCheck: null });
  }
});

test('the health of a trunk has the last call, and a call that reached a telephone shows that it works', async () => {
  const trunk = { name: 'T', host: 'sip.example.com' };
  const { id } = (await company.api.post('/trunks', trunk)).body;
  const end = async (status: number, isOffered: boolean) => {
    const admission = await call(SWISS, id);
    if (admission.kind !== 'admitted') throw new Error(admission.words);
    const none = { rangAfterMs: null, answeredAfterMs: null, endedAfterMs: 10 };
    await endTrunkCall(scopeOf(company), admission.callId, { ...none, status, isOffered });
    return (await company.api.get(`/trunks/${id}/health`)).body;
  };
  expect(await end(402, false)).toMatchObject({ state: 'NOT_KNOWN', lastCall: { code: 402 } });
  expect(await end(486, true)).toMatchObject({ state: 'WORKING', lastCall: { code: 486 } });
});

test('a trunk that recovers at once is not shown as down', async () => {
  const { database } = service.services;
  const { id } = (await company.api.post('/trunks', { name: 'T', host: 'sip.example.com' })).body;
  const problems = new TrunkProblems(database, workerId, (error) => {
    throw error;
  });
  const trunk = { id, companyId: company.id, name: 'T' };
  await Promise.all([problems.note(trunk, 'does not answer'), problems.note(trunk, undefined)]);
  expect((await company.api.get(`/trunks/${id}/health`)).body.problem).toBeNull();
  await Promise.all([problems.note(trunk, undefined), problems.note(trunk, 'does not answer')]);
  expect((await company.api.get(`/trunks/${id}/health`)).body.problem.message).toBe('does not answer');
});
