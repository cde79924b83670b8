import { ManualClock } from '@parley/kernel/clock.ts';
import { expectErrorBody } from '@parley/testing/error-body.ts';
import {
  type Api,
  startTestService,
  type TestCompany,
  type TestService,
  UNKNOWN,
} from '@parley/testing/service.ts';
import { people } from '@parley/testing/sourcing-people.ts';
import { waitFor } from '@parley/testing/wait-for.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

const clock = new ManualClock(new Date('2026-03-02T10:00:00Z'));
let service: TestService;
let company: TestCompany;
let api: Api;

beforeAll(async () => {
  service = await startTestService({ clock });
});
afterAll(() => service.stop());
beforeEach(async () => {
  company = await service.newCompany();
  api = company.api;
  await api.post('/sourcing/profiles', { profiles: Object.values(people) });
});

const sought = { title: 'Backend Engineer', requiredSkills: ['JavaScript', 'PostgreSQL', 'Kubernetes'] };

/** The results of a run that has ended; each look is a second after the one before. */
async function ended(path: string, of: Api = api) {
  return waitFor(
    async () => {
      clock.advance(1000);
      const answer = await of.get(`${path}/results`);
      expect(answer.status).toBe(200);
      return answer.body;
    },
    { interval: 20 },
  );
}

async function found(body: object, of: Api = api) {
  const started = await of.post('/sourcing', body);
  expect(started.status).toBe(202);
  return ended(`/sourcing/${started.body.requestId}`, of);
}

test('starting a sourcing run returns only its id', async () => {
  const { status, body } = await api.post('/sourcing', sought);
  expect(status).toBe(202);
  expect(body).toEqual({
    success: true,
    requestId: expect.stringMatching(/^req_[0-9a-f]{8}-[0-9a-f]{4}-7/),
    status: 'processing',
    createdAt: expect.any(String),
  });
});

test('a completed sourcing run returns the best candidates first, with exactly the documented properties', async () => {
  const result = await found(sought);
  expect(Object.keys(result).sort()).toEqual(
    [
      'success',
      'requestId',
      'status',
      'createdAt',
      'completedAt',
      'foundCount',
      'scoredCount',
      'candidates',
    ].sort(),
  );
  expect(result).toMatchObject({ success: true, status: 'completed', foundCount: 2, scoredCount: 2 });
  expect(result.candidates.map((one: { profileId: string }) => one.profileId)).toEqual(['maria', 'tom']);
  expect(result.candidates[0]).toEqual({
    profileId: 'maria',
    name: 'Maria Keller',
    professionalProfileUrl: 'https://example.com/people/maria-keller',
    matchScore: 100,
    rationale: expect.stringContaining('A strong match (100 of 100)'),
    skills: ['JS', 'Postgres', 'k8s'],
    headline: 'Backend engineer who likes databases',
    location: 'Zürich, Switzerland',
    currentCompany: 'Nordwind',
    currentRole: 'Senior Backend Engineer',
    aiFitPoints: [
      'Lists 3 of 3 required skills: JavaScript, PostgreSQL and Kubernetes.',
      'Is "Senior Backend Engineer" at Nordwind, the role of "Backend Engineer".',
    ],
    aiRedFlags: [],
    aiDetailedRationale: [
      {
        title: 'Backend Developer',
        company: 'Nordwind',
        duration: '2019 – 2023',
        relevanceExplanation:
          'The title shares "backend developer" with "Backend Engineer". It speaks of PostgreSQL.',
      },
    ],
    detailedExperience: [
      {
        role: 'Backend Developer',
        company: 'Nordwind',
        duration: '2019 – 2023',
        highlights: ['Moved billing to PostgreSQL'],
      },
      { role: 'Barista', company: 'Café Blau', duration: null, highlights: [] },
    ],
    emails: ['maria.keller@example.com'],
  });
});

test('a sourcing run for a job searches by the requirements of the job', async () => {
  const { body: job } = await api.post('/jobs', {
    title: 'Krankenschwester',
    requiredSkills: ['Erste Hilfe'],
    location: { city: 'Lisboa', countryCode: 'PT' },
  });
  const { candidates } = await found({ jobId: job.id });
  expect(
    candidates.map(({ profileId, matchScore }: Record<string, unknown>) => [profileId, matchScore]),
  ).toEqual([['ines', 100]]);
});

