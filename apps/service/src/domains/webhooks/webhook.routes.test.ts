import { startTestService, type TestCompany, type TestService, UNKNOWN } from '@parley/testing/service.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

let service: TestService;
let strict: TestService;
let company: TestCompany;
beforeAll(async () => {
  service = await startTestService({ roles: ['api'], environment: { PARLEY_ALLOW_PRIVATE_URLS: 'true' } });
  strict = await startTestService({ roles: ['api'] });
});
afterAll(async () => {
  await service.stop();
  await strict.stop();
});
beforeEach(async () => {
  company = await service.newCompany();
});

const wanted = (changes: object = {}) => ({
  url: 'https://example.com/hook',
  name: 'Hook',
  events: ['INTERVIEW_COMPLETED'],
  ...changes,
});
const create = (changes?: object) => company.api.post('/webhooks', wanted(changes));

test('a webhook is created with defaults, and its secret is shown only once', async () => {
  const { status, body } = await create({ headers: [{ name: 'X-Token', value: 'hidden' }] });
  expect(status).toBe(201);
  const { secret, ...shown } = body;
  expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  expect(shown).toEqual({
    id: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-7/),
    apiKeyId: company.keyId,
    url: 'https://example.com/hook',
    name: 'Hook',
    description: null,
    headers: [{ name: 'X-Token', isMasked: true }],
    events: ['INTERVIEW_COMPLETED'],
    vocabulary: 'LEGACY',
    attachPdf: true,
    isActive: true,
    maxRetries: 5,
    timeoutMs: 10_000,
    consecutiveFailures: 0,
    circuitOpenedAt: null,
    createdAt: expect.any(String),
    updatedAt: expect.any(String),
  });
  expect((await company.api.get(`/webhooks/${body.id}`)).body).toEqual(shown);
  expect((await company.api.get('/webhooks')).body).toMatchObject({ data: [shown], total: 1 });
});

test.each<[words: string, changes: object, error: RegExp]>([
  ['no events', { events: [] }, /^events must NOT have fewer/],
  ['a duplicate event', { events: ['PING', 'PING'] }, /^events must NOT have duplicate/],
  ['an unknown event', { events: ['interview.completed'] }, /^events\[0\] must be one of/],
  ['a URL without a scheme', { url: 'example.com' }, /^url must/],
  ['an unsupported scheme', { url: 'ftp://example.com/' }, /^url must be an address that begins with https/],
  ['plain http to the internet', { url: 'http://example.com/' }, /^url must begin with https/],
  ['a password in the URL', { url: 'https://a:b@example.com/' }, /^url must not carry/],
  ['the address of a metadata service', { url: 'https://169.254.169.254/' }, /^url must not point to/],
  [
    'a header reserved for the signature',
    { headers: [{ name: 'Webhook-Id', value: 'x' }] },
    /^headers\[0\].name/,
  ],
  ['a header reserved for the connection', { headers: [{ name: 'TE', value: 'x' }] }, /^headers\[0\].name/],
  [
    'an invalid header name',
    { headers: [{ name: 'a b', value: 'x' }] },
    /^headers\[0\].name is not valid: use letters/,
  ],
  ['a value with a line break', { headers: [{ name: 'A', value: 'x\r\nB: y' }] }, /^headers\[0\].value/],
  [
    'a value outside of Latin-1',
    { headers: [{ name: 'A', value: '🧀' }] },
    /^headers\[0\].value is not valid: use Western letters/,
  ],
  [
    'the same header twice',
    {
      headers: [
        { name: 'A', value: 'x' },
        { name: 'a', value: 'y' },
      ],
    },
    /^headers\[1\].name must not be there twice/,
  ],
  ['too many retries', { maxRetries: 11 }, /^maxRetries/],
  ['a timeout that is too short', { timeoutMs: 499 }, /^timeoutMs/],
  ['its own secret', { secret: 'whsec_x' }, /^secret is not a known property/],
])('a webhook with %s is refused, both on create and on change', async (_words, changes, error) => {
  const { body: webhook } = await create();
  for (const answer of [await create(changes), await company.api.patch(`/webhooks/${webhook.id}`, changes)]) {
    expect(answer.status).toBe(400);
    expect(answer.body.errors).toEqual([expect.stringMatching(error)]);
  }
  expect((await company.api.get('/webhooks')).body.total).toBe(1);
});

test.each([
  'http://127.0.0.1:3000/',
  'http://localhost/x',
  'http://[::1]/',
  'http://receiver:8080/',
  'https://10.0.0.1/',
])('a webhook URL %s is accepted only if private addresses are allowed for development', async (url) => {
  expect((await create({ url })).status).toBe(201);
  const elsewhere = await strict.newCompany();
  expect((await elsewhere.api.post('/webhooks', wanted({ url }))).status).toBe(400);
});

test('a webhook whose host name resolves to this machine is refused when the connection is made', async () => {
  const elsewhere = await strict.newCompany();
  const { body: hook } = await elsewhere.api.post(
    '/webhooks',
    wanted({ url: 'https://localhost:9/', events: ['PING'] }),
  );
  const { body } = await elsewhere.api.post(`/webhooks/${hook.id}/test`);
  expect(body).toMatchObject({
    success: false,
    statusCode: null,
    error: 'The address is not public, so requests to it are refused',
  });
});

