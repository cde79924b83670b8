import { hostname } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { forgetOldProcesses, forgetProcess, recordProcess } from '../storage/running-processes.ts';
import { misfit, readApplied } from '../storage/schema-fit.ts';
import { ConfigError } from './config.ts';
import { finishDatabase } from './schema.ts';
import { version } from './version.ts';
import type { Services } from './wiring.ts';

/** Well within SEEN_WITHIN_SECONDS: a few may get lost. */
const SEEN_EVERY_MS = 10_000;
const FINISH_AGAIN_MS = 15_000;

/**
 * Records this process beside the others on the database, so that no migration is applied that would break it, and refuses to go on
 * where one was applied just now. Before anything of the process works.
 */
export async function recordThisProcess(services: Services, roles: Iterable<string>) {
  const { database, schema, log } = services;
  const record = {
    id: database.newId(),
    version,
    schema,
    roles: [...roles],
    host: hostname(),
    pid: process.pid,
  };
  await forgetOldProcesses(database);
  await recordProcess(database, record);
  const refusal = misfit(await readApplied(database.pool.query.bind(database.pool)), schema);
  if (refusal !== undefined) {
    await forgetProcess(database, record.id);
    throw new ConfigError(refusal);
  }
  let beat: NodeJS.Timeout | undefined;
  let beating: Promise<unknown> = Promise.resolve();
  return {
    keep(): void {
      beat = setInterval(() => {
        beating = recordProcess(database, record).catch((err: Error) =>
          log.warn({ err }, 'this process could not be recorded as running; trying again'),
        );
      }, SEEN_EVERY_MS);
      beat.unref();
    },
    async leave(): Promise<void> {
      clearInterval(beat);
      // It would bring the row back.
      await beating;
      await forgetProcess(database, record.id);
    },
  };
}

/**
 * Applies the migrations that a start does not wait for: indexes that take long, and what waits until no older process runs any more.
 * A stop does not wait for it: what is under way is taken up again by the next process.
 */
export function finishInBackground({ directUrl, log }: Services): { stop(): void } {
  const stopped = new AbortController();
  const finish = async () => {
    let said: string | undefined;
    while (!stopped.signal.aborted) {
      try {
        const { applied, waiting } = await finishDatabase(directUrl, (line) => log.info(line));
        if (waiting === undefined) return void log.info({ applied }, 'the database schema is up to date');
        // The times in it change.
        const [start] = waiting.split(' (');
        if (start !== said) log.warn(waiting);
        said = start;
      } catch (err) {
        if (!stopped.signal.aborted)
          log.error(
            { err },
            'optional migrations could not be applied; this version works without them; trying again',
          );
      }
      await sleep(FINISH_AGAIN_MS, undefined, { signal: stopped.signal, ref: false });
    }
  };
  // Only the sleep is left to end early.
  finish().catch(() => {});
  return { stop: () => stopped.abort() };
}
