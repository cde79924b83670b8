/** An IANA timezone name that this machine knows. Offsets such as +01:00 are no place: they have no summer. */
export function isTimezone(name: string): boolean {
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

/** A country's two-letter ISO 3166 code. */
export function isCountry(code: string): boolean {
  if (!COUNTRY.test(code) || NO_COUNTRY.has(code)) return false;
  return new Intl.DisplayNames('en', { type: 'region', fallback: 'none' }).of(code) !== undefined;
}
