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

/** A number as a telephone network writes it: in full, or as it is dialled in the country of a number nearby. */
export function e164AsDialled(text: string, near: string | null): string | undefined {
  const plain = text.replace(/[\s().-]/g, '');
  if (!AS_DIALLED.test(plain)) return undefined;
  if (plain.startsWith('+')) return e164(plain, null);
  if (plain.startsWith('00')) return e164(`+${plain.slice(2)}`, null);
  const country = near === null ? null : (parsePhoneNumberFromString(near)?.country ?? null);
  return e164(plain, country) ?? e164(`+${plain}`, null);
}
