import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';

const SQLITE_BUSY = 5;

export interface FileLockOptions {
  readonly timeoutMs: number;
  /** called once when somebody else holds the lock */
  readonly onWait?: () => void;
}

/**
 * Takes the lock if nobody has it, and answers how to release it; undefined: somebody has it.
 *
 * Node has no flock, and a lock file with a pid in it cannot be taken over from a dead owner without a race.
 * SQLite's transaction lock on an empty file is a kernel lock: it ends with its process, kill -9 included.
 */
export function tryFileLock(path: string): (() => void) | undefined {
  const lock = openLock(path);
  try {
    if (tryLock(lock)) return () => lock.close();
  } catch (error) {
    lock.close();
    throw error;
  }
  lock.close();
  return undefined;
}

/**
 * Runs `work` while no other process (or caller in this one) runs under the same file; waits for its turn.
 */
export async function withFileLock<T>(
  path: string,
  options: FileLockOptions,
  work: () => Promise<T>,
): Promise<T> {
  const lock = openLock(path);
  try {
    const deadline = Date.now() + options.timeoutMs;
    let waiting = false;
    while (!tryLock(lock)) {
      if (Date.now() > deadline) {
        throw new Error(
          `Another process has held ${path} for ${Math.round(options.timeoutMs / 1000)} seconds. ` +
            'Look for a second service on the same data folder, end it, and start again.',
        );
      }
      if (!waiting) options.onWait?.();
      waiting = true;
      await sleep(25);
    }
    return await work();
  } finally {
    lock.close();
  }
}

function openLock(path: string): DatabaseSync {
  try {
    return new DatabaseSync(path, { timeout: 0 });
  } catch (cause) {
    throw new Error(
      `The lock file ${path} cannot be opened. Check that this user may write it and its folder.`,
      {
        cause,
      },
    );
  }
}

function tryLock(lock: DatabaseSync): boolean {
  try {
    lock.exec('BEGIN EXCLUSIVE');
    return true;
  } catch (error) {
    if (error instanceof Error && 'errcode' in error && error.errcode === SQLITE_BUSY) return false;
    throw error;
  }
}
