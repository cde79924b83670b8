import type { Embedder } from '@parley/call-engine/llm/embedder.ts';
import { embedPassages, unembeddedDocuments } from '../domains/documents/passage-vector.actions.ts';
import type { VectorMaker } from '../domains/documents/passage-vector.model.ts';
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

/** For a batch of passages, which nobody waits for. */
const BATCH_MS = 60_000;
const DOCUMENTS = 20;
/** One document may be at fault; after so many in a row it is the embedder. */
const MOST_FAILURES = 3;

/** Gives the passages of a document that has just been read their vectors. */
export const embedDocument = (
  scope: Scope,
  embedder: Embedder,
  documentId: string,
  signal: AbortSignal,
): Promise<void> => embedPassages(scope, documentId, makerOf(embedder), signal);

/**
 * The same for documents that were there before, or that failed. Comes back regularly: what is not done by the time it
 * is told to stop is done the next time. Rejects with the last failure when there are too many.
 */
export async function embedDocuments(
  everywhere: Everywhere,
  embedder: Embedder,
  signal: AbortSignal,
): Promise<void> {
  const failed = new Set<string>();
  let inARow = 0;
  for (;;) {
    const found = await unembeddedDocuments(everywhere, embedder.name, DOCUMENTS + failed.size);
    const [document] = found.filter(({ id }) => !failed.has(id));
    if (document === undefined || signal.aborted) return;
    const scope = everywhere.within(document.companyId, { kind: 'system', id: 'embed' });
    try {
      await embedDocument(scope, embedder, document.id, signal);
      inARow = 0;
    } catch (error) {
      failed.add(document.id);
      inARow += 1;
      if (inARow === MOST_FAILURES) throw error;
    }
  }
}

const makerOf = (embedder: Embedder): VectorMaker => ({
  name: embedder.name,
  vectorsOf: async (texts) => (await embedder.embed(texts, { deadlineMs: BATCH_MS })).vectors,
});
