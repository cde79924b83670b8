import { completeEnrichment, soughtBy } from '../domains/sourcing/enrichment.actions.ts';
import {
  deletedContact,
  type Enriched,
  ProviderFailure,
  type Sought,
  type SourcingProvider,
  unenriched,
} from '../domains/sourcing/provider.model.ts';
import { failRequest, noteFound } from '../domains/sourcing/request.actions.ts';
import type { RequestOrder } from '../domains/sourcing/request.model.ts';
import type { EnrichmentWanted } from '../domains/sourcing/sourcing.model.ts';
import type { Everywhere } from '../storage/scope.ts';
import { failureOnly, withLease } from './source.ts';

/** In batches: if the provider fails, the results of earlier batches are kept. */
const AT_ONCE = 20;

/** Enriches profiles through the provider. The request fails only if the provider fails before the first result. */
export const enrich = (
  everywhere: Everywhere,
  provider: SourcingProvider,
  order: RequestOrder,
  signal: AbortSignal,
): Promise<void> =>
  withLease<EnrichmentWanted>(everywhere, order, signal, async (scope, { id, wanted }) => {
    const { sought, own, gone } = await soughtBy(scope, wanted);
    const known = new Map(own.map((one) => [one.profileId, one]));
    const answered = new Map(gone.map((one) => [one, deletedContact(one)]));
    for (let at = 0; at < sought.length; at += AT_ONCE) {
      const some = sought.slice(at, at + AT_ONCE);
      const found = await provider.enrich(scope, { requestId: id, sought: some }).catch(failureOnly);
      if (found instanceof ProviderFailure && at === 0) {
        const errorCode = 'PROVIDER_TEMPORARILY_UNAVAILABLE';
        return failRequest(scope, id, { errorCode, errorMessage: found.message });
      }
      for (const one of answersFor(some, found, known)) answered.set(one.profileId, one);
      await noteFound(scope, id, answered.size);
    }
    return completeEnrichment(
      scope,
      id,
      wanted,
      wanted.ids.flatMap((one) => answered.get(one) ?? []),
    );
  });

const answersFor = (
  sought: readonly Sought[],
  found: readonly Enriched[] | ProviderFailure,
  known: ReadonlyMap<string, Enriched>,
): readonly Enriched[] =>
  found instanceof ProviderFailure
    ? sought.map(({ profileId }) => unenriched(profileId, found.message))
    : found.map((one) => together(known.get(one.profileId), one));

/** What a contact says of itself comes first. Where the provider knows nothing, that is still something. */
function together(own: Enriched | undefined, found: Enriched): Enriched {
  if (!own) return found;
  return {
    profileId: own.profileId,
    emails: distinct([...own.emails, ...found.emails]),
    phones: distinct([...own.phones, ...found.phones]),
    detailedExperience: [...own.detailedExperience, ...found.detailedExperience],
    failureReason: null,
  };
}

/** The first spelling of each. */
const distinct = (addresses: readonly string[]): string[] =>
  addresses.filter(
    (address, at) => addresses.findIndex((one) => one.toLowerCase() === address.toLowerCase()) === at,
  );
