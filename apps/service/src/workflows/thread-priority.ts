import { setPriority } from 'node:os';

/** A third of the share of a thread with a call. The lowest priority of all would wait for ever on a busy machine. */
const NICE = 5;

/**
 * Lets calls and requests have the processor first. On Linux a priority is a thread's own; elsewhere it would be that of the
 * whole process, and is left alone.
 */
export function giveWayToCalls(): void {
  if (process.platform === 'linux') setPriority(0, NICE);
}
