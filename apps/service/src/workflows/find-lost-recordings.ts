import { withTimeout } from '@parley/kernel/concurrency.ts';
import {
  type SoughtOutcome,
  settleRecording,
  soughtRecordings,
} from '../domains/conversations/lost-recording.actions.ts';
import type { Everywhere } from '../storage/scope.ts';
import type { CallRecordings } from './call-recordings.ts';

const AT_ONCE = 20;
const STORE_MS = 5000;

/**
 * Looks again for the recordings of lost calls that the store did not answer for when the calls were settled. One that
 * cannot be looked up is looked for again later, less and less often, and given up after a week. A store that answers for none of
 * several is away, and is left alone.
 */
export async function findLostRecordings(
  everywhere: Everywhere,
  recordings: Pick<CallRecordings, 'left'>,
  signal: AbortSignal,
  onGivenUp: (words: string) => void,
): Promise<void> {
  for (let after = ''; !signal.aborted; ) {
    const sought = await soughtRecordings(everywhere, after, AT_ONCE);
    const outcomes = await Promise.all(
      sought.map((attemptId) => lookedFor(everywhere, recordings, attemptId)),
    );
    for (const [at, attemptId] of sought.entries())
      if (outcomes[at] === 'given up')
        onGivenUp(
          `The recording of call attempt ${attemptId}, whose process died, could not be read for a week: Parley gives up, and its conversation is shown without it. The file stays in the object store until the conversation is deleted.`,
        );
    if (sought.length < AT_ONCE || !outcomes.includes('settled')) return;
    after = sought.at(-1) ?? '';
  }
}

async function lookedFor(
  everywhere: Everywhere,
  recordings: Pick<CallRecordings, 'left'>,
  attemptId: string,
): Promise<SoughtOutcome> {
  // That it is away was reported when the call was settled, and the health checks report it.
  const key = await withTimeout(STORE_MS, recordings.left(attemptId)).catch(() => undefined);
  return settleRecording(everywhere, attemptId, key);
}
