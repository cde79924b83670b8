import { withTimeout } from '@parley/kernel/concurrency.ts';
import type { Scope } from '../../storage/scope.ts';
import { activeDocuments, type FoundPassage, sealedPassages } from './passage.store.ts';
import { WordIndex } from './word-index.model.ts';

/** So much of a contact's newest documents is searched in a call: about 2 MB of text, which is sealed together with its words. */
export const MOST_SEALED_BYTES = 4 * 1024 ** 2;

interface Opened {
  readonly passages: readonly FoundPassage[];
  readonly index: WordIndex;
}

/**
 * What the sealed documents of a contact say, which the database cannot search. They are read and decrypted once, when the call
 * begins, and searched in memory: to decrypt them for each question takes longer than a question may.
 */
export class SealedPassages {
  readonly #scope: Scope;
  readonly #contactId: string;
  readonly #withinMs: number;
  readonly #opened: Promise<Opened>;
  #isOpening = true;

  /** The call does not wait for it. A question waits as long as it may. */
  constructor(scope: Scope, contactId: string, withinMs: number) {
    this.#scope = scope;
    this.#contactId = contactId;
    this.#withinMs = withinMs;
    this.#opened = this.#open();
    // Each question fails with it, and the journal has it then.
    this.#opened.catch(() => undefined);
  }

  async #open(): Promise<Opened> {
    try {
      const passages = await sealedPassages(this.#scope, this.#contactId, MOST_SEALED_BYTES);
      return { passages, index: await WordIndex.of(passages.map(({ words }) => words)) };
    } finally {
      this.#isOpening = false;
    }
  }

  /** Those with most of the stems. */
  find(stems: readonly string[], most: number): Promise<FoundPassage[]> {
    const late = this.#isOpening ? 'They are still being decrypted' : undefined;
    return withTimeout(this.#withinMs, this.#find(stems, most), late);
  }

  async #find(stems: readonly string[], most: number): Promise<FoundPassage[]> {
    const { passages, index } = await this.#opened;
    const found = index.find(stems).flatMap((at) => passages[at] ?? []);
    if (found.length === 0) return [];
    // A document may have been deleted or switched off since the call began, or the contact erased.
    const active = new Set((await activeDocuments(this.#scope, this.#contactId)).map(({ id }) => id));
    return found.filter(({ documentId }) => active.has(documentId)).slice(0, most);
  }
}
