import { isAssent, isHum, spokenWords } from './open-words.ts';

/** This many words in a row that the agent has just said are an echo. At the end of its sentence fewer may be the answer. */
const ECHO_WORDS = 3;
const SURE_ECHO_WORDS = 6;

/** What the agent is saying. */
export interface OwnWords {
  /** As far as it is said, with the word under way. */
  readonly begun: string;
  /** Nothing comes after its present sentence. */
  readonly isLastSentence: boolean;
}

/** Whether speech during the agent's sentence takes no turn: a back-channel ("mhm"), or an echo of the agent. */
export function isBackChannelOrEcho(text: string, own: OwnWords, language: string): boolean {
  if (isHum(text)) return true;
  // At the end of the agent's sentence it may be the answer.
  if (!own.isLastSentence && isAssent(text, language)) return true;
  const words = spokenWords(text);
  const least = own.isLastSentence ? SURE_ECHO_WORDS : ECHO_WORDS;
  return words.length >= least && inARow(spokenWords(own.begun)).includes(inARow(words));
}

/** With a space at both ends, so that only whole words match. */
const inARow = (words: readonly string[]): string => ` ${words.join(' ')} `;
