import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { permissions } from '@parley/contract/api-key.ts';
import { systemClock } from '@parley/kernel/clock.ts';
import { AdminTokens } from '@parley/service/domains/access/admin-token.actions.ts';
import { cloneDatabase } from '@parley/testing/database.ts';
import { freePort } from '@parley/testing/free-port.ts';
import { type Pooler, startPooler } from '@parley/testing/pooler.ts';
import { SECRET } from '@parley/testing/service.ts';

const program = join(import.meta.dirname, '../../../apps/service/bin/parley.js');

export interface ProcessPlace {
  readonly port: number;
  readonly databaseUrl: string;
  readonly dataDir: string;
}

/** Starts the service as a process with nothing of this machine's own settings; its folder has no .env. */
export const spawnService = (
  { port, databaseUrl, dataDir }: ProcessPlace,
  options: readonly string[] = [],
  settings: Readonly<Record<string, string>> = {},
): ChildProcess =>
  spawn(process.execPath, [program, 'start', ...options], {
    cwd: dataDir,
    env: {
      PATH: process.env.PATH ?? '',
      PORT: String(port),
      HOST: '127.0.0.1',
      DATABASE_URL: databaseUrl,
      PARLEY_DATA_DIR: dataDir,
      PARLEY_DEMO: 'off',
      PARLEY_ADMIN_JWT_SECRET: SECRET,
      ...settings,
    },
  });

/** `POOLER=1`: its database is reached through PgBouncer. `POOLER=only`: also for LISTEN and the task queue. */
async function pooled(databaseUrl: string): Promise<{ settings: Record<string, string>; pooler?: Pooler }> {
  const { POOLER } = process.env;
  if (!POOLER) return { settings: {} };
  const pooler = await startPooler(databaseUrl);
  const direct: Record<string, string> = POOLER === 'only' ? {} : { DATABASE_DIRECT_URL: databaseUrl };
  return { settings: { DATABASE_URL: pooler.url, ...direct }, pooler };
}

/** The service as a process that can be killed and started again on the same database and data folder. */
export async function killableService(settings: Readonly<Record<string, string>>) {
  const clone = await cloneDatabase();
  const { settings: database, pooler } = await pooled(clone.url);
  const dataDir = await mkdtemp(join(tmpdir(), 'parley-crash-'));
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const admin = await new AdminTokens({ secret: SECRET, clock: systemClock }).mint('tester', 2);
  let child: ChildProcess | undefined;
  let output = '';
  /** What was said by those that were killed. */
  const earlier: string[] = [];

  async function start(): Promise<void> {
    earlier.push(output);
    output = '';
    const place = { port, databaseUrl: clone.url, dataDir };
    const born = spawnService(place, [], { PARLEY_LOG_LEVEL: 'warn', ...database, ...settings });
    child = born;
    await new Promise<void>((resolve, reject) => {
      const read = (chunk: Buffer) => {
        output += chunk;
        if (output.includes('Parley runs at')) resolve();
      };
      born.stdout?.on('data', read);
      born.stderr?.on('data', read);
      born.once('exit', (code, signal) =>
        reject(new Error(`It ended with ${code ?? signal} before it ran: ${output}`)),
      );
    });
  }

  async function kill(): Promise<void> {
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const gone = once(child, 'exit');
    child.kill('SIGKILL');
    await gone;
  }

  return {
    url,
    databaseUrl: clone.url,
    dataDir,
    start,
    kill,
    said: () => output,
    everSaid: () => [...earlier, output],
    async send<Body>(method: string, path: string, body?: unknown, bearer = admin): Promise<Body> {
      const response = await fetch(url + path, {
        method,
        headers: { authorization: `Bearer ${bearer}`, 'content-type': 'application/json' },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      const text = await response.text();
      if (!response.ok) throw new Error(`${method} ${path} answered ${response.status} ${text}`);
      return JSON.parse(text) as Body;
    },
    async remove(): Promise<void> {
      await kill();
      await pooler?.stop();
      await clone.drop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

export type KillableService = Awaited<ReturnType<typeof killableService>>;

/** A company with more minutes than any test uses, and a key of it with every scope. */
export async function newCompany({ send }: KillableService): Promise<{ companyId: string; key: string }> {
  const ats = await send<{ data: { key: string } }>('POST', '/api-keys', {
    type: 'ATS',
    name: 'ATS',
    scopes: ['write:companies'],
  });
  const { id } = await send<{ id: string }>('POST', '/companies', { name: 'Acme' }, ats.data.key);
  await send('PUT', `/companies/${id}/plan`, {
    billingSystem: 'minutes',
    status: 'active',
    included: 1e8,
    purchased: 0,
    currency: 'EUR',
    maxConcurrentCalls: 100,
    storageBytes: 1e9,
    creditsPerMinute: 1,
  });
  const issued = await send<{ data: { key: string } }>('POST', '/api-keys', {
    companyId: id,
    name: 'Key',
    scopes: permissions,
  });
  return { companyId: id, key: issued.data.key };
}
