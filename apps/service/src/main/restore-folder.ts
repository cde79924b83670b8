import { cp, mkdir, readdir, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { loadDatabase, RestoreRefused, refuseTarget } from '../storage/backup/database-dump.ts';
import { installObjects, objectPaths, stageObjects } from '../storage/backup/object-copy.ts';
import { sync } from '../storage/synced-files.ts';
import {
  type Backup,
  ignoreMissing,
  lockBackups,
  type Manifest,
  manifestsIn,
  objectsOf,
  rowsOf,
  withDatabase,
} from './backup-folder.ts';
import { type Config, ConfigError } from './config.ts';
import { makeLog } from './log.ts';
import { findUnfinishedRestore, markRestore, unmarkRestore } from './restore-marker.ts';
import { migrateDatabase } from './schema.ts';

export interface RestoreOptions {
  /** The newest backup of this moment or before; undefined: the newest of all. */
  readonly at: Date | undefined;
  /** Delete what is in the target. */
  readonly replace: boolean;
  /** Restore a backup some of whose objects are missing or damaged. */
  readonly allowMissing: boolean;
  readonly now: Date;
}

export interface Restored extends Backup {
  /** Objects that are missing or damaged in the backup. */
  readonly lost: readonly string[];
}

/**
 * Puts a backup into the configured database and data folder, which must be empty. What can fail comes first and changes
 * nothing: files are checked, and objects are copied beside those that are there. Then the database changes in one transaction,
 * and the objects and secrets after it. From before the first change to after the last a marker in the data folder keeps
 * the service from starting.
 */
export async function restore(config: Config, folder: string, options: RestoreOptions): Promise<Restored> {
  const release = await lockIfWritable(folder);
  try {
    const found = (await manifestsIn(folder)).findLast(
      ({ manifest }) => options.at === undefined || new Date(manifest.database.takenAt) <= options.at,
    );
    if (found === undefined)
      throw new ConfigError(
        `There is no finished backup in ${folder}${options.at ? ' of that time or before' : ''}.`,
      );
    return await restoreBackup(config, { folder, ...found }, options);
  } finally {
    await release();
  }
}

/** The backups may be on a disk that nobody can write to, where nothing can delete them either. */
async function lockIfWritable(folder: string): Promise<() => Promise<void>> {
  return lockBackups(folder).catch((error: Error) => {
    if (error instanceof ConfigError) throw error;
    return async () => {};
  });
}

interface FoundBackup {
  readonly folder: string;
  readonly name: string;
  readonly manifest: Manifest;
}

async function restoreBackup(
  config: Config,
  { folder, name, manifest }: FoundBackup,
  { replace, allowMissing, now }: RestoreOptions,
): Promise<Restored> {
  const { database, missing = [] } = manifest;
  const tables = join(folder, name, 'tables');
  const objects = objectsOf(config);
  const staging = objects && join(dirname(objects), 'restoring');
  const unfinished = await findUnfinishedRestore(config);
  // What an interrupted restore left is to be replaced, as whoever started that one wanted.
  const mayReplace = replace || unfinished?.hasChanged === true;
  if (!mayReplace && objects !== undefined && (await objectPaths(objects)).length > 0)
    throw new ConfigError(
      `${objects} is not empty: restoring would mix two installations. Set another PARLEY_DATA_DIR, or add --replace.`,
    );
  return withDatabase(config, async (url) => {
    await refuseTarget(url, database, tables, mayReplace).catch(sayRefusal);
    const mark = { folder, takenAt: database.takenAt, startedAt: now.toISOString() };
    await markRestore(config, { ...mark, hasChanged: unfinished?.hasChanged ?? false });
    const lost: string[] = [];
    let hasChanged = false;
    try {
      if (staging !== undefined) {
        await rm(staging, { recursive: true, force: true });
        lost.push(...(await stageObjects(staging, join(folder, 'objects'), manifest.objects ?? [])));
      } else lost.push(...(manifest.objects ?? []).map(({ path }) => path));
      if (lost.length > 0 && !allowMissing)
        throw new ConfigError(
          `${lost.length} objects are missing or damaged in the backup, such as ${lost[0]}: nothing was restored. All backups of a folder share one copy of an object: if the installation that was backed up still has it, run parley backup --verify there, which copies it again. Otherwise restore from another copy of the folder, or add --allow-missing to restore everything else.`,
        );
      await migrateDatabase(url, () => {}, makeLog('error'));
      await loadDatabase(url, database, tables, {
        replace: mayReplace,
        pauseReason: `Nobody is dialled: this installation was restored from a backup of ${database.takenAt}. Messages to contacts, mails to users (other than links to sign in) and webhook deliveries wait, and no trunk is used or registered at. Do what docs/backup.md says, then run: npx parley resume`,
        beforeCommit: async () => {
          await markRestore(config, { ...mark, hasChanged: true });
          hasChanged = true;
        },
      }).catch(sayRefusal);
    } catch (error) {
      if (staging !== undefined) await rm(staging, { recursive: true, force: true });
      // As before this restore: what an earlier one left half is still half.
      if (!hasChanged && unfinished === undefined) await unmarkRestore(config);
      if (!hasChanged && unfinished !== undefined) await markRestore(config, unfinished);
      throw error;
    }
    if (objects !== undefined && staging !== undefined) {
      await installObjects(objects, staging);
      await rm(staging, { recursive: true, force: true });
    }
    const secrets = join(config.PARLEY_DATA_DIR, 'secrets');
    await mkdir(secrets, { recursive: true, mode: 0o700 });
    await cp(join(folder, name, 'secrets'), secrets, { recursive: true, force: true }).catch(ignoreMissing);
    for (const one of await readdir(secrets)) await sync(join(secrets, one));
    await sync(secrets);
    await unmarkRestore(config);
    const count = (manifest.objects?.length ?? 0) - lost.length;
    const { takenAt } = database;
    return { name, takenAt, rows: rowsOf(database), objects: count, copied: count, missing, lost };
  });
}

function sayRefusal(error: unknown): never {
  throw error instanceof RestoreRefused ? new ConfigError(error.message) : error;
}
