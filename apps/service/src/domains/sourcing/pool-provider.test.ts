import type { NewSourcing } from '@parley/contract/sourcing.ts';
import { testDatabase } from '@parley/testing/database.ts';
import { everybody, keepsTheContract } from '@parley/testing/provider-contract.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Scope } from '../../storage/scope.ts';
import { createCompany } from '../companies/company.actions.ts';
import { criteriaOf } from './criteria.model.ts';
import { poolProvider } from './pool-provider.actions.ts';
import { uploadProfiles } from './profile.actions.ts';

let store: Awaited<ReturnType<typeof testDatabase>>;
let scope: Scope;
beforeAll(async () => {
  store = await testDatabase();
  const { id } = await createCompany(store.database, null, { name: 'Acme' });
  scope = store.database.within(id, { kind: 'system', id: 'test' });
  await uploadProfiles(scope, everybody);
});
afterAll(() => store.close());

keepsTheContract(() => ({ provider: poolProvider, scope }));

const found = async (wanted: NewSourcing) =>
  (
    await poolProvider.search(scope, {
      requestId: 'req_1',
      criteria: criteriaOf(wanted, undefined),
      isPreview: false,
    })
  ).profiles.map(({ profileId }) => profileId);

test.each([
  ['a skill under another name', { title: 'x', requiredSkills: ['Kubernetes'] }, 'maria'],
  ['a title with another word for the occupation', { title: 'Backend Programmer' }, 'tom'],
  ['a title in another language', { title: 'Krankenschwester' }, 'ines'],
  ['an unknown skill by its words', { title: 'x', requiredSkills: ['Billing'] }, 'maria'],
  ['a skill that only the description mentions', { title: 'x', description: 'You know k8s.' }, 'maria'],
])('the talent pool can be searched by %s', async (_words, wanted, profileId) => {
  expect(await found(wanted)).toContain(profileId);
});

test('in a search of the talent pool, full matches come first, and among them those in the same town', async () => {
  const wanted = { title: 'Backend Engineer', requiredSkills: ['JavaScript'], location: 'Praha' };
  expect(await found(wanted)).toEqual(['tom', 'maria']);
});

test.each(['O\'Brien\'s \\ "skill" & | ! ( ) :* <->', "'", '\\', '!!!', '日本語', 'x'.repeat(500)])(
  'search words for the talent pool cannot change the SQL query: %s',
  async (text) => {
    expect(await found({ title: text, requiredSkills: [text], location: text, description: text })).toEqual(
      [],
    );
  },
);
