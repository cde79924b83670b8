import { connect } from 'node:net';
import { cloneDatabase, testDatabase } from '@parley/testing/database.ts';
import { startTestService, type TestService } from '@parley/testing/service.ts';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { sql } from '../../storage/sql.ts';
import { newSecret } from './api-key.model.ts';
import { AuditTrail } from './audit.actions.ts';

/** Holds every writer of the log back until it is released. */
async function holdLog(url: string): Promise<{ release(): Promise<void> }> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query('begin; lock table audit_log in exclusive mode');
  return { release: () => client.end() };
}

/** Whether it is settled by the time that everything else which could happen has happened. */
const settled = (work: Promise<unknown>, waitMs = 100) =>
  Promise.race([
    work.then(
      () => true,
      () => true,
    ),
    new Promise<boolean>((resolve) => setTimeout(() => resolve(false), waitMs)),
  ]);

/** Sends so many requests down one connection without waiting between them, and counts the answers of 403. */
async function forbiddenTimes(url: string, key: string, times: number): Promise<number> {
  const { hostname, port } = new URL(url);
  const request = (connection: string) =>
    `GET /companies HTTP/1.1\r\nhost: ${hostname}\r\nauthorization: Bearer ${key}\r\nconnection: ${connection}\r\n\r\n`;
  const socket = connect(Number(port), hostname);
  socket.write(request('keep-alive').repeat(times - 1) + request('close'));
  let answers = '';
  for await (const chunk of socket) answers += chunk;
  return answers.split('HTTP/1.1 403 ').length - 1;
}

describe('audit entries of accepted and refused requests', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await startTestService();
  });
  afterAll(() => service.stop());

  const countOf = async (agent: string) => {
    const row = await service.services.database.first<{ total: number }>(
      sql`select count(*) as total from audit_log where user_agent = ${agent}`,
    );
    return row?.total ?? 0;
  };

  test('an accepted request is answered before its audit entry is written', async () => {
    const { api } = await service.newCompany();
    expect((await api.get('/billing/usage')).status).toBe(200);
    const held = await holdLog(service.databaseUrl);
    try {
      const answer = await api.get('/billing/usage', { 'user-agent': 'not awaited' });
      expect(answer.status).toBe(200);
      expect(await countOf('not awaited')).toBe(0);
    } finally {
      await held.release();
    }
    await expect.poll(() => countOf('not awaited'), { interval: 20 }).toBe(1);
  });

  test('a request with a refused key is answered only after its audit entry is written', async () => {
    const held = await holdLog(service.databaseUrl);
    const answer = service.api(newSecret(null)).get('/billing/usage', { 'user-agent': 'awaited' });
    expect(await settled(answer)).toBe(false);
    await held.release();
    expect((await answer).status).toBe(401);
    expect(await countOf('awaited')).toBe(1);
  });

  test('the audit entry of an accepted request has its time, address and user agent', async () => {
    const { api, keyId } = await service.newCompany();
    const sentAt = Date.now();
    await api.get('/billing/usage?companyId=secret', { 'user-agent': 'curl/8' });
    const read = async () =>
      (await service.admin.get(`/api-keys/${keyId}/audit-logs?eventType=AUTH_SUCCESS`)).body.data;
    await expect.poll(read, { interval: 20 }).toHaveLength(1);
    const [entry] = await read();
    expect(entry).toMatchObject({
      eventType: 'AUTH_SUCCESS',
      apiKeyId: keyId,
      ipAddress: '127.0.0.1',
      userAgent: 'curl/8',
      endpoint: 'GET /billing/usage',
      metadata: {},
    });
    expect(Math.abs(Date.parse(entry.timestamp) - sentAt)).toBeLessThan(1000);
  });

  test('the audit log records a request with a valid key but without the required scope as AUTH_SUCCESS', async () => {
    const { id } = await service.newCompany();
    const key = await service.newKey({ companyId: id, scopes: ['read:jobs'] });
    expect((await key.api.get('/billing/usage', { 'user-agent': 'no scope' })).status).toBe(403);
    await expect.poll(() => countOf('no scope')).toBe(1);
  });
});

