import { toLocal } from '@parley/kernel/local-time.ts';
import { memoize } from '@parley/kernel/memoize.ts';
import { type Language, localeOf } from './language.ts';
import { writing } from './locale-tables.ts';
import type { Meaning } from './possible-quantity.ts';
import { folded } from './speech.ts';
import { readDay } from './spoken-date.ts';
import { quantitiesIn } from './spoken-quantities.ts';
import type { Hearing } from './spoken-time.ts';
import { hasWords, plainText, valueText, valueWordsIn, wholeWords } from './value-words.ts';

const DAY_MS = 86_400_000;

/** Whether a quotation can mean a day, given as YYYY-MM-DD: by the parts of a date that it names. */
export function dayMeaning(date: string, quote: string, hearing: Hearing): Meaning {
  const [year = 0, month = 0, day = 0] = date.split('-').map(Number);
  const at = Date.UTC(year, month - 1, day);
  const { year: y, month: m, day: d } = toLocal(hearing.now, hearing.timeZone);
  const fromTodayDays = (at - Date.UTC(y, m - 1, d)) / DAY_MS;
  const named = partsIn(quote.slice(0, LONGEST_TEXT), hearing.language);
  const value: NamedDay = { year, month, day, weekday: new Date(at).getUTCDay(), fromTodayDays };
  const isDated = named.months.length > 0 && named.days.length > 0;
  if (isDated && isOtherYear(value, named, 0)) return 'impossible';
  if (isRead(date, quote, hearing)) return 'said';
  if (named.months.length > 0) return inMonth(value, named);
  if (isOtherYear(value, named, 1)) return 'impossible';
  if (named.days.some((number) => Math.abs(number - day) <= 1)) return 'said';
  if (named.weekdays.length > 0) return onWeekday(value, named);
  if (named.lengths.length > 0) return inWhile(value, named, readDays(quote, hearing, at));
  if (named.days.length > 0) return named.isKnown || named.isBare ? 'impossible' : 'unknown';
  // "Right away", "whenever you like".
  const isAtOnce = Math.abs(fromTodayDays) <= 1;
  return isAtOnce || named.isVague || !named.isKnown || named.years.length > 0 ? 'unknown' : 'impossible';
}

const LONGEST_TEXT = 1000;

interface NamedDay {
  readonly year: number;
  readonly month: number;
  readonly day: number;
  /** 0 is Sunday. */
  readonly weekday: number;
  readonly fromTodayDays: number;
}

/** What a text names of days. */
interface DateParts {
  readonly years: readonly number[];
  readonly months: readonly number[];
  /** All that may be the number of a day. */
  readonly days: readonly number[];
  readonly weekdays: readonly number[];
  /** In days: "in three weeks", "next month". */
  readonly lengths: readonly number[];
  readonly isVague: boolean;
  readonly isBare: boolean;
  readonly isKnown: boolean;
}

const tenses = ['future', 'past', 'birth'] as const;

const isRead = (date: string, quote: string, hearing: Hearing): boolean =>
  tenses.some((tense) =>
    [false, true].some((isMonthFirst) => readDay(quote, { ...hearing, tense, isMonthFirst }) === date),
  );

/** How far the rules' own reading is from it; undefined without one. */
function readDays(quote: string, hearing: Hearing, at: number): number | undefined {
  const found = tenses.flatMap((tense) => readDay(quote, { ...hearing, tense, isMonthFirst: false }) ?? []);
  return found.length === 0
    ? undefined
    : Math.min(...found.map((date) => Math.abs(Date.parse(`${date}T00:00:00Z`) - at) / DAY_MS));
}

function inMonth(value: NamedDay, named: DateParts): Meaning {
  const { days, months, lengths } = named;
  const apart = Math.min(...months.map((month) => monthsApart(month, value.month)));
  const isNamedDay = days.some((day) => Math.abs(day - value.day) <= 1);
  if (isOtherYear(value, named, 1)) return 'impossible';
  if (apart === 0) return days.length === 0 || isNamedDay || lengths.length > 0 ? 'said' : 'impossible';
  // "By the end of June" may be the first of July; "two weeks after the end of May".
  const isNear = lengths.length > 0 ? apart <= NEAR_MONTHS : apart === 1 && days.length === 0;
  return isNear ? 'unknown' : 'impossible';
}

const NEAR_MONTHS = 3;
const monthsApart = (one: number, other: number): number => {
  const apart = Math.abs(one - other);
  return Math.min(apart, 12 - apart);
};

const isOtherYear = ({ year }: NamedDay, { years, lengths }: DateParts, slack: number): boolean =>
  years.length > 0 && lengths.length === 0 && years.every((each) => Math.abs(each - year) > slack);

/** "On Tuesday" is within some weeks; "before Friday" may be Thursday. */
function onWeekday(value: NamedDay, { weekdays, lengths, days }: DateParts): Meaning {
  const isFar = Math.abs(value.fromTodayDays) > FAR_WEEKDAY_DAYS && lengths.length === 0;
  if (isFar) return 'impossible';
  if (weekdays.includes(value.weekday)) return 'said';
  const isNear = weekdays.some((weekday) => [1, 6].includes((weekday - value.weekday + 7) % 7));
  return isNear || lengths.length > 0 || days.length > 0 ? 'unknown' : 'impossible';
}

