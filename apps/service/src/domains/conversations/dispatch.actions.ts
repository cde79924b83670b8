import { TimeZones } from '@parley/kernel/local-time.ts';
import { SIMULATED_NUMBER } from '@parley/kernel/phone-number.ts';
import { RowBackoff } from '@parley/kernel/row-backoff.ts';
import type { Everywhere, Scope } from '../../storage/scope.ts';
import { emit } from '../events/event.actions.ts';
import type { NewEvent } from '../events/event.model.ts';
import type { CallsOfEnding } from './call-attempt.model.ts';
import { endingsBetween } from './call-attempt.store.ts';
import { alike, CallsToday, type HoursOf, postponeGroup, putOff, standingOf } from './dial-hours.actions.ts';
import { callsOfContact, callsOfNumber } from './dial-rules.store.ts';
import {
  type ClaimMark,
  chooseDue,
  countLive,
  type DueAttempt,
  heldClaims,
  markDialled,
  markRinging,
} from './dispatch.store.ts';
import {
  type DueQueue,
  dueQueues,
  lockCompany,
  lockFreeCompanies,
  nextDueAt,
  restQueues,
} from './due-queue.store.ts';
import { awaitNumbers, isNumberBusy, occupiedNumber, returnToQueues } from './number-wait.store.ts';
import { settle } from './settlement.actions.ts';
import type { LiveCall } from './worker-liveness.model.ts';

export type { ClaimMark, DueAttempt, LiveCall };
export { callsOfContact, callsOfNumber, heldClaims, isNumberBusy, occupiedNumber };

/** Keeps claims from a database that has forgotten calls, and ties them to the dial ledger. */
export interface ClaimGuard {
  /** False: nothing may be claimed now. */
  isClaimable(inside: Everywhere): Promise<boolean>;
  /** Counts the claim, in its transaction; undefined: it must be rolled back. */
  mark(inside: Everywhere): Promise<ClaimMark | undefined>;
}

/**
 * Takes due calls for a worker that has so many places free. Once this has committed each of them is dialled at
 * most once: by this worker, or by nobody. A call that cannot be taken keeps no other from it.
 */
