import type { Scope } from '../../storage/scope.ts';
import { lockedAccount } from './account.actions.ts';
import { refusalOf } from './account.model.ts';
import { saveAccount } from './account.store.ts';
import { deleteHolds, divideReservation, growReservation, lockHold, moveHold } from './ledger.store.ts';
import { priceOf, rounded } from './price.model.ts';

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

/** What was held under one id is held for this call from now on. False: nothing was. */
export async function handOver(scope: Scope, from: string, attemptId: string): Promise<boolean> {
  return scope.transaction(async (inside) => {
    await lockHold(inside, from);
    const { periodStart } = await lockedAccount(inside);
    return (await moveHold(inside, from, attemptId, periodStart)) > 0;
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
