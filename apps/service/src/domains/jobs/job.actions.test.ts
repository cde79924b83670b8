import { setTimeout as pause } from 'node:timers/promises';
import { testDatabase } from '@parley/testing/database.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createCompany } from '../companies/company.actions.ts';
import { createJob, removeJob, requireJobs } from './job.actions.ts';

let store: Awaited<ReturnType<typeof testDatabase>>;
beforeAll(async () => {
  store = await testDatabase();
});
afterAll(() => store.close());

test('a job cannot be deleted while a transaction assigns it to a contact', async () => {
  const { id } = await createCompany(store.database, null, { name: 'Acme' });
  const scope = store.database.within(id, { kind: 'system', id: 'test' });
  const job = await createJob(scope, { title: 'Clerk' });
  const removal = await scope.transaction(async (inside) => {
    await requireJobs(inside, [job.id]);
    const removed = removeJob(scope, job.id, async () => {}).then(() => 'removed');
    expect(await Promise.race([removed, pause(300, 'waits')])).toBe('waits');
    return { removed };
  });
  expect(await removal.removed).toBe('removed');
  await expect(scope.transaction((inside) => requireJobs(inside, [job.id]))).rejects.toThrow('Job not found');
});
