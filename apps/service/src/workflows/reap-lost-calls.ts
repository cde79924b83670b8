import { turnsOf } from '@parley/call-engine/journal.ts';
import { transcriptOf } from '@parley/call-engine/transcript.ts';
import { withTimeout } from '@parley/kernel/concurrency.ts';
import { RowBackoff } from '@parley/kernel/row-backoff.ts';
import { readJournal } from '../domains/conversations/call-journal.actions.ts';
import type { LiveCall } from '../domains/conversations/dispatch.actions.ts';
import { settle } from '../domains/conversations/settlement.actions.ts';
import { findLostCalls } from '../domains/conversations/worker-liveness.actions.ts';
import type { Everywhere } from '../storage/scope.ts';
import { keptCall } from './call-journals.ts';
import type { CallRecordings } from './call-recordings.ts';

export interface Reaper {
  readonly everywhere: Everywhere;
  readonly recordings: Pick<CallRecordings, 'left'>;
  readonly onError: (error: Error) => void;
}

/** A lost call stays no longer on the line for the sake of its sound. */
const STORE_MS = 5000;

/** Settles the calls of workers that are gone, each by itself. Answers how many it found. */
export async function reapLostCalls(
  reaper: Reaper,
  backoff: RowBackoff = RowBackoff.throwing(),
): Promise<number> {
  const lost = await findLostCalls(reaper.everywhere, backoff.resting());
  // Looked for together: a store that is away keeps them waiting once, and not each in its turn.
  const found = lost.map((call) => ({ call, key: keyLeft(reaper, call) }));
  for (const { call, key } of found)
    await backoff.attempt(call.attemptId, async () =>
      settleLost(reaper.everywhere, call, 'The process of the call has died', await key),
    );
  return lost.length;
}

/** With as much of its words and its sound as was kept. */
export async function reap(reaper: Reaper, call: LiveCall, notes: string): Promise<void> {
  await settleLost(reaper.everywhere, call, notes, await keyLeft(reaper, call));
}

/** Null also if the store does not answer: a lost call must not wait for it. */
async function keyLeft({ recordings, onError }: Reaper, { attemptId }: LiveCall): Promise<string | null> {
  try {
    return await withTimeout(STORE_MS, recordings.left(attemptId));
  } catch (cause) {
    onError(
      new Error(
        `The recording of the lost call ${attemptId} could not be found; the call is settled without it`,
        { cause },
      ),
    );
    return null;
  }
}

async function settleLost(
  everywhere: Everywhere,
  call: LiveCall,
  notes: string,
  recordingKey: string | null,
): Promise<void> {
  await settle(everywhere, {
    ...call,
    ending: { kind: 'lost' },
    notes,
    durationSeconds: null,
    ...(await keptOf(everywhere, call)),
    recordingKey,
    findings: null,
  });
}

async function keptOf(everywhere: Everywhere, { companyId, attemptId }: LiveCall) {
  const scope = everywhere.within(companyId, { kind: 'system', id: 'reaper' });
  const kept = keptCall(await readJournal(scope, attemptId));
  try {
    return kept === undefined
      ? { transcript: [] }
      : { transcript: transcriptOf(kept.journal, kept.plan.language), turns: turnsOf(kept.journal) };
  } catch {
    // A journal of another version, or a broken one: the call must not stay on the line for its sake.
    return { transcript: [] };
  }
}
