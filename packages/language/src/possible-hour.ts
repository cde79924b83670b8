import { memoize } from '@parley/kernel/memoize.ts';
import type { Language } from './language.ts';
import type { Meaning } from './possible-quantity.ts';
import { partIn } from './spoken-clock.ts';
import { readHour } from './spoken-hour.ts';
import { quantitiesIn } from './spoken-quantities.ts';
import { plainText, valueText, valueWordsIn, wholeWords } from './value-words.ts';

const HALF_DAY = 12 * 60;
const DAY = 2 * HALF_DAY;

/** Whether a quotation can mean a time of the day, given as HH:MM. */
export function hourMeaning(time: string, quote: string, question: string, language: Language): Meaning {
  const [hour = 0, minute = 0] = time.split(':').map(Number);
  const value = hour * 60 + minute;
  if (readHour(quote, question, language)?.time === time) return 'said';
  const said = clockOf(language)(quote.slice(0, LONGEST_TEXT));
  // "In half an hour" depends on the time of the call.
  if (said.isFromNow) return 'unknown';
  if (!said.isInHalf(value)) return 'impossible';
  const { candidates, span, isLoose, isKnown } = said;
  if (candidates.length === 0) {
    if (span !== undefined) return value >= span[0] && value <= span[1] ? 'unknown' : 'impossible';
    return isKnown && !said.hasHalf ? 'impossible' : 'unknown';
  }
  if (candidates.some((each) => apart(each, value) === 0)) return 'said';
  // "After five", "between two and four"; or halves and quarters in words that are not known.
  const mayBeNear = isLoose || !isKnown;
  return mayBeNear && candidates.some((each) => apart(each, value) <= NEAR) ? 'unknown' : 'impossible';
}

const LONGEST_TEXT = 1000;
const NEAR = 60;

/** An hour up to twelve may be in either half of the day. */
const apart = (candidate: number, value: number): number => {
  const round = candidate >= HALF_DAY + NEAR ? DAY : HALF_DAY;
  const minutes = Math.abs(candidate - value) % round;
  return Math.min(minutes, round - minutes);
};

/** What a text says of times, in minutes since midnight. */
interface SpokenTimes {
  readonly candidates: readonly number[];
  /** Of a part of the day, from and until. */
  readonly span: readonly [number, number] | undefined;
  /** It names a half of the day. */
  readonly hasHalf: boolean;
  isInHalf(value: number): boolean;
  /** "After", "between". */
  readonly isLoose: boolean;
  readonly isKnown: boolean;
  readonly isFromNow: boolean;
}

const clockOf = memoize((language: Language) => {
  const tables = valueWordsIn(language);
  const words = tables?.clock;
  const has = (text: string, ...sources: (string | undefined)[]): boolean =>
    sources.some((source) => source !== undefined && wholeWords(source).test(text));
  const suffix =
    words?.suffix === undefined ? undefined : new RegExp(`(?<=\\p{L})(?:${words.suffix})(?!\\p{L})`, 'gu');
  const partsOfHours =
    words && wholeWords(`(?:${words.half}|${words.quarter}|\\d+) ?(?:${words.past}|${words.to})?`, 'g');
  const quarter = (joint: string | undefined) => words && `(?:${words.quarter}) (?:${joint})`;
  const halfAt = words?.isHalfBefore === true ? -30 : 30;

  /** What is added to the hour. */
  function partsIn(text: string, minutes: readonly number[]): number[] {
    const half = has(text, words?.half) ? [halfAt] : [];
    const before = has(text, quarter(words?.to), words?.threeQuarters) ? [-15] : [];
    const after = has(text, quarter(words?.past)) ? [15] : [];
    const isOther = before.length + after.length === 0 && has(text, words?.quarter);
    const quarters = [...before, ...after, ...(isOther ? [15, -15, 45, -45] : [])];
    // "Five to half past".
    const around = [0, ...half].flatMap((part) =>
      minutes.flatMap((minute) => [part + minute, part - minute]),
    );
    return [...half, ...quarters, ...around];
  }

  return (quote: string): SpokenTimes => {
    const { counts, lengths } = quantitiesIn(quote, language);
    const plain = suffix === undefined ? plainText(quote) : plainText(quote).replaceAll(suffix, '');
    const text = valueText(plain, language, { isPlain: false });
    const digits = (text.match(/\d+/g) ?? []).map(Number);
    const numbers = [...new Set([...digits, ...counts.filter(Number.isInteger)])];
    const hours = numbers.filter((number) => number <= 24);
    const parts = partsIn(
      text,
      numbers.filter((number) => number < 60),
    );
    const isBroken = has(text, words?.half, words?.quarter, words?.threeQuarters);
    // "Fourteen hundred hours".
    const whole = numbers.filter((number) => number >= 100 && number < 2400 && number % 100 < 60);
    const candidates = [
      ...(isBroken && hours.length === 1 ? [] : hours.map((hour) => hour * 60)),
      ...hours.flatMap((hour) => parts.map((part) => hour * 60 + part)),
      ...whole.map((number) => Math.floor(number / 100) * 60 + (number % 100)),
      ...(has(text, words?.noon, words?.midnight) ? [HALF_DAY] : []),
    ].filter((each) => each >= 0 && each <= DAY);
    const isMorning = has(text, words?.am, words?.morning);
    const isLate = has(text, words?.evening);
    const isAfternoon = isLate || has(text, words?.pm, words?.afternoon);
    // "Not in the morning."
    const isOpen = isMorning === isAfternoon || has(text, tables?.choices.ruledOut);
    const part = language === 'EN' ? partIn(plain) : undefined;
    return {
      candidates,
      span:
        part === undefined ? undefined : [part.at === 'opening' ? 0 : part.at * 60 - NEAR, part.until * 60],
      hasHalf: isMorning || isAfternoon,
      // Noon and midnight are in either, and a night ends in the morning.
      isInHalf: (value) =>
        isOpen || value % HALF_DAY < NEAR || (isLate && value < NIGHT) || isMorning === value < HALF_DAY,
      isLoose:
        partsOfHours === undefined ||
        has(text.replaceAll(partsOfHours, ' 0 '), words?.past, words?.to, tables?.amounts.range),
      isKnown: words !== undefined,
      isFromNow: lengths.some((length) => length < 1) && hours.length === 0,
    };
  };
});

const NIGHT = 5 * 60;
