import type { Scope } from '../../storage/scope.ts';
import { ranked, soughtStems, stemsQuery } from './passage.model.ts';
import { findPassages } from './passage.store.ts';

export interface PassageSearch {
  readonly contactId?: string;
  readonly agentId?: string;
  readonly query: string;
  readonly limit: number;
}

/** How many the database's own, coarser order hands on. */
const CANDIDATES = 60;

/** What the active documents of a contact and of an agent say about something, best first: the one a live call asks. */
export async function searchPassages(scope: Scope, { query, limit, ...of }: PassageSearch) {
  const stems = soughtStems(query);
  if (stems.length === 0) return [];
  const found = await findPassages(scope, of, stemsQuery(stems), Math.max(CANDIDATES, limit));
  return ranked(stems, found)
    .slice(0, limit)
    .map(({ words: _words, ...passage }) => passage);
}