test('no audit entry is lost when the service stops: 200 requests leave 200 entries', async () => {
  const clone = await cloneDatabase();
  const service = await startTestService({ databaseUrl: clone.url });
  // Let in by its key and stopped by its scope: the quickest request that leaves a success.
  const { key, id } = await service.newKey({ type: 'ATS', scopes: ['read:jobs'] });
  expect(await forbiddenTimes(service.url, key, 200)).toBe(200);
  await service.stop();

  const client = new pg.Client({ connectionString: clone.url });
  await client.connect();
  const { rows } = await client.query(
    `select count(*)::int as entries, count(distinct id)::int as ids
     from audit_log where api_key_id = $1 and event_type = 'AUTH_SUCCESS'`,
    [id],
  );
  await client.end();
  await clone.drop();
  expect(rows).toEqual([{ entries: 200, ids: 200 }]);
});

describe('batching of audit entries', () => {
  const client = { ipAddress: '127.0.0.1', userAgent: null, endpoint: 'GET /' };
  let own: Awaited<ReturnType<typeof testDatabase>>;
  let errors: Error[];
  let trail: AuditTrail;
  beforeAll(async () => {
    own = await testDatabase();
  });
  afterAll(() => own.close());
  beforeEach(async () => {
    errors = [];
    trail = new AuditTrail(own.database, (error) => errors.push(error));
    await own.database.run(sql`truncate audit_log`);
  });
  afterEach(() => trail.flush());

  const visit = () => trail.success({ keyId: own.database.newId(), companyId: null }, client);
  const refuse = () => trail.refusal('UNKNOWN_KEY', null, null, client);
  const count = async (eventType?: string) => {
    const row = await own.database.first<{ total: number }>(
      sql`select count(*) as total from audit_log where ${eventType ?? null}::text is null or event_type = ${eventType}`,
    );
    return row?.total;
  };
  const breakLog = () => own.database.run(sql`alter table audit_log rename to away`);
  const mendLog = () => own.database.run(sql`alter table if exists away rename to audit_log`);

  test('the audit entry of a refused request is written in one batch with the waiting entries of accepted ones', async () => {
    await visit();
    await visit();
    expect(await count()).toBe(0);
    await refuse();
    expect(await count('AUTH_SUCCESS')).toBe(2);
    expect(await count('AUTH_FAILURE')).toBe(1);
  });

  test('each of many concurrent refused requests waits for its own audit entry', async () => {
    const counts = await Promise.all(
      Array.from({ length: 30 }, async (_, i) => {
        // Some arrive while a write is under way.
        for (let turn = 0; turn < i % 7; turn++) await new Promise((resolve) => setImmediate(resolve));
        const id = own.database.newId();
        await trail.refusal('SUSPENDED', id, null, client);
        return own.database.first(sql`select id from audit_log where api_key_id = ${id}`);
      }),
    );
    expect(counts.filter((row) => row === undefined)).toEqual([]);
    expect(await count()).toBe(30);
  });

  test('audit entries that arrive while others are written are written soon after', async () => {
    const held = await holdLog(own.url);
    await visit();
    const flushing = trail.flush();
    expect(await settled(flushing, 30)).toBe(false);
    await visit();
    await held.release();
    await flushing;
    await expect.poll(() => count(), { interval: 20 }).toBe(2);
  });

  test('while the audit log cannot be written, entries of accepted requests are kept and later written once', async () => {
    await breakLog();
    try {
      await visit();
      await visit();
      await expect.poll(() => errors.length, { interval: 20 }).toBeGreaterThan(0);
    } finally {
      await mendLog();
    }
    await expect.poll(() => count(), { interval: 20 }).toBe(2);
  });

  test('a refusal whose audit entry cannot be written fails, and entries of accepted requests are written later', async () => {
    await breakLog();
    try {
      await visit();
      await expect(refuse()).rejects.toThrow();
    } finally {
      await mendLog();
    }
    // Nobody else comes: they must not need a later visitor to be written.
    await expect.poll(() => count('AUTH_SUCCESS'), { interval: 20 }).toBe(1);
  });

  test('requests wait while too many audit entries are unwritten, so that memory does not grow', async () => {
    const held = await holdLog(own.url);
    for (let i = 1; i <= 20_000; i++) void visit();
    const last = visit();
    expect(await settled(last)).toBe(false);
    await held.release();
    await last;
    await trail.flush();
    expect(await count()).toBe(20_001);
  });
});
