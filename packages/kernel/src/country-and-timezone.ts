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

/** Codes that name groups, parts of a country, tests or nothing rather than a country. */
const NO_COUNTRY = new Set('CP CQ DG EA EU EZ IC QO UN XA XB ZZ'.split(' '));
const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];

/** The two-letter codes of ISO 3166, with those that the numbering plans of countries use besides: AC, TA and XK. */
export const countries = memoize((_: 'all'): ReadonlySet<string> => {
  const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });
  return new Set(
    letters
      .flatMap((first) => letters.map((second) => first + second))
      .filter((code) => !NO_COUNTRY.has(code) && names.of(code) !== undefined && currentCode(code) === code),
  );
});

/** A country's two-letter ISO 3166 code. */
export const isCountry = (code: string): boolean => countries('all').has(code);

/** Codes of old and such as UK have names too, but are not in use: the United Kingdom is GB. */
export const currentCode = memoize((code: string) => new Intl.Locale(`und-${code}`).region ?? code);
