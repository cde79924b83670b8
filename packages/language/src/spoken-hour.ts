import { memoize } from '@parley/kernel/memoize.ts';
import type { Language } from './language.ts';
import { plainText, valueText, valueWordsIn, wholeWords } from './value-words.ts';

export interface SpokenHour {
  /** HH:MM; undefined when it may be in the morning as well as in the evening. */
  readonly time: string | undefined;
}

/** A time of the day as it was said. Where neither it nor the question says so, half seven may be in either half of the day. */
export function readHour(raw: string, question: string, language: Language): SpokenHour | undefined {
  return grammarOf(language)?.(raw, question);
}

/** Visits and calls are by day: nine is in the morning and three in the afternoon. Six and seven may be either. */
function usualHalf(hour: number): 'am' | 'pm' | undefined {
  if (hour >= 8 && hour < 12) return 'am';
  return hour === 12 || hour < 6 ? 'pm' : undefined;
}

type Time = readonly [hour: number, minute: number];

const grammarOf = memoize((language: Language) => {
  const words = valueWordsIn(language)?.clock;
  if (words === undefined) return undefined;
  const HOUR = '(\\d{1,2})';
  const isHalfBefore = words.isHalfBefore === true;
  const half = (hour: number): Time => (isHalfBefore ? [hour - 1, 30] : [hour, 30]);
  const before = ([hour, minute]: Time, by: number): Time => {
    const total = (hour * 60 + minute - by + 24 * 60) % (24 * 60);
    return [Math.floor(total / 60), total % 60];
  };
  const oclock = `(?: ?(?:${words.oclock}))`;
  const forms: readonly (readonly [RegExp, (...numbers: number[]) => Time])[] = [
    [wholeWords(words.noon), () => [12, 0]],
    [wholeWords(words.midnight), () => [24, 0]],
    [
      wholeWords(`${HOUR} (?:${words.to}) (?:${words.half}) ${HOUR}`),
      (by = 0, hour = 0) => before(half(hour), by),
    ],
    [
      wholeWords(`${HOUR} (?:${words.past}) (?:${words.half}) ${HOUR}`),
      (by = 0, hour = 0) => before(half(hour), -by),
    ],
    [wholeWords(`(?:${words.threeQuarters ?? '(?!)'}) ${HOUR}`), (hour = 0) => [hour - 1, 45]],
    [wholeWords(`(?:${words.quarter}) (?:${words.past}) ${HOUR}`), (hour = 0) => [hour, 15]],
    [wholeWords(`(?:${words.quarter}) (?:${words.to}) ${HOUR}`), (hour = 0) => before([hour, 0], 15)],
    [wholeWords(`(?:${words.half}) ${HOUR}`), (hour = 0) => half(hour)],
    [wholeWords(`${HOUR} (?:${words.past}) ${HOUR}`), (by = 0, hour = 0) => [hour, by]],
    [wholeWords(`${HOUR} (?:${words.to}) ${HOUR}`), (by = 0, hour = 0) => before([hour, 0], by)],
    [wholeWords(`${HOUR}[:.](\\d\\d)`), (hour = 0, minute = 0) => [hour, minute]],
    [wholeWords(`${HOUR}${oclock} ([0-5]?\\d)`), (hour = 0, minute = 0) => [hour, minute]],
    [wholeWords(`${HOUR} ([0-5]\\d)`), (hour = 0, minute = 0) => [hour, minute]],
    [new RegExp(`(?<!\\d)${HOUR}00(?!\\d)`), (hour = 0) => [hour, 0]],
    [new RegExp(`(?<![\\d.])${HOUR}(?![\\d.:])`), (hour = 0) => [hour, 0]],
  ];
  const am = new RegExp(`(?<!\\p{L})(?:${words.am}|${words.morning})(?!\\p{L})`, 'u');
  const pm = new RegExp(`(?<!\\p{L})(?:${words.pm}|${words.afternoon}|${words.evening})(?!\\p{L})`, 'u');
  const suffix =
    words.suffix === undefined ? undefined : new RegExp(`(?<=\\p{L})(?:${words.suffix})(?!\\p{L})`, 'gu');

  return (raw: string, question: string): SpokenHour | undefined => {
    const plain = suffix === undefined ? plainText(raw) : plainText(raw).replaceAll(suffix, '');
    const text = valueText(plain, language, { isPlain: false });
    for (const [pattern, read] of forms) {
      const match = pattern.exec(text);
      if (match === null) continue;
      const [hour, minute] = read(...match.slice(1).map(Number));
      if (hour > 24 || minute > 59 || hour < 0) return undefined;
      const isNamed = match.length === 1;
      const half = halfOf(text) ?? halfOf(plainText(question));
      // "08:30" is written, and from thirteen on there is only one.
      const isOfTheDay = isNamed || hour > 12 || hour === 0 || /^0\d/.test(match[0]);
      const usual = half ?? usualHalf(hour);
      if (!isOfTheDay && usual === undefined) return { time: undefined };
      const shift = isOfTheDay ? hour : (hour % 12) + (usual === 'pm' ? 12 : 0);
      return { time: `${String(shift % 24).padStart(2, '0')}:${String(minute).padStart(2, '0')}` };
    }
    return undefined;
  };

  function halfOf(text: string): 'am' | 'pm' | undefined {
    if (am.test(text)) return 'am';
    return pm.test(text) ? 'pm' : undefined;
  }
});
