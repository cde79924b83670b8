import { startTestService, type TestCompany, type TestService } from '@parley/testing/service.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { recordHeartbeat } from '../domains/conversations/worker-liveness.store.ts';
import { history } from '../domains/events/event.actions.ts';
import { noteCountryPassedOn } from '../domains/trunks/called-country.actions.ts';
import {
  type CompanyAlarm,
  companyAlarmMail,
  sendCompanyAlarmTask,
} from '../domains/trunks/company-alarm.model.ts';
import { admitCall } from '../domains/trunks/trunk-call.actions.ts';
import { noteProblem } from '../domains/trunks/trunk-problem.actions.ts';
import type { Mail } from '../storage/mail.ts';
import { type CompanyId, sql } from '../storage/sql.ts';
import { sendCompanyAlarm } from './send-mails.ts';
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
  await recordHeartbeat(service.services.database, workerId, { webAddress: undefined, isTaking: true });
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

test("the first call to a further country is reported once, and the company's very first country is not", async () => {
  for (const to of [SWISS, SWISS, FRENCH, FRENCH, GERMAN, '+33170188888'])
    expect((await call(to)).kind).toBe('admitted');
  expect(await alarmsOf(company)).toEqual([newCountry('FR'), newCountry('DE')]);
  expect(await mailsOf(company)).toHaveLength(2);
  expect(await alarmsOf(await service.newCompany())).toEqual([]);
});

test('of many first calls at the same time one is reported', async () => {
  await call(SWISS);
  await Promise.all(Array.from({ length: 8 }, () => call(FRENCH)));
  expect(await alarmsOf(company)).toEqual([newCountry('FR')]);
});

test('of two countries that are both the first one, the second is reported', async () => {
  await Promise.all([call(SWISS), call(FRENCH)]);
  expect(await alarmsOf(company)).toHaveLength(1);
});

test('a call that waits for a line is not a call to the country yet', async () => {
  await call(SWISS);
  const trunk = { name: 'T', host: 'sip.example.com', maxCallsPerDay: 1 };
  const trunkId = (await company.api.post('/trunks', trunk)).body.id;
  await call(SWISS, trunkId);
  expect((await call(FRENCH, trunkId)).kind).toBe('wait');
  expect(await alarmsOf(company)).toEqual([]);
});

test('a call that the network passes on to another country is reported', async () => {
  await call(SWISS);
  await noteCountryPassedOn(scopeOf(company), FRENCH);
  expect(await alarmsOf(company)).toEqual([newCountry('FR')]);
});

test("owners are notified once that their own trunk is down, whichever processes notice, and not of the operator's", async () => {
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

test('the owners are mailed, and nobody else', async () => {
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

test('a trunk that is down and works again at once is not shown as down', async () => {
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
