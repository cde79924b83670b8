import type { LocalTime } from '@parley/kernel/local-time.ts';
import { memoize } from '@parley/kernel/memoize.ts';
import type { Language } from './language.ts';
import { localeTables } from './locale.ts';
import { writing } from './locale-tables.ts';
import { inLatin } from './serbian-script.ts';
import { folded } from './speech.ts';
import type { Clock, DayPart } from './spoken-clock.ts';
import { comingWeekday, daysAfter, type LocalDay, monthsAfter, type SpokenDay } from './spoken-day.ts';
import type { SpokenTime } from './spoken-english.ts';

type Other = Exclude<Language, 'EN'>;

type Phrases = readonly string[];
/** One word, or several that mean the same. */
type Forms = string | Phrases;

/** How one language speaks of days and hours, described in `locales/schema/calendar.json`. */
interface Calendar {
  readonly about: Phrases;
  readonly afternoon: Phrases;
  readonly at?: Phrases;
  readonly atHours?: readonly Forms[];
  readonly day: Phrases;
  readonly dayAfterTomorrow: Phrases;
  readonly evening: Phrases;
  readonly halfHour: Phrases;
  readonly hour: Phrases;
  readonly hours: readonly Forms[];
  readonly later?: Phrases;
  readonly minute: Phrases;
  readonly month: Phrases;
  readonly morning: Phrases;
  readonly next: Phrases;
  readonly numbers?: readonly Forms[];
  readonly oclock?: Phrases;
  readonly prefix?: string;
  readonly today: Phrases;
  readonly tomorrow: Phrases;
  readonly twoDays?: Phrases;
  readonly twoHours?: Phrases;
  readonly twoMonths?: Phrases;
  readonly twoWeeks?: Phrases;
  readonly week: Phrases;
  readonly weekdays: readonly Forms[];
  readonly within?: Phrases;
}

const calendars = localeTables<Calendar>('calendar');

/** The plain ways of naming a time that every language has: "tomorrow at three", "Monday morning", "in two hours". */
export function hearSimply(said: string, now: LocalTime, language: Other): SpokenTime {
  const { stretch, clock, day, part } = readerIn(language);
  const text = tidy(said, language);
  const far = stretch(text);
  if (far !== undefined && 'ms' in far) return { wait: { ms: far.ms, isFromNow: true } };
  const rest = far?.rest ?? text;
  const found = part(rest);
  return {
    day: far === undefined ? day(rest, now) : { ...far.from(now), kind: 'date' },
    clock: inHalf(clock(rest) ?? bareClock(rest), found),
    part: found,
  };
}

/** A time in digits that stands for itself in any language. */
function bareClock(text: string): Clock | undefined {
  const [, hours, minutes] = /^\D*([01]?\d|2[0-3])(?:[:h]([0-5]\d))?\D*$/.exec(text) ?? [];
  if (hours === undefined) return undefined;
  const clock = clockAt(Number(hours), Number(minutes ?? 0));
  return { ...clock, isHalfDay: clock.isHalfDay && !hours.startsWith('0') };
}

