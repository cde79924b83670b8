import { IdOf, PageQuery, Strict, Uuid } from '@parley/contract/schema.ts';
import { ManualClock } from '@parley/kernel/clock.ts';
import { notFound } from '@parley/kernel/failure.ts';
import { expectErrorBody } from '@parley/testing/error-body.ts';
import {
  ACME,
  type Bearer,
  OTHER,
  type RouteServer,
  startRouteServer,
} from '@parley/testing/route-server.ts';
import { Type } from 'typebox';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { adminRoute, companiesRoute, route } from './route.ts';

const tag = 'Test';
const Echo = Type.Unsafe<unknown>({});
const contact = Strict({ firstName: Type.String({ minLength: 1 }), jobs: Type.Array(Uuid()) });

const routes = [
  route({
    method: 'POST',
    path: '/contacts/{id}',
    name: 'touchContact',
    summary: 'Touch',
    tag,
    needs: ['read:contacts', 'write:contacts'],
    params: { id: IdOf('Contact') },
    query: PageQuery({ contactId: Type.Optional(Uuid()) }),
    body: Strict({ contact: Type.Optional(contact), size: Type.Optional(Type.Integer({ minimum: 1 })) }),
    reply: { 200: Echo },
    handle: ({ params, query, body, scope }) => {
      if (params.id.startsWith('0')) throw notFound('Contact');
      return { params, query, body, companyId: scope.companyId, actor: scope.actor };
    },
  }),
  route({
    method: 'POST',
    path: '/limited',
    name: 'limited',
    summary: 'Limited',
    tag,
    needs: ['read:jobs'],
    query: Strict({ fail: Type.Optional(Type.Boolean()) }),
    reply: { 200: Echo },
    limit: { name: 'limited', max: 3, perSeconds: 60 },
    handle: ({ query }) => {
      if (query.fail) throw notFound('Thing');
      return {};
    },
  }),
  route({
    method: 'POST',
    path: '/optional',
    name: 'optional',
    summary: 'Optional body',
    tag,
    needs: [],
    body: Strict({ size: Type.Optional(Type.Integer()) }),
    bodyOptional: true,
    reply: { 200: Echo },
    handle: ({ body }) => ({ body }),
  }),
  route({
    method: 'POST',
    path: '/bodyless',
    name: 'bodyless',
    summary: 'No body',
    tag,
    needs: [],
    reply: { 204: null },
    handle: () => undefined,
  }),
  companiesRoute({
    method: 'GET',
    path: '/groups',
    name: 'groups',
    summary: 'Across companies',
    tag,
    needs: ['read:companies'],
    reply: { 200: Echo },
    handle: ({ principal }) => ({ kind: principal.kind }),
  }),
  adminRoute({
    method: 'POST',
    path: '/admin/{id}',
    name: 'administer',
    summary: 'Administer',
    tag,
    params: { id: IdOf('Thing') },
    query: Strict({ companyId: Type.Optional(Uuid()) }),
    body: Strict({ size: Type.Integer() }),
    reply: { 200: Echo },
    handle: ({ query, principal }) => ({ query, subject: principal.subject }),
  }),
];

const clock = new ManualClock('2026-01-01T00:00:00Z');
let server: RouteServer;
beforeAll(async () => {
  server = await startRouteServer(routes, { clock });
});
afterAll(() => server.stop());

const ID = '118f0000-0000-7000-8000-000000000001';
const ABSENT = '018f0000-0000-7000-8000-000000000001';
const good = { contact: { firstName: 'Ada', jobs: [] } };
const BAD_BODY = { size: 0, what: 1 };

