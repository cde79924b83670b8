import { RowBackoff } from '@parley/kernel/row-backoff.ts';
import { endAll, type RunningCompany, runningCompany } from '@parley/testing/running-company.ts';
import { startTestService, type TestService } from '@parley/testing/service.ts';
import { waitFor } from '@parley/testing/wait-for.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from '../../storage/sql.ts';
import { lockOwnRun } from './run.actions.ts';
import { runsToMaintain } from './run.store.ts';
import { maintainRuns } from './run-maintenance.actions.ts';

let service: TestService;
let company: RunningCompany;
beforeAll(async () => {
  // Without a worker: the rounds are ours.
  service = await startTestService({ roles: ['api'] });
  company = await runningCompany(service);
});
afterAll(() => service.stop());

const row = (id: string) =>
  service.services.database.first<{ isTended: boolean; isSimulated: boolean }>(
    sql`select is_tended as "isTended", is_simulated as "isSimulated" from runs where id = ${id}`,
  );

test('renaming a cancelled run does not make maintenance process it again', async () => {
  const id = await company.newRun(2);
  await company.api.post(`/runs/${id}/cancel`);
  await maintainRuns(service.services.database);
  await company.api.patch(`/runs/${id}`, { name: 'Another' });
  await maintainRuns(service.services.database);
  expect((await row(id))?.isTended).toBe(false);
});

test('a contact added by a test key makes all calls of the run simulated, even if a live key launches it', async () => {
  const id = await company.newRun(1);
  const { api } = await service.newKey({ companyId: company.id, environment: 'test' });
  await api.post(`/runs/${id}/contacts`, { contactIds: [await company.newContact()] });
  expect((await row(id))?.isSimulated).toBe(true);
  await company.api.post(`/runs/${id}/launch`);
  const made = await company.scope.all<{ isSimulated: boolean }>(
    sql`select is_simulated as "isSimulated" from conversations where company_id = ${company.scope.companyId} and run_id = ${id}`,
  );
  expect(made).toEqual([{ isSimulated: true }, { isSimulated: true }]);
});

test('a deleted run and its settings are removed in one transaction', async () => {
  const id = await company.newRun(1, { settings: { priority: 'HIGH' } });
  await company.api.delete(`/runs/${id}`);
  const { database } = service.services;
  const rules = () => database.all(sql`select from dial_queue_rules where dial_queue = ${id}`);
  await database.pool.query(`
    create table kept_rules (company_id uuid, dial_queue uuid, foreign key (company_id, dial_queue) references dial_queue_rules);
    insert into kept_rules values ('${company.id}', '${id}')`);
  try {
    await expect(maintainRuns(database)).rejects.toThrow('kept_rules');
    expect([await row(id), (await rules()).length]).toEqual([expect.anything(), 1]);
  } finally {
    await database.pool.query('drop table kept_rules');
  }
  await maintainRuns(database);
  expect([await row(id), (await rules()).length]).toEqual([undefined, 0]);
});

test('a deleted run leaves no stopped dial queue behind, even if its last call ends during maintenance', async () => {
  const id = await company.newRun(1);
  await company.api.post(`/runs/${id}/cancel`);
  await company.api.delete(`/runs/${id}`);
  // What maintenance finds when the last call ends just after it looked for open conversations.
  await company.scope.run(
    sql`insert into held_dial_queues (dial_queue, company_id) values (${id}, ${company.scope.companyId})`,
  );
  const { database } = service.services;
  await maintainRuns(database);
  const stopped = await database.all(sql`select 1 as one from held_dial_queues where dial_queue = ${id}`);
  expect([await row(id), stopped]).toEqual([undefined, []]);
});

test('a cancelled run with a call on the line is maintained once the call is over, and not before', async () => {
  const id = await company.newRun(1);
  await company.api.post(`/runs/${id}/launch`);
  const { companyId } = company.scope;
  const calls = sql`company_id = ${companyId} and conversation_id in (select id from conversations where run_id = ${id})`;
  await company.scope.run(sql`update call_attempts set status = 'IN_PROGRESS' where ${calls}`);
  await company.api.post(`/runs/${id}/cancel`);
  const { database } = service.services;
  const isListed = async () => (await runsToMaintain(database, 1000, [])).some((run) => run.id === id);
  await maintainRuns(database);
  expect([await isListed(), (await row(id))?.isTended]).toEqual([false, true]);
  // It is to be called again: that is cancelled as the other calls were.
  await company.scope.run(sql`update call_attempts set status = 'FAILED' where ${calls}`);
  expect(await isListed()).toBe(true);
  await maintainRuns(database);
  expect([await isListed(), (await row(id))?.isTended]).toEqual([false, false]);
});

/** A run whose conversations cannot be made: the version of its agent is gone. */
async function brokenRun(): Promise<string> {
  const id = await company.newRun(1);
  await company.scope.run(sql`
    update runs set status = 'RUNNING', pending = 1, is_tended = true, agent_version_id = ${service.services.database.newId()},
                    admitted_to = (select max(position) from run_contacts where run_id = ${id})
    where company_id = ${company.scope.companyId} and id = ${id}`);
  return id;
}

test('a run whose maintenance fails does not block other runs, and the failure is reported once', async () => {
  const broken = await brokenRun();
  const sound = await company.newRun(1);
  await company.api.post(`/runs/${sound}/launch`);
  await endAll(company.scope, sound);
  const reported: string[] = [];
  const backoff = new RowBackoff(({ message }) => reported.push(message));
  await maintainRuns(service.services.database, backoff);
  await maintainRuns(service.services.database, backoff);
  expect((await company.api.get(`/runs/${sound}`)).body.status).toBe('COMPLETED');
  expect(reported).toEqual(['Agent version not found']);
  await company.scope.run(
    sql`update runs set status = 'DRAFT', pending = 0, is_tended = false where company_id = ${company.scope.companyId} and id = ${broken}`,
  );
});

test('runs due at the same time start together and do not wait for each other', async () => {
  const ids = [await company.newRun(1), await company.newRun(1), await company.newRun(1)];
  const scheduledAt = new Date(Date.now() + 60_000).toISOString();
  for (const id of ids) await company.api.post(`/runs/${id}/launch`, { scheduledAt });
  await company.scope.run(sql`
    update runs set due_at = ${new Date(0)} where company_id = ${company.scope.companyId} and status = 'SCHEDULED'`);
  // Somebody holds the first: whoever starts them one after the other waits here for ever.
  const held = Promise.withResolvers<void>();
  const release = Promise.withResolvers<void>();
  const holding = company.scope.transaction(async (inside) => {
    await lockOwnRun(inside, ids[0] as string);
    held.resolve();
    await release.promise;
  });
  await held.promise;
  const round = maintainRuns(service.services.database);
  const statuses = async () =>
    Promise.all(ids.map(async (id) => (await company.api.get(`/runs/${id}`)).body.status));
  await waitFor(async () => expect(await statuses()).toEqual(['SCHEDULED', 'RUNNING', 'RUNNING']));
  release.resolve();
  await Promise.all([holding, round]);
  expect(await statuses()).toEqual(['RUNNING', 'RUNNING', 'RUNNING']);
});
