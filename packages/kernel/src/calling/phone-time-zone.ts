import { parsePhoneNumberFromString } from 'libphonenumber-js/max';
import { isTimezone } from '../country-and-timezone.ts';
import { zoneOf } from '../local-time.ts';
import { memoize } from '../memoize.ts';
import { SIMULATED_NUMBER } from '../phone-number.ts';
import { zonesOfCountry } from './country-time-zones.ts';
import { PREFIXES } from './phone-time-zone-prefixes.ts';

/** No prefix begins with a zero, so that a number can stand for its digits: several times faster than text. */
const zones: ReadonlyMap<number, string> = new Map(readPrefixes());
const LONGEST_PREFIX = 8;

/** Where a telephone most likely is, by the country and area of its number (E.164). Undefined: the number does not tell. */
export function timeZoneOf(phoneNumber: string): string | undefined {
  let prefix = 0;
  let zone: string | undefined;
  for (let index = 1; index < phoneNumber.length && index <= LONGEST_PREFIX; index++) {
    prefix = prefix * 10 + phoneNumber.charCodeAt(index) - 48;
    zone = zones.get(prefix) ?? zone;
  }
  return zone;
}

/** Where a telephone may be: where its number tells, else anywhere in the number's country. Empty: not known. */
export function timeZonesOf(phoneNumber: string): readonly string[] {
  const zone = timeZoneOf(phoneNumber);
  if (zone !== undefined) return [zone];
  if (SIMULATED_NUMBER.test(phoneNumber)) return [];
  const country = parsePhoneNumberFromString(phoneNumber)?.country;
  return country === undefined ? [] : zonesOfCountry(country);
}

/** The time zone that a contact's field names; undefined: it names none. */
export const namedTimeZone = (field: unknown): string | undefined =>
  typeof field === 'string' && isTimezone(field) ? field : undefined;

/**
 * What the contact's field says, else what the number tells. A mobile of a country with several zones is taken to be where the company
 * is, if that is in the country, else where most of its people are. Without a country it is where the company is.
 */
export function contactTimeZone(
  field: string | null | undefined,
  phoneNumber: string | null,
  companyTimeZone: string,
): string {
  const named = namedTimeZone(field);
  if (named !== undefined) return named;
  const possible = phoneNumber === null ? [] : timeZonesOf(phoneNumber);
  const [likeliest = companyTimeZone, ...others] = possible;
  if (others.length === 0) return likeliest;
  const clock = clockOf(companyTimeZone);
  return possible.find((zone) => clockOf(zone) === clock) ?? likeliest;
}

/** In summer and winter of both halves of the earth, and between them. */
const SEASONS = ['2026-01-15', '2026-04-10', '2026-07-15', '2026-10-20'].map(Date.parse);

/** Zones with the same clock are not all in the list of a country: Novosibirsk has that of Krasnoyarsk. */
const clockOf = memoize((timeZone: string) => {
  const zone = zoneOf(timeZone);
  return SEASONS.map((at) => zone.offsetAt(at)).join(' ');
});

function* readPrefixes(): Generator<[number, string]> {
  for (const line of PREFIXES.trim().replaceAll('\n ', '').split('\n')) {
    const [zone = '', ...ranges] = line.split(/\s+/);
    for (const range of ranges) {
      const [first, last = first] = range.split('-').map(Number) as [number, number?];
      for (let prefix = first; prefix <= last; prefix++) yield [prefix, zone];
    }
  }
}
