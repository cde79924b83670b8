import { startTestService, type TestCompany, type TestService } from '@parley/testing/service.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

let service: TestService;
let company: TestCompany;
beforeAll(async () => {
  service = await startTestService();
  company = await service.newCompany({ defaultCountry: 'CH', timezone: 'Europe/Zurich' });
});
afterAll(() => service.stop());

const person = (more: object = {}) => ({
  firstName: 'Maria',
  lastName: 'Keller',
  email: 'maria@example.com',
  gdprExpiryDate: '2099-12-31',
  ...more,
});
const create = async (more: object = {}, api = company.api) =>
  (await api.post('/contacts', person(more))).body;
const idsOf = (answer: { body: { data: readonly { id: string }[] } }) => answer.body.data.map(({ id }) => id);

describe('tags', () => {
  test('tags are kept in lower case, each once, and can be replaced', async () => {
    const contact = await create({ tags: ['VIP', ' vip ', 'Renewal  2026'] });
    expect(contact.tags).toEqual(['renewal 2026', 'vip']);
    const changed = await company.api.patch(`/contacts/${contact.id}`, { tags: ['gold', 'vip'] });
    expect(changed.body.tags).toEqual(['gold', 'vip']);
    expect((await company.api.patch(`/contacts/${contact.id}`, { lastName: 'Novak' })).body.tags).toEqual([
      'gold',
      'vip',
    ]);
    expect((await company.api.get(`/contacts/${contact.id}`)).body.tags).toEqual(['gold', 'vip']);
    expect((await company.api.patch(`/contacts/${contact.id}`, { tags: [] })).body.tags).toEqual([]);
  });

  test('tags are listed with the number of their contacts, also by a part of them', async () => {
    const { api } = await service.newCompany();
    await create({ tags: ['alpha', 'beta'] }, api);
    await create({ tags: ['alpha'] }, api);
    expect((await api.get('/contact-tags')).body).toMatchObject({
      total: 2,
      data: [
        { tag: 'alpha', contacts: 2 },
        { tag: 'beta', contacts: 1 },
      ],
    });
    expect((await api.get('/contact-tags?search=ET')).body.data).toEqual([{ tag: 'beta', contacts: 1 }]);
  });

  test('an empty tag and too many of them are refused', async () => {
    const many = Array.from({ length: 51 }, (_, at) => `tag ${at}`);
    const { status, body } = await company.api.post('/contacts', person({ tags: ['', ...many] }));
    expect(status).toBe(400);
    expect(body.errors).toHaveLength(2);
  });
});

describe('lists', () => {
  test('contacts are found by a part of their number, however it is written', async () => {
    const contact = await create({ phoneNumber: '+41446681877' });
    for (const part of ['044 668 18 77', '+41 44 668 18 77', '0041446681877', '6681877'])
      expect(idsOf(await company.api.get(`/contacts?phoneNumber=${encodeURIComponent(part)}`))).toEqual([
        contact.id,
      ]);
    expect(idsOf(await company.api.get('/contacts?phoneNumber=6681878'))).toEqual([]);
  });

  test('a part of a number needs three digits', async () => {
    const { status, body } = await company.api.get('/contacts?phoneNumber=4-4');
    expect(status).toBe(400);
    expect(body.errors).toEqual([
      'phoneNumber is not valid: write at least three digits of a telephone number',
    ]);
    expect((await company.api.get('/contacts?phoneNumber=0000')).body.errors).toEqual([
      'phoneNumber must have a digit other than 0',
    ]);
  });

  test('contacts are sorted as asked, and the totals stay', async () => {
    const { api } = await service.newCompany();
    const ada = await create({ firstName: 'Ada', lastName: 'novak', email: 'b@example.com' }, api);
    const bob = await create({ firstName: 'Bob', lastName: 'Novak', email: 'A@example.com' }, api);
    const cleo = await create({ firstName: 'Cleo', lastName: 'Marsh', email: 'c@example.com' }, api);
    const order = async (sort: string, more = '') => idsOf(await api.get(`/contacts?sort=${sort}${more}`));
    expect(await order('name')).toEqual([cleo.id, ada.id, bob.id]);
    expect(await order('-name')).toEqual([bob.id, ada.id, cleo.id]);
    expect(await order('email')).toEqual([bob.id, ada.id, cleo.id]);
    expect(await order('createdAt')).toEqual([ada.id, bob.id, cleo.id]);
    expect(await order('-createdAt')).toEqual([cleo.id, bob.id, ada.id]);
    expect(await order('name', '&search=novak')).toEqual([ada.id, bob.id]);
    expect((await api.get('/contacts?sort=name&limit=1&page=2')).body).toMatchObject({
      total: 3,
      data: [{ id: ada.id }],
    });
    expect((await api.get('/contacts?sort=shoe')).status).toBe(400);
  });
});

