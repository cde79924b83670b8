import { getCountries, getCountryCallingCode, parsePhoneNumberFromString } from 'libphonenumber-js/max';
import { TimeZone, zoneOf } from '../local-time.ts';
import { memoize } from '../memoize.ts';
import law from './calling-law.json' with { type: 'json' };
import { type CallingWindow, isOpen, nextOpening, weekdayOf } from './calling-window.ts';
import { zonesOfCountry } from './country-time-zones.ts';
import { namedTimeZone, timeZonesOf } from './phone-time-zone.ts';

export interface RecordingLaw {
  readonly consent: 'announce' | 'ask';
  /** The law or the rule. */
  readonly source: string;
}

/** When people may be called without having asked for it, in their local time. */
export interface LegalHours {
  /** `HH:MM-HH:MM`; none: not on these days. */
  readonly weekdays: readonly string[];
  readonly saturdays: readonly string[];
  readonly sundays: readonly string[];
  /** On these days nobody is called: `MM-DD`, or days from Easter Sunday, `easter+1`. */
  readonly holidays?: readonly string[];
  /** The law or the rule. */
  readonly source: string;
  /** Nobody knows in which of these the contact is, so the hours hold in each; absent: in the contact's own. */
  readonly zones?: readonly TimeZone[];
}

/** The hours for calls to a number, of a contact whose field for the time zone says so much. */
export type LegalHoursRule = (number: string | null, zoneField?: unknown) => LegalHours | undefined;

interface Place {
  readonly recording?: RecordingLaw;
  readonly hours?: LegalHours;
}

const places = law.countries as Readonly<Record<string, Place>>;
const territories = law.territories as Readonly<Record<string, string>>;

/** A number of Puerto Rico has a country code of its own in ISO, and the law of the United States. */
const placeOf = (country: string | undefined): Place | undefined =>
  country === undefined ? undefined : places[territories[country] ?? country];

/** The country of a number in E.164, as ISO code; undefined: it belongs to none, or there is none. */
export const countryOfNumber = (number: string | null): string | undefined =>
  number === null ? undefined : parsePhoneNumberFromString(number)?.country;

/** Calling codes, without plus sign, of more than one country, as 1 and 44. */
export const sharedCallingCodes: readonly string[] = [
  ...Map.groupBy(getCountries(), (country) => getCountryCallingCode(country) as string),
].flatMap(([code, countries]) => (countries.length > 1 ? [code] : []));

/** How people agree to being recorded where the number belongs. */
export function recordingLawOf(number: string | null): RecordingLaw {
  const known = placeOf(countryOfNumber(number))?.recording;
  return known ?? (law.otherwise.recording as RecordingLaw);
}

/**
 * Undefined: no law of the number's country sets hours, as far as we know. A mobile may be anywhere in its country, unless the contact's
 * field names a time zone.
 */
export function legalHoursOf(number: string | null, zoneField?: unknown): LegalHours | undefined {
  const country = countryOfNumber(number);
  const hours = placeOf(country)?.hours;
  if (number === null || country === undefined || hours === undefined) return undefined;
  const isAnywhere = namedTimeZone(zoneField) === undefined && timeZonesOf(number).length > 1;
  return isAnywhere ? (hoursEverywhere(country) ?? hours) : hours;
}

/** One object for each country, by which calls are grouped. */
const hoursEverywhere = memoize((country: string): LegalHours | undefined => {
  const hours = placeOf(country)?.hours;
  return hours && { ...hours, zones: zonesOfCountry(country).map((name) => new TimeZone(name)) };
});

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;
/** Longer than the longest holidays. */
const FARTHEST_DAYS = 30;

/** Whether both the window and the law allow a call at this time, by the contact's clock. */
export function isAllowed(
  window: CallingWindow | null,
  hours: LegalHours | undefined,
  zone: TimeZone | string,
  at: Date,
): boolean {
  const clock = zoneOf(zone);
  return isOpen(window, clock, at) && forbiddingClock(hours, clock, at) === undefined;
}

