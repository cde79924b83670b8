import type { ContactChanges } from '@parley/contract/contact.ts';
import type { FieldValue } from '@parley/contract/contact-field.ts';
import { e164, phoneProblem } from '@parley/kernel/phone-number.ts';
import type { Scope } from '../../storage/scope.ts';
import { ownCompany } from '../companies/company.actions.ts';
import type { Company } from '../companies/company.model.ts';
import { type Catalog, catalogOf } from '../contact-fields/catalog.model.ts';
import { defineMissing, readCatalog, readFields } from '../contact-fields/contact-field.actions.ts';
import { type Contact, dayIn, type NewContact, tidyTags } from './contact.model.ts';
import { DATE_IS_OVER, plainViolations, type SentContact, spelled } from './sent-contact.model.ts';

/**
 * A new contact as it was sent: numbers as they are kept, and what of it cannot be accepted. Numbers without a country code
 * are of the given country, or else of the company's.
 */
export async function readNewContact(
  scope: Scope,
  wanted: SentContact & Pick<NewContact, 'gdprExpiryDate'>,
  country?: string,
) {
  const company = companyWhenNeeded(scope);
  const read = await readParts(wanted, countryWhenNeeded(company, country));
  const isOver = await isPast(wanted.gdprExpiryDate, scope.now(), company);
  return isOver ? { ...read, violations: [DATE_IS_OVER, ...read.violations] } : read;
}

/** The same of changes: a contact may be given a date that is over, and its documents go. */
export const readContactChanges = (scope: Scope, changes: SentContact, country?: string) =>
  readParts(changes, countryWhenNeeded(companyWhenNeeded(scope), country));

async function readParts(sent: SentContact, country: CountryWhenNeeded) {
  const { number: phoneNumber, problem } = await readPhone(sent.phoneNumber, country);
  const { items: workHistory, violations: workViolations } = await readWorkHistory(sent.workHistory, country);
  const violations = [
    ...(problem === undefined ? [] : [`phoneNumber ${problem}`]),
    ...workViolations,
    ...plainViolations(sent),
  ];
  return { phoneNumber, workHistory, violations };
}

/** What was read of what was sent: numbers as they are kept. */
type ReadParts = Pick<Awaited<ReturnType<typeof readParts>>, 'phoneNumber' | 'workHistory'>;

/** A new contact, of what was sent and is accepted; it is not stored yet. */
export async function newContact(
  scope: Scope,
  wanted: NewContact,
  { phoneNumber, workHistory }: ReadParts,
  createMissingFields: boolean,
): Promise<{ contact: Contact; catalog: Catalog }> {
  const { catalog, values } = await catalogFor(scope, wanted.fields, createMissingFields);
  const now = scope.now();
  const contact: Contact = {
    id: scope.newId(),
    firstName: wanted.firstName,
    lastName: wanted.lastName,
    email: wanted.email ?? null,
    phoneNumber: phoneNumber ?? null,
    status: wanted.status ?? 'UNDEFINED',
    gender: wanted.gender ?? null,
    gdprExpiryDate: wanted.gdprExpiryDate,
    overallRating: wanted.overallRating ?? null,
    workHistory: withIds(scope, workHistory ?? []),
    anonymizedCvText: null,
    sealedCvText: null,
    metadata: wanted.metadata ?? {},
    fields: merged({}, values),
    doNotCall: false,
    jobIds: wantedJobs(wanted) ?? [],
    tags: tidyTags(wanted.tags ?? []),
    createdAt: now,
    updatedAt: now,
  };
  return { contact, catalog };
}

/** A contact with changes that were sent and are accepted; they are not stored yet. */
export async function changedContact(
  scope: Scope,
  contact: Contact,
  changes: ContactChanges,
  { phoneNumber, workHistory }: ReadParts,
  createMissingFields: boolean,
): Promise<{ changed: Contact; catalog: Catalog }> {
  const { catalog, values } = await catalogFor(scope, changes.fields, createMissingFields, contact);
  const {
    fields: _fields,
    jobId: _jobId,
    jobIds: _jobIds,
    phoneNumber: _phone,
    workHistory: _workHistory,
    tags,
    ...plain
  } = changes;
  const changed: Contact = {
    ...contact,
    ...plain,
    ...(phoneNumber === undefined ? {} : { phoneNumber }),
    ...(workHistory === undefined ? {} : { workHistory: withIds(scope, workHistory) }),
    fields: merged(contact.fields, values),
    jobIds: wantedJobs(changes) ?? contact.jobIds,
    tags: tags === undefined ? contact.tags : tidyTags(tags),
    updatedAt: scope.now(),
  };
  return { changed, catalog };
}

