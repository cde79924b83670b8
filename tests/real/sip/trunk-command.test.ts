import { execFile } from 'node:child_process';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { freePort } from '@parley/testing/free-port.ts';
import { afterEach, describe, expect, test } from 'vitest';
import { hasSipp, type Sipp, startSipp } from './sipp.ts';

let sipp: Sipp | undefined;
afterEach(async () => {
  await sipp?.stop();
  sipp = undefined;
});

const parley = join(import.meta.dirname, '../../../apps/service/bin/parley.js');

/** `parley trunk check` with these settings. */
const check = (trunk: string, more: Record<string, string> = {}, args: readonly string[] = []) =>
  new Promise<{ code: number; text: string }>((resolve) => {
    const env = {
      PATH: process.env.PATH,
      PARLEY_SIP_TRUNK: trunk,
      PARLEY_SIP_BIND: '127.0.0.1:0',
      ...more,
    };
    execFile(process.execPath, [parley, 'trunk', 'check', ...args], { env }, (error, stdout, stderr) =>
      resolve({ code: Number(error?.code ?? 0), text: stdout + stderr }),
    );
  });

describe.skipIf(!hasSipp)('with sipp (apt-get install sip-tester) as the trunk', () => {
  test('parley trunk check reports a working trunk', async () => {
    sipp = await startSipp('trunk', { calls: 2 });
    const trunk = `sip:alice:open%20sesame@127.0.0.1:${sipp.port}`;
    const { code, text } = await check(trunk, { PARLEY_SIP_REGISTER: 'true' });
    expect(text).toContain(`ok   127.0.0.1 is 127.0.0.1:${sipp.port} over UDP.`);
    expect(text).toMatch(
      /ok {3}127\.0\.0\.1:\d+ over UDP answers after \d+ ms with 200 OK \(A telephone system\)\./,
    );
    expect(text).toContain('It allows INVITE, ACK, BYE. Its codecs are PCMU, PCMA.');
    expect(text).toContain('ok   It accepts the registration for 120 s.');
    expect(code).toBe(0);
    expect(text).not.toContain('sesame');
    const { isRight, words } = await sipp.result;
    expect(isRight, words).toBe(true);
  });

  test('parley trunk check reports a wrong password and fails', async () => {
    sipp = await startSipp('trunk', { calls: 2 });
    const { code, text } = await check(`sip:alice:wrong@127.0.0.1:${sipp.port}`, {
      PARLEY_SIP_REGISTER: 'true',
    });
    expect(text).toContain(
      'FAIL It refuses the registration: 403 Forbidden. Check the user and the password.',
    );
    expect(code).toBe(1);
  });
});

describe.skipIf(!hasSipp)('with sipp (apt-get install sip-tester) as an echo number', () => {
  test('parley trunk check --call reports the audio that it received', async () => {
    sipp = await startSipp('echo', { calls: 2, isEcho: true });
    const { code, text } = await check(`sip:127.0.0.1:${sipp.port}`, {}, ['--call', '9196']);
    expect(text).toMatch(/ok {3}The telephone rings after \d/);
    expect(text).toMatch(/ok {3}It is answered after \d\.\d s: PCMU, keys, not encrypted\./);
    expect(text).toMatch(/ok {3}Audio arrives, and the test tone comes back as an echo \(\d+ ms of it\)\./);
    expect(code).toBe(0);
  });
});

test('parley trunk check --call refuses an invalid number', async () => {
  const { code, text } = await check('sip:127.0.0.1:5', {}, ['--call', 'mother']);
  expect(text).toContain('--call must be a telephone number, such as +41446681800 or 9196.');
  expect(code).toBe(2);
});

test('parley trunk check says what to look at when a trunk does not answer', async () => {
  const port = await freePort();
  const { code, text } = await check(`sip:127.0.0.1:${port};transport=tcp`);
  expect(text).toContain('FAIL');
  expect(text).toContain(
    'refuses the connection: check the port, the transport and the firewalls on the way.',
  );
  expect(code).toBe(1);
});

test('parley trunk check uses another port while the service uses the configured one', async () => {
  const running = createServer();
  await new Promise<void>((resolve) => running.listen(0, '127.0.0.1', resolve));
  const { port: taken } = running.address() as AddressInfo;
  try {
    const { code, text } = await check(`sip:127.0.0.1:${await freePort()};transport=tcp`, {
      PARLEY_SIP_BIND: `127.0.0.1:${taken}`,
      PARLEY_SIP_REGISTER: 'true',
    });
    expect(text).toContain(`note 127.0.0.1:${taken} (PARLEY_SIP_BIND) is in use`);
    expect(text).toContain('note The running service holds the registration, so registering was not tried.');
    expect(text).toMatch(/FAIL 127\.0\.0\.1:\d+ over TCP refuses/);
    expect(code).toBe(1);
  } finally {
    running.close();
  }
});

test('parley trunk check without a trunk says what to set', async () => {
  const { code, text } = await check('');
  expect(text).toContain('No trunk is configured, so calls are simulated. Set PARLEY_SIP_TRUNK to use one.');
  expect(code).toBe(1);
});
