import {
  type DocumentChanges,
  type DocumentSource,
  type DocumentView,
  type NewDocument,
  type StartedUpload,
  UPLOAD_MINUTES,
} from '@parley/contract/document.ts';
import type { Paging } from '@parley/contract/schema.ts';
import type { ConcurrencyLimit } from '@parley/kernel/concurrency.ts';
import { conflict, invalid, notFound } from '@parley/kernel/failure.ts';
import { next } from '@parley/kernel/transition.ts';
import { cut, paged } from '../../http/pagination.ts';
import type { ObjectStore } from '../../storage/objects/object-store.ts';
import type { Scope } from '../../storage/scope.ts';
import { currentPlan } from '../billing/account.actions.ts';
import { holdContact, refuseExpired } from '../contacts/contact.actions.ts';
import {
  announcementViolations,
  type Document,
  lifecycle,
  type Owner,
  processDocumentTask,
  roomViolations,
  sweepDocumentsTask,
  viewDocument,
  viewUpload,
} from './document.model.ts';
import {
  changeDocument,
  countDocuments,
  deleteDocument,
  deleteUnusedCvs,
  findDocument,
  insertDocument,
  listDocuments,
  lockDocument,
  newestCv,
  queueUp,
  reserved,
} from './document.store.ts';
import { announcedType, cleanFileName, isOfType } from './file-type.parser.ts';
import { readObject } from './processing.actions.ts';

export interface Uploads {
  readonly objects: ObjectStore;
  /** Fails when the owner does not exist or is another company's. */
  readonly requireOwner: (scope: Scope, id: string) => Promise<unknown>;
  /** For looking at what arrived, which is in memory meanwhile. */
  readonly inTurn: ConcurrencyLimit;
}

const nouns = { contact: 'Contact', agent: 'Agent' } as const;

export async function listOwnerDocuments(
  scope: Scope,
  { requireOwner }: Uploads,
  owner: Owner,
  query: Paging,
) {
  await requireOwner(scope, owner.id);
  const [total, rows] = await Promise.all([
    countDocuments(scope, owner),
    listDocuments(scope, owner, cut(query)),
  ]);
  return paged(query, total, rows.map(viewDocument));
}

/** Every document of a contact, and where its bytes are. */
export async function filesOfContact(scope: Scope, contactId: string) {
  const page = { limit: MOST_FILES, offset: 0 };
  const documents = await listDocuments(scope, { kind: 'contact', id: contactId }, page);
  return documents.map((document) => ({ view: viewDocument(document), key: document.objectKey }));
}
/** Far more than a contact may have. */
const MOST_FILES = 1000;

/** Reserves the place and the storage, and answers where to send the bytes. */
export async function startUpload(
  scope: Scope,
  { objects, requireOwner }: Uploads,
  owner: Owner,
  wanted: NewDocument,
  source: DocumentSource = 'UPLOAD',
): Promise<StartedUpload> {
  const violations = announcementViolations(wanted);
  if (violations.length > 0) throw invalid(violations);
  await requireOwner(scope, owner.id);
  if (owner.kind === 'contact') await refuseExpired(scope, owner.id);

  const id = scope.newId();
  const now = scope.now();
  const fileName = cleanFileName(wanted.fileName) as string;
  const document: Document = {
    id,
    contactId: owner.kind === 'contact' ? owner.id : null,
    agentId: owner.kind === 'agent' ? owner.id : null,
    objectKey: `documents/${scope.companyId}/${id}`,
    name: wanted.name ?? fileName,
    fileName,
    contentType: wanted.contentType,
    sizeBytes: wanted.sizeBytes,
    source,
    status: 'PENDING',
    isActive: true,
    failureReason: null,
    uploadExpiresAt: new Date(now.getTime() + UPLOAD_MINUTES * 60_000),
    createdAt: now,
    updatedAt: now,
  };
  await scope.transaction(async (inside) => {
    await queueUp(inside);
    if (source === 'CV') {
      if (!(await holdContact(inside, owner.id))) throw notFound('Contact');
      await deleteUnusedCvs(inside, owner.id);
    }
    await requireRoom(inside, owner, document);
    if (!(await insertDocument(inside, document))) throw notFound(nouns[owner.kind]);
  });
  const { contentType, sizeBytes, uploadExpiresAt: expiresAt } = document;
  return viewUpload(
    document,
    await objects.uploadLink(document.objectKey, { contentType, sizeBytes, expiresAt }),
  );
}

async function requireRoom(scope: Scope, owner: Owner, { id, sizeBytes, source }: Document): Promise<void> {
  const { storageBytes } = await currentPlan(scope);
  const taken = await reserved(scope, owner, id);
  const violations = roomViolations({ sizeBytes, source, ownerKind: owner.kind }, taken, storageBytes);
  if (violations.length > 0) throw invalid(violations);
}

