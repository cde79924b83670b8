import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Browser } from '@parley/testing/console-browser.ts';
import { cloneDatabase } from '@parley/testing/database.ts';
import { SECRET, startTestService, type TestService, testSecrets } from '@parley/testing/service.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';

const bin = join(import.meta.dirname, '../../../apps/service/bin/parley.js');
let service: TestService;
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parley-cli-'));
  service = await startTestService();
});
afterAll(async () => {
  await service.stop();
  await rm(folder, { recursive: true, force: true });
});

/** Runs the command line with an environment of its own. */
async function parley(args: string[], environment: Record<string, string> = {}) {
  const env = { PATH: process.env.PATH, PARLEY_DATA_DIR: folder, ...environment };
  const run = promisify(execFile)(process.execPath, [bin, ...args], { cwd: folder, env });
  return run.then(
    ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
    (error: { code: number; stdout: string; stderr: string }) => error,
  );
}

test('parley config shows values, their source and their meaning, and no secret', async () => {
  const { stdout } = await parley(['config'], {
    PORT: '4000',
    PARLEY_KEY_PEPPER: 'x'.repeat(40),
    PARLEY_COLOUR: 'blue',
  });
  expect(stdout).toContain('PORT=4000  (environment)');
  expect(stdout).toContain('HOST=localhost  (default)');
  expect(stdout).toContain('PARLEY_KEY_PEPPER=***  (environment)');
  expect(stdout).not.toContain('xxxx');
  expect(stdout).toContain('PARLEY_COLOUR is set, but it is not a setting of Parley.');
});

test('parley admin-token prints a token that the service accepts', async () => {
  const { stdout } = await parley(['admin-token', '--subject', 'ops'], { PARLEY_ADMIN_JWT_SECRET: SECRET });
  expect((await service.api(stdout.trim()).get('/api-keys')).status).toBe(200);
});

test('parley demo prints a key that works while the service runs', async () => {
  const { stdout } = await parley(['demo'], {
    DATABASE_URL: service.databaseUrl,
    PARLEY_KEY_PEPPER: testSecrets.PARLEY_KEY_PEPPER,
    PARLEY_LINK_SECRET: testSecrets.PARLEY_LINK_SECRET,
  });
  const key = /sk_test_[\w-]{43}/.exec(stdout)?.[0] ?? '';
  const usage = await service.api(key).get('/billing/usage');
  expect(usage.body).toMatchObject({ status: 'trialing', included: 1000, available: 1000 });
});

test('parley sign-in-link prints a link that signs anybody in once', async () => {
  const environment = {
    DATABASE_URL: service.databaseUrl,
    PARLEY_KEY_PEPPER: testSecrets.PARLEY_KEY_PEPPER,
    PARLEY_LINK_SECRET: testSecrets.PARLEY_LINK_SECRET,
    PARLEY_PUBLIC_URL: service.url,
  };
  for (const args of [[], ['--email', 'anna@example.com']]) {
    const { stdout } = await parley(['sign-in-link', ...args], environment);
    const token = stdout.trim().replace(`${service.url}/console/sign-in#`, '');
    const browser = new Browser(service.url);
    expect((await browser.post('/console/api/sign-in-links/redeem', { token })).status).toBe(200);
    const { body } = await browser.get('/console/api/me');
    expect(body).toMatchObject({ isStaff: true, email: args[1] ?? 'operator@localhost' });
    expect((await new Browser(service.url).post('/console/api/sign-in-links/redeem', { token })).status).toBe(
      401,
    );
  }
});

test('a process whose key pepper does not match the database does not start', async () => {
  const { code, stderr } = await parley(['demo'], {
    DATABASE_URL: service.databaseUrl,
    PARLEY_KEY_PEPPER: 'y'.repeat(40),
  });
  expect(code).toBe(1);
  expect(stderr).toMatch(/^parley: PARLEY_KEY_PEPPER differs from the one this database was set up with/);
});

test('parley migrate says when there is nothing to do', async () => {
  const clone = await cloneDatabase();
  const { stdout } = await parley(['migrate'], { DATABASE_URL: clone.url });
  await clone.drop();
  expect(stdout).toBe('The database is up to date.\n');
});

test('roles in separate processes need an external database', async () => {
  const { code, stderr } = await parley(['start', '--role', 'worker']);
  expect(code).toBe(1);
  expect(stderr).toBe('parley: DATABASE_URL must be set when roles run in separate processes.\n');
});
