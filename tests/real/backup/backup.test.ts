import { execFile, spawn } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual, promisify } from 'node:util';
import { PATIENCE_MS, patience } from '@parley/testing/patience.ts';
import pg from 'pg';
import { afterEach, expect, test } from 'vitest';
import {
  children,
  endAll,
  KEY,
  newDatabase,
  newDataDir,
  program,
  start,
  stop,
} from '../processes/running-process.ts';

afterEach(endAll);

/** `npm run test:backup` and `npm run test:crash` make a thousand of them; BACKUP_CALLS any number. */
const CALLS = Number(process.env.BACKUP_CALLS ?? (process.env.CRASH === 'whole' ? 1000 : 200));

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
  const request = {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  };
  let response = await fetch(url + path, request);
  // A service that is too busy says so before it begins, and when to ask again.
  for (let tries = 0; response.status === 503 && tries < 30; tries++) {
    await sleep(1000 * Number(response.headers.get('retry-after') ?? 1));
    response = await fetch(url + path, request);
  }
  expect(response.status).toBe(201);
  return (await response.json()) as { id: string };
}

/** A document of a contact of its own, as far as an agent may read it. */
async function upload(url: string, key: string, words: string): Promise<{ contactId: string; id: string }> {
  const { id: contactId } = await send(url, key, '/contacts', {
    firstName: 'Ada',
    lastName: 'With Documents',
    phoneNumber: '+15005550000',
    gdprExpiryDate: '2099-12-31',
  });
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const started = await fetch(`${url}/contacts/${contactId}/documents`, {
    method: 'POST',
    headers,
    body: JSON.stringify({
      fileName: 'notes.txt',
      contentType: 'text/plain',
      sizeBytes: Buffer.byteLength(words),
    }),
  });
  expect(started.status).toBe(201);
  const { document, upload } = (await started.json()) as {
    document: { id: string };
    upload: { url: string; headers: Record<string, string> };
  };
  expect((await fetch(upload.url, { method: 'PUT', headers: upload.headers, body: words })).status).toBe(200);
  const path = `${url}/contacts/${contactId}/documents/${document.id}/complete`;
  const { authorization } = headers;
  expect((await fetch(path, { method: 'POST', headers: { authorization } })).status).toBe(200);
  return { contactId, id: document.id };
}

/** What the backup of a folder says of itself; there is one. */
async function manifestIn(folder: string) {
  const [name = ''] = (await readdir(folder)).filter((one) => one.startsWith('20'));
  return JSON.parse(await readFile(join(folder, name, 'backup.json'), 'utf8')) as {
    database: { tables: { name: string; rows: number }[]; sequences: object };
    missing: { key: string; reason: string }[];
  };
}

/** Attempts that are over, and what was written in the same transaction. */
const ENDED = `
  select a.id, a.status, a.reason_code, a.duration_seconds, (select count(*) from call_journals j where j.attempt_id = a.id) as parts
  from call_attempts a where a.status not in ('SCHEDULED', 'IN_PROGRESS')`;
const byId = (rows: readonly Record<string, unknown>[]) => new Map(rows.map((row) => [row.id, row]));

/** Everything in a table, as PostgreSQL writes it. */
const contentOf = async (url: string, table: string) =>
  (await rowsOf(url, `select t::text as row from ${table} t order by 1`)).map(({ row }) => row);

async function newInstallation(): Promise<Environment & { DATABASE_URL: string; PARLEY_DATA_DIR: string }> {
  return { ...(await newDatabase()), PARLEY_DATA_DIR: await newDataDir() };
}

