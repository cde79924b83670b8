import * as job from '@parley/contract/job.ts';
import type { Job } from '../../api/jobs.ts';
import { Badge, stateChoices, stateWords } from '../../components/badge.tsx';
import type { Choice } from '../../components/field.tsx';

export function JobStatus({ of: status }: { readonly of: Job['status'] }) {
  return <Badge tone={status === 'OPEN' ? 'good' : 'neutral'}>{stateWords(status)}</Badge>;
}

/** "Remote, Brno, CZ" */
export function placeOf({ location }: Pick<Job, 'location'>): string | undefined {
  const parts = [
    location?.workMode && stateWords(location.workMode),
    location?.street,
    [location?.postalCode, location?.city].filter(Boolean).join(' '),
    location?.countryCode,
  ].filter(Boolean);
  return parts.length === 0 ? undefined : parts.join(', ');
}

/** "30,000 – 36,000 CZK, monthly" */
export function salaryOf({ salary }: Pick<Job, 'salary'>): string | undefined {
  if (!salary) return undefined;
  const range = [salary.min, salary.max]
    .filter((one) => one !== undefined)
    .map((one) => one.toLocaleString());
  const words = [range.join(' – '), salary.currency].filter(Boolean).join(' ');
  return (
    [words, salary.period && stateWords(salary.period).toLowerCase()].filter(Boolean).join(', ') || undefined
  );
}

export const educations = stateChoices(job.educations);
export const experiences = stateChoices(job.experiences);
export const contractTypes = stateChoices(job.contractTypes);
export const workModes = stateChoices(job.workModes);
export const periods = stateChoices(job.salaryPeriods);
export const proficiencies: readonly Choice[] = job.proficiencies.map((value) => ({
  value,
  words: value === 'NATIVE' ? 'Native' : value,
}));
export const jobStatuses = stateChoices(job.jobStatuses);
