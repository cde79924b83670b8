import { type FileHandle, link, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join, relative, resolve } from 'node:path';
import { Readable } from 'node:stream';
import type { NewId } from '@parley/kernel/id.ts';
import { inUse } from '@parley/kernel/secret.ts';
import {
  type ByteRange,
  checkContentType,
  checkKey,
  checkRange,
  existsRefused,
  holdErrors,
  type ObjectStore,
  type PutOptions,
  type PutReceipt,
  rangeRefused,
  type StoredObject,
  spool,
} from './object-store.ts';
import { type OwnLinksOptions, ownLinks } from './own-links.ts';

export interface DiskObjectsOptions extends OwnLinksOptions {
  readonly root: string;
  readonly newId: NewId;
}

const leftoverAgeMs = 86_400_000;
const SUFFIX = '@object';

/**
 * One object is one file: its bytes, then a trailer with its content type. A second file for the type could
 * disagree with the first after a crash; this cannot, and the trailer also proves that the file is complete.
 *
 *   <root>/incoming/<id>            being written; renamed or linked into place when whole and on the disk
 *   <root>/objects/<key>@object     `@` cannot be in a key, so `a` and `a/b` can both be objects
 */
export async function openDiskObjects(options: DiskObjectsOptions): Promise<ObjectStore> {
  const { publicUrl, linkSecret, clock, newId } = options;
  if (Buffer.byteLength(inUse(linkSecret)) < 32)
    throw new Error('The secret for object links must have 32 bytes or more.');
  const root = resolve(options.root);
  const incoming = join(root, 'incoming');
  const objects = join(root, 'objects');
  for (const folder of [incoming, objects]) await mkdir(folder, { recursive: true, mode: 0o700 });
  await sweep(incoming, clock.now().getTime() - leftoverAgeMs);

  const pathOf = (key: string): string => {
    checkKey(key);
    return join(objects, key) + SUFFIX;
  };

  async function put(key: string, body: Readable | Buffer, put: PutOptions): Promise<PutReceipt> {
    holdErrors(body);
    const temporary = join(incoming, newId());
    try {
      const path = pathOf(key);
      checkContentType(put.contentType);
      const receipt = await writeWhole(temporary, body, put);
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      if (put.ifAbsent === true) await linkAbsent(temporary, path);
      else await rename(temporary, path);
      await syncFolders(dirname(path), objects);
      return receipt;
    } finally {
      await rm(temporary, { force: true });
      if (!Buffer.isBuffer(body)) body.destroy();
    }
  }

  async function get(key: string, range?: ByteRange) {
    if (range !== undefined) checkRange(range);
    const file = await openObject(pathOf(key));
    if (file === undefined) return undefined;
    try {
      const about = await readTrailer(file);
      if (range !== undefined && range.start >= about.sizeBytes) throw rangeRefused();
      const start = range?.start ?? 0;
      const end = Math.min(range?.end ?? Number.POSITIVE_INFINITY, about.sizeBytes - 1);
      if (about.sizeBytes > 0) return { ...about, body: file.createReadStream({ start, end }) };
      await file.close();
      return { ...about, body: Readable.from([]) };
    } catch (error) {
      await file.close();
      throw error;
    }
  }

  async function head(key: string): Promise<StoredObject | undefined> {
    const file = await openObject(pathOf(key));
    if (file === undefined) return undefined;
    try {
      return await readTrailer(file);
    } finally {
      await file.close();
    }
  }

  return {
    put,
    get,
    head,
    async list(folder) {
      checkKey(folder);
      const found = await readdir(join(objects, folder), { recursive: true, withFileTypes: true }).catch(
        absent,
      );
      return (found ?? [])
        .filter((entry) => entry.isFile() && entry.name.endsWith(SUFFIX))
        .map((entry) => relative(objects, join(entry.parentPath, entry.name)).slice(0, -SUFFIX.length))
        .sort();
    },
    async delete(keys) {
      const paths = keys.map(pathOf);
      for (const path of paths) await rm(path, { force: true });
      // Emptied folders stay: removing one could pull it from under a put that has just made it.
      for (const folder of new Set(paths.map(dirname))) await syncFolder(folder);
    },
    ...ownLinks({ publicUrl, linkSecret, clock }),
  };
}

async function writeWhole(path: string, body: Readable | Buffer, put: PutOptions): Promise<PutReceipt> {
  const file = await open(path, 'wx', 0o600);
  try {
    const receipt = await spool(body, file, put);
    await file.writeFile(trailerOf(put.contentType));
    await file.sync();
    return receipt;
  } finally {
    await file.close();
  }
}

/** Unlike rename, link never replaces: of several writers one wins and the others learn it. */
async function linkAbsent(from: string, to: string): Promise<void> {
  try {
    await link(from, to);
  } catch (error) {
    throw hasCode(error, 'EEXIST') ? existsRefused() : error;
  }
}

async function openObject(path: string): Promise<FileHandle | undefined> {
  return await open(path, 'r').catch(absent);
}

// <content type> <its length, 1 byte> <magic, 8 bytes>
const magic = Buffer.from('\nobject1');
const longestTrailer = 255 + 1 + magic.length;

function trailerOf(contentType: string): Buffer {
  return Buffer.concat([Buffer.from(contentType), Buffer.from([contentType.length]), magic]);
}

async function readTrailer(file: FileHandle): Promise<StoredObject> {
  const fileBytes = (await file.stat()).size;
  const tail = Buffer.alloc(Math.min(fileBytes, longestTrailer));
  const { bytesRead } = await file.read(tail, 0, tail.length, fileBytes - tail.length);
  const lengthAt = tail.length - magic.length - 1;
  const typeAt = lengthAt - (tail[lengthAt] ?? 0);
  if (bytesRead !== tail.length || typeAt < 0 || !tail.subarray(lengthAt + 1).equals(magic)) {
    throw new Error('An object file was not written by this store or was damaged: restore it from a backup.');
  }
  return {
    sizeBytes: fileBytes - (tail.length - typeAt),
    contentType: tail.toString('latin1', typeAt, lengthAt),
  };
}

/** A name is on the disk only when its folder is, and that folder's name in turn, up to one that surely is. */
async function syncFolders(lowest: string, highest: string): Promise<void> {
  for (let folder = lowest; folder.length >= highest.length; folder = dirname(folder))
    await syncFolder(folder);
}

async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r').catch(absent);
  if (folder === undefined) return;
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

async function sweep(folder: string, beforeMs: number): Promise<void> {
  for (const name of await readdir(folder)) {
    const path = join(folder, name);
    // Another process on the same folder may sweep or finish at the same time.
    const found = await stat(path).catch(absent);
    if (found !== undefined && found.mtimeMs < beforeMs) await rm(path, { force: true });
  }
}

function absent(error: unknown): undefined {
  if (!hasCode(error, 'ENOENT')) throw error;
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}
