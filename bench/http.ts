import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import autocannon from 'autocannon';
import { permissions } from '../src/http/permission.ts';
import { startEmbeddedPostgres } from '../src/storage/embedded/embedded-postgres.ts';
import { startProgram } from './process.ts';
import { median, type Ratio } from './ratio.ts';

const ROUNDS = 5;
const SECONDS = 4;
const CONNECTIONS = 40;
const COMPANIES = 200;

const SECRET = 'an-administrators-secret-for-benchmarks-only';
const company = {
  name: 'Acme',
  description: 'Makes everything',
  timezone: 'Europe/Zurich',
  defaultCountry: 'CH',
  metadata: { crm: { id: 7, tags: ['a', 'b'] } },
};

/**
 * An authenticated, scoped and audited read by id, and a validated write, against a bare route doing the same
 * SQL on the same database. The two take turns, so that what else the machine does hits both alike.
 */
export async function run(): Promise<Ratio[]> {
  const dataDir = await mkdtemp(join(tmpdir(), 'parley-bench-'));
  const postgres = await startEmbeddedPostgres({ dataDir });
  try {
    const environment = {
      DATABASE_URL: postgres.url,
      PARLEY_DATA_DIR: dataDir,
      PARLEY_DEMO: 'off',
      PARLEY_ADMIN_JWT_SECRET: SECRET,
      HOST: '127.0.0.1',
    };
    const service = await startProgram(
      [join(import.meta.dirname, '../bin/parley.js'), 'start'],
      environment,
      /Parley runs at/,
    );
    const { key, keyId, ids } = await prepare(`http://127.0.0.1:${service.port}`);
    const bare = await startProgram(
      [join(import.meta.dirname, 'bare-server.ts')],
      { ...environment, BENCH_KEY_ID: keyId },
      /listening/,
    );
    const authorization = `Bearer ${key}`;
    try {
      const read = await compare(
        service.port,
        bare.port,
        ids.map((id) => ({ method: 'GET' as const, path: `/companies/${id}`, headers: { authorization } })),
      );
      const body = JSON.stringify(company);
      const headers = { authorization, 'content-type': 'application/json' };
      const write = await compare(service.port, bare.port, [
        { method: 'POST' as const, path: '/companies', headers, body },
      ]);
      return [
        {
          name: 'http: read by id, authenticated, scoped, audited',
          unit: 'requests/s',
          atLeast: 0.6,
          ...read,
        },
        { name: 'http: validated write', unit: 'requests/s', atLeast: 0.6, ...write },
      ];
    } finally {
      await bare.stop();
      await service.stop();
    }
  } finally {
    await postgres.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

async function compare(ourPort: number, barePort: number, requests: autocannon.Request[]) {
  await load(ourPort, requests, 2);
  await load(barePort, requests, 2);
  const [ours, reference]: [number[], number[]] = [[], []];
  for (let round = 0; round < ROUNDS; round++) {
    ours.push(await load(ourPort, requests, SECONDS));
    reference.push(await load(barePort, requests, SECONDS));
  }
  return { ours: median(ours), reference: median(reference) };
}

async function load(port: number, requests: autocannon.Request[], seconds: number): Promise<number> {
  const result = await autocannon({
    url: `http://127.0.0.1:${port}`,
    connections: CONNECTIONS,
    duration: seconds,
    requests,
  });
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${result.non2xx} answers and ${result.errors} connections failed`);
  return result['2xx'] / result.duration;
}

async function prepare(url: string): Promise<{ key: string; keyId: string; ids: string[] }> {
  const token = await adminToken();
  const post = async (path: string, bearer: string, body: unknown) => {
    const response = await fetch(url + path, {
      method: 'POST',
      headers: { authorization: `Bearer ${bearer}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`${path} answered ${response.status}`);
    return (await response.json()) as { id: string; data: { id: string; key: string } };
  };
  const { data } = await post('/api-keys', token, { name: 'Bench', type: 'ATS', scopes: permissions });
  const ids: string[] = [];
  for (let i = 0; i < COMPANIES; i++) ids.push((await post('/companies', data.key, company)).id);
  return { key: data.key, keyId: data.id, ids };
}

async function adminToken(): Promise<string> {
  const { AdminTokens } = await import('../src/domains/access/admin-token.actions.ts');
  return new AdminTokens({ secret: SECRET, jwksUrl: undefined, clock: { now: () => new Date() } }).mint(
    'bench',
    1,
  );
}
