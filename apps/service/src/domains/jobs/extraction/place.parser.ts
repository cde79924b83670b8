import { countries, isCountry } from '@parley/kernel/country-and-timezone.ts';
import { searchable } from '@parley/kernel/text.ts';
import world from '@parley/language/world/countries.json' with { type: 'json' };
import regions from '@parley/language/world/regions.json' with { type: 'json' };
import { hasLegalForm } from './company-name.model.ts';
import type { Place } from './posting.model.ts';
import { anyOf, everywhere } from './posting-words.model.ts';
import { wordsOf, workModeIn } from './work-mode.parser.ts';

const LOCALES =
  'en de fr es pt it nl pl cs sk hu ro bg hr sl sr uk ru el tr sv da nb fi et lv lt ar he ja zh ko vi id ca'.split(
    ' ',
  );

const countryCodes = [...countries('all')];

const byName: ReadonlyMap<string, string> = new Map([
  ...LOCALES.flatMap((locale) => {
    const names = new Intl.DisplayNames(locale, { type: 'region' });
    return countryCodes.map((code) => [searchable(names.of(code) ?? code), code] as const);
  }),
  ...Object.entries({ ...world.aliases, ...world.postingAliases }),
]);
const ALPHA_3: Readonly<Record<string, string>> = world.alpha3;

/** Parts of the world that are no country, as CLDR names them: the world, Europe, Latin America. */
const wideNames: ReadonlySet<string> = new Set(
  LOCALES.flatMap((locale) => {
    const names = new Intl.DisplayNames(locale, { type: 'region' });
    return world.wideRegions.map((code) => searchable(names.of(code) ?? code));
  }),
);

/** The code of a country that is named in any of the languages, or by its code. */
export function countryIn(name: string): string | undefined {
  const trimmed = name.trim().replace(/^[([]|[)\]]$/g, '');
  const upper = trimmed.toUpperCase();
  if (upper === 'UK') return 'GB';
  if (/^[a-z]{2}$/i.test(trimmed)) return isCountry(upper) ? upper : undefined;
  if (/^[A-Z]{3}$/.test(trimmed) && ALPHA_3[trimmed]) return ALPHA_3[trimmed];
  return byName.get(searchable(trimmed));
}

/** "8865 Bilten", "D-10115 Berlin", "110 00 Praha 1" and "Praha 1". */
const POSTAL_FIRST = /^(?:[A-Z]{1,2}-)?(\d{5}|\d{4}(?: ?[A-Z]{2})?|\d{3} \d{2}|\d{2}-\d{3})\s+(\p{L}.*)$/u;
const NO_PLACE = /^(-|n\/?a|none|null|undefined)$/i;
const BETWEEN_PLACES = new RegExp(
  `[;|•\\n]| / | (?:${everywhere('betweenPlaces')}) | \\+ ?\\d+ |(?<=\\p{L}{4})[.!?]\\s`,
  'u',
);
const ANYWHERE = anyOf(everywhere('anywhere'));
const ANYWHERE_ALL = new RegExp(ANYWHERE, 'gu');

/** Words that stand where a place should and name none: "Worldwide", "Europe", "n/a". */
const isNowhere = (part: string): boolean => {
  if (NO_PLACE.test(part) || wideNames.has(searchable(part).replace(/^the /, ''))) return true;
  const text = wordsOf(part);
  return (
    ANYWHERE.test(text) &&
    text
      .replaceAll(ANYWHERE_ALL, '')
      .replaceAll(/(?<!\p{L})\p{L}{1,3}(?!\p{L})/gu, '')
      .trim() === ''
  );
};

/**
 * A place as it stands on one line; of several places the first. `language` is the page's: behind an Italian town two
 * letters are a province.
 */
export function placeIn(written: string, language = ''): Place | undefined {
  const line = written
    .slice(0, 300)
    .replaceAll(/[\u00ad\u200b-\u200f\ufeff]/g, '')
    .split(BETWEEN_PLACES)[0] as string;
  const parts = line
    .replaceAll(/\((?:[^()]*)\)/g, (inside) => `,${inside.slice(1, -1)}`)
    .split(/,| [-–—] /)
    .map((part) => townAlone(withoutModes(part.trim())))
    .filter((part) => part !== '' && !isNowhere(part) && !isCompany(part));
  if (parts.length === 0) return undefined;
  const last = parts.at(-1) as string;
  // "CA" after a town is California; Canada is written out, or follows a province. Georgia may be the state.
  const isState =
    parts.length === 2
      ? isRegionCode(last, language) || isRegion(last)
      : parts.length === 1 && /^(en)?$/.test(language) && isRegionCode(last, language);
  const countryCode = isState || isLowerCode(last) ? undefined : countryIn(last);
  const rest = countryCode === undefined || isCityState(last) ? parts : parts.slice(0, -1);
  const place = { ...townOf(rest, language), countryCode };
  return Object.values(place).some((value) => value !== undefined) ? place : undefined;
}

/** Behind a town AB and SA are a province and a state. */
const isCompany = (part: string): boolean => hasLegalForm(part) && !/\s(AB|AS|SA|SE|SL)$/.test(part);

/** In a line of words two small letters are a word: "in", "ao". */
const isLowerCode = (part: string): boolean => /^[a-z]{2}$/.test(part);

const isCityState = (name: string): boolean => world.cityStates.includes(name.toLowerCase());

