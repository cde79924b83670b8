import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { migrateDatabase } from '@parley/service/main/schema.ts';
import { startEmbeddedPostgres } from '@parley/service/storage/embedded/embedded-postgres.ts';
import { SimulatedDatabase } from '@parley/testing/simulation/simulated-database.ts';
import { simulate } from '@parley/testing/simulation/simulation.ts';
import { installVirtualTime } from '@parley/testing/simulation/virtual-time.ts';
import { pino } from 'pino';

/**
 * npm run simulate -- --seeds 1000 [--from 1]: simulates so many seeds, each with its own faults. --seed 7 replays one. Stops
 * at the first that breaks a promise, and tells what happened to that person.
 */
const { values } = parseArgs({
  options: {
    seeds: { type: 'string' },
    seed: { type: 'string' },
    from: { type: 'string' },
    all: { type: 'boolean' },
  },
});
const first = Number(values.seed ?? values.from ?? 1);
const count = values.seed === undefined ? Number(values.seeds ?? 50) : 1;

/** While one waits for the database, others go on. */
const AT_ONCE = 6;

const dataDir = await mkdtemp(join(tmpdir(), 'parley-simulate-'));
const postgres = await startEmbeddedPostgres({
  dataDir,
  settings: {
    fsync: 'off',
    synchronous_commit: 'off',
    full_page_writes: 'off',
    autovacuum: 'off',
  },
});
// Otherwise an interrupted simulation would leave its server behind.
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => {
    void postgres
      .stop()
      .then(() => rm(dataDir, { recursive: true, force: true }))
      .finally(() => process.exit(130));
  });
const restore = installVirtualTime();
let failed = 0;
try {
  await migrateDatabase(postgres.url, () => {}, pino({ level: 'silent' }));
  const template = await SimulatedDatabase.prepareTemplate(postgres.url, 'parley');
  const startedMs = performance.now();
  const elapsed = () => ((performance.now() - startedMs) / 1000).toFixed(1);
  let [next, done, calls, steps] = [first, 0, 0, 0];
  const some = async (): Promise<void> => {
    while (next < first + count && (failed === 0 || values.all)) {
      const seed = next++;
      const result = await simulate(seed, { url: postgres.url, template });
      done += 1;
      calls += result.calls;
      steps += result.steps;
      if (done % 10 === 0) console.log(`${done} of ${count} seeds, ${elapsed()} s`);
      if (result.violations.length === 0) continue;
      failed += 1;
      console.log(`Seed ${seed}: ${result.violations.map(({ promise }) => promise).join('; ')}`);
      console.log(`${result.story}\nReplay it: npm run simulate -- --seed ${seed}\n`);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, some));
  console.log(`${done} seeds, ${failed} broke a promise; ${calls} calls, ${steps} steps, ${elapsed()} s`);
} finally {
  restore();
  await postgres.stop();
  await rm(dataDir, { recursive: true, force: true });
}
process.exit(failed > 0 ? 1 : 0);
