import type { Searches } from '@parley/call-engine/plan-knowledge.ts';
import { searchPassages } from '../domains/documents/passage.actions.ts';
import { SealedPassages } from '../domains/documents/sealed-passages.actions.ts';
import type { Scope } from '../storage/scope.ts';
import type { Knower, MeaningSearch } from './meaning-search.ts';

const PASSAGES = 5;
const SHARE_OF_SEALED = 2 / 3;

/** What the active documents of a contact and an agent say about a question. */
export function searchesOf(
  scope: Scope,
  of: Knower,
  meaning: MeaningSearch | undefined,
  /** As long as a search may take. */
  budgetMs: number,
): Searches {
  // Loads the vectors before the first question. A failure is ignored here: the question fails again, and the journal
  // has it then.
  meaning?.prepare(scope, of).catch(() => undefined);
  // Likewise. It has less time, so that what is found elsewhere is not late with it.
  const sealed =
    of.contactId === undefined
      ? undefined
      : new SealedPassages(scope, of.contactId, budgetMs * SHARE_OF_SEALED);
  return {
    byWords: async (query, miss) => {
      const found = await searchPassages(scope, { ...of, sealed, query, limit: PASSAGES, miss });
      return found.map(({ documentId, documentName, position, text }) => ({
        title: documentName,
        text,
        source: `${documentId}#${position}`,
      }));
    },
    ...(meaning && { byMeaning: (question) => meaning.find(scope, of, question) }),
  };
}
