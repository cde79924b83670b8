import { next } from '@parley/kernel/transition.ts';
import type { ObjectStore } from '../../storage/objects/object-store.ts';
import type { Everywhere, Scope } from '../../storage/scope.ts';
import type { CompanyId } from '../../storage/sql.ts';
import { ownCompany } from '../companies/company.actions.ts';
import { getContacts, holdContact, saveCvText } from '../contacts/contact.actions.ts';
import { type Document, lifecycle } from './document.model.ts';
import {
  changeDocument,
  deleteDocument,
  deleteOlderCvs,
  findById,
  hasNewerCv,
  lockDocument,
} from './document.store.ts';
import { announcedType, type FileType } from './file-type.parser.ts';
import type { Passage } from './passage.model.ts';
import { replacePassages } from './passage.store.ts';
import type { Person } from './personal-data.model.ts';

/** A document whose text is to be read, with its bytes. */
export interface Unread {
  readonly scope: Scope;
  readonly document: Document;
  readonly type: FileType;
  readonly charsetHint: string;
  readonly bytes: Buffer<ArrayBuffer>;
  /** Whose CV it is: what makes them known is taken out of the text. */
  readonly person: Person | undefined;
}

export interface ReadText {
  readonly passages: readonly Passage[];
  /** Of a CV. */
  readonly anonymousText?: string | undefined;
}

/** Nothing when there is nothing left to do: it was read already, or is gone. */
export async function openUnread(
  everywhere: Everywhere,
  objects: ObjectStore,
  { companyId, documentId }: { companyId: string; documentId: string },
): Promise<Unread | undefined> {
  const scope = everywhere.within(companyId as CompanyId, { kind: 'system', id: 'process-document' });
  const document = await findById(scope, documentId);
  if (document?.status !== 'PROCESSING') return undefined;
  const { objectKey, sizeBytes, fileName, contentType } = document;
  const bytes = await readObject(objects, objectKey, sizeBytes);
  if (!bytes) throw new Error('The bytes of a document could not be read from the object store');
  return {
    scope,
    document,
    bytes,
    type: announcedType(fileName, contentType) ?? 'TXT',
    charsetHint: contentType,
    person: document.source === 'CV' ? await personOf(scope, document.contactId as string) : undefined,
  };
}

async function personOf(scope: Scope, contactId: string): Promise<Person> {
  const [[contact], company] = await Promise.all([getContacts(scope, [contactId]), ownCompany(scope)]);
  if (!contact) throw new Error('The contact of a CV was not found');
  return {
    firstName: contact.firstName,
    lastName: contact.lastName,
    phoneNumber: contact.phoneNumber,
    country: company.defaultCountry,
  };
}

/** The text becomes knowledge; that of a CV takes the place of the one before. */
export async function finishDocument(scope: Scope, id: string, read: ReadText): Promise<void> {
  const owner = (await findById(scope, id))?.contactId ?? null;
  if (owner !== null) await scope.texts.prepare([owner]);
  await scope.transaction(async (inside) => {
    const found = await findById(inside, id);
    if (found?.source === 'CV' && !(await holdContact(inside, found.contactId as string))) return;
    const document = await lockDocument(inside, id);
    if (document?.status !== 'PROCESSING') return;
    const { source, contactId } = document;
    if (source === 'CV' && contactId !== null) {
      // A newer one was faster: this one would only undo it.
      if (await hasNewerCv(inside, contactId, id)) {
        await deleteDocument(inside, id);
        return;
      }
      await saveCvText(inside, contactId, read.anonymousText ?? '');
      await deleteOlderCvs(inside, contactId, id);
    }
    const isSealed = await replacePassages(inside, { id, contactId }, read.passages);
    await changeDocument(inside, id, {
      status: next(lifecycle, 'The document', document.status, 'finish'),
      isSealed,
    });
  });
}

/** The reason is for the person who sent the file. */
export const failDocument = (scope: Scope, id: string, failureReason: string): Promise<void> =>
  scope.transaction(async (inside) => {
    const document = await lockDocument(inside, id);
    if (document?.status !== 'PROCESSING') return;
    const status = next(lifecycle, 'The document', document.status, 'fail');
    await changeDocument(inside, id, { status, failureReason });
  });

/** So many bytes from the beginning of an object, in one piece of memory; nothing when there are not so many. */
export async function readObject(
  objects: ObjectStore,
  key: string,
  sizeBytes: number,
): Promise<Buffer<ArrayBuffer> | undefined> {
  const object = await objects.get(key, { start: 0, end: sizeBytes - 1 });
  if (!object) return undefined;
  const bytes = Buffer.from(new ArrayBuffer(sizeBytes));
  let at = 0;
  for await (const chunk of object.body) {
    // Leaving the loop destroys the stream.
    if (at + chunk.length > sizeBytes) return undefined;
    bytes.set(chunk, at);
    at += chunk.length;
  }
  return at === sizeBytes ? bytes : undefined;
}
