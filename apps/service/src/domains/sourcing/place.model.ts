import { countries as countryCodes, isCountry } from '@parley/kernel/country-and-timezone.ts';
import { searchable } from '@parley/kernel/text.ts';
import world from '@parley/language/world/countries.json' with { type: 'json' };
import { professionWords } from './role.model.ts';

/** Where somebody is or should be, as far as it was said. */
export interface Place {
  readonly towns: readonly string[];
  /** A two-letter code. */
  readonly country: string | null;
}

const codes = [...countryCodes('all')];
const spoken = ['en', 'de', 'fr', 'es', 'cs'];

/** By their names in the languages that profiles are mostly written in, and by those that people use besides. */
const countries: ReadonlyMap<string, string> = new Map([
  ...spoken.flatMap((language) => {
    const names = new Intl.DisplayNames(language, { type: 'region' });
    return codes.map((code) => [searchable(names.of(code) ?? code), code] as const);
  }),
  ...Object.entries(world.aliases),
]);

/** A country by its name or, where nothing but a country can stand, by its code. */
export function countryOf(text: string): string | null {
  const code = text.trim().toUpperCase();
  return isCountry(code) ? code : (countries.get(searchable(text)) ?? null);
}

/** "Remote" is no place; "Greater Zurich Area" is Zurich. */
const nowhere = new RegExp(`\\b(${professionWords('nowhere').join('|')})\\b`, 'gi');
const around = new RegExp(
  `^(${professionWords('beforeTown').join('|')})\\s+|\\s+(${professionWords('behindTown').join('|')})$`,
  'g',
);

/** Town and country of a location in words. CA and TX are states more often than countries: codes are no names here. */
export function placeOf(location: string | null, country: string | null): Place {
  const parts = (location ?? '')
    .replaceAll(nowhere, ' ')
    .split(/[,;/|()·]+|\s[-–]\s/)
    .map((part) => searchable(part).replaceAll(around, '').trim())
    .filter((part) => /\p{L}/u.test(part));
  const named = parts.flatMap((part) => countries.get(part) ?? []);
  return {
    towns: parts.filter((part) => !countries.has(part)),
    country: (country === null ? null : countryOf(country)) ?? named[0] ?? null,
  };
}

export type Nearness = 'same-town' | 'same-country' | 'elsewhere' | 'unknown';

/** How far somebody is from where they are sought, as far as both were said. */
export function nearness(sought: Place, is: Place): Nearness {
  if (is.towns.some((town) => sought.towns.includes(town)) && !differ(sought, is)) return 'same-town';
  if (differ(sought, is)) return 'elsewhere';
  if (sought.country !== null && sought.country === is.country) return 'same-country';
  return sought.towns.length > 0 && is.towns.length > 0 ? 'elsewhere' : 'unknown';
}

const differ = (one: Place, other: Place): boolean =>
  one.country !== null && other.country !== null && one.country !== other.country;
