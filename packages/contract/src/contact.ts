import { type Static, Type } from 'typebox';
import type { FieldValue } from './contact-field.ts';
import { violation } from './error.ts';
import { messageChannels } from './message.ts';
import {
  DateOnly,
  Email,
  Metadata,
  Name,
  Named,
  NeedsOneOf,
  Nullable,
  OneOf,
  Phone,
  Strict,
  Timestamp,
  Uuid,
  Visible,
} from './schema.ts';

export const contactStatuses = ['UNDEFINED', 'APPLIED', 'IN_PROCESS', 'REJECTED', 'ACCEPTED'] as const;
export type ContactStatus = (typeof contactStatuses)[number];

const Gender = Nullable(OneOf(['male', 'female'], { description: 'Null: inferred from the name.' }));

const workItem = {
  companyName: Type.Optional(Type.String({ maxLength: 200 })),
  candidatePosition: Type.Optional(Type.String({ maxLength: 200 })),
  referenceName: Type.Optional(Type.String({ maxLength: 200 })),
  referencePhone: Type.Optional(Phone),
  startDate: Type.Optional(DateOnly()),
  endDate: Type.Optional(DateOnly()),
};
export const WorkItem = Strict(workItem);
const WorkHistory = Type.Array(Strict({ id: Type.Optional(Uuid()), ...workItem }), { maxItems: 20 });

export const MOST_JOBS = 50;
const JobIds = Type.Array(Uuid(), { maxItems: MOST_JOBS, uniqueItems: true });
const Fields = Type.Unsafe<Record<string, unknown>>({
  type: 'object',
  additionalProperties: true,
  maxProperties: 300,
  description:
    'Values by key of the catalog. They merge with what is stored; null clears one. `timezone` takes an IANA name.',
  example: { job_title: 'Clerk', interests: ['tea'] },
});

export const MOST_TAGS = 50;
/** What is kept in lower case, each once. */
export const Tags = Type.Array(Visible(1, 50, { example: 'renewal' }), {
  maxItems: MOST_TAGS,
  description: 'Labels of your own, kept in lower case.',
});

const optional = {
  jobIds: Type.Optional(JobIds),
  jobId: Type.Optional(Uuid({ description: 'Deprecated: use `jobIds`.', deprecated: true })),
  status: Type.Optional(OneOf(contactStatuses)),
  overallRating: Type.Optional(Nullable(Type.Integer({ minimum: 0, maximum: 100 }))),
  gender: Type.Optional(Gender),
  workHistory: Type.Optional(WorkHistory),
  fields: Type.Optional(Fields),
  tags: Type.Optional(Tags),
  metadata: Type.Optional(Metadata()),
};

/** With a `profileId`, missing values are taken from the profile. */
export const ContactRequest = Named(
  'NewContact',
  Strict(
    {
      profileId: Type.Optional(
        Type.String({
          minLength: 1,
          maxLength: 128,
          description:
            'A candidate found by sourcing. Names, addresses and positions that you do not send are taken from the profile, and `metadata.sourcedFrom` names the source.',
        }),
      ),
      firstName: Type.Optional(Name({ example: 'Ada' })),
      lastName: Type.Optional(Name({ example: 'Novak' })),
      email: Type.Optional(Nullable(Email())),
      phoneNumber: Type.Optional(Nullable(Phone)),
      gdprExpiryDate: DateOnly({
        example: '2099-12-31',
        description: 'Today or later. At this date the documents of the contact are deleted.',
      }),
      ...optional,
    },
    {
      if: { required: ['profileId'] },
      // biome-ignore lint/suspicious/noThenProperty: JSON Schema calls it so
      then: {},
      else: { required: ['firstName', 'lastName'], ...NeedsOneOf('email', 'phoneNumber') },
    },
  ),
);
export type ContactRequest = Static<typeof ContactRequest>;

