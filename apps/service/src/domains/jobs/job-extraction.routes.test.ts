import { gzipSync } from 'node:zlib';
import { ManualClock } from '@parley/kernel/clock.ts';
import { type PageServer, startPageServer } from '@parley/testing/page-server.ts';
import {
  type Answer,
  startTestService,
  type TestCompany,
  type TestService,
} from '@parley/testing/service.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

const FAILED = 'Failed to extract job data from the URL';

const clock = new ManualClock(new Date('2026-03-14T09:30:00Z'));
let service: TestService;
let pages: PageServer;
let company: TestCompany;
beforeAll(async () => {
  pages = await startPageServer();
  service = await startTestService({
    roles: ['api'],
    clock,
    environment: { PARLEY_ALLOW_PRIVATE_URLS: 'true' },
  });
});
afterAll(async () => {
  await service.stop();
  await pages.stop();
});
beforeEach(async () => {
  company = await service.newCompany();
});

const posting = (fields: object = {}) =>
  `<!doctype html><html lang="en"><head><script type="application/ld+json">${JSON.stringify({
    '@context': 'https://schema.org',
    '@type': 'JobPosting',
    title: 'Warehouse clerk',
    description: '<p>Receives goods.</p><ul><li>Counts</li><li>Stacks</li></ul>',
    hiringOrganization: { '@type': 'Organization', name: 'Acme' },
    employmentType: 'PART_TIME',
    jobLocation: { '@type': 'Place', address: { addressLocality: 'Brno', addressCountry: 'Czechia' } },
    baseSalary: { currency: 'CZK', value: { minValue: 30_000, maxValue: 36_000, unitText: 'MONTH' } },
    ...fields,
  })}</script></head><body></body></html>`;

const extract = (jobUrl: string, more: object = {}) => company.api.post('/jobs/url', { jobUrl, ...more });
const total = async () => (await company.api.get('/jobs')).body.total;

/** Refused in the contract's words, and nothing came to be. */
async function expectRefused(answer: Answer, message: string): Promise<void> {
  expect([answer.status, answer.body.message]).toEqual([400, message]);
  expect(await total()).toBe(0);
}

test('extracting a posting URL creates a job with the stated values and the source of each value', async () => {
  const url = pages.serve('/job', posting());
  const { status, body } = await extract(url);
  expect(status).toBe(201);
  expect(body).toEqual({
    sourceUrl: url,
    data: {
      id: expect.any(String),
      companyId: company.id,
      title: 'Warehouse clerk',
      status: 'OPEN',
      description: 'Receives goods.\n\n- Counts\n- Stacks',
      jobUrl: url,
      contractType: 'PART_TIME',
      location: { city: 'Brno', countryCode: 'CZ' },
      salary: { min: 30_000, max: 36_000, currency: 'CZK', period: 'MONTHLY' },
      metadata: { company: 'Acme', extraction: expect.any(Object) },
      createdAt: expect.any(String),
      updatedAt: body.data.createdAt,
    },
  });
  expect(body.data.metadata.extraction).toMatchObject({
    title: 'json-ld',
    'location.city': 'json-ld',
    company: 'json-ld',
  });
  expect((await company.api.get(`/jobs/${body.data.id}`)).body).toEqual(body.data);
});

test('an extraction without createJob returns the values and stores nothing', async () => {
  const url = pages.serve('/job', posting());
  const { status, body } = await extract(url, { createJob: false });
  expect(status).toBe(200);
  expect(body.data).toMatchObject({
    id: '',
    createdAt: '',
    updatedAt: '',
    title: 'Warehouse clerk',
    companyId: company.id,
  });
  expect(body.sourceUrl).toBe(url);
  expect(await total()).toBe(0);
});

test('an extracted job has the pay and contract from the page text if the structured data lacks them', async () => {
  const text = posting({ employmentType: undefined, baseSalary: undefined, description: 'Receives goods.' });
  const body =
    '<main><h1>Warehouse clerk</h1><span>Part-time</span> <b>30 000 – 36 000 Kč / měsíc</b></main>';
  const { status, body: answer } = await extract(
    pages.serve('/text', text.replace('<body>', `<body>${body}`)),
  );
  expect([status, answer.data.contractType, answer.data.salary]).toEqual([
    201,
    'PART_TIME',
    { min: 30_000, max: 36_000, currency: 'CZK', period: 'MONTHLY' },
  ]);
  expect(answer.data.metadata.extraction).toMatchObject({
    contractType: 'main-text',
    'salary.min': 'main-text',
  });
});

