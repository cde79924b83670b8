import { isOpen, nextOpening } from '../../kernel/calling-window.ts';
import { TimeZones } from '../../kernel/local-time.ts';
import type { Everywhere, Scope } from '../../storage/scope.ts';
import { emit } from '../events/event.actions.ts';
import type { NewEvent } from '../events/event.model.ts';
import {
  chooseDue,
  countLive,
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
  postpone,
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
  const clocks = new TimeZones();
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const { claimed, uncallable, closed } = await claimUnlessObstructed(everywhere, workerId, places, clocks);
    if (uncallable.length + closed.length === 0) return claimed;
    // Each by itself and with nothing claimed: a settlement takes the conversation before the attempt.
    for (const attempt of uncallable) await closeUncalled(everywhere, attempt);
    for (const [like] of Map.groupBy(closed, alike).values())
      if (like) await postponeLike(everywhere, like, clocks);
  }
  return [];
}

interface Claim {
  readonly claimed: DueAttempt[];
  /** Must never be dialled. */
  readonly uncallable: readonly DueAttempt[];
  /** Must not be dialled at this hour. */
  readonly closed: readonly DueAttempt[];
}

/** What is due. It is claimed, unless some of it must not be dialled: then nothing is. */
const claimUnlessObstructed = (
  everywhere: Everywhere,
  workerId: string,
  places: number,
  clocks: TimeZones,
): Promise<Claim> =>
  everywhere.transaction(async (inside) => {
    await lockClaims(inside);
    const due = await chooseDue(inside, places);
    const now = inside.now();
    const kinds = Map.groupBy(due, (attempt) => standingOf(attempt, clocks, now));
    const [uncallable, closed] = [kinds.get('uncallable') ?? [], kinds.get('closed') ?? []];
    if (due.length === 0 || uncallable.length + closed.length > 0) return { claimed: [], uncallable, closed };
    await markDialled(inside, workerId, due);
    for (const [companyId, attempts] of Map.groupBy(due, (attempt) => attempt.companyId))
      await emit(inside.within(companyId, dispatcher), ...attempts.map(started));
    return { claimed: due, uncallable, closed };
  });

/** A window closes over thousands at once: so many rounds are made to find who may still be called. */
const MOST_ROUNDS = 50;
const POSTPONED_AT_ONCE = 5000;

/** Calls wait in line, and their window may have closed since. */
function standingOf({ obstacle, callingWindow, timeZone }: DueAttempt, clocks: TimeZones, now: Date) {
  if (obstacle !== null) return 'uncallable';
  const isClosed = timeZone !== null && !isOpen(callingWindow, clocks.of(timeZone), now);
  return isClosed ? 'closed' : 'callable';
}

const alike = ({ companyId, lane, agentVersionId, timeZone }: DueAttempt): string =>
  [companyId, lane, agentVersionId, timeZone].join(' ');

function postponeLike(everywhere: Everywhere, like: DueAttempt, clocks: TimeZones): Promise<number> {
  const opening = nextOpening(like.callingWindow, clocks.of(like.timeZone ?? 'UTC'), everywhere.now());
  return postpone(everywhere, like, opening, POSTPONED_AT_ONCE);
}

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

/** How many calls the company has on the line. */
export const liveCallsOf = (scope: Scope): Promise<number> => countLive(scope);

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
