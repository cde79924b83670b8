import { cut, type Paging, paged } from '../../http/pagination.ts';
import { forbidden, invalid, notFound } from '../../kernel/failure.ts';
import { e164 } from '../../kernel/phone-number.ts';
import { searchable } from '../../kernel/text.ts';
import type { Scope } from '../../storage/scope.ts';
import { ownCompany } from '../companies/company.actions.ts';
import type { Company } from '../companies/company.model.ts';
import { type Catalog, catalogOf } from '../contact-fields/catalog.model.ts';
import { defineMissing, readCatalog, readFields } from '../contact-fields/contact-field.actions.ts';
import type { FieldValue } from '../contact-fields/field-value.model.ts';
import { requireJobs } from '../jobs/job.actions.ts';
import {
  type Contact,
  type ContactChanges,
  type ContactStatus,
  dayIn,
  type NewContact,
  viewContact,
} from './contact.model.ts';
import {
  assignJobs,
  countContacts,
  deleteContact,
  findContact,
  insertContact,
  isAnothers,
  listContacts,
  lockContact,
  saveContact,
} from './contact.store.ts';

export async function createContact(scope: Scope, wanted: NewContact, createMissingFields: boolean) {
  const company = await ownCompany(scope);
  const violations = [
    ...(wanted.email == null && wanted.phoneNumber == null ? ['email or phoneNumber is required'] : []),
    ...(wanted.gdprExpiryDate < dayIn(company.timezone, scope.now())
      ? ['gdprExpiryDate must be today or later']
      : []),
    ...commonViolations(wanted, company),
  ];
  if (violations.length > 0) throw invalid(violations);
  const now = scope.now();

  return scope.transaction(async (inside) => {
    const jobIds = wantedJobs(wanted) ?? [];
    await requireJobs(inside, jobIds);
    const catalog = await catalogFor(inside, wanted.fields, createMissingFields);
    const contact: Contact = {
      id: inside.newId(),
      firstName: wanted.firstName,
      lastName: wanted.lastName,
      email: wanted.email ?? null,
      phoneNumber: phone(wanted.phoneNumber, company) ?? null,
      status: wanted.status ?? 'UNDEFINED',
      gender: wanted.gender ?? null,
      gdprExpiryDate: wanted.gdprExpiryDate,
      overallRating: wanted.overallRating ?? null,
      workHistory: withIds(inside, wanted.workHistory ?? []),
      anonymizedCvText: null,
      metadata: wanted.metadata ?? {},
      fields: merged({}, catalog.values),
      doNotCall: false,
      jobIds,
      createdAt: now,
      updatedAt: now,
    };
    await insertContact(inside, contact);
    if (jobIds.length > 0) await assignJobs(inside, contact.id, jobIds);
    return viewContact(contact, catalog.catalog);
  });
}

export async function readContact(scope: Scope, id: string) {
  const contact = await findContact(scope, id);
  if (!contact) throw await missing(scope, id);
  return viewContact(contact, await catalogOfValues(scope, [contact]));
}

export async function listCompanyContacts(
  scope: Scope,
  query: Paging & { jobId?: string; status?: ContactStatus; search?: string },
) {
  const search = query.search === undefined ? '' : searchable(query.search);
  const filter = { jobId: query.jobId, status: query.status, search: search === '' ? undefined : search };
  const [total, contacts] = await Promise.all([
    countContacts(scope, filter),
    listContacts(scope, filter, cut(query)),
  ]);
  const catalog = await catalogOfValues(scope, contacts);
  return paged(
    query,
    total,
    contacts.map((contact) => viewContact(contact, catalog)),
  );
}

/** Changes what is sent: `fields` merge, `metadata`, `jobIds` and `workHistory` are replaced. */
export async function changeContact(
  scope: Scope,
  id: string,
  changes: ContactChanges,
  createMissingFields: boolean,
) {
  const company = await ownCompany(scope);
  const violations = commonViolations(changes, company);
  if (violations.length > 0) throw invalid(violations);

  return scope.transaction(async (inside) => {
    const contact = await lockContact(inside, id);
    if (!contact) throw await missing(inside, id);
    const jobIds = wantedJobs(changes);
    await requireJobs(inside, jobIds ?? []);
    const catalog = await catalogFor(inside, changes.fields, createMissingFields, contact);
    const { fields: _fields, jobId: _jobId, jobIds: _jobIds, phoneNumber, workHistory, ...plain } = changes;
    const changed: Contact = {
      ...contact,
      ...plain,
      ...(phoneNumber === undefined ? {} : { phoneNumber: phone(phoneNumber, company) ?? null }),
      ...(workHistory === undefined ? {} : { workHistory: withIds(inside, workHistory) }),
      fields: merged(contact.fields, catalog.values),
      jobIds: jobIds ?? contact.jobIds,
      updatedAt: inside.now(),
    };
    if (changed.email === null && changed.phoneNumber === null)
      throw invalid(['email or phoneNumber must remain']);
    await saveContact(inside, changed);
    if (jobIds) await assignJobs(inside, id, jobIds);
    return viewContact(changed, catalog.catalog);
  });
}

export async function removeContact(scope: Scope, id: string) {
  if ((await deleteContact(scope, id)) === 0) throw await missing(scope, id);
  return { id, deleted: true as const };
}

/** Another company's contact is forbidden; one that never was, or is gone, is not found. */
const missing = async (scope: Scope, id: string) =>
  (await isAnothers(scope, id)) ? forbidden('This contact belongs to another company') : notFound('Contact');

type Wanted = Pick<ContactChanges, 'phoneNumber' | 'jobId' | 'jobIds'>;

function commonViolations(wanted: Wanted, company: Company): string[] {
  return [
    ...(wanted.phoneNumber != null && phone(wanted.phoneNumber, company) === undefined
      ? [
          'phoneNumber must be a telephone number, with + and its country code or in the form of the company’s country',
        ]
      : []),
    ...(wanted.jobId !== undefined && wanted.jobIds !== undefined && !wanted.jobIds.includes(wanted.jobId)
      ? ['jobId must be one of jobIds']
      : []),
  ];
}

const phone = (text: string | null | undefined, company: Company): string | undefined =>
  text == null ? undefined : e164(text, company.defaultCountry);

const wantedJobs = ({ jobId, jobIds }: Wanted): readonly string[] | undefined =>
  jobIds ?? (jobId === undefined ? undefined : [jobId]);

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
  return { catalog: await readCatalog(scope), values };
}

/** The catalog costs a query: contacts without a single value are shown without one. */
const catalogOfValues = async (scope: Scope, contacts: readonly Contact[]): Promise<Catalog> =>
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
