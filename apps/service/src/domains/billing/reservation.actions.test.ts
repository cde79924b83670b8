import { testDatabase } from '@parley/testing/database.ts';
import { somebodyWaits } from '@parley/testing/lock-wait.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Scope } from '../../storage/scope.ts';
import { createCompany } from '../companies/company.actions.ts';
import { openAccount, readUsage } from './account.actions.ts';
import { lockAccount } from './account.store.ts';
import { isExact } from './ledger.actions.ts';
import { lockHolds } from './ledger.store.ts';
import { trialPlan } from './price.model.ts';
import { divide, reserve, unreserve } from './reservation.actions.ts';

let store: Awaited<ReturnType<typeof testDatabase>>;
beforeAll(async () => {
  store = await testDatabase();
});
afterAll(() => store.close());

/** A company that has reserved ten minutes for a list of calls. */
async function reserved() {
  const company = await createCompany(store.database, null, { name: 'Acme' });
  const scope = store.database.within(company.id, { kind: 'system', id: 'test' });
  await openAccount(scope, trialPlan(100));
  const id = store.database.newId();
  await reserve(scope, id, 10);
  return { scope, id };
}

test.each<[string, (scope: Scope, id: string) => Promise<void>, number]>([
  ['growing', (scope, id) => reserve(scope, id, 5), 15],
  ['being divided', (scope, id) => divide(scope, id, [scope.newId()], 5), 10],
  ['being given back', (scope, id) => unreserve(scope, id), 0],
])(
  'a reservation that is %s waits for a change of the plan, and that never for it',
  async (_, work, held) => {
    const { scope, id } = await reserved();
    let working: Promise<void> | undefined;
    // In the order in which a change of the plan takes them.
    await scope.transaction(async (inside) => {
      await lockHolds(inside);
      working = work(scope, id);
      await somebodyWaits(store.database, working);
      await lockAccount(inside);
    });
    await working;
    expect((await readUsage(scope)).held).toBe(held);
    expect(await isExact(scope)).toBe(true);
  },
);
