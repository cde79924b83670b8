import type {
  EnrichedProfile,
  ExperienceView,
  NewEnrichment,
  PreviewCandidate,
  SourcedCandidate,
} from '@parley/contract/sourcing.ts';
import type { Static } from 'typebox';
import type { Assessment } from './assessment.model.ts';
import type { Experience, Profile } from './profile.model.ts';
import type { Enriched } from './provider.model.ts';
import type { SourcingRequest } from './request.model.ts';

/** A candidate as it is kept: a preview has no assessment, and nobody's addresses. */
export interface Candidate {
  readonly profile: Profile;
  readonly assessment?: Assessment;
}

export const withoutAddresses = (profile: Profile): Profile => ({ ...profile, emails: [], phones: [] });

const viewExperience = (one: Experience): Static<typeof ExperienceView> => ({
  ...one,
  highlights: [...one.highlights],
});

export const viewCandidate = (profile: Profile, assessment: Assessment): Static<typeof SourcedCandidate> => ({
  profileId: profile.profileId,
  name: profile.name,
  professionalProfileUrl: profile.professionalProfileUrl,
  matchScore: assessment.matchScore,
  rationale: assessment.rationale,
  skills: [...profile.skills],
  headline: profile.headline,
  location: profile.location,
  currentCompany: profile.currentCompany,
  currentRole: profile.currentRole,
  aiFitPoints: [...assessment.fitPoints],
  aiRedFlags: [...assessment.redFlags],
  aiDetailedRationale: [...assessment.detailedRationale],
  detailedExperience: profile.detailedExperience.map(viewExperience),
  emails: [...profile.emails],
});

const viewPreview = (profile: Profile): Static<typeof PreviewCandidate> => ({
  profileId: profile.profileId,
  fullName: profile.name,
  profileUrl: profile.professionalProfileUrl,
  title: profile.currentRole,
  headline: profile.headline,
  location: profile.location,
  country: profile.country,
  companyName: profile.currentCompany,
  companyUrl: profile.companyUrl,
});

type Candidates = { readonly candidates: readonly Candidate[] };

const base = ({ id, createdAt }: SourcingRequest) => ({
  success: true as const,
  requestId: id,
  createdAt: createdAt.toISOString(),
});

/** The answer to whoever asks for results: 202 while there are none. */
function answerOf<Ended>(request: SourcingRequest, results: () => Ended) {
  if (request.status === 'processing') {
    const found = request.foundCount;
    const message = found === 0 ? 'People are being searched for' : `${found} found so far`;
    const status = 'processing' as const;
    return {
      status: 202 as const,
      body: { ...base(request), status, candidatesSourcedCount: found, message },
    };
  }
  const completedAt = (request.completedAt ?? request.createdAt).toISOString();
  const end = { ...base(request), status: request.status, completedAt };
  if (request.status === 'failed') {
    const { errorCode, errorMessage } = request;
    const error = { errorCode: errorCode ?? ('AGENT_ERROR' as const), errorMessage: errorMessage ?? '' };
    return { status: 200 as const, body: { ...end, ...error } };
  }
  return { status: 200 as const, body: { ...end, ...results() } };
}

const counted = ({ foundCount, scoredCount }: SourcingRequest) => ({ foundCount, scoredCount });

export const answerSourcing = (request: SourcingRequest, { candidates }: Candidates) =>
  answerOf(request, () => ({
    ...counted(request),
    candidates: candidates.flatMap(({ profile, assessment }) =>
      assessment === undefined ? [] : [viewCandidate(profile, assessment)],
    ),
  }));

export const answerPreview = (request: SourcingRequest, { candidates }: Candidates) =>
  answerOf(request, () => ({
    ...counted(request),
    candidates: candidates.map(({ profile }) => viewPreview(profile)),
  }));

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

export const viewEnriched = (one: Enriched): Static<typeof EnrichedProfile> => ({
  profileId: one.profileId,
  status: one.failureReason === null ? 'ENRICHED' : 'FAILED',
  emails: [...one.emails],
  phones: [...one.phones],
  detailedExperience: one.detailedExperience.map(viewExperience),
  failureReason: one.failureReason,
});

const countedProfiles = (profiles: Static<typeof EnrichedProfile>[]) => {
  const failedCount = profiles.filter(({ status }) => status === 'FAILED').length;
  return { enrichedCount: profiles.length - failedCount, failedCount, profiles };
};

export const summaryOf = (results: readonly Enriched[]) => countedProfiles(results.map(viewEnriched));

export const answerEnrichment = (request: SourcingRequest, results: readonly Enriched[]) =>
  answerOf(request, () => summaryOf(results));

type EventBody = Readonly<Record<string, unknown>>;

const isAbout = (profileId: string) => (one: { readonly profileId: string }) => one.profileId === profileId;

/** The data of enrich.completed with this in place of what was found about the same person. */
export function withoutEnriched(
  data: EventBody,
  gone: Static<typeof EnrichedProfile>,
): EventBody | undefined {
  const found = data.profiles as readonly Static<typeof EnrichedProfile>[];
  if (!found.some(isAbout(gone.profileId))) return undefined;
  return { ...data, ...countedProfiles(found.map((one) => (one.profileId === gone.profileId ? gone : one))) };
}

/** The data of enrich.completed with nothing of anybody else. */
export function onlyEnriched(data: EventBody, profileId: string): EventBody {
  const found = data.profiles as readonly Static<typeof EnrichedProfile>[];
  return { ...data, ...countedProfiles(found.filter(isAbout(profileId))) };
}

/** The data of sourcing.completed without one of those who were found. */
export function withoutCandidate(data: EventBody, profileId: string): EventBody | undefined {
  const found = data.candidates as readonly { readonly profileId: string }[];
  if (!found.some(isAbout(profileId))) return undefined;
  return { ...data, candidates: found.filter((one) => one.profileId !== profileId) };
}