test('changing a webhook keeps the properties and header values that the request does not mention', async () => {
  const headers = [{ name: 'X-Token', value: 'hidden', isMasked: false }];
  const { body } = await create({ headers, description: 'For the CRM' });
  const { secret: _secret, ...before } = body;
  const changed = await company.api.patch(`/webhooks/${body.id}`, {
    headers: [{ name: 'x-token' }],
    name: 'Other',
  });
  expect(changed.body).toEqual({
    ...before,
    name: 'Other',
    headers: [{ name: 'x-token', isMasked: true }],
    updatedAt: expect.any(String),
  });
  const unknown = await company.api.patch(`/webhooks/${body.id}`, { headers: [{ name: 'X-New' }] });
  expect(unknown.body.errors).toEqual(['headers[0].value is required for a new header']);
});

test("changing a webhook's URL needs its header values again, so that they are not sent to another server", async () => {
  const { body } = await create({ headers: [{ name: 'X-Token', value: 'secret' }] });
  const url = 'https://example.org/elsewhere';
  const change = (changes: object) => company.api.patch(`/webhooks/${body.id}`, changes);
  const needed = ['headers[0].value is required: X-Token was given for another url, so give it again'];
  for (const changes of [{ url }, { url, headers: [{ name: 'X-Token' }] }]) {
    const refused = await change(changes);
    expect([refused.status, refused.body.errors]).toEqual([400, needed]);
  }
  expect((await company.api.get(`/webhooks/${body.id}`)).body.url).toBe(body.url);
  expect((await change({ url: body.url })).status).toBe(200);
  expect((await change({ url, headers: [{ name: 'X-Token', value: 'secret' }] })).body.url).toBe(url);
  expect((await change({ url: body.url, headers: [] })).body.headers).toEqual([]);
});

test("every request for another company's webhook gets 403, and for an unknown webhook 404", async () => {
  const { body: theirs } = await create();
  const other = await service.newCompany();
  const calls = (id: string) => [
    other.api.get(`/webhooks/${id}`),
    other.api.patch(`/webhooks/${id}`, { isActive: false }),
    other.api.delete(`/webhooks/${id}`),
    other.api.post(`/webhooks/${id}/test`),
    other.api.post(`/webhooks/${id}/reset-circuit`),
    other.api.post(`/webhooks/${id}/rotate-secret`),
    other.api.get(`/webhooks/${id}/deliveries`),
    other.api.get(`/webhooks/${id}/deliveries/${UNKNOWN}`),
    other.api.post(`/webhooks/${id}/deliveries/${UNKNOWN}/redeliver`),
    other.api.post(`/webhooks/${id}/deliveries/redeliver`, { from: '2026-01-01T00:00:00Z' }),
  ];
  for (const [id, status, message] of [
    [theirs.id, 403, 'Access denied to this webhook configuration'],
    [UNKNOWN, 404, 'Webhook configuration not found'],
  ] as const)
    for (const { body } of await Promise.all(calls(id)))
      expect(body).toMatchObject({ statusCode: status, message });
});

test('testing a webhook that does not subscribe to PING gets 409', async () => {
  const { body } = await create();
  const answer = await company.api.post(`/webhooks/${body.id}/test`);
  expect(answer.status).toBe(409);
  expect((await company.api.get(`/webhooks/${body.id}/deliveries`)).body.total).toBe(0);
});

test('deleting a webhook deletes its deliveries, too', async () => {
  const { body } = await create({ url: 'http://127.0.0.1:9/', events: ['PING'] });
  await company.api.post(`/webhooks/${body.id}/test`);
  expect((await company.api.get(`/webhooks/${body.id}/deliveries`)).body.total).toBe(1);
  expect((await company.api.delete(`/webhooks/${body.id}`)).status).toBe(204);
  expect((await company.api.delete(`/webhooks/${body.id}`)).status).toBe(404);
});

test('an unknown filter of the delivery log gets 400, and an unknown delivery 404', async () => {
  const { body } = await create();
  const path = `/webhooks/${body.id}/deliveries`;
  expect((await company.api.get(`${path}?status=LOST`)).status).toBe(400);
  expect((await company.api.get(`${path}?event=INTERVIEW_COMPLETED`)).status).toBe(400);
  expect((await company.api.get(`${path}?event=interview.completed&status=HELD`)).body.total).toBe(0);
  for (const answer of [
    await company.api.get(`${path}/${UNKNOWN}`),
    await company.api.post(`${path}/${UNKNOWN}/redeliver`),
    await company.api.post(`${path}/not-a-uuid/redeliver`),
  ])
    expect(answer.body).toMatchObject({ statusCode: 404, message: 'Delivery not found' });
});

test('a change with an invalid body gets 400 before the webhook is looked up', async () => {
  const changes = { headers: [{ name: 'Host', value: 'elsewhere' }] };
  expect((await company.api.patch(`/webhooks/${UNKNOWN}`, changes)).status).toBe(400);
  expect((await company.api.patch(`/webhooks/${UNKNOWN}`, { name: 'Hook' })).status).toBe(404);
});
