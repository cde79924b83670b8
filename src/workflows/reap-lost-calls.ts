import { transcriptOf } from '../calls/transcript.ts';
import { turnsOf } from '../calls/turns.ts';
import { readJournal } from '../domains/conversations/call-journal.actions.ts';
import { findLostCalls, type LiveCall } from '../domains/conversations/dispatch.actions.ts';
import { settle } from '../domains/conversations/settlement.actions.ts';
import { Troubles } from '../kernel/troubles.ts';
import type { Everywhere } from '../storage/scope.ts';
import { keptCall } from './call-journals.ts';
import type { CallRecordings } from './call-recordings.ts';

/** Settles the calls of workers that are gone, each by itself. Answers how many it found. */
export async function reapLostCalls(
  everywhere: Everywhere,
  recordings: LostRecordings,
  troubles: Troubles = Troubles.thrown(),
): Promise<number> {
  const lost = await findLostCalls(everywhere, troubles.resting());
  for (const call of lost)
    await troubles.attempt(call.attemptId, () =>
      reap(everywhere, recordings, call, 'The process that held the call is gone'),
    );
  return lost.length;
}

export type LostRecordings = Pick<CallRecordings, 'left'>;

/** With as much of its words and its sound as was kept. */
export async function reap(
  everywhere: Everywhere,
  recordings: LostRecordings,
  call: LiveCall,
  notes: string,
): Promise<void> {
  await settle(everywhere, {
    ...call,
    ending: { kind: 'lost' },
    notes,
    durationSeconds: null,
    ...(await keptOf(everywhere, call)),
    recordingKey: await recordings.left(call.attemptId),
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
