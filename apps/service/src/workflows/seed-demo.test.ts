import { permissions } from '@parley/contract/api-key.ts';
import { testDatabase } from '@parley/testing/database.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readUsage } from '../domains/billing/account.actions.ts';
import { createCompany, firstCompanyNamed } from '../domains/companies/company.actions.ts';
import type { Company } from '../domains/companies/company.model.ts';
import { sql } from '../storage/sql.ts';
import { seedDemo, seedFirstStart } from './seed-demo.ts';

const pepper = 'a-pepper-for-tests-of-at-least-32-characters';
const actor = { kind: 'system', id: 'test' } as const;

type Store = Awaited<ReturnType<typeof testDatabase>>;
let store: Store;
beforeAll(async () => {
  store = await testDatabase();
});
afterAll(() => store.close());

const count = async ({ database }: Store) =>
  await database.first(
    sql`select (select count(*) from companies) as companies, (select count(*) from api_keys) as keys`,
  );

test('several processes that start on an empty installation create one demo company', async () => {
  const seeds = await Promise.all([1, 2, 3, 4, 5].map(() => seedFirstStart(store.database, pepper)));
  expect(seeds.filter(Boolean)).toMatchObject([{ key: expect.stringMatching(/^sk_test_[\w-]{43}$/) }]);
  expect(await count(store)).toEqual({ companies: 1, keys: 1 });
});

test('the demo company has a trial of a thousand minutes and a test key with every scope', async () => {
  const { id } = (await firstCompanyNamed(store.database, 'Demo')) as Company;
  expect(await readUsage(store.database.within(id, actor))).toMatchObject({
    status: 'trialing',
    included: 1000,
  });
  const keys = await store.database.all(
    sql`select environment, scopes from api_keys where company_id = ${id}`,
  );
  expect(keys).toEqual([{ environment: 'test', scopes: [...permissions] }]);
});

test('requesting the demo again returns the same company with another key', async () => {
  const [one, two] = [await seedDemo(store.database, pepper), await seedDemo(store.database, pepper)];
  expect(two.company.id).toBe(one.company.id);
  expect(two.key).not.toBe(one.key);
});

test('an installation that has a company gets no demo company', async () => {
  const other = await testDatabase();
  await createCompany(other.database, null, { name: 'Acme' });
  expect(await seedFirstStart(other.database, pepper)).toBeUndefined();
  expect(await count(other)).toEqual({ companies: 1, keys: 0 });
  await other.close();
});

test("a customer's company with the name Demo is not used as the demo company", async () => {
  const other = await testDatabase();
  const theirs = await createCompany(other.database, other.database.newId(), { name: 'Demo' });
  expect((await seedDemo(other.database, pepper)).company.id).not.toBe(theirs.id);
  await other.close();
});
