import type { Language } from '@parley/language/language.ts';
import { type Said, sentencesIn } from './talk.ts';

/** The contact's words, exactly as in the transcript, and the start of their line in seconds. */
export interface Evidence {
  readonly evidence: string | null;
  readonly evidenceTime: number | null;
}

export const noEvidence: Evidence = { evidence: null, evidenceTime: null };

/** A longer line is quoted by the sentence that matters. */
const LONGEST_QUOTE = 160;

/** `telling`: whether a sentence is the one that says it; without one the whole line is quoted. */
export function quoted(
  said: Said | undefined,
  language: Language,
  telling?: (sentence: string) => boolean,
): Evidence {
  if (said === undefined) return noEvidence;
  const sentence =
    telling === undefined || said.text.length <= LONGEST_QUOTE
      ? undefined
      : sentencesIn(said.text, language).findLast(telling);
  return { evidence: sentence ?? said.text, evidenceTime: said.time };
}
