import { importedRow, importsOf } from '@parley/testing/contact-imports.ts';
import { type Api, startTestService, type TestService } from '@parley/testing/service.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

let service: TestService;
let api: Api;
beforeAll(async () => {
  service = await startTestService({ roles: ['api'] });
});
afterAll(() => service.stop());
beforeEach(async () => {
  ({ api } = await service.newCompany({ defaultCountry: 'CH' }));
});

const { create, start, send } = importsOf(() => api);

test('two people of a file who share a number are both imported, with a notice that names the other', async () => {
  const id = await start();
  const couple = [
    importedRow(8, { email: undefined }),
    importedRow(9, { firstName: 'Jürg', email: 'juerg@example.com' }),
    importedRow(10, { firstName: 'MÁRIA ', lastName: 'keller', email: undefined }),
    importedRow(11, { firstName: 'N/A', email: undefined }),
    importedRow(12, { firstName: 'Georg', email: 'Juerg@example.com' }),
  ];
  const { body } = await api.post('/contact-imports/preview', { gdprExpiryDate: '2099-12-31', rows: couple });
  const rows = await send(id, ...couple);
  for (const found of [body.rows, rows])
    expect(found).toMatchObject([
      { result: 'created' },
      { result: 'created', sameNumberAs: { line: 8, name: 'Maria Keller' } },
      { result: 'skipped', sameAsLine: 8 },
      { result: 'skipped', sameAsLine: expect.any(Number) },
      { result: 'skipped', sameAsLine: 9 },
    ]);
  expect(rows[0]).not.toHaveProperty('sameNumberAs');
  expect((await api.get('/contacts')).body.total).toBe(2);
});

test('a row with the number of a contact with another name is imported, with a notice that names the contact', async () => {
  const known = await create({ email: undefined });
  const [other, same] = await send(
    await start(),
    importedRow(2, { firstName: 'Paul', email: undefined }),
    importedRow(3, { firstName: 'María', email: undefined }),
  );
  expect(other).toMatchObject({
    result: 'created',
    sameNumberAs: { contactId: known.id, name: 'Maria Keller' },
  });
  expect(same).toMatchObject({ result: 'skipped', contactId: known.id });
});

test('by number alone, the same number and e-mail address are still the same person under another name', async () => {
  const known = await create();
  const id = await start({ matchBy: ['phoneNumber'] });
  const [renamed] = await send(id, importedRow(2, { lastName: 'Novak' }));
  expect(renamed).toMatchObject({ result: 'skipped', contactId: known.id });
});
