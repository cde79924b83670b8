import { availableParallelism, loadavg } from 'node:os';
import { beforeEach } from 'vitest';

/**
 * By itself a run of the real tests makes a load of two or three for each processor. Where others add as much again, a
 * sentence in real time loses words on its way, and a test of what was understood tells nothing.
 */
const MOST_LOAD = 4;

/** Skips the tests of a file that need sound in real time, and says so, while the machine has too much else to do. */
export function skipWhenOverloaded(): void {
  beforeEach(({ skip, task }) => {
    const [load = 0] = loadavg();
    if (load <= MOST_LOAD * availableParallelism()) return;
    const why = `the machine is overloaded (load ${load.toFixed(0)}), which garbles speech: run it again later`;
    console.log(`Skipped: ${task.name}: ${why}`);
    skip(why);
  });
}
