import { type AnyAnswer, expectErrorBody, expectNoInnards } from '@parley/testing/error-body.ts';
import { exchange, request } from '@parley/testing/raw-http.ts';
import { startTestService, type TestService } from '@parley/testing/service.ts';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';

const MIB = 1024 * 1024;

let service: TestService;
let ats: Awaited<ReturnType<TestService['newKey']>>;
let port: number;
beforeAll(async () => {
  service = await startTestService();
  ats = await service.newKey({ type: 'ATS' });
  port = service.service.port;
});
afterAll(() => service.stop());

afterEach(() => {
  expect(service.logged.splice(0).filter((line) => line.includes('"level":50'))).toEqual([]);
  expect(({} as Record<string, unknown>).polluted).toBeUndefined();
});

const post = (body: string, headers?: Record<string, string>) => ats.api.post('/companies', body, headers);
const raw = (body: string | Buffer, headers: Record<string, string> = {}) =>
  exchange(
    port,
    request(
      'POST',
      '/companies',
      { authorization: `Bearer ${ats.key}`, 'content-type': 'application/json', ...headers },
      body,
    ),
  );
const violationsOf = (answer: AnyAnswer): string[] => {
  expectErrorBody(answer, 400);
  expect(answer.body.message).toBe('Validation failed');
  return answer.body.errors;
};

const MALFORMED = 'body must be valid JSON in UTF-8';

test.each([
  '{',
  '{"name":"Acme"',
  '{"name":"Acme"}}',
  "{'name':'Acme'}",
  '{name:"Acme"}',
  '{"name":"Acme",}',
  '{"name":undefined}',
  '{"name":NaN}',
  '{"name":"Ac\nme"}',
  '{"name":"\\x41"}',
  '{"name":"\\u12"}',
  '{"name":01}',
  '/* hi */ {"name":"Acme"}',
  'name=Acme',
  ' ',
  '\0',
  '{"name":"Acme"}\0',
  '<name>Acme</name>',
])('malformed JSON gets a 400: %j', async (body) => {
  expect(violationsOf(await post(body))).toEqual([MALFORMED]);
});

test('an empty request body counts as missing', async () => {
  expect(violationsOf(await post(''))).toEqual(['body is required']);
});

test.each(['[]', '"text"', '42', 'null', 'true', '[{"name":"Acme"}]'])(
  'JSON that is not an object gets a 400: %s',
  async (body) => {
    expect(violationsOf(await post(body))).toEqual(['body must be object']);
  },
);

test.each([
  ['in a name', { name: 'a\0b' }, 'name must not contain a NUL character'],
  ['in metadata', { name: 'a', metadata: { x: ['\0'] } }, 'metadata.x[0] must not contain a NUL character'],
  [
    'in a property of metadata',
    { name: 'a', metadata: { '\0': 1 } },
    'metadata has a property whose name must not contain a NUL character',
  ],
  ['in an unknown property', { name: 'a', what: '\0' }, 'what must not contain a NUL character'],
])('a NUL character %s gets a 400', async (_where, body, violation) => {
  expect(violationsOf(await post(JSON.stringify(body)))).toContain(violation);
});

test.each([
  ['{"name":"\\ud800"}', 'name must be well-formed Unicode'],
  ['{"name":"\\udc00\\ud800"}', 'name must be well-formed Unicode'],
  ['{"name":"a","metadata":{"x":"\\udfff"}}', 'metadata.x must be well-formed Unicode'],
  ['{"name":"a","metadata":{"\\ud800":1}}', 'metadata has a property whose name must be well-formed Unicode'],
])('a lone surrogate gets a 400: %s', async (body, violation) => {
  expect(violationsOf(await post(body))).toEqual([violation]);
});

test.each(['1e400', '-1e400', '1e999999'])('the number %s overflows and gets a 400', async (number) => {
  const answer = await post(`{"name":"a","metadata":{"n":${number}}}`);
  expect(violationsOf(answer)).toEqual(['metadata.n must be a finite number']);
});

test('numbers at the limits of their type are kept exactly', async () => {
  const answer = await post('{"name":"a","metadata":{"n":[1e308,5e-324,9007199254740991,0.1]}}');
  expect(answer.status).toBe(201);
  expect(answer.body.metadata).toEqual({ n: [1e308, 5e-324, 9007199254740991, 0.1] });
});

