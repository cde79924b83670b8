import { failDocument, finishDocument, openUnread } from '../domains/documents/processing.actions.ts';
import { Unreadable } from '../domains/documents/zip.parser.ts';
import type { ObjectStore } from '../storage/objects/object-store.ts';
import type { Everywhere, Scope } from '../storage/scope.ts';
import type { ExtractText } from './extract-text.ts';

/**
 * Makes knowledge of a document that has arrived. A file that cannot be read fails with its reason; whatever else
 * goes wrong is thrown, and the queue tries again. Done twice, it is done once. It is knowledge before it has vectors,
 * and stays so without them.
 */
export async function processDocument(
  everywhere: Everywhere,
  services: {
    objects: ObjectStore;
    extractText: ExtractText;
    /** Gives its passages their vectors; absent where nobody searches by meaning. */
    embed?: (scope: Scope, documentId: string) => Promise<void>;
  },
  order: { companyId: string; documentId: string },
): Promise<void> {
  const unread = await openUnread(everywhere, services.objects, order);
  if (!unread) return;
  const { scope, document, type, charsetHint, bytes, person } = unread;
  try {
    const read = await services.extractText({ type, charsetHint, bytes, person });
    await finishDocument(scope, document.id, read);
    await services.embed?.(scope, document.id);
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
    await failDocument(scope, document.id, error.message);
  }
}
