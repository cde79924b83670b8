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

describe('a job', () => {
  test('is sent without what was left empty, and with numbers as people write them', () => {
    const draft = { ...draftOf(), title: 'Clerk', salaryMin: '30 000', salaryMax: "36'000", currency: 'chf' };
    expect(newJobOf(draft)).toEqual({
      title: 'Clerk',
      status: 'OPEN',
      salary: { min: 30_000, max: 36_000, currency: 'CHF' },
    });
  });

  test('leaves a number that is none for the service to refuse', () => {
    expect(newJobOf({ ...draftOf(), salaryMin: 'much' })).toMatchObject({ salary: { min: 'much' } });
  });

  test('that was only looked at changes nothing', () => {
    expect(changesOf(draftOf(job), draftOf(job))).toEqual({});
  });

  test('is changed as far as it was, a part such as the place as a whole', () => {
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
