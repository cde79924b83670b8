import type { Erased, ErasureReason, ErasureReceiptView } from '@parley/contract/erasure.ts';
import type { Paging } from '@parley/contract/schema.ts';
import { notFound } from '@parley/kernel/failure.ts';
import { cut, paged } from '../../http/pagination.ts';
import type { Everywhere, Scope } from '../../storage/scope.ts';
import { companyTimezones } from '../companies/company.actions.ts';
import { clearCvText, holdContact, isExpired, markExpired } from '../contacts/contact.actions.ts';
import { dayIn } from '../contacts/contact.model.ts';
import { forgetInFilters } from '../contacts/erased-condition.actions.ts';
import { removeConversationsOfContact } from '../conversations/conversation.actions.ts';
import { forgetKnowledge } from '../conversations/journal-expiry.actions.ts';
import { sweepDocumentsTask } from '../documents/document.model.ts';
import { removeDocumentsOf } from '../documents/retention.actions.ts';
import { forgetEnrichments } from '../sourcing/enrichment.actions.ts';
import { deleteKeysOf } from './contact-key.store.ts';
import { type ReceiptSigner, statementOf } from './receipt.model.ts';
import {
  beginReceipt,
  closeReceipt,
  countErased,
  countReceipts,
  databaseName,
  dueContacts,
  findReceipt,
  finishedReceipts,
  insertReceipt,
  listReceipts,
  type ReceiptFilter,
  type SignedReceipt,
} from './receipt.store.ts';

/**
 * Erases everything that hangs on a contact but is not deleted with its row, and leaves a receipt, in the transaction
 * that deletes the contact: a crash leaves all of it, or none. The keys of its files are destroyed with it; the files follow in the
 * background, and with them the receipt's last date.
 */
export const eraseWithContact =
  (receipts: ReceiptSigner) =>
  async (scope: Scope, contactId: string): Promise<void> => {
    const id = scope.newId();
    await beginReceipt(scope, id);
    const filters = await forgetInFilters(scope, contactId);
    let erased = nothing;
    await removeConversationsOfContact(scope, contactId, async (conversationIds) => {
      erased = await countErased(scope, contactId, conversationIds);
    });
    const enrichmentResults = await forgetEnrichments(scope, contactId);
    const dataKeys = await deleteKeysOf(scope, contactId);
    await writeReceipt(
      scope,
      receipts,
      { id, contactId, reason: 'DELETED' },
      { ...erased, filters, enrichmentResults, dataKeys },
    );
    await scope.enqueue(sweepDocumentsTask, {});
  };

const writeReceipt = async (
  scope: Scope,
  receipts: ReceiptSigner,
  about: { readonly id: string; readonly contactId: string; readonly reason: ErasureReason },
  erased: Erased,
): Promise<number> => {
  const { kind, id: by } = scope.actor;
  const receipt = {
    ...about,
    requestedBy: `${kind} ${by}`,
    erased,
    erasedAt: scope.now(),
    objectsErasedAt: null,
    stores: { database: await databaseName(scope), objects: receipts.objects },
  };
  return insertReceipt(scope, receipt, receipts.sign(scope.companyId, receipt));
};

const nothing: Erased = {
  contacts: 0,
  documents: 0,
  cvTexts: 0,
  conversations: 0,
  callAttempts: 0,
  recordings: 0,
  analyses: 0,
  events: 0,
  messages: 0,
  comments: 0,
  corrections: 0,
  testCases: 0,
  sipMessages: 0,
  importRows: 0,
  journals: 0,
  filters: 0,
  enrichmentResults: 0,
  dataKeys: 0,
};

const BATCH = 100;
const FIRST_ID = '00000000-0000-0000-0000-000000000000';

/**
 * Deletes documents and CV texts of contacts whose date has come where their company is, and what journals have of them; each leaves a
 * receipt. What cannot be erased yet, because a call goes on, is tried again the next time.
 */
export async function expireContacts(
  everywhere: Everywhere,
  receipts: ReceiptSigner,
  signal: AbortSignal,
): Promise<void> {
  for (const timezone of await companyTimezones(everywhere)) {
    const today = dayIn(timezone, everywhere.now());
    let after = FIRST_ID;
    for (let done = BATCH; done === BATCH && !signal.aborted; ) {
      const due = await dueContacts(everywhere, { timezone, day: today, after }, BATCH);
      for (const { id, companyId } of due)
        await expireContact(everywhere.within(companyId, { kind: 'system', id: 'retention' }), receipts, id);
      after = due.at(-1)?.id ?? after;
      done = due.length;
    }
  }
}

/** Unless its date was changed again in between. */
export const expireContact = (scope: Scope, receipts: ReceiptSigner, contactId: string): Promise<void> =>
  scope.transaction(async (inside) => {
    if (!(await holdContact(inside, contactId)) || !(await isExpired(inside, contactId))) return;
    const id = inside.newId();
    await beginReceipt(inside, id);
    const documents = await removeDocumentsOf(inside, contactId);
    const cvTexts = await clearCvText(inside, contactId);
    const { journals, isComplete } = await forgetKnowledge(inside, contactId);
    if (isComplete) await markExpired(inside, contactId);
    if (documents + cvTexts + journals === 0) return;
    const about = { id, contactId, reason: 'EXPIRED' } as const;
    await writeReceipt(inside, receipts, about, { ...nothing, documents, cvTexts, journals });
    await inside.enqueue(sweepDocumentsTask, {});
  });

/** Dates and signs again the receipts whose last object has left the store. */
export async function closeReceipts(
  everywhere: Everywhere,
  receipts: ReceiptSigner,
  signal: AbortSignal,
): Promise<void> {
  for (let done = BATCH; done === BATCH && !signal.aborted; )
    done = await everywhere.transaction(async (inside) => {
      const finished = await finishedReceipts(inside, BATCH);
      const at = inside.now();
      for (const { jws: _jws, companyId, ...receipt } of finished) {
        const closed = { ...receipt, objectsErasedAt: at };
        await closeReceipt(inside, receipt.id, at, receipts.sign(companyId, closed));
      }
      return finished.length;
    });
}

export async function listErasureReceipts(
  scope: Scope,
  { page, limit, cursor, ...filter }: Paging & ReceiptFilter,
) {
  const paging = { page, limit, cursor };
  const slice = cut(paging);
  const [total, receipts] = await Promise.all([
    countReceipts(scope, filter, slice),
    listReceipts(scope, filter, slice),
  ]);
  return paged(paging, total, receipts.map(view));
}

export async function readErasureReceipt(scope: Scope, id: string): Promise<ErasureReceiptView> {
  const receipt = await findReceipt(scope, id);
  if (!receipt) throw notFound('Erasure receipt');
  return view(receipt);
}

const view = ({ jws, ...receipt }: SignedReceipt): ErasureReceiptView => ({ ...statementOf(receipt), jws });
