import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemClock } from '@parley/kernel/clock.ts';
import { AdminTokens } from '@parley/service/domains/access/admin-token.actions.ts';
import { cloneDatabase } from '@parley/testing/database.ts';
import { freePort } from '@parley/testing/free-port.ts';
import { SECRET } from '@parley/testing/service.ts';

const program = join(import.meta.dirname, '../../../apps/service/bin/parley.js');

/** The service as a process that can be killed and started again on the same database and data folder. */
export async function killableService(settings: Readonly<Record<string, string>>) {
  const clone = await cloneDatabase();
  const dataDir = await mkdtemp(join(tmpdir(), 'parley-crash-'));
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const admin = await new AdminTokens({ secret: SECRET, jwksUrl: undefined, clock: systemClock }).mint(
    'tester',
    2,
  );
  let child: ChildProcess | undefined;
  let output = '';

  async function start(): Promise<void> {
    output = '';
    const born = spawn(process.execPath, [program, 'start'], {
      // Nothing of this machine's own settings; the folder of the process has no .env.
      cwd: dataDir,
      env: {
        PATH: process.env.PATH ?? '',
        PORT: String(port),
        HOST: '127.0.0.1',
        DATABASE_URL: clone.url,
        PARLEY_DATA_DIR: dataDir,
        PARLEY_DEMO: 'off',
        PARLEY_ADMIN_JWT_SECRET: SECRET,
        PARLEY_LOG_LEVEL: 'warn',
        ...settings,
      },
    });
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
    databaseUrl: clone.url,
    dataDir,
    start,
    kill,
    said: () => output,
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
      await clone.drop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

export type KillableService = Awaited<ReturnType<typeof killableService>>;
