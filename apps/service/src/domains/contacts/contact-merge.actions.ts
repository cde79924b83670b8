import { type ContactView, MOST_JOBS, MOST_TAGS } from '@parley/contract/contact.ts';
import { type ContactMerge, takenParts } from '@parley/contract/contact-selection.ts';
import { conflict, Failure, invalid } from '@parley/kernel/failure.ts';
import { cvText, isSameCv } from '../../storage/contact-texts.ts';
import { type OpenedText, retried, type Scope } from '../../storage/scope.ts';
import { noteChange } from '../events/event.actions.ts';
import {
  type BeforeRemoval,
  contactsAmong,
  getContacts,
  markDoNotCall,
  removeContactIfThere,
} from './contact.actions.ts';
import { type Contact, viewContact } from './contact.model.ts';
import { assignJobs, holdRows, saveContact, setCvText } from './contact.store.ts';
import { changesOf } from './contact-import.model.ts';
import { setTags } from './contact-tag.store.ts';
import { catalogOfValues } from './sent-contact.actions.ts';

/** Gives what hangs on one contact to another, in the same transaction; throws where that is not possible now. */
export type MoveParts = (scope: Scope, fromId: string, toId: string) => Promise<void>;

/**
 * Makes one contact of two: the first keeps its values and gets what it lacks, and everything that hangs on the other. The other
 * is deleted, with a receipt.
 */
export async function mergeContacts(
  scope: Scope,
  id: string,
  { contactId, take = [] }: ContactMerge,
  moveParts: MoveParts,
  before: BeforeRemoval,
): Promise<ContactView> {
  const violations = [
    ...(contactId.toLowerCase() === id.toLowerCase() ? ['contactId must be another contact'] : []),
    ...take.flatMap((name, place) =>
      takenParts.some((part) => part === name) || /^fields\../.test(name)
        ? []
        : [`take[${place}] must be one of ${takenParts.join(', ')} or fields.<key>`],
    ),
  ];
  if (violations.length > 0) throw invalid(violations);
  // Before the contacts are held: a key may have to come from a KMS.
  const cv = await cvOfBoth(scope, id, contactId);
  if (cv.isTaken) await scope.texts.prepare([id.toLowerCase()]);
  const { stored, catalog } = await retried(() =>
    scope.transaction(async (inside) => {
      await holdRows(inside, [id, contactId]);
      const [kept] = await getContacts(inside, [id]);
      const [other] = await getContacts(inside, [contactId]);
      if (!kept || !other) throw new Error('A contact was held and not found');
      if (!isSameCv(kept, cv.kept) || !isSameCv(other, cv.other))
        throw conflict('The CV of one of the contacts was changed at the same time: try again');
      await moveParts(inside, other.id, kept.id);
      const merged = { ...mergedContact(kept, other, take), updatedAt: inside.now() };
      if (merged.tags.length > MOST_TAGS || merged.jobIds.length > MOST_JOBS)
        throw conflict(
          `A contact has at most ${MOST_TAGS} tags and ${MOST_JOBS} jobs, and together the two have more: remove some first`,
        );
      // It is one person: whichever number they asked not to be called at, neither is called. Both are marked while each
      // contact still has its own number, since one of the two numbers is gone afterwards.
      const isDoNotCall = kept.doNotCall || other.doNotCall;
      if (isDoNotCall) for (const one of [kept, other]) await markDoNotCall(inside, one.id);
      await saveContact(inside, merged);
      await assignJobs(inside, kept.id, merged.jobIds);
      await setTags(inside, kept.id, merged.tags);
      if (cv.isTaken) await setCvText(inside, kept.id, cv.text);
      await removeContactIfThere(inside, other.id, before);
      await noteChange(inside, 'contact', kept.id);
      const [stored = merged] = await getContacts(inside, [kept.id]);
      return { stored, catalog: await catalogOfValues(inside, [stored]) };
    }),
  );
  return viewContact({ ...stored, anonymizedCvText: cv.text }, catalog);
}

/** So long it takes to repair a key, at least. */
const RETRY_AFTER_SECONDS = 600;

/**
 * The CV that they have together: that of the kept contact, unless it has none that could ever be read. Fails where the other's would be
 * lost, and while the KMS does not answer. A CV that is not taken may be unreadable.
 */
async function cvOfBoth(scope: Scope, keptId: string, otherId: string) {
  const found = new Map(
    (await contactsAmong(scope, [keptId, otherId])).map((contact) => [contact.id, contact]),
  );
  const [kept, other] = [found.get(keptId.toLowerCase()), found.get(otherId.toLowerCase())];
  const own = await openedCv(scope, kept);
  if (own.kind === 'opened') return { kept, other, text: own.value as string, isTaken: false as const };
  if (own.kind === 'broken') return { kept, other, text: null, isTaken: false as const };
  const others = await openedCv(scope, other);
  if (others.kind === 'broken')
    throw new Failure(
      'unavailable',
      `The CV of contact ${otherId} cannot be decrypted, and would be lost: the key service refuses the contact's key. Have the key repaired, then merge again.`,
      { retryAfterSeconds: RETRY_AFTER_SECONDS },
    );
  return others.kind === 'opened'
    ? { kept, other, text: others.value as string, isTaken: true as const }
    : { kept, other, text: null, isTaken: false as const };
}

async function openedCv(scope: Scope, contact: Contact | undefined): Promise<OpenedText> {
  if (contact === undefined) return { kind: 'none' };
  if (contact.anonymizedCvText !== null) return { kind: 'opened', value: contact.anonymizedCvText };
  const [opened = { kind: 'none' } as const] = await scope.texts.open([cvText(contact)]);
  if (opened.kind === 'unavailable') throw opened.error;
  return opened;
}

/** What the kept contact lacks, and what is to be taken, comes from the other. */
export function mergedContact(kept: Contact, other: Contact, take: readonly string[]): Contact {
  const {
    jobIds = [],
    tags = [],
    fields = {},
    workHistory: _history,
    ...values
  } = changesOf('merge', kept, other as never);
  const taken = takenParts.filter((part) => take.includes(part));
  const keys = take.flatMap((name) => /^fields\.(.+)$/.exec(name)?.[1] ?? []);
  const pick = <Key extends string>(from: object, names: readonly Key[]) =>
    Object.fromEntries(
      names
        .filter((name) => Object.hasOwn(from, name))
        .map((name) => [name, (from as Record<Key, unknown>)[name]]),
    );
  return {
    ...kept,
    ...values,
    ...Object.fromEntries(Object.entries(pick(other, taken)).filter(([, value]) => value !== null)),
    workHistory: kept.workHistory.length === 0 ? other.workHistory : kept.workHistory,
    fields: { ...kept.fields, ...fields, ...pick(other.fields, keys) } as Contact['fields'],
    jobIds,
    tags: [...tags].sort(),
  };
}
