import { cp, mkdir, open, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import {
  type DatabaseDump,
  dumpDatabase,
  loadDatabase,
  RestoreRefused,
} from '../storage/backup/database-dump.ts';
import {
  type CopiedObject,
  copyObjects,
  objectPaths,
  prunePool,
  removeObjects,
  restoreObjects,
} from '../storage/backup/object-copy.ts';
import { startEmbeddedPostgres } from '../storage/embedded/embedded-postgres.ts';
import { type Config, ConfigError } from './config.ts';
import { makeLog } from './log.ts';
import { migrateDatabase } from './schema.ts';
import { version } from './version.ts';

/** Written last: a folder without it is a backup that did not finish. */
const MANIFEST = 'backup.json';
/** Ends the name of a backup that is being written or deleted. */
const UNFINISHED = '.unfinished';

interface Manifest {
  readonly format: 1;
  readonly parley: string;
  readonly database: DatabaseDump;
  /** Absent where they are in a bucket, which has its own backups. */
  readonly objects?: readonly CopiedObject[];
}

export interface Backup {
  readonly name: string;
  readonly takenAt: string;
  readonly rows: number;
  readonly objects: number;
  /** How many of them were not in the backup before. */
  readonly copied: number;
}

export interface BackupOptions {
  readonly now: Date;
  /** How many backups remain in the folder; undefined: all. */
  readonly keep?: number | undefined;
}

const objectsOf = (config: Config): string | undefined =>
  config.PARLEY_S3_ENDPOINT === undefined ? join(config.PARLEY_DATA_DIR, 'objects', 'objects') : undefined;

/**
 * Backs up the database and objects of a running or stopped installation into a folder of its own within `folder`, and the
 * secrets without which its keys and links would be worth nothing.
 */
export async function backUp(
  config: Config,
  folder: string,
  { now, keep }: BackupOptions,
): Promise<Backup & { readonly removed: readonly string[] }> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  return whileLocked(folder, async () => {
    await removeUnfinished(folder);
    const backup = await writeBackup(config, folder, now);
    return { ...backup, removed: keep === undefined ? [] : await prune(folder, keep) };
  });
}

async function writeBackup(config: Config, folder: string, now: Date): Promise<Backup> {
  const name = now.toISOString().replaceAll(/[:.]/g, '-');
  const draft = join(folder, name + UNFINISHED);
  const before = (await manifestsIn(folder)).at(-1)?.manifest.objects ?? [];
  await mkdir(join(draft, 'tables'), { recursive: true, mode: 0o700 });
  try {
    const database = await withDatabase(config, (url) => dumpDatabase(url, join(draft, 'tables')));
    const objects = objectsOf(config);
    const copies =
      objects === undefined ? undefined : await copyObjects(objects, join(folder, 'objects'), before);
    await cp(join(config.PARLEY_DATA_DIR, 'secrets'), join(draft, 'secrets'), {
      recursive: true,
      // The password is that of one embedded database.
      filter: (path) => !path.endsWith('postgres-password'),
    }).catch(ignoreMissing);
    const manifest: Manifest = {
      format: 1,
      parley: version,
      database,
      ...(copies === undefined ? {} : { objects: copies.objects }),
    };
    await writeSynced(join(draft, MANIFEST), JSON.stringify(manifest, null, 1));
    await rename(draft, join(folder, name));
    return {
      name,
      takenAt: database.takenAt,
      rows: database.tables.reduce((sum, { rows }) => sum + rows, 0),
      objects: copies?.objects.length ?? 0,
      copied: copies?.copied ?? 0,
    };
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    throw error;
  }
}

/** Deletes all but the newest, and the objects that only the deleted ones named. Answers the names of the deleted ones. */
async function prune(folder: string, keep: number): Promise<string[]> {
  const all = await manifestsIn(folder);
  const [old, kept] = [all.slice(0, -keep), all.slice(-keep)];
  // No longer a backup from here on, even if this process dies before all of it is deleted.
  for (const { name } of old) await rename(join(folder, name), join(folder, name + UNFINISHED));
  await removeUnfinished(folder);
  await prunePool(
    join(folder, 'objects'),
    kept.flatMap(({ manifest }) => manifest.objects ?? []),
  );
  return old.map(({ name }) => name);
}

async function removeUnfinished(folder: string): Promise<void> {
  for (const name of await readdir(folder))
    if (name.endsWith(UNFINISHED)) await rm(join(folder, name), { recursive: true, force: true });
}

