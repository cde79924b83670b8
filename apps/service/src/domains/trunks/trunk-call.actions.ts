import { type Everywhere, retried, type Scope } from '../../storage/scope.ts';
import type { CompanyId } from '../../storage/sql.ts';
import { WORKER_LOST_AFTER_SECONDS } from '../conversations/worker-liveness.model.ts';
import { chooseNumber, waitOf } from './call-limit.model.ts';
import { noteCountry } from './called-country.actions.ts';
import { minuteRoom } from './minute-limit.actions.ts';
import { deleteOldMinutes, holdMoreMinutes, settleLostMinutes, settleMinutes } from './minute-limit.store.ts';
import { deleteLostProblems as deleteLostOperatorProblems } from './operator-trunk.store.ts';
import { type Routing, routingOf } from './trunk.model.ts';
import { trunkOfNumber, trunksFor, trunksOfNumbers } from './trunk.store.ts';
import {
  countCall,
  deleteLostProblems,
  deleteOldCalls,
  deleteOldCounts,
  insertTrunkCall,
  LOCK_NOT_AVAILABLE,
  limitLockWaits,
  lockNumber,
  lockPool,
  lockTrunkLimits,
  saveEnd,
  type TrunkCallEnd,
  trunkLimits,
  usageOfNumbers,
  usageOfTrunk,
} from './trunk-call.store.ts';
import { deleteOldSettingsChecks } from './trunk-health.store.ts';
import { deleteLostRegistrations } from './trunk-registration.store.ts';

export type { TrunkCallEnd };

/** Which trunks a call may take, read anew for each call: a change counts from the next call on. */
export async function findRouting(
  everywhere: Everywhere,
  companyId: CompanyId,
  { to, from, hasDefault }: { to: string; from: string | null; hasDefault: boolean },
  fraction: () => number,
): Promise<Routing> {
  const pinnedTo = from === null ? null : await trunkOfNumber(everywhere, companyId, from);
  return routingOf(await trunksFor(everywhere, companyId), { to, pinnedTo, hasDefault }, fraction);
}

/** Which calls wait because the trunk for their number is switched off. */
export interface SwitchedOff {
  /** Numbers that begin with the same ones of these take the same trunks. */
  readonly prefixes: readonly string[];
  readonly holds: (to: string) => boolean;
}

/** Undefined: no trunk is switched off. `callerIds` are ids of the company's numbers; null: an agent names none. */
export async function findSwitchedOff(
  scope: Scope,
  { callerIds, hasDefault }: { callerIds: readonly (string | null)[]; hasDefault: boolean },
): Promise<SwitchedOff | undefined> {
  const trunks = await trunksFor(scope, scope.companyId);
  if (trunks.every(({ isActive }) => isActive)) return undefined;
  const numbers = await trunksOfNumbers(
    scope,
    callerIds.filter((id) => id !== null),
  );
  const pins = new Set(callerIds.map((id) => numbers.find((number) => number.id === id)?.trunkId ?? null));
  return {
    prefixes: [...new Set(trunks.flatMap(({ prefixes }) => prefixes))],
    holds: (to) =>
      [...pins].some(
        (pinnedTo) => routingOf(trunks, { to, pinnedTo, hasDefault }, () => 0).kind === 'inactive',
      ),
  };
}

export interface WantedCall {
  /** Null: a default trunk, whose limits are those of its process. */
  readonly trunkId: string | null;
  /** User and address of the default trunk, for its health; absent or null: the trunk is a record. */
  readonly settingsTrunk?: string | null;
  readonly workerId: string;
  readonly to: string;
  /** The agent's own number; null: one of the company's pool, where it has one. */
  readonly from: string | null;
  /** As long as it may last; absent: nobody knows. */
  readonly mostMinutes?: number | undefined;
  /** The second leg of a call that its number was counted for; it shows the same one. */
  readonly isSecondLeg?: boolean;
}

export type Admission =
  /** `from` null: as the trunk has it. */
  | { readonly kind: 'admitted'; readonly callId: string; readonly from: string | null }
  | { readonly kind: 'wait'; readonly words: string; readonly waitMs: number }
  /** Another trunk, or a person, decides when. */
  | { readonly kind: 'refused'; readonly words: string };

/** A trunk is shared by all companies: whoever cannot count its calls soon tries again. */
const LOCK_MS = 500;
/** What a call holds that nobody bounds: rather too much than none of a limit. */
const UNKNOWN_MINUTES = 120;

/**
 * Whether the call may begin now. If so it counts from here on, for every process: rows are locked while their calls are
 * counted, first the company's where it has limits of minutes, then its numbers', then the trunk's. The numbers are one
 * company's and may be many; the trunk is locked last, for the shortest time, because other companies wait for it.
 */
export const admitCall = (scope: Scope, wanted: WantedCall): Promise<Admission> =>
  retried(() => scope.transaction((inside) => admitWithin(inside, wanted))).catch((error) => {
    if (error instanceof NoRoomLeft) return error.admission;
    if ((error as { code?: unknown }).code !== LOCK_NOT_AVAILABLE) throw error;
    return { kind: 'wait', words: 'has limits that another call is being counted against', waitMs: LOCK_MS };
  });

/** Undoes what was written for a call that does not begin after all. */
class NoRoomLeft extends Error {
  readonly admission: Exclude<Admission, { kind: 'admitted' }>;

  constructor(admission: Exclude<Admission, { kind: 'admitted' }>) {
    super(admission.words);
    this.admission = admission;
  }
}