test('a posting that is no longer available is refused with the reason', async () => {
  const notice = '<main><h1>Warehouse clerk</h1><p>This job is no longer available.</p></main>';
  const answer = await extract(pages.serve('/gone', posting().replace('<body>', `<body>${notice}`)));
  await expectRefused(answer, FAILED);
  expect(answer.body.errors).toEqual([
    'jobUrl leads to a posting that is closed, filled or no longer available',
  ]);
});

test('a job posting past its closing date is still extracted, with that date', async () => {
  const { status, body } = await extract(pages.serve('/past', posting({ validThrough: '2020-05-31' })));
  expect([status, body.data.metadata.validThrough]).toEqual([201, '2020-05-31']);
});

test('values of a posting that are longer than a job allows are truncated', async () => {
  const title = 'Clerk '.repeat(80);
  const { body, status } = await extract(
    pages.serve(
      '/long',
      posting({ title, description: 'Works hard. '.repeat(3000), skills: ['x'.repeat(600), 'Counting'] }),
    ),
  );
  expect(status).toBe(201);
  expect(body.data.title).toMatch(/^Clerk .* Clerk…$/);
  expect(body.data.title.length).toBeLessThanOrEqual(300);
  expect(body.data.description.length).toBeLessThanOrEqual(20_000);
  expect(body.data.requiredSkills).toEqual(['Counting']);
});

test.each([
  'nonsense',
  'jobs.example.com/1',
  'ftp://example.com/a',
  'javascript:alert(1)',
  'file:///etc/passwd',
  'http://',
  'https://exa mple.com/',
  'http://user:word@example.com/',
  '',
  ' ',
  'http://[fe80::1%25eth0]/',
])('the posting URL %j is refused as invalid', async (jobUrl) => {
  await expectRefused(await extract(jobUrl), 'Invalid URL');
});

test.each<[words: string, body: object, error: string]>([
  ['without an address', {}, 'jobUrl is required'],
  [
    'with an address of 2,049 characters',
    { jobUrl: `https://example.com/${'a'.repeat(2029)}` },
    'jobUrl must NOT have more than 2048 characters',
  ],
  ['with a number as the address', { jobUrl: 7 }, 'jobUrl must be string'],
  [
    'with text for createJob',
    { jobUrl: 'https://example.com/', createJob: 'no' },
    'createJob must be boolean',
  ],
  [
    'with an unknown property',
    { jobUrl: 'https://example.com/', title: 'Clerk' },
    'title is not a known property',
  ],
])('an extraction request %s is refused', async (_words, body, error) => {
  const answer = await company.api.post('/jobs/url', body);
  expect([answer.status, answer.body.message]).toEqual([400, 'Validation failed']);
  expect(answer.body.errors).toContain(error);
});

test('a posting URL of 2,048 characters is accepted', async () => {
  const start = pages.serve('/job', posting());
  const { status, body } = await extract(`${start}?${'a'.repeat(2047 - start.length)}`);
  expect(status).toBe(201);
  expect(body.data.jobUrl).toHaveLength(2048);
});

test.each<[words: string, title: string | undefined]>([
  ['no title', undefined],
  ['a title of four letters', 'Cook'],
])('a posting with %s creates no job', async (_words, title) => {
  await expectRefused(
    await extract(pages.serve('/untitled', posting({ title }))),
    'No valid job title found (at least 5 characters required)',
  );
});

const bomb = gzipSync(Buffer.alloc(64 * 1024 ** 2, 32));

