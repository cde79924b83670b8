import { companyAlone } from './company-name.model.ts';
import { plainLine, plainText } from './page-markup.parser.ts';
import { countryIn, placeIn, tidyPlace } from './place.parser.ts';
import type { LanguageRequirement, Place, Posting, Salary } from './posting.model.ts';
import { everywhere } from './posting-words.model.ts';
import { dayIn, type Fields, isRecord, listOf, textIn } from './record.model.ts';
import { currencyIn, salaryIn, tidySalary } from './salary.parser.ts';
import { languageCode, languagesIn, skillsListed } from './skills.parser.ts';
import { contractIn, educationIn, experienceIn, experienceOfMonths, periodIn } from './terms.parser.ts';
import { workModeIn } from './work-mode.parser.ts';

/** Types and properties are written bare, with a prefix, or as whole addresses. */
const bare = (name: string): string => name.replace(/^.*[/#:]/, '');

export const isOfType = (node: Fields, type: string): boolean =>
  listOf(node['@type'] ?? node.type).some(
    (one) => typeof one === 'string' && bare(one).toLowerCase() === type,
  );

/** The values of a property, however it is spelled, out of the wrappers that JSON-LD allows. */
function valuesOf(node: Fields, property: string): unknown[] {
  const value =
    node[property] ??
    node[`schema:${property}`] ??
    node[`http://schema.org/${property}`] ??
    node[`https://schema.org/${property}`];
  return listOf(value).flatMap((one) => {
    if (isRecord(one) && '@value' in one) return [one['@value']];
    if (isRecord(one) && '@list' in one) return listOf(one['@list']);
    return one === null || one === undefined ? [] : [one];
  });
}

const first = (node: Fields, property: string): unknown => valuesOf(node, property)[0];

/** The words of a value that may be a text or a thing with a name. */
function wordsOf(value: unknown): string | undefined {
  const text = textIn(value);
  if (text !== undefined) return text;
  if (!isRecord(value)) return undefined;
  return (
    textIn(first(value, 'name')) ??
    textIn(first(value, 'description')) ??
    textIn(first(value, 'credentialCategory'))
  );
}

const joined = (node: Fields, property: string): string =>
  valuesOf(node, property)
    .flatMap((value) => wordsOf(value) ?? [])
    .join(', ');

const line = (value: unknown): string | undefined => {
  const words = wordsOf(value);
  return words === undefined ? undefined : plainLine(words) || undefined;
};

const paragraph = (node: Fields, property: string): string | undefined => {
  const parts = valuesOf(node, property).flatMap((value) => wordsOf(value) ?? []);
  const isList = parts.length > 1;
  return parts.map((part) => (isList ? `- ${plainText(part)}` : plainText(part))).join('\n') || undefined;
};

/** A JobPosting of schema.org, wherever it stood: JSON-LD, microdata and RDFa say the same things. */
export function postingOfSchemaOrg(node: Fields): Posting {
  const place = placeOf(node);
  const benefits = paragraph(node, 'jobBenefits') ?? paragraph(node, 'benefits');
  return {
    title: line(first(node, 'title') ?? first(node, 'name')),
    description: descriptionOf(node),
    company: companyOf(node),
    benefits,
    requiredSkills: skillsListed(node.skills === undefined ? valuesOf(node, 'skills') : node.skills),
    languageRequirements: languagesOf(node),
    education: valuesOf(node, 'educationRequirements')
      .flatMap((value) => educationIn(schoolWords(value)))
      .filter((one, at, all) => all.indexOf(one) === at),
    experience: experienceOf(node),
    contractType: contractIn(joined(node, 'employmentType')),
    workMode: workModeOf(node),
    place,
    salary: salaryOf(node, place?.countryCode),
    postedOn: dayIn(first(node, 'datePosted')),
    validThrough: dayIn(first(node, 'validThrough')),
  };
}

function companyOf(node: Fields): string | undefined {
  const hiring = [...valuesOf(node, 'hiringOrganization'), ...valuesOf(node, 'hiringOrganisation')];
  const names = hiring.flatMap((value) =>
    isRecord(value)
      ? [line(first(value, 'name')), line(first(value, 'legalName')), line(first(value, 'alternateName'))]
      : [line(value)],
  );
  // The number of a job is one that its employer gave: search engines ask for the employer's name beside it.
  const numbered = first(node, 'identifier');
  const giver =
    isRecord(numbered) && first(numbered, 'value') !== undefined ? line(first(numbered, 'name')) : undefined;
  return [...names, giver !== undefined && NUMBER_NAME.test(giver) ? undefined : giver]
    .map(companyAlone)
    .find((name) => name !== undefined);
}

const NUMBER_NAME = new RegExp(`\\b(${everywhere('identifierNames')})\\b`, 'i');

/** Some split what they say over several properties. */
function descriptionOf(node: Fields): string | undefined {
  const whole = paragraph(node, 'description');
  const more = ['responsibilities', 'qualifications'].flatMap((property) => paragraph(node, property) ?? []);
  const parts = [whole, ...more.filter((part) => !(whole ?? '').includes(part.slice(0, 80)))];
  return parts.filter(Boolean).join('\n\n') || undefined;
}

const schoolWords = (value: unknown): string =>
  isRecord(value)
    ? [first(value, 'credentialCategory'), first(value, 'name')]
        .flatMap((part) => wordsOf(part) ?? [])
        .join(', ')
    : (wordsOf(value) ?? '');

function experienceOf(node: Fields) {
  for (const value of valuesOf(node, 'experienceRequirements')) {
    const months = isRecord(value) ? Number(first(value, 'monthsOfExperience')) : Number.NaN;
    if (Number.isFinite(months)) return experienceOfMonths(months);
    const words = wordsOf(value);
    // A whole paragraph about experience names levels in passing.
    const found = words !== undefined && words.length < 200 ? experienceIn(plainLine(words)) : undefined;
    if (found !== undefined) return found;
  }
  return undefined;
}

function languagesOf(node: Fields): LanguageRequirement[] {
  return [...valuesOf(node, 'knowsLanguage'), ...valuesOf(node, 'languageRequirements')].flatMap((value) => {
    const words = wordsOf(value) ?? '';
    const code = languageCode(words);
    return words.length <= 5 && code !== undefined ? [{ language: code }] : languagesIn(words);
  });
}

function workModeOf(node: Fields) {
  const stated = workModeIn(joined(node, 'jobLocationType'));
  if (stated !== undefined) return stated;
  return workModeIn(
    [...valuesOf(node, 'jobLocation'), ...valuesOf(node, 'workLocation')]
      .flatMap((value) => (typeof value === 'string' ? value : (placeWords(value) ?? [])))
      .join(', '),
  );
}

const placeWords = (value: unknown): string | undefined => {
  if (!isRecord(value)) return undefined;
  const address = first(value, 'address');
  return [
    line(first(value, 'name')),
    isRecord(address) ? line(first(address, 'addressLocality')) : line(address),
  ]
    .filter(Boolean)
    .join(', ');
};

function placeOf(node: Fields): Place | undefined {
  const places = valuesOf(node, 'jobLocation').flatMap((value) => placeOfLocation(value) ?? []);
  const countries = new Set(places.flatMap(({ countryCode }) => countryCode ?? []));
  // A remote job with several countries may be done from any of them, and is in none.
  const isWide = countries.size > 1 && workModeOf(node) === 'REMOTE';
  if (places.length > 0) return isWide ? undefined : places[0];
  const address = first(node, 'address');
  const own = placeOfAddress(isRecord(address) ? address : node);
  if (own !== undefined) return own;
  // Who may apply from there works there.
  const [only, ...others] = valuesOf(node, 'applicantLocationRequirements').flatMap(
    (value) => wordsOf(value) ?? [],
  );
  const countryCode = only === undefined || others.length > 0 ? undefined : countryIn(only);
  return countryCode === undefined ? undefined : { countryCode };
}

function placeOfLocation(value: unknown): Place | undefined {
  if (typeof value === 'string') return placeIn(plainLine(value));
  if (!isRecord(value)) return undefined;
  const address =
    first(value, 'address') ??
    (['addressLocality', 'addressRegion', 'addressCountry'].some((name) => first(value, name) !== undefined)
      ? value
      : undefined);
  if (isRecord(address)) return placeOfAddress(address) ?? placeOfName(value);
  return typeof address === 'string' ? placeIn(plainLine(address)) : placeOfName(value);
}

const placeOfName = (value: Fields): Place | undefined => {
  const name = line(first(value, 'name'));
  return name === undefined ? undefined : placeIn(name);
};

function placeOfAddress(address: Fields): Place | undefined {
  const country = line(first(address, 'addressCountry'));
  const written = line(first(address, 'addressLocality'));
  // "Sacramento, CA" in the field of the town.
  const town = written?.includes(',') ? placeIn(written) : { city: written };
  return tidyPlace({
    street: line(first(address, 'streetAddress')),
    city: town?.city,
    postalCode: line(first(address, 'postalCode')),
    region: line(first(address, 'addressRegion')) ?? town?.region,
    countryCode: (country === undefined ? undefined : countryIn(country)) ?? town?.countryCode,
  });
}

function salaryOf(node: Fields, country: string | undefined): Salary | undefined {
  const currency = line(first(node, 'salaryCurrency'));
  for (const property of ['baseSalary', 'estimatedSalary', 'salary']) {
    for (const value of valuesOf(node, property)) {
      const salary = salaryOfAmount(value, currency, country);
      if (salary !== undefined) return salary;
    }
  }
  return undefined;
}

function salaryOfAmount(
  value: unknown,
  outer: string | undefined,
  country: string | undefined,
): Salary | undefined {
  if (!isRecord(value)) {
    const text = textIn(value);
    return text === undefined
      ? undefined
      : salaryIn(plainLine(text), { currency: codeOf(outer, country), country });
  }
  const currency = codeOf(line(first(value, 'currency') ?? first(value, 'priceCurrency')) ?? outer, country);
  const inner = first(value, 'value') ?? first(value, 'price');
  const holder = isRecord(inner) ? inner : value;
  const unit = line(
    first(holder, 'unitText') ??
      first(holder, 'unitCode') ??
      first(value, 'unitText') ??
      first(value, 'duration'),
  );
  const period = unit === undefined ? undefined : (unitCodes[unit.toUpperCase()] ?? periodIn(unit));
  const min = amountOf(first(holder, 'minValue') ?? first(holder, 'minPrice') ?? first(value, 'minValue'));
  const max = amountOf(first(holder, 'maxValue') ?? first(holder, 'maxPrice') ?? first(value, 'maxValue'));
  const range = tidySalary({ min, max, currency, period });
  if (range !== undefined) return range;
  const text = textIn(isRecord(inner) ? first(inner, 'value') : inner);
  return text === undefined ? undefined : salaryIn(plainLine(text), { currency, period, country });
}

const codeOf = (currency: string | undefined, country: string | undefined): string | undefined =>
  currency === undefined
    ? undefined
    : currencyIn(currency.length === 3 ? currency.toUpperCase() : currency, country);

/** UN/CEFACT codes and durations. */
const unitCodes = {
  HUR: 'HOURLY',
  DAY: 'DAILY',
  WEE: 'WEEKLY',
  MON: 'MONTHLY',
  ANN: 'YEARLY',
  P1Y: 'YEARLY',
  P1M: 'MONTHLY',
  PT1H: 'HOURLY',
} as Readonly<Record<string, Salary['period']>>;

/** A number, or words for one: "7 triệu", "85,000". */
const amountOf = (value: unknown): number | undefined =>
  typeof value === 'number'
    ? value
    : typeof value === 'string'
      ? (salaryIn(value)?.min ?? salaryIn(value)?.max)
      : undefined;
