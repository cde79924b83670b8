import type { JobDetails, JobStatus, JobView, NewJob } from '@parley/contract/job.ts';
import { searchable } from '@parley/kernel/text.ts';

export interface Job {
  readonly id: string;
  readonly companyId: string;
  readonly title: string;
  readonly status: JobStatus;
  readonly details: JobDetails;
  readonly metadata: Record<string, unknown>;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

export const viewJob = (job: Job): JobView => ({
  id: job.id,
  companyId: job.companyId,
  title: job.title,
  status: job.status,
  ...job.details,
  metadata: job.metadata,
  createdAt: job.createdAt.toISOString(),
  updatedAt: job.updatedAt.toISOString(),
});

export const jobSearchText = (job: Pick<Job, 'title' | 'details'>): string =>
  searchable(`${job.title} ${job.details.description ?? ''}`).slice(0, 5000);

/** The title and details of a new job, whichever of the two sets of names it came with; or what is wrong. */
export function readNewJob(
  wanted: NewJob,
): { title: string; details: JobDetails } | { violations: string[] } {
  const {
    title,
    jobTitle,
    jobDescription,
    languages,
    status: _status,
    metadata: _metadata,
    ...rest
  } = wanted;
  const violations = [
    ...(title === undefined && jobTitle === undefined ? ['title is required'] : []),
    ...(title !== undefined && jobTitle !== undefined ? ['jobTitle cannot be combined with title'] : []),
    ...(rest.description !== undefined && jobDescription !== undefined
      ? ['jobDescription cannot be combined with description']
      : []),
  ];
  if (violations.length > 0) return { violations };
  const details = {
    ...rest,
    ...(jobDescription === undefined ? {} : { description: jobDescription }),
    ...(languages === undefined
      ? {}
      : { languageRequirements: withLanguages(rest.languageRequirements ?? [], languages) }),
  };
  return { title: (title ?? jobTitle) as string, details };
}

type Requirements = NonNullable<JobDetails['languageRequirements']>;

const withLanguages = (requirements: Requirements, languages: readonly string[]): Requirements => [
  ...requirements,
  ...languages
    .filter((language) => requirements.every((one) => one.language !== language))
    .map((language) => ({ language })),
];
