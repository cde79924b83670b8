import { parsePhoneNumberFromString } from 'libphonenumber-js/max';

/** Ranges that cost whoever calls them many times as much as a telephone. */
export const costlyRanges = ['premium-rate', 'shared-cost', 'satellite'] as const;
export type CostlyRange = (typeof costlyRanges)[number];

export interface DestinationRules {
  /** Costly ranges that may be called all the same. */
  readonly allowedRanges: readonly CostlyRange[];
  /** ISO codes of countries; empty: all. */
  readonly countries: readonly string[];
}

/** Country codes of no country: ships and satellites (870, 881), and networks that include satellite ones (882, 883). */
const satelliteCodes: ReadonlySet<string> = new Set(['870', '881', '882', '883']);

/** Why a number in E.164 is not to be called, as the end of a sentence; undefined: it may be. */
export function blockedDestination(number: string, rules: DestinationRules): string | undefined {
  const parsed = parsePhoneNumberFromString(number);
  const range = rangeOf(number, parsed?.getType());
  if (range !== undefined && !rules.allowedRanges.includes(range)) return `it is a ${range} number`;
  return blockedCountry(number, rules.countries);
}

/** The same for the country alone. Empty: all are allowed. */
export function blockedCountry(number: string, countries: readonly string[]): string | undefined {
  if (countries.length === 0) return undefined;
  const country = parsePhoneNumberFromString(number)?.country;
  // A number without a country has none that could be allowed.
  if (country === undefined) return 'it belongs to none of the allowed countries';
  return countries.includes(country) ? undefined : `calls to the country ${country} are not allowed`;
}

function rangeOf(number: string, type: string | undefined): CostlyRange | undefined {
  if (satelliteCodes.has(number.slice(1, 4))) return 'satellite';
  if (type === 'PREMIUM_RATE') return 'premium-rate';
  return type === 'SHARED_COST' ? 'shared-cost' : undefined;
}
