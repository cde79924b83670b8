import { ManualClock } from '@parley/kernel/clock.ts';
import { endedCall, workerId } from '@parley/testing/calling-company.ts';
import { type RunningCompany, runningCompany } from '@parley/testing/running-company.ts';
import { startTestService, type TestService } from '@parley/testing/service.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { claimDue } from '../domains/conversations/dispatch.actions.ts';
import { settle } from '../domains/conversations/settlement.actions.ts';
import type { Ending } from '../domains/conversations/settlement.model.ts';
import { history } from '../domains/events/event.actions.ts';
import { checkRunAlarms } from '../domains/runs/run-alarm.actions.ts';
import { findBadly } from '../domains/runs/run-alarm.model.ts';
import { maintainRuns } from '../domains/runs/run-maintenance.actions.ts';
import type { Mail, SendMail } from '../storage/mail.ts';
import { sql } from '../storage/sql.ts';
import { sendRunAlarm } from './send-mails.ts';

const clock = new ManualClock('2026-11-16T12:00:00Z');
let service: TestService;
beforeAll(async () => {
  service = await startTestService({ clock, roles: ['api'] });
});
afterAll(() => service.stop());
beforeEach(async () => {
  await service.services.database.run(sql`delete from live_calls`);
  await service.services.database.run(sql`delete from conversations`);
});

async function launched(company: RunningCompany, contacts: number, alarm: object): Promise<string> {
  const settings = { alarm, retryPolicy: { maxAttempts: 1 } };
  const id = await company.newRun(contacts, { settings });
  expect((await company.api.post(`/runs/${id}/launch`)).status).toBe(200);
  return id;
}

/** Places the next calls, which end like this. */
async function call(company: RunningCompany, ...endings: Ending['kind'][]): Promise<void> {
  const due = await claimDue(service.services.database, workerId, endings.length);
  expect(due).toHaveLength(endings.length);
  for (const [place, { conversationId, attemptId }] of due.entries())
    await settle(
      service.services.database,
      endedCall(
        { scope: company.scope },
        { conversation: { id: conversationId }, attemptId },
        { kind: endings[place] } as Ending,
        90,
      ),
    );
}

const check = () => checkRunAlarms(service.services.database);
const alarmsOf = async (company: RunningCompany, id: string) =>
  (await history(company.scope, id)).filter(({ type }) => type === 'run.alarm');

test('too few answered calls in a run raise one alarm, and pause the run if it is set to pause', async () => {
  const company = await runningCompany(service);
  const id = await launched(company, 6, { answerRateBelow: 0.5, minCalls: 4, pause: true });
  await call(company, 'no_answer', 'busy', 'finished');
  await check();
  expect((await company.api.get(`/runs/${id}`)).body).toMatchObject({ status: 'RUNNING' });
  await call(company, 'voicemail');
  await check();
  await check();
  const { body } = await company.api.get(`/runs/${id}`);
  const findings = [{ reason: 'ANSWER_RATE', limit: 0.5, actual: 0.25 }];
  expect(body).toMatchObject({ status: 'PAUSED', alarm: { isPaused: true, findings } });
  expect((await alarmsOf(company, id)).map(({ data }) => data)).toEqual([
    { runId: id, name: 'Spring', isPaused: true, findings },
  ]);
  expect(await claimDue(service.services.database, workerId, 10)).toEqual([]);
});

