import { copyFile, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ClonedDatabase, cloneDatabase } from '@parley/testing/database.ts';
import pg from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { isMigrated, migrate } from './migrate.ts';

let empty: ClonedDatabase;
let folder: string;
beforeEach(async () => {
  empty = await cloneDatabase('template0');
  folder = await mkdtemp(join(tmpdir(), 'schema-'));
  await mkdir(join(folder, 'migrations'));
  await writeFile(join(folder, 'functions.sql'), '');
});
afterEach(async () => {
  await empty.drop();
  await rm(folder, { recursive: true });
});

const write = (files: Record<string, string>) =>
  Promise.all(Object.entries(files).map(([name, text]) => writeFile(join(folder, 'migrations', name), text)));
const writeFunctions = (text: string) => writeFile(join(folder, 'functions.sql'), text);

async function ask<Row extends pg.QueryResultRow>(text: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: empty.url });
  await client.connect();
  try {
    return (await client.query<Row>(text)).rows;
  } finally {
    await client.end();
  }
}

const tables = async () =>
  (
    await ask<{ name: string }>(
      `select table_name as name from information_schema.tables where table_schema = 'public' order by 1`,
    )
  ).map(({ name }) => name);

test('missing migrations are applied in order, logged, and applied only once', async () => {
  await write({ '0001_a.sql': 'create table a (x int)', '0002_b.sql': 'alter table a rename to b' });
  const said: string[] = [];
  const say = (line: string) => said.push(line);
  expect(await migrate(empty.url, { folder, say })).toEqual({ applied: ['0001_a.sql', '0002_b.sql'] });
  expect(said).toEqual(['Migrating the database: 0001_a.sql', 'Migrating the database: 0002_b.sql']);
  await write({ '0003_c.sql': 'create table c (x int)' });
  expect(await migrate(empty.url, { folder })).toEqual({ applied: ['0003_c.sql'] });
  expect(await migrate(empty.url, { folder })).toEqual({ applied: [] });
  expect(await tables()).toEqual(['b', 'c', 'schema_migrations']);
});

test('a failed migration is rolled back, earlier ones stay, and it can be retried', async () => {
  await write({
    '0001_a.sql': 'create table a (x int)',
    '0002_b.sql': 'create table b (x int); select 1 / 0',
  });
  await expect(migrate(empty.url, { folder })).rejects.toThrow(
    'The migration 0002_b.sql failed and was rolled back: division by zero',
  );
  expect(await tables()).toEqual(['a', 'schema_migrations']);
  await write({ '0002_b.sql': 'create table b (x int)' });
  expect(await migrate(empty.url, { folder })).toEqual({ applied: ['0002_b.sql'] });
});

test('a migration changed after it was applied stops the start', async () => {
  await write({ '0001_a.sql': 'create table a (x int)' });
  await migrate(empty.url, { folder });
  await write({ '0001_a.sql': 'create table a (x bigint)', '0002_b.sql': 'create table b (x int)' });
  await expect(migrate(empty.url, { folder })).rejects.toThrow(
    '0001_a.sql was changed after it had been applied',
  );
  expect(await tables()).toEqual(['a', 'schema_migrations']);
});

const one = (number: string) =>
  `create or replace function one() returns int language sql as 'select ${number}'`;

test('functions are applied with the last missing migration, and again with the next one', async () => {
  await write({ '0001_a.sql': 'create table a (x int)' });
  await writeFunctions(one('1'));
  await migrate(empty.url, { folder });
  expect(await ask('select one()')).toEqual([{ one: 1 }]);
  await write({ '0002_b.sql': '-- The function one changed.' });
  await writeFunctions(one('2'));
  await migrate(empty.url, { folder });
  expect(await ask('select one()')).toEqual([{ one: 2 }]);
});

test('failing functions roll back the migration they come with', async () => {
  await write({ '0001_a.sql': 'create table a (x int)', '0002_b.sql': 'create table b (x int)' });
  await writeFunctions('select 1 / 0');
  await expect(migrate(empty.url, { folder })).rejects.toThrow('0002_b.sql failed and was rolled back');
  expect(await tables()).toEqual(['a', 'schema_migrations']);
  await writeFunctions(one('1'));
  await migrate(empty.url, { folder });
  expect(await ask('select one()')).toEqual([{ one: 1 }]);
});

test('functions changed without a migration stop the start', async () => {
  await write({ '0001_a.sql': 'create table a (x int)' });
  await migrate(empty.url, { folder });
  await writeFunctions(one('1'));
  await expect(migrate(empty.url, { folder })).rejects.toThrow(
    'functions.sql was changed after it had been applied. Add a migration',
  );
});

test('a database from before the first release is refused with what to do', async () => {
  await ask(`create table schema_migrations (
    version integer primary key, name text not null, checksum text not null, applied_at timestamptz default now())`);
  await ask(`insert into schema_migrations values (1, '0001_house.sql', 'x'), (2, '0002_records.sql', 'x')`);
  await expect(migrate(empty.url)).rejects.toThrow('cannot be upgraded. Start with an empty database');
});

test('a database of a newer version is not changed', async () => {
  await write({ '0001_a.sql': 'create table a (x int)', '0002_b.sql': 'create table b (x int)' });
  await migrate(empty.url, { folder });
  await rm(join(folder, 'migrations', '0002_b.sql'));
  await expect(migrate(empty.url, { folder })).rejects.toThrow(
    'migrated to 0002_b.sql by a newer Parley than this one',
  );
});

