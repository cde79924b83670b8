import { startTestService, type TestCompany, type TestService } from '@parley/testing/service.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';

let service: TestService;
let company: TestCompany;
beforeAll(async () => {
  service = await startTestService();
  company = await service.newCompany({ defaultCountry: 'CH', timezone: 'Europe/Zurich' });
});
afterAll(() => service.stop());

const maria = (more: object = {}) => ({
  firstName: 'Maria',
  lastName: 'Keller',
  email: 'maria@example.com',
  phoneNumber: '+15005550000',
  gdprExpiryDate: '2099-12-31',
  ...more,
});
const create = async (more: object = {}, api = company.api) =>
  (await api.post('/contacts', maria(more))).body;

test('a new contact is returned as it was created, without properties that were not set', async () => {
  const created = await company.api.post('/contacts', maria({ phoneNumber: undefined }));
  expect(created.status).toBe(201);
  expect(created.body).toMatchObject({
    status: 'UNDEFINED',
    gender: null,
    fields: {},
    jobIds: [],
    metadata: {},
    workHistory: [],
  });
  for (const name of [
    'phoneNumber',
    'overallRating',
    'anonymizedCvText',
    'jobId',
    'analysisCount',
    'interviewCount',
    'links',
  ]) {
    expect(created.body).not.toHaveProperty(name);
  }
  expect((await company.api.get(`/contacts/${created.body.id}`)).body).toEqual(created.body);
});

test('all problems of a new contact are reported together', async () => {
  const { status, body } = await company.api.post('/contacts', {
    firstName: 7,
    email: 'nope',
    gdprExpiryDate: 'soon',
    status: 'HAPPY',
    shoe: 1,
  });
  expect(status).toBe(400);
  expect(body.errors).toEqual(
    expect.arrayContaining([
      'shoe is not a known property',
      'lastName is required',
      'firstName must be string',
      'email must match format "email"',
      'gdprExpiryDate must match format "date"',
      'status must be one of UNDEFINED, APPLIED, IN_PROCESS, REJECTED, ACCEPTED',
    ]),
  );
});

test('an empty request for a new contact gets a list of all required properties', async () => {
  expect((await company.api.post('/contacts', {})).body.errors).toEqual([
    'firstName is required',
    'lastName is required',
    'email or phoneNumber is required',
    'gdprExpiryDate is required',
  ]);
});

test.each([
  [
    'a contact without phone number and e-mail address',
    { email: undefined, phoneNumber: undefined },
    'email or phoneNumber is required',
  ],
  ['a deletion date in the past', { gdprExpiryDate: '2020-01-01' }, 'gdprExpiryDate must be today or later'],
  ['an impossible phone number', { phoneNumber: '+10000000000' }, /^phoneNumber must be a telephone number/],
])('a new contact is refused: %s', async (_title, more, words) => {
  const { status, body } = await company.api.post('/contacts', maria(more));
  expect(status).toBe(400);
  expect(body.errors).toEqual([typeof words === 'string' ? words : expect.stringMatching(words)]);
});

test("a phone number without + is parsed for the company's country", async () => {
  expect((await create({ phoneNumber: '044 668 18 00' })).phoneNumber).toBe('+41446681800');
});

test('changing a contact merges fields, replaces metadata and clears what is null; the rest stays', async () => {
  const before = await create({
    fields: { job_title: 'Clerk', industry: 'Paper' },
    metadata: { a: 1 },
    overallRating: 40,
  });
  const after = (
    await company.api.patch(`/contacts/${before.id}`, {
      fields: { industry: null, country: 'CH' },
      metadata: { b: 2 },
      email: null,
    })
  ).body;
  expect(after).toMatchObject({
    fields: { job_title: 'Clerk', country: 'CH' },
    metadata: { b: 2 },
    overallRating: 40,
  });
  expect(after).not.toHaveProperty('email');
});

test('a contact cannot lose both its e-mail address and its phone number', async () => {
  const contact = await create({ phoneNumber: undefined });
  const { status, body } = await company.api.patch(`/contacts/${contact.id}`, { email: null });
  expect(status).toBe(400);
  expect(body.errors).toEqual(['email or phoneNumber must remain']);
});

test('every invalid field of a new contact is reported, and nothing is stored or defined', async () => {
  const own = await service.newCompany();
  const { status, body } = await own.api.post(
    '/contacts?createMissingFields=true',
    maria({ fields: { contract_value: 'much', first_name: 'X', fresh_key: 'y', 'Bad-Key': 1 } }),
  );
  expect(status).toBe(422);
  expect(body.errors).toEqual([
    'fields.contract_value must be a number',
    'fields.first_name is set by the platform and takes no value',
    'fields.Bad-Key is not in the catalog',
  ]);
  expect((await own.api.get('/contacts')).body.total).toBe(0);
  expect((await own.api.get('/contact-fields?limit=100')).body.total).toBe(36);
});

const NO_ZONE = 'fields.timezone must be the IANA name of a time zone, such as Europe/Zurich';

