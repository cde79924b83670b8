import {
  Email,
  Metadata,
  Name,
  Named,
  NeedsOneOf,
  Nullable,
  OneOf,
  Strict,
  Timestamp,
  Uuid,
} from '@parley/contract/schema.ts';
import { searchable } from '@parley/kernel/text.ts';
import { type Static, Type } from 'typebox';
import type { Catalog } from '../contact-fields/catalog.model.ts';
import type { FieldValue } from '../contact-fields/field-value.model.ts';

export const contactStatuses = ['UNDEFINED', 'APPLIED', 'IN_PROCESS', 'REJECTED', 'ACCEPTED'] as const;
export type ContactStatus = (typeof contactStatuses)[number];

export const DateOnly = (options: object = {}) => Type.String({ format: 'date', ...options });
export const Phone = Type.String({
  minLength: 1,
  maxLength: 50,
  description: "Stored as E.164; without `+` it is read in the company's country.",
  example: '+15005550000',
});
const Gender = Nullable(OneOf(['male', 'female'], { description: 'Null: inferred from the name.' }));

const workItem = {
  companyName: Type.Optional(Type.String({ maxLength: 200 })),
  candidatePosition: Type.Optional(Type.String({ maxLength: 200 })),
  referenceName: Type.Optional(Type.String({ maxLength: 200 })),
  referencePhone: Type.Optional(Phone),
  startDate: Type.Optional(DateOnly()),
  endDate: Type.Optional(DateOnly()),
};
const WorkItem = Strict(workItem);
export const WorkHistory = Type.Array(Strict({ id: Type.Optional(Uuid()), ...workItem }), { maxItems: 20 });

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

const optional = {
  jobIds: Type.Optional(JobIds),
  jobId: Type.Optional(Uuid({ description: 'Deprecated: use `jobIds`.', deprecated: true })),
  status: Type.Optional(OneOf(contactStatuses)),
  overallRating: Type.Optional(Nullable(Type.Integer({ minimum: 0, maximum: 100 }))),
  gender: Type.Optional(Gender),
  workHistory: Type.Optional(WorkHistory),
  fields: Type.Optional(Fields),
  metadata: Type.Optional(Metadata()),
};

/** With a `profileId`, what is left out comes from the profile. */
export const ContactRequest = Named(
  'NewContact',
  Strict(
    {
      profileId: Type.Optional(
        Type.String({
          minLength: 1,
          maxLength: 128,
          description:
            'Somebody who was found by sourcing. Names, addresses and positions that you do not send are theirs, and `metadata.sourcedFrom` says where they come from.',
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

export type NewContact = Omit<ContactRequest, 'profileId'> & {
  readonly firstName: string;
  readonly lastName: string;
};

/** What is known of somebody who becomes a contact. */
export type OriginOfContact = Partial<
  Pick<NewContact, 'firstName' | 'lastName' | 'email' | 'phoneNumber' | 'workHistory'>
> & { readonly metadata: Record<string, unknown> };

/** What was sent, and what was not from the origin; or what is still missing. */
export function completed(
  sent: Omit<ContactRequest, 'profileId'>,
  origin: OriginOfContact,
): { wanted: NewContact } | { violations: string[] } {
  const { firstName, lastName, ...rest } = {
    ...origin,
    ...sent,
    metadata: { ...origin.metadata, ...sent.metadata },
  };
  if (firstName === undefined || lastName === undefined || (rest.email == null && rest.phoneNumber == null)) {
    return {
      violations: [
        ...(firstName === undefined ? ['firstName is required: the profile has none'] : []),
        ...(lastName === undefined ? ['lastName is required: the profile has none'] : []),
        ...(rest.email == null && rest.phoneNumber == null
          ? ['email or phoneNumber is required: the profile has none']
          : []),
      ],
    };
  }
  return { wanted: { ...rest, firstName, lastName } };
}

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
      email: Type.Optional(Type.String()),
      phoneNumber: Type.Optional(Type.String()),
      gdprExpiryDate: DateOnly(),
      overallRating: Type.Optional(Type.Integer()),
      metadata: Metadata(),
      gender: Gender,
      anonymizedCvText: Type.Optional(Type.String()),
      workHistory: Type.Array(Strict({ id: Uuid(), ...workItem })),
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

export interface Contact {
  readonly id: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string | null;
  readonly phoneNumber: string | null;
  readonly status: ContactStatus;
  readonly gender: 'male' | 'female' | null;
  /** YYYY-MM-DD */
  readonly gdprExpiryDate: string;
  readonly overallRating: number | null;
  readonly workHistory: readonly (Static<typeof WorkItem> & { readonly id: string })[];
  readonly anonymizedCvText: string | null;
  readonly metadata: Record<string, unknown>;
  /** With the values of deleted fields, which nobody sees. */
  readonly fields: Readonly<Record<string, FieldValue>>;
  /** The contact asked never to be called again, or somebody with the same number did. */
  readonly doNotCall: boolean;
  /** In order of assignment. */
  readonly jobIds: readonly string[];
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** The catalog decides which of the stored values are seen. */
export function viewContact(contact: Contact, catalog: Catalog): ContactView {
  const [firstJob] = contact.jobIds;
  return {
    id: contact.id,
    firstName: contact.firstName,
    lastName: contact.lastName,
    status: contact.status,
    fields: visibleFields(contact, catalog),
    createdAt: contact.createdAt.toISOString(),
    updatedAt: contact.updatedAt.toISOString(),
    ...(firstJob === undefined ? {} : { jobId: firstJob }),
    jobIds: [...contact.jobIds],
    ...(contact.email === null ? {} : { email: contact.email }),
    ...(contact.phoneNumber === null ? {} : { phoneNumber: contact.phoneNumber }),
    gdprExpiryDate: contact.gdprExpiryDate,
    ...(contact.overallRating === null ? {} : { overallRating: contact.overallRating }),
    metadata: contact.metadata,
    gender: contact.gender,
    ...(contact.anonymizedCvText === null ? {} : { anonymizedCvText: contact.anonymizedCvText }),
    workHistory: [...contact.workHistory],
  };
}

/** The values whose fields are defined and take values, in the order they were first stored. */
export const visibleFields = (
  contact: Pick<Contact, 'fields'>,
  catalog: Catalog,
): Record<string, FieldValue> =>
  Object.fromEntries(Object.entries(contact.fields).filter(([key]) => catalog.get(key)?.writable));

export const contactSearchText = (contact: Pick<Contact, 'firstName' | 'lastName' | 'email'>): string =>
  searchable(`${contact.firstName} ${contact.lastName} ${contact.email ?? ''}`);

/** The calendar day it is somewhere, as YYYY-MM-DD. */
export const dayIn = (timezone: string, instant: Date): string =>
  new Intl.DateTimeFormat('en-CA', {
    timeZone: timezone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  }).format(instant);
