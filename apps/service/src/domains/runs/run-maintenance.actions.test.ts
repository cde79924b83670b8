import { RowBackoff } from '@parley/kernel/row-backoff.ts';
import { endAll, type RunningCompany, runningCompany } from '@parley/testing/running-company.ts';
import { startTestService, type TestService } from '@parley/testing/service.ts';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { sql } from '../../storage/sql.ts';
import { lockOwnRun } from './run.actions.ts';
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

test('renaming a cancelled run does not restart its maintenance', async () => {
  const id = await company.newRun(2);
  await company.api.post(`/runs/${id}/cancel`);
  await maintainRuns(service.services.database);
  await company.api.patch(`/runs/${id}`, { name: 'Another' });
  await maintainRuns(service.services.database);
  expect((await row(id))?.isTended).toBe(false);
});

test('a contact attached by a test key gets only simulated calls, whoever launches the run', async () => {
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

test('a deleted run is gone together with its settings, or not at all', async () => {
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

/** A run whose conversations cannot be made: the version of its agent is gone. */
async function brokenRun(): Promise<string> {
  const id = await company.newRun(1);
  await company.scope.run(sql`
    update runs set status = 'RUNNING', pending = 1, is_tended = true, agent_version_id = ${service.services.database.newId()},
                    admitted_to = (select max(position) from run_contacts where run_id = ${id})
    where company_id = ${company.scope.companyId} and id = ${id}`);
  return id;
}

test('a run whose maintenance fails does not block others, and is reported once', async () => {
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

test("runs due at the same time start together, without waiting for each other's conversations", async () => {
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
  await vi.waitFor(async () => expect(await statuses()).toEqual(['SCHEDULED', 'RUNNING', 'RUNNING']), 20_000);
  release.resolve();
  await Promise.all([holding, round]);
  expect(await statuses()).toEqual(['RUNNING', 'RUNNING', 'RUNNING']);
});
