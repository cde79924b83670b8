import { type LocalTime, toLocal } from '@parley/kernel/local-time.ts';
import { memoize } from '@parley/kernel/memoize.ts';
import { countingIn } from './counted-words.ts';
import type { Language } from './language.ts';
import { comingWeekday, daysAfter, type LocalDay, monthsAfter } from './spoken-day.ts';
import { type Hearing, readDate } from './spoken-time.ts';
import {
  type DateForm,
  plainText,
  type ValueWords,
  valueText,
  valueWordsIn,
  wholeWords,
} from './value-words.ts';

export interface DateHearing extends Hearing {
  /** "The third of December" lies ahead of who is asked for a start, behind who is asked for their last job. */
  readonly tense: 'future' | 'past' | 'birth';
  /** "3/12": as in the United States. */
  readonly isMonthFirst: boolean;
}

/** A day as YYYY-MM-DD. Of a birth the year must have been said. */
export function readDay(raw: string, hearing: DateHearing): string | undefined {
  const { language, now, timeZone } = hearing;
  const today = toLocal(now, timeZone);
  const grammar = grammarOf(language);
  const said = raw.slice(0, LONGEST_TEXT);
  const named = numericDay(said, today, hearing) ?? grammar?.named(said, today, hearing.tense);
  if (named !== undefined) return written(named);
  if (hearing.tense === 'birth' && grammar !== undefined) return undefined;
  const wanted = grammar === undefined ? said : grammar.wanted(said);
  const relative = grammar?.relative(wanted, today, hearing.tense);
  if (relative !== undefined) return written(relative);
  if (grammar?.isVague(wanted)) return undefined;
  const read = readDate(wanted, hearing);
  return read === undefined || hearing.tense !== 'past'
    ? read
    : lastSuch(read, today, grammar?.hasWeekday(wanted) ?? false);
}

const LONGEST_TEXT = 1000;
/** "Einundzwanzigsten" has seventeen letters. */
const LONGEST_ORDINAL = 30;

