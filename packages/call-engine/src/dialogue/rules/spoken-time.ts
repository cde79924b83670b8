import { type Language, localeOf } from '@parley/language/language.ts';
import { words } from '@parley/language/locale-tables.ts';

interface Moment {
  /** ISO 8601 with offset. */
  readonly at: string;
  /** What "today" is counted from. */
  readonly now: string;
  readonly timeZone: string;
  readonly language: Language;
}

/**
 * A time as one would say it to somebody in that zone: "tomorrow at 3 PM", "on Tuesday, November 17 at 10 AM".
 * Undefined when it is no time at all.
 */
export function spokenTime({ at, now, timeZone, language }: Moment): string | undefined {
  const instant = new Date(at);
  if (Number.isNaN(instant.getTime())) return undefined;
  const locale = localeOf(language);
  const isWholeHour = language === 'EN' && minuteIn(instant, timeZone) === 0;
  const parts = new Intl.DateTimeFormat(locale, {
    weekday: 'long',
    month: 'long',
    day: 'numeric',
    hour: 'numeric',
    ...(isWholeHour ? {} : { minute: '2-digit' }),
    timeZone,
    numberingSystem: 'latn',
    calendar: 'gregory',
  }).formatToParts(instant);
  const days = dayIn(instant, timeZone) - dayIn(new Date(now), timeZone);
  const clock = parts.findIndex(({ type }) => type === 'hour' || type === 'dayPeriod');
  const textOf = (some: readonly Intl.DateTimeFormatPart[]): string =>
    some.map(({ value }) => value).join('');
  if (days !== 0 && days !== 1) return plainSpaces(`${words[language].onDay ?? ''}${textOf(parts)}`);
  // The word between day and time ("at", "um", "kl.") is the language's own, so it is kept.
  const day = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }).format(days, 'day');
  return plainSpaces(`${day}${textOf(parts.slice(clock - 1))}`);
}

const plainSpaces = (text: string): string => text.replaceAll(/\s+/gu, ' ');

/** Days since an arbitrary one, by the calendar of the zone. */
const dayIn = (instant: Date, timeZone: string): number => {
  const { year = 0, month = 1, day = 1 } = numbersIn(instant, timeZone);
  return Date.UTC(year, month - 1, day) / 86_400_000;
};

const minuteIn = (instant: Date, timeZone: string): number => numbersIn(instant, timeZone).minute ?? 0;

const numbersIn = (instant: Date, timeZone: string): Partial<Record<string, number>> =>
  Object.fromEntries(
    new Intl.DateTimeFormat('en-GB', {
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      minute: 'numeric',
      timeZone,
      calendar: 'gregory',
      numberingSystem: 'latn',
    })
      .formatToParts(instant)
      .map(({ type, value }) => [type, Number(value)]),
  );
