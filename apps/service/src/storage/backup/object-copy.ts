import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { copyFile, mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join, relative, sep } from 'node:path';
import { pipeline } from 'node:stream/promises';

/**
 * What was dialled, and from which database. They are newer than every backup, and say who was called since: an old copy must
 * not take their place.
 */
const NOT_IN_BACKUPS = ['dial-ledger', 'dial-fence'];

/** One object in a backup. Its bytes lie under their hash, once for all backups of the folder. */
export interface CopiedObject {
  readonly path: string;
  readonly sha256: string;
  readonly sizeBytes: number;
  /** Of the file when it was copied: an object that was replaced is another file. */
  readonly stamp: string;
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
): Promise<{ readonly objects: readonly CopiedObject[]; readonly copied: number }> {
  await mkdir(pool, { recursive: true, mode: 0o700 });
  const known = new Map(before.map((object) => [object.path, object]));
  const found: CopiedObject[] = [];
  let copied = 0;
  for (const path of await objectPaths(objects)) {
    const file = join(objects, path);
    const about = await stat(file, { bigint: true }).catch(() => undefined);
    // It was deleted after the database was read.
    if (about === undefined) continue;
    const stamp = `${about.ino} ${about.mtimeNs}`;
    const earlier = known.get(path);
    if (earlier?.stamp === stamp) {
      found.push(earlier);
      continue;
    }
    const draft = join(pool, `incoming.${process.pid}`);
    const isThere = await copyFile(file, draft).then(
      () => true,
      (error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return false;
        throw error;
      },
    );
    if (!isThere) continue;
    const sha256 = await hashOf(draft);
    await mkdir(dirname(join(pool, inPool(sha256))), { recursive: true, mode: 0o700 });
    await rename(draft, join(pool, inPool(sha256)));
    found.push({ path, sha256, sizeBytes: Number(about.size), stamp });
    copied += 1;
  }
  return { objects: found, copied };
}

/** Each is checked against its hash. Returns those that are missing or damaged in the backup. */
export async function restoreObjects(
  objects: string,
  pool: string,
  wanted: readonly CopiedObject[],
): Promise<string[]> {
  const lost: string[] = [];
  for (const { path, sha256 } of wanted.filter(isBackedUp)) {
    const from = join(pool, inPool(sha256));
    const to = join(objects, path);
    await mkdir(dirname(to), { recursive: true, mode: 0o700 });
    const draft = `${to}.restoring`;
    try {
      await copyFile(from, draft);
      if ((await hashOf(draft)) !== sha256) throw new Error('damaged');
      await rename(draft, to);
    } catch {
      await rm(draft, { force: true });
      lost.push(path);
    }
  }
  return lost;
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

export async function removeObjects(objects: string): Promise<void> {
  for (const path of await objectPaths(objects)) await rm(join(objects, path), { force: true });
}
