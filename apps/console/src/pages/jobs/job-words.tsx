import type { Job } from '../../api/jobs.ts';
import { Badge } from '../../kit/badge.tsx';
import { stateWords } from '../../kit/status.tsx';

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
