import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ClonedDatabase, cloneDatabase } from '@parley/testing/database.ts';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { withClient } from '../storage/backup/database-dump.ts';
import { backUp, lockBackups, manifestsIn } from './backup-folder.ts';
import { type Config, loadConfig } from './config.ts';
import { restore } from './restore-folder.ts';
import { findUnfinishedRestore, markRestore, refuseUnfinishedRestore } from './restore-marker.ts';

interface Installation {
  readonly config: Config;
  readonly database: ClonedDatabase;
  readonly data: string;
}

/** A restore makes every constraint of the schema again, which takes seconds where the disk is busy. */
const timeout = 30_000;

let root: string;
let here: Installation;
let there: Installation;
let backups: string;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'parley-restores-'));
  here = await installation('here');
  await addCompany(here, 'Ours');
  await addObject(here, 'recording', 'what was said');
  await mkdir(join(here.data, 'secrets'));
  await writeFile(join(here.data, 'secrets/key-pepper'), 'pepper');
  await backUp(here.config, join(root, 'backed-up'), { now: new Date('2026-05-04T12:00:00Z') });
}, timeout);
afterAll(async () => {
  await here.database.drop();
  await rm(root, { recursive: true });
});
beforeEach(async () => {
  there = await installation('there');
  backups = join(root, 'backups');
  await cp(join(root, 'backed-up'), backups, { recursive: true });
}, timeout);
afterEach(async () => {
  await there.database.drop();
  for (const folder of [there.data, backups]) await rm(folder, { recursive: true });
});

async function installation(name: string): Promise<Installation> {
  const database = await cloneDatabase();
  const data = join(root, name);
  const { config } = loadConfig({ DATABASE_URL: database.url, PARLEY_DATA_DIR: data }, {});
  await mkdir(join(data, 'objects/objects'), { recursive: true });
  return { config, database, data };
}

const addCompany = ({ database }: Installation, name: string) =>
  withClient(database.url, (client) =>
    client.query(
      `insert into companies (id, name, timezone, metadata, created_at, updated_at)
       values (gen_random_uuid(), $1, 'UTC', '{}', now(), now())`,
      [name],
    ),
  );
const addObject = ({ data }: Installation, name: string, text: string) =>
  writeFile(join(data, 'objects/objects', `${name}@object`), text);
const companies = ({ database }: Installation) =>
  withClient(database.url, async (client) => {
    const { rows } = await client.query<{ name: string }>('select name from companies order by name');
    return rows.map(({ name }) => name);
  });
const objects = ({ data }: Installation) => readdir(join(data, 'objects/objects'));
const run = (more: Partial<Parameters<typeof restore>[2]> = {}) =>
  restore(there.config, backups, {
    at: undefined,
    replace: false,
    allowMissing: false,
    now: new Date('2026-05-05T12:00:00Z'),
    ...more,
  });
/** The only object of the backup. */
async function pooled(): Promise<string> {
  const [file] = (await readdir(join(backups, 'objects'), { recursive: true, withFileTypes: true })).filter(
    (one) => one.isFile(),
  );
  return join(file?.parentPath ?? '', file?.name ?? '');
}

test('a restore brings rows, objects and secrets, pauses dialling, and leaves no marker', {
  timeout,
}, async () => {
  expect(await run()).toMatchObject({ objects: 1, lost: [], missing: [] });
  expect(await companies(there)).toEqual(['Ours']);
  expect(await readFile(join(there.data, 'objects/objects/recording@object'), 'utf8')).toBe('what was said');
  expect(await readFile(join(there.data, 'secrets/key-pepper'), 'utf8')).toBe('pepper');
  const { rows } = await withClient(there.database.url, (client) =>
    client.query('select reason from dialling_pause'),
  );
  expect(rows[0]?.reason).toMatch(/webhook deliveries wait, and no trunk is .*npx parley resume/);
  expect(await readdir(there.data)).toEqual(['objects', 'secrets']);
  expect(await readdir(join(there.data, 'objects'))).toEqual(['objects']);
  await refuseUnfinishedRestore(there.config);
});

