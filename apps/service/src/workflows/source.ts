import { setTimeout as sleep } from 'node:timers/promises';
import type { Assessment, Score } from '../domains/sourcing/assessment.model.ts';
import type { Criteria } from '../domains/sourcing/criteria.model.ts';
import type { Profile } from '../domains/sourcing/profile.model.ts';
import { ProviderFailure, type SourcingProvider } from '../domains/sourcing/provider.model.ts';
import {
  failRequest,
  leaseRequest,
  noteFound,
  openRequest,
  releaseLease,
  scopeOf,
} from '../domains/sourcing/request.actions.ts';
import type { RequestOrder, SourcingRequest } from '../domains/sourcing/request.model.ts';
import { completePreview, completeSourcing } from '../domains/sourcing/sourcing.actions.ts';
import type { Everywhere, Scope } from '../storage/scope.ts';

export interface SourcingServices {
  readonly provider: SourcingProvider;
  readonly score: Score;
  readonly onError: (error: Error) => void;
}

/**
 * Searches for candidates and scores them. A provider that cannot answer, or a judge that fails, ends the run as failed;
 * whatever else goes wrong is thrown, and the queue tries again. Done twice, it is done once.
 */
export const source = (
  everywhere: Everywhere,
  { provider, score, onError }: SourcingServices,
  order: RequestOrder,
  signal: AbortSignal,
): Promise<void> =>
  withLease<Criteria>(everywhere, order, signal, async (scope, { id, kind, wanted: criteria }) => {
    const isPreview = kind === 'PREVIEW';
    const found = await provider.search(scope, { requestId: id, criteria, isPreview }).catch(failureOnly);
    if (found instanceof ProviderFailure) {
      const errorCode = 'PROVIDER_TEMPORARILY_UNAVAILABLE';
      return failRequest(scope, id, { errorCode, errorMessage: found.message });
    }
    await noteFound(scope, id, found.total);
    if (isPreview) return completePreview(scope, id, found, criteria.limit);
    const scored = await judged(score, criteria, found.profiles).catch((error: Error) => {
      onError(new Error(`Candidates could not be scored: ${error.message}`, { cause: error }));
      return undefined;
    });
    if (scored) return completeSourcing(scope, id, { scored, foundCount: found.total }, criteria.limit);
    return failRequest(scope, id, {
      errorCode: 'AGENT_ERROR',
      errorMessage: 'The candidates that were found could not be scored',
    });
  });

/** What the provider itself says; an error of the machine stays one. */
export function failureOnly(error: unknown): ProviderFailure {
  if (error instanceof ProviderFailure) return error;
  throw error;
}

async function judged(
  score: Score,
  criteria: Criteria,
  found: readonly Profile[],
): Promise<{ profile: Profile; assessment: Assessment }[]> {
  const assessments = await score(criteria, found);
  return found.map((profile, place) => {
    const assessment = assessments[place];
    if (!assessment) throw new Error(`${assessments.length} of ${found.length} were scored`);
    return { profile, assessment };
  });
}

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