// Each request breaks two rules; the answer is about the one that comes first.
test.each<[words: string, as: Bearer | undefined, path: string, body: unknown, status: number]>([
  ['no key and no permission', undefined, `/contacts/${ID}`, good, 401],
  ['no key and a bad body', undefined, `/contacts/${ID}`, BAD_BODY, 401],
  ['no key and malformed JSON', undefined, `/contacts/${ID}`, '{', 401],
  ['no key and no such contact', undefined, `/contacts/${ABSENT}`, good, 401],
  ['no key and a malformed id', undefined, '/contacts/x', good, 401],
  ['no permission and a bad body', 'powerless', `/contacts/${ID}`, BAD_BODY, 403],
  ['no permission and malformed JSON', 'powerless', `/contacts/${ID}`, '{', 403],
  ['no permission and a bad query', 'powerless', `/contacts/${ID}?page=0`, good, 403],
  ['no permission and no such contact', 'powerless', `/contacts/${ABSENT}`, good, 403],
  ['no permission and a malformed id', 'powerless', '/contacts/x', good, 403],
  ['one of two permissions and a bad body', 'reader', `/contacts/${ID}`, BAD_BODY, 403],
  ['a bad body and no such contact', 'acme', `/contacts/${ABSENT}`, BAD_BODY, 400],
  ['a bad query and no such contact', 'acme', `/contacts/${ABSENT}?page=0`, good, 400],
  ['a bad body and a malformed id', 'acme', '/contacts/x', BAD_BODY, 400],
  ['a bad body and a company of another key', 'ats', `/contacts/${ID}?companyId=${OTHER}`, BAD_BODY, 400],
  ['no company named and a bad body', 'ats', `/contacts/${ID}`, BAD_BODY, 400],
  ['no company named and no such contact', 'ats', `/contacts/${ABSENT}`, good, 400],
  [
    'a company of another key and no such contact',
    'ats',
    `/contacts/${ABSENT}?companyId=${OTHER}`,
    good,
    403,
  ],
  ['a malformed id', 'acme', '/contacts/x', good, 404],
  ['no such contact', 'acme', `/contacts/${ABSENT}`, good, 404],
  ['an administrator route, no key and a bad body', undefined, `/admin/${ID}`, BAD_BODY, 401],
  ['an administrator route, a key and a bad body', 'acme', `/admin/${ID}`, BAD_BODY, 403],
  ['an administrator with a bad body and a malformed id', 'admin', '/admin/x', BAD_BODY, 400],
  ['an administrator with a malformed id', 'admin', '/admin/x', { size: 1 }, 404],
])(
  'a request with several problems gets the error of the first check that fails: %s',
  async (_words, as, path, body, status) => {
    const answer = await server.call('POST', path, { ...(as === undefined ? {} : { as }), body });
    expectErrorBody(answer, status);
  },
);

test('an id in a path is accepted in capital letters', async () => {
  const { body } = await server.call('POST', `/contacts/${ID.toUpperCase()}`, { as: 'acme', body: good });
  expect(body.params).toEqual({ id: ID });
});

test('the error about a missing scope names its neutral spelling, also on the alias path', async () => {
  for (const path of [`/contacts/${ID}`, `/candidates/${ID}`]) {
    const { body } = await server.call('POST', path, { as: 'powerless', body: good });
    expect(body.message).toBe('Insufficient permissions: Required scope read:contacts not found');
  }
});

test('a malformed id in a path gets 404 with the name of the resource', async () => {
  expect((await server.call('POST', '/contacts/x', { as: 'acme', body: good })).body.message).toBe(
    'Contact not found',
  );
});

test('violations of query and body are reported together', async () => {
  const answer = await server.call('POST', `/contacts/${ID}?page=0&sort=asc`, { as: 'acme', body: BAD_BODY });
  expect(answer.body.errors.sort()).toEqual([
    'page must be >= 1',
    'size must be >= 1',
    'sort is not a known property',
    'what is not a known property',
  ]);
});

test('the alias path of a route leads to the same endpoint', async () => {
  const answer = await server.call('POST', `/candidates/${ID}`, { as: 'acme', body: good });
  expect(answer.status).toBe(200);
  expect(answer.body.params).toEqual({ id: ID });
});

test('a property sent under its alias is read under its main name', async () => {
  const answer = await server.call('POST', `/contacts/${ID}?candidateId=${ID}`, {
    as: 'acme',
    body: { candidate: good.contact },
  });
  expect(answer.body).toMatchObject({ body: good, query: { page: 1, limit: 20, contactId: ID } });
});

test('a violation is reported under the property name that was sent', async () => {
  const answer = await server.call('POST', `/contacts/${ID}?candidateId=x`, {
    as: 'acme',
    body: { candidate: { jobs: ['x'] } },
  });
  expect(answer.body.errors.sort()).toEqual([
    'candidate.firstName is required',
    'candidate.jobs[0] must match format "uuid"',
    'candidateId must match format "uuid"',
  ]);
});

test('a body with both names of one property is refused, even with the same value', async () => {
  const answer = await server.call('POST', `/contacts/${ID}`, {
    as: 'acme',
    body: { contact: good.contact, candidate: good.contact },
  });
  expectErrorBody(answer, 400);
  expect(answer.body.errors).toEqual([
    'candidate cannot be combined with contact: they are two names of one property',
  ]);
});

test('a query with both names of one property is accepted only with the same value', async () => {
  const both = (other: string) =>
    server.call('POST', `/contacts/${ID}?contactId=${ID}&candidateId=${other}`, { as: 'acme', body: good });
  expect((await both(ID)).status).toBe(200);
  expect((await both(ABSENT)).body.errors).toEqual([
    'candidateId must equal contactId: they are two names of one filter',
  ]);
});

