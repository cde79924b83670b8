import { mkdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { sync, writeSynced } from '../storage/synced-files.ts';
import { type Config, ConfigError } from './config.ts';

/** In the data folder from before a restore changes anything until it has changed everything. */
const MARKER = 'restore-in-progress.json';

export interface UnfinishedRestore {
  /** The folder with the backups. */
  readonly folder: string;
  readonly takenAt: string;
  readonly startedAt: string;
  /** False: it had only read and copied, and what was there before is whole. */
  readonly hasChanged: boolean;
}

const markerOf = ({ PARLEY_DATA_DIR }: Pick<Config, 'PARLEY_DATA_DIR'>): string =>
  join(PARLEY_DATA_DIR, MARKER);

export async function markRestore(config: Config, restore: UnfinishedRestore): Promise<void> {
  await mkdir(config.PARLEY_DATA_DIR, { recursive: true, mode: 0o700 });
  await writeSynced(markerOf(config), `${JSON.stringify(restore, null, 1)}\n`);
}

export async function unmarkRestore(config: Config): Promise<void> {
  await rm(markerOf(config), { force: true });
  await sync(config.PARLEY_DATA_DIR);
}

/** A restore that runs, or was interrupted; undefined: none. */
export async function findUnfinishedRestore(
  config: Pick<Config, 'PARLEY_DATA_DIR'>,
): Promise<UnfinishedRestore | undefined> {
  const text = await readFile(markerOf(config), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return undefined;
    throw error;
  });
  return text === undefined ? undefined : (JSON.parse(text) as UnfinishedRestore);
}

export const unfinishedRestoreWords = ({ takenAt, startedAt, hasChanged }: UnfinishedRestore): string =>
  `The restore of the backup of ${takenAt}, which began at ${startedAt}, has not finished: ${hasChanged ? 'this installation has only a part of its data' : 'nothing was changed yet'}.`;

export const unfinishedRestoreRemedy = (
  config: Pick<Config, 'PARLEY_DATA_DIR'>,
  { folder, hasChanged }: UnfinishedRestore,
): string =>
  `If no restore is running, run it again: npx parley restore ${folder}${hasChanged ? '' : `, or delete ${markerOf(config)} to keep what was there before`}`;

/** For whoever would take half an installation for a whole one. */
export async function refuseUnfinishedRestore(config: Pick<Config, 'PARLEY_DATA_DIR'>): Promise<void> {
  const restore = await findUnfinishedRestore(config);
  if (restore !== undefined)
    throw new ConfigError(`${unfinishedRestoreWords(restore)} ${unfinishedRestoreRemedy(config, restore)}`);
}
