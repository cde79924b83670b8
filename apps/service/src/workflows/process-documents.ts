import type { Embedder } from '@parley/call-engine/llm/embedder.ts';
import { embedPassages, unembeddedDocuments } from '../domains/documents/passage.actions.ts';
import type { VectorMaker } from '../domains/documents/passage.model.ts';
import { failDocument, finishDocument, openUnread } from '../domains/documents/processing.actions.ts';
import { Unreadable } from '../domains/documents/zip.parser.ts';
import type { ObjectStore } from '../storage/objects/object-store.ts';
import type { Everywhere, Scope } from '../storage/scope.ts';
import type { ExtractText } from './extract-text.ts';

/**
 * Extracts the text of an uploaded document, so that agents can search it. A file that cannot be read fails with its
 * reason; any other error is thrown, and the queue retries. Running it twice has the effect of one run. Search works
 * before the document has vectors, and without them.
 */
export async function processDocument(
  everywhere: Everywhere,
  services: {
    objects: ObjectStore;
    extractText: ExtractText;
    /** Computes the vectors of its passages; absent without semantic search. */
    embed?: (scope: Scope, documentId: string) => Promise<unknown>;
  },
  order: { companyId: string; documentId: string },
  signal?: AbortSignal,
): Promise<void> {
  const unread = await openUnread(everywhere, services.objects, order);
  if (!unread) return;
  const { scope, document, type, charsetHint, bytes, person } = unread;
  try {
    const read = await services.extractText(scope.companyId, { type, charsetHint, bytes, person }, signal);
    await finishDocument(scope, document.id, read);
    await services.embed?.(scope, document.id);
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
    await failDocument(scope, document.id, error.message);
  }
}

/** For a batch of passages, in the background. */
const BATCH_MS = 60_000;
const DOCUMENTS = 20;
/** A single failure may be the document's; this many in a row are the embedder's. */
const MOST_FAILURES = 3;

/** Computes the vectors of a document that was just processed. Whether all are there. */
export const embedDocument = (
  scope: Scope,
  embedder: Embedder,
  documentId: string,
  signal: AbortSignal,
): Promise<boolean> => embedPassages(scope, documentId, makerOf(embedder), signal);

/**
 * The same for older documents and for those that failed. Runs regularly: what is not done when it is aborted is done
 * the next time. Rejects with the last failure after too many.
 */
export async function embedDocuments(
  everywhere: Everywhere,
  embedder: Embedder,
  signal: AbortSignal,
): Promise<void> {
  /** Those that failed, and those that cannot be decrypted now, which is no fault of the embedder. */
  const passedOver = new Set<string>();
  let inARow = 0;
  for (;;) {
    const found = await unembeddedDocuments(everywhere, embedder.name, DOCUMENTS + passedOver.size);
    const [document] = found.filter(({ id }) => !passedOver.has(id));
    if (document === undefined || signal.aborted) return;
    const scope = everywhere.within(document.companyId, { kind: 'system', id: 'embed' });
    try {
      if (!(await embedDocument(scope, embedder, document.id, signal))) passedOver.add(document.id);
      inARow = 0;
    } catch (error) {
      passedOver.add(document.id);
      inARow += 1;
      if (inARow === MOST_FAILURES) throw error;
    }
  }
}

const makerOf = (embedder: Embedder): VectorMaker => ({
  name: embedder.name,
  vectorsOf: async (texts) => (await embedder.embed(texts, { deadlineMs: BATCH_MS })).vectors,
});
