import { cp, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { noteBackup, readInstallationId } from '../storage/backup/backup-facts.ts';
import { type DatabaseDump, dumpDatabase, withClient } from '../storage/backup/database-dump.ts';
import {
  type CopiedObject,
  copyObjects,
  type DamagedCopy,
  keysOf,
  prunePool,
} from '../storage/backup/object-copy.ts';
import { type MissingObject, missingObjects } from '../storage/backup/object-references.ts';
import { tryFileLock } from '../storage/embedded/file-lock.ts';
import { sync, writeSynced } from '../storage/synced-files.ts';
import { type Config, ConfigError } from './config.ts';
import { startEmbedded } from './embedded-database.ts';
import { refuseUnfinishedRestore } from './restore-marker.ts';
import { version } from './version.ts';

/** Written last: a folder without it is a backup that did not finish. */
const MANIFEST = 'backup.json';
/** Ends the name of a backup that is being written or deleted. */
const UNFINISHED = '.unfinished';
const LOCK = 'backup.lock';
/** Who has the lock, for whoever is refused: nothing else depends on it. */
const LOCK_OWNER = 'backup.lock.owner';

export interface Manifest {
  readonly format: 1;
  readonly parley: string;
  /** Absent in backups of earlier versions. */
  readonly installation?: string;
  readonly database: DatabaseDump;
  /** Absent where they are in a bucket, which has its own backups. */
  readonly objects?: readonly CopiedObject[];
  /** Which part of the copies that backups share was read again; the next backup reads the next one. */
  readonly reread?: number;
  /** Objects that rows of the database name and that could not be copied. */
  readonly missing?: readonly MissingObject[];
}

export interface Backup {
  readonly name: string;
  readonly takenAt: string;
  readonly rows: number;
  readonly objects: number;
  /** How many of them were not in the backup before. */
  readonly copied: number;
  readonly missing: readonly MissingObject[];
}

export interface BackupOptions {
  readonly now: Date;
  /** How many backups remain in the folder; undefined: all. */
  readonly keep?: number | undefined;
  /** Read every copy of the folder that this backup relies on, not only a part of them. */
  readonly verify?: boolean;
}

export interface WrittenBackup extends Backup {
  /** Copies that had been damaged in the folder since they were made. */
  readonly damaged: readonly DamagedCopy[];
}

/** Where the objects are, unless they are in a bucket. */
export const objectsOf = (config: Config): string | undefined =>
  config.PARLEY_S3_ENDPOINT === undefined ? join(config.PARLEY_DATA_DIR, 'objects', 'objects') : undefined;

export const rowsOf = ({ tables }: DatabaseDump): number => tables.reduce((sum, { rows }) => sum + rows, 0);

/**
 * Backs up the database and objects of a running or stopped installation into a folder of its own within `folder`, and the
 * secrets without which its keys and links would be worth nothing.
 */
export async function backUp(
  config: Config,
  folder: string,
  { now, keep, verify = false }: BackupOptions,
): Promise<WrittenBackup & { readonly removed: readonly string[] }> {
  await refuseUnfinishedRestore(config);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const release = await lockBackups(folder);
  try {
    await removeUnfinished(folder);
    const backup = await withDatabase(config, (url) => writeBackup(config, url, folder, { now, verify }));
    return { ...backup, removed: keep === undefined ? [] : await prune(folder, keep) };
  } finally {
    await release();
  }
}

async function writeBackup(
  config: Config,
  url: string,
  folder: string,
  { now, verify }: { readonly now: Date; readonly verify: boolean },
): Promise<WrittenBackup> {
  const name = now.toISOString().replaceAll(/[:.]/g, '-');
  const draft = join(folder, name + UNFINISHED);
  const installation = await withClient(url, readInstallationId);
  const newest = (await manifestsIn(folder)).at(-1)?.manifest;
  if (newest?.installation !== undefined && newest.installation !== installation)
    throw new ConfigError(
      `${folder} has backups of another installation, and a restore takes the newest of all: use another folder for this one.`,
    );
  await mkdir(join(draft, 'tables'), { recursive: true, mode: 0o700 });
  try {
    const { dump, objectKeys } = await dumpDatabase(url, join(draft, 'tables'));
    const objects = objectsOf(config);
    const reread = (newest?.reread ?? -1) + 1;
    const copies =
      objects === undefined
        ? undefined
        : await copyObjects(objects, join(folder, 'objects'), newest?.objects ?? [], { reread, verify });
    const missing = copies
      ? await withClient(url, (client) => missingObjects(client, objectKeys, keysOf(copies.objects)))
      : [];
    await copySecrets(config, join(draft, 'secrets'));
    const manifest: Manifest = {
      format: 1,
      parley: version,
      installation,
      database: dump,
      ...(copies && { objects: copies.objects, reread, missing }),
    };
    // Everything else is on the disk before it.
    await sync(join(draft, 'tables'));
    await writeSynced(join(draft, MANIFEST), JSON.stringify(manifest, null, 1));
    await rename(draft, join(folder, name));
    await sync(folder);
    await withClient(url, (client) => noteBackup(client, dump.takenAt)).catch((error: Error) => {
      throw new ConfigError(
        `${join(folder, name)} is complete, but its time could not be written into the database, so parley doctor does not know of it: ${error.message}`,
      );
    });
    const { objects: all = [], copied = 0, damaged = [] } = copies ?? {};
    const { takenAt } = dump;
    return { name, takenAt, rows: rowsOf(dump), objects: all.length, copied, missing, damaged };
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    throw error;
  }
}

async function copySecrets(config: Config, to: string): Promise<void> {
  await cp(join(config.PARLEY_DATA_DIR, 'secrets'), to, {
    recursive: true,
    // The password is that of one embedded database.
    filter: (path) => !path.endsWith('postgres-password'),
  }).catch(ignoreMissing);
  for (const name of await readdir(to).catch(() => [])) await sync(join(to, name));
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

/**
 * One backup or restore at a time: another backup could delete objects that this one has just copied or still reads. The lock
 * ends with its process, however that ends.
 */
export async function lockBackups(folder: string): Promise<() => Promise<void>> {
  const owner = join(folder, LOCK_OWNER);
  const release = tryFileLock(join(folder, LOCK));
  if (release === undefined) {
    const who = (await readFile(owner, 'utf8').catch(() => '')).trim() || 'another process';
    throw new ConfigError(
      `Another backup or restore uses ${folder} (${who}): wait until it has ended, and try again.`,
    );
  }
  const words = `process ${process.pid} on ${hostname()}, since ${new Date().toISOString()}`;
  await writeFile(owner, `${words}\n`, { mode: 0o600 });
  return async () => {
    await rm(owner, { force: true });
    release();
  };
}

/** A disk that does not answer is no reason to take backups for gone. */
function ignoreAbsent(error: NodeJS.ErrnoException): undefined {
  if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return undefined;
  throw error;
}

/** Finished ones, the oldest first. One whose list makes no sense is not one. */
export async function manifestsIn(folder: string): Promise<{ name: string; manifest: Manifest }[]> {
  const found: { name: string; manifest: Manifest }[] = [];
  for (const name of ((await readdir(folder).catch(ignoreAbsent)) ?? []).sort()) {
    if (name.endsWith(UNFINISHED)) continue;
    const text = await readFile(join(folder, name, MANIFEST), 'utf8').catch(ignoreAbsent);
    const manifest = text === undefined ? undefined : parsed(text);
    if (manifest !== undefined) found.push({ name, manifest });
  }
  return found;
}

function parsed(text: string): Manifest | undefined {
  try {
    const manifest = JSON.parse(text) as Manifest;
    return manifest.format === 1 ? manifest : undefined;
  } catch {
    return undefined;
  }
}

export async function withDatabase<Result>(
  config: Config,
  work: (url: string) => Promise<Result>,
): Promise<Result> {
  const embedded =
    config.DATABASE_URL === undefined
      ? await startEmbedded(config, (line) => console.error(line))
      : undefined;
  try {
    return await work(embedded?.url ?? config.DATABASE_DIRECT_URL ?? (config.DATABASE_URL as string));
  } finally {
    await embedded?.stop();
  }
}

export function ignoreMissing(error: NodeJS.ErrnoException): void {
  if (error.code !== 'ENOENT') throw error;
}