test.each(['Mars/Olympus', '+01:00', '', 1, ['Europe/Zurich']])(
  'the time zone %j of a contact is refused on create and change, together with all other problems',
  async (timezone) => {
    const sent = { phoneNumber: '12', fields: { timezone } };
    const created = await company.api.post('/contacts', maria(sent));
    expect(created.status).toBe(400);
    expect(created.body.errors).toEqual([expect.stringMatching(/^phoneNumber must be/), NO_ZONE]);
    const { id } = await create({ fields: { timezone: 'Asia/Tokyo' } });
    const changed = await company.api.patch(`/contacts/${id}`, sent);
    expect(changed.status).toBe(400);
    expect(changed.body.errors).toEqual(created.body.errors);
    expect((await company.api.get(`/contacts/${id}`)).body.fields).toEqual({ timezone: 'Asia/Tokyo' });
  },
);

test('the time zone of a contact can be cleared', async () => {
  const { id } = await create({ fields: { timezone: 'Asia/Tokyo' } });
  const changed = await company.api.patch(`/contacts/${id}`, { fields: { timezone: null } });
  expect(changed.body.fields).toEqual({});
});

test('a contact with ten thousand field keys is refused before the keys are checked', async () => {
  const fields = Object.fromEntries(Array.from({ length: 10_000 }, (_, i) => [`k${i}`, 1]));
  const { status, body } = await company.api.post('/contacts?createMissingFields=true', maria({ fields }));
  expect(status).toBe(400);
  expect(body.errors).toEqual([expect.stringMatching(/^fields must NOT have more than 300 properties/)]);
});

test('the contact search finds parts of names and addresses, ignoring accents and case', async () => {
  const own = await service.newCompany();
  const zoe = await create(
    { firstName: 'Zoë', lastName: 'Łukaszewicz', email: 'z.l@nordwind.example' },
    own.api,
  );
  await create({}, own.api);
  for (const search of ['zoe', 'ZOË', 'lukasze', 'Zoë Łuk', 'NORDWIND', 'l@nord']) {
    const { body } = await own.api.get(`/contacts?search=${encodeURIComponent(search)}`);
    expect(body.data.map(({ id }: { id: string }) => id)).toEqual([zoe.id]);
    expect(body.total).toBe(1);
  }
  for (const search of ['%', '___', 'nobody']) {
    expect((await own.api.get(`/contacts?search=${encodeURIComponent(search)}`)).body.total).toBe(0);
  }
});

test('a contact search for several words finds only names with those words side by side', async () => {
  const own = await service.newCompany();
  for (let i = 0; i < 12; i++) await create({ firstName: 'Ana', lastName: `Berg ${i}` }, own.api);
  const last = await create({ firstName: 'Eva Maria', lastName: 'Berg', status: 'APPLIED' }, own.api);
  const found = async (query: string) => {
    const { body } = await own.api.get(`/contacts?${query}`);
    return [body.total, body.data.length];
  };
  expect(await found('search=ana%20berg')).toEqual([12, 12]);
  expect(await found('search=berg%201')).toEqual([3, 3]);
  expect(await found('search=a%20berg%2011')).toEqual([1, 1]);
  expect(await found('search=berg%20ana')).toEqual([0, 0]);
  expect(await found('search=eva%20%20MARIA%20b')).toEqual([1, 1]);
  expect(await found('search=eva%20maria&status=APPLIED')).toEqual([1, 1]);
  expect(await found('search=eva%20maria&status=REJECTED')).toEqual([0, 0]);
  expect(await found('search=ana%20berg&limit=5&page=3')).toEqual([12, 2]);
  expect(await found('search=ana%20berg&limit=5&page=4')).toEqual([12, 0]);
  expect((await own.api.get('/contacts?search=a%20berg')).body.data[0].id).toBe(last.id);
});

test('the contact totals, overall and by status, count created, changed and deleted contacts', async () => {
  const own = await service.newCompany();
  const made = await Promise.all(
    Array.from({ length: 12 }, (_, i) => create({ status: i < 5 ? 'APPLIED' : 'REJECTED' }, own.api)),
  );
  const totals = async () => [
    (await own.api.get('/contacts')).body.total,
    (await own.api.get('/contacts?status=APPLIED')).body.total,
    (await own.api.get('/contacts?status=REJECTED')).body.total,
  ];
  expect(await totals()).toEqual([12, 5, 7]);
  await own.api.patch(`/contacts/${made[0].id}`, { status: 'REJECTED' });
  await own.api.patch(`/contacts/${made[0].id}`, { lastName: 'Other' });
  await own.api.delete(`/contacts/${made[1].id}`);
  expect(await totals()).toEqual([11, 3, 8]);
});

test('a contact keeps the order of its jobs, and the deprecated property jobId is the first job', async () => {
  const job = async (title: string) => (await company.api.post('/jobs', { title })).body.id;
  const [a, b, c] = [await job('Aa'), await job('Bb'), await job('Cc')];
  const contact = await create({ jobIds: [b, a] });
  expect(contact).toMatchObject({ jobIds: [b, a], jobId: b });
  expect((await company.api.patch(`/contacts/${contact.id}`, { jobIds: [a, c] })).body.jobIds).toEqual([
    a,
    c,
  ]);
  expect(
    (await company.api.get(`/contacts?jobId=${c}`)).body.data.map(({ id }: { id: string }) => id),
  ).toEqual([contact.id]);
  await company.api.delete(`/jobs/${a}`);
  expect((await company.api.get(`/contacts/${contact.id}`)).body.jobIds).toEqual([c]);
});

