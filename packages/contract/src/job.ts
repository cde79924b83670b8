import { type Static, Type } from 'typebox';
import {
  Currency,
  Description,
  Metadata,
  Named,
  OneOf,
  Pattern,
  Strict,
  Timestamp,
  Uuid,
  Visible,
} from './schema.ts';

export const educations = [
  'NONE',
  'HIGH_SCHOOL',
  'VOCATIONAL',
  'ASSOCIATE',
  'BACHELORS',
  'MASTERS',
  'DOCTORATE',
] as const;
export const experiences = ['INTERNSHIP', 'ENTRY', 'MID', 'SENIOR', 'LEAD', 'EXECUTIVE'] as const;
export const contractTypes = [
  'FULL_TIME',
  'PART_TIME',
  'CONTRACT',
  'TEMPORARY',
  'INTERNSHIP',
  'FREELANCE',
] as const;
export const workModes = ['ONSITE', 'HYBRID', 'REMOTE'] as const;
export const salaryPeriods = ['HOURLY', 'DAILY', 'WEEKLY', 'MONTHLY', 'YEARLY'] as const;
export const proficiencies = ['A1', 'A2', 'B1', 'B2', 'C1', 'C2', 'NATIVE'] as const;
export const jobStatuses = ['OPEN', 'CLOSED'] as const;
export type JobStatus = (typeof jobStatuses)[number];

const Title = (options: object = {}) => Visible(2, 300, options);
const example = { example: 'Warehouse clerk' };
const Texts = Type.Array(Type.String({ minLength: 1, maxLength: 500 }), { maxItems: 200 });
const Line = Type.String({ maxLength: 300 });
const Status = OneOf(jobStatuses, { description: '`CLOSED` retires a job without deleting anything.' });

/** What a job says about itself. Each may be absent. */
const details = {
  description: Type.Optional(Description()),
  // Users open it, so scripts and files are refused.
  jobUrl: Type.Optional(
    Pattern('^[hH][tT][tT][pP][sS]?://', 'write an address that begins with http:// or https://', {
      format: 'uri',
      maxLength: 2048,
      example: 'https://example.com/jobs/7',
    }),
  ),
  benefits: Type.Optional(Description()),
  requiredSkills: Type.Optional(Texts),
  niceToHaveSkills: Type.Optional(Texts),
  languageRequirements: Type.Optional(
    Type.Array(
      Strict({
        language: Type.String({ minLength: 1, maxLength: 50, example: 'EN' }),
        proficiency: Type.Optional(OneOf(proficiencies)),
      }),
      { maxItems: 50 },
    ),
  ),
  education: Type.Optional(Type.Array(OneOf(educations), { maxItems: educations.length })),
  experience: Type.Optional(OneOf(experiences)),
  contractType: Type.Optional(OneOf(contractTypes)),
  location: Type.Optional(
    Strict({
      workMode: Type.Optional(OneOf(workModes)),
      street: Type.Optional(Line),
      city: Type.Optional(Line),
      postalCode: Type.Optional(Type.String({ maxLength: 20 })),
      countryCode: Type.Optional(Type.String({ format: 'country', example: 'CH' })),
    }),
  ),
  salary: Type.Optional(
    Strict({
      min: Type.Optional(Type.Number({ minimum: 0 })),
      max: Type.Optional(Type.Number({ minimum: 0 })),
      currency: Type.Optional(Currency('CHF')),
      period: Type.Optional(OneOf(salaryPeriods)),
    }),
  ),
  otherRequirements: Type.Optional(Description()),
  humanRecruiter: Type.Optional(
    Type.String({ maxLength: 300, description: 'The person responsible for the job. For information only.' }),
  ),
};
const Details = Strict(details);
export type JobDetails = Static<typeof Details>;

/** Codes only, for any proficiency: stored among the language requirements. */
const Languages = Type.Array(Type.String({ minLength: 1, maxLength: 50, example: 'EN' }), { maxItems: 50 });

export const NewJob = Named(
  'NewJob',
  Strict({
    title: Type.Optional(Title(example)),
    jobTitle: Type.Optional(Title({ description: 'Another name of `title`.' })),
    jobDescription: Type.Optional(Description({ description: 'Another name of `description`.' })),
    languages: Type.Optional(Languages),
    status: Type.Optional(Status),
    ...details,
    metadata: Type.Optional(Metadata()),
  }),
);
const { description: _description, ...inlineDetails } = details;
/** A job inside another resource, with its alternative names. */
export const InlineJob = Named(
  'InlineJob',
  Strict({
    jobTitle: Title(example),
    jobDescription: Type.Optional(Description()),
    languages: Type.Optional(Languages),
    ...inlineDetails,
    metadata: Type.Optional(Metadata()),
  }),
);
export type NewJob = Static<typeof NewJob>;

export const JobChanges = Named(
  'JobUpdate',
  Strict({
    title: Type.Optional(Title(example)),
    status: Type.Optional(Status),
    ...details,
    metadata: Type.Optional(Metadata()),
  }),
);
export type JobChanges = Static<typeof JobChanges>;

export const JobView = Named(
  'Job',
  Strict(
    {
      id: Uuid(),
      companyId: Uuid(),
      title: Type.String(),
      status: OneOf(jobStatuses),
      ...details,
      metadata: Metadata(),
      createdAt: Timestamp(),
      updatedAt: Timestamp(),
    },
    {
      example: {
        id: '01957a2e-7c00-7000-8000-0000000000b1',
        companyId: '01957a2e-7c00-7000-8000-0000000000f1',
        title: 'Warehouse clerk',
        status: 'OPEN',
        description: 'Receives and dispatches goods, in two shifts.',
        requiredSkills: ['Forklift licence'],
        languageRequirements: [{ language: 'EN', proficiency: 'B1' }],
        contractType: 'FULL_TIME',
        location: { workMode: 'ONSITE', city: 'Brno', countryCode: 'CZ' },
        salary: { min: 30_000, max: 36_000, currency: 'CZK', period: 'MONTHLY' },
        metadata: {},
        createdAt: '2026-03-14T09:30:00.000Z',
        updatedAt: '2026-03-14T09:30:00.000Z',
      },
    },
  ),
);
export type JobView = Static<typeof JobView>;

export const MAX_URL = 2048;

const jobUrl = 'https://jobs.example.com/warehouse-clerk';

export const ExtractionOrder = Named(
  'NewJobExtraction',
  Strict({
    jobUrl: Type.String({
      maxLength: MAX_URL,
      example: jobUrl,
      description: 'The public URL of the posting; http or https.',
    }),
    createJob: Type.Optional(
      Type.Boolean({
        default: true,
        description: 'With `false` the job is only returned, not stored.',
      }),
    ),
  }),
);
export type ExtractionOrder = Static<typeof ExtractionOrder>;

const SourceUrl = Type.String({ description: 'The URL that was read.', example: jobUrl });

export const ExtractedJob = Strict({ data: JobView, sourceUrl: SourceUrl });

const { id: _id, createdAt: _createdAt, updatedAt: _updatedAt, ...stated } = JobView.properties;
const Unset = () => Type.Literal('');
export const PreviewedJob = Strict({
  data: Named(
    'JobPreview',
    Strict(
      { id: Unset(), ...stated, createdAt: Unset(), updatedAt: Unset() },
      { example: { ...(JobView as { example?: object }).example, id: '', createdAt: '', updatedAt: '' } },
    ),
  ),
  sourceUrl: SourceUrl,
});