const FAR_WEEKDAY_DAYS = 30;

/** "In three weeks": neither at once nor next year. */
function inWhile({ fromTodayDays }: NamedDay, { lengths }: DateParts, readDays: number | undefined): Meaning {
  const longest = lengths.reduce((sum, length) => sum + length, 0);
  const awayDays = Math.abs(fromTodayDays);
  if (awayDays > 2 * longest + LATE_DAYS) return 'impossible';
  if (lengths.some((length) => Math.abs(awayDays - length) <= Math.max(1, length * ROUGHLY))) return 'said';
  return readDays !== undefined && readDays > Math.max(NEAR_DAYS, longest / 2) ? 'impossible' : 'unknown';
}

/** Until the end of a month or a quarter. */
const LATE_DAYS = 62;
const NEAR_DAYS = 7;
const ROUGHLY = 0.2;

const partsIn = (quote: string, language: Language): DateParts => namesOf(language)(quote);

const namesOf = memoize((language: Language) => {
  const dates = valueWordsIn(language)?.dates;
  const months =
    dates?.months.map((source) => wholeWords(source)) ??
    namesBy(language, { month: 'long', day: 'numeric' }, 12, monthAt);
  const weekdays =
    dates?.weekdays.map((source) => wholeWords(source)) ??
    namesBy(language, { weekday: 'long' }, 7, weekdayAt);
  const feasts = Object.entries(dates?.feasts ?? {}).map(
    ([source, day]) => [wholeWords(source), day.split('-').map(Number)] as const,
  );
  const ordinals = Object.entries(dates?.ordinals ?? {}).map(
    ([source, number]) => [wholeWords(source), number] as const,
  );
  return (quote: string): DateParts => {
    const { counts, lengths, ofTime, isBare } = quantitiesIn(quote, language);
    const plain = plainText(quote);
    const text = valueText(plain, language, { isPlain: false, ordinals: 'all' });
    const feast = feasts.flatMap(([source, day]) => (source.test(text) ? [day] : []));
    const digits = (text.match(/\d+/g) ?? []).map(Number);
    const numbers = [
      ...new Set([
        ...digits,
        ...counts,
        ...ordinals.flatMap(([source, number]) => (source.test(text) ? [number] : [])),
      ]),
    ].filter(Number.isInteger);
    const inPairs = [...text.matchAll(/(?<!\d)(19|20)(?: |-| ?, ?)(\d\d)(?!\d)/g)].map(([, one, other]) =>
      Number(`${one}${other}`),
    );
    // Behind a month or a day: "9 45" is a time.
    const inShort = [...text.matchAll(/(?:\p{L}{3,},? |\d(?:st|nd|rd|th),? |')(\d\d)(?!\d)/gu)]
      .map(([, number]) => Number(number))
      .filter((number) => number > LAST_DAY);
    return {
      years: [
        ...numbers.filter((number) => number > 1900 && number < 2100),
        ...inPairs,
        ...inShort.flatMap((number) => [1900 + number, 2000 + number]),
      ],
      months: [
        ...months.flatMap((source, index) => (source.test(plain) ? [index + 1] : [])),
        ...feast.map(([month = 0]) => month),
      ],
      days: [
        ...numbers.filter((number) => number > 0 && number <= LAST_DAY && !ofTime.includes(number)),
        ...feast.map(([, day = 0]) => day),
      ],
      weekdays: weekdays.flatMap((source, index) => (source.test(plain) ? [(index + 1) % 7] : [])),
      lengths,
      isVague: hasWords(plain, dates?.vague) || hasWords(plain, valueWordsIn(language)?.choices.weekend),
      isBare,
      isKnown: dates !== undefined,
    };
  };
});

const LAST_DAY = 31;
const monthAt = (index: number): number => Date.UTC(2024, index, 15);
/** Counted from Monday. */
const weekdayAt = (index: number): number => Date.UTC(2024, 0, 1 + index);

/** As the language calls them, give or take an ending. */
function namesBy(
  language: Language,
  format: Intl.DateTimeFormatOptions,
  count: number,
  at: (index: number) => number,
): RegExp[] {
  const written = new Intl.DateTimeFormat(localeOf(language), { ...format, timeZone: 'UTC' });
  const isUnspaced = writing[language].spaces === 'none';
  const names = Array.from({ length: count }, (_, index) =>
    folded(
      written
        .formatToParts(at(index))
        .filter(({ type }) => type === 'month' || type === 'weekday')
        .map(({ value }) => value)
        .join(''),
    ),
  );
  return names.map((name) => {
    if (/^\d/.test(name)) return new RegExp(`(?<!\\d)${Number.parseInt(name, 10)} ?[月월]`, 'u');
    if (isUnspaced) return new RegExp(name, 'u');
    // Not the word for a day, which several of them have.
    const word = name
      .match(/\p{L}+/gu)
      ?.find((one) => names.filter((other) => other.includes(one)).length === 1);
    if (word === undefined) return /(?!)/;
    const stem = word.slice(0, Math.max(SHORTEST_STEM, word.length - 2));
    return wholeWords(`${stem}\\p{L}{0,${word.length - stem.length + 2}}`);
  });
}

const SHORTEST_STEM = 3;
