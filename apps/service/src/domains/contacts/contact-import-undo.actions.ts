import { UNDO_DAYS, type UndoneImport } from '@parley/contract/contact-import.ts';
import { conflict, notFound } from '@parley/kernel/failure.ts';
import { type Everywhere, retried, type Scope } from '../../storage/scope.ts';
import { noteChange } from '../events/event.actions.ts';
import { type BeforeRemoval, removeContactIfThere } from './contact.actions.ts';
import type { Contact } from './contact.model.ts';
import { lockContact, saveContact } from './contact.store.ts';
import { viewImport } from './contact-import.actions.ts';
import type { Additions, Snapshot } from './contact-import.model.ts';
import {
  addUndone,
  beginUndo,
  countRows,
  endUndo,
  findImport,
  forgetBefore,
  hasConversation,
  isUsed,
  lastRows,
  lockImport,
  removeJobs,
  takeRow,
  type UndoneRow,
} from './contact-import.store.ts';
import { removeTags } from './contact-tag.store.ts';

/** A request is answered after so many, so that no proxy gives it up: deleting a contact takes a dozen statements. */
const UNDONE_AT_ONCE = 200;

type Kept = UndoneImport['kept'][number];

/**
 * Takes back what an import did, from its last row to its first, each row in a transaction of its own. What somebody
 * changed since stays as it is, and so does whoever was called or used otherwise.
 */
export async function undoImport(scope: Scope, id: string, before: BeforeRemoval): Promise<UndoneImport> {
  await scope.transaction(async (inside) => {
    const one = await lockImport(inside, id);
    if (!one) throw notFound('Contact import');
    if (one.status !== 'UNDONE' && one.createdAt < undoableSince(inside.now()))
      throw conflict(
        `An import can be undone for ${UNDO_DAYS} days: what its contacts were before is no longer stored`,
      );
    if (one.status === 'OPEN') await beginUndo(inside, id);
  });
  const kept: Kept[] = [];
  for (const row of await lastRows(scope, id, UNDONE_AT_ONCE)) {
    const reason = await retried(() => undoRow(scope, id, row, before));
    if (reason !== undefined) kept.push({ contactId: row.contactId, reason });
  }
  const remaining = await countRows(scope, id);
  if (remaining === 0) await endUndo(scope, id);
  const one = await findImport(scope, id);
  if (!one) throw notFound('Contact import');
  return { import: viewImport(one), kept, remaining };
}

const undoableSince = (now: Date): Date => new Date(now.getTime() - UNDO_DAYS * 24 * 3_600_000);

const FORGOTTEN_AT_ONCE = 1000;

/** Deletes what contacts were before imports that can no longer be undone. */
export async function forgetImportedOver(everywhere: Everywhere, signal: AbortSignal): Promise<void> {
  const since = undoableSince(everywhere.now());
  for (let done = FORGOTTEN_AT_ONCE; done === FORGOTTEN_AT_ONCE && !signal.aborted; )
    done = await forgetBefore(everywhere, since, FORGOTTEN_AT_ONCE);
}

const undoRow = (scope: Scope, id: string, { line, contactId }: UndoneRow, before: BeforeRemoval) =>
  scope.transaction(async (inside): Promise<Kept['reason'] | undefined> => {
    // The contact first, as everybody does who locks it with what hangs on it.
    const contact = await lockContact(inside, contactId);
    const row = await takeRow(inside, id, line);
    if (!contact || !row) return undefined;
    const isChanged = contact.updatedAt.getTime() !== row.savedAt?.getTime();
    const isNew = row.result === 'created';
    const isCalled = isNew && (await hasConversation(inside, contactId));
    if (
      isChanged ||
      isCalled ||
      row.before === null ||
      (isNew && (await hasMore(inside, contact, row.before)))
    ) {
      await addUndone(inside, id, 'kept');
      return isCalled ? 'CALLED' : 'CHANGED';
    }
    if (!('updatedAt' in row.before)) {
      await removeContactIfThere(inside, contactId, before);
      await addUndone(inside, id, 'removed');
      return undefined;
    }
    await restore(inside, contact, row.before);
    await addUndone(inside, id, 'restored');
    return undefined;
  });

/** Whether somebody gave a contact something since the import created it, which does not change the contact itself. */
const hasMore = async (scope: Scope, { id, tags, jobIds }: Contact, { addedTags, addedJobIds }: Additions) =>
  tags.some((tag) => !addedTags.includes(tag)) ||
  jobIds.some((jobId) => !addedJobIds.includes(jobId)) ||
  (await isUsed(scope, id));

/** Tags and jobs that were added since stay. */
async function restore(
  scope: Scope,
  contact: Contact,
  { addedTags, addedJobIds, updatedAt, ...values }: Snapshot,
): Promise<void> {
  await saveContact(scope, { ...contact, ...values, updatedAt: new Date(updatedAt) });
  if (addedTags.length > 0) await removeTags(scope, [contact.id], addedTags);
  if (addedJobIds.length > 0) await removeJobs(scope, contact.id, addedJobIds);
  await noteChange(scope, 'contact', contact.id);
}
