import { startTestService, type TestCompany, type TestService } from '@parley/testing/service.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sql } from '../../storage/sql.ts';

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

describe('tags of contacts', () => {
  test('tags of a contact are stored in lower case, without duplicates, and can be replaced', async () => {
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

  test('tags are listed with the number of their contacts, and found by a part of their name', async () => {
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

  test('an empty tag and too many tags on a contact are refused', async () => {
    const many = Array.from({ length: 51 }, (_, at) => `tag ${at}`);
    const { status, body } = await company.api.post('/contacts', person({ tags: ['', ...many] }));
    expect(status).toBe(400);
    expect(body.errors).toHaveLength(2);
  });
});

describe('lists of contacts', () => {
  test('contacts are found by part of their phone number, in any notation', async () => {
    const contact = await create({ phoneNumber: '+41446681877' });
    for (const part of ['044 668 18 77', '+41 44 668 18 77', '0041446681877', '6681877'])
      expect(idsOf(await company.api.get(`/contacts?phoneNumber=${encodeURIComponent(part)}`))).toEqual([
        contact.id,
      ]);
    expect(idsOf(await company.api.get('/contacts?phoneNumber=6681878'))).toEqual([]);
  });

  test('a search by part of a phone number needs at least three digits', async () => {
    const { status, body } = await company.api.get('/contacts?phoneNumber=4-4');
    expect(status).toBe(400);
    expect(body.errors).toEqual([
      'phoneNumber is not valid: write at least three digits of a telephone number',
    ]);
    expect((await company.api.get('/contacts?phoneNumber=0000')).body.errors).toEqual([
      'phoneNumber must have a digit other than 0',
    ]);
  });

  test('a contact list can be sorted by name, e-mail or creation time, and keeps its total', async () => {
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

  test('a contact list can be sorted by update, rating and contact fields, with empty values last', async () => {
    const { api } = await service.newCompany();
    await api.post('/contact-fields', { key: 'size', label: 'Size', dataType: 'number' });
    await api.post('/contact-fields', { key: 'town', label: 'Town', dataType: 'string' });
    const ada = await create({ firstName: 'Ada', overallRating: 90, fields: { size: 9, town: 'bern' } }, api);
    const bob = await create(
      { firstName: 'Bob', overallRating: 7, fields: { size: 41, town: 'Aarau' } },
      api,
    );
    const cleo = await create({ firstName: 'Cleo' }, api);
    await api.patch(`/contacts/${ada.id}`, { firstName: 'Adele' });
    const order = async (sort: string, more = '') => idsOf(await api.get(`/contacts?sort=${sort}${more}`));
    expect(await order('-updatedAt')).toEqual([ada.id, cleo.id, bob.id]);
    expect(await order('overallRating')).toEqual([bob.id, ada.id, cleo.id]);
    expect(await order('-overallRating')).toEqual([ada.id, bob.id, cleo.id]);
    expect(await order('fields.size')).toEqual([ada.id, bob.id, cleo.id]);
    expect(await order('-fields.size')).toEqual([bob.id, ada.id, cleo.id]);
    expect(await order('fields.town')).toEqual([bob.id, ada.id, cleo.id]);
    expect(await order('fields.town', '&search=keller')).toEqual([bob.id, ada.id, cleo.id]);
    const second = (await api.get('/contacts?sort=fields.size&limit=1&page=2')).body;
    expect(second).toMatchObject({ total: 3, totalPages: 3, data: [{ id: bob.id }] });
    expect(second).not.toHaveProperty('nextCursor');
    const filter = { conditions: [{ on: 'tag' }] };
    const wrong = await api.post('/contacts/search', { sort: 'fields.shoe', filter });
    expect(wrong.status).toBe(400);
    expect(wrong.body.errors[0]).toContain('sort names fields.shoe');
    expect(wrong.body.errors).toHaveLength(2);
    expect((await api.get('/contacts?sort=fields.first_name')).status).toBe(400);
  });

  test('a list with more contacts than can be sorted without an index is refused with what to do', async () => {
    const { api, id } = await service.newCompany();
    await create({}, api);
    await service.services.database.run(
      sql`update contact_counts set total = total + 50000 where company_id = ${id}`,
    );
    const { status, body } = await api.get('/contacts?sort=-updatedAt');
    expect(status).toBe(400);
    expect(body.errors[0]).toMatch(/^sort by updatedAt takes at most 50,000 contacts.*narrow it/);
    expect((await api.get('/contacts?sort=-updatedAt&search=keller')).body.total).toBe(1);
    expect((await api.get('/contacts?sort=name')).status).toBe(200);
  });
});

describe('segments', () => {
  test('a segment lists the contacts that match its conditions at the time it is used', async () => {
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

  test('a segment filters by status, tag, field, number or e-mail address, and each condition can be negated', async () => {
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

  test("all problems of a segment's filter are reported together, and nothing is stored", async () => {
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
          { on: 'lastCall', max: '2026-02-30' },
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
      'filter.conditions[7].max must be a date or a time, such as 2026-03-14T09:30:00Z',
    ]);
    expect((await api.get('/contact-segments')).body.total).toBe(0);
    expect((await api.post('/contacts/search', { filter: { conditions: [{ on: 'shoe' }] } })).status).toBe(
      400,
    );
  });

  test('two segments cannot have names that differ only in case, and a segment can be changed and deleted', async () => {
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

  test('segments and contacts of another company cannot be used', async () => {
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
  test('a saved view keeps columns, sorting and filter, and other companies cannot use it', async () => {
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

  test('a saved view with an invalid filter or an unknown segment is refused', async () => {
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
  test('a bulk action changes tags, job and status of the selected contacts, and reports how many changed', async () => {
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

  test('a bulk action can change all contacts that match a filter, and can continue after a given contact', async () => {
    const { api } = await service.newCompany();
    const [a, b] = [await create({ tags: ['x'] }, api), await create({ tags: ['x'] }, api)];
    await create({}, api);
    const where = { filter: { conditions: [{ on: 'tag', anyOf: ['x'] }] } };
    expect((await api.post('/contacts/bulk', { where, addTags: ['y'] })).body.changed).toBe(2);
    const rest = await api.post('/contacts/bulk', { where, after: a.id, addTags: ['z'] });
    expect(rest.body).toEqual({ contacts: 1, changed: 1, next: null });
    expect(idsOf(await api.get('/contacts?tag=Z'))).toEqual([b.id]);
  });

  test('several contacts can be deleted in one request, each with an erasure receipt', async () => {
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

  test('a bulk deletion that restricts nothing is refused, however it is written, and deletes nobody', async () => {
    const { api } = await service.newCompany();
    await create({ tags: ['kept'] }, api);
    const everybody = await api.post('/contact-segments', { name: 'All', filter: { conditions: [] } });
    const refused = [
      { search: '' },
      { search: ' \t ' },
      { filter: { conditions: [] } },
      { filter: { match: 'any', conditions: [] } },
      { search: ' ', filter: { conditions: [] }, segmentId: everybody.body.id },
      {},
    ];
    for (const where of refused) {
      const answer = await api.post('/contacts/bulk-delete', { where });
      expect([where, answer.status, answer.body.errors]).toEqual([
        where,
        400,
        ['where must say which contacts: as it is, it would delete all'],
      ]);
    }
    expect((await api.get('/contacts')).body.total).toBe(1);
    expect((await api.post('/contacts/bulk', { where: { search: '' }, addTags: ['all'] })).body.changed).toBe(
      1,
    );
    const restricted = { search: ' ', segmentId: everybody.body.id, tag: 'kept' };
    expect((await api.post('/contacts/bulk-delete', { where: restricted })).body.changed).toBe(1);
  });

  test('one bulk deletion can name at most 200 contacts', async () => {
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

  test('a bulk action without contacts or changes is refused, and so is one with an unknown contact', async () => {
    const { api } = await service.newCompany();
    const contact = await create({}, api);
    expect((await api.post('/contacts/bulk', {})).body.errors).toEqual([
      'contactIds or where is required, and not both',
      'addTags, removeTags, addJobId or status is required: say what to change',
    ]);
    const both = { contactIds: [contact.id], where: {}, after: contact.id };
    expect((await api.post('/contacts/bulk-delete', both)).body.errors).toEqual([
      'contactIds or where is required, and not both',
      'where must say which contacts: as it is, it would delete all',
    ]);
    const unknown = '01957a2e-7c00-7000-8000-00000000ffff';
    const answer = await api.post('/contacts/bulk', { contactIds: [contact.id, unknown], addTags: ['x'] });
    expect(answer.status).toBe(404);
    expect((await api.get(`/contacts/${contact.id}`)).body.tags).toEqual([]);
    expect((await api.post('/contacts/bulk', { where: { segmentId: unknown }, addTags: ['x'] })).status).toBe(
      404,
    );
  });

  test('a bulk action cannot give a contact more tags than allowed', async () => {
    const { api } = await service.newCompany();
    const tags = Array.from({ length: 50 }, (_, at) => `tag ${at}`);
    const contact = await create({ tags }, api);
    expect(
      (await api.post('/contacts/bulk', { contactIds: [contact.id], addTags: ['one more'] })).status,
    ).toBe(409);
    expect((await api.get(`/contacts/${contact.id}`)).body.tags).toHaveLength(50);
  });
});

test('a key that may not read conversations cannot filter contacts by calls', async () => {
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
