import type { Passage } from '../dialogue/dialogue-model.ts';
import { meaningfulStems } from '../dialogue/rules/empty-words.ts';
import type { Citation } from '../journal.ts';

/** An answer of which a passage has less than this share of the words did not come from it. */
const BORNE_OUT = 0.6;

/** As it stands in the journal. */
export function cited(answer: string, passages: readonly Passage[]): { readonly cites?: Citation } {
  const cites = citationOf(answer, passages);
  return cites === undefined ? {} : { cites };
}

/**
 * The passage that bears an answer out, found by the words they share and not by what a dialogue model says of itself. None
 * for what an agent knows without documents, such as who is calling.
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
