import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ClonedDatabase, cloneDatabase } from '@parley/testing/database.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { backUp } from './backup-folder.ts';
import { type Config, loadConfig } from './config.ts';

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

test('old backups leave the folder together with the objects that only they had', async () => {
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

test('without a number of backups to keep, all of them stay', async () => {
  for (const hour of [1, 2]) await backUp(config, backups, { now: at(hour) });
  expect(await finished()).toHaveLength(2);
});

test('two backups at a time do not write to one folder; one that died is no obstacle', async () => {
  await mkdir(backups);
  await writeFile(join(backups, 'lock'), `${process.pid} ${hostname()}`);
  await expect(backUp(config, backups, { now: at(1) })).rejects.toThrow('Another backup writes to');
  // No process has this number.
  await writeFile(join(backups, 'lock'), `${2 ** 30} ${hostname()}`);
  await backUp(config, backups, { now: at(1) });
  expect(await readdir(backups)).not.toContain('lock');
});

test('the dial ledger is not part of a backup', async () => {
  for (const folder of ['dial-ledger/2026-05-04', 'dial-fence']) {
    await mkdir(join(root, 'data/objects/objects', folder), { recursive: true });
    await writeFile(object(`${folder}/one`), 'newer than every backup');
  }
  expect(await backUp(config, backups, { now: at(1) })).toMatchObject({ objects: 0, copied: 0 });
});
