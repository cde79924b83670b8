import { openWords, spokenWords } from './open-words.ts';

/** Silence that ends a turn that seems finished, and one that does not. */
export const SHORTEST_SILENCE_MS = 300;
export const LONGEST_SILENCE_MS = 1200;
/** Without a sign either way. */
const USUAL_SILENCE_MS = 700;
/** For answers like "yes" or "Zurich", which speech to text may not punctuate. */
const SHORT_ANSWER_SILENCE_MS = 500;
const SHORT_ANSWER_WORDS = 2;

const FINISHED = /[.!?。！？؟]["'»”’)\]」』]*$/u;
const TRAILING = /(?:[,،，、:;–—-]|\.{2,}|…)$/u;
const UNSPACED = new Set(['ja', 'zh', 'ko']);

/**
 * How much silence after these words ends the turn (endpointing). Speech to text that punctuates puts a full stop
 * behind anything, so a word that leaves the sentence open counts for more than the stop; a question mark does not
 * come by itself.
 */
export function endOfTurnSilenceMs(text: string, language: string): number {
  const said = text.trim();
  if (said === '' || TRAILING.test(said)) return LONGEST_SILENCE_MS;
  if (/[?？؟]["'»”’)\]」』]*$/u.test(said)) return SHORTEST_SILENCE_MS;
  if (isLeftOpen(said, language)) return LONGEST_SILENCE_MS;
  if (FINISHED.test(said)) return SHORTEST_SILENCE_MS;
  return spokenWords(said).length <= SHORT_ANSWER_WORDS ? SHORT_ANSWER_SILENCE_MS : USUAL_SILENCE_MS;
}

function isLeftOpen(said: string, language: string): boolean {
  const open = openWords(language);
  const last = spokenWords(said).at(-1) ?? '';
  if (open.includes(last)) return true;
  return UNSPACED.has(language) && open.some((word) => last.length > word.length && last.endsWith(word));
}
