import type { Searches } from '@parley/call-engine/plan-knowledge.ts';
import { searchPassages } from '../domains/documents/passage.actions.ts';
import type { Scope } from '../storage/scope.ts';
import type { Knower, MeaningSearch } from './meaning-search.ts';

const PASSAGES = 5;

/** What the active documents of a contact and an agent say about a question. */
export function searchesOf(scope: Scope, of: Knower, meaning: MeaningSearch | undefined): Searches {
  // Loads the vectors before the first question. A failure is ignored here: the question fails again, and the journal
  // has it then.
  meaning?.prepare(scope, of).catch(() => undefined);
  return {
    byWords: async (query) => {
      const found = await searchPassages(scope, { ...of, query, limit: PASSAGES });
      return found.map(({ documentId, documentName, position, text }) => ({
        title: documentName,
        text,
        source: `${documentId}#${position}`,
      }));
    },
    ...(meaning && { byMeaning: (question) => meaning.find(scope, of, question) }),
  };
}
