import { readFileSync, readlinkSync } from 'node:fs';
import { setPriority } from 'node:os';
import { basename } from 'node:path';
import { workerData } from 'node:worker_threads';

/** A tenth of the share of a thread with a call. The lowest priority of all would wait for ever on a busy machine. */
const NICE = 10;
/** A seventieth: what takes long anyway uses what is left over. */
const NICE_WHEN_LONG = 19;

/** Where a thread writes the number that the system knows it by; 0 until it does. */
export type ThreadNumber = Int32Array<SharedArrayBuffer>;
export const newThreadNumber = (): ThreadNumber => new Int32Array(new SharedArrayBuffer(4));

/**
 * Lets calls and requests have the processor first. On Linux a priority is a thread's own; elsewhere it would be that of the
 * whole process, and is left alone.
 */
export function giveWayToCalls(): void {
  if (process.platform !== 'linux') return;
  try {
    setPriority(0, NICE);
    const { threadNumber } = (workerData ?? {}) as { threadNumber?: ThreadNumber };
    if (threadNumber) threadNumber[0] = Number(basename(readlinkSync('/proc/thread-self')));
  } catch {
    // Without /proc, or already lower than we may raise it: it works as it is.
  }
}

/** How long a thread has had the processor, in its life; 0 where nobody knows. */
export function processorMsOf([number = 0]: ThreadNumber): number {
  if (number === 0) return 0;
  try {
    const [nanoseconds] = readFileSync(`/proc/self/task/${number}/schedstat`, 'utf8').split(' ');
    return Number(nanoseconds) / 1e6;
  } catch {
    // It has ended meanwhile.
    return 0;
  }
}

/** Lets short work have the processor first, too. A thread cannot be raised again without privileges: end it afterwards. */
export function giveWayToAll([number = 0]: ThreadNumber): void {
  try {
    if (number > 0) setPriority(number, NICE_WHEN_LONG);
  } catch {
    // It has ended meanwhile.
  }
}
