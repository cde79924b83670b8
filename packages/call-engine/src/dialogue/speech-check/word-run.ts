import { folded } from '@parley/language/speech.ts';

/** Words in a row, of which a few may be chance. Where none are written apart, a letter is a word and less of one. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;
const WORD = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]|[\p{L}\p{N}]+/gu;
const LETTERS_PER_WORD = 2.5;

/** Every run of so many words in a text. */
export function wordRuns(text: string, words: number): string[] {
  const all = folded(text).match(WORD) ?? [];
  const length = UNSPACED.test(text) ? Math.round(words * LETTERS_PER_WORD) : words;
  return all.slice(length - 1).map((_, index) => all.slice(index, index + length).join(' '));
}
