import type { PlanDocument } from '@parley/call-engine/plan.ts';
import type { Job } from '../jobs/job.model.ts';
import { knownJob } from './known-data.model.ts';

const headings: readonly [property: string, heading: string][] = [
  ['description', 'Description'],
  ['benefits', 'Benefits'],
  ['requiredSkills', 'Required skills'],
  ['niceToHaveSkills', 'Nice to have'],
  ['languageRequirements', 'Languages'],
  ['education', 'Education'],
  ['experience', 'Experience'],
  ['contractType', 'Contract'],
  ['location.workMode', 'Work mode'],
  ['location', 'Location'],
  ['salary', 'Salary'],
  ['salary.period', 'Salary period'],
];

/** The job in words: what the agent may say when the contact asks about it. */
export function jobDocument(job: Job): PlanDocument {
  const known = knownJob(job);
  const chapters = headings.flatMap(([property, heading]) => {
    const value = known[property];
    if (value === undefined) return [];
    const text = Array.isArray(value) ? value.map((entry) => `- ${entry}`).join('\n') : String(value);
    return [`## ${heading}\n\n${text}`];
  });
  return { id: 'job', title: job.title, text: `${[`# ${job.title}`, ...chapters].join('\n\n')}\n` };
}