test('each alarm reason is reported once until the run is resumed, even if it follows another reason', async () => {
  const company = await runningCompany(service);
  await addOwner(company);
  const id = await launched(company, 6, { answerRateBelow: 0.5, minutesAbove: 3, minCalls: 2 });
  await call(company, 'no_answer', 'no_answer');
  await check();
  clock.advance(60_000);
  await call(company, 'finished', 'finished', 'finished');
  await check();
  await check();
  const reasonsOf = (findings: readonly { reason: string }[]) => findings.map(({ reason }) => reason);
  const { alarm } = (await company.api.get(`/runs/${id}`)).body;
  expect(reasonsOf(alarm.findings)).toEqual(['ANSWER_RATE', 'MINUTES']);
  const reported = (await alarmsOf(company, id)).map(
    ({ data }) => (data as unknown as typeof alarm).findings,
  );
  expect(reported.map(reasonsOf).sort()).toEqual([['ANSWER_RATE'], ['MINUTES']]);
  const mails: Mail[] = [];
  const services = {
    publicUrl: 'https://parley.example',
    sendMail: async (mail: Mail) => void mails.push(mail),
  };
  const order = { companyId: company.id, runId: id, reasons: ['MINUTES'], raisedAt: alarm.raisedAt };
  await sendRunAlarm(service.services.database, services, order);
  expect(mails[0]?.text).toContain('took 6 minutes');
  expect(mails[0]?.text).not.toContain('answered');
});

test('resuming a run clears its alarm, and only later calls count toward the next alarm', async () => {
  const company = await runningCompany(service);
  const id = await launched(company, 4, { answerRateBelow: 0.5, minCalls: 2, pause: true });
  await call(company, 'no_answer', 'no_answer');
  await check();
  clock.advance(1000);
  await company.api.post(`/runs/${id}/resume`);
  expect((await company.api.get(`/runs/${id}`)).body.alarm).toBeUndefined();
  await call(company, 'no_answer');
  await check();
  expect((await company.api.get(`/runs/${id}`)).body.status).toBe('RUNNING');
  await call(company, 'no_answer');
  await check();
  expect(await alarmsOf(company, id)).toHaveLength(2);
});

test('too many failures or minutes raise an alarm too, and a run that is not set to pause continues', async () => {
  const company = await runningCompany(service);
  const id = await launched(company, 5, { failureRateAbove: 0.4, minutesAbove: 3, minCalls: 2 });
  await call(company, 'carrier_error', 'finished', 'finished');
  await check();
  const { body } = await company.api.get(`/runs/${id}`);
  expect(body.status).toBe('RUNNING');
  // Each call of 90 seconds is charged as 2 minutes.
  expect(body.alarm.findings).toEqual([{ reason: 'MINUTES', limit: 3, actual: 4 }]);
});

test('a run whose last calls cross a limit raises its alarm before it completes', async () => {
  const company = await runningCompany(service);
  await addOwner(company);
  const id = await launched(company, 2, { failureRateAbove: 0.4, minCalls: 2, pause: true });
  await call(company, 'carrier_error', 'carrier_error');
  await maintainRuns(service.services.database);
  const findings = [{ reason: 'FAILURE_RATE', limit: 0.4, actual: 1 }];
  const { body } = await company.api.get(`/runs/${id}`);
  expect(body).toMatchObject({ status: 'COMPLETED', alarm: { isPaused: false, findings } });
  expect((await alarmsOf(company, id)).map(({ data }) => data)).toEqual([
    { runId: id, name: 'Spring', isPaused: false, findings },
  ]);
  await check();
  expect(await alarmsOf(company, id)).toHaveLength(1);
  const mails: Mail[] = [];
  const sendMail = async (mail: Mail) => void mails.push(mail);
  await sendRunAlarm(
    service.services.database,
    { publicUrl: 'https://parley.example', sendMail },
    { companyId: company.id, runId: id, reasons: ['FAILURE_RATE'], raisedAt: body.alarm.raisedAt },
  );
  expect(mails[0]?.text).toContain('It is over');
});

test('a call to a number that does not exist does not count as a technical failure', async () => {
  const company = await runningCompany(service);
  const id = await launched(company, 4, { failureRateAbove: 0.3, minCalls: 2 });
  await call(company, 'invalid_number', 'finished');
  await check();
  expect((await company.api.get(`/runs/${id}`)).body.alarm).toBeUndefined();
  await call(company, 'carrier_error', 'carrier_error');
  await check();
  const findings = [{ reason: 'FAILURE_RATE', limit: 0.3, actual: 0.5 }];
  expect((await company.api.get(`/runs/${id}`)).body.alarm).toMatchObject({ findings });
});

