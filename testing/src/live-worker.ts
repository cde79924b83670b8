import { recordHeartbeat } from '@parley/service/domains/conversations/worker-liveness.store.ts';
import type { Everywhere } from '@parley/service/storage/scope.ts';
import { sql } from '@parley/service/storage/sql.ts';

/** A worker that counts as alive for an hour: after its last sign of life others take it for lost within seconds. */
export async function addLiveWorker(everywhere: Everywhere, workerId: string): Promise<void> {
  await recordHeartbeat(everywhere, workerId, { webAddress: undefined, isTaking: true });
  await everywhere.run(
    sql`update workers set last_seen_at = last_seen_at + interval '1 hour' where id = ${workerId}`,
  );
}
