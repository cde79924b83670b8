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

const choices = (...values: readonly string[]): readonly Choice[] => stateChoices(values);

export const educations = choices(
  ...['NONE', 'HIGH_SCHOOL', 'VOCATIONAL', 'ASSOCIATE', 'BACHELORS', 'MASTERS', 'DOCTORATE'],
);
export const experiences = choices('INTERNSHIP', 'ENTRY', 'MID', 'SENIOR', 'LEAD', 'EXECUTIVE');
export const contractTypes = choices(
  ...['FULL_TIME', 'PART_TIME', 'CONTRACT', 'TEMPORARY', 'INTERNSHIP', 'FREELANCE'],
);
export const workModes = choices('ONSITE', 'HYBRID', 'REMOTE');
export const periods = choices('HOURLY', 'DAILY', 'WEEKLY', 'MONTHLY', 'YEARLY');
export const proficiencies: readonly Choice[] = ['A1', 'A2', 'B1', 'B2', 'C1', 'C2', 'NATIVE'].map(
  (value) => ({
    value,
    words: value === 'NATIVE' ? 'Native' : value,
  }),
);
export const jobStatuses = choices('OPEN', 'CLOSED');
