import type { Passage } from '@parley/call-engine/dialogue/dialogue-model.ts';
import { cosine, type Embedder } from '@parley/call-engine/llm/embedder.ts';
import { limitConcurrency } from '@parley/kernel/concurrency.ts';
import { embeddedDocuments, passagesAt, vectorsOf } from '../domains/documents/passage.actions.ts';
import type { DocumentVectors } from '../domains/documents/passage.model.ts';
import type { Scope } from '../storage/scope.ts';

/** Whose documents are searched. */
export interface Knower {
  readonly contactId?: string;
  readonly agentId: string;
}

const MOST_FOUND = 5;
/** The call has given up by then; the request is cancelled. */
const QUESTION_MS = 5_000;
/** Of one document: twenty thousand passages of the offline embedder, five thousand of a vendor's. */
const MOST_BYTES = 32 * 1024 ** 2;
const READ_AT_ONCE = 4;
/** Of all documents together that are kept at hand. */
const MOST_KEPT_BYTES = 128 * 1024 ** 2;

/**
 * Finds passages by what they mean. The vectors of documents in use are kept in memory, where a search of thousands
 * takes a few milliseconds. A document that is too long for that is found by its words alone.
 */
export class MeaningSearch {
  readonly #embedder: Embedder;
  /** What is being read counts for nothing yet. */
  readonly #limit = limitConcurrency(READ_AT_ONCE);
  /** What was used last comes last. */
  readonly #kept = new Map<string, { readonly vectors: Promise<DocumentVectors>; bytes: number }>();

  constructor(embedder: Embedder) {
    this.#embedder = embedder;
  }

  /** The nearest first; none when nothing is near. */
  async find(scope: Scope, of: Knower, question: string): Promise<readonly Passage[]> {
    const documents = await embeddedDocuments(scope, of, this.#embedder.name);
    // Without documents no vector is requested.
    if (documents.length === 0) return [];
    const limits = { deadlineMs: QUESTION_MS, isUrgent: true };
    const [asked] = (await this.#embedder.embed([question], limits)).vectors;
    if (asked === undefined) return [];
    const near: { documentId: string; position: number; likeness: number }[] = [];
    for (const { id } of documents) {
      const { positions, dimensions, values } = await this.#vectorsOf(scope, id);
      if (dimensions !== asked.length) continue;
      for (const [index, position] of positions.entries()) {
        const likeness = cosine(asked, values, index * dimensions);
        if (likeness >= this.#embedder.floor) near.push({ documentId: id, position, likeness });
      }
    }
    near.sort((one, other) => other.likeness - one.likeness);
    const names = new Map(documents.map(({ id, name }) => [id, name]));
    return (await passagesAt(scope, near.slice(0, MOST_FOUND))).map(({ documentId, position, text }) => ({
      title: names.get(documentId) ?? '',
      text,
      source: `${documentId}#${position}`,
    }));
  }

  /** Has everything at hand for questions to come. What cannot be had now is asked for again with the first of them. */
  async prepare(scope: Scope, of: Knower): Promise<void> {
    const documents = await embeddedDocuments(scope, of, this.#embedder.name);
    await Promise.all(documents.map(({ id }) => this.#vectorsOf(scope, id)));
  }

  /** Of a document that is ready they never change. */
  #vectorsOf(scope: Scope, documentId: string): Promise<DocumentVectors> {
    const known = this.#kept.get(documentId);
    this.#kept.delete(documentId);
    const kept = known ?? this.#read(scope, documentId);
    this.#kept.set(documentId, kept);
    this.#forgetOldest();
    return kept.vectors;
  }

  #read(scope: Scope, documentId: string) {
    const read = this.#limit(() => vectorsOf(scope, documentId, MOST_BYTES));
    const vectors = read.then((found) => found ?? nothing);
    const kept = { vectors, bytes: 0 };
    vectors.then(
      ({ values }) => {
        kept.bytes = values.byteLength;
        this.#forgetOldest();
      },
      () => this.#kept.delete(documentId),
    );
    return kept;
  }

  #forgetOldest(): void {
    let bytes = [...this.#kept.values()].reduce((sum, one) => sum + one.bytes, 0);
    for (const [id, one] of this.#kept) {
      if (bytes <= MOST_KEPT_BYTES && this.#kept.size <= MOST_KEPT) break;
      this.#kept.delete(id);
      bytes -= one.bytes;
    }
  }
}

/** Entries, however small: ids and promises take memory too. */
const MOST_KEPT = 10_000;

const nothing: DocumentVectors = { positions: [], dimensions: 0, values: new Float32Array() };
