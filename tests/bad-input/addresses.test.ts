import { expectErrorBody } from '@parley/testing/error-body.ts';
import { exchange, request } from '@parley/testing/raw-http.ts';
import { startTestService, type TestCompany, type TestService } from '@parley/testing/service.ts';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';

let service: TestService;
let company: TestCompany;
let port: number;
beforeAll(async () => {
  service = await startTestService();
  company = await service.newCompany();
  port = service.service.port;
});
afterAll(() => service.stop());
afterEach(() => {
  expect(service.logged.splice(0).filter((line) => line.includes('"level":50'))).toEqual([]);
});

/** By a raw socket: HTTP clients tidy addresses before they send them. */
const get = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  exchange(port, request(method, path, { authorization: `Bearer ${company.key}`, ...headers }));

test.each<[query: string, violations: string[]]>([
  ['page=0', ['page must be >= 1']],
  ['page=10001', ['page must be <= 10000']],
  ['page=-1', ['page must be >= 1']],
  ['page=1.5', ['page must be integer']],
  ['page=x', ['page must be integer']],
  ['page=', ['page must be integer']],
  ['page', ['page must be integer']],
  ['page=1e400', ['page must be a finite number']],
  ['page=NaN', ['page must be integer']],
  ['page=99999999999999999999', ['page must be <= 10000']],
  ['page=%00', ['page must not contain a NUL character', 'page must be integer']],
  ['limit=0', ['limit must be >= 1']],
  ['limit=101', ['limit must be <= 100']],
  ['limit=null', ['limit must be integer']],
  [
    'page=0&limit=101&sort=asc',
    ['page must be >= 1', 'limit must be <= 100', 'sort is not a known property'],
  ],
  ['page=1&page=2', ['page must be integer']],
  ['page=1&page=1', ['page must be integer']],
  ['page[]=1', ['page[] is not a known property']],
  ['page[gt]=1', ['page[gt] is not a known property']],
  ['Page=1', ['Page is not a known property']],
  ['=1', ['query is not a known property']],
  ['__proto__=1', ['__proto__ is not a known property']],
  ['constructor=1', ['constructor is not a known property']],
  ['toString', ['toString is not a known property']],
  ['page=%', ['page must be integer']],
  ['page=%zz', ['page must be integer']],
  ['page=%ff', ['page must be integer']],
  ['%zz=1', ['%zz is not a known property']],
  ['%=1', ['% is not a known property']],
  ['companyId=%00', ['companyId must not contain a NUL character']],
  ['page=1;limit=2', ['page must be integer']],
])('the query ?%s gets a 400 that names every violation', async (query, violations) => {
  const answer = await get(`/companies?${query}`);
  expectErrorBody(answer, 400);
  expect(answer.body.errors.sort()).toEqual([...violations].sort());
});

test.each([
  '',
  '?',
  '?&',
  '?&&&',
  '?page=1&',
  '?page=10000&limit=100',
  '?companyId=anything',
  '?companyId=a&companyId=b',
  '?page=%31',
])('/companies%s returns a list', async (query) => {
  expect((await get(`/companies${query}`)).status).toBe(200);
});

test('a page beyond the last is empty, not an error', async () => {
  const { body } = await get('/companies?page=10000&limit=100');
  expect(body).toEqual({ data: [], total: 1, page: 10_000, limit: 100, totalPages: 1 });
});

test('thousands of query parameters get a 400 without delay', async () => {
  const many = Array.from({ length: 2000 }, (_, i) => `p${i}=1`).join('&');
  const started = performance.now();
  const answer = await get(`/companies?${many}`);
  expectErrorBody(answer, 400);
  expect(answer.body.errors.length).toBeGreaterThan(900);
  const same = await get(`/companies?${'page=1&'.repeat(2000)}`);
  expectErrorBody(same, 400);
  expect(performance.now() - started).toBeLessThan(2000);
});

