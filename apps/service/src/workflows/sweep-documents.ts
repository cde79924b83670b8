import { deleteForgottenObjects, tidyUploads } from '../domains/documents/retention.actions.ts';
import type { ObjectStore } from '../storage/objects/object-store.ts';
import type { Everywhere } from '../storage/scope.ts';

/** Clears away uploads that came to nothing, then the bytes of all documents that are gone. */
export async function sweepDocuments(
  everywhere: Everywhere,
  objects: ObjectStore,
  signal: AbortSignal,
): Promise<void> {
  await tidyUploads(everywhere, signal);
  await deleteForgottenObjects(everywhere, objects, signal);
}
