import { type ContactChanges, type ContactRequest, MOST_JOBS } from '@parley/contract/contact.ts';
import { belongsToAnother, conflict, invalid, notFound } from '@parley/kernel/failure.ts';
import { isSameCv, openCvs } from '../../storage/contact-texts.ts';
import type { Everywhere, Scope } from '../../storage/scope.ts';
import { ownCompany } from '../companies/company.actions.ts';
import { noteChange } from '../events/event.actions.ts';
import { requireJobs } from '../jobs/job.actions.ts';
import {
  type Contact,
  completed,
  dayIn,
  expireContactTask,
  type NewContact,
  type OriginOfContact,
  oneRequired,
  removedFields,
  viewContact,
} from './contact.model.ts';
import {
  addJob,
  assignJobs,
  deleteContact,
  deleteCvText,
  findContact,
  findContacts,
  foldCounts,
  holdRow,
  holdRows,
  insertContact,
  isAnothers,
  isOwn,
  lockContact,
  noteExpired,
  optIn,
  optOut,
  plainCvs,
  saveContact,
  sealPlainCv,
  setCvText,
  setRatings,
  unsubscribedChannels,
} from './contact.store.ts';
import { setTags } from './contact-tag.store.ts';
import {
  catalogOfValues,
  changedContact,
  newContact,
  readContactChanges,
  readNewContact,
  wantedJobs,
} from './sent-contact.actions.ts';

/** What of a new contact cannot be accepted, beyond what its schema says. */
export const contactViolations = async (scope: Scope, wanted: NewContact): Promise<string[]> =>
  (await readNewContact(scope, wanted)).violations;

/** Finds somebody who is not a contact yet; whoever is unknown is not found. */
export type FindOrigin = (scope: Scope, profileId: string) => Promise<OriginOfContact>;

/** A contact of what was sent, and of what is known of the person whose profile was named. */
export async function createContactOf(
  scope: Scope,
  { profileId, ...sent }: ContactRequest,
  createMissingFields: boolean,
  findOrigin: FindOrigin,
) {
  if (profileId === undefined) return createPublished(scope, sent as NewContact, createMissingFields);
  const { violations } = await readNewContact(scope, sent);
  if (violations.length > 0) throw invalid(violations);
  const whole = completed(sent, await findOrigin(scope, profileId));
  if ('violations' in whole) throw invalid(whole.violations);
  return createPublished(scope, whole.wanted, createMissingFields);
}

/** Creates a contact, then notifies pages: a page that is notified before the contact exists would not find it. */
async function createPublished(scope: Scope, wanted: NewContact, createMissingFields: boolean) {
  const contact = await createContact(scope, wanted, createMissingFields);
  await scope.together(noteNewContacts, contact.id);
  return contact;
}

/** No page shows one of them yet, and lists need one notification. */
export async function noteNewContacts(scope: Scope, ids: readonly string[]): Promise<readonly string[]> {
  const newest = ids.at(-1);
  if (newest !== undefined) await noteChange(scope, 'contact', newest);
  return ids;
}

export async function createContact(scope: Scope, wanted: NewContact, createMissingFields: boolean) {
  const { phoneNumber, workHistory, violations } = await readNewContact(scope, wanted);
  if (violations.length > 0) throw invalid(violations);
  const jobIds = wantedJobs(wanted) ?? [];

  const write = async (inside: Scope) => {
    await requireJobs(inside, jobIds);
    const { contact, catalog } = await newContact(
      inside,
      wanted,
      { phoneNumber, workHistory },
      createMissingFields,
    );
    await insertContact(inside, contact);
    if (jobIds.length > 0) await assignJobs(inside, contact.id, jobIds);
    if (contact.tags.length > 0) await setTags(inside, contact.id, contact.tags);
    return viewContact(contact, catalog);
  };
  // A contact with nothing beside it is one statement, which is its own transaction.
  const isAlone = jobIds.length === 0 && wanted.fields === undefined && wanted.tags === undefined;
  return isAlone ? write(scope) : scope.transaction(write);
}

export async function readContact(scope: Scope, id: string) {
  return (await readStoredContact(scope, id)).view;
}

