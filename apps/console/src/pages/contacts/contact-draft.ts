import type { ContactField } from '../../api/catalog.ts';
import type { Body, Reply } from '../../api/client.ts';

export type Contact = Reply<'/contacts/{id}', 'get'>;
type NewContact = Body<'/contacts', 'post'>;
type ContactChanges = Body<'/contacts/{id}', 'patch'>;

/** The draft of an entry of the work history. */
export interface WorkDraft {
  readonly key: string;
  readonly id?: string;
  readonly companyName: string;
  readonly candidatePosition: string;
  readonly referenceName: string;
  readonly referencePhone: string;
  readonly startDate: string;
  readonly endDate: string;
}

/** The draft of a contact: everything is text, and only the service validates it. */
export interface ContactDraft {
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  readonly phoneNumber: string;
  readonly gdprExpiryDate: string;
  readonly status: string;
  readonly gender: string;
  readonly overallRating: string;
  readonly jobIds: readonly string[];
  readonly tags: readonly string[];
  /** By key; tags are lists, all others text. */
  readonly fields: Readonly<Record<string, string | readonly string[]>>;
  readonly workHistory: readonly WorkDraft[];
}

export const emptyDraft = (gdprExpiryDate: string): ContactDraft => ({
  firstName: '',
  lastName: '',
  email: '',
  phoneNumber: '',
  gdprExpiryDate,
  status: 'UNDEFINED',
  gender: '',
  overallRating: '',
  jobIds: [],
  tags: [],
  fields: {},
  workHistory: [],
});

export const emptyWork = (key: string): WorkDraft => ({
  key,
  companyName: '',
  candidatePosition: '',
  referenceName: '',
  referencePhone: '',
  startDate: '',
  endDate: '',
});

export const draftOf = (contact: Contact): ContactDraft => ({
  firstName: contact.firstName,
  lastName: contact.lastName,
  email: contact.email ?? '',
  phoneNumber: contact.phoneNumber ?? '',
  gdprExpiryDate: contact.gdprExpiryDate,
  status: contact.status,
  gender: contact.gender ?? '',
  overallRating: contact.overallRating?.toString() ?? '',
  jobIds: contact.jobIds,
  tags: contact.tags,
  fields: Object.fromEntries(
    Object.entries(contact.fields as Record<string, unknown>).map(([key, value]) => [
      key,
      Array.isArray(value) ? value.map(String) : String(value),
    ]),
  ),
  workHistory: contact.workHistory.map((item) => ({ ...emptyWork(item.id), ...item })),
});

const work = ({ key: _key, id, ...texts }: WorkDraft): object => ({
  ...(id !== undefined && { id }),
  ...Object.fromEntries(Object.entries(texts).filter(([, text]) => text.trim() !== '')),
});

/** The value of a field for the API; null clears it. */
function fieldValue(field: ContactField | undefined, typed: string | readonly string[]): unknown {
  if (typeof typed !== 'string') return typed.length === 0 ? null : typed;
  const text = typed.trim();
  if (text === '') return null;
  return field?.dataType === 'bool' ? text === 'true' : typed;
}

const rating = (text: string): unknown =>
  text.trim() === '' ? null : Number.isNaN(Number(text)) ? text : Number(text);

/** The body of a new contact, without empty values. */
export function newContactOf(draft: ContactDraft, catalog: readonly ContactField[]): NewContact {
  const fields = fieldsOf(draft.fields, {}, catalog);
  const body = {
    ...stringsOf(draft),
    gdprExpiryDate: draft.gdprExpiryDate,
    status: draft.status,
    ...(draft.gender !== '' && { gender: draft.gender }),
    ...(draft.overallRating.trim() !== '' && { overallRating: rating(draft.overallRating) }),
    ...(draft.jobIds.length > 0 && { jobIds: draft.jobIds }),
    ...(draft.tags.length > 0 && { tags: draft.tags }),
    ...(Object.keys(fields).length > 0 && { fields }),
    ...(draft.workHistory.length > 0 && { workHistory: draft.workHistory.map(work) }),
  };
  return body as NewContact;
}

const stringsOf = ({ firstName, lastName, email, phoneNumber }: ContactDraft): object =>
  Object.fromEntries(
    Object.entries({ firstName, lastName, email, phoneNumber }).filter(([, text]) => text.trim() !== ''),
  );

/** Only the changes: somebody else may have changed the rest. */
export function changesOf(
  draft: ContactDraft,
  was: ContactDraft,
  catalog: readonly ContactField[],
): ContactChanges {
  const changes: Record<string, unknown> = {};
  for (const name of ['firstName', 'lastName', 'gdprExpiryDate', 'status'] as const) {
    if (draft[name] !== was[name]) changes[name] = draft[name];
  }
  for (const name of ['email', 'phoneNumber', 'gender'] as const) {
    if (draft[name] !== was[name]) changes[name] = draft[name].trim() === '' ? null : draft[name];
  }
  if (draft.overallRating !== was.overallRating) changes.overallRating = rating(draft.overallRating);
  if (!same(draft.jobIds, was.jobIds)) changes.jobIds = draft.jobIds;
  if (!same(draft.tags, was.tags)) changes.tags = draft.tags;
  if (!same(draft.workHistory, was.workHistory)) changes.workHistory = draft.workHistory.map(work);
  const fields = fieldsOf(draft.fields, was.fields, catalog);
  if (Object.keys(fields).length > 0) changes.fields = fields;
  return changes as ContactChanges;
}

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

function fieldsOf(
  now: ContactDraft['fields'],
  was: ContactDraft['fields'],
  catalog: readonly ContactField[],
): Record<string, unknown> {
  const found: Record<string, unknown> = {};
  for (const [key, typed] of Object.entries(now)) {
    const before = was[key] ?? '';
    const value = fieldValue(
      catalog.find((field) => field.key === key),
      typed,
    );
    if (same(typed, before) || (value === null && before.length === 0)) continue;
    found[key] = value;
  }
  return found;
}
