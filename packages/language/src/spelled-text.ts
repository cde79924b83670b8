import { memoize } from '@parley/kernel/memoize.ts';
import { countingIn } from './counted-words.ts';
import type { Language } from './language.ts';
import { letterNotes } from './letter-notes.ts';
import { nameFinder } from './spoken-name.ts';
import { withDigits } from './spoken-number.ts';
import { plainText, type ValueWords, valueText, valueWordsIn, wholeWords, withTable } from './value-words.ts';

/** Digits as they were read out, one by one or in groups. */
export interface SpelledDigits {
  /** A plus sign may come first. */
  readonly digits: string;
  /** How many words were said for them. */
  readonly count: number;
  readonly isNothingElse: boolean;
}

/** "Oh seven seven double nine": the digits, whatever was said around them. */
export function digitsIn(raw: string, language: Language): SpelledDigits | undefined {
  const grammar = grammarOf(language);
  const spoken =
    grammar === undefined ? plainText(raw) : grammar.withZeros(grammar.withoutLead(plainText(raw)));
  const words = valueText(spoken, language, { isPlain: false })
    .replaceAll(/(?<![.;:!?])[.;:!?]+(?=\s|$)/g, ' ')
    .replaceAll(/(?<=\d)[.\-/()](?=\d)/g, ' ')
    .split(/[\s,]+/)
    .filter((word) => word !== '' && !HUMS.test(word));
  let [digits, count, others, times] = ['', 0, 0, 1];
  for (const word of words) {
    if (/^\+?\d+$/.test(word)) {
      digits += word.replace('+', digits === '' ? '+' : '').repeat(times);
      [count, times] = [count + times, 1];
    } else if (grammar?.plus.test(word) && digits === '') digits = '+';
    else if (grammar?.double.test(word)) times = 2;
    else if (grammar?.treble.test(word)) times = 3;
    else others += 1;
  }
  return count === 0 ? undefined : { digits, count, isNothingElse: others === 0 };
}

const HUMS = /^(?:u+h+m*|e+r+m*|a+h+m*|h+m+|m+)$/;

/** An e-mail address, written or read out: "j dot smith at gmail dot com". */
export function emailIn(
  raw: string,
  language: Language,
): { address: string; isWritten: boolean } | undefined {
  const written = /[\w.%+-]+@[\w-]+(?:\.[\w-]+)+/.exec(raw)?.[0];
  if (written !== undefined) return { address: written.replace(/\.$/, '').toLowerCase(), isWritten: true };
  const grammar = grammarOf(language) ?? grammarOf('EN');
  const address = grammar?.emailIn(raw);
  return address === undefined ? undefined : { address, isWritten: false };
}

/** A name, with what was spelled out taken for the last word of it. */
export function nameIn(
  raw: string,
  language: Language,
  { isOwn = true }: { readonly isOwn?: boolean } = {},
): SpelledName | undefined {
  return (grammarOf(language) ?? grammarOf('EN'))?.nameIn(raw, isOwn);
}

export interface SpelledName {
  readonly name: string;
  /** Letter by letter, so that one of them may have been misheard. */
  readonly isSpelled: boolean;
}

const ADDRESS = /^[a-z0-9_%+-]+(?:\.[a-z0-9_%+-]+)*@[a-z0-9-]+(?:\.[a-z0-9-]+)*\.[a-z]{2,}$/;
const LEAST_SPELLED = 3;

const grammarOf = memoize((language: Language) => {
  const words = valueWordsIn(language)?.spelling;
  return words === undefined ? undefined : compile(words, language);
});