test('a restore that fails between database and objects leaves a service that does not start, and can be run again', {
  timeout,
}, async () => {
  // What the last step would write to is in the way.
  await writeFile(join(there.data, 'secrets'), 'not a folder');
  await expect(run()).rejects.toThrow();
  expect(await companies(there)).toEqual(['Ours']);
  await expect(refuseUnfinishedRestore(there.config)).rejects.toThrow(
    /has not finished: this installation has only a part of its data\. If no restore is running, run it again: npx parley restore /,
  );

  await rm(join(there.data, 'secrets'));
  await run();
  expect(await companies(there)).toEqual(['Ours']);
  await refuseUnfinishedRestore(there.config);
});

test('a restore that was killed before it changed anything can be run again or given up', {
  timeout,
}, async () => {
  const half = { folder: backups, takenAt: 'monday', startedAt: 'tuesday', hasChanged: false };
  await markRestore(there.config, half);
  await expect(refuseUnfinishedRestore(there.config)).rejects.toThrow(
    /nothing was changed yet\..* or delete .*restore-in-progress\.json to keep what was there before/,
  );
  await mkdir(join(there.data, 'objects/restoring'), { recursive: true });
  await writeFile(join(there.data, 'objects/restoring/half@object'), 'ha');
  await run();
  expect(await objects(there)).toEqual(['recording@object']);
});

test('a restore into a database or folder that is not empty changes nothing unless it is asked to', {
  timeout,
}, async () => {
  await addCompany(there, 'Theirs');
  await expect(run()).rejects.toThrow('The database is not empty');
  await addObject(there, 'other', 'theirs');
  await expect(run()).rejects.toThrow('objects is not empty');
  expect([await companies(there), await objects(there)]).toEqual([['Theirs'], ['other@object']]);
  expect(await findUnfinishedRestore(there.config)).toBeUndefined();

  await run({ replace: true });
  expect([await companies(there), await objects(there)]).toEqual([['Ours'], ['recording@object']]);
});

test('a backup with a damaged object is refused before anything changes, or restored without that object', {
  timeout,
}, async () => {
  await addCompany(there, 'Theirs');
  await addObject(there, 'other', 'theirs');
  await writeFile(await pooled(), 'what was never said');
  await expect(run({ replace: true })).rejects.toThrow(
    /1 objects are missing or damaged in the backup, such as recording@object: nothing was restored.*--allow-missing/,
  );
  expect([await companies(there), await objects(there)]).toEqual([['Theirs'], ['other@object']]);
  await refuseUnfinishedRestore(there.config);

  expect(await run({ replace: true, allowMissing: true })).toMatchObject({
    objects: 0,
    lost: ['recording@object'],
  });
  expect([await companies(there), await objects(there)]).toEqual([['Ours'], []]);
});

test('a damaged object is copied again by a backup that verifies, and then every backup can be restored', {
  timeout,
}, async () => {
  // As long as what it replaces: the next backups take it for what they copied.
  await writeFile(await pooled(), 'what was sair');
  await expect(run()).rejects.toThrow(/run parley backup --verify there, which copies it again/);
  const now = new Date('2026-05-04T13:00:00Z');
  expect(await backUp(here.config, backups, { now, verify: true })).toMatchObject({
    copied: 1,
    damaged: [{ path: 'recording@object', isRepaired: true }],
  });
  const [first] = await manifestsIn(backups);
  const at = new Date(first?.manifest.database.takenAt ?? '');
  expect(await run({ at })).toMatchObject({ name: first?.name, objects: 1, lost: [] });
});

test('a restore keeps the dial ledger that it finds', { timeout }, async () => {
  await mkdir(join(there.data, 'objects/objects/dial-ledger/2026-05-05'), { recursive: true });
  await addObject(there, 'dial-ledger/2026-05-05/one', 'who was called since');
  await run({ replace: true });
  expect(await objects(there)).toEqual(['dial-ledger', 'recording@object']);
  expect(await readdir(join(there.data, 'objects/objects/dial-ledger/2026-05-05'))).toEqual(['one@object']);
});

test('a restore is refused while a service uses the database', { timeout }, async () => {
  const service = new pg.Client({
    connectionString: there.database.url,
    application_name: 'parley notifications',
  });
  await service.connect();
  try {
    await expect(run({ replace: true })).rejects.toThrow('The service is running (1 database connections)');
  } finally {
    await service.end();
  }
  await run();
});

test('a restore and a backup of the same folder do not run at the same time', { timeout }, async () => {
  const release = await lockBackups(backups);
  await expect(run()).rejects.toThrow('Another backup or restore uses');
  await release();
});
