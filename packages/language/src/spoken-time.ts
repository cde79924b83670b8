import {
  type CallingWindow,
  isOpen,
  nextOpening,
  weekdayOf,
  weekdays,
} from '@parley/kernel/calling-window.ts';
import { fromLocal, type TimeZone, toLocal, zoneOf } from '@parley/kernel/local-time.ts';
import type { Language } from './language.ts';
import type { Clock, DayPart } from './spoken-clock.ts';
import { daysAfter, type LocalDay, type SpokenDay } from './spoken-day.ts';
import { hearEnglish, readEnglishDate, type SpokenTime } from './spoken-english.ts';
import { hearOther, readOtherDate } from './spoken-other.ts';

export interface Hearing {
  readonly now: Date;
  /** By name, or kept by whoever asks often. */
  readonly timeZone: TimeZone | string;
  readonly language: Language;
}

interface Moment {
  readonly now: Date;
  readonly zone: TimeZone;
  readonly window: CallingWindow | null;
}

/** Nobody names a time in more words; some patterns would take seconds over a text of many pages. */
const LONGEST_TEXT = 1000;
const MINUTE_MS = 60_000;
const QUARTER_MS = 15 * MINUTE_MS;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const LONGEST_MS = 30 * DAY_MS;
/** When one calls on a day for which no hour was named. */
const PLAIN_HOUR = 10;
/** A call that has to fit in before the window closes gets this long. */
const LAST_CALL_HOURS = 0.5;
/** Without a window, the hours in which a bare "nine" is meant. */
const waking: CallingWindow = { days: [...weekdays], start: '08:00', end: '20:00' };

/**
 * When somebody asks to be called back, in their time zone; nothing when they named no time, or none within 30
 * days. A time that was named outright may lie outside the window, one that was left to us does not.
 */
export function readCallbackTime(
  utterance: string,
  { now, timeZone, window, language }: Hearing & { readonly window: CallingWindow | null },
): Date | undefined {
  const text = utterance.slice(0, LONGEST_TEXT);
  const moment = { now, zone: zoneOf(timeZone), window };
  const local = toLocal(now, moment.zone);
  const said = language === 'EN' ? hearEnglish(text, local) : hearOther(text, local, language);
  const at = said === undefined ? undefined : settle(said, moment);
  return at !== undefined && at.getTime() - now.getTime() <= LONGEST_MS ? at : undefined;
}

/** A day as `YYYY-MM-DD`, for answers such as "the first of March" or "right away". */
export function readDate(utterance: string, { now, timeZone, language }: Hearing): string | undefined {
  const text = utterance.slice(0, LONGEST_TEXT);
  const today = toLocal(now, timeZone);
  const day = language === 'EN' ? readEnglishDate(text, today) : readOtherDate(text, today, language);
  if (day === undefined) return undefined;
  const digits = (value: number, length: number) => String(value).padStart(length, '0');
  return `${digits(day.year, 4)}-${digits(day.month, 2)}-${digits(day.day, 2)}`;
}

function settle(said: SpokenTime, moment: Moment): Date | undefined {
  const isNothingElse = !said.day && !said.clock && !said.part;
  if (said.wait && (said.wait.isFromNow || isNothingElse))
    return new Date(moment.now.getTime() + said.wait.ms);
  if (isNothingElse) return undefined;
  for (const day of candidates(said.day, toLocal(moment.now, moment.zone))) {
    for (const at of timesOn(day, said, moment)) {
      if (at.getTime() >= moment.now.getTime() + MINUTE_MS) return at;
    }
  }
  return undefined;
}

/** What has passed today is meant for tomorrow, and a weekday for next week; a date does not come again. */
function candidates(day: SpokenDay | undefined, today: LocalDay): LocalDay[] {
  if (day === undefined) return [daysAfter(today, 0), daysAfter(today, 1)];
  if (day.kind === 'weekday') return [day, daysAfter(day, 7)];
  return isSame(day, today) ? [day, daysAfter(day, 1)] : [day];
}

const isSame = (one: LocalDay, other: LocalDay): boolean =>
  one.day === other.day && one.month === other.month && one.year === other.year;

function timesOn(day: LocalDay, said: SpokenTime, moment: Moment): Date[] {
  if (said.clock) return hoursOf(said.clock, day, moment, said.day?.kind === 'date');
  const isToday = isSame(day, toLocal(moment.now, moment.zone));
  if (said.part) return [partOn(day, said.part, moment), ...(isToday ? stillIn(day, said.part, moment) : [])];
  if (said.day?.kind === 'week') {
    return [nextOpening(moment.window, moment.zone, fromLocal({ ...day, hour: PLAIN_HOUR }, moment.zone))];
  }
  if (isToday) return stillIn(day, { at: 0, until: 24 }, moment, 2 * HOUR_MS);
  return [partOn(day, { at: PLAIN_HOUR, until: 24 }, moment)];
}

/** The reading within the window's hours comes first, the afternoon when both are. */
function hoursOf(clock: Clock, day: LocalDay, { zone, window }: Moment, isDateNamed: boolean): Date[] {
  const at = (hour: number) => fromLocal({ ...day, hour, minute: clock.minute }, zone);
  if (!clock.isHalfDay) return [at(clock.hour)];
  const hours = { ...(window ?? waking), days: [...weekdays] };
  const [morning, afternoon] = [at(clock.hour % 12), at((clock.hour % 12) + 12)];
  const isAfternoon =
    isOpen(hours, zone, afternoon) ||
    (!isOpen(hours, zone, morning) && (clock.hour < 8 || clock.hour === 12));
  const [likely, other] = isAfternoon ? [afternoon, morning] : [morning, afternoon];
  // "today at nine", said at ten in the morning, can only be the evening.
  return isDateNamed ? [likely, other] : [likely];
}

function partOn(day: LocalDay, part: DayPart, { zone, window }: Moment): Date {
  const { opening, closing } = hoursOn(day, window);
  const wished = part.at === 'opening' ? opening : part.at;
  const hour = Math.max(opening, Math.min(wished, closing - LAST_CALL_HOURS));
  return fromLocal({ ...day, minute: Math.round(hour * 60) }, zone);
}

/** It has begun already: a while from now, or before the window closes, if it lasts until then. */
function stillIn(day: LocalDay, part: DayPart, { now, zone, window }: Moment, waitMs = HOUR_MS): Date[] {
  const { opening, closing } = hoursOn(day, window);
  const at = (hour: number) => fromLocal({ ...day, minute: Math.round(hour * 60) }, zone).getTime();
  const wished = Math.ceil((now.getTime() + waitMs) / QUARTER_MS) * QUARTER_MS;
  const possible = Math.max(at(opening), Math.min(wished, at(closing - LAST_CALL_HOURS)));
  return possible < at(part.until) ? [new Date(possible)] : [];
}

/** The window's hours on a day; any hour when it is closed then, for whoever asks for a Sunday means it. */
function hoursOn(day: LocalDay, window: CallingWindow | null): { opening: number; closing: number } {
  const weekday = weekdayOf(Date.UTC(day.year, day.month - 1, day.day) / DAY_MS);
  if (window === null || !window.days.includes(weekday)) return { opening: 8, closing: 24 };
  const [opening, closing] = [hourOf(window.start), hourOf(window.end)];
  return { opening, closing: closing > opening ? closing : 24 };
}

const hourOf = (time: string): number => Number(time.slice(0, 2)) + Number(time.slice(3, 5)) / 60;
