import { type ExperienceView, SourcedCandidate } from '@parley/contract/request-event.ts';
import { Named, Nullable, OneOf, Strict, Timestamp } from '@parley/contract/schema.ts';
import { type Static, Type } from 'typebox';

import type { Assessment } from './assessment.model.ts';
import type { Experience, Profile } from './profile.model.ts';
import type { SourcingRequest } from './request.model.ts';

const success = Type.Literal(true, { description: 'Also of a run that failed: `status` tells.' });
const requestId = (example: string) =>
  Type.String({ example: `${example}01957a2e-7c00-7000-8000-000000000000` });

export const Started = (name: string, prefix: string) =>
  Named(
    name,
    Strict({
      success,
      requestId: requestId(prefix),
      status: Type.Literal('processing'),
      createdAt: Timestamp(),
    }),
  );

export const Processing = (name: string, prefix: string) =>
  Named(
    name,
    Strict({
      success,
      requestId: requestId(prefix),
      status: Type.Literal('processing'),
      candidatesSourcedCount: Type.Integer({ minimum: 0, description: 'How many were found so far.' }),
      message: Type.String({ example: 'People are being searched for' }),
      createdAt: Timestamp(),
    }),
  );

const PreviewCandidate = Strict({
  profileId: Type.String(),
  fullName: Type.String({ example: 'Maria Keller' }),
  profileUrl: Nullable(Type.String({ example: 'https://example.com/people/maria-keller' })),
  title: Nullable(Type.String({ example: 'Senior Backend Engineer' })),
  headline: Nullable(Type.String({ example: 'Backend engineer who likes databases' })),
  location: Nullable(Type.String({ example: 'Zurich, Switzerland' })),
  country: Nullable(Type.String({ example: 'Switzerland' })),
  companyName: Nullable(Type.String({ example: 'Nordwind' })),
  companyUrl: Nullable(Type.String({ example: 'https://example.com' })),
});

const ended = {
  success,
  status: OneOf(['completed', 'failed']),
  createdAt: Timestamp(),
  completedAt: Timestamp(),
};
export const failedPart = {
  errorCode: Type.Optional(
    OneOf(['AGENT_ERROR', 'PROVIDER_TEMPORARILY_UNAVAILABLE'], { description: 'When `failed`.' }),
  ),
  errorMessage: Type.Optional(
    Type.String({ description: 'When `failed`.', example: 'The provider is away' }),
  ),
};
const counts = {
  foundCount: Type.Optional(
    Type.Integer({
      minimum: 0,
      description: 'How many people fit the search, counted up to 10,000. When `completed`.',
    }),
  ),
  scoredCount: Type.Optional(
    Type.Integer({
      minimum: 0,
      description: 'How many of them were scored: the first 300, and none in a preview. When `completed`.',
    }),
  ),
};

export const SourcingResult = Named(
  'SourcingResult',
  Strict({
    ...ended,
    requestId: requestId('req_'),
    ...counts,
    candidates: Type.Optional(Type.Array(SourcedCandidate, { description: 'Best first. When `completed`.' })),
    ...failedPart,
  }),
);
export const PreviewResult = Named(
  'SourcingPreviewResult',
  Strict({
    ...ended,
    requestId: requestId('req_prev_'),
    ...counts,
    candidates: Type.Optional(Type.Array(PreviewCandidate, { description: 'When `completed`.' })),
    ...failedPart,
  }),
);

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
