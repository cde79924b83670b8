import type { EnrichedProfile, NewEnrichment } from '@parley/contract/sourcing.ts';
import type { Static } from 'typebox';
import type { Enriched } from './provider.model.ts';
import type { SourcingRequest } from './request.model.ts';
import { answerOf, viewExperience } from './sourcing.model.ts';

export const enrichmentViolations = ({ profileIds, contactIds }: NewEnrichment): string[] =>
  profileIds !== undefined && contactIds !== undefined
    ? ['contactIds cannot be combined with profileIds']
    : [];

/** Whom it is for, as it is kept. */
export interface EnrichmentWanted {
  readonly ids: readonly string[];
  readonly areContacts: boolean;
}

export const wantedOf = ({ profileIds, contactIds }: NewEnrichment): EnrichmentWanted => ({
  ids: [...new Set(profileIds ?? (contactIds ?? []).map((id) => id.toLowerCase()))],
  areContacts: contactIds !== undefined,
});

const viewEnriched = (one: Enriched): Static<typeof EnrichedProfile> => ({
  profileId: one.profileId,
  status: one.failureReason === null ? 'ENRICHED' : 'FAILED',
  emails: [...one.emails],
  phones: [...one.phones],
  detailedExperience: one.detailedExperience.map(viewExperience),
  failureReason: one.failureReason,
});

export const summaryOf = (results: readonly Enriched[]) => {
  const profiles = results.map(viewEnriched);
  const failedCount = profiles.filter(({ status }) => status === 'FAILED').length;
  return { enrichedCount: profiles.length - failedCount, failedCount, profiles };
};

export const answerEnrichment = (request: SourcingRequest, results: readonly Enriched[]) =>
  answerOf(request, () => summaryOf(results));
