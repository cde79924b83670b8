import { memoize } from '@parley/kernel/memoize.ts';
import type { Language } from './language.ts';
import { hasLocale, readLocale } from './locale.ts';
import { folded } from './speech.ts';

/** Reads the numbers of one language, in words. */
interface Counting {
  /** A text, without accents, with digits for its numbers in words; digits in it are plain already. */
  withDigits(text: string): string;
  /** Between the ends of a range, as a pattern. */
  readonly to: string;
}

type Phrases = readonly string[];
/** One word, or several spellings of the same number. */
type Forms = string | Phrases;

/** How one language counts in words, described in `locales/schema/numbers.json`. */
interface Numbers {
  readonly and: Phrases;
  readonly article: Phrases;
  readonly counted: Phrases;
  readonly half: Phrases;
  readonly hundred?: Phrases;
  readonly hundreds?: readonly Forms[];
  readonly isUnitFirst?: true;
  readonly joined?: Readonly<Record<string, string>>;
  readonly million: Phrases;
  readonly oneAndHalf?: Phrases;
  readonly point: Phrases;
  readonly scores?: readonly number[];
  readonly small: readonly Forms[];
  readonly tens: readonly Forms[];
  readonly thousand: Phrases;
  readonly to: Phrases;
}

/** Undefined for languages whose numbers in words are not known. */
export const countingIn = memoize((language: Language): Counting | undefined =>
  hasLocale(language, 'numbers') ? countingOf(readLocale(language, 'numbers') as Numbers) : undefined,
);

/** The small numbers and the tens; none for languages whose numbers in words are not known. */
export const numberWordsIn = memoize((language: Language): readonly string[] => {
  if (!hasLocale(language, 'numbers')) return [];
  const { small, tens } = readLocale(language, 'numbers') as Numbers;
  return [...small, ...tens].flat();
});

/** The digits from one to nine; none for languages whose numbers in words are not known. */
export const digitWordsIn = memoize((language: Language): readonly string[] =>
  hasLocale(language, 'numbers')
    ? (readLocale(language, 'numbers') as Numbers).small.slice(1, 10).flat().map(folded)
    : [],
);

/** What a word, or a piece of a word, does to the number so far. */
type Part =
  | { readonly kind: 'add'; readonly value: number; readonly room: number }
  | { readonly kind: 'times'; readonly value: number }
  | { readonly kind: 'half' }
  | { readonly kind: 'article' }
  | { readonly kind: 'and' };

/** A number as far as it has been read. */
interface Reading {
  /** What the thousands and millions read so far amount to. */
  readonly total: number;
  /** What the next of them will multiply. */
  readonly value: number;
  /** Whatever is added must be smaller: "zwanzig" leaves room for nine, "neun" for nothing. */
  readonly room: number;
  /** What may still become "zweiundzwanzig". */
  readonly unit: number;
}

const NOTHING: Reading = { total: 0, value: 0, room: Number.POSITIVE_INFINITY, unit: 0 };