/** The bytes are there and are what was announced: their text will be read. Again, it answers the document as it is. */
export async function completeUpload(
  scope: Scope,
  uploads: Uploads,
  owner: Owner,
  id: string,
): Promise<DocumentView> {
  return viewDocument(await complete(scope, uploads, owner, await ownDocument(scope, uploads, owner, id)));
}

/** The same for the newest CV of the contact. */
export async function completeCv(scope: Scope, uploads: Uploads, contactId: string): Promise<DocumentView> {
  await uploads.requireOwner(scope, contactId);
  const cv = await newestCv(scope, contactId);
  if (!cv) throw notFound('CV');
  return viewDocument(await complete(scope, uploads, { kind: 'contact', id: contactId }, cv));
}

async function complete(
  scope: Scope,
  { objects, inTurn }: Uploads,
  owner: Owner,
  document: Document,
): Promise<Document> {
  if (document.status !== 'PENDING') return document;
  const arrived = await objects.head(document.objectKey);
  if (!arrived)
    throw invalid([
      'upload must come first: send the file to the upload URL that was returned when the upload was started',
    ]);
  const violations = await inTurn(async () => {
    // Asked many times at once, only the first looks.
    const isPending = (await findDocument(scope, owner, document.id))?.status === 'PENDING';
    return isPending ? arrivalViolations(objects, document, arrived.sizeBytes) : [];
  });
  if (violations.length > 0) {
    await discard(scope, document.id);
    throw invalid(violations);
  }

  return scope.transaction(async (inside) => {
    await queueUp(inside);
    const current = await lockDocument(inside, document.id);
    if (!current) throw notFound('Document');
    if (current.status !== 'PENDING') return current;
    // Its place was given back when the time was over, and may be another's by now.
    if (current.uploadExpiresAt <= inside.now()) await requireRoom(inside, owner, current);
    const status = next(lifecycle, 'The document', current.status, 'complete');
    await inside.enqueue(processDocumentTask, { companyId: inside.companyId, documentId: current.id });
    return (await changeDocument(inside, current.id, { status })) as Document;
  });
}

/** What arrived can never be completed, because a link is used once: its place and its bytes are given back. */
const discard = (scope: Scope, id: string): Promise<void> =>
  scope.transaction(async (inside) => {
    if ((await lockDocument(inside, id))?.status !== 'PENDING') return;
    await deleteDocument(inside, id);
    await inside.enqueue(sweepDocumentsTask, {});
  });

/** Holds what arrived against what was announced. */
async function arrivalViolations(
  objects: ObjectStore,
  { objectKey, fileName, contentType, sizeBytes }: Document,
  arrivedBytes: number,
): Promise<string[]> {
  if (arrivedBytes !== sizeBytes)
    return [
      `sizeBytes must be that of the file: ${sizeBytes} were announced and ${arrivedBytes} arrived. Start a new upload`,
    ];
  const type = announcedType(fileName, contentType);
  // A PDF is told by its beginning.
  const bytes = await readObject(objects, objectKey, type === 'PDF' ? Math.min(sizeBytes, 1024) : sizeBytes);
  if (bytes === undefined || type === undefined || !(await isOfType(type, bytes)))
    return [`contentType must be that of the file: what arrived is not ${contentType}. Start a new upload`];
  return [];
}

export async function changeOwnerDocument(
  scope: Scope,
  uploads: Uploads,
  owner: Owner,
  id: string,
  changes: DocumentChanges,
): Promise<DocumentView> {
  const { source } = await ownDocument(scope, uploads, owner, id);
  if (source === 'CV' && changes.name !== undefined)
    throw conflict('A CV cannot be renamed: it can only be deactivated, or replaced by a new CV');
  const changed = await changeDocument(scope, id, changes);
  if (!changed) throw notFound('Document');
  return viewDocument(changed);
}

export async function removeOwnerDocument(
  scope: Scope,
  uploads: Uploads,
  owner: Owner,
  id: string,
): Promise<void> {
  const { source } = await ownDocument(scope, uploads, owner, id);
  if (source === 'CV')
    throw conflict('A CV cannot be deleted: it can only be deactivated, or replaced by a new CV');
  await scope.transaction(async (inside) => {
    if ((await deleteDocument(inside, id)) === 0) throw notFound('Document');
    await inside.enqueue(sweepDocumentsTask, {});
  });
}

async function ownDocument(
  scope: Scope,
  { requireOwner }: Uploads,
  owner: Owner,
  id: string,
): Promise<Document> {
  await requireOwner(scope, owner.id);
  const document = await findDocument(scope, owner, id);
  if (!document) throw notFound('Document');
  return document;
}