function compile(words: ValueWords['spelling'], language: Language) {
  const lead = new RegExp(`^(?:(?:${words.lead})[\\s,.:]+)+`, 'u');
  const notes = wholeWords(words.notes, 'g');
  const writtenNotes = new RegExp(notes.source, 'giu');
  const oneWord = wholeWords(words.oneWord, 'g');
  const zero = wholeWords(words.zero, 'g');
  const hundred = words.hundred === undefined ? undefined : wholeWords(words.hundred, 'g');
  const named = words.alphabet.map((source) => wholeWords(`^(?:${source})$`));
  const letterAs = wholeWords(`(\\p{L}),? (?:${words.as}) \\p{L}+`, 'g');
  const at = wholeWords(words.at, 'g');
  const doubled = new RegExp(`(?<!\\p{L})(${words.double}|${words.treble})-(?=\\p{L})`, 'gu');
  const finder = nameFinder(words, language);
  const lettersNoted = letterNotes(words);
  const [double, treble, plus] = [words.double, words.treble, words.plus].map(
    (source) => new RegExp(`^(?:${source})$`, 'u'),
  ) as [RegExp, RegExp, RegExp];

  /** The letter that a word stands for when it is read out. */
  const letterOf = (word: string): string | undefined => {
    if (/^[\p{L}']$/u.test(word)) return word;
    const index = named.findIndex((source) => source.test(word));
    return index < 0 ? undefined : String.fromCharCode('a'.charCodeAt(0) + index);
  };
  const prepared = (plain: string): string =>
    withTable(plain, words.letters)
      .replaceAll(letterAs, '$1')
      .replaceAll(/(?<=(?<!\p{L})\p{L})-(?=\p{L}(?!\p{L}))/gu, ' ');

  /** Words with what is doubled written twice. */
  function spelledWords(text: string): string[] {
    const spelled: string[] = [];
    let times = 1;
    for (const word of text.split(/[\s,]+/)) {
      if (word === '') continue;
      if (double.test(word)) times = 2;
      else if (treble.test(word)) times = 3;
      else {
        const letter = times > 1 ? letterOf(word) : undefined;
        spelled.push(...(letter === undefined ? [word] : Array.from({ length: times }, () => letter)));
        times = 1;
      }
    }
    return spelled;
  }

  function emailOf(raw: string): string | undefined {
    const said = prepared(plainText(transliterated(raw, words.umlauts)).replace(lead, ''))
      .replaceAll(oneWord, ' ')
      .replaceAll(notes, ' ')
      .replaceAll(/[,;:!?]+|\.(?=\s|$)/g, ' ');
    const signed = withTable(said, words.signs, (sign) => ` ${sign} `).replaceAll(at, ' @ ');
    const parts = signed.split(' @ ');
    if (parts.length !== 2) return undefined;
    const [before = '', after = ''] = parts;
    const [local = '', domain = ''] = [before, domainIn(after)].map((part) =>
      spelledWords(countingIn(language)?.withDigits(part) ?? withDigits(part)).join(''),
    );
    const address = `${local}@${domain}`;
    return ADDRESS.test(address) ? address : undefined;
  }

  /** The longest row of letters that were read out, and the words before and after it. */
  function spellingIn(written: string) {
    const all = spelledWords(
      prepared(withPlainWords(written).replaceAll(doubled, '$1 ')).replaceAll(/[.:;!]+/g, ' '),
    ).map((word) => ({ word, letter: letterOf(word) }));
    let [start, end] = [0, 0];
    for (let from = 0; from < all.length; from += 1) {
      let to = from;
      while (all[to]?.letter !== undefined) to += 1;
      if (to - from > end - start) [start, end] = [from, to];
      from = Math.max(from, to);
    }
    if (end - start < LEAST_SPELLED) return undefined;
    const said = [...written.matchAll(/[^\s,.:;!]+/g)];
    const after = all.length - end;
    const letters = all.slice(start, end).map(({ letter }) => letter);
    return {
      spelled: letters.join(''),
      before: written.slice(0, said[start]?.index ?? written.length),
      after: after === 0 ? '' : written.slice(said.at(-after)?.index ?? written.length),
    };
  }

  function nameOf(raw: string, isOwn: boolean): SpelledName | undefined {
    // What they ask back is not part of it.
    const { rest: asked, hasAny, corrected } = lettersNoted(raw.replace(/^.*[?？؟]/su, ''));
    const written = asked.replaceAll(writtenNotes, ' ').trim();
    if (written === '') return undefined;
    const spelling = spellingIn(written);
    const around = spelling === undefined ? written : `${spelling.before} ${spelling.after}`.trim();
    // "Marsh, Helen" has the surname first; "Helen with one L, Marsh" has not.
    const isListed = spelling === undefined && !hasAny && !writtenNotes.test(asked);
    writtenNotes.lastIndex = 0;
    const names = around === '' ? undefined : finder(around, { isOwn, isListed });
    if (spelling === undefined)
      return names === undefined ? undefined : { name: corrected(names.join(' ')), isSpelled: false };
    const { spelled } = spelling;
    // "Bennett, double N, double T" tells of letters that the name has.
    if (names?.some((name) => isPartOf(spelled, plainText(name))))
      return { name: names.join(' '), isSpelled: false };
    const [kept = [], whole] = [names, capitalised(corrected(spelled))];
    // The spelling is of one of the names, of the last unless it begins like another.
    const at = kept.findIndex((name) => isAlike(plainText(name), plainText(spelled)));
    // Words behind the letters tell something of them: "W E I D N E R, wie der Baum".
    const isTold = spelling.before === '' && at < 0;
    const name = kept.length === 0 || isTold ? [whole] : kept.with(at < 0 ? kept.length - 1 : at, whole);
    return { name: name.join(' '), isSpelled: true };
  }

  return {
    double,
    treble,
    plus,
    emailIn: emailOf,
    nameIn: nameOf,
    withZeros: (plain: string) =>
      (hundred === undefined ? plain : plain.replaceAll(hundred, '0 0')).replaceAll(zero, '0'),
    withoutLead: (plain: string) => plain.replace(lead, ''),
  };
}

/** Small letters, and no accents but on letters that stand alone: "M Ü L L E R". */
const withPlainWords = (written: string): string =>
  written
    .split(/\s+/)
    .map((part) => (/^\p{L}[.,;:!]*$/u.test(part) ? part.toLowerCase() : plainText(part)))
    .join(' ');

/** How addresses write letters that they cannot have. */
function transliterated(raw: string, umlauts: Readonly<Record<string, string>> = {}): string {
  return raw.replaceAll(/[^\p{ASCII}]/gu, (letter) => umlauts[letter.toLowerCase()] ?? letter);
}

/** The words up to the first dot, and one for each dot after it: what follows is not part of the address. */
function domainIn(text: string): string {
  const words = text.trim().split(/\s+/);
  const dot = words.indexOf('.');
  if (dot < 0) return text;
  let end = dot + 2;
  while (/^[.-]$/.test(words[end] ?? '')) end += 2;
  return words.slice(0, end).join(' ');
}

/** So much of a name is still only a part of it; more is the name, spelled in another way. */
const MOST_OF_NAME = 0.6;

/** Whether letters are a few of a name's, in their order. */
function isPartOf(letters: string, name: string): boolean {
  if (letters.length > name.length * MOST_OF_NAME) return false;
  let at = 0;
  for (const letter of name) if (letter === letters[at]) at += 1;
  return at === letters.length;
}

/** Two spellings of one name begin alike. */
const isAlike = (one: string, other: string): boolean => one.slice(0, 2) === other.slice(0, 2);

const capitalised = (word: string): string =>
  word.replaceAll(/^\p{L}|(?<=')\p{L}/gu, (letter) => letter.toUpperCase());
