import { endedCall, workerId } from '@parley/testing/calling-company.ts';
import { type RunningCompany, runningCompany } from '@parley/testing/running-company.ts';
import { startTestService, type TestService } from '@parley/testing/service.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { sql } from '../../storage/sql.ts';
import { claimDue, type DueAttempt } from '../conversations/dispatch.actions.ts';
import { settle } from '../conversations/settlement.actions.ts';

let service: TestService;
beforeAll(async () => {
  // Without a worker: calls are claimed and ended here.
  service = await startTestService({ roles: ['api'] });
});
afterAll(() => service.stop());
beforeEach(async () => {
  await service.services.database.run(sql`delete from live_calls`);
  await service.services.database.run(sql`delete from conversations`);
});

async function launched(company: RunningCompany, contacts: number): Promise<string> {
  const id = await company.newRun(contacts);
  await company.api.post(`/runs/${id}/launch`);
  return id;
}

const claim = (places: number) => claimDue(service.services.database, workerId, places);
const end = ({ companyId, conversationId, attemptId }: DueAttempt) =>
  settle(
    service.services.database,
    endedCall(
      { scope: service.services.database.within(companyId, { kind: 'system', id: 'test' }) },
      { conversation: { id: conversationId }, attemptId },
      { kind: 'finished' },
      10,
    ),
  );

/** The queues in the order in which they are served, when one call is made at a time. */
async function servedOneByOne(times: number): Promise<string[]> {
  const queues: string[] = [];
  for (let i = 0; i < times; i++) {
    const [call] = await claim(1);
    if (!call) break;
    queues.push(call.dialQueue);
    await end(call);
  }
  return queues;
}

test('with a limit of one concurrent call, a short run launched after a long run takes turns with it', async () => {
  const company = await runningCompany(service, { plan: { maxConcurrentCalls: 1 } });
  const long = await launched(company, 6);
  const short = await launched(company, 2);
  expect(await servedOneByOne(8)).toEqual([long, short, long, short, long, long, long, long]);
});

test('with a limit of one concurrent call, conversations outside a run take turns with the runs', async () => {
  const company = await runningCompany(service, { plan: { maxConcurrentCalls: 1 } });
  const [one, other] = [await launched(company, 3), await launched(company, 3)];
  const { api, agentId, id: own } = company;
  for (const contactId of await company.newContacts(2))
    expect((await api.post('/conversations', { contactId, agentId })).status).toBe(201);
  expect(await servedOneByOne(6)).toEqual([one, other, own, one, other, own]);
});

test('slots that become free at once go to the dial queues that have waited longest', async () => {
  const company = await runningCompany(service, { plan: { maxConcurrentCalls: 2 } });
  const [a, b, c] = [await launched(company, 4), await launched(company, 4), await launched(company, 4)];
  const pairs: string[][] = [];
  for (let i = 0; i < 3; i++) {
    const calls = await claim(10);
    pairs.push(calls.map(({ dialQueue }) => dialQueue));
    for (const call of calls) await end(call);
  }
  expect(pairs).toEqual([
    [a, b],
    [c, a],
    [b, c],
  ]);
});

test('a company that launches many runs does not delay other companies', async () => {
  const [eager, other] = [await runningCompany(service), await runningCompany(service)];
  for (let i = 0; i < 4; i++) await launched(eager, 1);
  await launched(other, 2);
  const companies: string[] = [];
  for (let i = 0; i < 4; i++) {
    const [call] = (await claim(1)) as [DueAttempt];
    companies.push(call.companyId);
    await end(call);
  }
  expect(companies).toEqual([eager.id, other.id, eager.id, other.id]);
});

test('a free slot goes to a dial queue without a live call before one that has a live call', async () => {
  const company = await runningCompany(service, { plan: { maxConcurrentCalls: 2 } });
  const long = await launched(company, 6);
  const [held] = (await claim(1)) as [DueAttempt];
  expect(held.dialQueue).toBe(long);
  const short = await launched(company, 2);
  expect(await servedOneByOne(3)).toEqual([short, short, long]);
});
