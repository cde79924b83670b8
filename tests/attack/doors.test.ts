import { createHmac } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { invite } from '@parley/service/domains/companies/invitation.actions.ts';
import { MAILS_PER_COMPANY } from '@parley/service/domains/companies/invitation.model.ts';
import type { CompanyId } from '@parley/service/storage/sql.ts';
import { sql } from '@parley/service/storage/sql.ts';
import { ada } from '@parley/testing/ada.ts';
import { newPerson } from '@parley/testing/console-browser.ts';
import { exchange, request } from '@parley/testing/raw-http.ts';
import { startTestService, type TestCompany, type TestService } from '@parley/testing/service.ts';
import { waitFor } from '@parley/testing/wait-for.ts';
import { WebCaller } from '@parley/testing/web-caller.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';

const TURN_SECRET = 'a-secret-that-the-relay-knows';
const METRICS_TOKEN = 'a-token-for-metrics-of-at-least-32-chars';

let service: TestService;
let company: TestCompany;
let port: number;
beforeAll(async () => {
  service = await startTestService({
    environment: {
      PARLEY_ICE_SERVERS: 'stun:stun.example.com:3478,turn:turn.example.com:3478',
      PARLEY_TURN_SECRET: TURN_SECRET,
      PARLEY_METRICS_TOKEN: METRICS_TOKEN,
    },
  });
  company = await service.newCompany();
  port = service.service.port;
});
afterAll(() => service.stop());

const newContact = async (): Promise<string> => (await company.api.post('/contacts', ada)).body.id;

test.each([
  '/%6detrics',
  '/%2e/metrics',
  '/docs/%2e%2e/metrics',
  '/docs/../metrics',
  '//metrics',
  '/./metrics',
  '/metrics%00',
  '/metrics%2f',
  '/companies%2f..',
  '/%63ompanies',
  '/console/..%2fmetrics',
  '/console/%2e%2e/metrics',
  '/console//api',
  '/console/api%5c..%5cmetrics',
  '/console/../metrics',
])('the path %s gets a 404, however a router might read it', async (path) => {
  const headers = { authorization: `Bearer ${METRICS_TOKEN}` };
  expect((await exchange(port, request('GET', path, headers))).status).toBe(404);
});

test('a request with two Host headers is refused', async () => {
  const twice = 'GET /healthz HTTP/1.1\r\nHost: localhost\r\nHost: evil.example\r\nConnection: close\r\n\r\n';
  expect((await exchange(port, twice)).status).toBe(400);
});

test('metrics are served only with the metrics token, and health checks to everybody', async () => {
  const asked = async (path: string, headers: Record<string, string> = {}) =>
    (await fetch(service.url + path, { headers })).status;
  expect(await asked('/metrics')).toBe(404);
  expect(await asked('/metrics', { authorization: `Bearer ${METRICS_TOKEN}x` })).toBe(404);
  expect(await asked('/metrics', { authorization: `Bearer ${METRICS_TOKEN}` })).toBe(200);
  expect(await asked('/healthz')).toBe(200);
  expect(await asked('/readyz')).toBe(200);
});

test.each([
  '/healthz',
  '/nothing',
  '/contacts',
  '/docs',
  '/openapi.json',
  '/console',
  '/objects/x',
  '/erasure-receipts',
])(
  'the response to %s forbids content sniffing and framing, and caching without revalidation',
  async (path) => {
    const { headers } = await fetch(service.url + path, {
      headers: { authorization: `Bearer ${company.key}` },
    });
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('x-frame-options')).toBe('DENY');
    expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
    expect(headers.get('cache-control')).toMatch(/^no-(store|cache)$/);
  },
);