test('an alarm that cannot be stored does not prevent the alarms of other runs', async () => {
  const company = await runningCompany(service);
  const { database } = service.services;
  const [broken, sound] = [
    await launched(company, 2, { answerRateBelow: 0.5, minCalls: 2 }),
    await launched(company, 2, { answerRateBelow: 0.5, minCalls: 2 }),
  ];
  await call(company, 'no_answer', 'no_answer', 'no_answer', 'no_answer');
  await database.pool.query(
    `alter table runs add constraint refused check (alarm is null or id <> '${broken}')`,
  );
  try {
    await expect(check()).rejects.toThrow('refused');
  } finally {
    await database.pool.query('alter table runs drop constraint refused');
  }
  expect(await alarmsOf(company, sound)).toHaveLength(1);
  expect(await alarmsOf(company, broken)).toHaveLength(0);
  await check();
  expect(await alarmsOf(company, broken)).toHaveLength(1);
});

async function addOwner(company: RunningCompany): Promise<string> {
  const { database } = service.services;
  const userId = database.newId();
  await database.run(sql`
    insert into users (id, email, name, created_at, updated_at) values (${userId}, ${`${userId}@example.com`}, 'Olga', now(), now())`);
  await database.run(sql`
    insert into memberships (company_id, user_id, role, created_at) values (${company.id}, ${userId}, 'owner', now())`);
  return userId;
}

test("an alarm mail that one owner's address refuses still reaches the others, and is retried if none got it", async () => {
  const company = await runningCompany(service);
  const owners = [await addOwner(company), await addOwner(company)];
  const runId = await launched(company, 2, { answerRateBelow: 0.5, minCalls: 2 });
  await call(company, 'no_answer', 'no_answer');
  await check();
  let refused = [...owners];
  const tried: Parameters<SendMail>[0][] = [];
  const sendMail: SendMail = async (mail) => {
    tried.push(mail);
    if (refused.some((userId) => mail.to.startsWith(userId))) throw new Error('refused');
  };
  const send = () =>
    sendRunAlarm(
      service.services.database,
      { publicUrl: 'https://parley.example', sendMail },
      { companyId: company.id, runId },
    );
  await expect(send()).rejects.toThrow('refused');
  refused = owners.slice(0, 1);
  await send();
  const idsOf = (userId = '') => tried.filter(({ to }) => to.startsWith(userId)).map(({ id }) => id);
  for (const userId of owners) expect(idsOf(userId)).toEqual(Array(2).fill(expect.stringContaining(userId)));
});

test('the owners of the company get one mail that says what is wrong in the run', async () => {
  const company = await runningCompany(service);
  const database = service.services.database;
  const userId = await addOwner(company);
  const id = await launched(company, 2, { answerRateBelow: 0.5, minCalls: 2 });
  await call(company, 'no_answer', 'no_answer');
  await check();
  const mails: Mail[] = [];
  const services = {
    publicUrl: 'https://parley.example',
    sendMail: async (mail: Mail) => void mails.push(mail),
  };
  await sendRunAlarm(database, services, { companyId: company.id, runId: id });
  expect(mails).toHaveLength(1);
  expect(mails[0]).toMatchObject({
    to: `${userId}@example.com`,
    subject: 'The run "Spring" crossed an alarm limit',
  });
  expect(mails[0]?.text).toContain('Only 0.0 % of its calls were answered; you expect at least 50.0 %.');
  expect(mails[0]?.text).toContain(`https://parley.example/console/runs/${id}`);
});

test('a run within its limits raises no alarm', () => {
  const limits = { answerRateBelow: 0.2, failureRateAbove: 0.1, minutesAbove: 100 };
  expect(findBadly(limits, { calls: 20, answered: 4, failed: 2, minutes: 100 })).toEqual([]);
  expect(findBadly(limits, { calls: 19, answered: 0, failed: 19, minutes: 0 })).toEqual([]);
  expect(findBadly(limits, { calls: 20, answered: 3, failed: 3, minutes: 101 })).toHaveLength(3);
});

const planned = (plan: object) => runningCompany(service, { plan: { included: 1000, ...plan } });

