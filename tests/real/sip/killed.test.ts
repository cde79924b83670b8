import { spawn } from 'node:child_process';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { inlineContact } from '@parley/testing/calling-company.ts';
import { freePort } from '@parley/testing/free-port.ts';
import { patience } from '@parley/testing/patience.ts';
import { startTestService, testSecrets } from '@parley/testing/service.ts';
import { afterEach, describe, expect, test } from 'vitest';
import { hasSipp, startSipp } from './sipp.ts';

const CALLS = process.env.CRASH === 'whole' ? 50 : 5;
/** A session of 90 seconds is over half a minute before its end (RFC 4028); day by day nobody waits for it so long. */
const SESSION_MS = process.env.CRASH === 'whole' ? 60_000 : 30_000;
const opened: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of opened.splice(0).reverse()) await close();
});

/** Another process on the same database, which calls people until it is killed. */
async function callingProcess(environment: Record<string, string>) {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'calling-process.ts')], {
    env: { PATH: process.env.PATH ?? '', ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  opened.push(async () => child.kill('SIGKILL'));
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const nextLine = async () => (await lines.next()).value as string;
  expect(await nextLine()).toBe('started');
  return { child, nextLine };
}

/** The calls that are hung up at an address where nobody is any more. */
async function farewellsAt(port: number): Promise<ReadonlySet<string>> {
  const calls = new Set<string>();
  const socket = createSocket('udp4').bind(port, '127.0.0.1');
  await once(socket, 'listening');
  opened.push(async () => socket.close());
  socket.on('message', (bytes) => {
    const text = bytes.toString();
    if (text.startsWith('BYE ')) calls.add(/^Call-ID: *(\S+)/im.exec(text)?.[1] ?? '');
  });
  return calls;
}

describe.skipIf(!hasSipp)('with sipp (apt-get install sip-tester) at the other end', () => {
  test('calls of a killed process are settled as LOST, hung up by the far end, and not dialled twice', async () => {
    const keys = { patienceMs: `${SESSION_MS}` };
    // What else the trunk is asked counts as a call too.
    const sipp = await startSipp('session', { calls: 10 * CALLS, keys, mostSeconds: 400 });
    opened.push(() => sipp.stop());
    const trunk = {
      PARLEY_SIP_TRUNK: `sip:127.0.0.1:${sipp.port}`,
      // Placed at any hour, and the contact is not asked about the recording.
      PARLEY_CALLING_LAW: 'off',
      PARLEY_SIP_CALLS_PER_SECOND: '100',
      PARLEY_SIP_SESSION_SECONDS: '90',
    };
    const api = await startTestService({ roles: ['api'] });
    opened.push(() => api.stop());
    const sipPort = await freePort();
    const { child, nextLine } = await callingProcess({
      ...testSecrets,
      ...trunk,
      PARLEY_SIP_BIND: `127.0.0.1:${sipPort}`,
      DATABASE_URL: api.databaseUrl,
      PARLEY_DATA_DIR: api.dataDir,
      PORT: `${await freePort()}`,
      HOST: '127.0.0.1',
    });
    const company = await api.newCompany();
    await api.admin.put(`/companies/${company.id}/plan`, plan);
    const ids: string[] = [];
    for (let turn = 0; turn < CALLS; turn++) {
      const contact = { ...inlineContact, phoneNumber: `+414466818${String(turn).padStart(2, '0')}` };
      const agent = { name: 'Grace', type: 'PHONE', language: 'EN', focus: 'GENERIC', callingWindow: null };
      const { status, body, text } = await company.api.post('/conversations', { agent, contact });
      expect(status, text).toBe(201);
      ids.push(body.id);
    }
    for (let turn = 0; turn < CALLS; turn++) expect(await nextLine()).toBe('answered');
    const times = (words: RegExp) => sipp.logged().match(words)?.length ?? 0;
    await expect.poll(() => times(/TALKING/g), patience).toBe(CALLS);
    expect(times(/HUNG UP/g)).toBe(0);
    child.kill('SIGKILL');
    await once(child, 'exit');
    const farewells = await farewellsAt(sipPort);
    const heir = await startTestService({
      roles: ['worker'],
      databaseUrl: api.databaseUrl,
      environment: { ...trunk, PARLEY_SIP_BIND: '127.0.0.1:0' },
      sound: { media: nobody, partyOf: () => nobody },
    });
    opened.push(() => heir.stop());
    for (const id of ids) {
      let attempts: { status: string; reasonCode: string | null }[];
      do {
        await new Promise((resolve) => setTimeout(resolve, 100));
        attempts = (await company.api.get(`/conversations/${id}`)).body.callAttempts;
      } while (attempts[0]?.status === 'IN_PROGRESS');
      expect(attempts.map(({ status, reasonCode }) => [status, reasonCode])).toEqual([
        ['FAILED', 'LOST'],
        ['SCHEDULED', null],
      ]);
    }
    // Without a word from us each far end hangs up, in the time that was agreed on.
    await expect.poll(() => farewells.size, patience).toBe(CALLS);
    expect([times(/INVITE/g), times(/HUNG UP/g), times(/ASKED/g)]).toEqual([CALLS, CALLS, 0]);
  }, 400_000);
});

/** The heir has nothing to dial. */
const nobody = undefined as never;
const plan = {
  billingSystem: 'minutes',
  status: 'active',
  included: 100_000,
  purchased: 0,
  currency: 'EUR',
  maxConcurrentCalls: 100,
  storageBytes: 1_000_000,
  creditsPerMinute: 1,
};
