/**
 * Sound that carries its words in the open: every sample of a word has the same value, its place in the list. A server
 * can tell what is said in any piece of it, also in one that it hears a second time.
 */
export const spokenWords = ['I', 'live', 'in', 'Basel', 'yes', 'no', 'nurse', 'tomorrow'] as const;
export type SpokenWord = (typeof spokenWords)[number];

export const WORD_MS = 200;
const STEP = 1000;

export function said(rateHz: number, ...words: SpokenWord[]): Int16Array {
  const length = (WORD_MS * rateHz) / 1000;
  const sound = new Int16Array(words.length * length);
  for (const [at, word] of words.entries())
    sound.fill((spokenWords.indexOf(word) + 1) * STEP, at * length, (at + 1) * length);
  return sound;
}

export const hush = (rateHz: number, ms: number): Int16Array => new Int16Array((ms * rateHz) / 1000);

/** The word that a sample is of; undefined in silence. */
export const wordAt = (sample: number): SpokenWord | undefined => spokenWords[Math.round(sample / STEP) - 1];