/** The contact as it is shown, and what else is stored of it. */
export async function readStoredContact(scope: Scope, id: string) {
  const contact = await findContact(scope, id);
  if (!contact) throw await missing(scope, id);
  const [catalog, unsubscribed, [readable = contact]] = await Promise.all([
    catalogOfValues(scope, [contact]),
    unsubscribedChannels(scope, id),
    openCvs(scope, [contact]),
  ]);
  return {
    view: { ...viewContact(readable, catalog), ...(unsubscribed.length > 0 ? { unsubscribed } : {}) },
    doNotCall: contact.doNotCall,
    removedFields: removedFields(contact, catalog),
  };
}

/** Changes what is sent: `fields` merge, `metadata`, `jobIds` and `workHistory` are replaced. */
export async function changeContact(
  scope: Scope,
  id: string,
  changes: ContactChanges,
  createMissingFields: boolean,
) {
  const { phoneNumber, workHistory, violations } = await readContactChanges(scope, changes);
  if (violations.length > 0) throw invalid(violations);
  // Before anything is changed: while the text of its CV cannot be read, the contact cannot be shown.
  const before = await findContact(scope, id);
  const [opened] = await openCvs(scope, before ? [before] : []);

  const { changed, catalog, anonymizedCvText } = await scope.transaction(async (inside) => {
    const contact = await lockContact(inside, id);
    if (!contact) throw await missing(inside, id);
    const [shown = contact] =
      opened && isSameCv(contact, before) ? [opened] : await openCvs(inside, [contact]);
    const jobIds = wantedJobs(changes);
    await requireJobs(inside, jobIds ?? []);
    const result = await changedContact(
      inside,
      contact,
      changes,
      { phoneNumber, workHistory },
      createMissingFields,
    );
    const { changed } = result;
    if (changed.email === null && changed.phoneNumber === null) throw invalid([oneRequired('must remain')]);
    await saveContact(inside, changed);
    if (jobIds) {
      // Anew, because those that stay would keep their places.
      await assignJobs(inside, id, []);
      await assignJobs(inside, id, jobIds);
    }
    if (changes.tags) await setTags(inside, id, changed.tags);
    if (changes.gdprExpiryDate !== undefined && (await hasCome(inside, changed.gdprExpiryDate)))
      await inside.enqueue(expireContactTask, { companyId: inside.companyId, contactId: changed.id });
    await noteChange(inside, 'contact', changed.id);
    return { ...result, anonymizedCvText: shown.anonymizedCvText };
  });
  return viewContact({ ...changed, anonymizedCvText }, catalog);
}

/** Whether it is that day, or was, where the company is. */
const hasCome = async (scope: Scope, date: string): Promise<boolean> =>
  date <= dayIn((await ownCompany(scope)).timezone, scope.now());

/** Whether the contact is there and its date has come. Who deletes because of it holds the contact. */
export async function isExpired(scope: Scope, id: string): Promise<boolean> {
  const contact = await findContact(scope, id);
  return contact !== undefined && (await hasCome(scope, contact.gdprExpiryDate));
}

/** What is kept of a contact until its date would be deleted as soon as it is there. */
export async function refuseExpired(scope: Scope, id: string): Promise<void> {
  const contact = await findContact(scope, id);
  if (contact && (await hasCome(scope, contact.gdprExpiryDate)))
    throw conflict(
      `The gdprExpiryDate of the contact is ${contact.gdprExpiryDate}: from this day on it has no documents. Change the date first`,
    );
}

/** Brings what hangs on a contact to its end before the contact goes, in the same transaction. */
export type BeforeRemoval = (scope: Scope, contactId: string) => Promise<void>;

export async function removeContact(scope: Scope, id: string, before: BeforeRemoval) {
  if (!(await removeContactIfThere(scope, id, before))) throw await missing(scope, id);
  return { id, deleted: true as const };
}

/** Whether it was still there. */
export const removeContactIfThere = (scope: Scope, id: string, before: BeforeRemoval): Promise<boolean> =>
  scope.transaction(async (inside) => {
    // For update: a conversation that is being created with the contact is seen, or finds the contact gone.
    if (!(await lockContact(inside, id))) return false;
    await before(inside, id);
    await deleteContact(inside, id);
    await noteChange(inside, 'contact', id.toLowerCase());
    return true;
  });

