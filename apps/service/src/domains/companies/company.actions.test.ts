import { systemClock } from '@parley/kernel/clock.ts';
import { notFound } from '@parley/kernel/failure.ts';
import { uuid7 } from '@parley/kernel/id.ts';
import { type ClonedDatabase, cloneDatabase } from '@parley/testing/database.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Database } from '../../storage/database.ts';
import type { Everywhere } from '../../storage/scope.ts';
import { type CompanyId, sql } from '../../storage/sql.ts';
import { TaskQueue } from '../../storage/tasks.ts';
import { createCompany, getCompany, isInstallationEmpty, ownCompany } from './company.actions.ts';
import { sendInvitationTask } from './invitation.model.ts';

let clone: ClonedDatabase;
let queue: TaskQueue;
let database: Database;
beforeAll(async () => {
  clone = await cloneDatabase();
  queue = new TaskQueue({ url: clone.url, tasks: [sendInvitationTask], onError: () => {} });
  await queue.start();
  database = new Database({
    url: clone.url,
    clock: systemClock,
    newId: uuid7(systemClock),
    send: queue.send,
    maxConnections: 4,
  });
});
afterAll(async () => {
  await queue.stop(1000);
  await database.close();
  await clone.drop();
});

const counts = (everywhere: Everywhere) =>
  everywhere.first<{ companies: number; invitations: number; tasks: number }>(sql`
    select (select count(*) from companies) as companies, (select count(*) from invitations) as invitations,
           (select count(*) from tasks.job where name = ${sendInvitationTask.name}) as tasks`);

test('a new installation has no company', async () => {
  expect(await database.transaction((inside) => isInstallationEmpty(inside))).toBe(true);
  await createCompany(database, null, { name: 'First' });
  expect(await database.transaction((inside) => isInstallationEmpty(inside))).toBe(false);
});

test('a company, the invitation of its owner and the task to mail it are written together', async () => {
  const before = await counts(database);
  const { id } = await createCompany(database, null, { name: 'Acme', ownerEmail: 'owner@acme.example' });
  const rows = await database.all(sql`
    select i.email, j.data from invitations i join tasks.job j on j.data ->> 'invitationId' = i.id::text
    where i.company_id = ${id}`);
  expect(rows).toEqual([
    { email: 'owner@acme.example', data: { invitationId: expect.stringMatching(/^[0-9a-f-]{36}$/) } },
  ]);
  expect(await counts(database)).toEqual({
    companies: (before?.companies ?? 0) + 1,
    invitations: (before?.invitations ?? 0) + 1,
    tasks: (before?.tasks ?? 0) + 1,
  });
});

test('when the transaction that creates a company is rolled back, its owner is not invited', async () => {
  const before = await counts(database);
  const undone = database.transaction(async (inside) => {
    await createCompany(inside, null, { name: 'Acme', ownerEmail: 'owner@acme.example' });
    throw new Error('undone');
  });
  await expect(undone).rejects.toThrow('undone');
  expect(await counts(database)).toEqual(before);
});

test('when the mail task cannot be written, the company is not created', async () => {
  const before = await counts(database);
  const broken = new Database({
    url: clone.url,
    clock: systemClock,
    newId: uuid7(systemClock),
    send: () => Promise.reject(new Error('no queue')),
    maxConnections: 1,
  });
  await expect(createCompany(broken, null, { name: 'Acme', ownerEmail: 'a@b.example' })).rejects.toThrow(
    'no queue',
  );
  expect(await counts(database)).toEqual(before);
  await broken.close();
});

test('a request in the scope of a company can read that company and no other', async () => {
  const company = await createCompany(database, null, { name: 'Acme', metadata: { a: [1] } });
  const actor = { kind: 'system', id: 'test' } as const;
  expect(await ownCompany(database.within(company.id, actor))).toEqual(company);
  expect(await getCompany(database, company.id)).toEqual(company);
  await expect(ownCompany(database.within(database.newId() as CompanyId, actor))).rejects.toEqual(
    notFound('Company'),
  );
});
