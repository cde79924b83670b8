import type { ExperienceView, PreviewCandidate, SourcedCandidate } from '@parley/contract/sourcing.ts';
import type { Static } from 'typebox';
import type { Assessment } from './assessment.model.ts';
import type { Experience, Profile } from './profile.model.ts';
import type { SourcingRequest } from './request.model.ts';

/** A candidate as it is kept: a preview has no assessment, and nobody's addresses. */
export interface Candidate {
  readonly profile: Profile;
  readonly assessment?: Assessment;
}

export const withoutAddresses = (profile: Profile): Profile => ({ ...profile, emails: [], phones: [] });

export const viewExperience = (one: Experience): Static<typeof ExperienceView> => ({
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
export function answerOf<Ended>(request: SourcingRequest, results: () => Ended) {
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