test('a sourcing run returns no more candidates than its limit, and reports how many were found', async () => {
  expect(await found({ ...sought, limit: 1 })).toMatchObject({
    foundCount: 2,
    candidates: [{ profileId: 'maria' }],
  });
});

test('a sourcing run that finds no candidates completes with an empty list', async () => {
  expect(await found({ title: 'Glassblower' })).toMatchObject({
    status: 'completed',
    foundCount: 0,
    candidates: [],
  });
});

test('a sourcing preview returns exactly the documented properties, without addresses', async () => {
  const started = await api.post('/sourcing/preview', sought);
  expect(started.status).toBe(202);
  expect(started.body.requestId).toMatch(/^req_prev_[0-9a-f-]{36}$/);
  const result = await ended(`/sourcing/preview/${started.body.requestId}`);
  expect(result).toMatchObject({ success: true, status: 'completed', foundCount: 2, scoredCount: 0 });
  expect(result.candidates[0]).toEqual({
    profileId: 'maria',
    fullName: 'Maria Keller',
    profileUrl: 'https://example.com/people/maria-keller',
    title: 'Senior Backend Engineer',
    headline: 'Backend engineer who likes databases',
    location: 'Zürich, Switzerland',
    country: 'CH',
    companyName: 'Nordwind',
    companyUrl: 'https://nordwind.example',
  });
  expect(JSON.stringify(result)).not.toContain('@');
});

test('requesting the results of an unfinished sourcing run gets 202 with its progress', async () => {
  const other = await service.newCompany();
  // Written without a task: nobody works on it.
  const id = `req_${service.services.database.newId()}`;
  await service.services.database.pool.query(
    `insert into sourcing_requests (id, company_id, kind, status, wanted, found_count, created_at)
     values ($1, $2, 'SOURCING', 'processing', '{}', 7, $3)`,
    [id, other.id, clock.now()],
  );
  const { status, body } = await other.api.get(`/sourcing/${id}/results`);
  expect(status).toBe(202);
  expect(body).toEqual({
    success: true,
    requestId: id,
    status: 'processing',
    candidatesSourcedCount: 7,
    message: expect.any(String),
    createdAt: clock.now().toISOString(),
  });
});

test.each([
  ['sourcing', '/sourcing', sought, '/sourcing'],
  ['preview', '/sourcing/preview', sought, '/sourcing/preview'],
  ['enrichment', '/enrichment', { profileIds: ['maria'] }, '/enrichment'],
])('the results of each %s can be requested once a second', async (_name, start, body, results) => {
  const [one, other] = [
    (await api.post(start, body)).body.requestId,
    (await api.post(start, body)).body.requestId,
  ];
  expect((await api.get(`${results}/${one}/results`)).status).toBeLessThan(300);
  clock.advance(999);
  const refused = await api.get(`${results}/${one}/results`);
  expectErrorBody(refused, 429);
  expect(refused.body).toMatchObject({
    error: 'RATE_LIMIT_EXCEEDED',
    message: expect.stringMatching(/^RATE_LIMIT_EXCEEDED/),
    retryAfter: 1,
  });
  expect(refused.headers.get('retry-after')).toBe('1');
  expect((await api.get(`${results}/${other}/results`)).status).toBeLessThan(300);
  clock.advance(1);
  expect((await api.get(`${results}/${one}/results`)).status).toBeLessThan(300);
});

test.each([
  ['/sourcing', `req_${UNKNOWN}`],
  ['/sourcing', 'req_nonsense'],
  ['/sourcing', UNKNOWN],
  ['/sourcing/preview', `req_prev_${UNKNOWN}`],
  ['/enrichment', `req_enr_${UNKNOWN}`],
  ['/enrichment', 'nonsense'],
])('the sourcing run %s/%s gets 404, however often it is requested', async (path, id) => {
  for (let i = 0; i < 3; i++) {
    const answer = await api.get(`${path}/${id}/results`);
    expectErrorBody(answer, 404);
    expect(answer.body).toMatchObject({
      error: 'REQUEST_NOT_FOUND',
      message: expect.stringMatching(/^REQUEST_NOT_FOUND/),
    });
  }
});

