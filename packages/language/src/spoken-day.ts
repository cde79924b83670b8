import type { LocalTime } from '@parley/kernel/local-time.ts';
import { memoizeRecentBy } from '@parley/kernel/memoize.ts';
import type { ParsedComponents } from 'chrono-node';
import { dateReader } from './date-reader.ts';
import { monthNames, weekdayNames } from './english-calendar.ts';

/** Loaded with the service: a call must not wait for it. */
const english = dateReader('en');

export type LocalDay = Pick<LocalTime, 'year' | 'month' | 'day'>;

export interface SpokenDay extends LocalDay {
  /** A weekday comes again in a week, a week has other days, a date is what it is. */
  readonly kind: 'date' | 'weekday' | 'week';
}

const MONTHS = monthNames.join('|');
const WEEKDAY = `(?<weekday>${weekdayNames.join('|')})`;

const DATE = new RegExp(`\\d(?:st|nd|rd|th)\\b|\\b(?:${MONTHS}) \\d`);

const indexIn = (names: readonly string[], name = ''): number => names.indexOf(name);

/** As the calendar counts: month 13 is January. */
function calendarDay(year: number, month: number, day: number): LocalDay {
  const date = new Date(Date.UTC(year, month - 1, day));
  return { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() };
}

export const daysAfter = (today: LocalDay, days: number): LocalDay =>
  calendarDay(today.year, today.month, today.day + days);

/** The same day of a later month, or its last where it is too short. */
export function monthsAfter(today: LocalDay, months: number): LocalDay {
  const last = calendarDay(today.year, today.month + months + 1, 0);
  return { ...last, day: Math.min(last.day, today.day) };
}

/** 0 is Sunday. */
export const weekdayOf = (day: LocalDay): number =>
  new Date(Date.UTC(day.year, day.month - 1, day.day)).getUTCDay();

type Groups = Readonly<Record<string, string | undefined>>;
type Form = [RegExp, (today: LocalDay, said: Groups) => SpokenDay | undefined];

/** The coming one, today included. */
function weekday(today: LocalDay, name: string | undefined, weeks = 0): SpokenDay {
  const ahead = (indexIn(weekdayNames, name) - weekdayOf(today) + 7) % 7;
  return { ...daysAfter(today, ahead + weeks * 7), kind: weeks === 0 ? 'weekday' : 'date' };
}

/** Counted from Monday, which is 0. "Next Monday" is never today. */
export function comingWeekday(today: LocalDay, index: number, isNext: boolean): SpokenDay {
  const isToday = weekdayOf(today) === (index + 1) % 7;
  return weekday(today, weekdayNames[(index + 1) % 7], isNext && isToday ? 1 : 0);
}

/** The one of the week that begins next Monday. */
function nextWeek(today: LocalDay, name = 'monday', kind: SpokenDay['kind'] = 'date'): SpokenDay {
  const monday = daysAfter(today, 7 - ((weekdayOf(today) + 6) % 7));
  return { ...daysAfter(monday, (indexIn(weekdayNames, name) + 6) % 7), kind };
}

const date = (today: LocalDay, days: number): SpokenDay => ({ ...daysAfter(today, days), kind: 'date' });

/** The next day of a month with this number; months that are too short for it are passed over. */
function dayOfMonth(today: LocalDay, number: number, months = 0): SpokenDay | undefined {
  for (let ahead = months; ahead < months + 3; ahead++) {
    const day = calendarDay(today.year, today.month + ahead, number);
    if (day.day === number && (ahead > 0 || number >= today.day)) return { ...day, kind: 'date' };
  }
  return undefined;
}

function inMonth(today: LocalDay, month: number, isEnd: boolean): SpokenDay {
  const year = month < today.month ? today.year + 1 : today.year;
  return { ...(isEnd ? calendarDay(year, month + 1, 0) : calendarDay(year, month, 15)), kind: 'date' };
}

