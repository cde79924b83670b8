import { type Static, Type } from 'typebox';
import {
  Description,
  Email,
  Name,
  Named,
  NeedsOneOf,
  Nullable,
  OneOf,
  Pattern,
  Strict,
  Timestamp,
  Uuid,
  Visible,
} from './schema.ts';

const profileId = Type.String({ example: '01957a2e-7c00-7000-8000-0000000000e1' });
const requestId = (prefix: string) =>
  Type.String({ example: `${prefix}01957a2e-7c00-7000-8000-000000000000` });
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
  requestId: requestId('req_'),
  foundCount: Type.Integer({ minimum: 0 }),
  scoredCount: Type.Integer({ minimum: 0 }),
  candidates: Type.Array(SourcedCandidate),
});

export const EnrichCompletedData = Strict({
  requestId: requestId('req_'),
  enrichedCount: Type.Integer({ minimum: 0 }),
  failedCount: Type.Integer({ minimum: 0 }),
  profiles: Type.Array(EnrichedProfile),
});

export const RequestFailedData = Strict({
  requestId: requestId('req_'),
  errorCode: Type.String(),
  errorMessage: Type.String(),
});

const MOST_CANDIDATES = 100;
export const CANDIDATES = 20;

export const NewSourcing = Named(
  'NewSourcing',
  Strict(
    {
      jobId: Type.Optional(Uuid({ description: 'An existing job, instead of `title`.' })),
      title: Type.Optional(Visible(1, 300, { example: 'Senior Backend Engineer' })),
      description: Type.Optional(Description()),
      requiredSkills: Type.Optional(
        Type.Array(Type.String({ minLength: 1, maxLength: 500 }), {
          maxItems: 200,
          example: ['TypeScript', 'PostgreSQL'],
        }),
      ),
      location: Type.Optional(Type.String({ maxLength: 300, example: 'Zurich, Switzerland' })),
      limit: Type.Optional(
        Type.Integer({
          minimum: 1,
          maximum: MOST_CANDIDATES,
          description: `The maximum number of candidates; ${CANDIDATES} by default.`,
        }),
      ),
    },
    {
      ...NeedsOneOf('jobId', 'title'),
      description: 'With a `jobId`, the other properties override those of the job.',
    },
  ),
);
export type NewSourcing = Static<typeof NewSourcing>;

const MOST_PROFILES = 1000;
const MOST_TEXTS = 200;

export const ProfileId = Pattern('^\\S(.*\\S)?$', 'write an id without spaces at its ends', {
  minLength: 1,
  maxLength: 128,
});
const Line = (options: object = {}) => Type.String({ minLength: 1, maxLength: 300, ...options });
const Texts = Type.Array(Type.String({ minLength: 1, maxLength: 500 }), { maxItems: MOST_TEXTS });
/** Users open it, so scripts and files are refused. */
const Url = Pattern('^[hH][tT][tT][pP][sS]?://', 'write an address that begins with http:// or https://', {
  format: 'uri',
  maxLength: 2048,
});

export const NewExperience = Strict({
  role: Line(),
  company: Type.Optional(Line()),
  duration: Type.Optional(Line({ description: 'In words, such as `2019 – 2023` or `4 years`.' })),
  highlights: Type.Optional(Texts),
});

export const NewProfile = Named(
  'NewProfile',
  Strict({
    profileId: Type.Optional(
      Type.Unsafe<string>({
        ...ProfileId,
        description:
          'Your own id. An existing profile with this id is replaced; without an id, one is assigned.',
      }),
    ),
    name: Name({ example: 'Maria Keller' }),
    headline: Type.Optional(Line({ example: 'Backend engineer who likes databases' })),
    location: Type.Optional(Line({ example: 'Zurich, Switzerland' })),
    country: Type.Optional(Line({ description: 'A name or a two-letter code.' })),
    currentCompany: Type.Optional(Line({ example: 'Nordwind' })),
    companyUrl: Type.Optional(Url),
    currentRole: Type.Optional(Line({ example: 'Senior Backend Engineer' })),
    skills: Type.Optional({ ...Texts, example: ['TypeScript', 'PostgreSQL'] } as typeof Texts),
    emails: Type.Optional(Type.Array(Email(), { maxItems: MOST_TEXTS })),
    phones: Type.Optional(Type.Array(Type.String({ minLength: 1, maxLength: 50 }), { maxItems: MOST_TEXTS })),
    professionalProfileUrl: Type.Optional(Url),
    detailedExperience: Type.Optional(Type.Array(NewExperience, { maxItems: MOST_TEXTS })),
  }),
);
export type NewProfile = Static<typeof NewProfile>;

export const NewProfiles = Named(
  'NewProfiles',
  Strict({
    profiles: Type.Array(NewProfile, { minItems: 1, maxItems: MOST_PROFILES }),
  }),
);

export const UploadedProfiles = Strict({
  created: Type.Integer({ minimum: 0, example: 1 }),
  updated: Type.Integer({ minimum: 0, example: 0 }),
});

const success = Type.Literal(true, { description: 'True also for a failed run: see `status`.' });

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

export const PreviewCandidate = Strict({
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
const failedPart = {
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

export const EnrichmentResult = Named(
  'EnrichmentResult',
  Strict({
    success: Type.Literal(true),
    requestId: requestId('req_enr_'),
    status: OneOf(['completed', 'failed']),
    createdAt: Timestamp(),
    completedAt: Timestamp(),
    enrichedCount: Type.Optional(Type.Integer({ minimum: 0, description: 'When `completed`.' })),
    failedCount: Type.Optional(Type.Integer({ minimum: 0, description: 'When `completed`.' })),
    profiles: Type.Optional(
      Type.Array(EnrichedProfile, {
        description: 'In the order of the request. The `profileId` of a contact is its id. When `completed`.',
      }),
    ),
    ...failedPart,
  }),
);
