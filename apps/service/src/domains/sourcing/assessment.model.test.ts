import type { NewProfile, NewSourcing } from '@parley/contract/sourcing.ts';
import { people } from '@parley/testing/sourcing-people.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { scoreByRules } from './assessment.model.ts';
import { criteriaOf } from './criteria.model.ts';
import { readProfile } from './profile.model.ts';

async function assess(wanted: NewSourcing, profile: NewProfile) {
  const [assessment] = await scoreByRules(criteriaOf(wanted, undefined), [readProfile(profile, 'p')]);
  if (!assessment) throw new Error('Nobody was judged');
  return assessment;
}

test('a required skill is found in a profile under any of its names', async () => {
  const wanted = { title: 'Engineer', requiredSkills: ['Kubernetes'] };
  const { fitPoints, redFlags } = await assess(wanted, { name: 'A', skills: ['k8s'] });
  expect(fitPoints).toContain('Lists 1 of 1 required skills: Kubernetes.');
  expect(redFlags).not.toContain('Does not mention Kubernetes.');
});

test('required skills that a profile lacks are reported as not mentioned, rather than as missing', async () => {
  const { redFlags } = await assess(
    { title: 'Welder', requiredSkills: ['Welding', 'Forklift'] },
    { name: 'A' },
  );
  expect(redFlags).toEqual([
    'Does not mention Welding and Forklift licence.',
    'The profile names no role.',
    'The profile lists no positions in detail.',
  ]);
});

test('listed skills score higher than skills mentioned in text, and those higher than none', async () => {
  const wanted = { title: 'Engineer', requiredSkills: ['PostgreSQL'] };
  const base = { name: 'A', currentRole: 'Engineer' };
  const held = (highlights: string[]) => ({
    ...base,
    detailedExperience: [{ role: 'Engineer', highlights }],
  });
  const scores = [
    await assess(wanted, { ...base, skills: ['postgres'] }),
    await assess(wanted, held(['Kept Postgres alive'])),
    await assess(wanted, held(['Kept plants alive'])),
  ].map(({ matchScore }) => matchScore);
  expect(scores).toEqual([...scores].sort((a, b) => b - a));
  expect(new Set(scores).size).toBe(3);
});

test('a candidate in the town of the job scores highest, then one in the same country, then others', async () => {
  const wanted = { title: 'Nurse', location: 'Lisboa, Portugal' };
  const from = (location: string) => assess(wanted, { name: 'A', currentRole: 'Nurse', location });
  const [town, country, other] = [
    await from('Lisboa'),
    await from('Porto, Portugal'),
    await from('Oslo, Norway'),
  ];
  expect(town.matchScore).toBeGreaterThan(country.matchScore);
  expect(country.matchScore).toBeGreaterThan(other.matchScore);
  expect(other.redFlags).toContain('Is in Oslo, Norway; Lisboa, Portugal is sought.');
});

test('for remote work the location of a candidate does not matter', async () => {
  const { redFlags } = await assess(
    { title: 'Nurse', location: 'Remote' },
    { name: 'A', currentRole: 'Nurse', location: 'Oslo' },
  );
  expect(redFlags.join()).not.toContain('Oslo');
});

test('a junior title is a red flag for a senior job', async () => {
  const { redFlags } = await assess({ title: 'Senior Backend Engineer' }, people.tom);
  expect(redFlags).toContain('"Junior Backend Developer" is a junior title; senior is sought.');
});

test('only positions with a matching title or skill are listed as relevant for the job', async () => {
  const { detailedRationale } = await assess(
    { title: 'Backend Engineer', requiredSkills: ['PostgreSQL'] },
    people.maria,
  );
  expect(detailedRationale.map(({ title, company, duration }) => [title, company, duration])).toEqual([
    ['Backend Developer', 'Nordwind', '2019 – 2023'],
  ]);
});

test('a past position of a candidate is not reported as the current one', async () => {
  const { fitPoints } = await assess(
    { title: 'Baker' },
    { name: 'A', currentCompany: 'Elsewhere', detailedExperience: [{ role: 'Baker' }] },
  );
  expect(fitPoints).toEqual(['The profile speaks of "Baker", the role of "Baker".']);
});

test('for a job without required skills the skills in its description count', async () => {
  const wanted = { title: 'Engineer', description: 'We build on Postgres and Kubernetes.' };
  expect((await assess(wanted, people.maria)).fitPoints[0]).toBe(
    'Lists 2 of 2 skills that the search speaks of: PostgreSQL and Kubernetes.',
  );
});

test('candidate scores are whole numbers from 0 to 100, and equal for equal input', async () => {
  const text = fc.string({ minLength: 1, maxLength: 40, unit: 'grapheme' });
  const profile = fc.record(
    { name: text, headline: text, location: text, country: text, currentRole: text, skills: fc.array(text) },
    { requiredKeys: ['name'] },
  );
  const wanted = fc.record(
    { title: text, description: text, requiredSkills: fc.array(text), location: text },
    { requiredKeys: ['title'] },
  );
  await fc.assert(
    fc.asyncProperty(wanted, profile, async (search, somebody) => {
      const { matchScore } = await assess(search, somebody);
      expect(Number.isInteger(matchScore) && matchScore >= 0 && matchScore <= 100).toBe(true);
      expect((await assess(search, somebody)).matchScore).toBe(matchScore);
    }),
  );
});
