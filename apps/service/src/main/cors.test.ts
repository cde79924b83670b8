import { startTestService, type TestCompany, type TestService } from '@parley/testing/service.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';

const ORIGIN = 'https://app.example.com';
let closed: TestService;
let open: TestService;
let company: TestCompany;
beforeAll(async () => {
  closed = await startTestService({ roles: ['api'] });
  open = await startTestService({
    roles: ['api'],
    environment: { PARLEY_CORS_ORIGINS: `${ORIGIN}, https://other.example.com` },
  });
  company = await open.newCompany();
});
afterAll(async () => {
  await closed.stop();
  await open.stop();
});

const preflight = (service: TestService, origin: string) =>
  fetch(`${service.url}/companies`, {
    method: 'OPTIONS',
    headers: {
      origin,
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'authorization,content-type',
    },
  });
const corsHeaders = (headers: Headers) =>
  [...headers.keys()].filter((name) => name.startsWith('access-control-'));

test('without configured CORS origins, pages of other sites cannot read the API', async () => {
  const asked = await preflight(closed, ORIGIN);
  expect(asked.status).toBe(404);
  expect(corsHeaders(asked.headers)).toEqual([]);
  const answer = await closed.admin.get('/api-keys', { origin: ORIGIN });
  expect(corsHeaders(answer.headers)).toEqual([]);
});

test('a page of a configured CORS origin can send requests and read responses, trace id and retry delay', async () => {
  const asked = await preflight(open, ORIGIN);
  expect(asked.status).toBe(204);
  expect(asked.headers.get('access-control-allow-origin')).toBe(ORIGIN);
  expect(asked.headers.get('access-control-allow-methods')).toContain('PATCH');
  expect(asked.headers.get('access-control-allow-headers')).toBe('authorization,content-type');
  expect(asked.headers.get('x-trace-id')).toMatch(/^[0-9a-f]{32}$/);

  const answer = await company.api.get('/companies', { origin: ORIGIN });
  expect(answer.status).toBe(200);
  expect(answer.headers.get('access-control-allow-origin')).toBe(ORIGIN);
  expect(answer.headers.get('access-control-expose-headers')).toContain('x-trace-id');
  expect(answer.headers.get('access-control-expose-headers')).toContain('retry-after');
});

test('a page of a configured CORS origin can read error responses', async () => {
  const refused = await open.api(undefined).get('/companies', { origin: 'https://other.example.com' });
  expect(refused.status).toBe(401);
  expect(refused.headers.get('access-control-allow-origin')).toBe('https://other.example.com');
});

test.each(['https://evil.example.com', 'https://app.example.com.evil.com', 'http://app.example.com', 'null'])(
  'the CORS origin %s is refused',
  async (origin) => {
    expect((await preflight(open, origin)).headers.get('access-control-allow-origin')).toBeNull();
    const answer = await company.api.get('/companies', { origin });
    expect(answer.headers.get('access-control-allow-origin')).toBeNull();
  },
);

test('web calls work on any site, whatever CORS origins are configured', async () => {
  const media = await startTestService({
    databaseUrl: open.databaseUrl,
    roles: ['api', 'media'],
    environment: { PARLEY_CORS_ORIGINS: ORIGIN },
  });
  try {
    for (const origin of ['https://shop.example', ORIGIN]) {
      const asked = await fetch(`${media.url}/call/some-token/join`, {
        method: 'OPTIONS',
        headers: { origin, 'access-control-request-method': 'POST' },
      });
      expect(asked.status).toBe(204);
      expect(asked.headers.get('access-control-allow-origin')).toBe('*');
      expect(asked.headers.get('access-control-allow-headers')).toContain('last-event-id');
      const answer = await fetch(`${media.url}/call/some-token/state`, { headers: { origin } });
      expect([answer.status, answer.headers.get('access-control-allow-origin')]).toEqual([404, '*']);
    }
  } finally {
    await media.stop();
  }
});

test('upload links work on any site, whatever CORS origins are configured', async () => {
  for (const service of [open, closed]) {
    const asked = await fetch(`${service.url}/objects/documents/some`, {
      method: 'OPTIONS',
      headers: { origin: 'https://shop.example', 'access-control-request-method': 'PUT' },
    });
    expect([asked.status, asked.headers.get('access-control-allow-origin')]).toEqual([204, '*']);
  }
});

test('no CORS origin is allowed to send cookies', async () => {
  expect((await preflight(open, ORIGIN)).headers.get('access-control-allow-credentials')).toBeNull();
});