describe('segments', () => {
  test('a segment lists the contacts that match its conditions when it is used', async () => {
    const { api } = await service.newCompany();
    const one = await create({ tags: ['Renewal'], status: 'APPLIED' }, api);
    const other = await create({ tags: ['renewal'] }, api);
    await create({}, api);
    const segment = await api.post('/contact-segments', {
      name: 'Renewals',
      filter: { conditions: [{ on: 'tag', anyOf: ['RENEWAL'] }] },
    });
    expect(segment.status).toBe(201);
    expect(segment.body.filter.conditions).toEqual([{ on: 'tag', anyOf: ['renewal'] }]);
    const list = (more = '') => api.get(`/contacts?segmentId=${segment.body.id}${more}`);
    expect((await list()).body.total).toBe(2);
    expect(idsOf(await list('&status=APPLIED'))).toEqual([one.id]);
    await api.patch(`/contacts/${other.id}`, { tags: [] });
    expect(idsOf(await list())).toEqual([one.id]);
  });

  const byFilter = async (api: TestCompany['api'], filter: object) =>
    idsOf(await api.post('/contacts/search', { filter, sort: 'createdAt' }));

  test('conditions are about status, tags, fields, numbers and addresses, and can be turned around', async () => {
    const { api } = await service.newCompany();
    const a = await create({ status: 'APPLIED', tags: ['x'], phoneNumber: '+15005550000' }, api);
    const b = await create(
      { email: 'B@Corp.example', fields: { job_title: 'Head Clerk', interests: ['Tea', 'Chess'] } },
      api,
    );
    const c = await create({ fields: { job_title: 'Pilot' } }, api);
    await api.post('/contact-fields', { key: 'shoe_size', label: 'Shoe size', dataType: 'number' });
    await api.post('/contact-fields', { key: 'renewal_on', label: 'Renewal', dataType: 'date' });
    await api.patch(`/contacts/${b.id}`, { fields: { shoe_size: 41, renewal_on: '2026-05-01' } });
    await api.patch(`/contacts/${c.id}`, { fields: { shoe_size: 9, renewal_on: '2026-09-01' } });
    const find = (...conditions: object[]) => byFilter(api, { conditions });
    expect(await find({ on: 'status', anyOf: ['APPLIED'] })).toEqual([a.id]);
    expect(await find({ on: 'tag', anyOf: ['x'], not: true })).toEqual([b.id, c.id]);
    expect(await find({ on: 'phoneNumber' })).toEqual([a.id]);
    expect(await find({ on: 'phoneNumber', contains: '5550000' })).toEqual([a.id]);
    expect(await find({ on: 'email', contains: '@corp' })).toEqual([b.id]);
    expect(await find({ on: 'field', key: 'job_title' })).toEqual([b.id, c.id]);
    expect(await find({ on: 'field', key: 'job_title', not: true })).toEqual([a.id]);
    expect(await find({ on: 'field', key: 'job_title', contains: 'clerk' })).toEqual([b.id]);
    expect(await find({ on: 'field', key: 'interests', anyOf: ['chess'] })).toEqual([b.id]);
    expect(await find({ on: 'field', key: 'shoe_size', min: 10 })).toEqual([b.id]);
    expect(await find({ on: 'field', key: 'renewal_on', max: '2026-06-30' })).toEqual([b.id]);
    expect(await find({ on: 'doNotCall' })).toEqual([]);
    expect(await find({ on: 'created', max: '2001-01-01' })).toEqual([]);
    expect(await find({ on: 'calls', max: 0 })).toEqual([a.id, b.id, c.id]);
    expect(
      await byFilter(api, {
        match: 'any',
        conditions: [
          { on: 'status', anyOf: ['APPLIED'] },
          { on: 'field', key: 'job_title', contains: 'pilot' },
        ],
      }),
    ).toEqual([a.id, c.id]);
    expect(await find()).toEqual([a.id, b.id, c.id]);
  });

  test('every fault of a filter is reported, and nothing is stored', async () => {
    const { api } = await service.newCompany();
    const { status, body } = await api.post('/contact-segments', {
      name: 'Wrong',
      filter: {
        conditions: [
          { on: 'status', anyOf: ['HAPPY'] },
          { on: 'tag' },
          { on: 'job', anyOf: ['seven'] },
          { on: 'doNotCall', min: 1 },
          { on: 'calls' },
          { on: 'calls', min: 'many' },
          { on: 'created', min: 'soon' },
        ],
      },
    });
    expect(status).toBe(400);
    expect(body.errors).toEqual([
      'filter.conditions[0].anyOf[0] must be one of UNDEFINED, APPLIED, IN_PROCESS, REJECTED, ACCEPTED',
      'filter.conditions[1].anyOf is required for tag',
      'filter.conditions[2].anyOf[0] must be an id',
      'filter.conditions[3].min does not apply to doNotCall: leave it out',
      'filter.conditions[4].min or max is required for calls',
      'filter.conditions[5].min must be a whole number from 0 to 1000000',
      'filter.conditions[6].min must be a date or a time, such as 2026-03-14T09:30:00Z',
    ]);
    expect((await api.get('/contact-segments')).body.total).toBe(0);
    expect((await api.post('/contacts/search', { filter: { conditions: [{ on: 'shoe' }] } })).status).toBe(
      400,
    );
  });

  test('a name is taken once, whatever its case; a segment is changed and deleted', async () => {
    const { api } = await service.newCompany();
    const filter = { conditions: [{ on: 'phoneNumber' }] };
    const { id } = (await api.post('/contact-segments', { name: 'Callable', filter })).body;
    expect((await api.post('/contact-segments', { name: 'callable', filter })).status).toBe(409);
    expect((await api.patch(`/contact-segments/${id}`, { name: 'CALLABLE' })).body.name).toBe('CALLABLE');
    expect(
      (await api.patch(`/contact-segments/${id}`, { filter: { conditions: [] } })).body.filter.conditions,
    ).toEqual([]);
    expect((await api.delete(`/contact-segments/${id}`)).status).toBe(204);
    expect((await api.get(`/contact-segments/${id}`)).status).toBe(404);
    expect((await api.get(`/contacts?segmentId=${id}`)).status).toBe(404);
  });

  test("another company's segments and contacts are out of reach", async () => {
    const mine = await service.newCompany();
    const others = await service.newCompany();
    const theirs = await create({ tags: ['secret'] }, others.api);
    const filter = { conditions: [{ on: 'tag', anyOf: ['secret'] }] };
    const { id } = (await others.api.post('/contact-segments', { name: 'Secret', filter })).body;
    expect((await mine.api.get(`/contact-segments/${id}`)).status).toBe(404);
    expect((await mine.api.get(`/contacts?segmentId=${id}`)).status).toBe(404);
    expect((await mine.api.patch(`/contact-segments/${id}`, { name: 'Mine' })).status).toBe(404);
    expect((await mine.api.delete(`/contact-segments/${id}`)).status).toBe(404);
    expect((await mine.api.get('/contact-tags')).body.total).toBe(0);
    expect(await byFilter(mine.api, filter)).toEqual([]);
    const bulk = await mine.api.post('/contacts/bulk', { contactIds: [theirs.id], addTags: ['taken'] });
    expect(bulk.status).toBe(403);
    expect((await mine.api.post('/contacts/bulk-delete', { contactIds: [theirs.id] })).status).toBe(403);
    expect((await others.api.get(`/contacts/${theirs.id}`)).body.tags).toEqual(['secret']);
  });
});

