import { isOpen, nextOpening } from '@parley/kernel/calling-window.ts';
import { TimeZones } from '@parley/kernel/local-time.ts';
import { RowBackoff } from '@parley/kernel/row-backoff.ts';
import type { Everywhere, Scope } from '../../storage/scope.ts';
import { timeZoneOfContact } from '../contacts/contact.model.ts';
import { emit } from '../events/event.actions.ts';
import type { NewEvent } from '../events/event.model.ts';
import type { CallsOfDay } from './call-attempt.model.ts';
import { callsBetween } from './call-attempt.store.ts';
import {
  chooseDue,
  countLive,
  type DueAttempt,
  lockClaims,
  markDialled,
  markRinging,
  nextDueAt,
  postpone,
  rezone,
} from './dispatch.store.ts';
import { awaitNumbers, returnToQueues } from './number-wait.store.ts';
import { settle } from './settlement.actions.ts';
import type { LiveCall } from './worker-liveness.model.ts';

export type { DueAttempt, LiveCall };

/**
 * Takes due calls for a worker that has so many places free. Once this has committed each of them is dialled at
 * most once: by this worker, or by nobody. A call that cannot be taken keeps no other from it.
 */
export async function claimDue(
  everywhere: Everywhere,
  workerId: string,
  places: number,
  backoff: RowBackoff = RowBackoff.throwing(),
): Promise<DueAttempt[]> {
  const clocks = new TimeZones();
  const taken: DueAttempt[] = [];
  let most = places;
  for (let round = 0; round < MOST_ROUNDS && taken.length < places; round++) {
    const left = places - taken.length;
    const found = await claim(everywhere, workerId, Math.min(most, left), clocks, backoff.resting());
    taken.push(...found.claimed);
    if (found.error === undefined) {
      const { uncallable, closed, blocked } = found;
      // Who was left out made room for others.
      if (uncallable.length + closed.length + blocked.length === 0) break;
      // Each by itself and with nothing claimed: a settlement takes the conversation before the attempt.
      for (const attempt of uncallable)
        await backoff.attempt(attempt.attemptId, () => closeUncalled(everywhere, attempt));
      for (const group of Map.groupBy(closed, alike).values())
        await backoff.attempt((group[0] as DueAttempt).attemptId, () =>
          postponeGroup(everywhere, group, clocks),
        );
    } else {
      const [only, ...others] = found.chosen;
      // Those that were taken are this worker's, whatever happens to the others.
      if (!only && taken.length > 0) break;
      if (!only) throw found.error;
      // Whose fault it is shows when they are taken one by one.
      if (others.length === 0) backoff.note(only.attemptId, found.error);
      most = others.length === 0 ? places : 1;
    }
  }
  return taken;
}

interface Claim {
  readonly claimed: readonly DueAttempt[];
  /** Must never be dialled. */
  readonly uncallable: readonly DueAttempt[];
  /** Must not be dialled at this hour. */
  readonly closed: readonly DueAttempt[];
  /** Wait until another call to their number has ended. */
  readonly blocked: readonly DueAttempt[];
  /** Who was looked at; when something went wrong, one of them was the reason. */
  readonly chosen: readonly DueAttempt[];
  readonly error?: Error;
}

/** What is due. It is claimed, unless some of it must not be dialled: then nothing is. */
async function claim(
  everywhere: Everywhere,
  workerId: string,
  places: number,
  clocks: TimeZones,
  passedOver: readonly string[],
): Promise<Claim> {
  const none = { claimed: [], uncallable: [], closed: [], blocked: [] };
  let chosen: DueAttempt[] = [];
  try {
    return await everywhere.transaction(async (inside) => {
      await lockClaims(inside);
      await returnToQueues(inside);
      chosen = await chooseDue(inside, places, passedOver);
      const now = inside.now();
      const kinds = Map.groupBy(chosen, (attempt) => standingOf(attempt, clocks, now));
      const [uncallable, closed] = [kinds.get('uncallable') ?? [], kinds.get('closed') ?? []];
      if (chosen.length === 0 || uncallable.length + closed.length > 0)
        return { ...none, uncallable, closed, chosen };
      const { claimed, blocked } = oncePerNumber(chosen);
      if (claimed.length > 0) await markDialled(inside, workerId, claimed);
      if (blocked.length > 0) await awaitNumbers(inside, queuesOf(blocked));
      for (const [companyId, attempts] of Map.groupBy(claimed, (attempt) => attempt.companyId))
        await emit(
          inside.within(companyId, dispatcher),
          ...attempts.filter(({ isAgain }) => !isAgain).map(started),
        );
      return { ...none, claimed, blocked, chosen };
    });
  } catch (error) {
    return { ...none, chosen, error: error as Error };
  }
}

