import { systemClock } from '@parley/kernel/clock.ts';
import { Failure } from '@parley/kernel/failure.ts';
import { ConfigError, loadConfig } from '../config.ts';
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

/** The rules say what kind of thing was not found; who typed an id wants to see which. */
export const sayingWhichIsMissing =
  (noun: string, id: string) =>
  (error: unknown): never => {
    if (!(error instanceof Failure) || error.kind !== 'not_found') throw error;
    throw new ConfigError(`There is no ${noun} ${id} in this installation.`);
  };
