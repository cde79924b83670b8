import { Failure } from '@parley/kernel/failure.ts';
import type { Scope } from '../../storage/scope.ts';
import { admit, asked, handOver, type Ledger } from '../billing/ledger.actions.ts';
import type { Attempt } from './call-attempt.model.ts';
import { saveAttempts } from './call-attempt.store.ts';
import { type EndedCall, isCharged, minutesCharged, type Outcome } from './settlement-outcome.actions.ts';

/** What the next call holds is asked for after this one's rest was given back; the others go along with the commit. */
export async function pay(
  ledger: Ledger,
  scope: Scope,
  outcomes: ReadonlyMap<EndedCall, Outcome>,
): Promise<void> {
  // The minutes of a call that counted as lost were given back, and held again for the next one: that hold pays.
  const owed = [...outcomes].flatMap(([call, outcome]): [EndedCall, Outcome][] =>
    outcome.isOwed
      ? [[{ ...call, attemptId: outcome.heldAgainAs ?? outcome.superseded ?? call.attemptId }, outcome]]
      : [],
  );
  for (const [call, { heldAgainAs, isOwed }] of outcomes)
    if (isOwed && heldAgainAs !== undefined) await holdAgain(scope, call, heldAgainAs);
  for (const [call, { after }] of owed) {
    if (!isHeldFor(after)) continue;
    await payFor(asked, scope, [call]);
    await holdNext(scope, after.next.attempt, after.next.minutes);
  }
  await payFor(
    ledger,
    scope,
    owed.flatMap(([call, { after }]) => (isHeldFor(after) ? [] : [call])),
  );
}

type Held = NonNullable<Outcome['after']> & Required<Pick<NonNullable<Outcome['after']>, 'next'>>;

const isHeldFor = (after: Outcome['after']): after is Held => (after?.next?.minutes ?? 0) > 0;

/** A web call that counted as lost has kept its minutes so that it could be joined again. */
async function holdAgain(scope: Scope, call: EndedCall, id: string): Promise<void> {
  if (await handOver(scope, [call.attemptId], id)) return;
  if (minutesCharged(call) > 0) await isAffordable(scope, id, minutesCharged(call));
}

async function payFor(ledger: Ledger, scope: Scope, calls: readonly EndedCall[]): Promise<void> {
  const [charged, free] = [calls.filter(isCharged), calls.filter((call) => !isCharged(call))];
  if (charged.length > 0)
    await ledger.charge(
      scope,
      charged.map((call) => ({ attemptId: call.attemptId, minutes: minutesCharged(call) })),
    );
  if (free.length > 0)
    await ledger.release(
      scope,
      free.map(({ attemptId }) => attemptId),
    );
}

/** After what the last call did not use has been given back. */
async function holdNext(scope: Scope, following: Attempt, minutes: number): Promise<void> {
  if (!(await isAffordable(scope, following.id, minutes)))
    await saveAttempts(scope, [{ ...following, isAdmitted: false }]);
}

/** Holds the minutes of a further call. Refused, the call waits and is asked for again every minute. */
export async function isAffordable(scope: Scope, attemptId: string, minutes: number): Promise<boolean> {
  try {
    await admit(scope, [{ attemptId, minutes }]);
    return true;
  } catch (error) {
    if (error instanceof Failure && error.kind === 'payment_required') return false;
    throw error;
  }
}
