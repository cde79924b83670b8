import type { ContactChanges } from '@parley/contract/contact.ts';
import type { DuplicateRule, ImportedRow, ImportOptions } from '@parley/contract/contact-import.ts';
import { isSameName } from '@parley/kernel/person-name.ts';
import { SIMULATED_NUMBER } from '@parley/kernel/phone-number.ts';
import { searchable } from '@parley/kernel/text.ts';
import type { Contact, NewContact } from './contact.model.ts';

/** What rows and contacts are told apart by, as far as the import asks for it; undefined tells nothing. */
export interface Identity {
  readonly phoneNumber: string | undefined;
  readonly email: string | undefined;
}

export const rowIdentity = (
  { matchBy = ['phoneNumber', 'email'] }: ImportOptions,
  phoneNumber: string | null | undefined,
  email: string | null | undefined,
): Identity => ({
  phoneNumber:
    matchBy.includes('phoneNumber') && phoneNumber != null && !SIMULATED_NUMBER.test(phoneNumber)
      ? phoneNumber
      : undefined,
  email: matchBy.includes('email') ? (email?.toLowerCase() ?? undefined) : undefined,
});

type Person = Pick<Contact, 'firstName' | 'lastName'>;
const isNamesake = (one: Person, other: Person): boolean =>
  searchable(`${one.firstName} ${one.lastName}`) === searchable(`${other.firstName} ${other.lastName}`);

/**
 * The contacts that may be the person of a row. Couples share a number: alone it tells that two are the same only if their names do
 * not tell otherwise. The address alone does.
 */
export const samePeople = (
  candidates: readonly Contact[],
  identity: Identity,
  person: Person & Pick<NewContact, 'email'>,
): readonly Contact[] =>
  candidates.filter((contact) => {
    const email = contact.email?.toLowerCase();
    if (email !== undefined && (email === identity.email || email === person.email?.toLowerCase()))
      return true;
    return isSameName(contact, person);
  });

/**
 * The contact that a row is most likely about: the one with which it has most in common of number, address and name.
 * Several that are equally likely are named all.
 */
export function likeliest(
  candidates: readonly Contact[],
  { phoneNumber, email }: Identity,
  person: Person,
): readonly Contact[] {
  const common = (contact: Contact): number =>
    Number(phoneNumber !== undefined && contact.phoneNumber === phoneNumber) +
    Number(email !== undefined && contact.email?.toLowerCase() === email) +
    Number(isNamesake(contact, person));
  const most = Math.max(0, ...candidates.map(common));
  return candidates.filter((contact) => common(contact) === most);
}

/** Contacts of the company by what they are told apart by, with those that earlier rows created or changed. */
export class KnownContacts {
  readonly #byId = new Map<string, Contact>();
  /** Ids by number and by address. */
  readonly #index = new Map<string, Set<string>>();

  add(...contacts: readonly Contact[]): void {
    for (const contact of contacts) {
      for (const key of keysOf(this.#byId.get(contact.id))) this.#index.get(key)?.delete(contact.id);
      this.#byId.set(contact.id, contact);
      for (const key of keysOf(contact)) {
        const ids = this.#index.get(key) ?? new Set();
        this.#index.set(key, ids.add(contact.id));
      }
    }
  }

  like({ phoneNumber, email }: Identity): readonly Contact[] {
    const found = [phoneNumber, email].flatMap((key) =>
      key === undefined ? [] : [...(this.#index.get(key) ?? [])],
    );
    return [...new Set(found)].sort().map((id) => this.#byId.get(id) as Contact);
  }
}

const keysOf = (contact: Contact | undefined): string[] =>
  [contact?.phoneNumber, contact?.email?.toLowerCase()].filter((key) => key != null);

const union = (stored: readonly string[], sent: readonly string[] | undefined): string[] => [
  ...new Set([...stored, ...(sent ?? []).map((one) => one.toLowerCase())]),
];

/** What a row says about a contact that is there already. Tags and jobs are added either way. */
export function changesOf(
  rule: Extract<DuplicateRule, 'update' | 'merge'>,
  contact: Contact,
  { jobId, jobIds = jobId === undefined ? [] : [jobId], tags, metadata, ...values }: Partial<NewContact>,
): ContactChanges {
  const added = { jobIds: union(contact.jobIds, jobIds), tags: union(contact.tags, tags) };
  if (rule === 'update') return { ...values, ...added, metadata: { ...contact.metadata, ...metadata } };
  const { email, phoneNumber, gender, overallRating, status, workHistory, fields = {} } = values;
  const missing = Object.entries(fields).filter(([key]) => contact.fields[key] === undefined);
  return {
    ...(contact.email === null && email != null && { email }),
    ...(contact.phoneNumber === null && phoneNumber != null && { phoneNumber }),
    ...(contact.gender === null && gender != null && { gender }),
    ...(contact.overallRating === null && overallRating != null && { overallRating }),
    ...(contact.status === 'UNDEFINED' && status !== undefined && { status }),
    ...(contact.workHistory.length === 0 && workHistory !== undefined && { workHistory }),
    fields: Object.fromEntries(missing),
    ...added,
    metadata: { ...metadata, ...contact.metadata },
  };
}

const compared = [
  'firstName',
  'lastName',
  'email',
  'phoneNumber',
  'status',
  'gender',
  'gdprExpiryDate',
  'overallRating',
  'workHistory',
  'metadata',
  'jobIds',
  'tags',
] as const;

/** The names of what differs. */
export const differences = (before: Contact, after: Contact): string[] => [
  ...compared.filter((name) => differ(before[name], after[name])),
  ...[...new Set([...Object.keys(before.fields), ...Object.keys(after.fields)])]
    .filter((key) => differ(before.fields[key], after.fields[key]))
    .map((key) => `fields.${key}`),
];

const differ = (one: unknown, other: unknown): boolean => JSON.stringify(one) !== JSON.stringify(other);

/** What a row gave a contact beside values. */
export interface Additions {
  readonly addedTags: readonly string[];
  readonly addedJobIds: readonly string[];
}

/** What is needed to take a change back: the values before it, and which tags and jobs it added. */
export type Snapshot = Omit<
  Contact,
  'anonymizedCvText' | 'sealedCvText' | 'doNotCall' | 'jobIds' | 'tags' | 'createdAt' | 'updatedAt'
> &
  Additions & { readonly updatedAt: string };

export function snapshotOf(before: Contact, after: Contact): Snapshot {
  const {
    anonymizedCvText: _cv,
    sealedCvText: _sealed,
    doNotCall: _no,
    jobIds,
    tags,
    createdAt: _at,
    updatedAt,
    ...values
  } = before;
  return {
    ...values,
    updatedAt: updatedAt.toISOString(),
    addedTags: after.tags.filter((tag) => !tags.includes(tag)),
    addedJobIds: after.jobIds.filter((id) => !jobIds.includes(id)),
  };
}

export const counts = { created: 0, updated: 0, merged: 0, skipped: 0, refused: 0 };
export type RowCounts = typeof counts;

/** How the counts of an import change when these rows have these results, in place of earlier ones. */
export function countDifference(
  results: readonly Pick<ImportedRow, 'result'>[],
  earlier: readonly Pick<ImportedRow, 'result'>[],
): RowCounts {
  const difference = { ...counts };
  for (const { result } of results) difference[result]++;
  for (const { result } of earlier) difference[result]--;
  return difference;
}
