import { cloneDatabase } from '@parley/testing/database.ts';
import { startDatabaseProxy } from '@parley/testing/database-proxy.ts';
import { expectErrorBody } from '@parley/testing/error-body.ts';
import { HeldLine } from '@parley/testing/held-line.ts';
import { startTestService, type TestCompany, type TestService } from '@parley/testing/service.ts';
import Fastify from 'fastify';
import { Registry } from 'prom-client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { serveHealth } from './health.ts';

let clone: Awaited<ReturnType<typeof cloneDatabase>>;
let proxy: Awaited<ReturnType<typeof startDatabaseProxy>>;
let service: TestService;
let company: TestCompany;
beforeAll(async () => {
  clone = await cloneDatabase();
  proxy = await startDatabaseProxy(clone.url);
  service = await startTestService({ databaseUrl: proxy.url });
  company = await service.newCompany();
});
afterAll(async () => {
  await service.stop();
  await proxy.stop();
  await clone.drop();
});

const nobody = () => service.api(undefined);

test('health and readiness checks need no API key', async () => {
  const up = await nobody().get('/healthz');
  expect({ status: up.status, body: up.body }).toEqual({
    status: 200,
    body: { status: 'up', encryption: 'ok' },
  });
  const ready = await nobody().get('/readyz');
  expect({ status: ready.status, body: ready.body }).toEqual({ status: 200, body: { status: 'ready' } });
  expect(ready.headers.get('x-trace-id')).toMatch(/^[0-9a-f]{32}$/);
});

test.each(['/healthz', '/readyz'])('an uptime monitor may ask %s by HEAD', async (path) => {
  const answer = await fetch(new URL(path, service.url), { method: 'HEAD' });
  expect({ status: answer.status, text: await answer.text() }).toEqual({ status: 200, text: '' });
});

test('the metrics cover requests, the database, tasks and the process, and contain no personal data', async () => {
  await company.api.get(`/companies/${company.id}`);
  const { status, headers, text } = await nobody().get('/metrics');
  expect(status).toBe(200);
  expect(headers.get('content-type')).toMatch(/^text\/plain; version=/);
  expect(text).toMatch(
    /^parley_http_requests_total\{method="GET",route="\/companies\/:id",status="200"\} \d+$/m,
  );
  expect(text).toMatch(/^parley_http_request_seconds_count\{method="GET",route="\/companies\/:id"\} \d+$/m);
  expect(text).toMatch(/^parley_database_connections\{state="open"\} \d+$/m);
  expect(text).toMatch(/^parley_tasks_waiting\{task="[\w-]+"\} \d+$/m);
  expect(text).toMatch(/^parley_process_resident_memory_bytes \d+$/m);
  expect(text).not.toContain(company.id);
  expect(text).not.toContain(company.key);
});

test('metrics are not served through a proxy, not even a trusted one', async () => {
  const behind = await startTestService({
    databaseUrl: clone.url,
    environment: { PARLEY_TRUST_PROXY: '127.0.0.1' },
  });
  try {
    expect((await fetch(`${behind.url}/metrics`)).status).toBe(200);
    const headers = { 'x-forwarded-for': '10.0.0.7' };
    expect((await fetch(`${behind.url}/metrics`, { headers })).status).toBe(404);
  } finally {
    await behind.stop();
  }
});

test.each([
  ['127.0.0.1', 200],
  ['::1', 200],
  ['10.0.0.7', 404],
  ['192.168.1.5', 404],
  ['203.0.113.9', 404],
])('without a metrics token a request from %s gets a %i', async (remoteAddress, status) => {
  const server = Fastify();
  server.setErrorHandler((_error, _request, reply) => reply.code(404).send());
  serveHealth(server, { trouble: async () => undefined, registry: new Registry() });
  expect((await server.inject({ path: '/metrics', remoteAddress })).statusCode).toBe(status);
  await server.close();
});

test('a worker process serves health and metrics, but no API, reference or files', async () => {
  const worker = await startTestService({ databaseUrl: clone.url, roles: ['worker'] });
  try {
    const client = worker.api(company.key);
    for (const path of ['/healthz', '/readyz', '/metrics']) expect((await client.get(path)).status).toBe(200);
    for (const path of ['/companies', '/openapi.json', '/docs', '/objects/a?signature=x'])
      expectErrorBody(await client.get(path), 404);
    expectErrorBody(await client.post('/companies', { name: 'Acme' }), 404);
  } finally {
    await worker.stop();
  }
});

test('a stopping process serves health and metrics until its last call has ended', async () => {
  const line = new HeldLine();
  const stopped = await startTestService({
    throughLine: line.through,
    environment: { PARLEY_SIM_SPEED: '1000000' },
  });
  const caller = await stopped.newCompany();
  const agent = (await caller.api.post('/agents', { name: 'Grace', focus: 'GENERIC', callingWindow: null }))
    .body;
  const contact = {
    firstName: 'Ada',
    lastName: 'Novak',
    phoneNumber: '+15005550000',
    gdprExpiryDate: '2099-12-31',
  };
  await caller.api.post('/conversations', { agentId: agent.id, contact });
  await expect.poll(() => stopped.service.liveCalls).toBe(1);
  const stopping = stopped.stop();
  const client = stopped.api(undefined);
  expect((await client.get('/healthz')).status).toBe(200);
  expect((await client.get('/readyz')).body.message).toBe('The service is stopping');
  expect((await client.get('/metrics')).text).toMatch(/^parley_live_calls 1$/m);
  line.release();
  await stopping;
  await expect(client.get('/healthz')).rejects.toThrow();
});

test('while the database is unreachable requests get Retry-After, and afterwards they are served again', async () => {
  expect((await company.api.get('/companies')).status).toBe(200);
  proxy.cut();
  try {
    for (const path of ['/companies', `/companies/${company.id}`, '/billing/usage']) {
      const away = await company.api.get(path);
      expectErrorBody(away, 503);
      expect(away.body.retryAfter).toBeGreaterThan(0);
    }
    expectErrorBody(await company.api.patch(`/companies/${company.id}`, { name: 'Lost' }), 503);
    // Who they are cannot be known now either: this must not read as a bad key.
    expectErrorBody(await service.api('sk_unknown').get('/companies'), 503);

    expect((await nobody().get('/healthz')).status).toBe(200);
    const ready = await nobody().get('/readyz');
    expectErrorBody(ready, 503);
    expect(ready.body.message).toBe('The database cannot be reached');
    // The numbers matter most when something is wrong.
    const metrics = await nobody().get('/metrics');
    expect(metrics.status).toBe(200);
    expect(metrics.text).toMatch(/parley_http_requests_total\{.*status="503"\}/);
  } finally {
    proxy.mend();
  }
  await expect.poll(async () => (await nobody().get('/readyz')).status).toBe(200);
  const back = await company.api.get(`/companies/${company.id}`);
  expect(back.status).toBe(200);
  expect(back.body.name).toBe('Acme');
});

test('the log says why requests failed, and contains no secrets', () => {
  const text = service.logged.join('');
  expect(text).toMatch(/"cause":"Error: (Connection terminated|connect ECONNREFUSED|read ECONNRESET)/);
  expect(text).not.toContain(company.key);
});
