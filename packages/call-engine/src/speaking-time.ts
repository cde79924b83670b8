const CHARACTERS_PER_SECOND = 14;
const SHORTEST_MS = 250;
/** One of these characters stands for about as much sound as three letters. */
const DENSE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/gu;

/** How long somebody takes to say it. */
export function speakingMs(text: string): number {
  if (text === '') return 0;
  const characters = text.length + 2 * (text.match(DENSE)?.length ?? 0);
  return Math.max(SHORTEST_MS, Math.round((characters * 1000) / CHARACTERS_PER_SECOND));
}

/** The words of it that have been said to their end when this share of its time is over. */
export function spokenBy(text: string, share: number): string {
  const totalMs = speakingMs(text);
  let spoken = '';
  for (const word of wordsOf(text)) {
    if (speakingMs(spoken + word.trimEnd()) > totalMs * share) break;
    spoken += word;
  }
  return spoken.trimEnd();
}

/** Each with the space behind it. Where a language writes no spaces, a dictionary tells the words apart. */
export function wordsOf(text: string): readonly string[] {
  if (/\s/.test(text)) return text.match(/\S+\s*/g) ?? [];
  return [...new Intl.Segmenter(undefined, { granularity: 'word' }).segment(text)].map((one) => one.segment);
}