/** What people say of days that the general reader of dates does not know, or reads otherwise. */
const forms: Form[] = [
  [/\b(?:the )?day after tomorrow\b/, (today) => date(today, 2)],
  [/\btomorrow week\b|\b(?:a )?week (?:from )?tomorrow\b/, (today) => date(today, 8)],
  [/\ba week (?:from )?today\b|\btoday week\b|\bthis time next week\b/, (today) => date(today, 7)],
  [/\bfortnight\b|\bthe week after next\b/, (today) => date(today, 14)],
  [new RegExp(`\\ba week (?:on|from|after) ${WEEKDAY}\\b`), (today, said) => weekday(today, said.weekday, 1)],
  [new RegExp(`\\b${WEEKDAY} week\\b`), (today, said) => weekday(today, said.weekday, 1)],
  [
    new RegExp(
      `\\bnext week,?(?: on)? ${WEEKDAY}\\b|\\b(?:next )?${WEEKDAY.replace('weekday', 'first')},? (?:of )?next week\\b`,
    ),
    (today, said) => nextWeek(today, said.weekday ?? said.first),
  ],
  [new RegExp(`\\bnext ${WEEKDAY}\\b`), (today, said) => nextWeek(today, said.weekday)],
  [new RegExp(`\\blast ${WEEKDAY}\\b`), (today, said) => weekday(today, said.weekday, -1)],
  [new RegExp(`\\b${WEEKDAY}s?\\b`), (today, said) => weekday(today, said.weekday)],
  [/\b(?:end|later part) of next week\b|\blate next week\b/, (today) => nextWeek(today, 'friday')],
  [/\bmiddle of next week\b|\bmid(?:-|\s)?next week\b/, (today) => nextWeek(today, 'wednesday')],
  [/\bnext week\b/, (today) => nextWeek(today, 'monday', 'week')],
  [/\bend of (?:the|this) week\b|\b(?:late|later) (?:on )?this week\b/, (today) => weekday(today, 'friday')],
  [/\bnext weekend\b/, (today) => nextWeek(today, 'saturday')],
  [/\bweekend\b/, (today) => weekday(today, 'saturday')],
  [
    /\bend of (?:the|this) month\b/,
    (today) => ({ ...calendarDay(today.year, today.month + 1, 0), kind: 'date' }),
  ],
  [
    /\b(?<part>end|middle|mid)(?: of|-)?(?: the)? next month\b/,
    (today, said) => ({
      ...(said.part === 'end'
        ? calendarDay(today.year, today.month + 2, 0)
        : calendarDay(today.year, today.month + 1, 15)),
      kind: 'date',
    }),
  ],
  [
    /(?<!th of |st of |nd of |rd of )\bnext month\b/,
    (today) => ({ ...calendarDay(today.year, today.month + 1, 1), kind: 'date' }),
  ],
  [
    /\b(?<day>\d{1,2})(?:st|nd|rd|th) of next month\b/,
    (today, said) => dayOfMonth(today, Number(said.day), 1),
  ],
  [
    new RegExp(`\\b(?<part>end|middle|mid)(?: of|-)? (?<month>${MONTHS})\\b`),
    (today, said) => inMonth(today, indexIn(monthNames, said.month) + 1, said.part === 'end'),
  ],
  [
    new RegExp(`(?<!(?:${MONTHS}) (?:the )?)\\b(?<day>\\d{1,2})(?:st|nd|rd|th)\\b(?! (?:of )?(?:${MONTHS}))`),
    (today, said) => dayOfMonth(today, Number(said.day)),
  ],
  [/\b(?:today|tonight|this (?:morning|afternoon|evening))\b/, (today) => date(today, 0)],
];

/** The day named in a text in English that has digits for its numbers; a month alone may stand for its first. */
export const spokenDay = (
  text: string,
  today: LocalDay,
  precision: 'day' | 'or a month' = 'day',
): SpokenDay | undefined => readSpokenDay(text, today, precision);

/** A dozen patterns and a parser of dates; the same few words are read in every call of a day. */
const readSpokenDay: (
  text: string,
  today: LocalDay,
  precision: 'day' | 'or a month',
) => SpokenDay | undefined = memoizeRecentBy(
  (text, { year, month, day }, precision) => `${year} ${month} ${day} ${precision}\0${text}`,
  findSpokenDay,
);

function findSpokenDay(
  text: string,
  today: LocalDay,
  precision: 'day' | 'or a month',
): SpokenDay | undefined {
  // A date says all: the weekday beside it, as in "Tuesday the 24th", adds nothing.
  const words = DATE.test(text) ? text.replaceAll(new RegExp(WEEKDAY, 'g'), ' ') : text;
  for (const [pattern, read] of forms) {
    const match = pattern.exec(words);
    const day = match === null ? undefined : read(today, match.groups ?? {});
    if (day !== undefined) return day;
  }
  // Noon on the machine's own clock exists in every zone, and only the calendar fields of the answer are used.
  const noon = new Date(today.year, today.month - 1, today.day, 12);
  const found = english
    .parse(words, noon, { forwardDate: true })
    // It takes "a second" and "the day" for times as well.
    .filter((result) => !result.tags().has('result/relativeDateAndTime') && !result.text.startsWith('the '))
    .find(({ start }) => hasDay(start) || (precision !== 'day' && start.isCertain('month')));
  return found === undefined ? undefined : { ...dayOf(found.start), kind: 'date' };
}

export const hasDay = (found: ParsedComponents): boolean =>
  found.isCertain('day') || found.isCertain('weekday') || found.tags().has('result/relativeDate');

export function dayOf(found: ParsedComponents): SpokenDay {
  const [year, month, day] = [found.get('year') ?? 0, found.get('month') ?? 1, found.get('day') ?? 1];
  return { year, month, day, kind: found.isCertain('day') ? 'date' : 'weekday' };
}