test.each([
  ['a byte that is never UTF-8', Buffer.from([0xff])],
  ['an overlong slash', Buffer.from([0xc0, 0xaf])],
  ['a surrogate in UTF-8', Buffer.from([0xed, 0xa0, 0x80])],
  ['half a character', Buffer.from([0xe2, 0x82])],
  ['a code point beyond Unicode', Buffer.from([0xf4, 0x90, 0x80, 0x80])],
])('a body with %s gets a 400', async (_words, bytes) => {
  const body = Buffer.concat([Buffer.from('{"name":"'), bytes, Buffer.from('"}')]);
  expect(violationsOf(await raw(body))).toEqual([MALFORMED]);
});

test('JSON in UTF-16 gets a 400', async () => {
  expect(violationsOf(await raw(Buffer.from('{"name":"Acme"}', 'utf16le')))).toEqual([MALFORMED]);
});

test('a byte order mark before the JSON is ignored', async () => {
  expect((await post('\uFEFF{"name":"Acme"}')).body.name).toBe('Acme');
  expect(violationsOf(await post('\uFEFF'))).toEqual([MALFORMED]);
});

test.each([
  ['{"__proto__":{"polluted":1},"name":"a"}', '__proto__ is not a known property'],
  ['{"name":"a","metadata":{"__proto__":{"polluted":1}}}', 'metadata.__proto__ is not a known property'],
  ['{"name":"a","metadata":{"x":[{"__proto__":null}]}}', 'metadata.x[0].__proto__ is not a known property'],
  ['{"constructor":{"prototype":{"polluted":1}},"name":"a"}', 'constructor is not a known property'],
  ['{"toString":1,"name":"a"}', 'toString is not a known property'],
  ['{"hasOwnProperty":1,"name":"a"}', 'hasOwnProperty is not a known property'],
])('a property name such as __proto__ is reported as one violation: %s', async (body, violation) => {
  expect(violationsOf(await post(body))).toEqual([violation]);
});

test('constructor.prototype inside metadata is accepted as ordinary data', async () => {
  const metadata = { constructor: { prototype: { polluted: 1 } }, toString: 'x', valueOf: null };
  const created = await post(JSON.stringify({ name: 'a', metadata }));
  expect(created.status).toBe(201);
  const read = await ats.api.get(`/companies/${created.body.id}`);
  expect(JSON.parse(read.text).metadata).toEqual(metadata);
});

