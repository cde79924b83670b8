import { execFile } from 'node:child_process';
import { tmpdir } from 'node:os';
import { promisify } from 'node:util';
import { freePort } from '@parley/testing/free-port.ts';
import { afterEach, expect, test } from 'vitest';
import { endAll, newDatabase, newDataDir, program, start, stop } from './running-process.ts';

afterEach(endAll);

const doctor = (environment: Record<string, string>) =>
  promisify(execFile)(process.execPath, [program, 'doctor'], {
    cwd: tmpdir(),
    env: { PATH: process.env.PATH, ...environment },
  }).then(
    ({ stdout }) => ({ code: 0, text: stdout }),
    ({ code, stdout, stderr }: { code: number; stdout: string; stderr: string }) => ({
      code,
      text: stdout + stderr,
    }),
  );

test('parley doctor finds every part of a running installation in order', { timeout: 300_000 }, async () => {
  const environment = { ...(await newDatabase()), PARLEY_DATA_DIR: await newDataDir() };
  const service = await start(environment.PARLEY_DATA_DIR, environment);
  await service.said(/Mail:/);
  const { code, text } = await doctor(environment);
  expect([code, text]).toEqual([0, expect.stringContaining('No problem found.')]);
  for (const words of [
    /ok {3}PostgreSQL \d+ answers/,
    /ok {3}Storage of files works/,
    /ok {3}Files of contacts are encrypted. The master key is the file .+master-key/,
    /is ready/,
    /ok {3}The console answers|note The console is being built/,
  ])
    expect(text).toMatch(words);
});

test('parley doctor reports a running service without a worker, and without a process for web calls', {
  timeout: 300_000,
}, async () => {
  const environment = { ...(await newDatabase()), PARLEY_DATA_DIR: await newDataDir() };
  const api = await start(environment.PARLEY_DATA_DIR, environment, undefined, ['--role', 'api']);
  await api.said(/Mail:/);
  const { code, text } = await doctor(environment);
  expect(text).toMatch(/FAIL No worker is running: nobody is called.+\n {5}Start it: .+parley@worker/);
  expect(text).toMatch(/note No media process is running.+\n {5}Start it: .+parley@media/);
  expect(text).not.toContain('Dialling works');
  expect([code, text]).toEqual([1, expect.stringContaining('1 problem found.')]);
});

test('parley doctor reports a service, a trunk and a TURN server that do not answer', {
  timeout: 300_000,
}, async () => {
  const environment = { ...(await newDatabase()), PARLEY_DATA_DIR: await newDataDir() };
  const service = await start(environment.PARLEY_DATA_DIR, environment);
  await service.said(/Mail:/);
  await stop(service, 'SIGTERM');
  const nobody = await freePort();
  const { code, text } = await doctor({
    ...environment,
    PORT: `${await freePort()}`,
    PARLEY_SIP_TRUNK: `sip:127.0.0.1:${nobody};transport=tcp`,
    PARLEY_ICE_SERVERS: `turn:user:password@127.0.0.1:${nobody}`,
  });
  expect(text).toMatch(/FAIL The trunk 127\.0\.0\.1: .+\n {5}Calls over this trunk wait/);
  expect(text).toMatch(
    /FAIL turn:127\.0\.0\.1:\d+ of PARLEY_ICE_SERVERS .+\n {5}Web calls that need this server/,
  );
  expect(text).toMatch(/FAIL No service answers at .+\n {5}Start it/);
  expect([code, text]).toEqual([1, expect.stringContaining('3 problems found.')]);
});

test('parley doctor reports an unreachable database and an unencrypted URL, with a remedy each', async () => {
  const { code, text } = await doctor({
    PARLEY_DATA_DIR: await newDataDir(),
    DATABASE_URL: 'postgresql://nobody@127.0.0.1:1/nothing',
    PARLEY_PUBLIC_URL: 'http://calls.example.com',
  });
  expect(code).toBe(1);
  expect(text).toMatch(
    /FAIL The database at DATABASE_URL cannot be used: .+\n {5}Nothing works without the database/,
  );
  expect(text).toMatch(/FAIL http:\/\/calls\.example\.com is not encrypted.+\n {5}Put a proxy with TLS/);
  expect(text).toContain('2 problems found.');
});

test('parley doctor reports an invalid setting first', async () => {
  const { code, text } = await doctor({ PARLEY_DATA_DIR: await newDataDir(), PORT: 'http' });
  expect(code).toBe(1);
  expect(text).toContain('FAIL PORT must be a whole number');
});
