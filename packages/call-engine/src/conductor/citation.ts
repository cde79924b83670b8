import type { Passage } from '../dialogue/dialogue-model.ts';
import { meaningfulStems } from '../dialogue/rules/empty-words.ts';
import type { Citation } from '../journal.ts';

/** Minimum share of an answer's words that a passage must contain to be cited. */
const BORNE_OUT = 0.6;

/** As it stands in the journal. */
export function cited(answer: string, passages: readonly Passage[]): { readonly cites?: Citation } {
  const cites = citationOf(answer, passages);
  return cites === undefined ? {} : { cites };
}

/**
 * The passage that supports an answer, found by shared words rather than by the model's own claim. None for what an
 * agent knows without documents, such as who is calling.
 */
function citationOf(answer: string, passages: readonly Passage[]): Citation | undefined {
  const stems = [...new Set(meaningfulStems(answer))];
  let best: { readonly passage: Passage; readonly share: number } | undefined;
  for (const passage of passages) {
    const share = passage.text.includes(answer) ? 1 : shareOf(stems, passage);
    if (share >= BORNE_OUT && share > (best?.share ?? 0)) best = { passage, share };
  }
  if (best === undefined) return undefined;
  const { title, source } = best.passage;
  return { title, ...(source === undefined ? {} : { source }) };
}

function shareOf(stems: readonly string[], { title, text }: Passage): number {
  if (stems.length === 0) return 0;
  const known = new Set(meaningfulStems(`${title}\n${text}`));
  return stems.filter((stem) => known.has(stem)).length / stems.length;
}
