import { copyFile, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ClonedDatabase, cloneDatabase } from '@parley/testing/database.ts';
import pg from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { finishMigrations, migrate, migrateNeeded, previewMigrations } from './migrate.ts';
import { readSchema } from './migration-files.ts';
import { fitOf, readApplied } from './schema-fit.ts';

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

test('missing migrations are applied in order and logged, each only once', async () => {
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

test('a failed migration is rolled back and can be retried, and earlier ones stay', async () => {
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

test('the start is refused if a migration was changed after it was applied', async () => {
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

test('SQL functions are updated together with each new migration', async () => {
  await write({ '0001_a.sql': 'create table a (x int)' });
  await writeFunctions(one('1'));
  await migrate(empty.url, { folder });
  expect(await ask('select one()')).toEqual([{ one: 1 }]);
  await write({ '0002_b.sql': '-- The function one changed.' });
  await writeFunctions(one('2'));
  await migrate(empty.url, { folder });
  expect(await ask('select one()')).toEqual([{ one: 2 }]);
});

test('SQL functions that fail roll back the migration they come with', async () => {
  await write({ '0001_a.sql': 'create table a (x int)', '0002_b.sql': 'create table b (x int)' });
  await writeFunctions('select 1 / 0');
  await expect(migrate(empty.url, { folder })).rejects.toThrow('0002_b.sql failed and was rolled back');
  expect(await tables()).toEqual(['a', 'schema_migrations']);
  await writeFunctions(one('1'));
  await migrate(empty.url, { folder });
  expect(await ask('select one()')).toEqual([{ one: 1 }]);
});

test('the start is refused if SQL functions were changed without a new migration', async () => {
  await write({ '0001_a.sql': 'create table a (x int)' });
  await migrate(empty.url, { folder });
  await writeFunctions(one('1'));
  await expect(migrate(empty.url, { folder })).rejects.toThrow(
    'functions.sql was changed after it had been applied. Add a migration',
  );
});

test('a database from before the first release is refused with a message that says what to do', async () => {
  await ask(`create table schema_migrations (
    version integer primary key, name text not null, checksum text not null, applied_at timestamptz default now())`);
  await ask(`insert into schema_migrations values (1, '0001_house.sql', 'x'), (2, '0002_records.sql', 'x')`);
  await expect(migrate(empty.url)).rejects.toThrow('cannot be upgraded. Start with an empty database');
});

test('a database of a newer version than the program is not changed', async () => {
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
])('a migrations folder with %s is refused before the database is touched', async (_case, files, named) => {
  await write(Object.fromEntries(files.map((name) => [name, 'select 1'])));
  await expect(migrate(empty.url, { folder })).rejects.toThrow(`without gaps: ${named}`);
  expect(await tables()).toEqual([]);
});

test('work that follows the migrations runs under the same lock, and its failure releases the lock', async () => {
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

/** How the schema of the database fits the program that has the files of the folder. */
async function fit() {
  const pool = new pg.Pool({ connectionString: empty.url, max: 1 });
  try {
    return fitOf(await readApplied(pool.query.bind(pool)), (await readSchema(folder)).range);
  } finally {
    await pool.end();
  }
}

test('a process is ready on an older or a newer schema only if it works with it', async () => {
  await write({ '0001_a.sql': 'select 1' });
  expect(await fit()).toBe('too old');
  await migrate(empty.url, { folder });
  expect(await fit()).toBe('current');
  await write({ '0002_b.sql': '-- upgrade: expand later\nselect 1' });
  expect(await fit()).toBe('pending');
  await write({ '0003_c.sql': '-- upgrade: expand\nselect 1' });
  expect(await fit()).toBe('too old');
  await migrate(empty.url, { folder });
  expect(await fit()).toBe('current');
  // As the process of the first version sees it.
  await rm(join(folder, 'migrations', '0003_c.sql'));
  await rm(join(folder, 'migrations', '0002_b.sql'));
  expect(await fit()).toBe('ahead');
  await write({
    '0002_b.sql': '-- upgrade: expand later\nselect 1',
    '0003_c.sql': '-- upgrade: expand\nselect 1',
  });
  await write({ '0004_d.sql': '-- upgrade: contract 0003\nselect 1' });
  await migrate(empty.url, { folder });
  await rm(join(folder, 'migrations', '0004_d.sql'));
  expect(await fit()).toBe('ahead');
  await rm(join(folder, 'migrations', '0003_c.sql'));
  expect(await fit()).toBe('too new');
});

test('an older version starts on a schema that was only expanded, and leaves it as it is', async () => {
  await write({
    '0001_a.sql': 'create table a (x int)',
    '0002_b.sql': '-- upgrade: expand\nalter table a add y int',
  });
  await writeFunctions(one('2'));
  await migrate(empty.url, { folder });
  await rm(join(folder, 'migrations', '0002_b.sql'));
  await writeFunctions(one('1'));
  const afterwards = () => Promise.reject(new Error("The task queue is the newer version's"));
  expect(await migrate(empty.url, { folder, afterwards })).toMatchObject({ applied: [] });
  expect(await ask('select one()')).toEqual([{ one: 2 }]);
});

test('an older version that a newer schema breaks is refused with the way back', async () => {
  await write({
    '0001_a.sql': 'create table a (x int)',
    '0002_b.sql': '-- upgrade: stop\nalter table a rename x to y',
  });
  await migrate(empty.url, { folder, parley: '0.9.0' });
  await rm(join(folder, 'migrations', '0002_b.sql'));
  await expect(migrate(empty.url, { folder })).rejects.toThrow(
    /by a newer Parley than this one \(0\.9\.0\).*do not know 0002_b\.sql.*Start the newer version.*npx parley restore <folder>/,
  );
});

/** The tables in which processes are found. */
const processTables = `
  create table running_processes (id uuid primary key default gen_random_uuid(), version text, oldest_schema int, newest_schema int,
    roles text[], host text, pid int, started_at timestamptz, last_seen_at timestamptz);
  create table workers (is_registered boolean, last_seen_at timestamptz, web_address text);`;
const running = (newestSchema: number, ago = '4 s') =>
  ask(`insert into running_processes (version, newest_schema, roles, host, pid, last_seen_at)
    values ('0.1.0', ${newestSchema}, '{api,worker}', 'calls-2', 4711, clock_timestamp() - interval '${ago}')`);
const twoVersions = {
  '0001_a.sql': `create table a (x int, y int); ${processTables}`,
  '0002_b.sql': '-- upgrade: expand\nalter table a add z int',
  '0003_c.sql': '-- upgrade: contract 0002\nalter table a drop x',
};

test('a migration that would break a running process waits for it, and names it', async () => {
  await write({ '0001_a.sql': twoVersions['0001_a.sql'] });
  await migrate(empty.url, { folder });
  await running(1);
  await write(twoVersions);
  expect(await previewMigrations(empty.url, folder)).toMatchObject({
    newest: '0001_a.sql',
    missing: [{ name: '0002_b.sql' }, { name: '0003_c.sql' }],
    processes: [{ host: 'calls-2', pid: 4711 }],
    blocked: { isNeeded: false, words: expect.stringContaining('0003_c.sql cannot be applied yet') },
  });
  const { applied, waiting } = await migrate(empty.url, { folder });
  expect(applied).toEqual(['0002_b.sql']);
  expect(waiting).toMatch(
    /^0003_c\.sql cannot be applied yet: .* calls-2 \(process 4711, Parley 0\.1\.0, api and worker, last seen \d+ s ago\)\. Stop or upgrade them, then run: npx parley migrate\./,
  );
  expect(await ask('select * from a')).toEqual([]);
  expect(await fit()).toBe('pending');
  // It was stopped.
  await ask('delete from running_processes');
  expect(await finishMigrations(empty.url, { folder })).toEqual({ applied: ['0003_c.sql'] });
  expect(await previewMigrations(empty.url, folder)).toMatchObject({ missing: [], blocked: undefined });
});

test.each([
  ['a process of a version that works with it', () => running(2)],
  ['a process that was not seen for more than a minute', () => running(1, '61 s')],
])('a migration does not wait for %s', async (_case, record) => {
  await write(twoVersions);
  await rm(join(folder, 'migrations', '0003_c.sql'));
  await migrate(empty.url, { folder });
  await record();
  await write(twoVersions);
  expect(await migrate(empty.url, { folder })).toEqual({ applied: ['0003_c.sql'] });
});

test('a worker of a version that does not record itself counts by its heartbeat', async () => {
  await write(twoVersions);
  await rm(join(folder, 'migrations', '0003_c.sql'));
  await migrate(empty.url, { folder });
  await ask(`insert into workers values (false, clock_timestamp(), 'http://10.0.0.7:3000')`);
  await write(twoVersions);
  expect((await migrate(empty.url, { folder })).waiting).toContain(
    'http://10.0.0.7:3000 (a process of an older version, worker, last seen',
  );
});

test('an upgrade that needs what breaks a running process is refused, and nothing of it is applied', async () => {
  await write({ '0001_a.sql': twoVersions['0001_a.sql'] });
  await migrate(empty.url, { folder });
  await running(1);
  await write({ '0002_b.sql': '-- upgrade: stop\nalter table a rename x to z' });
  await expect(migrateNeeded(empty.url, { folder })).rejects.toThrow('0002_b.sql cannot be applied yet');
  expect(await previewMigrations(empty.url, folder)).toMatchObject({ blocked: { isNeeded: true } });
  expect(await ask('select x from a')).toEqual([]);
});

test('no process can record itself while a migration that would break it is applied', async () => {
  const lock =
    "select count(*)::int as count from pg_locks where relation = 'running_processes'::regclass and mode = 'ShareRowExclusiveLock'";
  await write({
    ...twoVersions,
    '0003_c.sql': `-- upgrade: contract 0002\ncreate table held as ${lock}`,
  });
  await migrate(empty.url, { folder });
  expect(await ask('select * from held')).toEqual([{ count: 1 }]);
});

const index = {
  '0001_a.sql': 'create table a (x int); insert into a select n from generate_series(1, 100) as n',
  '0002_b.sql': `-- upgrade: expand later, outside a transaction
-- Why it is there; with a semicolon.
create index concurrently a_by_x on a (x);
create unique index concurrently a_by_y on a (x desc)
  where x > 0;
`,
};
const indexes = async () =>
  (
    await ask<{ name: string }>(
      `select indexrelid::regclass::text as name from pg_index where indrelid = 'a'::regclass and indisvalid order by 1`,
    )
  ).map(({ name }) => name);

test('indexes are built outside a transaction, and a start does not wait for them', async () => {
  await write(index);
  expect(await migrateNeeded(empty.url, { folder })).toMatchObject({
    applied: ['0001_a.sql'],
    isComplete: false,
  });
  expect(await indexes()).toEqual([]);
  expect(await finishMigrations(empty.url, { folder })).toEqual({ applied: ['0002_b.sql'] });
  expect(await indexes()).toEqual(['a_by_x', 'a_by_y']);
});

test('an index build that failed or was cut off is taken up again', async () => {
  await write(index);
  await migrateNeeded(empty.url, { folder });
  // The first index is there, the second fails and stays behind, not valid.
  await ask('insert into a values (1)');
  await expect(finishMigrations(empty.url, { folder })).rejects.toThrow(
    /0002_b\.sql failed; indexes that it has built stay, and the next try goes on from there: .*a_by_y/,
  );
  expect(await ask(`select indisvalid from pg_index where indexrelid = 'a_by_y'::regclass`)).toEqual([
    { indisvalid: false },
  ]);
  const [before] = await ask(`select 'a_by_x'::regclass::oid as oid`);
  await ask('delete from a where ctid in (select max(ctid) from a group by x having count(*) > 1)');
  expect(await finishMigrations(empty.url, { folder })).toEqual({ applied: ['0002_b.sql'] });
  expect(await indexes()).toEqual(['a_by_x', 'a_by_y']);
  expect(await ask(`select 'a_by_x'::regclass::oid as oid`)).toEqual([before]);
});

test('an index that the server still builds for a process that died is waited for, not built twice', async () => {
  await write(index);
  await migrateNeeded(empty.url, { folder });
  const [reader, builder] = [0, 1].map(() => new pg.Client({ connectionString: empty.url })) as [
    pg.Client,
    pg.Client,
  ];
  await Promise.all([reader.connect(), builder.connect()]);
  // The build waits for everybody who may still read without the index.
  await reader.query('begin isolation level repeatable read; select from a');
  const building = builder.query('create index concurrently a_by_x on a (x)');
  const oid = `select to_regclass('a_by_x')::oid as oid`;
  let [begun] = await ask<{ oid: number | null }>(oid);
  while (begun?.oid === null) [begun] = await ask<{ oid: number | null }>(oid);
  const finishing = finishMigrations(empty.url, { folder });
  await reader.query('commit');
  await building;
  expect(await finishing).toEqual({ applied: ['0002_b.sql'] });
  expect(await ask(oid)).toEqual([begun]);
  expect(await indexes()).toEqual(['a_by_x', 'a_by_y']);
  await Promise.all([reader.end(), builder.end()]);
});

test('processes that start while another builds indexes do not keep it from ending', async () => {
  await write({ ...index, '0003_c.sql': '-- upgrade: expand\ncreate table c (x int)' });
  const all = await Promise.all(Array.from({ length: 4 }, () => migrate(empty.url, { folder })));
  expect(all.flatMap(({ applied }) => applied).sort()).toEqual(['0001_a.sql', '0002_b.sql', '0003_c.sql']);
  expect(await indexes()).toEqual(['a_by_x', 'a_by_y']);
});

test.each([
  ['an unknown kind', '-- upgrade: maybe\nselect 1', 'begins with "-- upgrade: maybe"'],
  [
    'a contraction for later processes',
    '-- upgrade: contract 0003\nselect 1',
    'must be an earlier migration',
  ],
  [
    'a contraction outside a transaction',
    '-- upgrade: contract 0001, outside a transaction\nselect 1',
    'must expand',
  ],
  [
    'other statements outside a transaction',
    '-- upgrade: expand, outside a transaction\ndrop table a',
    'outside a transaction',
  ],
  [
    'an index that locks writers out',
    '-- upgrade: expand, outside a transaction\ncreate index b on a (x)',
    'outside a transaction',
  ],
])('a migration with %s is refused before the database is touched', async (_case, text, words) => {
  await write({ '0001_a.sql': 'create table a (x int)', '0002_b.sql': text });
  await expect(migrate(empty.url, { folder })).rejects.toThrow(words);
  expect(await tables()).toEqual([]);
});

/** Big on a busy installation: whoever writes to them would wait while an index is built. */
const bigTables = [
  'call_analyses',
  'call_attempts',
  'call_journals',
  'contacts',
  'conversations',
  'conversation_results',
  'document_passages',
  'events',
  'messages',
  'run_contacts',
  'webhook_deliveries',
];

test('every migration since 0032 says what becomes of running processes, and locks no big table to build an index', async () => {
  const { migrations } = await readSchema();
  const since = migrations.filter(({ version }) => version >= 32);
  expect(since.filter(({ text }) => !text.startsWith('-- upgrade: ')).map(({ name }) => name)).toEqual([]);
  const lockingIndex = new RegExp(
    `create (unique )?index (?!concurrently)\\w+ on (${bigTables.join('|')})\\b`,
    'i',
  );
  expect(since.filter(({ text }) => lockingIndex.test(text)).map(({ name }) => name)).toEqual([]);
});

test('the schema of the task queue library is the one that running processes know', () => {
  // A new one breaks processes that run: add a migration with "-- upgrade: stop", then change the number.
  const { pgboss } = createRequire(import.meta.url)('pg-boss/package.json');
  expect(pgboss.schema).toBe(43);
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

test('a PostgreSQL older than version 15 is refused with its version', async () => {
  const old = await startOldServer('140011');
  await write({ '0001_a.sql': 'create table a (x int)' });
  await expect(migrate(old.url, { folder })).rejects.toThrow(
    'PostgreSQL 15 or later is needed; the server at DATABASE_URL is 14.',
  );
  await old.close();
});

test('call results written during an upgrade are listed like those written before it', async () => {
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
