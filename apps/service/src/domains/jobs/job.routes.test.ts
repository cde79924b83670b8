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

const details = {
  description: 'Works at night.',
  jobUrl: 'https://example.com/jobs/7',
  benefits: 'Tea',
  requiredSkills: ['Counting'],
  niceToHaveSkills: ['Singing'],
  languageRequirements: [{ language: 'EN', proficiency: 'C1' }, { language: 'DE' }],
  education: ['VOCATIONAL', 'BACHELORS'],
  experience: 'SENIOR',
  contractType: 'FULL_TIME',
  location: { workMode: 'ONSITE', street: 'Quai 1', city: 'Zürich', postalCode: '8001', countryCode: 'CH' },
  salary: { min: 5000, max: 6000.5, currency: 'CHF', period: 'MONTHLY' },
  metadata: { ours: 7 },
};
const create = async (body: object) => (await company.api.post('/jobs', body)).body;
const titles = async (query: string) =>
  (await company.api.get(`/jobs${query}`)).body.data.map(({ title }: { title: string }) => title);

test('a new job is returned as it was created, with the status open', async () => {
  const { status, body } = await company.api.post('/jobs', { title: 'Night clerk', ...details });
  expect(status).toBe(201);
  expect(body).toEqual({
    id: expect.any(String),
    companyId: company.id,
    title: 'Night clerk',
    status: 'OPEN',
    ...details,
    createdAt: expect.any(String),
    updatedAt: body.createdAt,
  });
  expect((await company.api.get(`/jobs/${body.id}`)).body).toEqual(body);
});

test('unset properties of a job are absent', async () => {
  const job = await create({ title: 'Clerk' });
  expect(Object.keys(job).sort()).toEqual([
    'companyId',
    'createdAt',
    'id',
    'metadata',
    'status',
    'title',
    'updatedAt',
  ]);
});

test('a job can be created with the property names used in conversations, and is stored under the usual names', async () => {
  const job = await create({ jobTitle: 'Clerk', jobDescription: 'Counts' });
  expect(job).toMatchObject({ title: 'Clerk', description: 'Counts' });
  expect(job).not.toHaveProperty('jobTitle');
  expect(job).not.toHaveProperty('jobDescription');
});

test.each<[words: string, body: object, errors: string[]]>([
  ['without a title', {}, ['title is required']],
  ['with a title of one letter', { title: 'A' }, ['title must NOT have fewer than 2 characters']],
  ['with a blank title', { title: '   ' }, ['title must not be blank']],
  [
    'with title twice under different names',
    { title: 'Clerk', jobTitle: 'Clerk' },
    ['jobTitle cannot be combined with title'],
  ],
  [
    'with description twice under different names',
    { title: 'Clerk', description: 'a', jobDescription: 'b' },
    ['jobDescription cannot be combined with description'],
  ],
  ['with an unknown status', { title: 'Clerk', status: 'DRAFT' }, ['status must be one of OPEN, CLOSED']],
  [
    'with invalid nested properties',
    { title: 'Clerk', location: { floor: 3 }, salary: { min: '5' }, education: ['PHD'] },
    [
      'education[0] must be one of NONE, HIGH_SCHOOL, VOCATIONAL, ASSOCIATE, BACHELORS, MASTERS, DOCTORATE',
      'location.floor is not a known property',
      'salary.min must be number',
    ],
  ],
])('a job %s is refused', async (_words, body, errors) => {
  const answer = await company.api.post('/jobs', body);
  expect(answer.status).toBe(400);
  expect(answer.body.errors.sort()).toEqual(errors);
  expect((await company.api.get('/jobs')).body.total).toBe(0);
});

test('a change of a job changes only the sent properties, and replaces nested ones as a whole', async () => {
  const job = await create({ title: 'Night clerk', ...details });
  const changes = { salary: { min: 1 }, metadata: {}, requiredSkills: [] };
  const { status, body } = await company.api.patch(`/jobs/${job.id}`, changes);
  expect(status).toBe(200);
  expect(body).toEqual({ ...job, ...changes, updatedAt: body.updatedAt });
  expect((await company.api.get(`/jobs/${job.id}`)).body).toEqual(body);
});

test('closing a job does not remove it from its contacts', async () => {
  const job = await create({ title: 'Clerk' });
  const contact = await company.api.post('/contacts', {
    firstName: 'Maria',
    lastName: 'Keller',
    email: 'maria@example.com',
    gdprExpiryDate: '2099-12-31',
    jobIds: [job.id],
  });
  expect((await company.api.patch(`/jobs/${job.id}`, { status: 'CLOSED' })).body.status).toBe('CLOSED');
  expect(await titles('?status=OPEN')).toEqual([]);
  expect(await titles('?status=CLOSED')).toEqual(['Clerk']);
  const read = () => company.api.get(`/contacts/${contact.body.id}`);
  expect((await read()).body.jobIds).toEqual([job.id]);

  const deleted = await company.api.delete(`/jobs/${job.id}`);
  expect(deleted.status).toBe(200);
  expect(deleted.body).toEqual({ id: job.id, deleted: true });
  expect((await read()).body.jobIds).toEqual([]);
  expect((await company.api.delete(`/jobs/${job.id}`)).status).toBe(404);
});

test('jobs are listed newest first and found by words of their title or description', async () => {
  await create({ title: 'Zürich clerk' });
  await create({ title: 'Porter', description: 'Carries 100% of what is given' });
  expect(await titles('')).toEqual(['Porter', 'Zürich clerk']);
  expect(await titles('?search=ZURICH')).toEqual(['Zürich clerk']);
  expect(await titles('?search=carries%20100%25')).toEqual(['Porter']);
  expect(await titles('?search=%25')).toEqual(['Porter']);
  expect(await titles('?search=porter&status=CLOSED')).toEqual([]);
  expect((await company.api.get('/jobs?status=open')).status).toBe(400);
});

test("every request for another company's job gets 404", async () => {
  const job = await create({ title: 'Clerk' });
  const other = await service.newCompany();
  for (const id of [job.id, UNKNOWN, 'no-uuid']) {
    expect((await other.api.get(`/jobs/${id}`)).status).toBe(404);
    expect((await other.api.patch(`/jobs/${id}`, { title: 'Mine' })).status).toBe(404);
    expect((await other.api.delete(`/jobs/${id}`)).status).toBe(404);
  }
  expect((await other.api.get('/jobs')).body.total).toBe(0);
  expect((await company.api.get(`/jobs/${job.id}`)).body).toEqual(job);
});

test.each(['javascript:alert(1)', 'ftp://example.com/job', 'file:///etc/passwd', 'jobs/7'])(
  'the posting URL of a job must be a web address: %s is refused',
  async (jobUrl) => {
    const job = await create({ title: 'Clerk' });
    for (const answer of [
      await company.api.post('/jobs', { title: 'Clerk', jobUrl }),
      await company.api.patch(`/jobs/${job.id}`, { jobUrl }),
    ]) {
      expect([answer.status, answer.body.message]).toEqual([400, 'Validation failed']);
      expect(
        answer.body.errors.every((error: string) =>
          /^jobUrl (must match format|is not valid: write an address)/.test(error),
        ),
      ).toBe(true);
    }
  },
);

test('the posting URL of a job may have capital letters', async () => {
  expect(await create({ title: 'Clerk', jobUrl: 'HTTPS://EXAMPLE.COM/7' })).toMatchObject({
    jobUrl: 'HTTPS://EXAMPLE.COM/7',
  });
});
