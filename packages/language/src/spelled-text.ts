import { memoize } from '@parley/kernel/memoize.ts';
import { countingIn } from './counted-words.ts';
import type { Language } from './language.ts';
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
export function nameIn(raw: string, language: Language): string | undefined {
  return (grammarOf(language) ?? grammarOf('EN'))?.nameIn(raw);
}

const ADDRESS = /^[a-z0-9_%+-]+(?:\.[a-z0-9_%+-]+)*@[a-z0-9-]+(?:\.[a-z0-9-]+)*\.[a-z]{2,}$/;
/** Nobody's name has more words; what is longer is a sentence. */
const MOST_NAME_WORDS = 5;
const LEAST_SPELLED = 3;

const grammarOf = memoize((language: Language) => {
  const words = valueWordsIn(language)?.spelling;
  return words === undefined ? undefined : compile(words, language);
});

function compile(words: ValueWords['spelling'], language: Language) {
  const lead = new RegExp(`^(?:(?:${words.lead})[\\s,.:]+)+`, 'u');
  const notes = wholeWords(words.notes, 'g');
  const oneWord = wholeWords(words.oneWord, 'g');
  const zero = wholeWords(words.zero, 'g');
  const named = words.alphabet.map((source) => wholeWords(`^(?:${source})$`));
  const letterAs = wholeWords(`(\\p{L}),? (?:${words.as}) \\p{L}+`, 'g');
  const at = wholeWords(words.at, 'g');
  const titles = wholeWords(`^(?:${words.titles})\\.?$`);
  const [double, treble, plus] = [words.double, words.treble, words.plus].map(
    (source) => new RegExp(`^(?:${source})$`, 'u'),
  ) as [RegExp, RegExp, RegExp];

  /** The letter that a word stands for when it is read out. */
  const letterOf = (word: string): string | undefined => {
    if (/^\p{L}$/u.test(word)) return word;
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
    const said = prepared(plainText(raw).replace(lead, ''))
      .replaceAll(oneWord, ' ')
      .replaceAll(notes, ' ')
      .replaceAll(/[,;:!?]+|\.(?=\s|$)/g, ' ');
    const signed = withTable(said, words.signs, (sign) => ` ${sign} `).replaceAll(at, ' @ ');
    const parts = signed.split(' @ ');
    if (parts.length !== 2) return undefined;
    const [local = '', domain = ''] = parts.map((part) =>
      spelledWords(countingIn(language)?.withDigits(part) ?? withDigits(part)).join(''),
    );
    const address = `${local}@${domain}`;
    return ADDRESS.test(address) ? address : undefined;
  }

  function nameOf(raw: string): string | undefined {
    if (/[?？؟]/.test(raw)) return undefined;
    const written = raw.replaceAll(/[’‘ʼ`´]/g, "'");
    const kept = withoutLead(written, plainText(written));
    const plain = prepared(plainText(kept)).replaceAll(notes, ' ');
    const all = spelledWords(plain.replaceAll(/[.:;!]+/g, ' '));
    let spelled = '';
    while (all.length > 0) {
      const letter = letterOf(all.at(-1) ?? '');
      if (letter === undefined) break;
      spelled = `${letter}${spelled}`;
      all.pop();
    }
    const isSpelled = spelled.length >= LEAST_SPELLED;
    const names = properNames(kept, notes, isSpelled ? all.length : undefined).filter(
      (word) => !titles.test(plainText(word)),
    );
    if (names.length > MOST_NAME_WORDS) return undefined;
    if (isSpelled) return [...names.slice(0, -1), capitalised(spelled)].join(' ');
    if (names.length === 0 || names.some((word) => /\d/.test(word))) return undefined;
    const isInSmallLetters = names.every((word) => word === word.toLowerCase());
    return names.map((word) => (isInSmallLetters ? capitalised(word) : word)).join(' ');
  }

  /** The words of what was written, with their capitals, behind the phrases that introduce them. */
  function withoutLead(written: string, plain: string): string {
    const taken = lead.exec(plain)?.[0];
    if (taken === undefined) return written;
    const count = taken.trim().split(/\s+/).length;
    return written.trim().split(/\s+/).slice(count).join(' ');
  }

  return {
    double,
    treble,
    plus,
    emailIn: emailOf,
    nameIn: nameOf,
    withZeros: (plain: string) => plain.replaceAll(zero, '0'),
    withoutLead: (plain: string) => plain.replace(lead, ''),
  };
}

/** As they were written; only as many as are left when the letters at the end are taken away. */
function properNames(written: string, notes: RegExp, most: number | undefined): string[] {
  const words = written
    .split(/[\s,:;!]+/)
    .map((word) => word.replace(/\.$/, ''))
    .filter((word) => word !== '');
  const plain = plainText(words.join(' ')).replaceAll(notes, (note) => note.replaceAll(/[^ ]/g, '_'));
  const kept = words.filter((_, index) => !/^_+$/.test(plain.split(' ')[index] ?? ''));
  return most === undefined ? kept : kept.slice(0, most);
}

const capitalised = (word: string): string => word.slice(0, 1).toUpperCase() + word.slice(1);
