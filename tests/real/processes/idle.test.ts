import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterEach, expect, test } from 'vitest';
import { endAll, newDatabase, newDataDir, start } from './running-process.ts';

afterEach(endAll);

const MEASURED_SECONDS = 10;
const MOST_TRIES = 6;
/** Measured: 35 while each of fifty task workers looked every two seconds, although notifications wake it. */
const MOST_A_SECOND = 25;

test('an idle worker asks the database less than 25 times a second', { timeout: 180_000 }, async () => {
  const { DATABASE_URL } = await newDatabase();
  const environment = { DATABASE_URL, PARLEY_DEMO: 'off' };
  const worker = await start(await newDataDir(), environment, undefined, ['--role', 'worker']);
  await worker.said(/Parley runs at/);
  const client = new pg.Client({ connectionString: DATABASE_URL });
  await client.connect();
  const transactions = async (): Promise<number> => {
    await client.query('select pg_stat_clear_snapshot()');
    const { rows } = await client.query(
      'select xact_commit + xact_rollback as done from pg_stat_database where datname = current_database()',
    );
    return Number(rows[0].done);
  };
  const rateNow = async (): Promise<number> => {
    const [before, startedAt] = [await transactions(), performance.now()];
    await sleep(MEASURED_SECONDS * 1000);
    return (((await transactions()) - before) * 1000) / (performance.now() - startedAt);
  };
  // The tasks of a start may take a while on a busy machine.
  let rate = await rateNow();
  for (let tries = 1; rate >= MOST_A_SECOND && tries < MOST_TRIES; tries += 1) rate = await rateNow();
  await client.end();
  console.log(`  an idle worker: ${rate.toFixed(1)} transactions a second`);
  expect(rate).toBeLessThan(MOST_A_SECOND);
});
