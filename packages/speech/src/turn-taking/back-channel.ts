import { type Language, languages } from '@parley/language/language.ts';
import { ofAllLanguages, words as wordTables, yesNo } from '@parley/language/locale-tables.ts';

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

/** Sounds that show that somebody listens, such as "mhm". */
const hums = ofAllLanguages(
  (all) => new RegExp(`^(?:${all.flatMap((language) => wordTables[language].hum ?? []).join('|')})$`, 'iu'),
);

/** The words of a text in lower case, without punctuation. */
export const spokenWords = (text: string): string[] =>
  text
    .toLowerCase()
    .replaceAll("'", '’')
    .split(/[^\p{L}\p{M}\p{N}’-]+/u)
    .filter((word) => word !== '');

/** Whether the text is nothing but sounds of listening. */
export const isHum = (text: string): boolean => {
  const words = spokenWords(text);
  return words.length > 0 && (words.every((word) => hums().test(word)) || hums().test(words.join(' ')));
};

/** Whether the text is nothing but assent and sounds of listening: while the agent speaks, "yes" only shows that somebody listens. */
export function isAssent(text: string, code: string): boolean {
  const words = spokenWords(text);
  const language = languageOf(code);
  const known = language === undefined ? [] : yesNo[language].assent;
  return words.length > 0 && words.every((word) => known.includes(word) || hums().test(word));
}

/** The language of a code as speech to text reports it, in lower case; undefined when it is not one of ours. */
export const languageOf = (code: string): Language | undefined =>
  languages.find((language) => language.toLowerCase() === code);