const MODES = new RegExp(
  (['remote', 'fromHome', 'hybrid', 'onsite', 'wholly', 'partly', 'maybe'] as const)
    .map((kind) => anyOf(everywhere(kind)).source)
    .join('|'),
  'gu',
);

/** The part without words about how the work is done: "Remote in Germany" is in Germany. */
function withoutModes(part: string): string {
  if (workModeIn(part) === undefined) return part;
  const tokens = part.split(/\s+/);
  const plain = tokens.map((token) => wordsOf(token).replaceAll(' ', '_'));
  const gone = new Set<number>();
  const text = plain.join(' ').replaceAll('_', ' ');
  // Where a token is several words, as "on-site" is, the words are counted back to it.
  const owner = plain.flatMap((token, at) => token.split('_').map(() => at));
  for (const { 0: match, index } of text.matchAll(MODES)) {
    const from = text.slice(0, index).split(' ').length - 1;
    for (let word = from; word < from + match.split(' ').length; word++) gone.add(owner[word] ?? -1);
  }
  const kept = tokens.filter((_, at) => !gone.has(at));
  while (kept.length > 0 && !/^\p{Lu}|^\p{Lo}/u.test(kept[0] as string)) kept.shift();
  return kept.join(' ').replace(/[\s:/–—-]+$/, '');
}

const AROUND = new RegExp(
  `\\s+(?:${everywhere('beforeAround')}|&|\\+)\\s+(?:\\p{L}+\\s+)?(?:${everywhere('around')})$`,
  'iu',
);
const ONLY = new RegExp(`\\s+(?:${everywhere('wholly')})$`, 'i');
const townAlone = (part: string): string => {
  const plain = part.replace(/\s+/g, ' ');
  return plain.replace(AROUND, '').replace(ONLY, '');
};

/** A name, rather than a sentence or a word: somewhere in it a word begins with a capital. */
const isTown = (part: string): boolean =>
  part.length <= 60 &&
  !/^[A-Z]{2}$/.test(part) &&
  part.split(/\s+/).length <= 6 &&
  /(^|[\s'’-])(\p{Lu}|\p{Lo})/u.test(part);

function townOf(parts: readonly string[], language: string): Place {
  const withCode = parts.findIndex((part) => POSTAL_FIRST.test(part));
  if (withCode >= 0) {
    const [, postalCode, city] = POSTAL_FIRST.exec(parts[withCode] as string) ?? [];
    const street = parts.slice(0, withCode).find((part) => /\d/.test(part));
    return { street, city, postalCode, region: parts[withCode + 1] };
  }
  const isStreet =
    parts.length > 1 &&
    /\p{L}.*\d|^\d+\s+\p{L}/u.test(parts[0] as string) &&
    !world.numberedTowns.some((town) => parts[0]?.startsWith(town));
  const named = isStreet ? parts.slice(1) : parts;
  const isPart = (part: string) =>
    isRegion(part) ||
    (countryIn(part) !== undefined && !isCityState(part)) ||
    (isRegionCode(part, language) && named.length > 1);
  const city = named.find((part) => !isPart(part));
  const isKnown = city !== undefined && isTown(city);
  const region = named.find(isPart) ?? (isKnown ? named[named.indexOf(city) + 1] : undefined);
  return { street: isStreet ? parts[0] : undefined, city: isKnown ? city : undefined, region };
}

/** Parts of an address as a form has them, cleared of what only fills a field. */
export function tidyPlace(place: Place): Place | undefined {
  const known = (value: string | undefined) => {
    const text = value?.replaceAll(/\s+/g, ' ').trim() ?? '';
    return text === '' || isNowhere(text) ? undefined : text;
  };
  const written = known(place.city);
  const isPart = written !== undefined && isRegion(written);
  const isElse = written !== undefined && (isCompany(written) || withoutModes(written) === '');
  const city = isPart || isElse ? undefined : written;
  const region = known(place.region) ?? (isPart ? written : undefined);
  const street = known(place.street);
  const whole = {
    street: street === city ? undefined : street,
    city,
    postalCode: known(place.postalCode),
    region: region === city ? undefined : region,
    countryCode: place.countryCode,
  };
  return Object.values(whole).some((value) => value !== undefined) ? whole : undefined;
}

const key = (name: string): string =>
  searchable(name)
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

/**
 * Names of the first-level subdivisions of ISO 3166-2, in the languages of the country and as others call them. A name
 * that a town bears too (Berlin, Salzburg, New York) is left out: on its own it is the town.
 */
const known: ReadonlySet<string> = new Set(Object.values(regions.names).flat().map(key));

/** Words that say of a name that it is no town's. */
const KIND = new RegExp(`\\b(${everywhere('regionKinds')})\\b`);

/** Whether the name is that of a part of a country, and of no town. */
const isRegion = (name: string): boolean => known.has(key(name)) || KIND.test(key(name));

/** Codes of subdivisions that people write behind a town, by the language of the page they stand on. */
const codes: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  Object.entries(regions.codes).map(([language, all]) => [language, new Set(all)]),
);

/**
 * Whether two letters behind a town are those of a state or a province. American states are written so everywhere; CA
 * is Canada only where it follows a province.
 */
const isRegionCode = (code: string, language: string): boolean =>
  codes.get('en')?.has(code) === true || codes.get(language)?.has(code) === true;