type Wanted = Pick<SentContact, 'jobId' | 'jobIds'>;

type CompanyWhenNeeded = () => Promise<Company>;

/** Its country and timezone matter only to numbers without a country and to dates of these days. */
function companyWhenNeeded(scope: Scope): CompanyWhenNeeded {
  let company: Promise<Company> | undefined;
  return () => {
    company ??= ownCompany(scope);
    return company;
  };
}

type CountryWhenNeeded = () => Promise<string | null>;

const countryWhenNeeded =
  (company: CompanyWhenNeeded, country: string | undefined): CountryWhenNeeded =>
  async () =>
    country ?? (await company()).defaultCountry;

/** The number as E.164, or the problem with it; null clears it, undefined was not sent. */
async function readPhone<Sent extends string | null | undefined>(
  text: Sent,
  countryOf: CountryWhenNeeded,
): Promise<{ readonly number: Sent | string; readonly problem?: string }> {
  if (text == null) return { number: text };
  const country = text.trim().startsWith('+') ? null : await countryOf();
  const number = e164(text, country);
  return number === undefined ? { number: text, problem: phoneProblem(text, country) } : { number };
}

type WorkHistory = NonNullable<ContactChanges['workHistory']>;

/** The numbers of those who vouch for a contact are read as the contact's own. */
async function readWorkHistory(items: WorkHistory | undefined, country: CountryWhenNeeded) {
  const phones = await Promise.all(
    (items ?? []).map(({ referencePhone }) => readPhone(referencePhone, country)),
  );
  return {
    items: items?.map((item, place) => {
      const referencePhone = phones[place]?.number;
      return referencePhone == null ? item : { ...item, referencePhone };
    }),
    violations: phones.flatMap(({ problem }, place) =>
      problem === undefined ? [] : [`workHistory[${place}].referencePhone ${problem}`],
    ),
  };
}

const DAY_MS = 86_400_000;

/** Whether a date is over where the company is. From two days ahead on it is over nowhere. */
async function isPast(date: string, now: Date, company: CompanyWhenNeeded): Promise<boolean> {
  if (Date.parse(date) > now.getTime() + DAY_MS) return false;
  return date < dayIn((await company()).timezone, now);
}

export function wantedJobs({ jobId, jobIds }: Wanted): readonly string[] | undefined {
  if (jobIds !== undefined) return spelled(jobIds);
  return jobId === undefined ? undefined : spelled([jobId]);
}

const withIds = (scope: Scope, items: readonly { id?: string }[]) =>
  items.map(({ id, ...item }) => ({ id: id ?? scope.newId(), ...item })) as Contact['workHistory'];

/** Reads the values sent, defines what is missing where that was asked for, and answers the catalog as it is then. */
async function catalogFor(
  scope: Scope,
  sent: Readonly<Record<string, unknown>> | undefined,
  createMissing: boolean,
  stored?: Contact,
) {
  if (sent === undefined || Object.keys(sent).length === 0) {
    return { catalog: await catalogOfValues(scope, stored ? [stored] : []), values: {} };
  }
  const catalog = await readCatalog(scope);
  const { values, missing: undefinedKeys } = readFields(catalog, sent, createMissing);
  if (undefinedKeys.length === 0) return { catalog, values };
  await defineMissing(scope, sent, undefinedKeys);
  // Read anew: somebody else may have defined one of them first, and as something else.
  const defined = await readCatalog(scope);
  return { catalog: defined, values: readFields(defined, sent, createMissing).values };
}

/** The catalog costs a query: contacts without a single value are shown without one. */
export const catalogOfValues = async (scope: Scope, contacts: readonly Contact[]): Promise<Catalog> =>
  contacts.some((contact) => Object.keys(contact.fields).length > 0) ? readCatalog(scope) : catalogOf([]);

function merged(
  stored: Readonly<Record<string, FieldValue>>,
  sent: Readonly<Record<string, FieldValue | undefined>>,
): Record<string, FieldValue> {
  const entries = Object.entries({ ...stored, ...sent }).filter(
    (entry): entry is [string, FieldValue] => entry[1] !== undefined,
  );
  return Object.fromEntries(entries);
}
