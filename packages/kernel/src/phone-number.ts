import { type CountryCode, parsePhoneNumberFromString } from 'libphonenumber-js/max';

/** A number of the simulated telephone network; the last four digits choose the persona. It belongs to nobody. */
export const SIMULATED_NUMBER = /^\+1500555(\d{4})$/;

/** A telephone number as E.164 (+41446681800), or nothing when no such number can exist. */
export function e164(text: string, defaultCountry: string | null): string | undefined {
  const number = parsePhoneNumberFromString(text, {
    ...(defaultCountry === null ? {} : { defaultCountry: defaultCountry as CountryCode }),
    // The whole text must be the number: "call +41…" is none.
    extract: false,
  });
  return number?.isValid() && number.ext === undefined ? number.number : undefined;
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
