import * as job from '@parley/contract/job.ts';
import type { ReactNode } from 'react';
import type { Job } from '../../api/jobs.ts';
import { Badge, stateChoices, stateWords } from '../../components/badge.tsx';
import { Copy } from '../../components/copy.tsx';
import type { Choice } from '../../components/field.tsx';
import { Facts, Section } from '../../components/page.tsx';
import { Time } from '../../components/time.tsx';

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
function salaryOf({ salary }: Pick<Job, 'salary'>): string | undefined {
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

/** The details of a job. */
export function JobFacts({ job }: { readonly job: Job }) {
  const { languageRequirements = [], education = [] } = job;
  const facts: readonly (readonly [name: string, value: ReactNode])[] = [
    ['Location', placeOf(job)],
    ['Contract', job.contractType && stateWords(job.contractType)],
    ['Salary', salaryOf(job)],
    ['Experience', job.experience && stateWords(job.experience)],
    ['Education', education.length > 0 ? education.map(stateWords).join(', ') : undefined],
    ['Skills', skillsOf(job.requiredSkills)],
    ['Nice to have', skillsOf(job.niceToHaveSkills)],
    [
      'Languages',
      languageRequirements.length > 0
        ? languageRequirements
            .map(({ language, proficiency }) => [language, proficiency].filter(Boolean).join(' '))
            .join(', ')
        : undefined,
    ],
    ['Recruiter', job.humanRecruiter],
    [
      'Posting',
      job.jobUrl && (
        <a
          href={job.jobUrl}
          target="_blank"
          rel="noreferrer noopener"
          className="break-all text-accent hover:underline"
        >
          {job.jobUrl}
        </a>
      ),
    ],
    ['Created', <Time key="added" at={job.createdAt} />],
    ['Updated', <Time key="changed" at={job.updatedAt} />],
    ['Id', <Copy key="id" text={job.id} label="Copy id" />],
  ];
  return (
    <div className="grid items-start gap-5 lg:grid-cols-[2fr_1fr]">
      <div className="flex flex-col gap-5">
        <Section title="Description">
          <Prose text={job.description} />
        </Section>
        {job.otherRequirements && (
          <Section title="Other requirements">
            <Prose text={job.otherRequirements} />
          </Section>
        )}
        {job.benefits && (
          <Section title="Benefits">
            <Prose text={job.benefits} />
          </Section>
        )}
      </div>
      <Section title="Summary">
        <Facts of={facts.filter(([, value]) => value !== undefined && value !== '')} />
      </Section>
    </div>
  );
}

function Prose({ text }: { readonly text: string | undefined }) {
  if (!text) return <p className="text-soft">No description yet.</p>;
  return (
    <p dir="auto" className="whitespace-pre-line">
      {text}
    </p>
  );
}

function skillsOf(skills: readonly string[] = []): ReactNode {
  if (skills.length === 0) return undefined;
  return (
    <span className="flex flex-wrap gap-1">
      {skills.map((skill) => (
        <Badge key={skill}>{skill}</Badge>
      ))}
    </span>
  );
}