test('job ids of a contact are returned in the order sent, in lower case, without duplicates', async () => {
  const job = async (title: string) => (await company.api.post('/jobs', { title })).body.id;
  const [a, b] = [await job('Aa'), await job('Bb')];
  const read = async (id: string) => (await company.api.get(`/contacts/${id}`)).body;
  const created = await create({ jobIds: [a.toUpperCase(), a], jobId: a.toUpperCase() });
  expect(created).toMatchObject({ jobIds: [a], jobId: a });
  expect(await read(created.id)).toEqual(created);
  for (const jobIds of [
    [a, b],
    [b, a],
  ]) {
    const changed = (await company.api.patch(`/contacts/${created.id}`, { jobIds })).body;
    expect(changed).toMatchObject({ jobIds, jobId: jobIds[0] });
    expect(await read(created.id)).toEqual(changed);
  }
});

test('changing a contact to an impossible date is refused', async () => {
  const contact = await create();
  for (const gdprExpiryDate of ['0000-01-01', '2031-02-30', '10000-01-01']) {
    const { status, body } = await company.api.patch(`/contacts/${contact.id}`, { gdprExpiryDate });
    expect(status).toBe(400);
    expect(body.errors).toEqual(['gdprExpiryDate must match format "date"']);
  }
});

test('a request with a contact or job of another company gets 403, and with an unknown one 404', async () => {
  const other = await service.newCompany();
  const theirs = await create({}, other.api);
  const theirJob = (await other.api.post('/jobs', { title: 'Theirs' })).body;
  for (const answer of [
    await company.api.get(`/contacts/${theirs.id}`),
    await company.api.patch(`/contacts/${theirs.id}`, { lastName: 'X' }),
    await company.api.delete(`/contacts/${theirs.id}`),
    await company.api.post('/contacts', maria({ jobIds: [theirJob.id] })),
  ]) {
    expect(answer.status).toBe(403);
  }
  const unknown = '01957a2e-7c00-7000-8000-000000000000';
  expect((await company.api.get(`/contacts/${unknown}`)).status).toBe(404);
  expect((await company.api.post('/contacts', maria({ jobIds: [unknown] }))).status).toBe(404);
  expect((await company.api.get(`/jobs/${theirJob.id}`)).status).toBe(404);
});

test('a contact name that consists only of invisible characters is refused', async () => {
  const { status, body } = await company.api.post(
    '/contacts',
    maria({ firstName: ' ', lastName: '\u200b\u202e' }),
  );
  expect(status).toBe(400);
  expect(body.errors).toEqual(['firstName must not be blank', 'lastName must not be blank']);
});

test('a contact name with right-to-left and zero-width characters is stored unchanged', async () => {
  const name = { firstName: 'مريم', lastName: 'א\u200dב' };
  expect(await create(name)).toMatchObject(name);
});

test('the value of a deleted contact field is hidden, and shown again when the key is defined again', async () => {
  const own = await service.newCompany();
  const field = (await own.api.post('/contact-fields', { key: 'shade', label: 'Shade', dataType: 'string' }))
    .body;
  const contact = await create({ fields: { shade: 'blue' } }, own.api);
  await own.api.delete(`/contact-fields/${field.id}`);
  expect((await own.api.get(`/contacts/${contact.id}`)).body.fields).toEqual({});
  await own.api.post('/contact-fields', { key: 'shade', label: 'Shade', dataType: 'number' });
  expect((await own.api.get(`/contacts/${contact.id}`)).body.fields).toEqual({ shade: 'blue' });
});

test('a company has at most 200 contact fields, even when fields are defined concurrently', async () => {
  const own = await service.newCompany();
  const define = (i: number) =>
    own.api.post('/contact-fields', { key: `f${i}`, label: 'F', dataType: 'string' });
  const answers = await Promise.all(Array.from({ length: 210 }, (_, i) => define(i)));
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(200);
  expect(answers.filter(({ status }) => status === 409)).toHaveLength(10);
});

test("the phone number of a contact's reference person is parsed for the same country as the contact's number", async () => {
  const work = (referencePhone: string) => ({
    workHistory: [{ companyName: 'Babbage' }, { referencePhone }],
  });
  const body = await create(work('044 668 18 00'));
  expect(body.workHistory[1].referencePhone).toBe('+41446681800');
  for (const answer of [
    await company.api.post('/contacts', maria(work('call me'))),
    await company.api.patch(`/contacts/${body.id}`, work('12')),
  ]) {
    expect(answer.status).toBe(400);
    expect(answer.body.errors).toEqual([
      'workHistory[1].referencePhone must be a telephone number, such as +44 7700 900123',
    ]);
  }
  const changed = await company.api.patch(`/contacts/${body.id}`, work('+442079460000'));
  expect(changed.body.workHistory[1].referencePhone).toBe('+442079460000');
});
