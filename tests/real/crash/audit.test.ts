import type { ChildProcess } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemClock } from '@parley/kernel/clock.ts';
import { AdminTokens } from '@parley/service/domains/access/admin-token.actions.ts';
import { newSecret } from '@parley/service/domains/access/api-key.model.ts';
import { type ClonedDatabase, cloneDatabase } from '@parley/testing/database.ts';
import { freePort } from '@parley/testing/free-port.ts';
import { SECRET } from '@parley/testing/service.ts';
import pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { spawnService } from './killable-service.ts';

let clone: ClonedDatabase;
let dataDir: string;
let child: ChildProcess;
let url: string;
let output = '';
beforeAll(async () => {
  clone = await cloneDatabase();
  dataDir = await mkdtemp(join(tmpdir(), 'parley-crash-'));
  const port = await freePort();
  url = `http://127.0.0.1:${port}`;
  child = spawnService({ port, databaseUrl: clone.url, dataDir });
  child.stdout?.on('data', (chunk: Buffer) => {
    output += chunk;
  });
  child.stderr?.on('data', (chunk: Buffer) => {
    output += chunk;
  });
  await vi.waitFor(() => expect(output).toContain('Parley runs at'), { interval: 20, timeout: 90_000 });
});
afterAll(async () => {
  child.kill('SIGKILL');
  await clone.drop();
  await rm(dataDir, { recursive: true, force: true });
});

async function call(method: string, path: string, bearer: string, agent: string, body?: unknown) {
  const response = await fetch(url + path, {
    method,
    headers: {
      authorization: `Bearer ${bearer}`,
      'user-agent': agent,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  return { status: response.status, body: text === '' ? undefined : JSON.parse(text) };
}

test('a killed process loses no audited refusal or change, and only successes of the last second', async () => {
  const tokens = new AdminTokens({ secret: SECRET, clock: systemClock });
  const admin = await tokens.mint('tester', 1);
  const issue = async (name: string) => {
    const wanted = { type: 'ATS', name, scopes: ['read:companies'] };
    return (await call('POST', '/api-keys', admin, `issue ${name}`, wanted)).body.data;
  };
  const [used, changed] = [await issue('used'), await issue('changed')];
  const path = `/api-keys/${changed.id}`;

  /** When each was answered, by the name it goes by in the log. */
  const answeredAt = new Map<string, number>();
  let visits = 0;
  const visit = async (times: number) => {
    for (let i = 0; i < times; i++) {
      const agent = `visit ${visits++}`;
      expect((await call('GET', '/companies', used.key, agent)).status).toBe(200);
      answeredAt.set(agent, Date.now());
    }
  };
  let refused = 0;
  const refuse = async (times: number, bearer: string) => {
    for (let i = 0; i < times; i++) {
      expect((await call('GET', '/companies', bearer, `refused ${refused++}`)).status).toBe(401);
    }
  };

  await Promise.all([visit(75), visit(75), refuse(30, newSecret(null))]);
  await call('PATCH', path, admin, 'change 0', { name: 'Renamed', scopes: ['read:billing'] });
  await call('PATCH', path, admin, 'change 1', { suspended: true, suspensionReason: 'Leaked' });
  await refuse(10, changed.key);
  await visit(100);
  await new Promise((resolve) => setTimeout(resolve, 1000));
  await call('PATCH', path, admin, 'change 2', { suspended: false });
  await call('DELETE', path, admin, 'change 3', { revocationReason: 'Over' });
  await refuse(10, changed.key);
  // Last, and with nothing after them that would take them along to the disk.
  await visit(50);
  const killedAt = Date.now();
  child.kill('SIGKILL');
  await new Promise((resolve) => child.once('exit', resolve));

  const client = new pg.Client({ connectionString: clone.url });
  await client.connect();
  const { rows } = await client.query<{ kind: string; agent: string; reason: string | null }>(
    `select event_type as kind, user_agent as agent, metadata->>'reason' as reason from audit_log order by id`,
  );
  await client.end();
  const agents = (kind: string) => rows.filter((row) => row.kind === kind).map(({ agent }) => agent);

  expect(agents('AUTH_FAILURE').sort()).toEqual(Array.from({ length: 50 }, (_, i) => `refused ${i}`).sort());
  expect(rows.filter(({ reason }) => reason === 'UNKNOWN_KEY')).toHaveLength(30);
  expect(rows.filter(({ reason }) => reason === 'SUSPENDED')).toHaveLength(10);
  expect(rows.filter(({ reason }) => reason === 'REVOKED')).toHaveLength(10);
  expect(
    rows.filter(({ kind }) => !kind.startsWith('AUTH_')).map(({ kind, agent }) => `${kind} by ${agent}`),
  ).toEqual([
    'KEY_CREATED by issue used',
    'KEY_CREATED by issue changed',
    'SCOPES_CHANGED by change 0',
    'CONFIG_CHANGED by change 0',
    'KEY_SUSPENDED by change 1',
    'KEY_RESUMED by change 2',
    'KEY_REVOKED by change 3',
  ]);

  const written = agents('AUTH_SUCCESS');
  expect(new Set(written).size).toBe(written.length);
  const lost = [...answeredAt].filter(([agent]) => !written.includes(agent));
  expect(lost.filter(([, at]) => at < killedAt - 1000)).toEqual([]);
  expect(answeredAt.size).toBe(300);
  expect(written.length).toBeGreaterThanOrEqual(250);
});
