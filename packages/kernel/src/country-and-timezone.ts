import { memoize } from './memoize.ts';

// Asking Intl for a formatter costs some 50 µs, as much as the rest of a request's validation: the names that
// are in use are known beforehand, and only an unusual spelling asks.
const commonTimezones = memoize((_: 'all') => new Set(['UTC', ...Intl.supportedValuesOf('timeZone')]));

/** An IANA timezone name that this machine knows. Offsets such as +01:00 are no place: they have no summer. */
export function isTimezone(name: string): boolean {
  if (commonTimezones('all').has(name)) return true;
  if (!/^[A-Za-z]/.test(name)) return false;
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

const COUNTRY = /^[A-Z]{2}$/;
/** Codes that name groups, tests or nothing rather than a country. */
const NO_COUNTRY = new Set(['EU', 'EZ', 'UN', 'QO', 'XA', 'XB', 'ZZ']);

const regions = memoize(
  (language: 'en') => new Intl.DisplayNames(language, { type: 'region', fallback: 'none' }),
);

/** A country's two-letter ISO 3166 code. */
export function isCountry(code: string): boolean {
  return COUNTRY.test(code) && !NO_COUNTRY.has(code) && regions('en').of(code) !== undefined;
}
