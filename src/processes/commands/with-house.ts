import { systemClock } from '../../kernel/clock.ts';
import { loadConfig } from '../config.ts';
import { makeLog } from '../log.ts';
import type { House } from '../wiring.ts';

/** The house for a command that does one thing and leaves: quiet, and closed whatever happens. */
export async function withHouse<Result>(work: (house: House) => Promise<Result>): Promise<Result> {
  const { config } = loadConfig(process.env);
  // Loaded when it is needed: help and a wrong call need no house.
  const { openHouse } = await import('../wiring.ts');
  const house = await openHouse({
    config,
    clock: systemClock,
    log: makeLog('error'),
    say: (line) => console.error(line),
  });
  try {
    await house.queue.start();
    return await work(house);
  } finally {
    await house.close();
  }
}
