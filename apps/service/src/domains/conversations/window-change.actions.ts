import { nextOpening } from '@parley/kernel/calling-window.ts';
import { TimeZones } from '@parley/kernel/local-time.ts';
import type { Everywhere, Scope } from '../../storage/scope.ts';
import type { CompanyId } from '../../storage/sql.ts';
import { findCallingWindow } from '../agents/agent.actions.ts';
import { ownCompany } from '../companies/company.actions.ts';
import { timeZoneOfContact } from '../contacts/contact.model.ts';
import { lockGoverned, moveGoverned, wakeDispatchers } from './call-attempt.store.ts';
import { lockClaimsWithin } from './dial-queue.store.ts';

/** So many are moved in one transaction: those whose calls they are wait for it. */
const BATCH = 1000;
const FIRST = '00000000-0000-0000-0000-000000000000';

/**
 * Moves the waiting calls of an agent into its calling window as it is now, or that of their run, earlier or later, of
 * runs and of conversations on their own. A call that somebody set a time for stays there. Repeating it changes nothing, so a
 * process that dies in the middle leaves nothing to tidy up.
 */
export async function moveIntoWindow(
  everywhere: Everywhere,
  { companyId, agentId }: { readonly companyId: string; readonly agentId: string },
  signal?: AbortSignal,
): Promise<void> {
  const scope = everywhere.within(companyId as CompanyId, { kind: 'system', id: 'calling-window' });
  const clocks = new TimeZones();
  let after: string | undefined = FIRST;
  while (after !== undefined && !signal?.aborted) after = await moveBatch(scope, agentId, after, clocks);
  signal?.throwIfAborted();
}

/** Answers the last conversation it looked at; undefined when there are no more. */
function moveBatch(
  scope: Scope,
  agentId: string,
  after: string,
  clocks: TimeZones,
): Promise<string | undefined> {
  return scope.transaction(async (inside) => {
    const waiting = await lockGoverned(inside, agentId, after, BATCH);
    const window = await findCallingWindow(inside, agentId);
    if (window === undefined || waiting.length === 0) return undefined;
    const { timezone } = await ownCompany(inside);
    const now = inside.now();
    const moved = waiting.flatMap(({ id, scheduledAt, earliestAt, phoneNumber, timeZoneField, rules }) => {
      const fields = timeZoneField === null ? {} : { timezone: timeZoneField };
      const timeZone = timeZoneOfContact({ phoneNumber, fields }, timezone);
      const from = earliestAt !== null && earliestAt > now ? earliestAt : now;
      // One that is due already, and may be placed, keeps its place in the queue.
      const hours = rules?.callingWindow === undefined ? window : rules.callingWindow;
      const wanted = nextOpening(hours, clocks.of(timeZone), from);
      const at = wanted <= now && scheduledAt <= now ? scheduledAt : wanted;
      return at.getTime() === scheduledAt.getTime() ? [] : [{ id, at, timeZone }];
    });
    if (moved.length > 0) {
      // It writes to the queues, in any order, as a claim does.
      await lockClaimsWithin(inside);
      await moveGoverned(inside, moved);
      await wakeDispatchers(inside);
    }
    return waiting.length < BATCH ? undefined : waiting.at(-1)?.conversationId;
  });
}
