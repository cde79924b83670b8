import { execFile } from 'node:child_process';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { patience } from '@parley/testing/patience.ts';
import pg from 'pg';
import { afterEach, expect, test } from 'vitest';
import { endAll, KEY, newDatabase, newDataDir, program, start, stop } from '../processes/running-process.ts';

afterEach(endAll);

/** `npm run test:crash` makes a thousand of them. */
const CALLS = process.env.CRASH === 'whole' ? 1000 : 200;

type Environment = Record<string, string>;

/** `parley …`: what it printed, or how it failed. */
const parley = (environment: Environment, ...args: string[]) =>
  promisify(execFile)(process.execPath, [program, ...args], {
    cwd: tmpdir(),
    env: { PATH: process.env.PATH, ...environment },
  }).then(
    ({ stdout }) => ({ code: 0, text: stdout }),
    (error: { code: number; stdout: string; stderr: string }) => ({
      code: error.code,
      text: error.stdout + error.stderr,
    }),
  );

async function rowsOf(url: string, query: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(query)).rows;
  } finally {
    await client.end();
  }
}

async function send(url: string, key: string, path: string, body: object): Promise<{ id: string }> {
  const response = await fetch(url + path, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  expect(response.status).toBe(201);
  return (await response.json()) as { id: string };
}

/** Everything in a table, as PostgreSQL writes it. */
const contentOf = async (url: string, table: string) =>
  (await rowsOf(url, `select t::text as row from ${table} t order by 1`)).map(({ row }) => row);

async function newInstallation(): Promise<Environment & { DATABASE_URL: string; PARLEY_DATA_DIR: string }> {
  return { ...(await newDatabase()), PARLEY_DATA_DIR: await newDataDir() };
}

test(`a backup taken while ${CALLS} calls run is restored elsewhere, with nothing lost and nothing half`, {
  timeout: 600_000,
}, async () => {
  const [here, there, folder] = [await newInstallation(), await newInstallation(), await newDataDir()];
  const service = await start(here.PARLEY_DATA_DIR, { ...here, PARLEY_SIM_SPEED: '4' });
  const key = await service.said(KEY);
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  // The demo company has too few minutes for a thousand calls.
  const [company] = await rowsOf(here.DATABASE_URL, 'select id from companies');
  const administrator = (await parley(here, 'admin-token')).text.trim().split('\n').at(-1);
  const plan = await fetch(`${service.url}/companies/${company?.id}/plan`, {
    method: 'PUT',
    headers: { ...headers, authorization: `Bearer ${administrator}` },
    body: JSON.stringify({
      billingSystem: 'minutes',
      status: 'active',
      included: 1e8,
      purchased: 0,
      currency: 'EUR',
      maxConcurrentCalls: CALLS / 5,
      storageBytes: 1e9,
      creditsPerMinute: 1,
    }),
  });
  expect(plan.status).toBe(200);
  const { id: agentId } = await send(service.url, key, '/agents', {
    name: 'Grace',
    focus: 'GENERIC',
    duration: 10,
    callingWindow: null,
  });
  const call = (position: number) =>
    send(service.url, key, '/conversations', {
      agentId,
      contact: {
        firstName: 'Ada',
        lastName: `Number ${position}`,
        phoneNumber: '+15005550000',
        gdprExpiryDate: '2099-12-31',
      },
    });
  const created: (string | undefined)[] = [];
  for (let at = 0; at < CALLS; at += 50)
    created.push(
      ...(await Promise.all(Array.from({ length: 50 }, (_, more) => call(at + more)))).map(({ id }) => id),
    );
  expect(created.filter((id) => id === undefined)).toEqual([]);
  // Some are over, some are on the line, and some have not begun.
  await expect
    .poll(async () => (await rowsOf(here.DATABASE_URL, 'select 1 from live_calls')).length, patience)
    .toBeGreaterThan(0);

  const first = await parley(here, 'backup', folder);
  expect(first).toMatchObject({
    code: 0,
    text: expect.stringMatching(/^Backed up \d+ rows and \d+ objects/),
  });
  const later = await call(0);
  await stop(service, 'SIGTERM');

  const restored = await parley(there, 'restore', folder);
  expect(restored).toMatchObject({ code: 0, text: expect.stringContaining('Restored') });
  const ids = new Set((await rowsOf(there.DATABASE_URL, 'select id from conversations')).map(({ id }) => id));
  expect(created.filter((id) => !ids.has(id))).toEqual([]);
  expect(ids.has(later.id)).toBe(false);
  // What one transaction writes is there as a whole: a settled attempt has its journal and no place among live calls.
  for (const half of [
    // Not the link to the demo agent: a web call has no attempt before somebody opens it.
    `select c.id from conversations c left join call_attempts a on a.conversation_id = c.id where a.id is null and c.agent_id = '${agentId}'`,
    `select l.attempt_id from live_calls l join call_attempts a on a.id = l.attempt_id where a.status not in ('SCHEDULED', 'IN_PROGRESS')`,
  ])
    expect([half, await rowsOf(there.DATABASE_URL, half)]).toEqual([half, []]);

  // Every row is the one that was dumped: what is dumped again is the same.
  const again = await newDataDir();
  expect((await parley(there, 'backup', again)).code).toBe(0);
  const tablesIn = async (where: string) => {
    const [name = ''] = (await readdir(where)).filter((one) => one.startsWith('20'));
    const { database } = JSON.parse(await readFile(join(where, name, 'backup.json'), 'utf8')) as {
      database: { tables: { name: string; rows: number }[]; sequences: object };
    };
    return {
      tables: database.tables.map(({ name: table, rows }) => [table, rows]),
      sequences: database.sequences,
    };
  };
  const backedUp = await tablesIn(folder);
  expect(await tablesIn(again)).toEqual({
    ...backedUp,
    // A restored installation dials nobody.
    tables: backedUp.tables.map(([table, rows]) => [table, table === 'public.dialling_pause' ? 1 : rows]),
  });

  // Keys and the API work, without a worker that would call anybody.
  const copy = await start(there.PARLEY_DATA_DIR, there, undefined, ['--role', 'api']);
  await copy.said(/Parley runs at/);
  const answer = await fetch(`${copy.url}/conversations/${created[0]}`, { headers });
  expect(answer.status).toBe(200);
  expect(copy.output()).toContain('restored from a backup');
});

test('a restore is exact, refuses a target that is not empty, and replaces it when told to', {
  timeout: 300_000,
}, async () => {
  const [here, there, folder] = [await newInstallation(), await newInstallation(), await newDataDir()];
  const service = await start(here.PARLEY_DATA_DIR, here);
  await service.said(/Mail:/);
  // A document that somebody pasted from may have line and paragraph separators.
  await send(service.url, await service.said(KEY), '/contacts', {
    firstName: 'Ada',
    lastName: 'Separated',
    phoneNumber: '+15005550000',
    gdprExpiryDate: '2099-12-31',
    metadata: { note: 'one\u2028two\u2029three' },
  });
  await stop(service, 'SIGTERM');
  expect((await parley(here, 'backup', folder)).code).toBe(0);

  expect((await parley(there, 'restore', folder)).code).toBe(0);
  expect((await contentOf(here.DATABASE_URL, 'contacts')).join()).toContain('one\u2028two');
  for (const table of ['companies', 'agents', 'api_keys', 'contacts', 'events', 'schema_migrations'])
    expect([table, await contentOf(there.DATABASE_URL, table)]).toEqual([
      table,
      await contentOf(here.DATABASE_URL, table),
    ]);
  const disabled = `select tgname from pg_trigger where not tgisinternal and tgenabled = 'D'`;
  expect(await rowsOf(there.DATABASE_URL, disabled)).toEqual([]);
  const keys = `select count(*) as count from pg_constraint where contype = 'f'`;
  expect(await rowsOf(there.DATABASE_URL, keys)).toEqual(await rowsOf(here.DATABASE_URL, keys));

  const refused = await parley(there, 'restore', folder);
  expect(refused).toMatchObject({ code: 1, text: expect.stringContaining('is not empty') });
  expect((await parley(there, 'restore', folder, '--replace')).code).toBe(0);
});

test('a second backup copies only new objects, and --at restores the earlier one', {
  timeout: 300_000,
}, async () => {
  const [here, there, folder] = [await newInstallation(), await newInstallation(), await newDataDir()];
  const service = await start(here.PARLEY_DATA_DIR, here);
  await service.said(/Mail:/);
  await stop(service, 'SIGTERM');
  const objects = join(here.PARLEY_DATA_DIR, 'objects/objects');
  await writeFile(join(objects, 'one@object'), 'first');
  expect((await parley(here, 'backup', folder)).text).toMatch(/ objects \([12] new\)/);
  const between = new Date().toISOString();
  await writeFile(join(objects, 'two@object'), 'second');
  expect((await parley(here, 'backup', folder)).text).toContain(' objects (1 new)');

  expect((await parley(there, 'restore', folder, '--at', between)).code).toBe(0);
  expect(await readdir(join(there.PARLEY_DATA_DIR, 'objects/objects'))).not.toContain('two@object');
  expect((await parley(there, 'restore', folder, '--replace')).code).toBe(0);
  expect(await readdir(join(there.PARLEY_DATA_DIR, 'objects/objects'))).toEqual(
    expect.arrayContaining(['one@object', 'two@object']),
  );
});

test('after a restore nobody is called until parley resume, and nobody a second time', {
  timeout: 300_000,
}, async () => {
  const [installation, folder] = [await newInstallation(), await newDataDir()];
  const dials = join(folder, 'dials.log');
  const here = { ...installation, PARLEY_SIM_SPEED: '1000', PARLEY_SIM_LOG: dials };
  const dialled = async () =>
    (await readFile(dials, 'utf8').catch(() => '')).split('\n').flatMap((line) => line.split(' ')[1] ?? []);
  const first = await start(here.PARLEY_DATA_DIR, here, undefined, ['--role', 'api']);
  const key = await first.said(KEY);
  const { id: agentId } = await send(first.url, key, '/agents', {
    name: 'Grace',
    focus: 'GENERIC',
    duration: 10,
    callingWindow: null,
    retryPolicy: { maxAttempts: 1, delaySeconds: 1 },
  });
  const call = (url: string, phoneNumber: string) =>
    send(url, key, '/conversations', {
      agentId,
      contact: { firstName: 'Ada', lastName: phoneNumber, phoneNumber, gdprExpiryDate: '2099-12-31' },
    });
  const numbers = ['+15005551001', '+15005551002', '+15005551003'];
  for (const number of numbers) await call(first.url, number);
  await stop(first, 'SIGTERM');
  expect((await parley(here, 'backup', join(folder, 'backups'))).code).toBe(0);

  const second = await start(here.PARLEY_DATA_DIR, here);
  await expect.poll(async () => (await dialled()).toSorted(), patience).toEqual(numbers);
  await stop(second, 'SIGTERM');
  const restored = await parley(here, 'restore', join(folder, 'backups'), '--replace');
  expect(restored).toMatchObject({ code: 0, text: expect.stringContaining('npx parley resume') });
  // Before any worker has compared the dial ledger.
  const report = (await parley(here, 'resume', '--report')).text;
  expect(report).toContain('The database has lost 3 calls');
  expect(report).toContain('Dialling is paused since');

  const third = await start(here.PARLEY_DATA_DIR, here);
  await third.said(/Parley runs at/);
  await call(third.url, '+15005551004');
  // Once at the start, and once by the worker that wanted to place the calls.
  await third.said(/"msg":"Nobody is dialled: this installation was restored from a backup/);
  expect(await dialled()).toHaveLength(3);
  expect((await parley(here, 'resume')).text).toContain('Dialling goes on.');
  // Whoever was in the backup would be due first.
  await expect.poll(async () => (await dialled()).slice(3), patience).toEqual(['+15005551004']);
  expect(
    await rowsOf(here.DATABASE_URL, `select status from call_attempts where status = 'SCHEDULED'`),
  ).toEqual([]);
});

test('a damaged backup restores nothing at all', { timeout: 300_000 }, async () => {
  const [here, there, folder] = [await newInstallation(), await newInstallation(), await newDataDir()];
  const service = await start(here.PARLEY_DATA_DIR, here);
  await service.said(/Mail:/);
  await stop(service, 'SIGTERM');
  await parley(here, 'backup', folder);
  const [name = ''] = (await readdir(folder)).filter((one) => one.startsWith('20'));
  const file = join(folder, name, 'tables/public.schema_migrations.gz');
  // A whole table of another backup: every row fits, and the sum does not.
  await writeFile(file, await readFile(join(folder, name, 'tables/public.users.gz')));
  const { code, text } = await parley(there, 'restore', folder);
  expect(code).toBe(1);
  expect(text).toContain('public.schema_migrations.gz of the backup is damaged');
  expect(await rowsOf(there.DATABASE_URL, 'select 1 from companies')).toEqual([]);
});
