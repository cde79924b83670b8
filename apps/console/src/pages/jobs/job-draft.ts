import type { Body } from '../../api/client.ts';
import type { Job } from '../../api/jobs.ts';

type NewJob = Body<'/jobs', 'post'>;
type JobChanges = Body<'/jobs/{id}', 'patch'>;

export interface LanguageDraft {
  readonly key: string;
  readonly language: string;
  readonly proficiency: string;
}

/** The draft of a job. */
export interface JobDraft {
  readonly title: string;
  readonly status: string;
  readonly description: string;
  readonly jobUrl: string;
  readonly benefits: string;
  readonly otherRequirements: string;
  readonly humanRecruiter: string;
  readonly requiredSkills: readonly string[];
  readonly niceToHaveSkills: readonly string[];
  readonly languages: readonly LanguageDraft[];
  readonly education: readonly string[];
  readonly experience: string;
  readonly contractType: string;
  readonly workMode: string;
  readonly street: string;
  readonly city: string;
  readonly postalCode: string;
  readonly countryCode: string;
  readonly salaryMin: string;
  readonly salaryMax: string;
  readonly currency: string;
  readonly period: string;
  /** The source of each value of an imported posting. It is kept unchanged. */
  readonly metadata: Readonly<Record<string, unknown>>;
}

type Stated = Omit<Job, 'id' | 'companyId' | 'createdAt' | 'updatedAt'>;

export const draftOf = (job?: Stated): JobDraft => ({
  title: job?.title ?? '',
  status: job?.status ?? 'OPEN',
  description: job?.description ?? '',
  jobUrl: job?.jobUrl ?? '',
  benefits: job?.benefits ?? '',
  otherRequirements: job?.otherRequirements ?? '',
  humanRecruiter: job?.humanRecruiter ?? '',
  requiredSkills: job?.requiredSkills ?? [],
  niceToHaveSkills: job?.niceToHaveSkills ?? [],
  languages: (job?.languageRequirements ?? []).map(({ language, proficiency = '' }, at) => ({
    key: String(at),
    language,
    proficiency,
  })),
  education: job?.education ?? [],
  experience: job?.experience ?? '',
  contractType: job?.contractType ?? '',
  workMode: job?.location?.workMode ?? '',
  street: job?.location?.street ?? '',
  city: job?.location?.city ?? '',
  postalCode: job?.location?.postalCode ?? '',
  countryCode: job?.location?.countryCode ?? '',
  salaryMin: job?.salary?.min?.toString() ?? '',
  salaryMax: job?.salary?.max?.toString() ?? '',
  currency: job?.salary?.currency ?? '',
  period: job?.salary?.period ?? '',
  metadata: job?.metadata ?? {},
});

/** A number if it is one; else the text, so that the service reports the error. */
const number = (text: string): unknown => {
  const tight = text.replaceAll(/[\s'’]/g, '');
  return tight === '' || Number.isNaN(Number(tight)) ? text : Number(tight);
};

const filled = (values: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(values).filter(
      ([, value]) =>
        !(typeof value === 'string' && value.trim() === '') && !(Array.isArray(value) && value.length === 0),
    ),
  );

/** The draft in the API's format, without empty values. */
function stated(draft: JobDraft): Record<string, unknown> {
  const location = filled({
    workMode: draft.workMode,
    street: draft.street,
    city: draft.city,
    postalCode: draft.postalCode,
    countryCode: draft.countryCode.toUpperCase(),
  });
  const salary = filled({
    min: number(draft.salaryMin),
    max: number(draft.salaryMax),
    currency: draft.currency.toUpperCase(),
    period: draft.period,
  });
  const languages = draft.languages
    .filter(({ language }) => language.trim() !== '')
    .map(({ language, proficiency }) => filled({ language, proficiency }));
  return filled({
    description: draft.description,
    jobUrl: draft.jobUrl,
    benefits: draft.benefits,
    otherRequirements: draft.otherRequirements,
    humanRecruiter: draft.humanRecruiter,
    requiredSkills: draft.requiredSkills,
    niceToHaveSkills: draft.niceToHaveSkills,
    languageRequirements: languages,
    education: draft.education,
    experience: draft.experience,
    contractType: draft.contractType,
    ...(Object.keys(location).length > 0 && { location }),
    ...(Object.keys(salary).length > 0 && { salary }),
  });
}

export const newJobOf = (draft: JobDraft): NewJob =>
  ({
    title: draft.title,
    status: draft.status,
    ...stated(draft),
    ...(Object.keys(draft.metadata).length > 0 && { metadata: draft.metadata }),
  }) as NewJob;

/** The value that clears a property: the API accepts no null here. */
const blanks: Readonly<Record<string, unknown>> = {
  description: '',
  // The service refuses this with an error, which is better than silently ignoring the change.
  jobUrl: '',
  benefits: '',
  otherRequirements: '',
  humanRecruiter: '',
  requiredSkills: [],
  niceToHaveSkills: [],
  languageRequirements: [],
  education: [],
  location: {},
  salary: {},
};

/** Only the changes. */
export function changesOf(draft: JobDraft, was: JobDraft): JobChanges {
  const [now, before] = [stated(draft), stated(was)];
  const changes: Record<string, unknown> = {};
  for (const name of new Set([...Object.keys(now), ...Object.keys(before)])) {
    if (JSON.stringify(now[name]) === JSON.stringify(before[name])) continue;
    const value = now[name] ?? blanks[name];
    if (value !== undefined) changes[name] = value;
  }
  for (const name of ['title', 'status'] as const) {
    if (draft[name] !== was[name]) changes[name] = draft[name];
  }
  return changes as JobChanges;
}