export async function claimDue(
  everywhere: Everywhere,
  workerId: string,
  places: number,
  backoff: RowBackoff = RowBackoff.throwing(),
  guard?: ClaimGuard,
  longestMsOf: WantedCalls['longestMsOf'] = ({ mostMinutes = 0 }) => (mostMinutes + 1) * 60_000,
  hoursOf: HoursOf = () => undefined,
  hasDefaultTrunk = false,
): Promise<DueAttempt[]> {
  const clocks = new TimeZones();
  const taken: DueAttempt[] = [];
  let most = places;
  for (let round = 0; round < MOST_ROUNDS && taken.length < places; round++) {
    const left = places - taken.length;
    const wanted = { workerId, places: Math.min(most, left), guard, longestMsOf, hoursOf, hasDefaultTrunk };
    const found = await claim(everywhere, wanted, clocks, backoff.resting());
    taken.push(...found.claimed);
    if (found.error === undefined) {
      const { uncallable, closed, limited, blocked } = found;
      // Who was left out made room for others.
      if (uncallable.length + closed.length + limited.length + blocked.length === 0 && !found.isMoreDue)
        break;
      // Each by itself and with nothing claimed: a settlement takes the conversation before the attempt.
      for (const attempt of uncallable)
        await backoff.attempt(attempt.attemptId, () => closeUncalled(everywhere, attempt));
      const kindOf = (attempt: DueAttempt) => alike(attempt, hoursOf, everywhere.now());
      for (const group of Map.groupBy(closed, kindOf).values())
        await backoff.attempt((group[0] as DueAttempt).attemptId, () =>
          postponeGroup(everywhere, group, clocks, hoursOf),
        );
      for (const group of Map.groupBy(limited, kindOf).values())
        await backoff.attempt((group[0] as DueAttempt).attemptId, () => putOff(everywhere, group, clocks));
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
  /** Must not be dialled again today. */
  readonly limited: readonly DueAttempt[];
  /** Wait until another call to their number has ended. */
  readonly blocked: readonly DueAttempt[];
  /** Who was looked at; when something went wrong, one of them was the reason. */
  readonly chosen: readonly DueAttempt[];
  /** Queues were not looked at that may have something. */
  readonly isMoreDue: boolean;
  readonly error?: Error;
}

interface WantedCalls {
  readonly hoursOf: HoursOf;
  readonly workerId: string;
  readonly places: number;
  readonly guard: ClaimGuard | undefined;
  /** By then after its claim a call has surely ended, whatever becomes of its worker. */
  readonly longestMsOf: (attempt: DueAttempt) => number;
  /** Whether the settings of this process have a trunk. */
  readonly hasDefaultTrunk: boolean;
}

/** So many queues are looked at beside one for each place, to choose fairly among them. */
const MORE_QUEUES = 64;

/**
 * What is due. It is claimed, unless some of it must not be dialled now: then nothing is. Those that only wait for their
 * number or for the next day are left out.
 */
async function claim(
  everywhere: Everywhere,
  { workerId, places, guard, longestMsOf, hoursOf, hasDefaultTrunk }: WantedCalls,
  clocks: TimeZones,
  passedOver: readonly string[],
): Promise<Claim> {
  const none = { claimed: [], uncallable: [], closed: [], limited: [], blocked: [], isMoreDue: false };
  let chosen: DueAttempt[] = [];
  try {
    await returnToQueues(everywhere);
    const most = places + MORE_QUEUES;
    // Twice as many, so that two who claim at the same time need not wait for each other.
    const due = await dueQueues(everywhere, 2 * most);
    if (due.length === 0) return { ...none, chosen };
    return await everywhere.transaction(async (inside) => {
      const [queues, isClaimable] = await Promise.all([
        lockQueues(inside, due, most),
        guard?.isClaimable(inside) ?? true,
      ]);
      if (!isClaimable) return { ...none, chosen };
      chosen = await chooseDue(inside, queues, places, passedOver);
      const now = inside.now();
      const today = new CallsToday(clocks, now);
      const kinds = Map.groupBy(chosen, (attempt) => {
        const standing = standingOf(attempt, clocks, now, hoursOf);
        return standing === 'callable' && !today.allows(attempt) ? 'limited' : standing;
      });
      const [uncallable, closed] = [kinds.get('uncallable') ?? [], kinds.get('closed') ?? []];
      const limited = kinds.get('limited') ?? [];
      if (uncallable.length + closed.length > 0) return { ...none, uncallable, closed, limited, chosen };
      const { claimed: free, blocked } = oncePerNumber(kinds.get('callable') ?? []);
      const mark = free.length > 0 ? await guard?.mark(inside) : undefined;
      if (guard && free.length > 0 && !mark) throw new RolledBack();
      const claimed = free.map((attempt) => ({
        ...attempt,
        ...(mark && { mark }),
        staysSimulated: staysSimulated(attempt, hasDefaultTrunk),
      }));
      const written: Promise<unknown>[] = [];
      if (claimed.length > 0)
        written.push(
          markDialled(inside, workerId, claimed, {
            mark,
            endsBy: (attempt) => new Date(now.getTime() + longestMsOf(attempt)),
          }),
        );
      if (blocked.length > 0) written.push(awaitNumbers(inside, queuesOf(blocked)));
      for (const [companyId, attempts] of Map.groupBy(claimed, (attempt) => attempt.companyId))
        written.push(
          emit(
            inside.within(companyId, dispatcher),
            ...attempts.filter(({ isAgain }) => !isAgain).map(started),
          ),
        );
      await Promise.all(written);
      const isCrowded = due.length > most;
      const rested = chosen.length < places ? await restQueues(inside, queues, isCrowded) : 0;
      const isMoreDue = queues.length < due.length && (!isCrowded || rested + claimed.length > 0);
      return { ...none, claimed, limited, blocked, chosen, isMoreDue };
    });
  } catch (error) {
    if (error instanceof RolledBack) return { ...none, chosen: [] };
    return { ...none, chosen, error: error as Error };
  }
}

/** No telephone rings: a test key had a hand in it, its number belongs to nobody, or there is no trunk at all. */
const staysSimulated = (
  { isSimulated = false, phoneNumber, hasTrunk = false }: DueAttempt,
  hasDefaultTrunk: boolean,
): boolean => isSimulated || SIMULATED_NUMBER.test(phoneNumber ?? '') || !(hasTrunk || hasDefaultTrunk);

/**
 * The queues of companies for which nobody else claims calls at the moment; where somebody does for all of them, those of
 * the first, once they have ended. Nobody waits while others wait for them, so there is no deadlock.
 */
async function lockQueues(
  inside: Everywhere,
  due: readonly DueQueue[],
  most: number,
): Promise<readonly DueQueue[]> {
  const companyIds = [...new Set(due.map(({ companyId }) => companyId))];
  const locked = new Set(await lockFreeCompanies(inside, companyIds, most));
  const [first] = companyIds;
  if (locked.size === 0 && first !== undefined) {
    await lockCompany(inside, first);
    locked.add(first);
  }
  return due.filter(({ companyId }) => locked.has(companyId));
}

/** The guard refused the claim: that is no fault of a call. */
class RolledBack extends Error {}

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

const uncalled = {
  do_not_call: { kind: 'do_not_call', notes: () => 'The contact asked never to be called again' },
  registered: { kind: 'do_not_call', notes: () => 'The number is on a do-not-call register' },
  invalid_number: { kind: 'invalid_number', notes: () => 'The contact has no phone number any more' },
  may_have_been_called: {
    kind: 'unknown',
    notes: (at: string) =>
      `This number was called at ${at}, and the database lost the call. Its result is unknown, so it was not called again`,
  },
} as const;

/** Nobody is dialled who asked not to be, cannot be, or may have been already. */
async function closeUncalled(everywhere: Everywhere, attempt: DueAttempt): Promise<void> {
  const { kind, notes } = uncalled[attempt.obstacle ?? 'invalid_number'];
  await settle(everywhere, {
    ...attempt,
    workerId: undefined,
    ending: { kind },
    notes: notes(attempt.lostDialAt?.toISOString() ?? ''),
    durationSeconds: null,
    transcript: [],
    findings: null,
  });
}

/** How many calls the company has on the line. */
export const liveCallsOf = (scope: Scope): Promise<number> => countLive(scope);

/** How the company's calls of these days ended; both days are included. */
export const endingsOfDays = (scope: Scope, from: string, to: string): Promise<CallsOfEnding[]> =>
  endingsBetween(scope, from, to);

export const nextCallDueAt = (everywhere: Everywhere): Promise<Date | undefined> => nextDueAt(everywhere);

/** The telephones of these calls ring. */
export const noteRinging = (everywhere: Everywhere, attemptIds: readonly string[]): Promise<number> =>
  markRinging(everywhere, attemptIds);
