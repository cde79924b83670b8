import * as job from '@parley/contract/job.ts';
import type { Choice } from '../../kit/field.tsx';
import { stateWords } from '../../kit/status.tsx';

const choices = (values: readonly string[]): readonly Choice[] =>
  values.map((value) => ({ value, words: stateWords(value) }));

export const educations = choices(job.educations);
export const experiences = choices(job.experiences);
export const contractTypes = choices(job.contractTypes);
export const workModes = choices(job.workModes);
export const periods = choices(job.salaryPeriods);
export const proficiencies: readonly Choice[] = job.proficiencies.map((value) => ({
  value,
  words: value === 'NATIVE' ? 'Native' : value,
}));
export const jobStatuses = choices(job.jobStatuses);
