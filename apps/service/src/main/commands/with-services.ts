import { systemClock } from '@parley/kernel/clock.ts';
import { Failure } from '@parley/kernel/failure.ts';
import { ConfigError, loadConfig } from '../config.ts';
import { makeLog } from '../log.ts';
import type { Services } from '../wiring.ts';

/** Opens the services for a short command and always closes them. */
export async function withServices<Result>(work: (services: Services) => Promise<Result>): Promise<Result> {
  const { config } = loadConfig(process.env);
  // Imported late so that help and usage errors stay fast.
  const { openServices } = await import('../wiring.ts');
  const services = await openServices({
    config,
    clock: systemClock,
    log: makeLog('error'),
    say: (line) => console.error(line),
    isCommand: true,
  });
  try {
    await services.queue.start();
    return await work(services);
  } finally {
    await services.close();
  }
}

/** The failure names only the kind of record; the message should also have the id that was typed. */
export const sayingWhichIsMissing =
  (noun: string, id: string) =>
  (error: unknown): never => {
    if (!(error instanceof Failure) || error.kind !== 'not_found') throw error;
    throw new ConfigError(`There is no ${noun} ${id} in this installation.`);
  };
