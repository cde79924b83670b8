import { parsePhoneNumberFromString } from 'libphonenumber-js/max';
import metadata from 'libphonenumber-js/max/metadata';

/** Ranges that cost whoever calls them many times as much as a telephone. */
export const costlyRanges = ['premium-rate', 'shared-cost', 'satellite', 'personal'] as const;
export type CostlyRange = (typeof costlyRanges)[number];

export interface DestinationRules {
  /** Costly ranges that may be called all the same. */
  readonly allowedRanges: readonly CostlyRange[];
  /** ISO codes of countries; empty: all. */
  readonly countries: readonly string[];
}

/** Country codes of no country: ships and satellites (870, 881), and networks that include satellite ones (882, 883). */
const satelliteCodes: ReadonlySet<string> = new Set(['870', '881', '882', '883']);

/** Why a number is not to be called. */
export interface DestinationBlock {
  readonly reason: 'costly_number' | 'country_not_allowed';
  /** The end of a sentence. */
  readonly words: string;
}

/** Undefined: the number, in E.164, may be called. */
export function destinationBlock(number: string, rules: DestinationRules): DestinationBlock | undefined {
  const parsed = parsePhoneNumberFromString(number);
  const range = rangeOf(number, parsed?.getType());
  if (range !== undefined && !rules.allowedRanges.includes(range))
    return { reason: 'costly_number', words: `it is a ${range} number` };
  const words = blockedCountry(number, rules.countries);
  return words === undefined ? undefined : { reason: 'country_not_allowed', words };
}

/** Why a number is not to be called by its country alone, as the end of a sentence. Empty: all are allowed. */
export function blockedCountry(number: string, countries: readonly string[]): string | undefined {
  if (countries.length === 0) return undefined;
  const country = parsePhoneNumberFromString(number)?.country;
  // A number without a country has none that could be allowed.
  if (country === undefined) return 'it belongs to none of the allowed countries';
  return countries.includes(country) ? undefined : `calls to the country ${country} are not allowed`;
}

/** A personal number follows a person from telephone to telephone, and whoever calls pays for that: +44 70 costs as much as premium rate. */
const rangesOfTypes: Readonly<Record<string, CostlyRange>> = {
  PREMIUM_RATE: 'premium-rate',
  SHARED_COST: 'shared-cost',
  PERSONAL_NUMBER: 'personal',
};

function rangeOf(number: string, type: string | undefined): CostlyRange | undefined {
  if (satelliteCodes.has(number.slice(1, 4))) return 'satellite';
  return type === undefined ? undefined : rangesOfTypes[type];
}

/** Where the metadata of a country has the patterns of such numbers. */
const TYPES = 11;
const COSTLY_TYPES = [3, 4, 9];
type NumberTypes = readonly (readonly [pattern?: string] | 0)[];

/**
 * Regular expressions, which PostgreSQL reads alike, of all numbers that may be in a costly range, by how the
 * numbers of a country begin. Most lists have none of them; the few can then be looked at one by one. One expression for all countries
 * takes PostgreSQL 70 us a number.
 */
export const costlyNumbers: Readonly<Record<string, string>> = Object.fromEntries([
  ...[...satelliteCodes].map((code): [string, string] => [`+${code}`, `^\\+${code}`]),
  ...[
    ...Map.groupBy(
      [...Object.values(metadata.countries), ...Object.values(metadata.nonGeographic ?? {})],
      (country) => country[0] as string,
    ),
  ].flatMap(([code, countries]): [string, string][] => {
    if (satelliteCodes.has(code)) return [];
    const patterns = countries.flatMap((country) =>
      COSTLY_TYPES.flatMap((type) => ((country[TYPES] ?? []) as NumberTypes)[type] || []),
    );
    const own = [...new Set(patterns.filter((pattern) => typeof pattern === 'string' && pattern !== ''))];
    return own.length === 0 ? [] : [[`+${code}`, `^\\+${code}(${own.join('|')})$`]];
  }),
]);
