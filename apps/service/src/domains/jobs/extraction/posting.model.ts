import type { JobDetails } from '@parley/contract/job.ts';

type Location = NonNullable<JobDetails['location']>;
export type WorkMode = NonNullable<Location['workMode']>;
export type ContractType = NonNullable<JobDetails['contractType']>;
export type Experience = NonNullable<JobDetails['experience']>;
export type Education = NonNullable<JobDetails['education']>[number];
export type LanguageRequirement = NonNullable<JobDetails['languageRequirements']>[number];
export type Salary = NonNullable<JobDetails['salary']>;
export type SalaryPeriod = NonNullable<Salary['period']>;

export interface Place {
  readonly street?: string | undefined;
  readonly city?: string | undefined;
  readonly postalCode?: string | undefined;
  readonly region?: string | undefined;
  readonly countryCode?: string | undefined;
}

/** What one source states about a job, in the field names of the API. What it does not state is absent. */
export interface Posting {
  readonly title?: string | undefined;
  readonly description?: string | undefined;
  readonly company?: string | undefined;
  readonly benefits?: string | undefined;
  readonly requiredSkills?: readonly string[] | undefined;
  readonly niceToHaveSkills?: readonly string[] | undefined;
  readonly languageRequirements?: readonly LanguageRequirement[] | undefined;
  readonly education?: readonly Education[] | undefined;
  readonly experience?: Experience | undefined;
  readonly contractType?: ContractType | undefined;
  readonly workMode?: WorkMode | undefined;
  readonly place?: Place | undefined;
  readonly salary?: Salary | undefined;
  readonly postedOn?: string | undefined;
  readonly validThrough?: string | undefined;
}

/** Where a value came from, most trusted first. */
export type Source =
  | 'board-api'
  | 'json-ld'
  | 'hydration-data'
  | 'microdata'
  | 'rdfa'
  | 'labels'
  | 'page-metadata'
  | 'main-text'
  | 'language-model';

export interface Finding {
  readonly source: Source;
  readonly posting: Posting;
}

export interface Extracted {
  readonly posting: Posting;
  /** The source of each value, by its name in the job: `title`, `location.city`. */
  readonly sources: Readonly<Record<string, Source>>;
  /** Whether the page says that nobody can apply any more. */
  readonly isClosed?: boolean | undefined;
}

const isEmpty = (value: unknown): boolean =>
  value === undefined || value === '' || (Array.isArray(value) && value.length === 0);

/** Those parts belong together: half of one source and half of another make an address or a pay nobody stated. */
const composite: Readonly<Record<string, string>> = { place: 'location', salary: 'salary' };

/** All that was found, in order of trust: a later source fills what is empty and never overrides. */
export function merged(findings: readonly Finding[]): Extracted {
  const posting: Record<string, unknown> = {};
  const sources: Record<string, Source> = {};
  for (const { source, posting: found } of findings) {
    for (const [field, value] of Object.entries(found)) {
      if (isEmpty(value)) continue;
      const group = composite[field];
      if (group !== undefined)
        posting[field] = completed(posting[field] as Parts, value as Parts, (part) => {
          sources[`${group}.${part}`] = source;
        });
      else if (posting[field] === undefined) {
        posting[field] = value;
        sources[field === 'workMode' ? 'location.workMode' : field] = source;
      }
    }
  }
  return { posting, sources };
}

type Parts = Readonly<Record<string, unknown>> | undefined;

/** The known parts with those that the other adds, unless the two speak of different things. */
function completed(known: Parts, other: Parts, onAdded: (part: string) => void): Parts {
  const stated = Object.entries(other ?? {}).filter(([, value]) => !isEmpty(value));
  if (stated.some(([part, value]) => !isEmpty(known?.[part]) && !isSame(known?.[part], value, part)))
    return known;
  const added = stated.filter(([part]) => isEmpty(known?.[part]));
  for (const [part] of added) onAdded(part);
  return added.length === 0 ? known : { ...known, ...Object.fromEntries(added) };
}

/** The code of a region and its name cannot be told to differ. */
const isSame = (one: unknown, other: unknown, part: string): boolean =>
  one === other ||
  String(one).toLowerCase() === String(other).toLowerCase() ||
  (part === 'region' && String(one).length <= 3 !== String(other).length <= 3);
