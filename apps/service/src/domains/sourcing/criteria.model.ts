import { CANDIDATES, type NewSourcing } from '@parley/contract/sourcing.ts';
import type { Job } from '../jobs/job.model.ts';
import { countryOf, placeOf } from './place.model.ts';
import { type Seniority, seniorityOf } from './role.model.ts';
import { skillKey, skillName, skillsIn } from './skill.model.ts';

export const sourcingViolations = ({ jobId, title }: NewSourcing): string[] =>
  jobId !== undefined && title !== undefined ? ['title cannot be combined with jobId'] : [];

/** Whom a search is for: what providers and scorers are told, and nothing else. */
export interface Criteria {
  readonly title: string;
  readonly description: string;
  /** Each once, under its best-known name. */
  readonly skills: readonly string[];
  /** Whether they were asked for as such, or are those that the description speaks of. */
  readonly areSkillsRequired: boolean;
  readonly niceToHaveSkills: readonly string[];
  /** Null where it does not matter: nothing was said, or the work is remote. */
  readonly location: string | null;
  readonly country: string | null;
  readonly seniority: Seniority | null;
  readonly limit: number;
}

export function criteriaOf(wanted: NewSourcing, job: Job | undefined): Criteria {
  const title = wanted.title ?? job?.title ?? '';
  const description = wanted.description ?? job?.details.description ?? '';
  const required = wanted.requiredSkills ?? job?.details.requiredSkills ?? [];
  const skills = required.length > 0 ? required : skillsIn(`${title}\n${description}`);
  return {
    title,
    description,
    skills: distinct(skills),
    areSkillsRequired: required.length > 0,
    niceToHaveSkills: distinct(job?.details.niceToHaveSkills ?? []),
    ...whereabouts(wanted, job),
    seniority: job?.details.experience ?? seniorityOf(title),
    limit: wanted.limit ?? CANDIDATES,
  };
}

function whereabouts(wanted: NewSourcing, job: Job | undefined): Pick<Criteria, 'location' | 'country'> {
  if (wanted.location !== undefined) {
    const { towns, country } = placeOf(wanted.location, null);
    const isSomewhere = towns.length > 0 || country !== null;
    return { location: isSomewhere ? wanted.location.trim() : null, country };
  }
  const { workMode, city, countryCode } = job?.details.location ?? {};
  if (workMode === 'REMOTE') return { location: null, country: null };
  return { location: city || null, country: countryCode === undefined ? null : countryOf(countryCode) };
}

const distinct = (skills: readonly string[]): string[] => [
  ...new Map(
    skills.filter((skill) => skillKey(skill) !== '').map((skill) => [skillKey(skill), skillName(skill)]),
  ).values(),
];