function countingOf(words: Numbers): Counting {
  const parts = partsOf(words);
  const longest = Math.max(...[...parts.keys()].map(({ length }) => length));
  const counted = new RegExp(`^[ -](?:${folded(words.counted.join('|'))})(?!\\p{L})`, 'u');
  const point = new RegExp(`(\\d) (?:${folded(words.point.join('|'))}) (?=\\d)`, 'gu');
  // The longest first: "quatre vingts" contains "quatre vingt".
  const joints = Object.entries(words.joined ?? {}).sort(([one], [other]) => other.length - one.length);

  /** The pieces of a word that is nothing but pieces of a number. */
  const split = (word: string): readonly Part[] | undefined => {
    if (word === '') return [];
    for (let length = Math.min(longest, word.length); length > 0; length -= 1) {
      const part = parts.get(word.slice(0, length));
      const rest = part === undefined ? undefined : split(word.slice(length));
      if (part !== undefined && rest !== undefined) return [part, ...rest];
    }
    return undefined;
  };

  return {
    to: folded(words.to.join('|')),
    withDigits(text) {
      let source = folded(text).replaceAll(/[’‘ʼ`´]/g, "'");
      for (const [spelled, word] of joints)
        source = source.replaceAll(new RegExp(spelled.replaceAll(' ', '[ -]'), 'g'), word);
      const tokens = [...source.matchAll(/\d+(?:\.\d+)?|[\p{L}']+/gu)];
      let [written, copied, at] = ['', 0, 0];
      while (at < tokens.length) {
        const number = readFrom(tokens, at, source);
        const [first, last] = [tokens[at], tokens[at + (number?.tokens ?? 1) - 1]];
        if (number !== undefined && first !== undefined && last !== undefined) {
          written += `${source.slice(copied, first.index)}${number.value}`;
          copied = last.index + last[0].length;
        }
        at += number?.tokens ?? 1;
      }
      return (written + source.slice(copied)).replaceAll(point, '$1.');
    },
  };

  function readFrom(tokens: readonly RegExpExecArray[], start: number, source: string) {
    let reading: Reading | undefined;
    let [taken, isOnlyArticle] = [0, true];
    for (let at = start; at < tokens.length; at += 1) {
      const token = tokens[at];
      const before = tokens[at - 1];
      if (token === undefined) break;
      const gap = before === undefined ? '' : source.slice(before.index + before[0].length, token.index);
      if (at > start && !/^[ -]?$/.test(gap)) break;
      const pieces = /^\d/.test(token[0])
        ? [{ kind: 'add', value: Number(token[0]), room: 0 } as const]
        : token[0] === THOUSAND_IN_SHORT
          ? [{ kind: 'times', value: 1000 } as const]
          : token[0].length > LONGEST_WORD
            ? undefined
            : split(token[0]);
      if (pieces === undefined) break;
      // "Und" belongs to a number only when more of it follows.
      if (pieces.length === 1 && pieces[0]?.kind === 'and') {
        if (at === start) break;
        continue;
      }
      const hasAnd = at > start && at - start > taken;
      const next = proceed(reading ?? NOTHING, hasAnd ? [{ kind: 'and' }, ...pieces] : pieces);
      if (next === undefined || (reading === undefined && next === NOTHING)) break;
      isOnlyArticle &&= pieces.every(({ kind }) => kind === 'article');
      [reading, taken] = [next, at - start + 1];
    }
    if (reading === undefined) return undefined;
    const last = tokens[start + taken - 1];
    const rest = last === undefined ? '' : source.slice(last.index + last[0].length);
    if (isOnlyArticle && !counted.test(rest) && tokens.length > 1) return undefined;
    const value = Number((reading.total + reading.value).toPrecision(12));
    return { tokens: taken, value };
  }

  function proceed(so: Reading, pieces: readonly Part[]): Reading | undefined {
    let [reading, isJoined] = [so, false];
    for (const piece of pieces) {
      const next = piece.kind === 'and' ? reading : withPart(reading, piece, isJoined);
      if (next === undefined) return undefined;
      [reading, isJoined] = [next, piece.kind === 'and'];
    }
    return isJoined ? undefined : reading;
  }

  function withPart(so: Reading, part: Part, isJoined: boolean): Reading | undefined {
    switch (part.kind) {
      case 'and':
        return so;
      case 'article':
        return withPart(so, { kind: 'add', value: 1, room: 1 }, isJoined);
      case 'half':
        return so === NOTHING || so.room > 10
          ? undefined
          : { ...so, value: so.value + 0.5, room: 0, unit: 0 };
      case 'times':
        if (so.value >= part.value || (so.value === 0 && so.room < part.value)) return undefined;
        return part.value === 100
          ? { ...so, value: (so.value || 1) * 100, room: 100, unit: 0 }
          : { total: so.total + (so.value || 1) * part.value, value: 0, room: part.value, unit: 0 };
      case 'add': {
        const isTurned = words.isUnitFirst && isJoined && so.unit > 0 && part.room === 10;
        // A zero adds nothing to a number: "neun null" are two digits.
        if (part.value === 0 && so !== NOTHING) return undefined;
        if (!isTurned && part.value >= so.room) return undefined;
        const unit = part.value > 0 && part.value < 10 ? part.value : 0;
        return { ...so, value: so.value + part.value, room: isTurned ? 0 : part.room, unit };
      }
    }
  }
}

/** "50 k", and no piece of a word: the German "kein" is not 1001. */
const THOUSAND_IN_SHORT = 'k';

/** The longest number that is written as one word has about as many letters. */
const LONGEST_WORD = 60;

function partsOf(words: Numbers): Map<string, Part> {
  const parts = new Map<string, Part>();
  const put = (list: readonly Forms[] | undefined, part: (index: number) => Part): void => {
    for (const [index, forms] of (list ?? []).entries())
      for (const word of [forms].flat()) parts.set(folded(word).replaceAll('’', "'"), part(index));
  };
  put(words.article, () => ({ kind: 'article' }));
  put(words.and, () => ({ kind: 'and' }));
  put(words.small, (value) => ({ kind: 'add', value, room: value === 0 ? 0 : 1 }));
  put(words.tens, (index) => {
    const value = 20 + index * 10;
    return { kind: 'add', value, room: words.scores?.includes(value) ? 20 : 10 };
  });
  put(words.hundreds, (index) => ({ kind: 'add', value: (index + 1) * 100, room: 100 }));
  put(words.hundred, () => ({ kind: 'times', value: 100 }));
  put(words.thousand, () => ({ kind: 'times', value: 1000 }));
  put(words.million, () => ({ kind: 'times', value: 1e6 }));
  put(words.half, () => ({ kind: 'half' }));
  put(words.oneAndHalf, () => ({ kind: 'add', value: 1.5, room: 0 }));
  return parts;
}