const written = ({ year, month, day }: LocalDay): string =>
  `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;

const isReal = ({ year, month, day }: LocalDay): boolean => {
  const date = new Date(Date.UTC(year, month - 1, day));
  return month >= 1 && month <= 12 && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
};

const isAfter = (one: LocalDay, other: LocalDay): boolean => written(one) > written(other);

/** A year of two digits is the last one that has passed: "79" is 1979, "04" is 2004. */
const fullYear = (year: string, today: LocalDay, tense: DateHearing['tense']): number => {
  if (year.length > 2) return Number(year);
  const century = Math.floor(today.year / 100) * 100;
  return Number(year) > today.year % 100 && tense !== 'future'
    ? century - 100 + Number(year)
    : century + Number(year);
};

/** The next day of this name, or the last one of those that have passed. */
function inTense(month: number, day: number, today: LocalDay, tense: DateHearing['tense']): LocalDay {
  const date = { year: today.year, month, day };
  if (tense === 'future') return isAfter(today, date) ? { ...date, year: today.year + 1 } : date;
  return isAfter(date, today) ? { ...date, year: today.year - 1 } : date;
}

const ISO = /(?<!\d)(\d{4})-(\d\d)-(\d\d)(?!\d)/;
const NUMERIC = /(?<![\d.,])(\d{1,2})(?:\. ?|[/ -])(\d{1,2})(?:(?:\. ?|[/ -])(\d{4}|\d{2})|\.)(?!\d)/;

function numericDay(
  said: string,
  today: LocalDay,
  { tense, isMonthFirst }: DateHearing,
): LocalDay | undefined {
  const [, isoYear, isoMonth, isoDay] = ISO.exec(said)?.map(Number) ?? [];
  if (isoYear !== undefined && isoMonth !== undefined && isoDay !== undefined) {
    const day = { year: isoYear, month: isoMonth, day: isoDay };
    return isReal(day) ? day : undefined;
  }
  const [, first, second, year] = NUMERIC.exec(said) ?? [];
  if (first === undefined || second === undefined) return undefined;
  const [month, day] = isMonthFirst && Number(first) <= 12 ? [first, second] : [second, first];
  if (year === undefined && tense === 'birth') return undefined;
  const date =
    year === undefined
      ? inTense(Number(month), Number(day), today, tense)
      : { year: fullYear(year, today, tense), month: Number(month), day: Number(day) };
  return isReal(date) ? date : undefined;
}

/** What a general reader of dates took for the next such day was the last one. */
function lastSuch(date: string, today: LocalDay, isWeekday: boolean): string {
  const [year = 0, month = 1, day = 1] = date.split('-').map(Number);
  const read = { year, month, day };
  if (!isAfter(read, today)) return date;
  return written(isWeekday ? daysAfter(read, -7) : { ...read, year: year - 1 });
}

type Groups = Readonly<Record<string, string | undefined>>;

const grammarOf = memoize((language: Language) => {
  const tables = valueWordsIn(language);
  return tables === undefined ? undefined : compile(tables, language);
});

function compile({ dates, amounts }: ValueWords, language: Language) {
  const months = dates.months.map((source) => new RegExp(`^(?:${source})$`, 'u'));
  const weekdays = dates.weekdays.map((source) => new RegExp(`^(?:${source})$`, 'u'));
  const units = Object.entries(amounts.units).map(
    ([source, days]) => [new RegExp(`^(?:${source})$`, 'u'), days] as const,
  );
  const filled = (source: string): string =>
    source
      .replaceAll('{MONTH}', `(?<month>${dates.months.join('|')})`)
      .replaceAll('{WEEKDAY}', `(?<weekday>${dates.weekdays.join('|')})`)
      .replaceAll('{UNIT}', `(?<unit>${Object.keys(amounts.units).join('|')})`)
      .replaceAll('{COUNT}', `(?<count>\\d+(?:\\.\\d+)?|${amounts.article})`);
  const pattern = (source: string): RegExp =>
    new RegExp(`(?<![\\p{L}\\d])(?:${filled(source)})(?![\\p{L}\\d])`, 'u');
  const YEAR = `(?:[ ,]+(?:\\p{L}{2,4} )?'?(?<year>\\d{4}|\\d{2})(?![\\d:]))?`;
  const named = [dates.dayThenMonth, dates.monthThenDay].map(
    (source) => new RegExp(`(?<![\\p{L}\\d])(?:${filled(source)})(?!\\p{L}|\\d)${YEAR}`, 'u'),
  );
  const feasts = Object.entries(dates.feasts).map(
    ([source, day]) =>
      [new RegExp(`(?<!\\p{L})(?:${source})${YEAR}`, 'u'), day.split('-').map(Number)] as const,
  );
  const forms = dates.forms.map((form) => [pattern(form.said), form] as const);
  const dayOfMonth = new RegExp(`(?<![\\p{L}\\d])(?:${dates.dayOfMonth})(?![\\p{L}\\d])(?! ?\\d)`, 'u');
  const monthIn = (name: string): number => months.findIndex((month) => month.test(name)) + 1;
  const refused = new RegExp(`(?<!\\p{L})(?:${dates.refused}) [^,]*,`, 'gu');
  const weekday = wholeWords(dates.weekdays.join('|'));
  const vague = wholeWords(dates.vague);

  /** Digits for numbers and ordinals; "nineteen eighty-two" is one year. */
  const textOf = (raw: string): string =>
    valueText(withOrdinals(plainText(raw)), language, { isPlain: false, ordinals: 'all' }).replaceAll(
      // No day of a month begins with a four: "nineteen, seventy nine" is one year too.
      /(?<!\d)(19|20)(?:[ -]| ?, ?(?=[4-9]))(\d\d)(?!\d)/g,
      '$1$2',
    );

  const ordinals = Object.entries(dates.ordinals ?? {}).map(
    ([source, number]) => [new RegExp(`^(?:${source})$`), number] as const,
  );
  const ordinal = new RegExp(`^(.+?)${dates.ordinal}$`);
  /** Where an ordinal is a word with an ending: "zwölften" is "12.". */
  function withOrdinals(plain: string): string {
    const counting = countingIn(language);
    if (counting === undefined) return plain;
    return plain.replaceAll(/\p{L}+/gu, (word) => {
      const known = ordinals.find(([source]) => source.test(word));
      if (known !== undefined) return `${known[1]}.`;
      const stem = word.length > LONGEST_ORDINAL ? undefined : ordinal.exec(word)?.[1];
      const number = stem === undefined ? '' : counting.withDigits(stem);
      return /^\d+$/.test(number) ? `${number}.` : word;
    });
  }

  function namedDay(raw: string, today: LocalTime, tense: DateHearing['tense']): LocalDay | undefined {
    const text = textOf(raw);
    for (const [source, [month = 1, day = 1]] of feasts) {
      const year = source.exec(text)?.groups?.year;
      if (source.test(text) && (year !== undefined || tense !== 'birth'))
        return year === undefined
          ? inTense(month, day, today, tense)
          : { year: fullYear(year, today, tense), month, day };
    }
    for (const source of named) {
      const groups = source.exec(text)?.groups;
      if (groups === undefined) continue;
      const month = groups.month === undefined ? Number(groups.number) : monthIn(groups.month);
      const year = tense === 'future' && groups.year?.length !== 4 ? undefined : groups.year;
      if (year === undefined && tense === 'birth') continue;
      const date =
        year === undefined
          ? inTense(month, Number(groups.day), today, tense)
          : { year: fullYear(year, today, tense), month, day: Number(groups.day) };
      if (isReal(date)) return date;
    }
    return undefined;
  }

  function relative(raw: string, today: LocalTime, tense: DateHearing['tense']): LocalDay | undefined {
    const text = textOf(raw);
    // "From the twentieth on, any time" is not at once.
    const hasNumber = dayOfMonth.test(text);
    for (const [source, form] of forms) {
      if (form.days === 0 && hasNumber) continue;
      const match = source.exec(text);
      const day = match === null ? undefined : dayOf(form, match.groups ?? {}, today, tense);
      if (day !== undefined) return day;
    }
    const number = Number(dayOfMonth.exec(text)?.groups?.day);
    if (!(number >= 1 && number <= 31)) return undefined;
    for (let months = 0; months < 3; months += 1) {
      const at = monthsAfter({ ...today, day: 1 }, tense === 'future' ? months : -months);
      const day = { ...at, day: number };
      const isInTense = tense === 'future' ? !isAfter(today, day) : !isAfter(day, today);
      if (isReal(day) && isInTense) return day;
    }
    return undefined;
  }

  function dayOf(
    form: DateForm,
    said: Groups,
    today: LocalTime,
    tense: DateHearing['tense'],
  ): LocalDay | undefined {
    if (said.weekday !== undefined) {
      const index = weekdays.findIndex((name) => name.test(said.weekday ?? ''));
      return daysAfter(comingWeekday(today, index, false), 7 * (form.weeks ?? 0));
    }
    if (said.unit !== undefined) {
      const count = (/^\d/.test(said.count ?? '') ? Number(said.count) : 1) * (form.isAgo ? -1 : 1);
      const days = units.find(([unit]) => unit.test(said.unit ?? ''))?.[1] ?? 0;
      if (days < 1) return undefined;
      // Months and years are those of the calendar.
      const inMonths = days >= 365 ? (days / 365) * 12 : days > 30 ? days / (365 / 12) : 0;
      return inMonths > 0
        ? monthsAfter(today, Math.round(count * inMonths))
        : daysAfter(today, Math.round(count * days));
    }
    if (said.month !== undefined) {
      const month = monthIn(said.month);
      const first = inTense(month, form.at === 'start' ? 1 : 15, { ...today, day: 1 }, tense);
      return form.at === 'end' ? lastOf(first) : first;
    }
    if (form.months !== undefined) {
      const first = monthsAfter({ ...today, day: 1 }, form.months);
      if (said.day !== undefined) return { ...first, day: Number(said.day) };
      return form.at === 'end' ? lastOf(first) : { ...first, day: form.at === 'middle' ? 15 : 1 };
    }
    return form.days === undefined ? undefined : daysAfter(today, form.days);
  }

  const lastOf = (day: LocalDay): LocalDay => daysAfter(monthsAfter({ ...day, day: 1 }, 1), -1);

  return {
    named: namedDay,
    relative,
    /** Without the days that are not meant: "not tomorrow, Friday". */
    wanted: (raw: string) => {
      const kept = plainText(raw).replaceAll(refused, ' ').trim();
      return kept === '' ? raw : kept === plainText(raw) ? raw : kept;
    },
    isVague: (raw: string) => vague.test(plainText(raw)),
    hasWeekday: (raw: string) => weekday.test(plainText(raw)),
  };
}
