import { readFile } from 'node:fs/promises';

/** What a text so far is worth beside the sound: each step of a search asks for it. */
export interface WordPrior<State extends { readonly bonus: number } = { readonly bonus: number }> {
  readonly start: State;
  /** After more text, with a space before a new word. */
  follow(state: State, text: string): State;
  /** After the last word. */
  end(state: State): State;
}

/** How often words and pairs of words were counted; the beginning of a sentence is the empty word. */
export interface WordCounts {
  readonly words: Readonly<Record<string, number>>;
  /** Both words with a space between. */
  readonly pairs: Readonly<Record<string, number>>;
}

/** A text so far, as words after each other. */
export interface Talk {
  readonly bonus: number;
  readonly before: string;
  readonly word: string;
}

/** How much what people usually say counts beside the sound. */
const WEIGHT = 0.2;
/** Added for every word, in logarithms of likelihood, so that few words are not better than many. */
const WORD_BONUS = 7;
/** Shares of the pair, the word and every word there may be. */
const [PAIR, WORD, UNKNOWN] = [0.6, 0.39, 0.01];
const VOCABULARY = 20_000;

/** Words as people say them, one after the other, by how often they were counted. */
export function talkPrior(counts: WordCounts): WordPrior<Talk> {
  const words = new Map(Object.entries(counts.words));
  const pairs = new Map(Object.entries(counts.pairs));
  const total = words.values().reduce((sum, times) => sum + times, 0);
  const worth = (before: string, word: string): number => {
    const pair = (pairs.get(`${before} ${word}`) ?? 0) / (words.get(before) ?? 1);
    const alone = (words.get(word) ?? 0) / total;
    return WEIGHT * (Math.log(PAIR * pair + WORD * alone + UNKNOWN / VOCABULARY) + WORD_BONUS);
  };
  const end = ({ bonus, before, word }: Talk): Talk =>
    word === '' ? { bonus, before, word } : { bonus: bonus + worth(before, word), before: word, word: '' };
  return {
    start: { bonus: 0, before: '', word: '' },
    follow(state, text) {
      const [first = '', ...others] = heardLetters(text).split(' ');
      let next: Talk = { ...state, word: state.word + first };
      for (const word of others) next = { ...end(next), word };
      return next;
    },
    end,
  };
}

/** The counts that `npm run train:hearing` wrote. */
export async function englishTalk(): Promise<WordPrior<Talk>> {
  const file = new URL('./english-word-counts.generated.json', import.meta.url);
  return talkPrior(JSON.parse(await readFile(file, 'utf8')) as WordCounts);
}

/** Two priors at once. */
export function bothPriors<One extends { readonly bonus: number }, Other extends { readonly bonus: number }>(
  one: WordPrior<One>,
  other: WordPrior<Other>,
): WordPrior<{ bonus: number; one: One; other: Other }> {
  const both = (first: One, second: Other) => ({
    bonus: first.bonus + second.bonus,
    one: first,
    other: second,
  });
  return {
    start: both(one.start, other.start),
    follow: (state, text) => both(one.follow(state.one, text), other.follow(state.other, text)),
    end: (state) => both(one.end(state.one), other.end(state.other)),
  };
}

/** Without marks and capitals; several spaces are one. */
export const heardLetters = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[’`]/g, "'")
    .replace(/[^\p{L}\p{N}' ]/gu, '')
    .replace(/ +/g, ' ');

export const heardWords = (text: string): string[] => heardLetters(text).split(' ').filter(Boolean);
