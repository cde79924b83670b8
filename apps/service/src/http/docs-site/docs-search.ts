import { setImmediate } from 'node:timers/promises';
import MiniSearch from 'minisearch';
import { apiReference } from './docs-addresses.ts';
import type { DocsLibrary } from './docs-library.ts';

export interface DocsResult {
  readonly address: string;
  readonly title: string;
  /** The heading inside the page; empty for the page as a whole. */
  readonly heading: string;
  readonly excerpt: string;
}

/** What of an operation, or an event, of the API is searched. */
export interface SearchableOperation {
  readonly anchor: string;
  readonly title: string;
  readonly method: string;
  readonly path: string;
  readonly description: string;
  readonly aliases: readonly string[];
}

const MAX_QUERY = 100;
const MAX_RESULTS = 20;
const EXCERPT = 160;
/** Entries; between two chunks, as between two pages, other requests have their turn. */
const CHUNK = 20;

/** Full-text search over the parts of every page and the operations of the API. Built once, at the first search. */
export async function makeDocsSearch(
  library: DocsLibrary,
  operations: readonly SearchableOperation[],
): Promise<(query: string) => readonly DocsResult[]> {
  const entries = new Map<string, DocsResult & { readonly text: string }>();
  for (const page of library.pages.values()) {
    await setImmediate();
    for (const { id, heading, text } of library.render(page).parts) {
      const address = id === '' ? page.address : `${page.address}#${id}`;
      entries.set(address, {
        address,
        title: page.title,
        heading: id === '' ? '' : heading,
        text,
        excerpt: '',
      });
    }
  }
  for (const { anchor, title, method, path, description, aliases } of operations) {
    const address = `${apiReference}#${anchor}`;
    const heading = path.startsWith('/') ? `${method.toUpperCase()} ${path}` : path;
    const text = [description, ...aliases].join(' ');
    entries.set(address, { address, title, heading, text, excerpt: '' });
  }
  const index = new MiniSearch<{ id: string; title: string; heading: string; text: string }>({
    fields: ['title', 'heading', 'text'],
    // PARLEY_SIP_TRUNK is found as a whole and by its words.
    tokenize: (text) =>
      [...text.matchAll(/[\p{L}\p{N}_]+/gu)].flatMap(([word]) => [
        word,
        ...(word.includes('_') ? word.split('_') : []),
      ]),
    searchOptions: {
      boost: { title: 4, heading: 3 },
      combineWith: 'AND',
      prefix: true,
      // A decision of the past answers fewer questions than a guide.
      boostDocument: (id) => (String(id).startsWith('/docs/adr/') || id === '/docs/changelog' ? 0.3 : 1),
    },
  });
  await index.addAllAsync(
    [...entries].map(([id, { title, heading, text }]) => ({ id, title, heading, text })),
    { chunkSize: CHUNK },
  );
  return (query) => {
    const words = query.slice(0, MAX_QUERY);
    const exact = index.search(words);
    const found = exact.length > 0 ? exact : index.search(words, { fuzzy: 0.2, combineWith: 'OR' });
    return found.slice(0, MAX_RESULTS).map(({ id, terms }) => {
      const { text, ...entry } = entries.get(id as string) as DocsResult & { text: string };
      return { ...entry, excerpt: excerptOf(text, terms) };
    });
  };
}

/** Around the first word that was found. */
function excerptOf(text: string, terms: readonly string[]): string {
  const lower = text.toLowerCase();
  const places = terms.map((term) => lower.indexOf(term)).filter((place) => place >= 0);
  const at = places.length === 0 ? 0 : Math.min(...places);
  const from = at < EXCERPT / 2 ? 0 : text.indexOf(' ', at - EXCERPT / 3) + 1;
  const cut = text.slice(from, from + EXCERPT);
  return `${from > 0 ? '… ' : ''}${cut}${from + EXCERPT < text.length ? ' …' : ''}`;
}
