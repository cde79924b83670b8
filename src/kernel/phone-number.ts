import { type CountryCode, parsePhoneNumberFromString } from 'libphonenumber-js/max';

/** A number of the simulated telephone network, and who answers there. It belongs to nobody. */
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
