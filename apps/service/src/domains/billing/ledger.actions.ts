import type { Scope } from '../../storage/scope.ts';
import { lockedAccount } from './account.actions.ts';
import { refusalOf } from './account.model.ts';
import { lockAccount, saveAccount } from './account.store.ts';
import {
  chargeAtCommit,
  deleteHolds,
  divideReservation,
  growReservation,
  holdAtCommit,
  insertEntries,
  insertHolds,
  lockHold,
  moveHold,
  needsSlowPath,
  releaseAtCommit,
  sumLedger,
  tryCharge,
  tryHold,
  tryRelease,
} from './ledger.store.ts';
import { priceOf, rounded } from './price.model.ts';

/**
 * Money, in the transaction of whoever spends it. Admissions at the same time take turns at the company's row and
 * can never promise the same minute twice; settlements of the same call take turns at its hold. Whoever needs both
 * takes the hold first.
 */

export interface Call {
  readonly attemptId: string;
  /** The most it may take: the agent's duration. */
  readonly minutes: number;
}

/** Holds the minutes of every call in the list, or refuses the whole list with the numbers. */
export async function admit(scope: Scope, calls: readonly Call[]): Promise<void> {
  if (calls.length === 0 || (await tryHold(scope, calls))) return;
  await scope.transaction(async (inside) => {
    const account = await lockedAccount(inside);
    const refusal = refusalOf(
      account,
      calls.reduce((sum, call) => sum + call.minutes, 0),
    );
    if (refusal) throw refusal;
    const holds = calls.map((call) => ({ ...call, amount: priceOf(account.plan, call.minutes) }));
    await insertHolds(inside, holds);
    await insertEntries(
      inside,
      account.periodStart,
      holds.map((hold) => ({ kind: 'HOLD' as const, ...hold })),
    );
    await saveAccount(inside, { ...account, held: rounded(account.held + sum(holds)) });
  });
}

/**
 * Charges a call's connected minutes and gives the rest of its hold back. A call that outlasted its hold is
 * charged whole: what was connected is what is owed. Without a hold it does nothing and says so: the call was
 * settled before.
 */
export async function charge(scope: Scope, call: Call): Promise<'charged' | 'settled before'> {
  if (await tryCharge(scope, call)) return 'charged';
  return scope.transaction(async (inside) => {
    const [hold] = await deleteHolds(inside, [call.attemptId]);
    if (!hold) return 'settled before';
    const account = await lockedAccount(inside);
    const amount = priceOf(account.plan, call.minutes);
    const rest = {
      minutes: Math.max(0, hold.minutes - call.minutes),
      amount: Math.max(0, rounded(hold.amount - amount)),
    };
    await insertEntries(inside, account.periodStart, [
      { kind: 'CHARGE', attemptId: call.attemptId, minutes: call.minutes, amount },
      { kind: 'RELEASE', attemptId: call.attemptId, ...rest },
    ]);
    await saveAccount(inside, {
      ...account,
      held: rounded(account.held - hold.amount),
      charged: rounded(account.charged + amount),
      chargedCalls: account.chargedCalls + 1,
    });
    return 'charged';
  });
}

/** Gives the holds of calls that cost nothing back. What is settled already stays as it is. */
export async function release(scope: Scope, attemptIds: readonly string[]): Promise<void> {
  if (attemptIds.length === 0 || (await tryRelease(scope, attemptIds))) return;
  await scope.transaction(async (inside) => {
    const holds = await deleteHolds(inside, attemptIds);
    if (holds.length === 0) return;
    const account = await lockedAccount(inside);
    await insertEntries(
      inside,
      account.periodStart,
      holds.map((hold) => ({ kind: 'RELEASE' as const, ...hold })),
    );
    await saveAccount(inside, { ...account, held: rounded(account.held - sum(holds)) });
  });
}

/** What a transaction does with money, now or along with its commit. */
export interface Ledger {
  admit(scope: Scope, calls: readonly Call[]): Promise<unknown>;
  charge(scope: Scope, calls: readonly Call[]): Promise<unknown>;
  release(scope: Scope, attemptIds: readonly string[]): Promise<unknown>;
}

