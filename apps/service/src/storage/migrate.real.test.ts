import { spawn } from 'node:child_process';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ClonedDatabase, cloneDatabase } from '@parley/testing/database.ts';
import pg from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';

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
  const files = (await readdir(join(import.meta.dirname, 'migrations'))).sort();
  expect(runs.map(({ code }) => code)).toEqual(Array.from({ length: 5 }, () => 0));
  const workers = runs.filter(({ output }) => output.includes('Migrating'));
  expect(workers.map(({ output }) => output)).toEqual([
    [
      ...files.map((name) => `Migrating the database: ${name}`),
      `Applied ${files.length} migrations. The database is up to date.`,
      '',
    ].join('\n'),
  ]);
  expect(runs.filter(({ output }) => output === 'The database is up to date.\n')).toHaveLength(4);
  const client = new pg.Client({ connectionString: empty.url });
  await client.connect();
  const { rows } = await client.query<{ name: string }>(
    'select name from schema_migrations order by version',
  );
  await client.end();
  expect(rows.map(({ name }) => name)).toEqual(files);
});
