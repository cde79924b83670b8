import { startTestService, type TestCompany, type TestService, UNKNOWN } from '@parley/testing/service.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

let service: TestService;
let company: TestCompany;
beforeAll(async () => {
  service = await startTestService({ roles: ['api'] });
});
afterAll(() => service.stop());
beforeEach(async () => {
  company = await service.newCompany();
});

const define = (more: object = {}) =>
  company.api.post('/contact-fields', { key: 'shade', label: 'Shade', dataType: 'string', ...more });
const defined = async (more: object = {}) => (await define(more)).body;
const change = (id: string, changes: object) => company.api.patch(`/contact-fields/${id}`, changes);
const catalog = async () => (await company.api.get('/contact-fields?limit=100')).body.data;
const seeded = async (wanted: string) =>
  (await catalog()).find(
    ({ key, isSystem }: { key: string; isSystem: boolean }) => key === wanted && isSystem,
  );

test('a contact field is returned as it was defined, with defaults for omitted properties', async () => {
  const { status, body } = await define({ description: 'Of the front door', csvAliases: ['Colour'] });
  expect(status).toBe(201);
  expect(body).toEqual({
    id: expect.any(String),
    key: 'shade',
    label: 'Shade',
    dataType: 'string',
    category: 'custom',
    isPii: false,
    isSystem: false,
    allowPiiInContext: false,
    inEssentialPromptSet: false,
    displayOrder: 10,
    isCompanyOverride: false,
    readOnly: false,
    writable: true,
    csvAliases: ['Colour'],
    description: 'Of the front door',
  });
  expect((await catalog()).at(-1)).toEqual(body);
});

test.each<[words: string, more: object, error: string]>([
  [
    'with a key in capital letters',
    { key: 'Shade' },
    'key is not valid: use lower-case letters, digits and underscores, up to 64, and begin with a letter',
  ],
  ['with a blank label', { label: ' ' }, 'label must not be blank'],
  [
    'with an unknown type',
    { dataType: 'list' },
    'dataType must be one of string, number, date, bool, enum, tags',
  ],
  ['with a category', { category: 'identity' }, 'category is not a known property'],
  [
    'with a label of 301 characters',
    { description: 'x'.repeat(301) },
    'description must NOT have more than 300 characters',
  ],
  [
    'of type enum without options',
    { dataType: 'enum' },
    'enumOptions must name at least one option of an enum',
  ],
  [
    'with a removed property',
    { includeInContactContext: true },
    'includeInContactContext is not a known property',
  ],
  [
    'with an agent permission although it is not personal',
    { allowPiiInContext: true },
    'allowPiiInContext needs isPii to be true',
  ],
  [
    'with a denied agent permission although it is not personal',
    { allowPiiInContext: false },
    'allowPiiInContext needs isPii to be true',
  ],
])('a contact field %s is refused', async (_words, more, error) => {
  const { status, body } = await define(more);
  expect(status).toBe(400);
  expect(body.errors).toEqual([error]);
  expect(await catalog()).toHaveLength(36);
});

test.each<[words: string, changes: object, error: string]>([
  ['the key', { key: 'tone' }, 'key is not a known property'],
  [
    'the type to enum without options',
    { dataType: 'enum' },
    'enumOptions must name at least one option of an enum',
  ],
  [
    'the agent visibility by a removed property',
    { includeInContactContext: false },
    'includeInContactContext is not a known property',
  ],
  [
    'the agent permission when it is not personal',
    { allowPiiInContext: true },
    'allowPiiInContext needs isPii to be true',
  ],
  [
    'a denied agent permission when it is not personal',
    { allowPiiInContext: false },
    'allowPiiInContext needs isPii to be true',
  ],
])('changing %s of a contact field is refused', async (_words, changes, error) => {
  const field = await defined();
  const { status, body } = await change(field.id, changes);
  expect(status).toBe(400);
  expect(body.errors).toEqual([error]);
  expect((await catalog()).at(-1)).toEqual(field);
});

test('changing a contact field changes only the properties that are sent', async () => {
  const field = await defined({ isPii: true, description: 'Of the front door' });
  const { status, body } = await change(field.id, { allowPiiInContext: true, displayOrder: 2.5 });
  expect(status).toBe(200);
  expect(body).toEqual({ ...field, allowPiiInContext: true, displayOrder: 2.5 });
});

test('a contact field that is no longer personal loses the permission to be shown to agents', async () => {
  const field = await defined({ isPii: true, allowPiiInContext: true });
  expect((await change(field.id, { isPii: false })).body).toMatchObject({
    isPii: false,
    allowPiiInContext: false,
  });
});

test('a field changed from enum to another type loses its options, and contacts keep their values', async () => {
  const field = await defined({ dataType: 'enum', enumOptions: ['Light', 'Dark'] });
  const contact = (
    await company.api.post('/contacts', {
      firstName: 'Maria',
      lastName: 'Keller',
      email: 'maria@example.com',
      gdprExpiryDate: '2099-12-31',
      fields: { shade: 'Dark' },
    })
  ).body;
  expect((await change(field.id, { dataType: 'number' })).body).not.toHaveProperty('enumOptions');
  expect((await change(field.id, { dataType: 'enum' })).status).toBe(400);
  expect((await company.api.get(`/contacts/${contact.id}`)).body.fields).toEqual({ shade: 'Dark' });
  const refused = await company.api.patch(`/contacts/${contact.id}`, { fields: { shade: 'Light' } });
  expect(refused.status).toBe(422);
  expect(refused.body.errors).toEqual(['fields.shade must be a number']);
});

