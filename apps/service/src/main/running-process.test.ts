import { hostname } from 'node:os';
import { cloneDatabase } from '@parley/testing/database.ts';
import { startTestService } from '@parley/testing/service.ts';
import pg from 'pg';
import { expect, test } from 'vitest';
import { readSchema } from '../storage/migration-files.ts';
import { version } from './version.ts';

async function ask<Row extends pg.QueryResultRow>(url: string, text: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Row>(text)).rows;
  } finally {
    await client.end();
  }
}

test('a process of any role is known with its version and schemas while it runs', async () => {
  const clone = await cloneDatabase();
  const service = await startTestService({ databaseUrl: clone.url, roles: ['api'] });
  const { range } = await readSchema();
  expect(await ask(clone.url, 'select * from running_processes')).toEqual([
    expect.objectContaining({
      version,
      oldest_schema: range.oldest,
      newest_schema: range.newest,
      roles: ['api'],
      host: hostname(),
      pid: process.pid,
    }),
  ]);
  await service.stop();
  expect(await ask(clone.url, 'select from running_processes')).toEqual([]);
  await clone.drop();
});

/** As a newer version would leave it. */
const later = (url: string, oldestProcess: number) =>
  ask(
    url,
    `insert into schema_migrations (version, name, checksum, oldest_process, applied_by)
     select max(version) + 1, '9999_later.sql', 'x', ${oldestProcess}, '9.9.9' from schema_migrations`,
  );

test('a process stays ready on a newer schema that it works with, and starts on it', async () => {
  const clone = await cloneDatabase();
  const { newest } = (await readSchema()).range;
  const first = await startTestService({ databaseUrl: clone.url, roles: ['api'] });
  await later(clone.url, newest);
  expect((await fetch(`${first.url}/readyz`)).status).toBe(200);
  const second = await startTestService({ databaseUrl: clone.url, roles: ['api'], dataDir: first.dataDir });
  expect((await fetch(`${second.url}/readyz`)).status).toBe(200);
  await second.stop();
  await later(clone.url, newest + 1);
  const answer = await fetch(`${first.url}/readyz`);
  expect(answer.status).toBe(503);
  expect(await answer.text()).toContain(
    'The database schema is newer than this version of Parley can work with',
  );
  await expect(
    startTestService({ databaseUrl: clone.url, roles: ['api'], dataDir: first.dataDir }),
  ).rejects.toThrow('by a newer Parley than this one (9.9.9)');
  await first.stop();
  await clone.drop();
});

test('with PARLEY_MIGRATE_ON_START=off the start leaves the schema as it is and names the command', async () => {
  const empty = await cloneDatabase('template0');
  const environment = { PARLEY_MIGRATE_ON_START: 'off' };
  await expect(startTestService({ databaseUrl: empty.url, environment })).rejects.toThrow(
    'The database is empty. To create its tables, run: npx parley migrate',
  );
  expect(await ask(empty.url, `select from pg_tables where schemaname = 'public'`)).toEqual([]);
  await empty.drop();
  const migrated = await startTestService({ environment, roles: ['api'] });
  expect((await fetch(`${migrated.url}/readyz`)).status).toBe(200);
  await migrated.stop();
});