describe('saved views', () => {
  test('a view keeps what a list shows; it is changed, deleted, and nobody else reaches it', async () => {
    const { api } = await service.newCompany();
    const where = { status: 'APPLIED', filter: { conditions: [{ on: 'phoneNumber' }] } };
    const { status, body } = await api.post('/contact-views', {
      name: 'Mine',
      columns: ['email', 'fields.city'],
      sort: 'name',
      where,
    });
    expect(status).toBe(201);
    expect((await api.get('/contact-views')).body.data).toEqual([body]);
    expect(body).toMatchObject({ columns: ['email', 'fields.city'], sort: 'name', where });
    expect((await api.post('/contact-views', { name: 'mine' })).status).toBe(409);
    const changed = await api.patch(`/contact-views/${body.id}`, { sort: '-name', where: {} });
    expect(changed.body).toMatchObject({ name: 'Mine', columns: body.columns, sort: '-name', where: {} });
    const other = await service.newCompany();
    expect((await other.api.patch(`/contact-views/${body.id}`, { name: 'Ours' })).status).toBe(404);
    expect((await other.api.delete(`/contact-views/${body.id}`)).status).toBe(404);
    expect((await other.api.get('/contact-views')).body.total).toBe(0);
    expect((await api.delete(`/contact-views/${body.id}`)).status).toBe(204);
    expect((await api.get('/contact-views')).body.total).toBe(0);
  });

  test('a view that could not be shown is not saved', async () => {
    const { api } = await service.newCompany();
    const where = { phoneNumber: '000', filter: { conditions: [{ on: 'tag' }] } };
    expect((await api.post('/contact-views', { name: 'Wrong', where })).body.errors).toEqual([
      'where.filter.conditions[0].anyOf is required for tag',
      'where.phoneNumber must have a digit other than 0',
    ]);
    const unknown = '01957a2e-7c00-7000-8000-00000000ffff';
    expect((await api.post('/contact-views', { name: 'Lost', where: { segmentId: unknown } })).status).toBe(
      404,
    );
  });
});

