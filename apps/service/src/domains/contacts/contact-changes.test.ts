import { testDatabase } from '@parley/testing/database.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Scope } from '../../storage/scope.ts';
import { createCompany } from '../companies/company.actions.ts';
import { history } from '../events/event.actions.ts';
import {
  changeContact,
  createContactOf,
  markDoNotCall,
  removeContact,
  setDoNotCall,
} from './contact.actions.ts';

const person = {
  firstName: 'Ada',
  lastName: 'Novak',
  phoneNumber: '+15005550000',
  gdprExpiryDate: '2099-12-31',
};

let store: Awaited<ReturnType<typeof testDatabase>>;
let scope: Scope;
beforeAll(async () => {
  store = await testDatabase();
  const company = await createCompany(store.database, null, { name: 'Acme' });
  scope = store.database.within(company.id, { kind: 'system', id: 'test' });
});
afterAll(() => store.close());

const nobody = async () => {
  throw new Error('Nobody was named');
};
const newContact = async () => (await createContactOf(scope, person, false, nobody)).id;

/** The ids of the contacts that pages were told of during the work. */
async function publishedDuring(work: () => Promise<unknown>): Promise<unknown[]> {
  const before = (await history(scope, 'console')).length;
  await work();
  const published = (await history(scope, 'console')).slice(before);
  return published.flatMap(({ type, data }) => ((type as string) === 'change.contact' ? [data.id] : []));
}

test('open console pages are notified when a contact is created', async () => {
  let id: string | undefined;
  const published = await publishedDuring(async () => {
    id = await newContact();
  });
  expect(published).toEqual([id]);
});

test('open console pages are notified when a contact is changed, set to do-not-call, allowed again or erased', async () => {
  const id = await newContact();
  expect(await publishedDuring(() => changeContact(scope, id, { lastName: 'Marsh' }, false))).toEqual([id]);
  expect(await publishedDuring(() => markDoNotCall(scope, id))).toEqual([id]);
  expect(await publishedDuring(() => setDoNotCall(scope, id, false))).toEqual([id]);
  expect(await publishedDuring(() => setDoNotCall(scope, id, true))).toEqual([id]);
  expect(await publishedDuring(() => removeContact(scope, id, async () => {}))).toEqual([id]);
});

test('a refused change of a contact notifies no console page', async () => {
  const id = await newContact();
  const refused = async () => {
    await expect(changeContact(scope, id, { phoneNumber: null }, false)).rejects.toThrow();
  };
  expect(await publishedDuring(refused)).toEqual([]);
});
