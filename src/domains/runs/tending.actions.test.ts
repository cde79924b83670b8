import { afterAll, beforeAll, expect, test } from 'vitest';
import { type RunningCompany, runningCompany } from '../../../tests/running-company.ts';
import { startTestService, type TestService } from '../../../tests/service.ts';
import { sql } from '../../storage/sql.ts';
import { tendRuns } from './tending.actions.ts';

let service: TestService;
let company: RunningCompany;
beforeAll(async () => {
  // Without a worker: the rounds are ours.
  service = await startTestService({ roles: ['api'] });
  company = await runningCompany(service);
});
afterAll(() => service.stop());

const row = (id: string) =>
  service.house.database.first<{ isTended: boolean; isSimulated: boolean }>(
    sql`select is_tended as "isTended", is_simulated as "isSimulated" from runs where id = ${id}`,
  );

test('a cancelled run that gets another name is left alone again, and keeps nobody from being looked after', async () => {
  const id = await company.newRun(2);
  await company.api.post(`/runs/${id}/cancel`);
  await tendRuns(service.house.database);
  await company.api.patch(`/runs/${id}`, { name: 'Another' });
  await tendRuns(service.house.database);
  expect((await row(id))?.isTended).toBe(false);
});

test('whoever a test key attaches to a draft is called on the simulated network only, whoever launches it', async () => {
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
