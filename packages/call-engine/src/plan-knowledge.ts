import { withTimeout } from '@parley/kernel/concurrency.ts';
import type { Passage } from './dialogue/dialogue-model.ts';
import { meaningfulStems } from './dialogue/rules/stem.ts';
import type { CallPlan, PlanDocument } from './plan.ts';

/** What a contact's question can be answered from: the documents of the plan and uploaded ones. */
export interface Knowledge {
  /**
   * The passages nearest to the question, best first; none when nothing is near. `miss` is called with a message when
   * a search failed or was late.
   */
  find(question: string, miss?: (why: string) => void): Promise<readonly Passage[]>;
}

const MAX_FOUND = 5;
/** Minimum share of a question's word weight that a passage must contain to match. */
const NEAR = 0.2;

/** Short enough not to be noticed as a pause. */
export const SEARCH_MS = 30;

/** `miss` is called with a message about what could not be searched, beside what was found. */
type Find = (question: string, miss: (why: string) => void) => Promise<readonly Passage[]>;

/** Searches beside the plan. */
export interface Searches {
  /** In the uploaded documents. */
  readonly byWords?: Find;
  /** Semantic search in the same documents. */
  readonly byMeaning?: Find;
}

/**
 * Keyword search in the plan's documents (rare words weigh more), combined with the other searches, each within its
 * time budget. A search that fails or is late only loses its own passages for this turn.
 */
export function planKnowledge(
  plan: Pick<CallPlan, 'knowledge'>,
  { byWords, byMeaning }: Searches = {},
  budgetMs = SEARCH_MS,
): Knowledge {
  const entries = plan.knowledge.flatMap(passagesOf).map((passage) => ({ passage, keys: keysOf(passage) }));
  const spread = new Map<string, number>();
  for (const { keys } of entries) for (const key of keys) spread.set(key, (spread.get(key) ?? 0) + 1);
  const rarity = (key: string): number => Math.log(1 + (entries.length + 1) / (1 + (spread.get(key) ?? 0)));

  function nearest(question: string): Passage[] {
    const wanted = [...new Set(meaningfulStems(question))].map((stem) => ({ stem, weight: rarity(stem) }));
    const least = NEAR * wanted.reduce((sum, { weight }) => sum + weight, 0);
    return entries
      .map(({ passage, keys }) => ({
        passage,
        score: wanted.reduce((sum, { stem, weight }) => sum + weight * likeness(stem, keys), 0),
      }))
      .filter(({ score }) => score > 0 && score >= least)
      .sort((a, b) => b.score - a.score)
      .slice(0, MAX_FOUND)
      .map(({ passage }) => passage);
  }

  return {
    async find(question, miss) {
      const search = async (find: Find | undefined, missed: string): Promise<readonly Passage[]> => {
        if (find === undefined) return [];
        let isOver = false;
        // What it misses later is missed with the rest of it.
        const found = (async () => find(question, (why) => (isOver ? undefined : miss?.(why))))();
        return withTimeout(budgetMs, found)
          .catch((error: unknown) => {
            miss?.(`${missed}: ${error instanceof Error ? error.message : String(error)}`);
            return [];
          })
          .finally(() => {
            isOver = true;
          });
      };
      const elsewhere = [
        search(byWords, 'The documents were not searched'),
        search(byMeaning, 'The documents were not searched by meaning'),
      ];
      return fused([nearest(question), ...(await Promise.all(elsewhere))]);
    },
  };
}

/** Endings differ in most languages, beginnings seldom: a word that only begins alike counts for less. */
const BEGINNING = 5;
const ALIKE = 0.6;

const likeness = (stem: string, keys: ReadonlySet<string>): number =>
  keys.has(stem) ? 1 : stem.length >= BEGINNING && keys.has(beginning(stem)) ? ALIKE : 0;

const beginning = (stem: string): string => `${stem.slice(0, BEGINNING)}…`;

const keysOf = ({ title, text }: Passage): ReadonlySet<string> =>
  new Set(
    meaningfulStems(`${title}\n${text}`).flatMap((stem) =>
      stem.length >= BEGINNING ? [stem, beginning(stem)] : [stem],
    ),
  );

/** About what can be said in half a minute, and more than an answer needs. */
const LONGEST = 600;

/**
 * Splits a document into passages that can be understood alone: paragraphs with their heading, long ones split at the
 * end of a line or a sentence.
 */
export function passagesOf({ id, title, text }: PlanDocument): Passage[] {
  const passages: Passage[] = [];
  let heading = '';
  for (const block of text.replaceAll('\r\n', '\n').split(/\n\s*\n/)) {
    const lines = block.split('\n').map((line) => line.trim());
    while (lines[0] !== undefined && HEADING.test(lines[0]))
      heading = (lines.shift() ?? '').replace(HEADING, '$1').trim();
    const body = lines.filter((line) => line !== '').join('\n');
    if (body === '') continue;
    const under = heading === '' || heading === title ? title : `${title}: ${heading}`;
    passages.push(...parted(body).map((part) => ({ title: under, text: part })));
  }
  return passages.map((passage, index) => ({ ...passage, source: `${id}#${index + 1}` }));
}

const HEADING = /^#{1,6}\s+(.*?)\s*#*$/;

/** Whole lines and sentences as long as they fit; one that is too long by itself is cut between words. */
function parted(body: string): string[] {
  const parts: string[] = [];
  let part = '';
  for (const piece of body.match(PIECE) ?? []) {
    if (part !== '' && part.length + piece.length > LONGEST) {
      parts.push(part.trim());
      part = '';
    }
    part += piece;
  }
  return [...parts, part.trim()].filter((one) => one !== '');
}

/** Up to the end of a line or a sentence, or as much as fits. */
const PIECE = new RegExp(
  `[^\\n]{1,${LONGEST}}?(?:\\n|$|(?<=[.!?。！？؟…])\\s+|(?<=[。！？]))|[^\\n]{1,${LONGEST - 1}}(?:\\s|$)|[^\\n]{1,${LONGEST}}`,
  'gu',
);

/** How little the first places are worth more than the next: the usual value for lists of any length. */
const EVENNESS = 60;

/**
 * Merges rankings (reciprocal rank fusion): scores of different searches cannot be compared, ranks can. An item in
 * several lists comes once, before items in one list.
 */
export function fused(lists: readonly (readonly Passage[])[]): Passage[] {
  const scores = new Map<string, { readonly passage: Passage; score: number }>();
  for (const list of lists)
    for (const [place, passage] of list.entries()) {
      const entry = scores.get(passage.text) ?? { passage, score: 0 };
      entry.score += 1 / (EVENNESS + place);
      scores.set(passage.text, entry);
    }
  return [...scores.values()].sort((one, other) => other.score - one.score).map(({ passage }) => passage);
}
