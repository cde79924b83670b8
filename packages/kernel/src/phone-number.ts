import { type CountryCode, parsePhoneNumberFromString } from 'libphonenumber-js/max';
import { currentCode } from './country-and-timezone.ts';

/** A number of the simulated telephone network; the last four digits choose the persona. It belongs to nobody. */
export const SIMULATED_NUMBER = /^\+1500555(\d{4})$/;

/**
 * What the British regulator reserves for examples and films. libphonenumber knows none of these numbers, and people try
 * an import with them because nobody can be called by them.
 */
const EXAMPLE_NUMBER = /^\+44(7700900|1632960)\d{3}$/;

/** How most countries dial abroad. Where a country is given, its own prefix holds instead. */
const ABROAD = /^\s*00/;

/** A telephone number as E.164 (+41446681800), or nothing when no such number can exist. */
export function e164(text: string, defaultCountry: string | null): string | undefined {
  const whole = defaultCountry === null ? text.replace(ABROAD, '+') : text;
  const number = parsePhoneNumberFromString(whole, {
    // Companies that were saved with UK before it was refused mean GB.
    ...(defaultCountry === null ? {} : { defaultCountry: currentCode(defaultCountry) as CountryCode }),
    // The whole text must be the number: "call +41…" is none.
    extract: false,
  });
  if (number === undefined || number.ext !== undefined) return undefined;
  return number.isValid() || EXAMPLE_NUMBER.test(number.number) ? number.number : undefined;
}

/** With fewer digits it is none, with or without a country code. */
const FEWEST_DIGITS = 5;

/** What somebody must do about a text that is no telephone number, by whether it has a country code. */
export function phoneProblem(text: string, defaultCountry: string | null): string {
  if (/\p{L}/u.test(text) || text.replaceAll(/\D/g, '').length < FEWEST_DIGITS)
    return 'must be a telephone number, such as +44 7700 900123';
  if (/^\s*\+/.test(text) || (defaultCountry === null && ABROAD.test(text)))
    return 'must be a telephone number that exists: check the country code and the digits';
  if (defaultCountry === null)
    return 'has no country code: write it with +, such as +44 7700 900123, or set the country that such numbers are from';
  const name = new Intl.DisplayNames('en', { type: 'region' }).of(currentCode(defaultCountry));
  return `must be a telephone number: without a country code it is read as one of ${name}. Check the digits, or write it with + and its country code`;
}

/** What is wrong with a text as a telephone number of any country; undefined: nothing, or its country decides. */
export function phoneProblemAnywhere(text: string): string | undefined {
  if (/^\s*\+/.test(text)) return e164(text, null) === undefined ? phoneProblem(text, null) : undefined;
  const isWords = /\p{L}/u.test(text) && !/^\s*tel:/i.test(text);
  // Niue and Saint Helena have numbers of four digits.
  return isWords || text.replaceAll(/\D/g, '').length < 4 ? phoneProblem(text, null) : undefined;
}

const AS_DIALLED = /^\+?\d{3,20}$/;

/**
 * A number that somebody has said, in the country of a number nearby: of the right length, even where nobody is known to
 * have it, because it is read back to them.
 */
export function e164AsSaid(digits: string, near: string | null): string | undefined {
  const known = e164AsDialled(digits, near);
  if (known !== undefined || !AS_DIALLED.test(digits)) return known;
  const code = near === null ? undefined : parsePhoneNumberFromString(near)?.countryCallingCode;
  const number = parsePhoneNumberFromString(digits.replace(/^00/, '+'), {
    ...(code === undefined ? {} : { defaultCallingCode: code }),
    extract: false,
  });
  return /^[+0]/.test(digits) && number?.isPossible() ? number.number : undefined;
}

/** A number as a telephone network writes it: in full, or as it is dialled in the country of a number nearby. */
export function e164AsDialled(text: string, near: string | null): string | undefined {
  const plain = text.replace(/[\s().-]/g, '');
  if (!AS_DIALLED.test(plain)) return undefined;
  if (plain.startsWith('+')) return e164(plain, null);
  if (plain.startsWith('00')) return e164(`+${plain.slice(2)}`, null);
  const country = near === null ? null : (parsePhoneNumberFromString(near)?.country ?? null);
  return e164(plain, country) ?? e164(`+${plain}`, null);
}

/** Area codes have up to so many digits where they are of one length, and begin with the region elsewhere. */
const AREA_DIGITS = 3;

/**
 * How close two numbers in E.164 are, as those who are called see it: 0 for another country, 1 for the same, and one
 * more for each common digit of the area code.
 */
export function nearnessOf(one: string, other: string): number {
  const [a, b] = [parsePhoneNumberFromString(one), parsePhoneNumberFromString(other)];
  if (a?.country === undefined || a.country !== b?.country) return 0;
  let common = 0;
  while (common < AREA_DIGITS && a.nationalNumber[common] === b.nationalNumber[common]) common += 1;
  return 1 + common;
}
