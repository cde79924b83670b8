import { isCountry } from '../../../kernel/place.ts';
import { searchable } from '../../../kernel/text.ts';
import type { Place } from './posting.model.ts';
import { workModeIn } from './terms.model.ts';

const LOCALES =
  'en de fr es pt it nl pl cs sk hu ro bg hr sl sr uk ru el tr sv da nb fi et lv lt ar he ja zh ko vi id ca'.split(
    ' ',
  );

const aliases: Readonly<Record<string, string>> = {
  uk: 'GB', 'u.k.': 'GB', 'great britain': 'GB', england: 'GB', scotland: 'GB', wales: 'GB', 'northern ireland': 'GB',
  usa: 'US', 'u.s.': 'US', 'u.s.a.': 'US', 'united states of america': 'US', america: 'US', 'estados unidos': 'US',
  'czech republic': 'CZ', 'ceska republika': 'CZ', 'tschechische republik': 'CZ', 'slovak republic': 'SK', holland: 'NL',
  'the netherlands': 'NL', uae: 'AE', 'viet nam': 'VN', turkiye: 'TR', 'south korea': 'KR', 'republic of ireland': 'IE',
  macedonia: 'MK', schweiz: 'CH', suisse: 'CH', svizzera: 'CH', 'hong kong': 'HK', brd: 'DE', russia: 'RU', 'ivory coast': 'CI',
}; // biome-ignore format: a table

const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
const countries: readonly string[] = letters
  .flatMap((first) => letters.map((second) => first + second))
  // Codes of old have names too: FX is France.
  .filter((code) => isCountry(code) && Intl.getCanonicalLocales(`und-${code}`)[0] === `und-${code}`);

const byName: ReadonlyMap<string, string> = new Map([
  ...LOCALES.flatMap((locale) => {
    const names = new Intl.DisplayNames(locale, { type: 'region' });
    return countries.map((code) => [searchable(names.of(code) ?? code), code] as const);
  }),
  ...Object.entries(aliases),
]);
const ALPHA_3: Readonly<Record<string, string>> = {
  USA: 'US', GBR: 'GB', DEU: 'DE', FRA: 'FR', ESP: 'ES', ITA: 'IT', NLD: 'NL', BEL: 'BE', CHE: 'CH', AUT: 'AT', POL: 'PL',
  CZE: 'CZ', SVK: 'SK', HUN: 'HU', ROU: 'RO', SWE: 'SE', NOR: 'NO', DNK: 'DK', FIN: 'FI', IRL: 'IE', PRT: 'PT', CAN: 'CA',
  AUS: 'AU', IND: 'IN', BRA: 'BR', MEX: 'MX', JPN: 'JP', SGP: 'SG', ISR: 'IL', UKR: 'UA', GRC: 'GR', BGR: 'BG', VNM: 'VN',
}; // biome-ignore format: a table

/** The code of a country that is named in any of the languages, or by its code. */
export function countryIn(name: string): string | undefined {
  const trimmed = name.trim().replace(/^[([]|[)\]]$/g, '');
  const upper = trimmed.toUpperCase();
  if (upper === 'UK') return 'GB';
  if (/^[a-z]{2}$/i.test(trimmed)) return countries.includes(upper) ? upper : undefined;
  if (/^[A-Z]{3}$/.test(trimmed) && ALPHA_3[trimmed]) return ALPHA_3[trimmed];
  return byName.get(searchable(trimmed));
}

const US_STATES = new Set(
  'AL AK AZ AR CA CO CT DE FL GA HI ID IL IN IA KS KY LA ME MD MA MI MN MS MO MT NE NV NH NJ NM NY NC ND OH OK OR PA RI SC SD TN TX UT VT VA WA WV WI WY DC'.split(
    ' ',
  ),
);

/** "8865 Bilten", "D-10115 Berlin", "110 00 Praha 1" and "Praha 1". */
const POSTAL_FIRST = /^(?:[A-Z]{1,2}-)?(\d{5}|\d{4}(?: ?[A-Z]{2})?|\d{3} \d{2}|\d{2}-\d{3})\s+(\p{L}.*)$/u;
const NO_PLACE =
  /^(-|n\/?a|none|null|undefined|various|multiple locations?|flexible|any(where)?|worldwide|global|remote.*|home ?office|hybrid|on-?site)$/i;

/** A place as it stands on one line. Of several places the first. */
export function placeIn(written: string): Place | undefined {
  const line = written
    .slice(0, 300)
    .replaceAll(/[\u00ad\u200b-\u200f\ufeff]/g, '')
    .split(/[;|•\n]| \/ | or | oder | \+ ?\d+ /)[0] as string;
  const parts = line
    .replaceAll(/\((?:[^()]*)\)/g, (inside) =>
      workModeIn(inside) === undefined ? `,${inside.slice(1, -1)}` : '',
    )
    .split(/,| [-–—] /)
    .map((part) => part.trim())
    .filter((part) => part !== '' && !NO_PLACE.test(part) && !isOnlyWorkMode(part));
  if (parts.length === 0) return undefined;
  const last = parts.at(-1) as string;
  // "CA" after a town is California; Canada is written out, or follows a province.
  const isState = parts.length === 2 && US_STATES.has(last);
  const countryCode = isState ? undefined : countryIn(last);
  const rest = countryCode === undefined || isCityState(last) ? parts : parts.slice(0, -1);
  const place = { ...townOf(rest), countryCode };
  return Object.values(place).some((value) => value !== undefined) ? place : undefined;
}

const isCityState = (name: string): boolean => /^(singapore|luxembourg|monaco|hong kong)$/i.test(name);

/** "Remote", "Hybrid work": words about how, not where. */
const isOnlyWorkMode = (part: string): boolean =>
  workModeIn(part) !== undefined && part.split(/\s+/).length <= 3;

function townOf(parts: readonly string[]): Place {
  const withCode = parts.findIndex((part) => POSTAL_FIRST.test(part));
  if (withCode >= 0) {
    const [, postalCode, city] = POSTAL_FIRST.exec(parts[withCode] as string) ?? [];
    const street = parts.slice(0, withCode).find((part) => /\d/.test(part));
    return { street, city, postalCode, region: parts[withCode + 1] };
  }
  const isStreet =
    parts.length > 1 &&
    /\p{L}.*\d|^\d+\s+\p{L}/u.test(parts[0] as string) &&
    !/^Praha/.test(parts[0] as string);
  const [city, region] = isStreet ? parts.slice(1) : parts;
  return { street: isStreet ? parts[0] : undefined, city, region };
}

/** Parts of an address as a form has them, cleared of what only fills a field. */
export function tidyPlace(place: Place): Place | undefined {
  const known = (value: string | undefined) => {
    const text = value?.replaceAll(/\s+/g, ' ').trim() ?? '';
    return text === '' || NO_PLACE.test(text) ? undefined : text;
  };
  const [city, region] = [known(place.city), known(place.region)];
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