test.each<[words: string, path: string, page: Parameters<PageServer['serve']>[1], type?: string]>([
  [
    'does not exist',
    '/gone',
    (_request, response) => response.writeHead(404, { 'content-type': 'text/html' }).end(posting()),
  ],
  ['demands authentication', '/401', (_request, response) => response.writeHead(401).end()],
  ['answers with a server error', '/500', (_request, response) => response.writeHead(500).end()],
  ['is empty', '/empty', ''],
  ['is an image', '/picture', Buffer.from('89504e470d0a1a0a', 'hex'), 'image/png'],
  ['is a PDF', '/pdf', '%PDF-1.7', 'application/pdf'],
  ['is plain text', '/text', 'Warehouse clerk wanted for a job', 'text/plain'],
  [
    'is structured data about something else',
    '/data',
    '{"title":"Weather","temperature":7}',
    'application/json',
  ],
  [
    'shows a sign-in form',
    '/login',
    '<title>Sign in | Acme</title><main><h1>Sign in</h1><p>Sign in to see this job and thousands of others like it on Acme.</p><form><input type="password"></form></main>',
  ],
  [
    'needs scripts to show its content',
    '/shell',
    '<meta property="og:title" content="Warehouse clerk"><div id="root"></div><footer>Careers at Acme</footer>',
  ],
  [
    'is about something else',
    '/recipe',
    `<h1>Apple pie</h1><p>${'Peel the apples, slice them and bake them for an hour. '.repeat(5)}</p>`,
  ],
  [
    'redirects in a circle',
    '/circle',
    (_request, response) => response.writeHead(302, { location: '/circle' }).end(),
  ],
  [
    'redirects to a metadata service',
    '/metadata',
    (_request, response) =>
      response.writeHead(302, { location: 'http://169.254.169.254/latest/meta-data/' }).end(),
  ],
  [
    'redirects to a file address',
    '/file',
    (_request, response) => response.writeHead(302, { location: 'file:///etc/passwd' }).end(),
  ],
  ['is longer than 5 MiB', '/long', ' '.repeat(5 * 1024 ** 2 + 1) + posting()],
  [
    'is too large after decompression',
    '/bomb',
    (_request, response) =>
      response.writeHead(200, { 'content-type': 'text/html', 'content-encoding': 'gzip' }).end(bomb),
  ],
  [
    'is compressed wrongly',
    '/packed',
    (_request, response) =>
      response.writeHead(200, { 'content-type': 'text/html', 'content-encoding': 'gzip' }).end('no gzip'),
  ],
  [
    'is truncated',
    '/cut',
    (_request, response) =>
      response
        .writeHead(200, { 'content-type': 'text/html', 'content-length': 1000 })
        .write('<h1>', () => response.destroy()),
  ],
])('a page that %s creates no job', async (_words, path, page, type) => {
  await expectRefused(await extract(pages.serve(path, page, type)), FAILED);
});

test('a posting URL whose host has no server creates no job', async () => {
  await expectRefused(await extract('http://127.0.0.1:1/job'), FAILED);
});

test('a posting page that is compressed and in another charset is read', async () => {
  const html = posting({ title: 'Bürokauffrau', description: 'Büro' });
  const bytes = gzipSync(Buffer.from(html, 'latin1'));
  const url = pages.serve('/latin', (_request, response) =>
    response
      .writeHead(200, { 'content-type': 'text/html; charset=ISO-8859-1', 'content-encoding': 'gzip' })
      .end(bytes),
  );
  expect((await extract(url)).body.data).toMatchObject({ title: 'Bürokauffrau', description: 'Büro' });
});

test('a redirect of the posting URL is followed, and the URL of the request is stored', async () => {
  pages.serve('/new', posting());
  const url = pages.serve('/old', (_request, response) =>
    response.writeHead(301, { location: '/new' }).end(),
  );
  const { status, body } = await extract(url);
  expect(status).toBe(201);
  expect([body.sourceUrl, body.data.jobUrl]).toEqual([url, url]);
});

test('the sixth extraction within a minute gets 429 with Retry-After, even if earlier ones failed', async () => {
  const url = pages.serve('/job', posting());
  const bad = [url, 'nonsense', pages.serve('/picture', 'x', 'image/png'), 'http://127.0.0.1:1/', 'nonsense'];
  const statuses = [];
  for (const one of bad) statuses.push((await extract(one)).status);
  expect(statuses).toEqual([201, 400, 400, 400, 400]);
  const before = pages.connections();
  const { status, body, headers } = await extract(url);
  expect(status).toBe(429);
  expect(body.retryAfter).toBe(60);
  expect(headers.get('retry-after')).toBe('60');
  expect(pages.connections()).toBe(before);
  expect(await total()).toBe(1);

  // Not limited, and therefore refused for what it is.
  const other = await service.newCompany();
  expect((await other.api.post('/jobs/url', { jobUrl: 'nonsense' })).status).toBe(400);
  clock.advance(60_000);
  expect((await extract(url)).status).toBe(201);
});

test('an API key with only read access to jobs cannot extract a job', async () => {
  const reader = await service.newKey({ companyId: company.id, scopes: ['read:jobs'] });
  const answer = await reader.api.post('/jobs/url', { jobUrl: 'nonsense' });
  expect(answer.status).toBe(403);
  expect(answer.body.message).toBe('Insufficient permissions: Required scope write:jobs not found');
});
