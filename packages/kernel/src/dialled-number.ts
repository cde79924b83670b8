import { getCountryCallingCode, isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js/max';
import { e164, e164AsDialled } from './phone-number.ts';

/** How a trunk wants numbers to be written. */
export interface Dialling {
  /** `NATIONAL`: as they are dialled in one country. */
  readonly format: 'E164' | 'E164_WITHOUT_PLUS' | 'NATIONAL';
  /** Dialled before the number: digits, * and #. */
  readonly prefix: string;
  /** ISO code; needed for `NATIONAL`. */
  readonly country: string | null;
}

/** As it is dialled over a trunk: +41446681800 is 00 41446681800, or 9 0446681800. What is no number stays as it is. */
export function asDialled(number: string, { format, prefix, country }: Dialling): string {
  if (!/^\+\d+$/.test(number)) return number;
  if (format === 'E164') return prefix + number;
  if (format !== 'NATIONAL' || country === null) return prefix + number.slice(1);
  const dialled = dialledIn(country, number);
  return dialled === undefined ? number : prefix + dialled;
}

const NORTH_AMERICA = '1';

/**
 * Undefined: it is not certain what reaches the number there. A guessed international prefix would reach another one: in Singapore
 * 00 1 479… is not 1 479… but 001 47 9….
 */
function dialledIn(country: string, number: string): string | undefined {
  const parsed = parsePhoneNumberFromString(number);
  if (parsed === undefined || !isSupportedCountry(country)) return undefined;
  // Jersey and Great Britain have one numbering plan, Canada and the United States dial 1 for each other.
  const isNear =
    parsed.country === country ||
    (parsed.countryCallingCode !== NORTH_AMERICA && parsed.countryCallingCode === codeOf(country));
  const text = isNear ? parsed.formatNational() : parsed.format('IDD', { fromCountry: country });
  const digits = text?.replace(/\D/g, '') ?? '';
  return digits !== '' && e164(digits, country) === number ? digits : undefined;
}

const codeOf = (country: string): string | undefined =>
  isSupportedCountry(country) ? getCountryCallingCode(country) : undefined;

/** The number that a trunk means by what it would have dialled; undefined: none that is known. */
export function numberAsDialled(
  dialled: string,
  { format, prefix, country }: Dialling,
  near: string | null,
): string | undefined {
  const plain = prefix !== '' && dialled.startsWith(prefix) ? dialled.slice(prefix.length) : dialled;
  const digits = plain.replace(/[\s().-]/g, '');
  const known = !/^\d{3,20}$/.test(digits)
    ? undefined
    : format === 'E164_WITHOUT_PLUS'
      ? e164(`+${digits}`, null)
      : format === 'NATIONAL'
        ? e164(digits, country)
        : undefined;
  return known ?? e164AsDialled(plain, near);
}