/** A contact that is created with its conversation. */
export const InlineContact = Named(
  'InlineContact',
  Strict(
    {
      jobId: Type.Optional(Uuid({ description: 'Not together with a top-level `jobId` or `job`.' })),
      firstName: Name(),
      lastName: Name(),
      email: Type.Optional(Nullable(Email())),
      phoneNumber: Type.Optional(Nullable(Phone)),
      gdprExpiryDate: DateOnly({ example: '2099-12-31' }),
      workHistory: Type.Optional(WorkHistory),
    },
    NeedsOneOf('email', 'phoneNumber'),
  ),
);

export const ContactChanges = Named(
  'ContactUpdate',
  Strict({
    firstName: Type.Optional(Name()),
    lastName: Type.Optional(Name()),
    email: Type.Optional(Nullable(Email())),
    phoneNumber: Type.Optional(Nullable(Phone)),
    gdprExpiryDate: Type.Optional(DateOnly()),
    ...optional,
  }),
);
export type ContactChanges = Static<typeof ContactChanges>;

export const ContactView = Named(
  'Contact',
  Strict(
    {
      id: Uuid(),
      firstName: Type.String(),
      lastName: Type.String(),
      status: OneOf(contactStatuses),
      fields: Type.Unsafe<Record<string, FieldValue>>({ type: 'object', additionalProperties: true }),
      createdAt: Timestamp(),
      updatedAt: Timestamp(),
      jobId: Type.Optional(Uuid({ description: 'Deprecated: the first of `jobIds`.', deprecated: true })),
      jobIds: Type.Array(Uuid()),
      tags: Type.Array(Type.String(), { description: 'In alphabetical order.' }),
      email: Type.Optional(Type.String()),
      phoneNumber: Type.Optional(Type.String()),
      gdprExpiryDate: DateOnly(),
      overallRating: Type.Optional(Type.Integer()),
      metadata: Metadata(),
      gender: Gender,
      anonymizedCvText: Type.Optional(Type.String()),
      workHistory: Type.Array(Strict({ id: Uuid(), ...workItem })),
      unsubscribed: Type.Optional(
        Type.Array(OneOf(messageChannels), {
          description:
            'Only from `GET /contacts/{id}`: on which channels the contact wants no more messages. Absent: none. It does not mean do-not-call.',
        }),
      ),
    },
    {
      example: {
        id: '01957a2e-7c00-7000-8000-0000000000c1',
        firstName: 'Ada',
        lastName: 'Novak',
        status: 'APPLIED',
        fields: { job_title: 'Clerk', interests: ['tea'] },
        createdAt: '2026-03-14T09:30:00.000Z',
        updatedAt: '2026-03-14T09:30:00.000Z',
        jobIds: ['01957a2e-7c00-7000-8000-0000000000b1'],
        tags: ['renewal'],
        email: 'ada.novak@example.com',
        phoneNumber: '+15005550000',
        gdprExpiryDate: '2099-12-31',
        overallRating: 80,
        metadata: { crmId: 'A-17' },
        gender: null,
        workHistory: [
          {
            id: '01957a2e-7c00-7000-8000-0000000000d1',
            companyName: 'Nordwind',
            candidatePosition: 'Clerk',
            startDate: '2021-02-01',
          },
        ],
      },
    },
  ),
);
export type ContactView = Static<typeof ContactView>;

export const MOST_ROWS = 1000;
/** The largest integer that the database stores. */
const Line = Type.Integer({
  minimum: 1,
  maximum: 2_147_483_647,
  description: 'The line in the file, for reports.',
});

/** The rows of a file. */
export const ContactRows = Type.Array(
  Strict({
    line: Line,
    values: Type.Unsafe<Record<string, unknown>>({
      type: 'object',
      additionalProperties: true,
      description: 'The body of `POST /contacts`.',
      example: {
        firstName: 'Ada',
        lastName: 'Novak',
        email: 'ada@example.com',
        gdprExpiryDate: '2099-12-31',
      },
    }),
  }),
  { minItems: 1, maxItems: MOST_ROWS },
);

export const RowError = Strict({
  ...violation,
  message: Type.String({ description: 'The complete sentence.' }),
});

export type RowError = Static<typeof RowError>;

export const DoNotCall = Strict({ doNotCall: Type.Boolean() });
