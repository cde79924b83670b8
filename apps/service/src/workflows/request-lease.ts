import { setTimeout as sleep } from 'node:timers/promises';
import { leaseRequest, openRequest, releaseLease, scopeOf } from '../domains/sourcing/request.actions.ts';
import type { RequestOrder, SourcingRequest } from '../domains/sourcing/request.model.ts';
import type { Everywhere, Scope } from '../storage/scope.ts';

/** How long others wait for a process that died. */
const LEASE_SECONDS = 10;
const RENEW_MS = 3000;
const POLL_MS = 250;

/**
 * Works on a request under a lease, so that no two processes search at the same time: a search at a vendor costs money.
 * A second process waits until the first has finished or died.
 */
export async function withLease<Wanted>(
  everywhere: Everywhere,
  order: RequestOrder,
  signal: AbortSignal,
  work: (scope: Scope, request: SourcingRequest<Wanted>) => Promise<void>,
): Promise<void> {
  const scope = scopeOf(everywhere, order);
  const lease = everywhere.newId();
  const renew = () => leaseRequest(scope, order.requestId, lease, LEASE_SECONDS);
  for (;;) {
    const request = await openRequest<Wanted>(scope, order.requestId);
    if (!request) return;
    if (await renew()) {
      // The next renewal makes up for one that fails; if none succeeds, the result is still stored only once.
      const renewing = setInterval(() => renew().catch(() => {}), RENEW_MS);
      try {
        return await work(scope, request);
      } finally {
        clearInterval(renewing);
        await releaseLease(scope, order.requestId, lease).catch(() => {});
      }
    }
    await sleep(POLL_MS, undefined, { signal });
  }
}
