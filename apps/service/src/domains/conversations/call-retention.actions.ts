import { firstIdAt } from '@parley/kernel/id.ts';
import { inBatches } from '../../storage/batches.ts';
import type { Everywhere } from '../../storage/scope.ts';
import type { CallRetention } from './call-retention.model.ts';
import { deleteOldJournals, forgetOldRecordings, type OldCalls } from './call-retention.store.ts';

const DAY_MS = 86_400_000;
const BATCH = 500;
const FIRST_ID = '00000000-0000-0000-0000-000000000000';

/** Removes what is kept of calls for longer than it may be; answers of how many calls. */
export async function purgeCalls(
  everywhere: Everywhere,
  signal: AbortSignal,
  { journalDays, recordingDays }: CallRetention,
): Promise<{ readonly journals: number; readonly recordings: number }> {
  return {
    journals: await purged(everywhere, signal, journalDays, deleteOldJournals),
    recordings: await purged(everywhere, signal, recordingDays, forgetOldRecordings),
  };
}

type Remove = (everywhere: Everywhere, old: OldCalls, most: number) => Promise<{ readonly id: string }[]>;

async function purged(
  everywhere: Everywhere,
  signal: AbortSignal,
  days: number | undefined,
  remove: Remove,
): Promise<number> {
  if (days === undefined) return 0;
  const before = new Date(everywhere.now().getTime() - days * DAY_MS);
  const firstId = firstIdAt(before);
  let after = FIRST_ID;
  return inBatches(BATCH, signal, async () => {
    const calls = await remove(everywhere, { before, firstId, after }, BATCH);
    after = calls.at(-1)?.id ?? after;
    return calls.length;
  });
}
