import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemClock } from '@parley/kernel/clock.ts';
import { AdminTokens } from '@parley/service/domains/access/admin-token.actions.ts';
import { trialPlan } from '@parley/service/domains/billing/price.model.ts';
import { startEmbeddedPostgres } from '@parley/service/storage/embedded/embedded-postgres.ts';
import { type Started, startProgram } from './process.ts';

const SECRET = 'an-administrators-secret-for-benchmarks-only';

export interface RunningService {
  readonly url: string;
  readonly pid: number;
  readonly databaseUrl: string;
  /** Settings for another program that uses the same database. */
  readonly environment: Readonly<Record<string, string>>;
  newKey(body: object): Promise<{ id: string; key: string }>;
  newCompany(scopes: readonly string[]): Promise<{ key: string; companyId: string }>;
  post(path: string, bearer: string, body: unknown): Promise<{ id: string }>;
  setPlan(companyId: string, changes: { included: number; maxConcurrentCalls: number }): Promise<void>;
}

/** The whole service as a process of its own, on an embedded PostgreSQL with full durability. */
export async function withService<Result>(
  work: (service: RunningService) => Promise<Result>,
  settings: Readonly<Record<string, string>> = {},
): Promise<Result> {
  const dataDir = await mkdtemp(join(tmpdir(), 'parley-bench-'));
  const postgres = await startEmbeddedPostgres({ dataDir });
  try {
    const environment = {
      DATABASE_URL: postgres.url,
      PARLEY_DATA_DIR: dataDir,
      PARLEY_DEMO: 'off',
      PARLEY_ADMIN_JWT_SECRET: SECRET,
      HOST: '127.0.0.1',
      ...settings,
    };
    const program = await startProgram(
      [join(import.meta.dirname, '../apps/service/bin/parley.js'), 'start'],
      environment,
      /Parley runs at/,
    );
    try {
      return await work(await clientOf(program, postgres.url, environment));
    } finally {
      await program.stop();
    }
  } finally {
    await postgres.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

async function clientOf(
  { port, pid }: Started,
  databaseUrl: string,
  environment: Record<string, string>,
): Promise<RunningService> {
  const url = `http://127.0.0.1:${port}`;
  const token = await new AdminTokens({ secret: SECRET, clock: systemClock }).mint('bench', 1);
  const send = async (path: string, bearer: string, body: unknown, method = 'POST') => {
    const response = await fetch(url + path, {
      method,
      headers: { authorization: `Bearer ${bearer}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`${path} answered ${response.status} ${await response.text()}`);
    return response.json();
  };
  const newKey = async (body: object) =>
    ((await send('/api-keys', token, { name: 'Bench', ...body })) as { data: { id: string; key: string } })
      .data;
  const post = async (path: string, bearer: string, body: unknown) =>
    (await send(path, bearer, body)) as { id: string };
  return {
    url,
    pid,
    databaseUrl,
    environment,
    newKey,
    post,
    async setPlan(companyId, changes) {
      const plan = { ...trialPlan(0), status: 'active', ...changes };
      await send(`/companies/${companyId}/plan`, token, plan, 'PUT');
    },
    async newCompany(scopes) {
      const ats = await newKey({ type: 'ATS', scopes: ['write:companies'] });
      const { id } = await post('/companies', ats.key, { name: 'Acme' });
      return { companyId: id, key: (await newKey({ companyId: id, scopes })).key };
    },
  };
}
