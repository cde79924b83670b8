import type { Database } from '@parley/service/storage/database.ts';
import { sql } from '@parley/service/storage/sql.ts';

/** Until some query on this database waits for what another one has locked, or `work` is done without waiting. */
export async function somebodyWaits(database: Database, work?: Promise<unknown>): Promise<void> {
  let isDone = false;
  const done = () => {
    isDone = true;
  };
  work?.then(done, done);
  while (!isDone) {
    const waiting = await database.first(sql`
      select 1 as one from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`);
    if (waiting) return;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}