test.each([
  ['nonsense', 'x'],
  ['a number', '1'],
  ['a UUID with more characters', '018f0000-0000-7000-8000-000000000001x'],
  ['a UUID in braces', '%7B018f0000-0000-7000-8000-000000000001%7D'],
  ['NUL', '%00'],
  ['a line break', '%0d%0aset-cookie:x=1'],
  ['SQL', "'%20or%201=1--"],
  ['dots', '%2e%2e'],
  ['an encoded slash', '..%2f..%2fetc%2fpasswd'],
  ['half of an escape', '%'],
  ['a bad escape', '%zz'],
  ['a byte that is never UTF-8', '%ff'],
  ['a surrogate in UTF-8', '%ed%a0%80'],
  ['__proto__', '__proto__'],
  ['constructor', 'constructor'],
  ['a long word', 'x'.repeat(201)],
  ['a very long word', 'x'.repeat(10_000)],
  ['nothing', ''],
  ['emoji', '%F0%9F%92%A9'],
])('an id in a path that is %s gets a 404', async (_words, id) => {
  expectErrorBody(await get(`/companies/${id}`), 404);
});

test.each([
  ['GET', '/nothing'],
  ['GET', '//companies'],
  ['GET', '/companies/'],
  ['GET', '/Companies'],
  ['GET', '/companies/../companies'],
  ['GET', '/v1/companies'],
  ['GET', '/__proto__'],
  ['GET', '/%'],
  ['GET', '/%zz'],
  ['GET', '/%00'],
  ['GET', '/objects'],
  ['GET', 'http://'],
  ['DELETE', '/companies'],
  ['PUT', '/companies'],
  ['POST', '/companies/018f0000-0000-7000-8000-000000000001'],
  ['OPTIONS', '/companies'],
  ['OPTIONS', '*'],
  ['TRACE', '/companies'],
  ['PROPFIND', '/companies'],
  ['PURGE', '/companies'],
])('%s %s gets a 404 as an unknown route', async (method, path) => {
  expectErrorBody(await get(path, {}, method), 404);
});

test('an unknown route gets a 404 without an API key', async () => {
  expectErrorBody(await exchange(port, request('GET', '/nothing')), 404);
});

test('HEAD of a GET route gets a 404 without a body', async () => {
  const answer = await get('/companies', {}, 'HEAD');
  expect(answer.status).toBe(404);
  expect(answer.text).toBe('');
  expect(answer.headers['x-trace-id']).toMatch(/^[0-9a-f]{32}$/);
});

test('a long URL is served up to the header limit and refused beyond', async () => {
  expectErrorBody(await get(`/${'x'.repeat(15_000)}`), 404);
  expectErrorBody(await get(`/${'x'.repeat(20_000)}`), 431);
  expectErrorBody(await get(`/companies?x=${'y'.repeat(100_000)}`), 431);
});

test('an absolute URL in the request line is treated as its path', async () => {
  expect((await get('http://elsewhere.example/companies')).status).toBe(200);
});

test('a URL is echoed only inside JSON', async () => {
  const answer = await get('/<script>alert(1)</script>');
  expectErrorBody(answer, 404);
});

test.each([
  ['nothing', undefined],
  ['another scheme', 'Basic dXNlcjpwYXNz'],
  ['no key', 'Bearer'],
  ['an empty key', 'Bearer '],
  ['two keys', 'Bearer a b'],
  ['a long key', `Bearer ${'x'.repeat(8000)}`],
  ['bytes of Latin-1', 'Bearer sk_\u00e9\u00ff'],
  ['a token of an unknown issuer', 'Bearer eyJhbGciOiJub25lIn0.eyJyb2xlIjoiYWRtaW4ifQ.'],
  ['SQL', "Bearer ' or 1=1--"],
])('%s as an API key gets the generic 401', async (_words, authorization) => {
  const headers = authorization === undefined ? {} : { authorization };
  for (const path of ['/companies', '/api-keys']) {
    const answer = await exchange(port, request('GET', path, headers));
    expectErrorBody(answer, 401);
    expect(answer.body.message).toBe('Invalid API key');
  }
});
