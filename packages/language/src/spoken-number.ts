import { countingIn } from './counted-words.ts';
import { monthNames } from './english-calendar.ts';
import type { Language } from './language.ts';
import { writing } from './locale-tables.ts';

/** A text with its numbers, in words or in digits, as digits with nothing but a decimal point between them. */
export function withNumbers(text: string, language: Language): string {
  const plain = withPlainDigits(text, language);
  return countingIn(language)?.withDigits(plain) ?? withDigits(plain);
}

/** The first number of a text, in words or digits, with or without thousands separators. */
export function readNumber(text: string, language: Language): number | undefined {
  const found = /\d+(?:\.\d+)?/.exec(withNumbers(text, language));
  if (found === null) return undefined;
  const isNegative = /(?:\bminus |(?<!\S)[-−])$/i.test(found.input.slice(0, found.index));
  return (isNegative ? -1 : 1) * Number(found[0]);
}

/** The digits of one number, with whatever parts them. */
const DIGITS = /\d+(?:[.,' ’\u00a0\u202f]\d+)*/;

const GROUPED = /^[1-9]\d{0,2}(?:([,' ’\u00a0\u202f])\d{3}(?:\1\d{3})*|\.\d{3}(?:\.\d{3})+)(?!\d)/;
const GROUPED_BY_POINT = /^[1-9]\d{0,2}(?:\.\d{3})+(?!\d)/;

/**
 * The value of a number in digits. Three digits behind a comma, a space or an apostrophe are thousands; behind a
 * single point they are where the fraction has a comma, and of money, which has no thousandths.
 */
export function valueIn(digits: string, language: Language, isMoney = false): number {
  const isGroupedByPoint = isMoney || writing[language].decimalMark === ',';
  const grouped = (isGroupedByPoint ? GROUPED_BY_POINT.exec(digits) : null) ?? GROUPED.exec(digits);
  const whole = grouped?.[0] ?? /^\d+/.exec(digits)?.[0] ?? '';
  const fraction = /^[.,](\d+)/.exec(digits.slice(whole.length))?.[1] ?? '0';
  return Number(`${whole.replaceAll(/\D/g, '')}.${fraction}`);
}

const CURRENCY =
  '€|\\$|£|¥|₽|₴|₺|₩|₪|zł|kč|eur|euro|euros|usd|dollars?|gbp|pounds?|chf|franken|francs?|francos?|franchi|frank(?:en|ów)?';
const MONEY_BEFORE = new RegExp(`(?:^|[^\\p{L}])(?:${CURRENCY}) ?$`, 'iu');
const MONEY_AFTER = new RegExp(`^[,.]?-* ?(?:${CURRENCY})(?!\\p{L})`, 'iu');

/** A text with every number in digits as a program writes it: "1.500,50 €" is "1500.5 €" in German. */
export function withPlainDigits(text: string, language: Language): string {
  return text.replaceAll(new RegExp(DIGITS, 'g'), (digits, at: number) => {
    const isMoney =
      MONEY_BEFORE.test(text.slice(Math.max(0, at - 10), at)) ||
      MONEY_AFTER.test(text.slice(at + digits.length, at + digits.length + 12));
    const isPlain = /^\d+$/.test(digits);
    return isPlain ? digits : String(valueIn(digits, language, isMoney));
  });
}

const list = (words: string, value: (index: number) => number) =>
  new Map(words.split(' ').map((word, index) => [word, value(index)]));
const fromZero = (index: number) => index;
const inTens = (index: number) => 20 + index * 10;

const UNITS = list(
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen ' +
    'seventeen eighteen nineteen',
  fromZero,
);
const TENS = list('twenty thirty forty fifty sixty seventy eighty ninety', inTens);
/** As speech to text may hear them. */
export const englishNumbers: readonly string[] = [...UNITS.keys(), ...TENS.keys()];
const ORDINALS = new Map([
  ...list(
    'zeroth first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth ' +
      'fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth',
    fromZero,
  ),
  ...list('twentieth thirtieth fortieth fiftieth sixtieth seventieth eightieth ninetieth', inTens),
]);
const SCALES = new Map([
  ['thousand', 1e3],
  ['million', 1e6],
  ['billion', 1e9],
]);
/** Scales only after a number: "fifty grand", but no "grand idea". */
const SHORT_SCALES = new Map([
  ['k', 1e3],
  ['grand', 1e3],
]);

const MONTH = new RegExp(`^(?:${monthNames.join('|')})$`);
/** "one" is as often a pronoun, recognised by the word before or after it. */
const PRONOUN_BEFORE =
  /^(?:no|any|some|every|each|this|that|which|the|another|other|right|wrong|last|next|new|old|good|big|my|your|our)$/;
const PRONOUN_AFTER =
  /^(?:of|another|who|whom|which|that|can|could|should|would|has|is|was|or|does|must|thing|else)$/;
const LONG_TIMES = /^(?:weeks|months|years)$/;
const BEFORE_NUMBER = /^(?:at|by|until|around|about|maybe|between|or|the|every|than|like|say|these|those)$/;
/** "the second …" is a day of the month only when nothing follows that could be counted. */
const AFTER_DATE =
  /^(?:of|at|in|around|about|after|before|from|to|or|and|would|works|is|if|please|then|maybe|next|this|)$/;

/** A text in English with its numbers as digits: "twenty-five thousand" is 25000, the rest stays as it was. */
export function withDigits(text: string, ordinals: 'of days' | 'all' = 'of days'): string {
  const words = wordsOf(text);
  let written = '';
  let copied = 0;
  for (let at = 0; at < words.length; ) {
    const number =
      readOrdinal(words, at, ordinals === 'all') ?? readZero(words, at) ?? readCardinal(words, at);
    const [first, last] = [words[at], words[at + (number?.words ?? 1) - 1]];
    if (number !== undefined && first !== undefined && last !== undefined) {
      written += text.slice(copied, first.start) + number.digits;
      copied = last.end;
    }
    at += number?.words ?? 1;
  }
  return written + text.slice(copied);
}

interface Word {
  /** In small letters. */
  readonly text: string;
  readonly start: number;
  readonly end: number;
  /** Nothing but a space or a hyphen stands before it. */
  readonly isJoined: boolean;
}

function wordsOf(text: string): Word[] {
  let end = 0;
  return [...text.matchAll(/[a-z]+|\d+(?:[.,]\d+)*/gi)].map((match) => {
    const isJoined = /^(?:\s*|-)$/.test(text.slice(end, match.index));
    end = match.index + match[0].length;
    return { text: match[0].toLowerCase(), start: match.index, end, isJoined };
  });
}

/** The word at a place, as long as it belongs to what stands before it. */
const joined = (words: readonly Word[], at: number): string => (words[at]?.isJoined ? words[at].text : '');
const before = (words: readonly Word[], at: number): string =>
  words[at]?.isJoined ? (words[at - 1]?.text ?? '') : '';

interface Digits {
  readonly words: number;
  readonly digits: string;
}

function readOrdinal(words: readonly Word[], at: number, isAny: boolean): Digits | undefined {
  const word = words[at]?.text ?? '';
  const unit = ORDINALS.get(joined(words, at + 1)) ?? 0;
  const ten = TENS.get(word);
  if (ten !== undefined && unit > 0 && unit < 10) return { words: 2, digits: ordinal(ten + unit) };
  const value = ORDINALS.get(word);
  return value !== undefined && (isAny || isDay(words, at, value))
    ? { words: 1, digits: ordinal(value) }
    : undefined;
}

function isDay(words: readonly Word[], at: number, value: number): boolean {
  const [previous, next, afterNext] = [before(words, at), joined(words, at + 1), joined(words, at + 2)];
  if (MONTH.test(previous) || MONTH.test(next)) return true;
  if (next === 'of' && MONTH.test(afterNext)) return true;
  if (previous !== 'the') return false;
  if (next === 'of') return /^(?:next|this|the)$/.test(afterNext);
  return value > 3 || AFTER_DATE.test(next);
}

/** "oh" is a zero between two numbers: "ten oh five". */
function readZero(words: readonly Word[], at: number): Digits | undefined {
  if (words[at]?.text !== 'oh') return undefined;
  const previous = before(words, at);
  const unit = UNITS.get(joined(words, at + 1)) ?? 0;
  const isBetween = UNITS.has(previous) || TENS.has(previous) || /^\d/.test(previous);
  return isBetween && unit > 0 && unit < 10 ? { words: 2, digits: `0${unit}` } : undefined;
}

/** A number as far as it has been read. */
interface Reading {
  readonly words: number;
  /** What the scales read so far amount to. */
  readonly total: number;
  /** What the next scale will multiply. */
  readonly value: number;
  /** What was read last decides what may follow. */
  readonly last: 'digits' | 'unit' | 'ten' | 'hundred' | 'scale';
  readonly scale: number;
}

function readCardinal(words: readonly Word[], at: number): Digits | undefined {
  let number = begin(words, at);
  if (number === undefined || isPronoun(words, at) || isPreposition(words, at)) return undefined;
  for (let next = proceed(words, at, number); next !== undefined; next = proceed(words, at, number)) {
    number = next;
  }
  const isWrittenAlready = number.words === 1 && /^\d/.test(words[at]?.text ?? '');
  const digits = String(Number((number.total + number.value).toPrecision(12)));
  return { words: number.words, digits: isWrittenAlready ? (words[at]?.text ?? '') : digits };
}

function begin(words: readonly Word[], at: number): Reading | undefined {
  const [word, second, third] = [words[at]?.text ?? '', joined(words, at + 1), joined(words, at + 2)];
  const reading = (value: number, last: Reading['last'], count = 1): Reading => ({
    words: count,
    total: 0,
    value,
    last,
    scale: 1,
  });
  if (word === 'half' && second === 'a' && SCALES.has(third)) return reading(0.5, 'digits', 2);
  if (word === 'a' && (second === 'hundred' || SCALES.has(second))) return reading(1, 'digits');
  if (word === 'dozen' && before(words, at) !== 'a') return reading(12, 'digits');
  if (word === 'a' && second === 'dozen') return reading(12, 'digits', 2);
  if (word === 'hundred') return reading(100, 'hundred');
  if (SCALES.has(word)) return reading(SCALES.get(word) ?? 1, 'hundred');
  if (TENS.has(word)) return reading(TENS.get(word) ?? 0, 'ten');
  if (UNITS.has(word)) return reading(UNITS.get(word) ?? 0, 'unit');
  if (/^\d/.test(word)) return reading(valueIn(word, 'EN'), 'digits');
  return undefined;
}

/** The number with its next words, or nothing when it ends here. */
function proceed(words: readonly Word[], start: number, so: Reading): Reading | undefined {
  const at = start + so.words;
  const [word, next, afterNext] = [joined(words, at), joined(words, at + 1), joined(words, at + 2)];
  const isRound = so.last === 'hundred' || so.last === 'scale';
  const add = (value: number, last: Reading['last'], count = 1): Reading => ({
    ...so,
    words: so.words + count,
    value: so.value + value,
    last,
  });

  const scale = SCALES.get(word) ?? SHORT_SCALES.get(word);
  if (scale !== undefined && so.last !== 'scale') {
    const total = so.total + so.value * scale;
    return { words: so.words + 1, total, value: 0, last: 'scale', scale };
  }
  if (word === 'hundred' && so.value > 0 && so.value < 100) return add(so.value * 99, 'hundred');
  if (word === 'and' && next === 'a' && (afterNext === 'half' || afterNext === 'quarter')) {
    // "a million and a half" is half a million more.
    return add((afterNext === 'half' ? 0.5 : 0.25) * (so.last === 'scale' ? so.scale : 1), 'digits', 3);
  }
  if (word === 'point') {
    const decimals = decimalsAt(words, at + 1);
    return decimals === '' ? undefined : add(Number(`0.${decimals}`), 'digits', 1 + decimals.length);
  }
  const [small, count] = word === 'and' ? [next, 2] : [word, 1];
  const [ten, unit] = [TENS.get(small), UNITS.get(small) ?? 0];
  if (isRound && ten !== undefined) return add(ten, 'ten', count);
  if (isRound && unit > 0) return add(unit, 'unit', count);
  if (so.last === 'ten' && count === 1 && unit > 0 && unit < 10) return add(unit, 'unit');
  return undefined;
}

function decimalsAt(words: readonly Word[], at: number): string {
  const digit = UNITS.get(joined(words, at)) ?? 10;
  return digit > 9 ? '' : `${digit}${decimalsAt(words, at + 1)}`;
}

function isPronoun(words: readonly Word[], at: number): boolean {
  if (words[at]?.text !== 'one') return false;
  return PRONOUN_BEFORE.test(before(words, at)) || PRONOUN_AFTER.test(joined(words, at + 1));
}

/**
 * Speech to text writes "for seven years" as "four seven years". "Four five years" and "four six years" are people who are not
 * sure, "four ten-hour days" are four, and after "about four" or "at four" it is a number or a time.
 */
function isPreposition(words: readonly Word[], at: number): boolean {
  const counted = UNITS.get(joined(words, at + 1));
  const isMeant = words[at]?.text === 'four' && !BEFORE_NUMBER.test(before(words, at));
  return isMeant && counted !== undefined && counted > 6 && LONG_TIMES.test(joined(words, at + 2));
}

function ordinal(value: number): string {
  const isTeen = value % 100 > 10 && value % 100 < 14;
  return `${value}${(isTeen ? undefined : ['th', 'st', 'nd', 'rd'][value % 10]) ?? 'th'}`;
}
