import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { copyFile, mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join, relative, sep } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { sync } from '../synced-files.ts';

/**
 * What was dialled, and from which database. They are newer than every backup, and say who was called since: an old copy must
 * not take their place.
 */
export const NOT_IN_BACKUPS = ['dial-ledger', 'dial-fence'];

/** One object in a backup. Its bytes lie under their hash, once for all backups of the folder. */
export interface CopiedObject {
  readonly path: string;
  readonly sha256: string;
  readonly sizeBytes: number;
  /** Of the file when it was copied: an object that was replaced is another file. */
  readonly stamp: string;
}

/** In so many backups every copy that they share is read again, so that a damaged one is noticed while the store has the object. */
export const REREAD_BACKUPS = 32;

/** Of a pooled copy that is not what was copied; the object is copied again, and then every backup has it again. */
export interface DamagedCopy {
  readonly path: string;
  /** False: the file of the store is another one, too. */
  readonly isRepaired: boolean;
}

export interface CopyOptions {
  /** Which of REREAD_BACKUPS parts of the copies is read again. */
  readonly reread: number;
  /** All are. */
  readonly verify?: boolean;
}

export interface Copies {
  readonly objects: readonly CopiedObject[];
  readonly copied: number;
  readonly damaged: readonly DamagedCopy[];
}

/**
 * Copies the objects of a data folder, except those that the backup before has already. Objects appear whole and are never
 * written to again, so a copy while the service works is whole too. Copied after the database was read: an object is
 * written before the row that names it.
 */
export async function copyObjects(
  objects: string,
  pool: string,
  before: readonly CopiedObject[],
  { reread, verify = false }: CopyOptions,
): Promise<Copies> {
  await mkdir(pool, { recursive: true, mode: 0o700 });
  const known = new Map(before.map((object) => [object.path, object]));
  const found: CopiedObject[] = [];
  const damaged: DamagedCopy[] = [];
  const folders = new Set([pool]);
  const draft = join(pool, INCOMING);
  let copied = 0;
  for (const path of await objectPaths(objects)) {
    const file = join(objects, path);
    const about = await stat(file, { bigint: true }).catch(() => undefined);
    // It was deleted after the database was read.
    if (about === undefined) continue;
    const stamp = `${about.ino} ${about.mtimeNs}`;
    const earlier = known.get(path);
    const isKnown = earlier?.stamp === stamp;
    let isDamaged = false;
    if (isKnown && (await isPooled(pool, earlier))) {
      const isDue = verify || partOf(earlier) === reread % REREAD_BACKUPS;
      isDamaged = isDue && (await hashOf(join(pool, inPool(earlier.sha256)))) !== earlier.sha256;
      if (!isDamaged) {
        found.push(earlier);
        continue;
      }
    }
    const isThere = await copyFile(file, draft).then(
      () => true,
      (error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return false;
        throw error;
      },
    );
    if (!isThere) continue;
    await sync(draft);
    const sha256 = await hashOf(draft);
    const to = join(pool, inPool(sha256));
    await mkdir(dirname(to), { recursive: true, mode: 0o700 });
    // It may have been replaced since it was looked at; then the next backup finds another stamp, and copies it again.
    const { size } = await stat(draft);
    await rename(draft, to);
    folders.add(dirname(to));
    found.push({ path, sha256, sizeBytes: size, stamp });
    if (isDamaged) damaged.push({ path, isRepaired: sha256 === earlier?.sha256 });
    copied += 1;
  }
  for (const folder of folders) await sync(folder);
  return { objects: found, copied, damaged };
}

const partOf = ({ sha256 }: CopiedObject): number => Number.parseInt(sha256.slice(0, 2), 16) % REREAD_BACKUPS;

/** The only copy that is not under its hash yet; what a backup that died left there is overwritten. */
const INCOMING = 'incoming';

/** A copy that somebody deleted, or that a power failure cut short, is made again. */
const isPooled = (pool: string, { sha256, sizeBytes }: CopiedObject): Promise<boolean> =>
  stat(join(pool, inPool(sha256))).then(
    ({ size }) => size === sizeBytes,
    () => false,
  );

/** The keys of the objects that these files are. */
export const keysOf = (objects: readonly CopiedObject[]): Set<string> =>
  new Set(objects.map(({ path }) => path.replace(/@object$/, '').replaceAll(sep, '/')));

/**
 * Copies the objects of a backup into an empty folder, and checks each against its hash. Returns those that are missing or
 * damaged in the backup.
 */
export async function stageObjects(
  staging: string,
  pool: string,
  wanted: readonly CopiedObject[],
): Promise<string[]> {
  const lost: string[] = [];
  for (const { path, sha256 } of wanted.filter(isBackedUp)) {
    const from = join(pool, inPool(sha256));
    const to = join(staging, path);
    await mkdir(dirname(to), { recursive: true, mode: 0o700 });
    const isThere = await copyFile(from, to).then(
      () => true,
      (error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return false;
        throw error;
      },
    );
    if (isThere) await sync(to);
    if (isThere && (await hashOf(to)) === sha256) continue;
    await rm(to, { force: true });
    lost.push(path);
  }
  return lost;
}

/** Puts staged objects into the place of those that are there. */
export async function installObjects(objects: string, staging: string): Promise<void> {
  const folders = new Set([objects]);
  await mkdir(objects, { recursive: true, mode: 0o700 });
  await removeObjects(objects);
  for (const file of await filesIn(staging)) {
    const to = join(objects, relative(staging, file));
    await mkdir(dirname(to), { recursive: true, mode: 0o700 });
    await rename(file, to);
    folders.add(dirname(to));
  }
  for (const folder of folders) await sync(folder);
}

/** Deletes the bytes that none of these objects has, and answers how many. */
export async function prunePool(pool: string, kept: readonly CopiedObject[]): Promise<number> {
  const hashes = new Set(kept.map(({ sha256 }) => sha256));
  let removed = 0;
  for (const file of await filesIn(pool)) {
    if (hashes.has(basename(file))) continue;
    await rm(file, { force: true });
    removed += 1;
  }
  return removed;
}

const inPool = (sha256: string): string => join(sha256.slice(0, 2), sha256);

async function hashOf(file: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  return hash.digest('hex');
}

const isBackedUp = ({ path }: Pick<CopiedObject, 'path'>): boolean =>
  !NOT_IN_BACKUPS.includes(path.split(sep)[0] ?? '');

/** The files that a backup has, a restore writes and `--replace` deletes. */
export const objectPaths = async (objects: string): Promise<string[]> =>
  (await filesIn(objects)).map((file) => relative(objects, file)).filter((path) => isBackedUp({ path }));

async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}

async function removeObjects(objects: string): Promise<void> {
  for (const path of await objectPaths(objects)) await rm(join(objects, path), { force: true });
}