test('the results of a sourcing run of another company, or of another kind, are not found', async () => {
  const { requestId } = (await api.post('/sourcing', sought)).body;
  const other = await service.newCompany();
  expect((await other.api.get(`/sourcing/${requestId}/results`)).status).toBe(404);
  expect((await api.get(`/enrichment/${requestId}/results`)).status).toBe(404);
  const preview = (await api.post('/sourcing/preview', sought)).body.requestId;
  expect((await api.get(`/sourcing/${preview}/results`)).status).toBe(404);
});

test.each(['nonsense', 'req_prev_', 'req_prev_nonsense', `req_${UNKNOWN}`, UNKNOWN])(
  'the malformed sourcing preview id %s gets 400',
  async (id) => {
    const answer = await api.get(`/sourcing/preview/${id}/results`);
    expectErrorBody(answer, 400);
    expect(answer.body).toMatchObject({
      error: 'BAD_REQUEST',
      message: expect.stringMatching(/^BAD_REQUEST/),
    });
  },
);

test('the id of a sourcing run is accepted in capital letters', async () => {
  const { requestId } = (await api.post('/sourcing', sought)).body;
  const shouted = `req_${requestId.slice(4).toUpperCase()}`;
  expect((await api.get(`/sourcing/${shouted}/results`)).status).toBeLessThan(300);
});

test.each([
  ['/sourcing', {}, 'jobId or title is required'],
  ['/sourcing', { jobId: UNKNOWN, title: 'Clerk' }, 'title cannot be combined with jobId'],
  ['/sourcing/preview', { title: 'Clerk', limit: 0 }, 'limit must be >= 1'],
  ['/sourcing', { title: 'Clerk', limit: 101 }, 'limit must be <= 100'],
  ['/sourcing', { jobId: 'nonsense' }, 'jobId must match format "uuid"'],
  ['/sourcing', { title: 'Clerk', more: 1 }, 'more is not a known property'],
  ['/enrichment', {}, 'profileIds or contactIds is required'],
  [
    '/enrichment',
    { profileIds: ['a'], contactIds: [UNKNOWN] },
    'contactIds cannot be combined with profileIds',
  ],
  ['/enrichment', { profileIds: [] }, 'profileIds must NOT have fewer than 1 items'],
  [
    '/enrichment',
    { profileIds: Array.from({ length: 101 }, (_, i) => `p${i}`) },
    'profileIds must NOT have more than 100 items',
  ],
  ['/sourcing/profiles', { profiles: [] }, 'profiles must NOT have fewer than 1 items'],
  ['/sourcing/profiles', { profiles: [{ profileId: 'a' }] }, 'profiles[0].name is required'],
  [
    '/sourcing/profiles',
    { profiles: Array.from({ length: 1001 }, () => ({ name: 'A' })) },
    'profiles must NOT have more than 1000 items',
  ],
])('POST %s refuses the body %o', async (path, body, error) => {
  const answer = await api.post(path, body);
  expectErrorBody(answer, 400);
  expect(answer.body).toMatchObject({ error: 'BAD_REQUEST', message: 'BAD_REQUEST: Validation failed' });
  expect(answer.body.errors).toContain(error);
});

test("sourcing for an unknown job gets 404, and for another company's job 403", async () => {
  expect((await api.post('/sourcing', { jobId: UNKNOWN })).body).toMatchObject({
    statusCode: 404,
    error: 'REQUEST_NOT_FOUND',
  });
  const other = await service.newCompany();
  const { body: job } = await other.api.post('/jobs', { title: 'Clerk' });
  expect((await api.post('/sourcing', { jobId: job.id })).status).toBe(403);
});

test('a sourcing run does not find people in another company’s talent pool', async () => {
  const other = await service.newCompany();
  expect(await found(sought, other.api)).toMatchObject({ foundCount: 0, candidates: [] });
});