test.each([
  ['a gap', ['0001_a.sql', '0003_c.sql'], '0003_c.sql'],
  ['a start above one', ['0002_b.sql'], '0002_b.sql'],
  ['a duplicate number', ['0001_a.sql', '0001_b.sql'], '0001_b.sql'],
  ['a file that is not a migration', ['0001_a.sql', 'notes.txt'], 'notes.txt'],
])('%s in the migration numbers is refused before the database is touched', async (_case, files, named) => {
  await write(Object.fromEntries(files.map((name) => [name, 'select 1'])));
  await expect(migrate(empty.url, { folder })).rejects.toThrow(`without gaps: ${named}`);
  expect(await tables()).toEqual([]);
});

test('work after the migrations runs under the same lock, and its failure releases the lock', async () => {
  await write({ '0001_a.sql': 'create table a (x int)' });
  let inside = 0;
  let most = 0;
  const afterwards = async () => {
    most = Math.max(most, ++inside);
    await new Promise((resolve) => setTimeout(resolve, 20));
    inside--;
  };
  const fails = () => Promise.reject(new Error('not today'));
  const results = await Promise.allSettled([
    migrate(empty.url, { folder, afterwards }),
    migrate(empty.url, { folder, afterwards: fails }),
    migrate(empty.url, { folder, afterwards }),
    migrate(empty.url, { folder, afterwards }),
  ]);
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled', 'fulfilled']);
  expect(most).toBe(1);
});

test('readiness distinguishes an empty, a current, an older and a newer schema', async () => {
  await write({ '0001_a.sql': 'select 1' });
  const pool = new pg.Pool({ connectionString: empty.url, max: 1 });
  const query = pool.query.bind(pool);
  await expect(isMigrated(query, folder)).rejects.toThrow('does not exist');
  await migrate(empty.url, { folder });
  expect(await isMigrated(query, folder)).toBe(true);
  await write({ '0002_b.sql': 'select 1' });
  expect(await isMigrated(query, folder)).toBe(false);
  await migrate(empty.url, { folder });
  await rm(join(folder, 'migrations', '0002_b.sql'));
  expect(await isMigrated(query, folder)).toBe(false);
  await pool.end();
});

/** As much of PostgreSQL as it takes to be asked for its version. */
async function startOldServer(version: string) {
  const packet = (type: string, ...parts: Buffer[]): Buffer => {
    const body = Buffer.concat(parts);
    const head = Buffer.from(`${type}....`);
    head.writeInt32BE(body.length + 4, 1);
    return Buffer.concat([head, body]);
  };
  const text = (value: string): Buffer => Buffer.from(`${value}\0`);
  const short = (value: number): Buffer => Buffer.from([value >> 8, value & 0xff]);
  const long = (value: number): Buffer => Buffer.from([0, 0, 0, value]);
  const ready = packet('Z', text('I').subarray(0, 1));
  const row = Buffer.concat([
    packet(
      'T',
      short(1),
      text('server_version_num'),
      long(0),
      short(0),
      long(25),
      short(0),
      long(0),
      short(0),
    ),
    packet('D', short(1), long(version.length), Buffer.from(version)),
    packet('C', text('SHOW')),
    ready,
  ]);
  const server = createServer((socket) => {
    let greeted = false;
    socket.on('error', () => {});
    socket.on('data', (bytes) => {
      if (!greeted) {
        greeted = true;
        return void socket.write(Buffer.concat([packet('R', long(0)), ready]));
      }
      const kind = String.fromCharCode(bytes[0] ?? 0);
      if (kind === 'X') return void socket.end();
      // The lock is asked for with a parameter, the version without.
      if (kind === 'Q') return void socket.write(row);
      if (bytes.includes('S', bytes.length - 5)) {
        socket.write(
          Buffer.concat([packet('1'), packet('2'), packet('n'), packet('C', text('SELECT 0')), ready]),
        );
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  return {
    url: `postgresql://nobody@127.0.0.1:${port}/old`,
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}

test('a PostgreSQL before 15 is refused with its version', async () => {
  const old = await startOldServer('140011');
  await write({ '0001_a.sql': 'create table a (x int)' });
  await expect(migrate(old.url, { folder })).rejects.toThrow(
    'PostgreSQL 15 or later is needed; the server at DATABASE_URL is 14.',
  );
  await old.close();
});

test('results written while an upgrade goes on are listed as those from before are', async () => {
  const release = join(import.meta.dirname, '../../../../tests/real/upgrade/releases/v0.1.0-alpha.1.sql');
  await ask(await readFile(release, 'utf8'));
  const names = (await readdir(join(import.meta.dirname, 'migrations'))).sort();
  const upTo = async (version: number) => {
    const files = names.filter((name) => Number(name.slice(0, 4)) <= version);
    for (const name of files)
      await copyFile(join(import.meta.dirname, 'migrations', name), join(folder, 'migrations', name));
    await migrate(empty.url, { folder });
  };
  const listed = () => ask('select key, value from conversation_results order by key');
  const result = (met: boolean) =>
    JSON.stringify({ analytics: { outcomes: [{ key: 'renews', label: 'Renews', met }] } });
  await upTo(10);
  await ask(`update call_analyses set is_custom = true, result = '${result(false)}'`);
  await upTo(11);
  expect(await listed()).toEqual([
    { key: '', value: null },
    { key: 'renews', value: 'No' },
  ]);
  await ask(`update call_analyses set result = '${result(true)}'`);
  expect(await listed()).toContainEqual({ key: 'renews', value: 'Yes' });
  // The rest, with functions.sql.
  await migrate(empty.url);
  expect(await listed()).toContainEqual({ key: 'renews', value: 'Yes' });
});