/** `from` itself when both allow a call then, else the first instant at which both do; undefined: not within a month. */
export function nextAllowed(
  window: CallingWindow | null,
  hours: LegalHours | undefined,
  zone: TimeZone | string,
  from: Date,
): Date | undefined {
  const clock = zoneOf(zone);
  const end = from.getTime() + FARTHEST_DAYS * DAY_MS;
  for (let at = from; at.getTime() <= end; ) {
    const open = nextOpening(window, clock, at);
    const forbidding = forbiddingClock(hours, clock, open);
    if (forbidding === undefined) return open;
    at = nextLegal(hours, forbidding, open);
  }
  return undefined;
}

/** A clock by which the law does not allow a call at this time; undefined: it does. */
function forbiddingClock(hours: LegalHours | undefined, clock: TimeZone, at: Date): TimeZone | undefined {
  const clocks = hours?.zones ?? [clock];
  return clocks.find((one) => !isLegalOnWall(hours, at.getTime() + one.offsetAt(at.getTime())));
}

/** The next time at which the law allows calls, or the next change of the clocks, at which that is looked at again. */
function nextLegal(hours: LegalHours | undefined, clock: TimeZone, from: Date): Date {
  const { offsetMs, until } = clock.stretchAt(from.getTime());
  const wall = from.getTime() + offsetMs;
  const today = Math.floor(wall / DAY_MS);
  for (let day = today; day <= today + FARTHEST_DAYS; day += 1)
    for (const [start] of intervalsOf(hours, day)) {
      const opening = day * DAY_MS + start - offsetMs;
      if (opening > from.getTime()) return new Date(Math.min(opening, until));
    }
  return new Date(until);
}

/** Wall times are local times, as milliseconds as if they were UTC. */
function isLegalOnWall(hours: LegalHours | undefined, wall: number): boolean {
  const day = Math.floor(wall / DAY_MS);
  const time = wall - day * DAY_MS;
  return intervalsOf(hours, day).some(([start, end]) => time >= start && time < end);
}

function intervalsOf(hours: LegalHours | undefined, day: number): readonly (readonly [number, number])[] {
  if (hours === undefined) return [[0, DAY_MS]];
  if (isHoliday(hours, day)) return [];
  const weekday = weekdayOf(day);
  const texts = weekday === 'SAT' ? hours.saturdays : weekday === 'SUN' ? hours.sundays : hours.weekdays;
  return texts.map((text) => {
    const [start = '', end = ''] = text.split('-');
    return [timeOfDay(start), timeOfDay(end)] as const;
  });
}

const timeOfDay = (time: string): number =>
  (Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5))) * MINUTE_MS;

function isHoliday({ holidays = [] }: LegalHours, day: number): boolean {
  const date = new Date(day * DAY_MS);
  const monthAndDay = date.toISOString().slice(5, 10);
  const fromEaster = day - easterSunday(date.getUTCFullYear());
  const sign = fromEaster < 0 ? '' : '+';
  return holidays.includes(monthAndDay) || holidays.includes(`easter${sign}${fromEaster}`);
}

/** In the Gregorian calendar, as days since 1970 (the anonymous algorithm of 1876). */
function easterSunday(year: number): number {
  const a = year % 19;
  const b = Math.floor(year / 100);
  const c = year % 100;
  const d = Math.floor((b + 8) / 25);
  const e = Math.floor((b - d + 1) / 3);
  const f = (19 * a + b - Math.floor(b / 4) - e + 15) % 30;
  const g = (32 + 2 * (b % 4) + 2 * Math.floor(c / 4) - f - (c % 4)) % 7;
  const h = Math.floor((a + 11 * f + 22 * g) / 451);
  const i = f + g - 7 * h + 114;
  return Math.floor(Date.UTC(year, Math.floor(i / 31) - 1, (i % 31) + 1) / DAY_MS);
}
