import type { Choice } from '../../kit/field.tsx';
import { stateWords } from '../../kit/status.tsx';

const choices = (...values: readonly string[]): readonly Choice[] =>
  values.map((value) => ({ value, words: stateWords(value) }));

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