test.each([
  ['arrays', (depth: number) => '['.repeat(depth) + ']'.repeat(depth)],
  ['objects', (depth: number) => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`],
])('nesting of 10,000 %s gets a 400, in the body and in metadata', async (_words, nested) => {
  const tooDeep = 'body must not be nested deeper than 64 levels';
  expect(violationsOf(await post(nested(10_000)))).toEqual([tooDeep]);
  expect(violationsOf(await post(`{"name":"a","metadata":{"deep":${nested(10_000)}}}`))).toEqual([tooDeep]);
});

test('the deepest nesting that fits into a body gets a 400', async () => {
  expect(violationsOf(await post('['.repeat(MIB / 2) + ']'.repeat(MIB / 2)))).toHaveLength(1);
  expect(violationsOf(await post('['.repeat(MIB)))).toEqual([MALFORMED]);
});

test('the last of duplicate properties in a request body counts', async () => {
  expect((await post('{"name":"first","name":"second"}')).body.name).toBe('second');
});

const padded = (bytes: number) => `{"name":"a"${' '.repeat(bytes - 12)}}`;

test('a request body of exactly 1 MiB is read', async () => {
  expect(Buffer.byteLength(padded(MIB))).toBe(MIB);
  expect((await post(padded(MIB))).status).toBe(201);
});

test('a request body of 1 MiB and a byte gets a 413', async () => {
  expectErrorBody(await post(padded(MIB + 1)), 413);
});

const chunked = (text: string) => [
  request('POST', '/companies', {
    authorization: `Bearer ${ats.key}`,
    'content-type': 'application/json',
    'transfer-encoding': 'chunked',
  }),
  `${Buffer.byteLength(text).toString(16)}\r\n${text}\r\n0\r\n\r\n`,
];

test('a chunked body beyond 1 MiB gets a 413', async () => {
  expect((await exchange(port, chunked(padded(MIB)))).status).toBe(201);
  expectErrorBody(await exchange(port, chunked(padded(MIB + 1))), 413);
});

test('a huge announced body size gets a 413 before any byte is sent', async () => {
  const headers = { 'content-length': '999999999999' };
  expectErrorBody(await raw('', headers), 413);
});

test('half a million invalid items get a short error', async () => {
  const scopes = `[${'1,'.repeat(MIB / 2 - 100)}1]`;
  const answer = await service.admin.post('/api-keys', `{"name":"k","scopes":${scopes}}`);
  expect(violationsOf(answer)).toContain('scopes must NOT have more than 25 items');
  expect(answer.text.length).toBeLessThan(MIB);
});

test('tens of thousands of unknown properties get a short error', async () => {
  const names = Array.from({ length: 60_000 }, (_, i) => `"p${i}":0`).join();
  const answer = await post(`{${names}}`);
  expect(violationsOf(answer)).toContain('p0 is not a known property');
  expect(answer.text.length).toBeLessThan(MIB);
});

test.each([
  'text/plain',
  'text/json',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'application/problem+json',
  'application/jsonp',
  'application/xml',
  'application',
  '/',
  ';',
  'application/json, text/plain',
  '__proto__',
])('the content type %j gets a 415', async (type) => {
  expectErrorBody(await post('{"name":"Acme"}', { 'content-type': type }), 415);
});

test.each([
  'application/json',
  'application/json; charset=utf-8',
  'APPLICATION/JSON',
  'application/json;charset=UTF-8',
])('the content type %j is accepted as JSON', async (type) => {
  expect((await post('{"name":"Acme"}', { 'content-type': type })).status).toBe(201);
});

test('a body without a content type gets a 415', async () => {
  const headers = { authorization: `Bearer ${ats.key}` };
  expectErrorBody(await exchange(port, request('POST', '/companies', headers, '{"name":"Acme"}')), 415);
});

test('a compressed body is refused as not JSON', async () => {
  const answer = await raw(Buffer.from('H4sIAAAAAAAAA6tWykvMTVWyUnJMzk1VqgUAsE6jZw8AAAA=', 'base64'), {
    'content-encoding': 'gzip',
  });
  expect(violationsOf(answer)).toEqual([MALFORMED]);
});

test('a body on a GET is ignored', async () => {
  const headers = { authorization: `Bearer ${ats.key}`, 'content-type': 'application/json' };
  expect((await exchange(port, request('GET', '/companies', headers, '{'))).status).toBe(200);
});

test('every route with a body refuses invalid JSON in the same way', async () => {
  const document = (await service.admin.get('/openapi.json')).body;
  const withBody = Object.entries<Record<string, { requestBody?: unknown; 'x-access'?: string }>>(
    document.paths,
  ).flatMap(([path, operations]) =>
    Object.entries(operations)
      .filter(([, operation]) => operation.requestBody)
      .map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  );
  expect(withBody.length).toBeGreaterThan(4);
  const { key } = await service.newCompany();
  const ats = await service.newKey({ type: 'ATS' });
  for (const { method, path, operation } of withBody) {
    const ownKey = path === '/companies' ? ats.key : key;
    const bearer = operation['x-access'] === 'admin' ? service.adminToken : ownKey;
    const headers = { authorization: `Bearer ${bearer}`, 'content-type': 'application/json' };
    const address = path.replaceAll(/\{\w+\}/g, '018f0000-0000-7000-8000-000000000001');
    for (const nonsense of ['[]', 'null', '"x"', '{', '{"__proto__":1}']) {
      const answer = await exchange(port, request(method, address, headers, nonsense));
      expect(`${method} ${path} ${nonsense} ${answer.status}`).toBe(`${method} ${path} ${nonsense} 400`);
      expectErrorBody(answer, 400);
    }
    const oddities = await exchange(port, request(method, address, headers, '{"\\u0000":"\\ud800"}'));
    expect(oddities.status).toBe(400);
    expectNoInnards(oddities.text);
  }
});
