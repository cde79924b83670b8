import { withTimeout } from '@parley/kernel/concurrency.ts';
import { settleRecording, soughtRecordings } from '../domains/conversations/lost-recording.actions.ts';
import type { Everywhere } from '../storage/scope.ts';
import type { CallRecordings } from './call-recordings.ts';

const AT_ONCE = 20;
const STORE_MS = 5000;

/**
 * Looks again for the recordings of lost calls that the store did not answer for when the calls were settled. One that
 * cannot be looked up stays for the next time; a store that answers for none of several is away, and is left alone.
 */
export async function findLostRecordings(
  everywhere: Everywhere,
  recordings: Pick<CallRecordings, 'left'>,
  signal: AbortSignal,
): Promise<void> {
  for (let after = ''; !signal.aborted; ) {
    const sought = await soughtRecordings(everywhere, after, AT_ONCE);
    const answered = await Promise.all(
      sought.map((attemptId) => isSettled(everywhere, recordings, attemptId)),
    );
    if (sought.length < AT_ONCE || !answered.includes(true)) return;
    after = sought.at(-1) ?? '';
  }
}

async function isSettled(
  everywhere: Everywhere,
  recordings: Pick<CallRecordings, 'left'>,
  attemptId: string,
): Promise<boolean> {
  // That it is away was reported when the call was settled, and the health checks report it.
  const key = await withTimeout(STORE_MS, recordings.left(attemptId)).catch(() => undefined);
  return settleRecording(everywhere, attemptId, key);
}
