import type { Language } from '@parley/language/language.ts';
import { yesNo } from '@parley/language/locale-tables.ts';
import { folded, plainWords, speechOf } from '@parley/language/speech.ts';

/**
 * Whether a quotation stands in what was said: whole words, whatever their case, punctuation and spacing, with the
 * small differences that recognisers and models make. A longer quotation may have one word in six wrong.
 */
export function isSaid(quote: string, said: string): boolean {
  const wanted = wordsOf(quote);
  const heard = wordsOf(said);
  if (wanted.length === 0) return false;
  if (UNSPACED.test(quote)) return joined(said).includes(joined(quote));
  const mayDiffer = Math.floor(wanted.length / WORDS_PER_SLIP);
  for (let at = 0; at + wanted.length - mayDiffer <= heard.length; at += 1)
    if (differencesAt(heard, at, wanted, mayDiffer) <= mayDiffer) return true;
  // "e mail" for "email": letters alone, where there are enough of them to tell.
  const letters = joined(quote);
  return letters.length >= TELLING_LETTERS && startsWord(joinedWords(said), letters);
}

const WORDS_PER_SLIP = 6;
const TELLING_LETTERS = 6;
/** Scripts without spaces between words. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;

const wordsOf = (text: string): string[] => plainWords(text).match(/[\p{L}\p{N}]+/gu) ?? [];
const joined = (text: string): string => folded(text).replaceAll(/[^\p{L}\p{N}]/gu, '');

/** How many words from there on are not the wanted ones. One more or less in between is one difference. */
function differencesAt(
  heard: readonly string[],
  from: number,
  wanted: readonly string[],
  most: number,
): number {
  let differences = 0;
  let at = from;
  for (const [index, word] of wanted.entries()) {
    if (isSame(heard[at], word)) at += 1;
    else {
      differences += 1;
      if (differences > most) return differences;
      const next = wanted[index + 1];
      // A word that was heard and not quoted; one that was quoted and not heard; else one in place of another.
      if (isSame(heard[at + 1], word)) at += 2;
      else if (next === undefined || !isSame(heard[at], next)) at += 1;
    }
  }
  return differences;
}

const LONG = 5;

/** The same word, or a long one with a letter wrong. Numbers have no small differences. */
function isSame(heard: string | undefined, wanted: string): boolean {
  if (heard === wanted) return true;
  if (heard === undefined || Math.min(heard.length, wanted.length) < LONG || /\d/.test(heard + wanted))
    return false;
  let start = 0;
  while (start < heard.length && heard[start] === wanted[start]) start += 1;
  let end = 0;
  const rest = Math.min(heard.length, wanted.length) - start;
  while (end < rest && heard.at(-1 - end) === wanted.at(-1 - end)) end += 1;
  return Math.max(heard.length, wanted.length) - start - end <= 1;
}

/** The letters of a text without its spaces, and where its words begin. */
const joinedWords = (text: string): { readonly letters: string; readonly starts: ReadonlySet<number> } => {
  let letters = '';
  const starts = new Set<number>();
  for (const word of folded(text).match(/[\p{L}\p{N}]+/gu) ?? []) {
    starts.add(letters.length);
    letters += word;
  }
  return { letters, starts: starts.add(letters.length) };
};

function startsWord({ letters, starts }: ReturnType<typeof joinedWords>, wanted: string): boolean {
  for (let at = letters.indexOf(wanted); at >= 0; at = letters.indexOf(wanted, at + 1))
    if (starts.has(at) && starts.has(at + wanted.length)) return true;
  return false;
}

/** A yes or a no and nothing else: it answers what was asked last, and is evidence of nothing else. */
export function isBareYesNo(text: string, language: Language): boolean {
  const { clauses } = speechOf(text);
  const { assent, negation = [], yes, no } = yesNo[language];
  const bare = new Set([...assent, ...negation, ...yes, ...no].map(folded));
  return clauses.length > 0 && clauses.every(({ plain }) => bare.has(plain));
}
