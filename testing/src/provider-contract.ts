import type { NewProfile, NewSourcing } from '@parley/contract/sourcing.ts';
import { criteriaOf } from '@parley/service/domains/sourcing/criteria.model.ts';
import { MOST_FOUND, type SourcingProvider } from '@parley/service/domains/sourcing/provider.model.ts';
import type { Scope } from '@parley/service/storage/scope.ts';
import { expect, test } from 'vitest';
import { people } from './sourcing-people.ts';

export interface OpenProvider {
  readonly provider: SourcingProvider;
  readonly scope: Scope;
}

/** What any provider must keep, whoever is behind it: it knows the people of sourcing-people.ts and many forklift drivers. */
export function keepsTheContract(open: () => OpenProvider): void {
  const search = (wanted: NewSourcing, isPreview = false) => {
    const { provider, scope } = open();
    return provider.search(scope, {
      requestId: 'req_contract',
      criteria: criteriaOf(wanted, undefined),
      isPreview,
    });
  };
  const enrich = (...profileIds: string[]) => {
    const { provider, scope } = open();
    return provider.enrich(scope, {
      requestId: 'req_contract',
      sought: profileIds.map((profileId) => ({ profileId })),
    });
  };

  test('a person with the wanted skill is found, with only the data that the provider knows', async () => {
    const { profiles, total } = await search({ title: 'Nurse', requiredSkills: ['First aid'] });
    expect(total).toBe(1);
    expect(profiles).toEqual([
      {
        profileId: 'ines',
        name: 'Inês Silva',
        headline: null,
        location: 'Lisboa',
        country: 'Portugal',
        currentCompany: null,
        companyUrl: null,
        currentRole: 'Nurse',
        skills: ['First aid'],
        emails: ['ines@example.com'],
        phones: [],
        professionalProfileUrl: null,
        detailedExperience: [],
      },
    ]);
  });

  test('a search returns no person twice', async () => {
    const ids = (await search({ title: 'Backend Developer', requiredSkills: ['JavaScript'] })).profiles.map(
      ({ profileId }) => profileId,
    );
    expect(ids).toContain('tom');
    expect(new Set(ids).size).toBe(ids.length);
  });

  test('a search that nobody matches finds nobody', async () => {
    expect(await search({ title: 'Glassblower', requiredSkills: ['Glassblowing'] })).toEqual({
      profiles: [],
      total: 0,
    });
  });

  test('a search with many matches returns a limited number and the total', async () => {
    const found = await search({ title: 'Forklift driver', requiredSkills: ['Forklift'] });
    expect([found.profiles.length, found.total]).toEqual([MOST_FOUND, MOST_FOUND + 50]);
  });

  test('a preview finds the same people as a search', async () => {
    const wanted = { title: 'Nurse', requiredSkills: ['First aid'] };
    const names = (await search(wanted, true)).profiles.map(({ profileId }) => profileId);
    expect(names).toEqual((await search(wanted)).profiles.map(({ profileId }) => profileId));
  });

  test('enrichment returns a result for each person in order, and reports unknown ones', async () => {
    const answers = await enrich('nobody', 'maria');
    expect(answers.map(({ profileId, failureReason }) => [profileId, failureReason === null])).toEqual([
      ['nobody', false],
      ['maria', true],
    ]);
    expect(answers[1]).toMatchObject({ emails: ['maria.keller@example.com'], phones: ['+41446681800'] });
    expect(answers[1]?.detailedExperience[1]).toEqual({
      role: 'Barista',
      company: 'Café Blau',
      duration: null,
      highlights: [],
    });
  });

  test('a contact is enriched with the data that the provider knows', async () => {
    const { provider, scope } = open();
    const known = { name: 'Maria Keller', emails: ['MARIA.KELLER@example.com'], phones: [] };
    const [answer] = await provider.enrich(scope, {
      requestId: 'req_contract',
      sought: [{ profileId: 'c1', known }],
    });
    expect(answer).toMatchObject({ profileId: 'c1', phones: ['+41446681800'], failureReason: null });
  });
}

/** More than one search may bring. */
const crowd: readonly NewProfile[] = Array.from({ length: MOST_FOUND + 50 }, (_, i) => ({
  profileId: `driver-${i}`,
  name: `Driver ${i}`,
  currentRole: 'Forklift driver',
  skills: ['Forklift licence'],
}));

export const everybody: readonly NewProfile[] = [...Object.values(people), ...crowd];