/** Of several to one telephone number the first is placed, unless a call to it is on the line already. */
function oncePerNumber(chosen: readonly DueAttempt[]) {
  const occupied = new Set<string>();
  const kinds = Map.groupBy(chosen, ({ companyId, occupies, isNumberBusy }) => {
    const key = `${companyId} ${occupies}`;
    if (occupies !== null && (isNumberBusy || occupied.has(key))) return 'blocked';
    occupied.add(key);
    return 'claimed';
  });
  return { claimed: kinds.get('claimed') ?? [], blocked: kinds.get('blocked') ?? [] };
}

const queuesOf = (attempts: readonly DueAttempt[]) => [
  ...new Map(attempts.map(({ companyId, dialQueue }) => [dialQueue, { companyId, dialQueue }])).values(),
];

/** A window closes over thousands at once: so many rounds are made to find who may still be called. */
const MOST_ROUNDS = 50;
const POSTPONED_AT_ONCE = 5000;

/** Calls wait in line, and their window may have closed since. */
function standingOf(attempt: DueAttempt, clocks: TimeZones, now: Date) {
  if (attempt.obstacle !== null) return 'uncallable';
  const zone = zoneOf(attempt);
  return zone !== null && !isOpen(attempt.callingWindow, clocks.of(zone), now) ? 'closed' : 'callable';
}

/**
 * Where the contact's day is lived by now: their number or field, or the company's time zone, may have changed while
 * the call waited. Null for a call that is placed at its time, whatever the hour.
 */
const zoneOf = ({ timeZone, timeZoneField, phoneNumber, companyTimeZone }: DueAttempt): string | null =>
  timeZone === null
    ? null
    : timeZoneOfContact(
        { phoneNumber, fields: timeZoneField === null ? {} : { timezone: timeZoneField } },
        companyTimeZone,
      );

const alike = (attempt: DueAttempt): string =>
  [attempt.companyId, attempt.dialQueue, attempt.agentId, attempt.timeZone, zoneOf(attempt)].join(' ');

/** With everybody of their kind who waits; who lives by another clock than they were scheduled by, alone. */
function postponeGroup(
  everywhere: Everywhere,
  group: readonly DueAttempt[],
  clocks: TimeZones,
): Promise<number> {
  const like = group[0] as DueAttempt;
  const zone = zoneOf(like) ?? 'UTC';
  const opening = nextOpening(like.callingWindow, clocks.of(zone), everywhere.now());
  if (zone === like.timeZone) return postpone(everywhere, like, opening, POSTPONED_AT_ONCE);
  const attemptIds = group.map(({ attemptId }) => attemptId);
  return rezone(everywhere, attemptIds, zone, opening);
}

const dispatcher = { kind: 'system', id: 'dispatch' } as const;

type Started = Pick<DueAttempt, 'attemptId' | 'conversationId' | 'contactId' | 'jobId' | 'runId'>;

export const started = (attempt: Started): NewEvent => ({
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

/** What came of the company's calls on these days, both included. */
export const callsOfDays = (scope: Scope, from: string, to: string): Promise<CallsOfDay[]> =>
  callsBetween(scope, from, to);

export const nextCallDueAt = (everywhere: Everywhere): Promise<Date | undefined> => nextDueAt(everywhere);

/** The telephones of these calls ring. */
export const noteRinging = (everywhere: Everywhere, attemptIds: readonly string[]): Promise<number> =>
  markRinging(everywhere, attemptIds);
