import { foldContactCounts } from '../domains/contacts/contact.actions.ts';
import { forgetImportedOver } from '../domains/contacts/contact-import-undo.actions.ts';
import { attemptsAmong } from '../domains/conversations/call-attempt.actions.ts';
import { foldConversationCounts } from '../domains/conversations/conversation.actions.ts';
import { deleteForgottenObjects, tidyUploads } from '../domains/documents/retention.actions.ts';
import { closeReceipts, expireContacts } from '../domains/personal-data/erasure.actions.ts';
import type { ReceiptSigner } from '../domains/personal-data/receipt.model.ts';
import type { Outbox } from '../storage/mail.ts';
import type { ObjectStore } from '../storage/objects/object-store.ts';
import type { Everywhere } from '../storage/scope.ts';

export interface CleanupServices {
  readonly objects: ObjectStore;
  readonly receipts: ReceiptSigner;
  /** Where mails lie as files when they are not sent by SMTP. */
  readonly outbox?: Outbox;
}

/**
 * On a contact's retention date, deletes its documents with their bytes and the text of its CV; the contact stays. And what
 * contacts were before imports that can no longer be undone.
 */
export async function expirePersonalData(
  everywhere: Everywhere,
  { objects, receipts }: CleanupServices,
  signal: AbortSignal,
): Promise<void> {
  await expireContacts(everywhere, receipts, signal);
  await forgetImportedOver(everywhere, signal);
  await deleteForgottenObjects(everywhere, objects, signal);
  await closeReceipts(everywhere, receipts, signal);
}

/** Every database connection writes counts of its own; this adds them up. */
export async function foldAllCounts(everywhere: Everywhere): Promise<void> {
  await foldContactCounts(everywhere);
  await foldConversationCounts(everywhere);
}

/** Deletes abandoned uploads, then the bytes of all that was deleted, and the mails to contacts that are gone. */
export async function sweepDocuments(
  everywhere: Everywhere,
  { objects, receipts, outbox }: CleanupServices,
  signal: AbortSignal,
): Promise<void> {
  await tidyUploads(everywhere, signal);
  await deleteForgottenObjects(everywhere, objects, signal);
  await outbox?.forget((attemptIds) => attemptsAmong(everywhere, attemptIds));
  await closeReceipts(everywhere, receipts, signal);
}
