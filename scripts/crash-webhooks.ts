import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrateDatabase } from '@parley/service/main/schema.ts';
import { startEmbeddedPostgres } from '@parley/service/storage/embedded/embedded-postgres.ts';
import { crashDeliveries } from '@parley/testing/webhook-crash.ts';
import { pino } from 'pino';

/** `npx node scripts/crash-webhooks.ts [kills] [events]`: kills the service 50 times during 2,000 deliveries; some minutes. */

const [kills = 50, events = 2000] = process.argv.slice(2).map(Number);
const dataDir = await mkdtemp(join(tmpdir(), 'parley-crash-db-'));
const postgres = await startEmbeddedPostgres({ dataDir });
try {
  await migrateDatabase(postgres.url, () => {}, pino({ level: 'silent' }));
  const report = await crashDeliveries({
    databaseUrl: postgres.url,
    kills,
    events,
    random: Math.random,
    say: console.log,
  });
  console.log(report);
  const isKept = [report.lost, report.disordered, report.renamed].every((list) => list.length === 0);
  console.log(isKept ? 'No delivery was lost; order and ids were kept.' : 'FAILED: see the report above.');
  process.exitCode = isKept ? 0 : 1;
} finally {
  await postgres.stop();
  await rm(dataDir, { recursive: true, force: true });
}