test(`a backup taken while ${CALLS} calls run restores elsewhere completely and consistently`, {
  timeout: 600_000 + CALLS * 1000,
}, async () => {
  const [here, there, folder] = [await newInstallation(), await newInstallation(), await newDataDir()];
  const simulated = { ...here, PARLEY_SIM_SPEED: '2' };
  const service = await start(here.PARLEY_DATA_DIR, simulated, undefined, ['--paused']);
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
      maxConcurrentCalls: CALLS / 2,
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
  const words = (position: number) => `Notes ${position}: she works in an office.`;
  const documents = [];
  for (let position = 0; position < 20; position++)
    documents.push(await upload(service.url, key, words(position)));
  const created: (string | undefined)[] = [];
  for (let at = 0; at < CALLS; at += 50)
    created.push(
      ...(await Promise.all(Array.from({ length: 50 }, (_, more) => call(at + more)))).map(({ id }) => id),
    );
  expect(created.filter((id) => id === undefined)).toEqual([]);
  expect((await parley(here, 'resume')).text).toContain('Dialling is resumed.');
  // Some are over, some are on the line, and some have not begun.
  const state = async () => {
    const [ended, live] = [
      await rowsOf(here.DATABASE_URL, ENDED),
      await rowsOf(here.DATABASE_URL, 'select 1 from live_calls'),
    ];
    return { isAnyOver: ended.length > 0, areManyLive: live.length > CALLS / 10 };
  };
  await expect.poll(state, patience).toEqual({ isAnyOver: true, areManyLive: true });

  const endedBefore = byId(await rowsOf(here.DATABASE_URL, ENDED));
  const eventsBefore = await rowsOf(here.DATABASE_URL, 'select id from events');
  // Documents come and go meanwhile.
  const changing = (async () => {
    for (const { contactId, id } of documents.slice(15)) {
      await upload(service.url, key, words(100));
      await fetch(`${service.url}/contacts/${contactId}/documents/${id}`, { method: 'DELETE', headers });
    }
  })();
  const first = await parley(here, 'backup', folder);
  expect(first).toMatchObject({
    code: 0,
    text: expect.stringMatching(/^Backed up \d+ rows and \d+ objects/),
  });
  await changing;
  const later = await call(0);
  await stop(service, 'SIGTERM');

  const restored = await parley(there, 'restore', folder);
  expect(restored).toMatchObject({ code: 0, text: expect.stringContaining('Restored') });
  const ids = new Set((await rowsOf(there.DATABASE_URL, 'select id from conversations')).map(({ id }) => id));
  expect(created.filter((id) => !ids.has(id))).toEqual([]);
  expect(ids.has(later.id)).toBe(false);
  // Calls that were over by then are as they were, and none is over that was not.
  const endedThere = byId(await rowsOf(there.DATABASE_URL, ENDED));
  const endedAtLast = byId(await rowsOf(here.DATABASE_URL, ENDED));
  expect([...endedBefore].filter(([id, row]) => !isDeepStrictEqual(endedThere.get(id), row))).toEqual([]);
  expect([...endedThere].filter(([id, row]) => !isDeepStrictEqual(endedAtLast.get(id), row))).toEqual([]);
  const eventsThere = byId(await rowsOf(there.DATABASE_URL, 'select id from events'));
  expect(eventsBefore.filter(({ id }) => !eventsThere.has(id))).toEqual([]);
  // What one transaction writes is there as a whole: a settled attempt has its journal and no place among live calls.
  for (const half of [
    // Not the link to the demo agent: a web call has no attempt before somebody opens it.
    `select c.id from conversations c left join call_attempts a on a.conversation_id = c.id where a.id is null and c.agent_id = '${agentId}'`,
    `select l.attempt_id from live_calls l join call_attempts a on a.id = l.attempt_id where a.status not in ('SCHEDULED', 'IN_PROGRESS')`,
  ])
    expect([half, await rowsOf(there.DATABASE_URL, half)]).toEqual([half, []]);

  // Every object that a row names is there, or known to be missing.
  const { missing } = await manifestIn(folder);
  const named = await rowsOf(
    there.DATABASE_URL,
    `select object_key as key from documents where status in ('PROCESSING', 'READY')`,
  );
  const unexplained: unknown[] = [];
  for (const { key: name } of named) {
    const path = join(there.PARLEY_DATA_DIR, 'objects/objects', `${name}@object`);
    const isThere = await stat(path).then(
      () => true,
      () => false,
    );
    if (!isThere && !missing.some((one) => one.key === name)) unexplained.push(name);
  }
  expect(unexplained).toEqual([]);
  expect(named.length).toBeGreaterThanOrEqual(15);
  expect(missing.filter(({ reason }) => reason === 'lost')).toEqual([]);

  // Every row is the one that was dumped: what is dumped again is the same.
  const again = await newDataDir();
  expect((await parley(there, 'backup', again)).code).toBe(0);
  const tablesIn = async (where: string) => {
    const { database } = await manifestIn(where);
    return {
      tables: database.tables.map(({ name: table, rows }) => [table, rows]),
      sequences: database.sequences,
    };
  };
  const backedUp = await tablesIn(folder);
  expect(await tablesIn(again)).toEqual({
    ...backedUp,
    // A restored installation is held: it dials nobody, and knows when it was restored.
    tables: backedUp.tables.map(([table, rows]) => [
      table,
      table === 'public.dialling_pause' ? 1 : Number(rows) + (table === 'public.installation_facts' ? 1 : 0),
    ]),
  });

  // Keys and the API work, without a worker that would call anybody.
  const copy = await start(there.PARLEY_DATA_DIR, there, undefined, ['--role', 'api']);
  await copy.said(/Parley runs at/);
  const answer = await fetch(`${copy.url}/conversations/${created[0]}`, { headers });
  expect(answer.status).toBe(200);
  expect(copy.output()).toContain('restored from a backup');
  await stop(copy, 'SIGTERM');

  // Calls that were on the line at the moment of the backup come to an end, too, although nobody is dialled.
  const onTheLine = (await rowsOf(there.DATABASE_URL, 'select attempt_id as id from live_calls')).map(
    ({ id }) => `'${id}'`,
  );
  const worker = await start(there.PARLEY_DATA_DIR, there);
  await worker.said(/Parley runs at/);
  const open = `select 1 from call_attempts where status = 'IN_PROGRESS' and id in (${onTheLine.join() || 'null'})`;
  await expect
    .poll(async () => (await rowsOf(there.DATABASE_URL, open)).length, { timeout: PATIENCE_MS + CALLS * 500 })
    .toBe(0);
  console.info(
    `${CALLS} calls: ${endedBefore.size} were over and ${onTheLine.length} on the line; ${named.length} objects, ${missing.length} missing`,
  );
});

