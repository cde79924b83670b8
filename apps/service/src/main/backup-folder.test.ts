import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ClonedDatabase, cloneDatabase } from '@parley/testing/database.ts';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { readLastBackup } from '../storage/backup/backup-facts.ts';
import { withClient } from '../storage/backup/database-dump.ts';
import { backUp, manifestsIn } from './backup-folder.ts';
import { type Config, loadConfig } from './config.ts';
import { markRestore } from './restore-marker.ts';

// Each backup is synced to the disk, which takes seconds where that is busy.
vi.setConfig({ testTimeout: 30_000, hookTimeout: 30_000 });

let database: ClonedDatabase;
let root: string;
let config: Config;
let backups: string;
beforeEach(async () => {
  database = await cloneDatabase();
  root = await mkdtemp(join(tmpdir(), 'parley-backups-'));
  backups = join(root, 'backups');
  const environment = { DATABASE_URL: database.url, PARLEY_DATA_DIR: join(root, 'data') };
  config = loadConfig(environment, {}).config;
  await mkdir(join(root, 'data/objects/objects'), { recursive: true });
});
afterEach(async () => {
  await database.drop();
  await rm(root, { recursive: true });
});

const object = (name: string) => join(root, 'data/objects/objects', `${name}@object`);
const at = (hour: number) => new Date(Date.UTC(2026, 4, 4, hour));
const pooled = async () =>
  (await readdir(join(backups, 'objects'), { recursive: true, withFileTypes: true })).filter((one) =>
    one.isFile(),
  ).length;
const finished = async () => (await readdir(backups)).filter((name) => name.startsWith('2026')).sort();

test('old backups are deleted together with the objects that no other backup needs', async () => {
  await writeFile(object('erased'), 'a recording that was erased');
  await writeFile(object('kept'), 'a recording');
  await backUp(config, backups, { now: at(1) });
  await rm(object('erased'));
  await backUp(config, backups, { now: at(2) });
  expect(await pooled()).toBe(2);
  // What a backup that died left behind.
  await mkdir(join(backups, '2026-05-04T00-00-00-000Z.unfinished'));

  const { removed } = await backUp(config, backups, { now: at(3), keep: 2 });
  expect(removed).toEqual(['2026-05-04T01-00-00-000Z']);
  expect(await finished()).toEqual(['2026-05-04T02-00-00-000Z', '2026-05-04T03-00-00-000Z']);
  expect(await pooled()).toBe(1);
});

test('all backups are kept unless a number of backups to keep is set', async () => {
  for (const hour of [1, 2]) await backUp(config, backups, { now: at(hour) });
  expect(await finished()).toHaveLength(2);
});

test('of two backups into the same folder at the same time one is refused, and the other is whole', async () => {
  await writeFile(object('one'), 'a recording');
  const both = await Promise.allSettled([1, 2].map((hour) => backUp(config, backups, { now: at(hour) })));
  const refused = both.flatMap((one) => (one.status === 'rejected' ? [(one.reason as Error).message] : []));
  // Its name is there a moment after the lock.
  expect(refused).toEqual([
    expect.stringMatching(/^Another backup or restore uses .*\((?:process \d+ on |another process\))/),
  ]);
  expect(await finished()).toHaveLength(1);
  expect(await pooled()).toBe(1);
});

test('the lock that a killed backup left is taken over', async () => {
  await mkdir(backups);
  await writeFile(join(backups, 'backup.lock'), '');
  await writeFile(join(backups, 'backup.lock.owner'), 'process 1 on a container that was killed');
  await backUp(config, backups, { now: at(1) });
  expect(await finished()).toHaveLength(1);
});

test('a backup whose list was cut off by a power failure does not count as one', async () => {
  await backUp(config, backups, { now: at(1) });
  await mkdir(join(backups, '2026-05-04T02-00-00-000Z'));
  await writeFile(join(backups, '2026-05-04T02-00-00-000Z/backup.json'), '{"format": 1, "data');
  expect((await manifestsIn(backups)).map(({ name }) => name)).toEqual(['2026-05-04T01-00-00-000Z']);
});

test('an object that is gone from the folder of backups is copied again', async () => {
  await writeFile(object('one'), 'a recording');
  await backUp(config, backups, { now: at(1) });
  await rm(join(backups, 'objects'), { recursive: true });
  expect(await backUp(config, backups, { now: at(2) })).toMatchObject({ objects: 1, copied: 1 });
});

test('the database knows when the last backup was, and nothing of one that failed', async () => {
  const known = () => withClient(database.url, readLastBackup);
  expect(await known()).toBeUndefined();
  const { takenAt } = await backUp(config, backups, { now: at(1) });
  expect((await known())?.toISOString()).toBe(takenAt);
  await writeFile(join(root, 'file'), '');
  await expect(backUp(config, join(root, 'file'), { now: at(2) })).rejects.toThrow();
  expect((await known())?.toISOString()).toBe(takenAt);
});

test('a folder takes the backups of one installation only', async () => {
  await backUp(config, backups, { now: at(1) });
  const other = await cloneDatabase();
  onTestFinished(() => other.drop());
  const ofOther = { ...config, DATABASE_URL: other.url };
  await expect(backUp(ofOther, backups, { now: at(2) })).rejects.toThrow('backups of another installation');
  expect(await finished()).toHaveLength(1);
});

test('an installation that is only half restored is not backed up', async () => {
  const half = { folder: '/b', takenAt: 'monday', startedAt: 'tuesday', hasChanged: true };
  await markRestore(config, half);
  await expect(backUp(config, backups, { now: at(1) })).rejects.toThrow('npx parley restore /b');
});

test('a backup does not contain the dial ledger', async () => {
  for (const folder of ['dial-ledger/2026-05-04', 'dial-fence']) {
    await mkdir(join(root, 'data/objects/objects', folder), { recursive: true });
    await writeFile(object(`${folder}/one`), 'newer than every backup');
  }
  expect(await backUp(config, backups, { now: at(1) })).toMatchObject({ objects: 0, copied: 0 });
});
