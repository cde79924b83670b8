import { Type } from 'typebox';
import { Nullable, OneOf, Strict } from '../../http/schema.ts';

const requestId = Type.String({ example: 'req_01957a2e-7c00-7000-8000-000000000000' });
const Texts = Type.Array(Type.String());
const Experience = Strict({
  role: Type.String(),
  company: Nullable(Type.String()),
  duration: Nullable(Type.String()),
  highlights: Texts,
});

/** A sourced candidate, as a full sourcing run reports it. */
const SourcedCandidate = Strict({
  profileId: Type.String(),
  name: Type.String(),
  professionalProfileUrl: Nullable(Type.String()),
  matchScore: Type.Number(),
  rationale: Type.String(),
  skills: Texts,
  headline: Nullable(Type.String()),
  location: Nullable(Type.String()),
  currentCompany: Nullable(Type.String()),
  currentRole: Nullable(Type.String()),
  aiFitPoints: Texts,
  aiRedFlags: Texts,
  aiDetailedRationale: Type.Array(
    Strict({
      title: Type.String(),
      company: Nullable(Type.String()),
      duration: Nullable(Type.String()),
      relevanceExplanation: Type.String(),
    }),
  ),
  detailedExperience: Type.Array(Experience),
  emails: Texts,
});

const EnrichedProfile = Strict({
  profileId: Type.String(),
  status: OneOf(['ENRICHED', 'FAILED']),
  emails: Texts,
  phones: Texts,
  detailedExperience: Type.Array(Experience),
  failureReason: Nullable(Type.String()),
});

export const SourcingCompletedData = Strict({
  requestId,
  foundCount: Type.Integer({ minimum: 0 }),
  scoredCount: Type.Integer({ minimum: 0 }),
  candidates: Type.Array(SourcedCandidate),
});

export const EnrichCompletedData = Strict({
  requestId,
  enrichedCount: Type.Integer({ minimum: 0 }),
  failedCount: Type.Integer({ minimum: 0 }),
  profiles: Type.Array(EnrichedProfile),
});

export const RequestFailedData = Strict({ requestId, errorCode: Type.String(), errorMessage: Type.String() });

export const PingData = Strict({ message: Type.String() });
