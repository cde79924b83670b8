import { EnrichedProfile } from '@parley/contract/request-event.ts';
import { Named, NeedsOneOf, OneOf, Strict, Timestamp, Uuid } from '@parley/contract/schema.ts';
import { type Static, Type } from 'typebox';

import { ProfileId } from './profile.model.ts';
import type { Enriched } from './provider.model.ts';
import type { SourcingRequest } from './request.model.ts';
import { answerOf, failedPart, viewExperience } from './sourcing.model.ts';

const MOST = 100;

export const NewEnrichment = Named(
  'NewEnrichment',
  Strict(
    {
      profileIds: Type.Optional(
        Type.Array(ProfileId, {
          minItems: 1,
          maxItems: MOST,
          example: ['01957a2e-7c00-7000-8000-0000000000e1'],
        }),
      ),
      contactIds: Type.Optional(Type.Array(Uuid(), { minItems: 1, maxItems: MOST })),
    },
    { ...NeedsOneOf('profileIds', 'contactIds'), description: 'One of the two.' },
  ),
);
export type NewEnrichment = Static<typeof NewEnrichment>;

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

export const EnrichmentResult = Named(
  'EnrichmentResult',
  Strict({
    success: Type.Literal(true),
    requestId: Type.String({ example: 'req_enr_01957a2e-7c00-7000-8000-000000000000' }),
    status: OneOf(['completed', 'failed']),
    createdAt: Timestamp(),
    completedAt: Timestamp(),
    enrichedCount: Type.Optional(Type.Integer({ minimum: 0, description: 'When `completed`.' })),
    failedCount: Type.Optional(Type.Integer({ minimum: 0, description: 'When `completed`.' })),
    profiles: Type.Optional(
      Type.Array(EnrichedProfile, {
        description:
          'In the order they were named. The `profileId` of a contact is its id. When `completed`.',
      }),
    ),
    ...failedPart,
  }),
);

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
