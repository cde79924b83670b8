import type { Everywhere, Scope } from '../../storage/scope.ts';
import {
  type DocumentVectors,
  packed,
  ranked,
  soughtStems,
  stemsQuery,
  unpacked,
  type VectorMaker,
} from './passage.model.ts';
import {
  findEmbedded,
  findPassages,
  findUnembedded,
  markEmbedded,
  type Place,
  readTexts,
  readVectors,
  saveVectors,
  sizeOfVectors,
  unembeddedPassages,
} from './passage.store.ts';

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

/** As many as a request carries, and as a process that dies leaves to be done again. */
const PASSAGES_AT_ONCE = 32;

/**
 * Gives every passage of a document a vector. What was done before the process died, or before it was told to stop,
 * is not done again.
 */
export async function embedPassages(
  scope: Scope,
  documentId: string,
  maker: VectorMaker,
  signal: AbortSignal,
): Promise<void> {
  for (;;) {
    const passages = await unembeddedPassages(scope, documentId, maker.name, PASSAGES_AT_ONCE);
    if (passages.length === 0) break;
    if (signal.aborted) return;
    const vectors = await maker.vectorsOf(passages.map(({ text }) => text));
    await saveVectors(
      scope,
      documentId,
      maker.name,
      passages.map(({ position }, index) => ({
        position,
        vector: packed(vectors[index] as Float32Array),
      })),
    );
  }
  await markEmbedded(scope, documentId, maker.name);
}

/** Documents that were there before the maker was, or that it failed at. */
export const unembeddedDocuments = (everywhere: Everywhere, by: string, most: number) =>
  findUnembedded(everywhere, by, most);

/** The active documents of a contact and an agent that can be searched by meaning. */
export const embeddedDocuments = (
  scope: Scope,
  of: { readonly contactId?: string; readonly agentId?: string },
  by: string,
) => findEmbedded(scope, of, by);

/** Undefined when they would take more memory than this. */
export async function vectorsOf(
  scope: Scope,
  documentId: string,
  mostBytes: number,
): Promise<DocumentVectors | undefined> {
  const size = await sizeOfVectors(scope, documentId);
  if (size === undefined || size.bytes > mostBytes) return undefined;
  return unpacked(await readVectors(scope, documentId));
}

/** In the order of the places; one that is gone is left out. */
export async function passagesAt(
  scope: Scope,
  places: readonly Place[],
): Promise<readonly (Place & { readonly text: string })[]> {
  const found = await readTexts(scope, places);
  return places.flatMap(
    ({ documentId, position }) =>
      found.find((one) => one.documentId === documentId && one.position === position) ?? [],
  );
}
