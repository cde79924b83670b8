import { isAssent, isHum, spokenWords } from './open-words.ts';

/** So many words in a row that we have just said are our own, come back. At the end fewer may be the answer. */
const ECHO_WORDS = 3;
const SURE_ECHO_WORDS = 6;

/** What is being said by us. */
export interface OwnWords {
  /** As far as it is said, with the word under way. */
  readonly begun: string;
  /** Nothing comes after its present sentence. */
  readonly isLastSentence: boolean;
}

/** Whether what they say while we speak asks for no turn: a sign that they listen, or our own words come back to us. */
export function isBackChannelOrEcho(text: string, own: OwnWords, language: string): boolean {
  if (isHum(text)) return true;
  // At the end of what we say it may be the answer.
  if (!own.isLastSentence && isAssent(text, language)) return true;
  const words = spokenWords(text);
  const least = own.isLastSentence ? SURE_ECHO_WORDS : ECHO_WORDS;
  return words.length >= least && inARow(spokenWords(own.begun)).includes(inARow(words));
}

/** With a space at both ends, so that a part of a word is none of it. */
const inARow = (words: readonly string[]): string => ` ${words.join(' ')} `;