async function admitWithin(inside: Scope, wanted: WantedCall): Promise<Admission> {
  const { trunkId, settingsTrunk = null, workerId, to, from, mostMinutes = UNKNOWN_MINUTES } = wanted;
  const now = inside.now();
  await limitLockWaits(inside, LOCK_MS);
  // Calls that wait for a full trunk ask often: they lock nothing.
  const glance = trunkId === null ? undefined : await trunkRoom(inside, trunkId, now, trunkLimits);
  if (glance !== undefined && glance.kind !== 'room') return glance;
  const minutes = await minuteRoom(inside, now);
  if (minutes.kind !== 'room') return minutes;
  const chosen = await numberFor(inside, wanted, now);
  if (chosen !== undefined && chosen.kind !== 'number') return chosen;
  const number = chosen?.number;
  // It may wait for other calls of the company, and writes an event: before the lock that other companies wait for.
  await noteCountry(inside, to);
  if (trunkId !== null && glance?.hasLimits) {
    const room = await trunkRoom(inside, trunkId, now, lockTrunkLimits);
    if (room.kind !== 'room') throw new NoRoomLeft(room);
  }
  const id = inside.newId();
  await insertTrunkCall(inside, {
    id,
    trunkId,
    settingsTrunk,
    numberId: number?.id ?? null,
    workerId,
    beganAt: now,
    heldMinutes: mostMinutes,
  });
  if (trunkId !== null || number !== undefined) await countCall(inside, id, 1);
  return { kind: 'admitted', callId: id, from: number?.phoneNumber ?? from };
}

async function trunkRoom(scope: Scope, trunkId: string, now: Date, readLimits: typeof trunkLimits) {
  const limits = await readLimits(scope, trunkId);
  if (!limits?.isActive) return { kind: 'refused', words: 'is no longer there' } as const;
  const { maxConcurrentCalls, maxCallsPerSecond, maxCallsPerDay } = limits;
  const hasLimits = (maxConcurrentCalls ?? maxCallsPerSecond ?? maxCallsPerDay) !== null;
  const usage = hasLimits
    ? await usageOfTrunk(scope, trunkId, limits, now, WORKER_LOST_AFTER_SECONDS)
    : undefined;
  const wait = usage && waitOf(limits, usage, now);
  return wait ? ({ kind: 'wait', ...wait } as const) : ({ kind: 'room', hasLimits } as const);
}

async function numberFor(scope: Scope, { from, to, trunkId, isSecondLeg }: WantedCall, now: Date) {
  if (isSecondLeg) return undefined;
  if (from === null) {
    const pool = await lockPool(scope, trunkId);
    return pool.length === 0 ? undefined : chooseNumber(await withUsage(scope, pool, now), to, now);
  }
  const number = await lockNumber(scope, from);
  if (number === undefined) return undefined;
  // It was routed by the trunk of the number, which has been changed since.
  if (number.trunkId !== null && number.trunkId !== trunkId)
    return { kind: 'refused', words: 'is not the trunk of the caller ID' } as const;
  const [{ usage } = {}] = await withUsage(scope, [number], now);
  const wait = usage && waitOf(number, usage, now);
  return wait
    ? ({ kind: 'wait', ...wait, words: `cannot be used: the caller ID ${wait.words}` } as const)
    : ({ kind: 'number', number } as const);
}

async function withUsage<Number extends { readonly id: string }>(
  scope: Scope,
  numbers: readonly Number[],
  now: Date,
) {
  const ids = numbers.map(({ id }) => id);
  const rows = await usageOfNumbers(scope, ids, now, WORKER_LOST_AFTER_SECONDS);
  const byId = new Map(rows.map((row) => [row.id, row]));
  return numbers.flatMap((number) => {
    const usage = byId.get(number.id);
    return usage ? [{ number, usage }] : [];
  });
}

/** Gives the line back, with what became of the call. */
export const endTrunkCall = (scope: Scope, callId: string, end: TrunkCallEnd): Promise<void> =>
  retried(() =>
    scope.transaction(async (inside) => {
      // Whoever asks twice, because the answer was lost, takes nothing back twice.
      const isEnded = (await saveEnd(inside, callId, end)) > 0;
      // In the order of the beginning, so that there is no deadlock.
      if (isEnded) await settleMinutes(inside, callId);
      if (isEnded && !end.isOffered) await countCall(inside, callId, -1);
    }),
  );

/** A call on the line may last so much longer: the company's limits count that, too. */
export const extendTrunkCall = (scope: Scope, callId: string, minutes: number): Promise<number> =>
  retried(() => holdMoreMinutes(scope, callId, minutes));

const LOST_AT_ONCE = 1000;

/** Gives back what calls of lost workers hold: nobody else ends them. */
export const releaseLostMinutes = (everywhere: Everywhere): Promise<number> =>
  settleLostMinutes(everywhere, WORKER_LOST_AFTER_SECONDS, LOST_AT_ONCE);

const KEPT_MS = 8 * 86_400_000;
const COUNTED_MS = 2 * 86_400_000;
const AT_ONCE = 10_000;

/** Deletes what neither limits nor the health of trunks need any more. */
export async function forgetOldTrunkCalls(everywhere: Everywhere): Promise<void> {
  const before = new Date(everywhere.now().getTime() - KEPT_MS);
  while ((await deleteOldCalls(everywhere, before, AT_ONCE)) === AT_ONCE);
  const counted = new Date(everywhere.now().getTime() - COUNTED_MS);
  await deleteOldCounts(everywhere, counted);
  await deleteOldMinutes(everywhere, counted);
  await deleteLostProblems(everywhere);
  await deleteLostOperatorProblems(everywhere);
  await deleteLostRegistrations(everywhere);
  await deleteOldSettingsChecks(everywhere, before);
}
