import { foldContactCounts } from '../domains/contacts/contact.actions.ts';
import { foldConversationCounts } from '../domains/conversations/conversation.actions.ts';
import {
  deleteExpiredData,
  deleteForgottenObjects,
  tidyUploads,
} from '../domains/documents/retention.actions.ts';
import type { ObjectStore } from '../storage/objects/object-store.ts';
import type { Everywhere } from '../storage/scope.ts';

/** On a contact's retention date, deletes its documents with their bytes and the text of its CV; the contact stays. */
export async function expirePersonalData(
  everywhere: Everywhere,
  objects: ObjectStore,
  signal: AbortSignal,
): Promise<void> {
  await deleteExpiredData(everywhere, signal);
  await deleteForgottenObjects(everywhere, objects, signal);
}

/** Every database connection writes counts of its own; this adds them up. */
export async function foldAllCounts(everywhere: Everywhere): Promise<void> {
  await foldContactCounts(everywhere);
  await foldConversationCounts(everywhere);
}

/** Deletes abandoned uploads, then the bytes of all deleted documents. */
export async function sweepDocuments(
  everywhere: Everywhere,
  objects: ObjectStore,
  signal: AbortSignal,
): Promise<void> {
  await tidyUploads(everywhere, signal);
  await deleteForgottenObjects(everywhere, objects, signal);
}