describe('bulk actions', () => {
  test('tags, a job and a status are given to a selection, and only what changes counts', async () => {
    const { api } = await service.newCompany();
    const job = (await api.post('/jobs', { title: 'Clerk' })).body;
    const [a, b, c] = [await create({ tags: ['old'] }, api), await create({}, api), await create({}, api)];
    const answer = await api.post('/contacts/bulk', {
      contactIds: [a.id, b.id],
      addTags: ['New'],
      removeTags: ['old'],
      addJobId: job.id,
      status: 'IN_PROCESS',
    });
    expect(answer.body).toEqual({ contacts: 2, changed: 2, next: null });
    expect((await api.get(`/contacts/${a.id}`)).body).toMatchObject({
      tags: ['new'],
      jobIds: [job.id],
      status: 'IN_PROCESS',
    });
    expect((await api.get(`/contacts/${c.id}`)).body).toMatchObject({ tags: [], jobIds: [] });
    expect((await api.get('/contacts?status=IN_PROCESS')).body.total).toBe(2);
    const again = await api.post('/contacts/bulk', { contactIds: [a.id, b.id, c.id], addTags: ['new'] });
    expect(again.body).toEqual({ contacts: 3, changed: 1, next: null });
  });

  test('a bulk action reaches everybody whom a search finds, and goes on where it ended', async () => {
    const { api } = await service.newCompany();
    const [a, b] = [await create({ tags: ['x'] }, api), await create({ tags: ['x'] }, api)];
    await create({}, api);
    const where = { filter: { conditions: [{ on: 'tag', anyOf: ['x'] }] } };
    expect((await api.post('/contacts/bulk', { where, addTags: ['y'] })).body.changed).toBe(2);
    const rest = await api.post('/contacts/bulk', { where, after: a.id, addTags: ['z'] });
    expect(rest.body).toEqual({ contacts: 1, changed: 1, next: null });
    expect(idsOf(await api.get('/contacts?tag=Z'))).toEqual([b.id]);
  });

  test('contacts are deleted together, each with a receipt', async () => {
    const { api } = await service.newCompany();
    await create({ tags: ['gone'] }, api);
    await create({ tags: ['gone'] }, api);
    const kept = await create({}, api);
    const answer = await api.post('/contacts/bulk-delete', { where: { tag: 'gone' } });
    expect(answer.body).toEqual({ contacts: 2, changed: 2, next: null });
    expect(idsOf(await api.get('/contacts'))).toEqual([kept.id]);
    expect((await api.get('/erasure-receipts')).body.total).toBe(2);
    expect((await api.get('/contact-tags')).body.total).toBe(0);
  });

  test('at most 200 contacts are named in one deletion', async () => {
    const contactIds = Array.from(
      { length: 201 },
      (_, at) => `01957a2e-7c00-7000-8000-${String(at).padStart(12, '0')}`,
    );
    const answer = await company.api.post('/contacts/bulk-delete', { contactIds });
    expect([answer.status, answer.body.errors]).toEqual([
      400,
      ['contactIds must NOT have more than 200 items'],
    ]);
  });

  test('a bulk action says which contacts and what, and one unknown contact stops it', async () => {
    const { api } = await service.newCompany();
    const contact = await create({}, api);
    expect((await api.post('/contacts/bulk', {})).body.errors).toEqual([
      'contactIds or where is required, and not both',
      'addTags, removeTags, addJobId or status is required: say what to change',
    ]);
    const both = { contactIds: [contact.id], where: {}, after: contact.id };
    expect((await api.post('/contacts/bulk-delete', both)).body.errors).toEqual([
      'contactIds or where is required, and not both',
      'where must say which contacts: without properties it would delete all',
    ]);
    const unknown = '01957a2e-7c00-7000-8000-00000000ffff';
    const answer = await api.post('/contacts/bulk', { contactIds: [contact.id, unknown], addTags: ['x'] });
    expect(answer.status).toBe(404);
    expect((await api.get(`/contacts/${contact.id}`)).body.tags).toEqual([]);
    expect((await api.post('/contacts/bulk', { where: { segmentId: unknown }, addTags: ['x'] })).status).toBe(
      404,
    );
  });

  test('a contact never gets more tags than one may have', async () => {
    const { api } = await service.newCompany();
    const tags = Array.from({ length: 50 }, (_, at) => `tag ${at}`);
    const contact = await create({ tags }, api);
    expect(
      (await api.post('/contacts/bulk', { contactIds: [contact.id], addTags: ['one more'] })).status,
    ).toBe(409);
    expect((await api.get(`/contacts/${contact.id}`)).body.tags).toHaveLength(50);
  });
});

test('a key that may not read conversations filters by nothing about calls', async () => {
  const { api } = await service.newKey({
    companyId: company.id,
    scopes: ['read:contacts', 'write:contacts'],
  });
  const filter = { match: 'all', conditions: [{ on: 'calls', min: 1 }] };
  const segment = await company.api.post('/contact-segments', { name: 'Called', filter });
  expect(segment.status).toBe(201);
  const statuses = async (by: typeof api) => [
    (await by.post('/contacts/search', { filter })).status,
    (await by.get(`/contacts?segmentId=${segment.body.id}`)).status,
    (await by.post('/contacts/bulk', { where: { filter }, addTags: ['called'] })).status,
  ];
  expect(await statuses(api)).toEqual([403, 403, 403]);
  expect(await statuses(company.api)).toEqual([200, 200, 200]);
  const byStatus = { match: 'all', conditions: [{ on: 'status', anyOf: ['ACTIVE'] }] };
  expect((await api.post('/contacts/search', { filter: byStatus })).status).not.toBe(403);
});
