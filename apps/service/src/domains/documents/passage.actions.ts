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
import type { SealedPassages } from './sealed-passages.actions.ts';

export interface PassageSearch {
  readonly contactId?: string;
  readonly agentId?: string;
  /** Of the same contact; without them, only what is plain is searched. */
  readonly sealed?: SealedPassages | undefined;
  readonly query: string;
  readonly limit: number;
  readonly miss: (why: string) => void;
}

/** How many the database's own, coarser order hands on. */
const CANDIDATES = 60;

/**
 * What the active documents of a contact and of an agent say about something, best first: the one a live call asks. Where one of the
 * two searches fails, what the other found is used, and `miss` is called with the reason.
 */
export async function searchPassages(scope: Scope, { query, limit, sealed, miss, ...of }: PassageSearch) {
  const stems = soughtStems(query);
  if (stems.length === 0) return [];
  const most = Math.max(CANDIDATES, limit);
  const missed = (what: string) => (error: unknown) => {
    miss(`${what}: ${error instanceof Error ? error.message : String(error)}`);
    return [];
  };
  const [plain, opened] = await Promise.all([
    findPassages(scope, of, stemsQuery(stems), most).catch(missed('The documents were not searched')),
    sealed?.find(stems, most).catch(missed("The contact's documents were not searched")) ?? [],
  ]);
  return ranked(stems, [...plain, ...opened])
    .slice(0, limit)
    .map(({ words: _words, ...passage }) => passage);
}

/** As many as a request carries, and as a process that dies leaves to be done again. */
const PASSAGES_AT_ONCE = 32;

/**
 * Gives every passage of a document a vector. What was done before the process died, or before it was told to stop,
 * is not done again. Whether all is done: a key may be refused until somebody repairs it.
 */
export async function embedPassages(
  scope: Scope,
  documentId: string,
  maker: VectorMaker,
  signal: AbortSignal,
): Promise<boolean> {
  for (;;) {
    const passages = await unembeddedPassages(scope, documentId, maker.name, PASSAGES_AT_ONCE);
    if (passages.length === 0) break;
    if (signal.aborted) return false;
    const readable = passages.filter(({ isReadable }) => isReadable);
    const vectors = readable.length === 0 ? [] : await maker.vectorsOf(readable.map(({ text }) => text));
    const made = readable.map(({ position }, index) => ({
      position,
      vector: packed(vectors[index] as Float32Array),
    }));
    // What nobody can read any more has no vector, and counts as done.
    const gone = passages.filter(({ isGone }) => isGone).map(({ position }) => ({ position, vector: null }));
    await saveVectors(scope, documentId, maker.name, [...made, ...gone]);
    if (made.length + gone.length < passages.length) return false;
  }
  await markEmbedded(scope, documentId, maker.name);
  return true;
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
