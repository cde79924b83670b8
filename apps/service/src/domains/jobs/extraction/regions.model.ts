import { searchable } from '@parley/kernel/text.ts';
import regions from '@parley/language/world/regions.json' with { type: 'json' };
import { everywhere } from './posting-words.model.ts';

const key = (name: string): string => searchable(name).replaceAll(/[^\p{L}\p{N}]+/gu, ' ').trim(); // biome-ignore format: short

/**
 * Names of the first-level subdivisions of ISO 3166-2, in the languages of the country and as others call them. A name
 * that a town bears too (Berlin, Salzburg, New York) is left out: on its own it is the town.
 */
const known: ReadonlySet<string> = new Set(Object.values(regions.names).flat().map(key));

/** Words that say of a name that it is no town's. */
const KIND = new RegExp(`\\b(${everywhere('regionKinds')})\\b`);

/** Whether the name is that of a part of a country, and of no town. */
export const isRegion = (name: string): boolean => known.has(key(name)) || KIND.test(key(name));

/** Codes of subdivisions that people write behind a town, by the language of the page they stand on. */
const codes: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  Object.entries(regions.codes).map(([language, all]) => [language, new Set(all)]),
);

/**
 * Whether two letters behind a town are those of a state or a province. American states are written so everywhere; CA
 * is Canada only where it follows a province.
 */
export const isRegionCode = (code: string, language: string): boolean =>
  codes.get('en')?.has(code) === true || codes.get(language)?.has(code) === true;
