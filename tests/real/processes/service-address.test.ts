import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, expect, test } from 'vitest';
import { endAll, KEY, newDatabase, newDataDir, program, start, stop } from './running-process.ts';

afterEach(endAll);

const parley = async (environment: Record<string, string>, ...args: string[]): Promise<string> => {
  const env = { PATH: process.env.PATH, ...environment };
  return (await promisify(execFile)(process.execPath, [program, ...args], { env })).stdout;
};

test('commands in another terminal find the service on any port', async () => {
  const dataDir = await newDataDir();
  const database = await newDatabase();
  const running = await start(dataDir, { ...database, PARLEY_SIM_SPEED: '1000' });
  const key = await running.said(KEY);
  const elsewhere = { ...database, PARLEY_DATA_DIR: dataDir };

  expect(await parley(elsewhere, 'demo')).toContain(`curl ${running.url}/conversations`);
  expect(await parley(elsewhere, 'sign-in-link')).toContain(`${running.url}/console/sign-in#`);
  const called = await parley(
    ...([elsewhere, 'call', '--key', key, '--agent', 'Reminder', '--phone', '+15005550000'] as const),
  );
  expect(called).toContain('COMPLETED');
  // What the command itself is told goes first.
  expect(await parley({ ...elsewhere, PORT: '4123' }, 'demo')).toContain('curl http://localhost:4123/');
  const named = { ...elsewhere, PARLEY_PUBLIC_URL: 'https://calls.example.com' };
  expect(await parley(named, 'sign-in-link')).toContain('https://calls.example.com/console/sign-in#');

  await stop(running, 'SIGTERM');
  expect(await parley(elsewhere, 'demo')).toContain('curl http://localhost:3000/');
});

test('commands ignore the recorded address of a killed service', async () => {
  const dataDir = await newDataDir();
  const database = await newDatabase();
  const running = await start(dataDir, database);
  await running.said(/Parley runs at/);
  await stop(running, 'SIGKILL');
  const file = join(dataDir, 'running-service.json');
  expect(JSON.parse(await readFile(file, 'utf8'))).toEqual({ url: running.url, pid: running.child.pid });
  const elsewhere = { ...database, PARLEY_DATA_DIR: dataDir };
  expect(await parley(elsewhere, 'sign-in-link')).toContain('http://localhost:3000/console/sign-in#');
  await writeFile(file, 'no JSON');
  expect(await parley(elsewhere, 'sign-in-link')).toContain('http://localhost:3000/console/sign-in#');
});

test('parley demo --key-only prints a key and nothing else', async () => {
  const environment = { ...(await newDatabase()), PARLEY_DATA_DIR: await newDataDir() };
  expect(await parley(environment, 'demo', '--key-only')).toMatch(/^sk_test_[\w-]{43}\n$/);
});