/** Contacts named in a body, in its order: an unknown one is not found, another company's is forbidden. */
export async function getContacts(scope: Scope, ids: readonly string[]): Promise<Contact[]> {
  if (ids.length === 0) return [];
  const found = new Map((await findContacts(scope, ids)).map((contact) => [contact.id, contact]));
  const unfound = ids.find((id) => !found.has(id.toLowerCase()));
  if (unfound !== undefined) throw await missing(scope, unfound);
  return ids.flatMap((id) => found.get(id.toLowerCase()) ?? []);
}

/** Those of them that are there, in no order. */
export const contactsAmong = (scope: Scope, ids: readonly string[]): Promise<Contact[]> =>
  findContacts(scope, ids);

/** Fails where reading the contact would. */
export async function requireContact(scope: Scope, id: string): Promise<void> {
  if (!(await isOwn(scope, id))) throw await missing(scope, id);
}

/**
 * Whether the contact is there, and then it stays until the transaction ends. Whoever changes what hangs on a
 * contact together with the contact holds it first, as its deletion does: else the two wait for each other.
 */
export const holdContact = (scope: Scope, id: string): Promise<boolean> => holdRow(scope, id);

/** The same for several; those that are gone are left out. */
export const holdContacts = (scope: Scope, ids: readonly string[]): Promise<number> => holdRows(scope, ids);

/** What was found out about them last, from 0 to 100. Whoever rates them holds them. */
export const rateContacts = (scope: Scope, ratings: ReadonlyMap<string, number>): Promise<number> =>
  setRatings(scope, ratings);

/** Assigns one more job, unless the contact has it already. */
export async function assignToJob(scope: Scope, contact: Contact, jobId: string): Promise<void> {
  if (contact.jobIds.includes(jobId.toLowerCase())) return;
  if (contact.jobIds.length >= MOST_JOBS)
    throw conflict(`The contact is assigned to ${MOST_JOBS} jobs already, and cannot take another`);
  await addJob(scope, contact.id, jobId);
}

/** They asked never to be called again: neither this contact nor any other with their number is. */
export async function markDoNotCall(scope: Scope, id: string): Promise<void> {
  await optOut(scope, id);
  await noteChange(scope, 'contact', id);
}

/** They may be called again, under whichever contact their number is entered. */
export const allowCalls = (scope: Scope, id: string): Promise<number> => optIn(scope, id);

/** What an operator decides about a contact of the company. */
export async function setDoNotCall(scope: Scope, id: string, doNotCall: boolean): Promise<void> {
  await scope.transaction(async (inside) => {
    await requireContact(inside, id);
    if (doNotCall) return markDoNotCall(inside, id);
    await optIn(inside, id);
    await noteChange(inside, 'contact', id);
  });
}

export async function isDoNotCall(scope: Scope, id: string): Promise<boolean> {
  const [contact] = await getContacts(scope, [id]);
  return contact?.doNotCall ?? false;
}

/** The text of the contact's CV without what makes the person known. */
export const saveCvText = (scope: Scope, id: string, text: string): Promise<void> =>
  setCvText(scope, id, text);

/** Contacts whose CV's text is not sealed yet, except these. */
export const contactsWithPlainCv = (everywhere: Everywhere, except: readonly string[], most: number) =>
  plainCvs(everywhere, except, most);

/** Whether no plain text of the contact's CV is left. */
export const sealCvText = (everywhere: Everywhere, id: string): Promise<boolean> =>
  everywhere.transaction((inside) => sealPlainCv(inside, id));

/** All that goes on the contact's date is gone. */
export const markExpired = (scope: Scope, id: string): Promise<number> => noteExpired(scope, id);

/** The text of an expired CV goes; how many there were. */
export const clearCvText = (scope: Scope, id: string): Promise<number> => deleteCvText(scope, id);

/** Another company's contact is forbidden; one that never was, or is gone, is not found. */
const missing = async (scope: Scope, id: string) =>
  (await isAnothers(scope, id))
    ? belongsToAnother('This contact belongs to another company')
    : notFound('Contact');

const FOLDED_AT_ONCE = 10_000;

/** Makes one row again of what every connection has counted by itself. */
export const foldContactCounts = (everywhere: Everywhere): Promise<number> =>
  foldCounts(everywhere, FOLDED_AT_ONCE);
