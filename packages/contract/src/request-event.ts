import { Type } from 'typebox';
import { Nullable, OneOf, Strict } from './schema.ts';

const profileId = Type.String({ example: '01957a2e-7c00-7000-8000-0000000000e1' });
const requestId = Type.String({ example: 'req_01957a2e-7c00-7000-8000-000000000000' });
const Addresses = Type.Array(Type.String({ example: 'maria.keller@example.com' }));
const role = Type.String({ example: 'Backend Engineer' });
const company = Nullable(Type.String({ example: 'Nordwind' }));
const duration = Nullable(Type.String({ example: '2019 – 2023' }));
export const ExperienceView = Strict({
  role,
  company,
  duration,
  highlights: Type.Array(Type.String({ example: 'Moved billing to PostgreSQL' })),
});

/** A sourced candidate, as a full sourcing run reports it. */
export const SourcedCandidate = Strict({
  profileId,
  name: Type.String({ example: 'Maria Keller' }),
  professionalProfileUrl: Nullable(Type.String({ example: 'https://example.com/people/maria-keller' })),
  matchScore: Type.Number({ minimum: 0, maximum: 100, example: 87 }),
  rationale: Type.String({ example: 'A strong match (87 of 100). Lists 2 of 2 required skills.' }),
  skills: Type.Array(Type.String({ example: 'PostgreSQL' })),
  headline: Nullable(Type.String({ example: 'Backend engineer who likes databases' })),
  location: Nullable(Type.String({ example: 'Zurich, Switzerland' })),
  currentCompany: company,
  currentRole: Nullable(role),
  aiFitPoints: Type.Array(Type.String({ example: 'Is in Zurich, Switzerland.' })),
  aiRedFlags: Type.Array(Type.String({ example: 'Does not mention Kubernetes.' })),
  aiDetailedRationale: Type.Array(
    Strict({
      title: role,
      company,
      duration,
      relevanceExplanation: Type.String({ example: 'It speaks of PostgreSQL.' }),
    }),
  ),
  detailedExperience: Type.Array(ExperienceView),
  emails: Addresses,
});

export const EnrichedProfile = Strict({
  profileId,
  status: OneOf(['ENRICHED', 'FAILED']),
  emails: Addresses,
  phones: Type.Array(Type.String({ example: '+41446681800' })),
  detailedExperience: Type.Array(ExperienceView),
  failureReason: Nullable(Type.String({ example: 'The provider knows no such profile' })),
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