const tidy = (said: string, language: Other): string =>
  folded(language === 'SR' ? inLatin(said) : said)
    .replaceAll(/[’‘ʼ`´]/g, "'")
    .replaceAll(/(?<=\d)[:.](?=\d\d)/g, ':')
    .replaceAll(/[^\p{L}\p{N}':]+/gu, ' ');

/** The part of the day settles which half of it an hour is in. */
function inHalf(clock: Clock | undefined, part: DayPart | undefined): Clock | undefined {
  if (clock === undefined || !clock.isHalfDay || part === undefined) return clock;
  return { ...clock, hour: (clock.hour % 12) + (part === MORNING ? 0 : 12), isHalfDay: false };
}

const MORNING: DayPart = { at: 9, until: 12 };
const AFTERNOON: DayPart = { at: 14, until: 18 };
const EVENING: DayPart = { at: 18, until: 22 };

/** In milliseconds, or to a day, with what else was said. */
type Stretch =
  | { readonly ms: number }
  | { readonly from: (today: LocalDay) => LocalDay; readonly rest: string };

interface SimpleReader {
  stretch(text: string): Stretch | undefined;
  clock(text: string): Clock | undefined;
  day(text: string, now: LocalTime): SpokenDay | undefined;
  part(text: string): DayPart | undefined;
}

/** Where words are written together, or carry their prepositions, they end and begin anywhere. */
const edgesIn = (language: Other): readonly [string, string] =>
  writing[language].spaces === 'words'
    ? [`(?<!\\p{L})${calendars[language].prefix ?? ''}`, '(?!\\p{L})']
    : ['', ''];

const MINUTE_MS = 60_000;

function readerOf(words: Calendar, [start, end]: readonly [string, string]): SimpleReader {
  const alone = (list: Forms): RegExp => new RegExp(`${start}(?:${source(list)})${end}`, 'u');
  const near = [
    [2, alone(words.dayAfterTomorrow)],
    [1, alone(words.tomorrow)],
    [0, alone(words.today)],
  ] as const;
  const weekdays = words.weekdays.map(alone);
  const isNext = alone(words.next);
  const parts = [
    [AFTERNOON, alone(words.afternoon)],
    [EVENING, alone(words.evening)],
    [MORNING, alone(words.morning)],
  ] as const;

  const hours = words.hours.map((hour) => new RegExp(`^(?:${source(hour)})$`, 'u'));
  const numberOf = (text: string): number =>
    /^\d/.test(text) ? Number(text) : hours.findIndex((hour) => hour.test(text)) + 1;
  const anyHour = longestFirst(words.hours.flatMap(sources));
  const TIME = `(?<hour>[01]?\\d|2[0-4]|${anyHour})(?:(?::| ?h ?)(?<minute>[0-5]\\d))?`;
  const UNCOUNTED = `(?! ?(?:${[words.minute, words.day].map(source).join('|')})${end})`;
  const clocks = [
    ...(words.at === undefined
      ? []
      : [`${start}(?:${source(words.at)}) ?${TIME}(?![\\p{L}\\d])${UNCOUNTED}`]),
    ...(words.oclock === undefined
      ? []
      : [`(?<![\\p{N}:])${TIME} ?(?:${source(words.oclock)})(?<half> ?(?:半|반))?${end}`]),
    `(?<![\\p{N}:])(?<hour>[01]?\\d|2[0-3]):(?<minute>[0-5]\\d)`,
  ].map((pattern) => new RegExp(pattern, 'u'));
  const atHours = (words.atHours ?? []).map(alone);

  const numbers = (words.numbers ?? words.hours).map((number) => new RegExp(`^(?:${source(number)})$`, 'u'));
  const countOf = (text = '1'): number =>
    /^\d/.test(text) ? Number(text) : numbers.findIndex((number) => number.test(text)) + 1;
  const about = alone(words.about);
  const stretches = ([unit, list, counting = words.hours]:
    | readonly [Unit, Phrases, (readonly Forms[])?]
    | readonly [Unit, Phrases, readonly Forms[] | undefined]) => {
    const anyNumber = longestFirst(counting.flatMap(sources));
    const COUNT = `(?:(?<count>(?<!\\d)\\d{1,3}|${anyNumber}) ?(?:de )?)?`;
    return [
      ...(words.within === undefined
        ? []
        : [`${start}(?:${source(words.within)}) ${COUNT}(?:${source(list)})${end}`]),
      ...(words.later === undefined ? [] : [`${COUNT}(?:${source(list)}) ?(?:${source(words.later)})${end}`]),
    ].map((pattern) => ({ unit, pattern: new RegExp(pattern, 'u') }));
  };
  const counted = (
    [
      ['week', words.week, words.numbers],
      ['month', words.month, words.numbers],
      ['minute', words.minute],
      ['hour', words.hour],
      ['day', words.day],
    ] as const
  ).flatMap(stretches);
  const fixed = [
    [0.5, words.halfHour],
    [2, words.twoHours],
  ] as const;
  const fixedHours = fixed.flatMap(([count, list]) =>
    list === undefined ? [] : [{ count, pattern: alone(list) }],
  );
  const pairs = (
    [
      ['day', words.twoDays],
      ['week', words.twoWeeks],
      ['month', words.twoMonths],
    ] as const
  ).flatMap(([unit, list]) => (list === undefined ? [] : [{ unit, pattern: alone(list) }]));

  return {
    stretch(said) {
      const text = said.replace(about, ' ').replaceAll(/ +/g, ' ').trim();
      const hours = fixedHours.find(({ pattern }) => pattern.test(text));
      if (hours !== undefined) return { ms: hours.count * 60 * MINUTE_MS };
      const pair = pairs.find(({ pattern }) => pattern.test(text));
      if (pair !== undefined) return { from: ahead[pair.unit](2), rest: text.replace(pair.pattern, ' ') };
      for (const { unit, pattern } of counted) {
        const match = pattern.exec(text);
        if (match === null) continue;
        if (unit === 'day' || unit === 'week' || unit === 'month') {
          return { from: ahead[unit](countOf(match.groups?.count)), rest: text.replace(match[0], ' ') };
        }
        const count = match.groups?.count === undefined ? 1 : numberOf(match.groups.count);
        return { ms: count * (unit === 'hour' ? 60 : 1) * MINUTE_MS };
      }
      return undefined;
    },
    clock(text) {
      for (const pattern of clocks) {
        const { hour, minute, half } = pattern.exec(text)?.groups ?? {};
        if (hour === undefined) continue;
        return clockAt(numberOf(hour), half === undefined ? Number(minute ?? 0) : 30);
      }
      const at = atHours.findLastIndex((hour) => hour.test(text));
      return at < 0 ? undefined : clockAt(at + 1, 0);
    },
    day(text, now) {
      const close = nearDay(near.slice(0, 2), text, now);
      const weekday = weekdays.findIndex((name) => name.test(text));
      // "Not today, on Friday" means Friday.
      return (
        close ?? (weekday < 0 ? nearDay(near, text, now) : comingWeekday(now, weekday, isNext.test(text)))
      );
    },
    part: (text) => parts.find(([, pattern]) => pattern.test(text))?.[0],
  };
}

type Unit = 'minute' | 'hour' | keyof typeof ahead;

const ahead = {
  day: (count: number) => (today: LocalDay) => daysAfter(today, count),
  week: (count: number) => (today: LocalDay) => daysAfter(today, count * 7),
  month: (count: number) => (today: LocalDay) => monthsAfter(today, count),
};

function nearDay(
  days: readonly (readonly [number, RegExp])[],
  text: string,
  now: LocalTime,
): SpokenDay | undefined {
  const ahead = days.find(([, pattern]) => pattern.test(text))?.[0];
  return ahead === undefined ? undefined : { ...daysAfter(now, ahead), kind: 'date' };
}

const clockAt = (hour: number, minute: number): Clock => ({
  hour,
  minute,
  isHalfDay: hour >= 1 && hour <= 12,
});

/** Folded as the text is; a longer word goes before one that it begins with. */
const sources = (list: Forms): string[] =>
  [list].flat().map((phrase) => folded(phrase).replaceAll('*', '\\p{L}*'));
const source = (list: Forms): string => sources(list).join('|');

const longestFirst = (words: readonly string[]): string =>
  [...words].sort((one, other) => other.length - one.length).join('|');

const readerIn = memoize((language: Other) => readerOf(calendars[language], edgesIn(language)));