const tooLarge = { 'x-large': 'x'.repeat(17 * 1024) };
test.each([
  ['that the router cannot decode', request('GET', '/%')],
  ['with a broken escape in a parameter', request('GET', '/contacts/%zz')],
  ['with a parameter that is too long', request('GET', `/contacts/${'x'.repeat(300)}`)],
  ['with headers that are too large', request('GET', '/contacts', tooLarge)],
  ['that is not HTTP', 'nonsense\r\n\r\n'],
  ['without a Host', 'GET /contacts HTTP/1.1\r\nConnection: close\r\n\r\n'],
])('the response to a request %s forbids sniffing, framing and caching', async (_, bytes) => {
  const { status, headers } = await exchange(port, bytes);
  expect(status).toBeGreaterThanOrEqual(400);
  expect(status).toBeLessThan(500);
  expect(headers).toMatchObject({
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
  });
});

test('headers that are too large get a 431 with the error body', async () => {
  const answer = await exchange(port, request('GET', '/healthz', { 'x-large': 'x'.repeat(17 * 1024) }));
  expect(answer.status).toBe(431);
  expect(answer.body).toMatchObject({ statusCode: 431, error: 'Request Header Fields Too Large' });
  const { info } = (await company.api.get('/openapi.json')).body;
  expect(info.description).toContain('Headers of more than 16 KiB are a 431');
});