test('a service does not start on a restore that was killed, and starts when the restore was run again', {
  timeout: 300_000,
}, async () => {
  const [here, there, folder] = [await newInstallation(), await newInstallation(), await newDataDir()];
  const service = await start(here.PARLEY_DATA_DIR, here);
  await upload(service.url, await service.said(KEY), 'Notes');
  await stop(service, 'SIGTERM');
  expect((await parley(here, 'backup', folder)).code).toBe(0);

  const marker = join(there.PARLEY_DATA_DIR, 'restore-in-progress.json');
  const killed = spawn(process.execPath, [program, 'restore', folder], {
    cwd: tmpdir(),
    env: { PATH: process.env.PATH, ...there },
  });
  children.push(killed);
  while (!existsSync(marker) && killed.exitCode === null) await sleep(2);
  killed.kill('SIGKILL');
  await expect.poll(() => killed.exitCode ?? killed.signalCode, patience).toBe('SIGKILL');
  const refused = await parley(there, 'start');
  expect(refused).toMatchObject({
    code: 1,
    text: expect.stringContaining(`has not finished`),
  });
  expect(refused.text).toContain(`npx parley restore ${folder}`);
  expect((await parley(there, 'doctor')).text).toMatch(/FAIL The restore of the backup .+ has not finished/);

  expect((await parley(there, 'restore', folder)).code).toBe(0);
  const copy = await start(there.PARLEY_DATA_DIR, there, undefined, ['--role', 'api']);
  await copy.said(/Parley runs at/);
  // Stop the service first.
  expect(await parley(there, 'restore', folder, '--replace')).toMatchObject({
    code: 1,
    text: expect.stringContaining('The service is running'),
  });
});

test('a backup that is killed is not one, and the next one takes its place', {
  timeout: 300_000,
}, async () => {
  const [here, folder] = [await newInstallation(), await newDataDir()];
  const service = await start(here.PARLEY_DATA_DIR, here);
  await service.said(/Mail:/);
  const killed = spawn(process.execPath, [program, 'backup', folder], {
    cwd: tmpdir(),
    env: { PATH: process.env.PATH, ...here },
  });
  children.push(killed);
  const unfinished = () => readdirSync(folder).filter((name) => name.endsWith('.unfinished'));
  while (unfinished().length === 0 && killed.exitCode === null) await sleep(2);
  // While it runs, no other one does.
  killed.kill('SIGSTOP');
  expect(await parley(here, 'backup', folder)).toMatchObject({
    code: 1,
    text: expect.stringMatching(`Another backup or restore uses .+process ${killed.pid} on`),
  });
  killed.kill('SIGKILL');
  await expect.poll(() => killed.exitCode ?? killed.signalCode, patience).toBe('SIGKILL');
  expect(await parley(await newInstallation(), 'restore', folder)).toMatchObject({
    code: 1,
    text: expect.stringContaining('There is no finished backup'),
  });
  expect((await parley(here, 'backup', folder)).code).toBe(0);
  expect(unfinished()).toEqual([]);
});

test('a restore is exact, refuses a target that is not empty, and replaces it when asked to', {
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

test('after a restore nobody is called until parley resume, and nobody twice', {
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
  expect(report).toContain('Dialling has been paused since');

  const third = await start(here.PARLEY_DATA_DIR, here);
  await third.said(/Parley runs at/);
  await call(third.url, '+15005551004');
  // Once at the start, and once by the worker that wanted to place the calls.
  await third.said(/"msg":"Nobody is dialled: this installation was restored from a backup/);
  expect(await dialled()).toHaveLength(3);
  expect((await parley(here, 'resume')).text).toContain('Dialling is resumed.');
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
