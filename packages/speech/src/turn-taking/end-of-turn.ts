import { words as wordTables, writing } from '@parley/language/locale-tables.ts';
import { languageOf, spokenWords } from './back-channel.ts';

/** How long the contact must be silent before a turn counts as ended, by how its words end. */
export const END_OF_TURN_SILENCE_MS = {
  /** "I have worked there for three years." */
  finished: 300,
  /** "yes", "Zurich": answers that speech to text may not punctuate. */
  shortAnswer: 500,
  /** "I have worked there for three years", without punctuation. */
  unclear: 700,
  /** "I have worked there and" */
  unfinished: 1200,
} as const;
const SHORT_ANSWER_WORDS = 2;

const FINISHED = /[.!?。！？؟]["'»”’)\]」』]*$/u;
/** A text that ends as a question. */
export const QUESTION = /[?？؟]["'»”’)\]」』]*$/u;
const TRAILING = /(?:[,،，、:;–—-]|\.{2,}|…)$/u;

/**
 * How much silence after these words ends the turn (endpointing). Speech to text that punctuates may put a full stop
 * behind anything, so a last word such as "and" outweighs it. A question mark is not put by chance, so it comes first.
 */
export function endOfTurnSilenceMs(text: string, language: string): number {
  const said = text.trim();
  if (said === '' || TRAILING.test(said)) return END_OF_TURN_SILENCE_MS.unfinished;
  if (QUESTION.test(said)) return END_OF_TURN_SILENCE_MS.finished;
  if (isLeftOpen(said, language)) return END_OF_TURN_SILENCE_MS.unfinished;
  if (FINISHED.test(said)) return END_OF_TURN_SILENCE_MS.finished;
  return spokenWords(said).length <= SHORT_ANSWER_WORDS
    ? END_OF_TURN_SILENCE_MS.shortAnswer
    : END_OF_TURN_SILENCE_MS.unclear;
}

function isLeftOpen(said: string, code: string): boolean {
  const open = openWords(code);
  const last = spokenWords(said).at(-1) ?? '';
  if (open.includes(last)) return true;
  const language = languageOf(code);
  const isSpaced = language === undefined || writing[language].spaces === 'words';
  return !isSpaced && open.some((word) => last.length > word.length && last.endsWith(word));
}

/** Words that leave a sentence unfinished: conjunctions, prepositions, articles, and sounds of thinking. */
export function openWords(code: string): readonly string[] {
  const language = languageOf(code);
  return language === undefined ? [] : wordTables[language].unfinished;
}
