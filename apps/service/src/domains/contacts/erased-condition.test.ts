import { startTestService, type TestCompany, type TestService } from '@parley/testing/service.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

let service: TestService;
let company: TestCompany;
beforeAll(async () => {
  service = await startTestService();
});
beforeEach(async () => {
  company = await service.newCompany();
});
afterAll(() => service.stop());

const maria = {
  firstName: 'Maria',
  lastName: 'Küng',
  email: 'Maria.Kueng@example.com',
  phoneNumber: '+15005557401',
  gdprExpiryDate: '2099-12-31',
};
const create = async (more: object = {}): Promise<string> =>
  (await company.api.post('/contacts', { ...maria, ...more })).body.id;
const erase = (id: string) => company.api.delete(`/contacts/${id}`);
const segment = async (conditions: readonly object[], match = 'all'): Promise<string> =>
  (await company.api.post('/contact-segments', { name: `Segment ${match}`, filter: { match, conditions } }))
    .body.id;
const conditionsOf = async (id: string) =>
  (await company.api.get(`/contact-segments/${id}`)).body.filter.conditions;
const view = async (where: object) => {
  await company.api.post('/contact-views', { name: 'One person', columns: ['email'], where });
  return async () => (await company.api.get('/contact-views')).body.data[0];
};
const foundBy = async (segmentId: string): Promise<string[]> =>
  (await company.api.get(`/contacts?segmentId=${segmentId}`)).body.data.map(({ id }: { id: string }) => id);

test('the number, address and name of a deleted contact are replaced in segments, which then find nobody new', async () => {
  await company.api.post('/contact-fields', { key: 'referrer', label: 'Referrer', dataType: 'string' });
  const id = await create();
  const others = await create({
    firstName: 'Urs',
    lastName: 'Vogt',
    email: 'urs@example.com',
    phoneNumber: '+15005557402',
  });
  const segmentId = await segment(
    [
      { on: 'email', contains: 'maria.kueng@example.com' },
      { on: 'phoneNumber', contains: '500 555 7401' },
      { on: 'field', key: 'referrer', anyOf: ['Maria Kung', 'Somebody else'] },
    ],
    'any',
  );
  const except = await segment([{ on: 'email', contains: 'maria.kueng@example.com', not: true }]);
  expect(await foundBy(segmentId)).toEqual([id]);
  await erase(id);
  expect(await conditionsOf(segmentId)).toEqual([
    { on: 'email', contains: '[erased]' },
    { on: 'phoneNumber', contains: '[erased] 99999999999999999999' },
    { on: 'field', key: 'referrer', anyOf: ['[erased]', 'Somebody else'] },
  ]);
  expect(await foundBy(segmentId)).toEqual([]);
  expect(await foundBy(except)).toEqual([others]);
  const { data } = (await company.api.get(`/erasure-receipts?contactId=${id}`)).body;
  expect(data).toMatchObject([{ erased: { filters: 2 } }]);
});

test('a saved view that searched for a deleted contact keeps its columns, finds nobody, and can still be changed', async () => {
  const id = await create();
  const saved = await view({
    search: ' KÜNG  maria',
    phoneNumber: '+1 500 555 7401',
    filter: { conditions: [{ on: 'email', contains: 'maria.kueng@example.com' }] },
  });
  await erase(id);
  const shown = await saved();
  expect(shown).toMatchObject({
    columns: ['email'],
    where: {
      search: '[erased]',
      phoneNumber: '[erased] 99999999999999999999',
      filter: { conditions: [{ on: 'email', contains: '[erased]' }] },
    },
  });
  expect((await company.api.post('/contacts/search', shown.where)).body.total).toBe(0);
  const again = await company.api.patch(`/contact-views/${shown.id}`, { where: shown.where });
  expect(again.status).toBe(200);
});

test('what another contact has too, and what is only a part, stays in segments and views', async () => {
  const id = await create();
  await create({ email: 'other@example.com' });
  const conditions = [
    { on: 'phoneNumber', contains: '5005557401' },
    { on: 'phoneNumber', contains: '+1500' },
    { on: 'email', contains: '@example.com' },
    { on: 'tag', anyOf: ['maria küng'] },
  ];
  const segmentId = await segment(conditions);
  const saved = await view({ search: 'maria' });
  await erase(id);
  expect(await conditionsOf(segmentId)).toEqual(conditions);
  expect((await saved()).where).toEqual({ search: 'maria' });
});

test("a contact's filters are those of its own company", async () => {
  const another = await service.newCompany();
  await another.api.post('/contact-views', { name: 'Theirs', where: { search: 'Maria Küng' } });
  await erase(await create());
  expect((await another.api.get('/contact-views')).body.data).toMatchObject([
    { where: { search: 'Maria Küng' } },
  ]);
});