test('an upload to the talent pool reports how many profiles are new and how many were replaced', async () => {
  const { maria } = people;
  const { status, body } = await api.post('/sourcing/profiles', {
    profiles: [
      { ...maria, skills: ['Welding'] },
      { name: 'Without an id' },
      { profileId: 'x', name: 'A' },
      { profileId: 'x', name: 'B' },
    ],
  });
  expect(status).toBe(201);
  expect(body).toEqual({ created: 2, updated: 2 });
  expect((await found({ title: 'x', requiredSkills: ['Welding'] })).candidates[0].profileId).toBe('maria');
});

test('a deleted profile of the talent pool disappears from new and earlier results', async () => {
  const { requestId } = await found(sought);
  expect((await api.delete('/sourcing/profiles/maria')).status).toBe(204);
  clock.advance(1000);
  const before = (await api.get(`/sourcing/${requestId}/results`)).body;
  expect(before.candidates.map((one: { profileId: string }) => one.profileId)).toEqual(['tom']);
  expect((await found(sought)).candidates).toHaveLength(1);
  const again = await api.delete('/sourcing/profiles/maria');
  expectErrorBody(again, 404);
});

test.each(['nobody', '%00', '%F0%9F%A6%89', "'--", 'a%2Fb'])(
  'deleting the unknown pool profile %s gets 404',
  async (id) => {
    expectErrorBody(await api.delete(`/sourcing/profiles/${id}`), 404);
  },
);

test('enrichment returns what the talent pool knows about each person, and lists unknown ones', async () => {
  const { body, status } = await api.post('/enrichment', { profileIds: ['maria', 'nobody', 'maria'] });
  expect(status).toBe(202);
  expect(body).toMatchObject({
    success: true,
    status: 'processing',
    requestId: expect.stringMatching(/^req_enr_/),
  });
  const result = await ended(`/enrichment/${body.requestId}`);
  expect(result).toMatchObject({ success: true, status: 'completed', enrichedCount: 1, failedCount: 1 });
  expect(result.profiles).toEqual([
    {
      profileId: 'maria',
      status: 'ENRICHED',
      emails: ['maria.keller@example.com'],
      phones: ['+41446681800'],
      detailedExperience: expect.arrayContaining([expect.objectContaining({ role: 'Barista' })]),
      failureReason: null,
    },
    {
      profileId: 'nobody',
      status: 'FAILED',
      emails: [],
      phones: [],
      detailedExperience: [],
      failureReason: expect.any(String),
    },
  ]);
});

test('enrichment of a contact uses its own data and the pool profile with the same e-mail address', async () => {
  const { body: contact } = await api.post('/contacts', {
    firstName: 'Maria',
    lastName: 'Keller',
    email: 'Maria.Keller@example.com',
    gdprExpiryDate: '2099-01-01',
    workHistory: [{ candidatePosition: 'Waitress', companyName: 'Café Rot', startDate: '2015-01-01' }],
  });
  const { body } = await api.post('/enrichment', { candidateIds: [contact.id] });
  expect((await ended(`/enrichment/${body.requestId}`)).profiles).toEqual([
    {
      profileId: contact.id,
      status: 'ENRICHED',
      emails: ['Maria.Keller@example.com'],
      phones: ['+41446681800'],
      detailedExperience: [
        { role: 'Waitress', company: 'Café Rot', duration: 'from 2015-01-01', highlights: [] },
        expect.objectContaining({ role: 'Backend Developer' }),
        expect.objectContaining({ role: 'Barista' }),
      ],
      failureReason: null,
    },
  ]);
});

test('enrichment of contacts that do not exist, or belong to another company, is refused', async () => {
  expect((await api.post('/enrichment', { contactIds: [UNKNOWN] })).status).toBe(404);
  const other = await service.newCompany();
  const { body: contact } = await other.api.post('/contacts', {
    firstName: 'A',
    lastName: 'B',
    email: 'a@example.com',
    gdprExpiryDate: '2099-01-01',
  });
  expect((await api.post('/enrichment', { contactIds: [contact.id] })).status).toBe(403);
});
