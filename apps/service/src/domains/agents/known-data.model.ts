import type { KnownData, KnownValue } from '@parley/call-engine/expression.ts';
import type { FieldValue } from '@parley/contract/contact-field.ts';
import { isDay } from '@parley/kernel/local-time.ts';
import { type Language, localeOf } from '@parley/language/language.ts';
import { localeTables } from '@parley/language/locale.ts';
import type { Company } from '../companies/company.model.ts';
import type { Catalog } from '../contact-fields/catalog.model.ts';
import { type Contact, visibleFields } from '../contacts/contact.model.ts';
import type { Job } from '../jobs/job.model.ts';
import type { TokenValues } from './token.model.ts';

/** Whom and what a call is about. */
export interface CallSubject {
  readonly agent: { readonly name: string };
  readonly company: Pick<Company, 'name' | 'description'>;
  readonly contact: Pick<Contact, 'firstName' | 'lastName' | 'email' | 'phoneNumber' | 'fields'>;
  readonly catalog: Catalog;
  readonly job: Pick<Job, 'title' | 'status' | 'details'> | null;
}

/** Every value of the contact by its catalog key: the reserved ones as the platform resolves them. */
export function knownContact({ agent, company, contact, catalog }: CallSubject): KnownData {
  const own = visibleFields(contact, catalog);
  // What somebody is, in a few words: the profile a caller can mention.
  const profile = ['job_title', 'organization'].map((key) => own[key]).filter((part) => part !== undefined);
  return compact({
    ...own,
    first_name: contact.firstName,
    last_name: contact.lastName,
    email: contact.email,
    phone: contact.phoneNumber,
    // The company that calls; the contact's employer is `organization`.
    company_name: company.name,
    company_description: company.description,
    agent_name: agent.name,
    profile: profile.join(', '),
  });
}

/** A job's properties by the names of the Job table; parts of location and salary behind a dot. */
export function knownJob(job: CallSubject['job']): KnownData {
  if (job === null) return {};
  const { location, salary, languageRequirements, ...details } = job.details;
  return compact({
    ...details,
    title: job.title,
    status: job.status,
    languageRequirements: languageRequirements?.map(({ language, proficiency }) =>
      proficiency === undefined ? language : `${language} ${proficiency}`,
    ),
    location: [location?.street, location?.city, location?.countryCode].filter(Boolean).join(', '),
    ...Object.fromEntries(Object.entries(location ?? {}).map(([name, value]) => [`location.${name}`, value])),
    salary: [salary?.min, salary?.max].filter((sum) => sum !== undefined).join('–') + money(salary?.currency),
    ...Object.fromEntries(Object.entries(salary ?? {}).map(([name, value]) => [`salary.${name}`, value])),
  });
}

const money = (currency: string | undefined): string => (currency === undefined ? '' : ` ${currency}`);

/** Every name that `job.<property>` may have. */
export const jobProperties: readonly string[] = [
  'title',
  'status',
  'description',
  'jobUrl',
  'benefits',
  'requiredSkills',
  'niceToHaveSkills',
  'languageRequirements',
  'education',
  'experience',
  'contractType',
  'location',
  'location.workMode',
  'location.street',
  'location.city',
  'location.postalCode',
  'location.countryCode',
  'salary',
  'salary.min',
  'salary.max',
  'salary.currency',
  'salary.period',
];

/** The words for every token that has a value. */
export function tokenValues(subject: CallSubject, language: Language): TokenValues {
  const sources = { contact: knownContact(subject), job: wordedCodes(knownJob(subject.job)) };
  return new Map(
    Object.entries(sources).flatMap(([source, data]) =>
      Object.entries(data).flatMap(([key, value]): [string, string][] => {
        const words = spokenValue(value, language);
        return words === undefined ? [] : [[`${source}.${key}`, words]];
      }),
    ),
  );
}

/** Those of the tokens of contacts that have no value. The others are not worded: that takes long for thousands of contacts. */
export function tokensWithout(tokens: readonly string[], subject: CallSubject): string[] {
  if (tokens.length === 0) return [];
  const data = knownContact(subject);
  return tokens.filter((token) => {
    const key = token.slice('contact.'.length);
    return !Object.hasOwn(data, key) || isBlank(data[key]);
  });
}

const codes: readonly string[] = [
  'education',
  'experience',
  'contractType',
  'location.workMode',
  'salary.period',
];

/** FULL_TIME is compared as such, and said as "full time". */
const wordedCodes = (job: KnownData): KnownData => {
  const worded = (code: string): string => code.toLowerCase().replaceAll('_', ' ');
  return Object.fromEntries(
    Object.entries(job).map(([name, value]) => {
      if (!codes.includes(name)) return [name, value];
      return [name, typeof value === 'string' ? worded(value) : (value as readonly string[]).map(worded)];
    }),
  );
};

/** Only what has a value. */
const compact = (data: Readonly<Record<string, KnownValue | null | undefined>>): KnownData =>
  Object.fromEntries(
    Object.entries(data).filter((entry): entry is [string, KnownValue] => {
      const value = entry[1];
      if (typeof value === 'string') return value.trim() !== '';
      return value != null && !(Array.isArray(value) && value.length === 0);
    }),
  );

/** The report's words for a boolean: the same are said. */
const yesAndNo = localeTables<{ readonly yes: string; readonly no: string }>('report');

/**
 * A value as one would say it in the language: a list with its "and", a day with the name of its month, a number
 * with the separators of the country. Nothing is said of what is blank.
 */
export const spokenValue = (value: FieldValue, language: Language): string | undefined =>
  isBlank(value) ? undefined : inWords(value, language).replaceAll(/\s+/g, ' ').trim();

/** Whether there is nothing to say. */
const isBlank = (value: KnownValue | undefined): boolean =>
  value === undefined ||
  (typeof value === 'string' && value.trim() === '') ||
  (typeof value === 'object' && value.every((entry) => entry.trim() === ''));

function inWords(value: FieldValue, language: Language): string {
  const locale = localeOf(language);
  if (typeof value === 'boolean') return yesAndNo[language][value ? 'yes' : 'no'].toLocaleLowerCase(locale);
  if (typeof value === 'number') {
    // No separator in four digits: years and extensions are numbers too. Digits as every voice reads them.
    const options = { useGrouping: 'min2', numberingSystem: 'latn', maximumFractionDigits: 6 } as const;
    return new Intl.NumberFormat(locale, options).format(value);
  }
  if (typeof value !== 'string') {
    const entries = value.map((entry) => entry.trim()).filter((entry) => entry !== '');
    return new Intl.ListFormat(locale, { type: 'conjunction' }).format(entries);
  }
  if (!isDay(value)) return value;
  const options = {
    dateStyle: 'long',
    timeZone: 'UTC',
    numberingSystem: 'latn',
    calendar: 'gregory',
  } as const;
  return new Intl.DateTimeFormat(locale, options).format(new Date(value));
}
