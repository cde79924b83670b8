import { addLiveWorker } from '@parley/testing/live-worker.ts';
import { startTestService, type TestService } from '@parley/testing/service.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { SendMail } from '../storage/mail.ts';
import { sql } from '../storage/sql.ts';
import { reportOperatorTrunks } from './send-mails.ts';
import { TrunkProblems } from './trunk-problems.ts';

const workers = ['01890000-0000-7000-8000-00000000dd01', '01890000-0000-7000-8000-00000000dd02'];
const trunk = { key: 'acme@sip:sip.provider.example', name: 'sip.provider.example' };
const dead = { fault: 'dead', words: 'does not answer' } as const;
const broke = { fault: 'credit', words: 'refuses calls with 402' } as const;

let service: TestService;
beforeAll(async () => {
  service = await startTestService({ roles: ['api'] });
  await service.services.database.run(sql`
    insert into users (id, email, name, is_staff, created_at, updated_at)
    values ('01890000-0000-7000-8000-00000000ee01', 'admin@example.com', 'Ada', true, now(), now()),
           ('01890000-0000-7000-8000-00000000ee02', 'owner@example.com', 'Olga', false, now(), now())`);
});
afterAll(() => service.stop());
beforeEach(async () => {
  const { database } = service.services;
  await database.run(sql`delete from operator_trunk_problems`);
  await database.run(sql`delete from operator_trunk_notices`);
  for (const id of workers) await addLiveWorker(database, id);
});

const processOf = (workerId = '') =>
  new TrunkProblems(service.services.database, workerId, (error) => {
    throw error;
  });
let sent: Parameters<SendMail>[0][] = [];
/** What staff are mailed when the task runs. */
async function mailed(refuse = false): Promise<string[]> {
  sent = [];
  const sendMail: SendMail = async (mail) => {
    if (refuse) throw new Error('no mail server');
    sent.push(mail);
  };
  const services = { sendMail, publicUrl: 'https://parley.example' };
  await reportOperatorTrunks(service.services.database, services, new AbortController().signal);
  return sent.map(({ to, subject }) => `${to}: ${subject}`);
}
const down = ['admin@example.com: The SIP trunk sip.provider.example is down'];
const back = ['admin@example.com: The SIP trunk sip.provider.example works again'];

test('staff get one mail when a trunk of the operator is down, and one when every process can use it again', async () => {
  const [one, other] = workers.map(processOf) as [TrunkProblems, TrunkProblems];
  await Promise.all([one.noteOperators(trunk, dead), other.noteOperators(trunk, dead)]);
  expect(await mailed(true)).toEqual([]);
  expect(await mailed()).toEqual(down);
  expect(sent.map(({ id }) => id)).toEqual([expect.stringMatching(/^[0-9a-z-]+$/)]);
  expect(await mailed()).toEqual([]);
  await one.noteOperators(trunk, undefined);
  expect(await mailed()).toEqual([]);
  await other.noteOperators(trunk, undefined);
  expect(await mailed()).toEqual(back);
  // It fails again within the hour: staff hear of it when the hour is over, if it is still down then.
  await one.noteOperators(trunk, dead);
  expect(await mailed()).toEqual([]);
  await service.services.database.run(
    sql`update operator_trunk_notices set reported_at = reported_at - interval '61 minutes'`,
  );
  expect(await mailed()).toEqual(down);
});

test('a restart while a trunk is down tells staff neither that it is back nor again that it is down', async () => {
  const [one, other] = workers.map(processOf) as [TrunkProblems, TrunkProblems];
  await one.noteOperators(trunk, broke);
  expect(await mailed()).toEqual(down);
  await service.services.database.run(sql`delete from workers where id = ${workers[0] as string}`);
  // It answers, as it did before: only a call shows that there is credit again.
  await other.noteOperators(trunk, undefined, false);
  expect(await mailed()).toEqual([]);
  await other.noteOperators(trunk, broke);
  expect(await mailed()).toEqual([]);
  await other.noteOperators(trunk, undefined);
  expect(await mailed()).toEqual(back);
});

test('an outage that is over before it was reported is not mailed', async () => {
  const one = processOf(workers[0]);
  await one.noteOperators(trunk, dead);
  await one.noteOperators(trunk, undefined);
  expect(await mailed()).toEqual([]);
});