test.each([
  ['credits', { billingSystem: 'credits', creditsPerMinute: 2.5 }, 'CREDITS', 10],
  ['money at the price of a minute beyond the plan', { overagePrice: 0.2, currency: 'CHF' }, 'CHF', 0.8],
])('calls that cost more than a run may spend raise an alarm: %s', async (_words, plan, unit, actual) => {
  const company = await planned(plan);
  await addOwner(company);
  const limit = actual / 2;
  const id = await launched(company, 3, { spendAbove: { amount: limit, unit } });
  // Two minutes, which are not above the limit; who is not reached costs nothing.
  await call(company, 'finished', 'no_answer');
  await check();
  expect((await company.api.get(`/runs/${id}`)).body.alarm).toBeUndefined();
  await call(company, 'finished');
  await check();
  const findings = [{ reason: 'SPEND', limit, actual, unit }];
  expect((await company.api.get(`/runs/${id}`)).body.alarm).toMatchObject({ findings });
  const mails: Mail[] = [];
  const services = {
    publicUrl: 'https://parley.example',
    sendMail: async (mail: Mail) => void mails.push(mail),
  };
  await sendRunAlarm(service.services.database, services, { companyId: company.id, runId: id });
  const words = unit === 'CREDITS' ? 'credits' : unit;
  expect(mails[0]?.text).toContain(`Its calls cost ${actual} ${words}; you allow ${limit} ${words}.`);
});

test('an alarm without any limit, which would never be raised, is refused', async () => {
  const company = await planned({});
  const id = await company.newRun();
  const settings = { pace: { callsPerMinute: 20 }, alarm: { minutesAbove: 0 } };
  expect((await company.api.patch(`/runs/${id}`, { settings })).status).toBe(200);
  for (const alarm of [{}, { pause: true }, { minCalls: 5 }, { minCalls: 5, pause: false }]) {
    const sent = { settings: { ...settings, alarm } };
    const refused = await company.api.patch(`/runs/${id}`, sent);
    expect(refused.status).toBe(400);
    expect(refused.body.errors).toEqual([
      'settings.alarm needs a limit: answerRateBelow, failureRateAbove, minutesAbove or spendAbove',
    ]);
    const run = { name: 'Spring', agentId: company.agentId, ...sent };
    expect((await company.api.post('/runs', run)).status).toBe(400);
  }
  expect((await company.api.get(`/runs/${id}`)).body.settings).toEqual(settings);
});

test('a limit on what a run may spend is refused where the plan has no price, or another unit', async () => {
  const refused = async (plan: object, spendAbove: object, more: object = {}) => {
    const company = await planned(plan);
    const settings = { alarm: { spendAbove }, ...more };
    const { status, body } = await company.api.patch(`/runs/${await company.newRun()}`, { settings });
    const sent = { name: 'Spring', agentId: company.agentId, settings };
    expect((await company.api.post('/runs', sent)).status).toBe(400);
    return [status, ...body.errors];
  };
  const path = 'settings.alarm.spendAbove';
  expect(await refused({}, { amount: 5, unit: 'EUR' })).toEqual([
    400,
    `${path} cannot be set: the plan has no price for a minute; use minutesAbove`,
  ]);
  expect(await refused({ billingSystem: 'credits' }, { amount: 5, unit: 'EUR' })).toEqual([
    400,
    `${path}.unit must be CREDITS, the unit of the plan`,
  ]);
  // All violations at once.
  const window = { callingWindow: { days: ['MON'], start: '09:00', end: '09:00' } };
  expect(await refused({ overagePrice: 0.1 }, { amount: 5, unit: 'CREDITS' }, window)).toHaveLength(3);
});

test('a limit on what a run may spend raises no alarm once the plan counts in another unit', async () => {
  const company = await planned({ overagePrice: 1 });
  const id = await launched(company, 2, { spendAbove: { amount: 1, unit: 'EUR' } });
  await company.setPlan({ billingSystem: 'credits', creditsPerMinute: 100, included: 1000 });
  await call(company, 'finished', 'finished');
  await check();
  expect((await company.api.get(`/runs/${id}`)).body.alarm).toBeUndefined();
});