test.each(['javascript:alert(1)', 'JaVaScRiPt://x/%0aalert(1)', 'data:text/html,x', 'vbscript:x'])(
  'the URL %s is refused in every field that takes a URL',
  async (url) => {
    const { api } = company;
    const profile = { profileId: 'p', name: 'N' };
    const answers = await Promise.all([
      api.post('/jobs', { title: 'Clerk', jobUrl: url }),
      api.post('/jobs/url', { jobUrl: url }),
      api.post('/sourcing/profiles', { profiles: [{ ...profile, professionalProfileUrl: url }] }),
      api.post('/sourcing/profiles', { profiles: [{ ...profile, companyUrl: url }] }),
      api.post('/webhooks', { url, name: 'W', events: ['PING'] }),
      service.admin.put(`/companies/${company.id}/model`, { provider: 'openai-compatible', model: 'm', url }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 400));
  },
);

test('every web call gets its own TURN credentials, which expire', async () => {
  const agent = { name: 'Grace', type: 'ONLINE', focus: 'GENERIC' };
  const agentId = (await company.api.post('/agents', agent)).body.id;
  const seen = await Promise.all(
    [1, 2].map(async () => {
      const { body } = await company.api.post('/conversations', { agentId, contact: ada });
      const { iceServers } = (await new WebCaller(body.onlineUrl).state()).body;
      return { id: body.id, servers: iceServers };
    }),
  );
  for (const { id, servers } of seen) {
    const [stun, turn] = servers;
    expect(stun).toEqual({ urls: 'stun:stun.example.com:3478' });
    const [expiry, user] = turn.username.split(':');
    expect(user).toBe(id);
    const left = Number(expiry) - Date.now() / 1000;
    expect(left > 3000 && left <= 3600).toBe(true);
    expect(turn.credential).toBe(createHmac('sha1', TURN_SECRET).update(turn.username).digest('base64'));
  }
  expect(JSON.stringify(seen)).not.toContain(TURN_SECRET);
});

test('the sixth invitation to one email address within an hour is refused, whoever sends it', async () => {
  const ats = await service.newKey({ type: 'ATS' });
  const asked = (name: string, ownerEmail: string) => ats.api.post('/companies', { name, ownerEmail });
  for (const name of ['A', 'B', 'C', 'D', 'E'])
    expect((await asked(name, 'victim@example.com')).status).toBe(201);
  const sixth = await asked('F', 'Victim@Example.com');
  expect(sixth.status).toBe(429);
  expect(sixth.body.retryAfter).toBeGreaterThan(3000);
  expect((await asked('F', 'Victim+again@example.com')).status).toBe(429);
  expect((await asked('G', 'another@example.com')).status).toBe(201);
});

test('a company sends no more than 200 invitations in a day, to whomever', async () => {
  const { database } = service.services;
  const { id } = await service.newCompany();
  const inviting = (at: number) =>
    database.transaction((inside) =>
      invite(inside, id as CompanyId, { email: `guest${at}@example.com`, role: 'viewer' }),
    );
  for (let at = 0; at < MAILS_PER_COMPANY.max; at += 1) await inviting(at);
  await expect(inviting(MAILS_PER_COMPANY.max)).rejects.toMatchObject({ kind: 'too_many_requests' });
  const other = (await service.newCompany()).id as CompanyId;
  const elsewhere = { email: 'guest-elsewhere@example.com', role: 'viewer' } as const;
  await expect(database.transaction((inside) => invite(inside, other, elsewhere))).resolves.toBeTypeOf(
    'string',
  );
});

test('a mail of invitation has nothing in its subject that its sender chose, and no link but ours in its text', async () => {
  const { api } = await service.newKey({ type: 'ATS' });
  const name = 'Click\r\nhttps://evil.example now: www.evil.example/pay';
  const ownerEmail = 'invited@example.com';
  const answer = await api.post('/companies', { name, ownerEmail, subject: 'Pay now' });
  expect(answer.status, answer.text).toBe(400);
  expect((await api.post('/companies', { name, ownerEmail })).status).toBe(201);
  const mail = await waitFor(async () => {
    const outbox = join(service.dataDir, 'outbox');
    const mails = await Promise.all(
      (await readdir(outbox)).map((file) => readFile(join(outbox, file), 'utf8')),
    );
    const found = mails.find((text) => text.includes(ownerEmail));
    expect(found).toBeDefined();
    // Long lines are broken off, with "=" at their end.
    return (found as string).replaceAll(/=\r?\n/g, '').replaceAll('=3D', '=');
  }, 8000);
  expect(mail.match(/^Subject: .*$/gim)).toEqual(['Subject: You are invited to Parley']);
  expect(mail).not.toContain('Pay now');
  expect(mail.match(/https?:\/\/\S+/g)?.map((link) => new URL(link).host)).toEqual([
    new URL(service.url).host,
  ]);
  expect(mail).not.toContain('evil.example');
});

test('companies beyond the hundredth that an ATS key creates in 30 days get no free minutes', async () => {
  const ats = await service.newKey({ type: 'ATS' });
  const first = (await ats.api.post('/companies', { name: 'First' })).body;
  const { database } = service.services;
  await database.run(sql`
    insert into companies (id, name, timezone, metadata, created_by_key_id, created_at, updated_at)
    select uuid7_at((extract(epoch from now()) * 1000)::bigint, n), 'Copy', 'UTC', '{}', ${ats.id}, now(), now()
    from generate_series(1, 99) n`);
  const last = (await ats.api.post('/companies', { name: 'Last' })).body;
  const included = async (id: string) => (await ats.api.get(`/billing/usage?companyId=${id}`)).body.included;
  expect([await included(first.id), await included(last.id)]).toEqual([60, 0]);
});

test('reading, listening and downloading are in the audit log once an hour, without the search words', async () => {
  const viewer = await newPerson(service, company.id, 'viewer', 'viewer@example.com');
  const owner = await newPerson(service, company.id, 'owner', 'owner2@example.com');
  const contactId = await newContact();
  await viewer.get(`/contacts/${contactId}`);
  await viewer.get(`/contacts/${contactId}`);
  await viewer.get('/contacts?search=Novak');
  await viewer.get('/search?text=Novak');
  await viewer.get('/agents');
  const entries = await waitFor(async () => {
    const { data } = (await owner.get('/console/api/audit?limit=100')).body;
    const reads = data.filter(({ eventType }: { eventType: string }) => eventType === 'USER_READ');
    expect(reads.length).toBeGreaterThan(2);
    return reads;
  });
  const endpoints = entries.map(
    ({ endpoint, userEmail }: Record<string, string>) => `${userEmail} ${endpoint}`,
  );
  expect(endpoints.sort()).toEqual([
    'viewer@example.com GET /contacts',
    `viewer@example.com GET /contacts/${contactId}`,
    'viewer@example.com GET /search',
  ]);
});