const alongWithCommit: Ledger = {
  admit: holdAtCommit,
  charge: chargeAtCommit,
  release: releaseAtCommit,
};
/** With the rules asked first, and the answer known. */
export const asked: Ledger = {
  admit,
  async charge(scope, calls) {
    for (const call of calls) await charge(scope, call);
  },
  release,
};

/**
 * Does the work with its ledger operations sent along with the commit, which keeps the account for the shortest
 * time. Where something is out of the ordinary nothing has happened, and the work is done again with the rules
 * asked first.
 */
export async function withLedger<Result>(transact: (ledger: Ledger) => Promise<Result>): Promise<Result> {
  try {
    return await transact(alongWithCommit);
  } catch (error) {
    if (!needsSlowPath(error)) throw error;
    return transact(asked);
  }
}

/** Whether the account's counters are the sums of the rows beneath them. */
export const isExact = (scope: Scope): Promise<boolean> =>
  scope.transaction(async (inside) => {
    const account = await lockAccount(inside);
    if (!account) return true;
    const sums = await sumLedger(inside, account.periodStart);
    return (Object.keys(sums) as (keyof typeof sums)[]).every((name) => sums[name] === account[name]);
  });

const sum = (holds: readonly { amount: number }[]): number =>
  holds.reduce((total, hold) => total + hold.amount, 0);

/**
 * Minutes for a long list of calls, admitted as a whole before the calls exist. The reservation is a hold of its
 * own that shrinks as the calls take their parts; what becomes of each part is entered in the ledger with its call.
 * As everywhere the hold is taken before the account.
 */

/** Whether calls of so many minutes would be admitted now; refuses as their admission would. */
export async function requireAffordable(scope: Scope, minutes: number): Promise<void> {
  await scope.transaction(async (inside) => {
    const refusal = refusalOf(await lockedAccount(inside), minutes);
    if (refusal) throw refusal;
  });
}

/** Holds so many minutes more under this id, or refuses them all with the numbers. */
export async function reserve(scope: Scope, id: string, minutes: number): Promise<void> {
  if (minutes === 0) return;
  await scope.transaction(async (inside) => {
    await lockHold(inside, id);
    const account = await lockedAccount(inside);
    const refusal = refusalOf(account, minutes);
    if (refusal) throw refusal;
    const amount = priceOf(account.plan, minutes);
    await growReservation(inside, { attemptId: id, minutes, amount });
    await saveAccount(inside, { ...account, held: rounded(account.held + amount) });
  });
}

/** Gives each of these calls its minutes out of the reservation. What is promised stays the same. */
export async function divide(
  scope: Scope,
  id: string,
  attemptIds: readonly string[],
  minutesEach: number,
): Promise<void> {
  if (attemptIds.length === 0) return;
  await scope.transaction(async (inside) => {
    await lockHold(inside, id);
    const { plan, periodStart } = await lockedAccount(inside);
    await divideReservation(inside, id, periodStart, attemptIds, {
      minutes: minutesEach,
      amount: priceOf(plan, minutesEach),
    });
  });
}

/** What was held under one of these ids is held for this call from now on, unless it has a hold already. False: nothing was held. */
export async function handOver(scope: Scope, from: readonly string[], attemptId: string): Promise<boolean> {
  return scope.transaction(async (inside) => {
    if ((await lockHold(inside, attemptId)) > 0) return true;
    for (const id of from) {
      if ((await lockHold(inside, id)) === 0) continue;
      const { periodStart } = await lockedAccount(inside);
      return (await moveHold(inside, id, attemptId, periodStart)) > 0;
    }
    return false;
  });
}

/** Gives back what is left of a reservation. */
export async function unreserve(scope: Scope, id: string): Promise<void> {
  await scope.transaction(async (inside) => {
    const [rest] = await deleteHolds(inside, [id]);
    if (!rest) return;
    const account = await lockedAccount(inside);
    await saveAccount(inside, { ...account, held: rounded(account.held - rest.amount) });
  });
}