test('a built-in contact field cannot be changed, in any spelling of its id', async () => {
  const { id } = await seeded('department');
  for (const spelling of [id, id.toUpperCase()]) {
    expect((await change(spelling, { label: 'X' })).status).toBe(403);
    expect((await company.api.delete(`/contact-fields/${spelling}`)).status).toBe(403);
  }
});

test('an unknown contact field, one of another company and a deleted one are not found', async () => {
  const other = await service.newCompany();
  const field = await defined();
  expect((await change(UNKNOWN, { label: 'X' })).status).toBe(404);
  expect((await change('shade', { label: 'X' })).status).toBe(404);
  expect((await other.api.patch(`/contact-fields/${field.id}`, { label: 'X' })).status).toBe(404);
  expect((await other.api.delete(`/contact-fields/${field.id}`)).status).toBe(404);
  expect((await company.api.delete(`/contact-fields/${field.id}`)).status).toBe(204);
  expect((await company.api.delete(`/contact-fields/${field.id}`)).status).toBe(404);
});

test("a company's field replaces the built-in field of the same key until it is deleted", async () => {
  const before = await seeded('department');
  const own = await defined({ key: 'department', dataType: 'tags' });
  expect(own).toMatchObject({ isCompanyOverride: true, isSystem: false });
  expect(await seeded('department')).toBeUndefined();
  expect((await define({ key: 'department' })).status).toBe(409);
  await company.api.delete(`/contact-fields/${own.id}`);
  expect(await seeded('department')).toEqual(before);
});

test.each([
  'first_name',
  'last_name',
  'email',
  'phone',
  'company_name',
  'company_description',
  'agent_name',
  'profile',
])('the contact field key %s is reserved and accepts no value', async (key) => {
  expect(await seeded(key)).toMatchObject({ writable: false });
  expect((await define({ key })).status).toBe(409);
  const { status, body } = await company.api.post('/contacts', {
    firstName: 'Maria',
    lastName: 'Keller',
    email: 'maria@example.com',
    gdprExpiryDate: '2099-12-31',
    fields: { [key]: 'x' },
  });
  expect(status).toBe(422);
  expect(body.errors).toEqual([`fields.${key} is set by the platform and takes no value`]);
});

test('when concurrent requests define the same new field, only values of the type it gets are stored', async () => {
  const send = (fields: object) =>
    company.api.post('/contacts?createMissingFields=true', {
      firstName: 'Maria',
      lastName: 'Keller',
      email: 'maria@example.com',
      gdprExpiryDate: '2099-12-31',
      fields,
    });
  const rounds = Array.from({ length: 10 }, (_, i) => `fresh_${i}`);
  for (const key of rounds) {
    const answers = await Promise.all(
      ['7', 7, true, ['7'], '2031-12-24'].map((value) => send({ [key]: value })),
    );
    const field = (await catalog()).find((one: { key: string }) => one.key === key);
    const kept = answers.filter(({ status }) => status === 201).map(({ body }) => body.fields[key]);
    expect(kept.length).toBeGreaterThan(0);
    const types = { string: 'string', number: 'number', bool: 'boolean', tags: 'object', date: 'string' };
    expect(new Set(kept.map((value) => typeof value))).toEqual(
      new Set([types[field.dataType as keyof typeof types]]),
    );
    expect(answers.every(({ status }) => status === 201 || status === 422)).toBe(true);
  }
});

test('a field of the company has the category custom, also one that replaces a built-in field', async () => {
  await defined({ key: 'own_one', displayOrder: 5 });
  const field = await defined({ key: 'department', label: 'Team', displayOrder: 4 });
  expect(field).toMatchObject({ category: 'custom', isCompanyOverride: true, isSystem: false });
  const last = (await catalog()).slice(-2).map(({ key, category }: typeof field) => [key, category]);
  expect(last).toEqual([
    ['department', 'custom'],
    ['own_one', 'custom'],
  ]);
  await company.api.delete(`/contact-fields/${field.id}`);
  const seeded = (await catalog()).find(({ key }: typeof field) => key === 'department');
  expect(seeded).toMatchObject({ category: 'organisation', isCompanyOverride: false });
});

test('the field timezone may only be text or one of several, so that it can be filled', async () => {
  const zone = { key: 'timezone', label: 'Zone' };
  const refused = ['dataType of timezone must be string or enum: its values are IANA names of time zones'];
  for (const dataType of ['number', 'date', 'bool', 'tags']) {
    const { status, body } = await company.api.post('/contact-fields', { ...zone, dataType });
    expect([status, body.errors]).toEqual([400, refused]);
  }
  const field = await defined({ ...zone, dataType: 'enum', enumOptions: ['Europe/Zurich'] });
  const changed = await company.api.patch(`/contact-fields/${field.id}`, { dataType: 'tags' });
  expect([changed.status, changed.body.errors]).toEqual([400, refused]);
  expect((await company.api.patch(`/contact-fields/${field.id}`, { dataType: 'string' })).status).toBe(200);
});

test('a field that replaces a personal built-in field is personal too, unless the request says otherwise', async () => {
  const shadow = { key: 'date_of_birth', label: 'Birthday', dataType: 'date' };
  const silent = await defined({ ...shadow, allowPiiInContext: true });
  expect(silent).toMatchObject({ isPii: true, allowPiiInContext: true, isCompanyOverride: true });
  await company.api.delete(`/contact-fields/${silent.id}`);
  expect(await defined({ ...shadow, isPii: false })).toMatchObject({ isPii: false });
  expect(await defined({ key: 'department', label: 'Team' })).toMatchObject({ isPii: false });
});
