import type { Passage } from './dialogue/dialogue-model.ts';

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
