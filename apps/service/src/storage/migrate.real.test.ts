import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ClonedDatabase, cloneDatabase } from '@parley/testing/database.ts';
import pg from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readSchema } from './migration-files.ts';

const root = join(import.meta.dirname, '../../../..');

let empty: ClonedDatabase;
let folder: string;
beforeEach(async () => {
  empty = await cloneDatabase('template0');
  folder = await mkdtemp(join(tmpdir(), 'schema-'));
});
afterEach(async () => {
  await empty.drop();
  await rm(folder, { recursive: true });
});

/** One process of ours, as an operator or five containers would start it. */
const runMigrate = (): Promise<{ code: number | null; output: string }> =>
  new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [join(root, 'apps/service/bin/parley.js'), 'migrate'], {
      cwd: folder,
      env: { PATH: process.env.PATH, DATABASE_URL: empty.url, PARLEY_DATA_DIR: folder },
    });
    let output = '';
    child.stdout.on('data', (text) => (output += text));
    child.stderr.on('data', (text) => (output += text));
    child.on('error', reject).on('close', (code) => resolve({ code, output }));
  });

test('five processes that migrate one empty database concurrently apply every migration once', async () => {
  const runs = await Promise.all(Array.from({ length: 5 }, runMigrate));
  const { migrations, range } = await readSchema();
  expect(runs.map(({ code }) => code)).toEqual(Array.from({ length: 5 }, () => 0));
  const appliedBy = runs.map(({ output }) =>
    [...output.matchAll(/Migrating the database: (\S+)/g)].map(([, name]) => name),
  );
  const names = migrations.map(({ name }) => name);
  expect(appliedBy.flat().toSorted()).toEqual(names);
  // Indexes after the last migration that is needed are built by whichever process comes first.
  expect(Math.max(...appliedBy.map(({ length }) => length))).toBeGreaterThanOrEqual(range.oldest);
  for (const { output } of runs) expect(output).toMatch(/The database is up to date\.\n$/);
  const client = new pg.Client({ connectionString: empty.url });
  await client.connect();
  const { rows } = await client.query<{ name: string }>(
    'select name from schema_migrations order by version',
  );
  await client.end();
  expect(rows.map(({ name }) => name)).toEqual(names);
});
