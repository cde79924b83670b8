import { transcriptOf } from '../calls/transcript.ts';
import { readJournal } from '../domains/conversations/call-journal.actions.ts';
import { findLostCalls, type LiveCall } from '../domains/conversations/dispatch.actions.ts';
import { settle } from '../domains/conversations/settlement.actions.ts';
import { Troubles } from '../kernel/troubles.ts';
import type { Everywhere } from '../storage/scope.ts';
import { keptCall } from './call-journals.ts';

/** Settles the calls of workers that are gone, each by itself. Answers how many it found. */
export async function reapLostCalls(
  everywhere: Everywhere,
  troubles: Troubles = Troubles.thrown(),
): Promise<number> {
  const lost = await findLostCalls(everywhere, troubles.resting());
  for (const call of lost)
    await troubles.attempt(call.attemptId, () =>
      reap(everywhere, call, 'The process that held the call is gone'),
    );
  return lost.length;
}

/** With as much of its transcript as was kept. */
export const reap = async (everywhere: Everywhere, call: LiveCall, notes: string) =>
  settle(everywhere, {
    ...call,
    ending: { kind: 'lost' },
    notes,
    durationSeconds: null,
    transcript: await keptTranscript(everywhere, call),
    findings: null,
  });

async function keptTranscript(everywhere: Everywhere, { companyId, attemptId }: LiveCall) {
  const scope = everywhere.within(companyId, { kind: 'system', id: 'reaper' });
  const kept = keptCall(await readJournal(scope, attemptId));
  try {
    return kept === undefined ? [] : transcriptOf(kept.journal, kept.plan.language);
  } catch {
    // A journal of another version, or a broken one: the call must not stay on the line for its sake.
    return [];
  }
}