/** One backup at a time: another one could delete objects that this one has just copied. */
async function whileLocked<Result>(folder: string, work: () => Promise<Result>): Promise<Result> {
  const lock = join(folder, 'lock');
  const taken = () => writeFile(lock, `${process.pid} ${hostname()}`, { flag: 'wx', mode: 0o600 });
  await taken().catch(async (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
    const [pid, host] = (await readFile(lock, 'utf8').catch(() => '')).split(' ');
    if (host !== hostname() || isAlive(Number(pid)))
      throw new ConfigError(
        `Another backup writes to ${folder} (process ${pid} on ${host}). If it does not, delete ${lock} and try again.`,
      );
    await rm(lock, { force: true });
    await taken();
  });
  try {
    return await work();
  } finally {
    await rm(lock, { force: true });
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

export interface RestoreOptions {
  /** The newest backup of this moment or before; undefined: the newest of all. */
  readonly at: Date | undefined;
  /** Delete what is in the target. */
  readonly replace: boolean;
}

/** Puts a backup into the configured database and data folder, which must be empty. */
export async function restore(
  config: Config,
  folder: string,
  { at, replace }: RestoreOptions,
): Promise<Backup> {
  const found = (await manifestsIn(folder)).findLast(
    ({ manifest }) => at === undefined || new Date(manifest.database.takenAt) <= at,
  );
  if (found === undefined)
    throw new ConfigError(`There is no finished backup in ${folder}${at ? ' of that time or before' : ''}.`);
  const { name, manifest } = found;
  const objects = objectsOf(config);
  if (!replace && objects !== undefined && (await objectPaths(objects)).length > 0)
    throw new ConfigError(
      `${objects} is not empty: restoring would mix two installations. Set another PARLEY_DATA_DIR, or add --replace.`,
    );
  const secrets = join(config.PARLEY_DATA_DIR, 'secrets');
  await withDatabase(config, async (url) => {
    await migrateDatabase(url, () => {}, makeLog('error'));
    await loadDatabase(url, manifest.database, join(folder, name, 'tables'), {
      replace,
      pauseReason: `Nobody is dialled: this installation was restored from a backup of ${manifest.database.takenAt}. Do what docs/backup.md says, then run: npx parley resume`,
    }).catch((error) => {
      throw error instanceof RestoreRefused ? new ConfigError(error.message) : error;
    });
  });
  if (replace && objects !== undefined) await removeObjects(objects);
  const lost =
    objects === undefined
      ? []
      : await restoreObjects(objects, join(folder, 'objects'), manifest.objects ?? []);
  await mkdir(secrets, { recursive: true, mode: 0o700 });
  await cp(join(folder, name, 'secrets'), secrets, { recursive: true, force: true }).catch(ignoreMissing);
  if (lost.length > 0)
    throw new ConfigError(
      `The database was restored, but ${lost.length} objects are missing or damaged in the backup, such as ${lost[0]}.`,
    );
  return {
    name,
    takenAt: manifest.database.takenAt,
    rows: manifest.database.tables.reduce((sum, { rows }) => sum + rows, 0),
    objects: manifest.objects?.length ?? 0,
    copied: manifest.objects?.length ?? 0,
  };
}

/** Finished ones, the oldest first. */
async function manifestsIn(folder: string): Promise<{ name: string; manifest: Manifest }[]> {
  const found: { name: string; manifest: Manifest }[] = [];
  for (const name of (await readdir(folder).catch(() => [])).sort()) {
    const path = join(folder, name, MANIFEST);
    if (name.endsWith(UNFINISHED) || !(await stat(path).catch(() => undefined))) continue;
    found.push({ name, manifest: JSON.parse(await readFile(path, 'utf8')) as Manifest });
  }
  return found;
}

async function withDatabase<Result>(config: Config, work: (url: string) => Promise<Result>): Promise<Result> {
  const embedded =
    config.DATABASE_URL === undefined
      ? await startEmbeddedPostgres({ dataDir: config.PARLEY_DATA_DIR, say: (line) => console.error(line) })
      : undefined;
  try {
    return await work(embedded?.url ?? config.DATABASE_DIRECT_URL ?? (config.DATABASE_URL as string));
  } finally {
    await embedded?.stop();
  }
}

async function writeSynced(path: string, text: string): Promise<void> {
  const file = await open(path, 'w', 0o600);
  try {
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
}

function ignoreMissing(error: NodeJS.ErrnoException): void {
  if (error.code !== 'ENOENT') throw error;
}