test('a request with a standard key acts in the company of the key, whatever companyId it sends', async () => {
  for (const query of ['', `?companyId=${OTHER}`, '?companyId=nonsense', '?companyId=a&companyId=b']) {
    const answer = await server.call('POST', `/contacts/${ID}${query}`, { as: 'acme', body: good });
    expect(answer.body.companyId).toBe(ACME);
  }
});

test('a request with an ATS key acts in the company that it names', async () => {
  const answer = await server.call('POST', `/contacts/${ID}?companyId=${ACME}`, { as: 'ats', body: good });
  expect(answer.body).toMatchObject({ companyId: ACME, actor: { kind: 'api-key', id: 'key of ats' } });
});

test.each([
  ['', 'companyId is required for an ATS key'],
  ['?companyId=', 'companyId must match format "uuid"'],
  ['?companyId=nonsense', 'companyId must match format "uuid"'],
  [`?companyId=${ACME}&companyId=${ACME}`, 'companyId must match format "uuid"'],
])('a request with an ATS key and the query %j gets an error about companyId', async (query, violation) => {
  const answer = await server.call('POST', `/contacts/${ID}${query}`, { as: 'ats', body: good });
  expectErrorBody(answer, 400);
  expect(answer.body.errors).toEqual([violation]);
});

test('a route about companies needs no companyId in the query', async () => {
  expect((await server.call('GET', '/groups', { as: 'ats' })).body).toEqual({ kind: 'ats' });
  expect((await server.call('GET', '/groups?companyId=x', { as: 'acme' })).body).toEqual({
    kind: 'standard',
  });
});

test('a companyId that the route itself defines as a filter is validated like any other filter', async () => {
  const named = (companyId: string) =>
    server.call('POST', `/admin/${ID}?companyId=${companyId}`, { as: 'admin', body: { size: 1 } });
  expect((await named(ACME)).body).toEqual({ query: { companyId: ACME }, subject: 'tester' });
  expect((await named('x')).body.errors).toEqual(['companyId must match format "uuid"']);
});

test('a missing body that the route requires is reported as one violation', async () => {
  const answer = await server.call('POST', `/contacts/${ID}`, { as: 'acme' });
  expectErrorBody(answer, 400);
  expect(answer.body.errors).toEqual(['body is required']);
});

test('an optional body may be missing, or be empty with a content type', async () => {
  expect((await server.call('POST', '/optional', { as: 'acme' })).body).toEqual({ body: {} });
  const empty = await server.call('POST', '/optional', { as: 'acme', body: '' });
  expect(empty.body).toEqual({ body: {} });
  expect((await server.call('POST', '/optional', { as: 'acme', body: { size: 'x' } })).status).toBe(400);
});

test('a route without a body accepts no body or an empty object', async () => {
  expect((await server.call('POST', '/bodyless', { as: 'acme' })).status).toBe(204);
  expect((await server.call('POST', '/bodyless', { as: 'acme', body: {} })).status).toBe(204);
  const answer = await server.call('POST', '/bodyless', { as: 'acme', body: { any: 1 } });
  expect(answer.body.errors).toEqual(['any is not a known property']);
});

test('a request beyond a rate limit gets the time to wait', async () => {
  const codes = [];
  for (let i = 0; i < 3; i++) codes.push((await server.call('POST', '/limited', { as: 'acme' })).status);
  expect(codes).toEqual([200, 200, 200]);
  clock.advance(15_400);
  const refused = await server.call('POST', '/limited', { as: 'acme' });
  expectErrorBody(refused, 429);
  expect(refused.body.retryAfter).toBe(45);
  expect(refused.headers.get('retry-after')).toBe('45');
  // Another company is not meant, and an ATS key acts for the company it names.
  expect((await server.call('POST', '/limited', { as: 'other' })).status).toBe(200);
  expect((await server.call('POST', `/limited?companyId=${ACME}`, { as: 'ats' })).status).toBe(429);
  clock.advance(45_000);
  expect((await server.call('POST', '/limited', { as: 'acme' })).status).toBe(200);
});

test('a failed request counts toward the rate limit of a route, a refused or invalid request does not', async () => {
  clock.advance(120_000);
  for (let i = 0; i < 5; i++) {
    expect((await server.call('POST', '/limited')).status).toBe(401);
    expect((await server.call('POST', '/limited', { as: 'powerless' })).status).toBe(403);
    expect((await server.call('POST', '/limited?what=1', { as: 'acme' })).status).toBe(400);
  }
  const codes = [];
  for (let i = 0; i < 4; i++)
    codes.push((await server.call('POST', '/limited?fail=true', { as: 'acme' })).status);
  expect(codes).toEqual([404, 404, 404, 429]);
});
