import type { ContactRequest, ContactStatus, ContactView, WorkItem } from '@parley/contract/contact.ts';
import type { FieldValue } from '@parley/contract/contact-field.ts';
import type { Violation } from '@parley/kernel/failure.ts';
import { contactTimeZone } from '@parley/kernel/phone-time-zone.ts';
import { task } from '@parley/kernel/task.ts';
import { searchable } from '@parley/kernel/text.ts';
import type { Static } from 'typebox';
import type { CompanyId } from '../../storage/sql.ts';
import type { Catalog } from '../contact-fields/catalog.model.ts';

export type NewContact = Omit<ContactRequest, 'profileId'> & {
  readonly firstName: string;
  readonly lastName: string;
};

/** What is known of somebody who becomes a contact. */
export type OriginOfContact = Partial<
  Pick<NewContact, 'firstName' | 'lastName' | 'email' | 'phoneNumber' | 'workHistory'>
> & { readonly metadata: Record<string, unknown> };

/** About both: either of them would do. */
export const oneRequired = (what: string): Violation => ({
  path: 'email',
  code: 'one_required',
  params: { properties: ['email', 'phoneNumber'] },
  problem: `email or phoneNumber ${what}`,
});

/** What was sent, and what was not from the origin; or what is still missing. */
export function completed(
  sent: Omit<ContactRequest, 'profileId'>,
  origin: OriginOfContact,
): { wanted: NewContact } | { violations: (string | Violation)[] } {
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
          ? [oneRequired('is required: the profile has none')]
          : []),
      ],
    };
  }
  return { wanted: { ...rest, firstName, lastName } };
}

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
  /** Null where it is sealed: whoever shows it opens it (storage/contact-texts.ts). */
  readonly anonymizedCvText: string | null;
  readonly sealedCvText: Buffer | null;
  readonly metadata: Record<string, unknown>;
  /** With the values of deleted fields, which nobody sees. */
  readonly fields: Readonly<Record<string, FieldValue>>;
  /** The contact asked never to be called again, or somebody with the same number did. */
  readonly doNotCall: boolean;
  /** In order of assignment. */
  readonly jobIds: readonly string[];
  /** In alphabetical order. */
  readonly tags: readonly string[];
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
    tags: [...contact.tags],
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

/** The values that nobody sees, because their fields were deleted. They are the contact's data all the same. */
export function removedFields(
  contact: Pick<Contact, 'fields'>,
  catalog: Catalog,
): Record<string, FieldValue> {
  const seen = visibleFields(contact, catalog);
  return Object.fromEntries(Object.entries(contact.fields).filter(([key]) => !Object.hasOwn(seen, key)));
}

export const contactSearchText = (contact: Pick<Contact, 'firstName' | 'lastName' | 'email'>): string =>
  searchable(`${contact.firstName} ${contact.lastName} ${contact.email ?? ''}`);

/** Tags as they are kept: in lower case, without blanks around them, each once, in alphabetical order. */
export const tidyTags = (tags: readonly string[]): string[] =>
  [...new Set(tags.map((tag) => tag.normalize('NFC').toLowerCase().replaceAll(/\s+/g, ' ').trim()))].sort();

/** The digits of a part of a number, without those that only a national or a foreign dialler needs before them. */
export const searchedDigits = (text: string): string => text.replaceAll(/\D/g, '').replace(/^0+/, '');

/** The calendar day it is somewhere, as YYYY-MM-DD. */
export const dayIn = (timezone: string, instant: Date): string =>
  new Intl.DateTimeFormat('en-CA', {
    timeZone: timezone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  }).format(instant);

/** Where the contact's day is lived: as the contact's own field says, else their number, else the company. */
export function timeZoneOfContact(
  { fields, phoneNumber }: Pick<Contact, 'fields' | 'phoneNumber'>,
  companyTimeZone: string,
): string {
  const { timezone } = fields;
  return contactTimeZone(typeof timezone === 'string' ? timezone : null, phoneNumber, companyTimeZone);
}

/** At the date a contact's data expires, its documents and the text of its CV are deleted. */
export const expirePersonalDataTask = task<object>('expire-personal-data', {
  retries: 5,
  expireSeconds: 1800,
  cron: '3 * * * *',
});

/** The same for one contact whose date was changed to one that has come: nobody waits for the hour. */
export const expireContactTask = task<{ readonly companyId: CompanyId; readonly contactId: string }>(
  'expire-contact',
  { retries: 5, expireSeconds: 300 },
);
