import { isTimezone } from '../country-and-timezone.ts';
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

/** What the contact's field says, else what the number tells, else where the company is. */
export function contactTimeZone(
  field: string | null | undefined,
  phoneNumber: string | null,
  companyTimeZone: string,
): string {
  if (typeof field === 'string' && isTimezone(field)) return field;
  return (phoneNumber === null ? undefined : timeZoneOf(phoneNumber)) ?? companyTimeZone;
}

function* readPrefixes(): Generator<[number, string]> {
  for (const line of PREFIXES.trim().replaceAll('\n ', '').split('\n')) {
    const [zone = '', ...ranges] = line.split(/\s+/);
    for (const range of ranges) {
      const [first, last = first] = range.split('-').map(Number) as [number, number?];
      for (let prefix = first; prefix <= last; prefix++) yield [prefix, zone];
    }
  }
}
