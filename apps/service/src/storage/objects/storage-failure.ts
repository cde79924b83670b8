import { statfs } from 'node:fs/promises';
import type { ObjectStore } from './object-store.ts';

export interface StorageCheckOptions {
  readonly objects: Pick<ObjectStore, 'put'>;
  /** The data folder, which uploads to S3 pass through as well. */
  readonly folder: string;
  readonly freeBytes?: (folder: string) => Promise<number>;
}

/** The embedded database takes its log in files of 16 MiB, and a call's recording is some MiB: below this both fail soon. */
export const LEAST_FREE_BYTES = 32 * 1024 ** 2;
/** One object, written again and again. */
const KEY = 'health/probe';

/** Why nothing more can be stored, in words without a path; undefined: it can. Costs one small object. */
export async function storageFailure({
  objects,
  folder,
  freeBytes = freeBytesOf,
}: StorageCheckOptions): Promise<string | undefined> {
  try {
    const left = await freeBytes(folder);
    if (left < LEAST_FREE_BYTES)
      return `The disk of the data folder is full: ${Math.floor(left / 1024 ** 2)} MiB are left`;
    await objects.put(KEY, Buffer.from('ok'), { contentType: 'text/plain' });
    return undefined;
  } catch (error) {
    // "ENOSPC: no space left on device, write": what was done to which file comes after the comma.
    return `Files cannot be written: ${(error as Error).message.split(', ')[0]}`;
  }
}

async function freeBytesOf(folder: string): Promise<number> {
  // Where files are in S3 and secrets in the environment, nothing needs the data folder, and it may not exist.
  const { blocks, bavail, bsize } = await statfs(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return { blocks: 0, bavail: 0, bsize: 0 };
    throw error;
  });
  // Some network file systems do not say how large they are.
  return blocks === 0 ? Number.POSITIVE_INFINITY : bavail * bsize;
}
