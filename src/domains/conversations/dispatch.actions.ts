import type { Everywhere } from '../../storage/scope.ts';
import { emit } from '../events/event.actions.ts';
import type { NewEvent } from '../events/event.model.ts';
import {
  chooseDue,
  type DueAttempt,
  forgetOldWorkers,
  forgetWorker,
  hearOf,
  type LiveCall,
  lockClaims,
  lostCalls,
  markDialled,
  markRinging,
  nextDueAt,
} from './dispatch.store.ts';
import { settle } from './settlement.actions.ts';

export type { DueAttempt, LiveCall };

/**
 * Takes due calls for a worker that has so many places free. Once this has committed each of them is dialled at
 * most once: by this worker, or by nobody.
 */
export async function claimDue(
  everywhere: Everywhere,
  workerId: string,
  places: number,
): Promise<DueAttempt[]> {
  for (;;) {
    const due = await claimUnlessObstructed(everywhere, workerId, places);
    const obstructed = due.filter(({ obstacle }) => obstacle);
    if (obstructed.length === 0) return due;
    // Each by itself and with nothing claimed: a settlement takes the conversation before the attempt.
    for (const attempt of obstructed) await closeUncalled(everywhere, attempt);
  }
}

/** What is due. It is claimed, unless some of it must not be dialled: then nothing is. */
const claimUnlessObstructed = (
  everywhere: Everywhere,
  workerId: string,
  places: number,
): Promise<DueAttempt[]> =>
  everywhere.transaction(async (inside) => {
    await lockClaims(inside);
    const due = await chooseDue(inside, places);
    if (due.length === 0 || due.some(({ obstacle }) => obstacle)) return due;
    await markDialled(inside, workerId, due);
    for (const [companyId, attempts] of Map.groupBy(due, (attempt) => attempt.companyId))
      await emit(inside.within(companyId, dispatcher), ...attempts.map(started));
    return due;
  });

const dispatcher = { kind: 'system', id: 'dispatch' } as const;

const started = (attempt: DueAttempt): NewEvent => ({
  type: 'conversation.started',
  subjectId: attempt.conversationId,
  data: {
    conversationId: attempt.conversationId,
    contactId: attempt.contactId,
    jobId: attempt.jobId,
    runId: attempt.runId,
    callAttemptId: attempt.attemptId,
    status: 'IN_PROGRESS',
  },
});

/** Nobody is dialled who asked not to be, or cannot be. */
async function closeUncalled(everywhere: Everywhere, attempt: DueAttempt): Promise<void> {
  await settle(everywhere, {
    ...attempt,
    workerId: undefined,
    ending: { kind: attempt.obstacle === 'do_not_call' ? 'do_not_call' : 'invalid_number' },
    notes:
      attempt.obstacle === 'do_not_call'
        ? 'The contact asked never to be called again'
        : 'The contact has no phone number any more',
    durationSeconds: null,
    transcript: [],
    findings: null,
  });
}

export const nextCallDueAt = (everywhere: Everywhere): Promise<Date | undefined> => nextDueAt(everywhere);

/** The telephones of these calls ring. */
export const noteRinging = (everywhere: Everywhere, attemptIds: readonly string[]): Promise<number> =>
  markRinging(everywhere, attemptIds);

export const keepWorkerAlive = (everywhere: Everywhere, workerId: string): Promise<number> =>
  hearOf(everywhere, workerId);

export const retireWorker = (everywhere: Everywhere, workerId: string): Promise<number> =>
  forgetWorker(everywhere, workerId);

/** Without a sign of life for so long a worker's calls are taken for lost. Beats come every three seconds. */
const SILENT_SECONDS = 15;
const LOST_AT_ONCE = 200;

/** Calls whose worker is gone. */
export async function findLostCalls(everywhere: Everywhere): Promise<LiveCall[]> {
  await forgetOldWorkers(everywhere);
  return lostCalls(everywhere, SILENT_SECONDS, LOST_AT_ONCE);
}
