import { setTimeout as sleep } from 'node:timers/promises';
import { holdRequest, openRequest, releaseRequest, scopeOf } from '../domains/sourcing/request.actions.ts';
import type { RequestOrder, SourcingRequest } from '../domains/sourcing/request.model.ts';
import type { Everywhere, Scope } from '../storage/scope.ts';

/** A process that dies keeps others waiting for so long. */
const LEASE_SECONDS = 10;
const RENEW_MS = 3000;
const LOOK_MS = 250;

/**
 * Works on a request while no other process does: a search costs money where a vendor is asked. Whoever comes second
 * waits until the first has ended it, or has died.
 */
export async function whileHeld<Wanted>(
  everywhere: Everywhere,
  order: RequestOrder,
  signal: AbortSignal,
  work: (scope: Scope, request: SourcingRequest<Wanted>) => Promise<void>,
): Promise<void> {
  const scope = scopeOf(everywhere, order);
  const lease = everywhere.newId();
  const hold = () => holdRequest(scope, order.requestId, lease, LEASE_SECONDS);
  for (;;) {
    const request = await openRequest<Wanted>(scope, order.requestId);
    if (!request) return;
    if (await hold()) {
      // A renewal that fails is made up for by the next one; if none succeeds, the result still counts once.
      const renewing = setInterval(() => hold().catch(() => {}), RENEW_MS);
      try {
        return await work(scope, request);
      } finally {
        clearInterval(renewing);
        await releaseRequest(scope, order.requestId, lease).catch(() => {});
      }
    }
    await sleep(LOOK_MS, undefined, { signal });
  }
}
