import { deleteExpiredData, deleteForgottenObjects } from '../domains/documents/retention.actions.ts';
import type { ObjectStore } from '../storage/objects/object-store.ts';
import type { Everywhere } from '../storage/scope.ts';

/** At a contact's date, its documents with their bytes and the text of its CV are deleted; the contact stays. */
export async function expirePersonalData(
  everywhere: Everywhere,
  objects: ObjectStore,
  signal: AbortSignal,
): Promise<void> {
  await deleteExpiredData(everywhere, signal);
  await deleteForgottenObjects(everywhere, objects, signal);
}
