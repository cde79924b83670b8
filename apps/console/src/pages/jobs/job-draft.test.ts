import { describe, expect, test } from 'vitest';
import { changesOf, draftOf, newJobOf } from './job-draft.ts';

const job = {
  title: 'Warehouse clerk',
  status: 'OPEN' as const,
  benefits: 'Coffee',
  requiredSkills: ['Forklift'],
  location: { city: 'Brno', countryCode: 'CZ' },
  metadata: {},
};

describe('jobs', () => {
  test('a job is sent without empty values, and with parsed numbers', () => {
    const draft = { ...draftOf(), title: 'Clerk', salaryMin: '30 000', salaryMax: "36'000", currency: 'chf' };
    expect(newJobOf(draft)).toEqual({
      title: 'Clerk',
      status: 'OPEN',
      salary: { min: 30_000, max: 36_000, currency: 'CHF' },
    });
  });

  test('an invalid number in a job is sent as it is, for the service to refuse', () => {
    expect(newJobOf({ ...draftOf(), salaryMin: 'much' })).toMatchObject({ salary: { min: 'much' } });
  });

  test('saving an unchanged job sends nothing', () => {
    expect(changesOf(draftOf(job), draftOf(job))).toEqual({});
  });

  test('saving an edited job sends only its changes, and nested parts as a whole', () => {
    const was = draftOf(job);
    const draft = { ...was, title: 'Clerk', benefits: '', requiredSkills: [], city: 'Plzeň' };
    expect(changesOf(draft, was)).toEqual({
      title: 'Clerk',
      benefits: '',
      requiredSkills: [],
      location: { city: 'Plzeň', countryCode: 'CZ' },
    });
    expect(changesOf({ ...was, city: '', countryCode: '' }, was)).toEqual({ location: {} });
  });
});
