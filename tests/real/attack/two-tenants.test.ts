import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { permissions } from '@parley/contract/api-key.ts';
import { systemClock } from '@parley/kernel/clock.ts';
import { AdminTokens } from '@parley/service/domains/access/admin-token.actions.ts';
import { packedPdfFile } from '@parley/testing/document-files.ts';
import { largeAgent } from '@parley/testing/large-agent.ts';
import { testSecrets } from '@parley/testing/service.ts';
import { afterEach, expect, test } from 'vitest';
import { endAll, newDatabase, newDataDir, type Running, start, stop } from '../processes/running-process.ts';

// Two companies in one process. One does everything that its key allows, for ATTACK_SECONDS; the other makes calls, and asks
// the same few things all the time. Figures are compared with those of the quiet process just before.

afterEach(endAll);

/** A short attack, among other tests, shows that nothing breaks; how much it slows is judged by `npm run test:attack`. */
const isJudged = process.env.ATTACK_SECONDS !== undefined;
const ATTACK_SECONDS = Number(process.env.ATTACK_SECONDS ?? 15);
const QUIET_SECONDS = 10;
/** Below this nobody notices, and a timer of a busy machine decides. */
const UNNOTICED_MS = 60;

type Send = (
  method: string,
  path: string,
  body?: unknown,
) => Promise<{ status: number; bytes: number; body: unknown }>;

/** Reads answers to their end; parses only short ones, because this process is measured as well. */
const clientOf =
  ({ url }: Running, bearer: string): Send =>
  async (method, path, body) => {
    const response = await fetch(path.startsWith('http') ? path : url + path, {
      method,
      headers: {
        ...(path.startsWith('http') ? {} : { authorization: `Bearer ${bearer}` }),
        ...(body === undefined
          ? {}
          : { 'content-type': body instanceof Buffer ? 'application/pdf' : 'application/json' }),
      },
      ...(body === undefined
        ? {}
        : { body: body instanceof Buffer ? new Uint8Array(body) : JSON.stringify(body) }),
    });
    const bytes = Buffer.from(await response.arrayBuffer());
    const isShort = bytes.length < 100_000 && bytes.length > 0;
    return {
      status: response.status,
      bytes: bytes.length,
      body: isShort ? JSON.parse(String(bytes)) : undefined,
    };
  };

async function newCompany(running: Running, admin: Send): Promise<Send> {
  const ats = await admin('POST', '/api-keys', { name: 'ATS', type: 'ATS', scopes: permissions });
  const { body } = await clientOf(running, keyIn(ats.body))('POST', '/companies', { name: 'Company' });
  const { id: companyId } = body as { id: string };
  await admin('PUT', `/companies/${companyId}/plan`, {
    billingSystem: 'minutes',
    status: 'active',
    included: 1e8,
    purchased: 0,
    currency: 'EUR',
    maxConcurrentCalls: 100,
    storageBytes: 1e9,
    creditsPerMinute: 1,
  });
  const key = await admin('POST', '/api-keys', {
    name: 'Key',
    companyId,
    environment: 'test',
    scopes: permissions,
  });
  return clientOf(running, keyIn(key.body));
}

const keyIn = (body: unknown): string => (body as { data: { key: string } }).data.key;
const idIn = (body: unknown): string => (body as { id: string }).id;

const contact = {
  firstName: 'Ada',
  lastName: 'Novak',
  phoneNumber: '+15005550000',
  gdprExpiryDate: '2099-12-31',
};

/** What everybody does, one after the other, until it is time; answers how long each took. */
async function everyday(send: Send, contactId: string, untilMs: number): Promise<number[]> {
  const tookMs: number[] = [];
  const steps = [
    () => send('GET', `/contacts/${contactId}`),
    () => send('GET', '/conversations?limit=5'),
    () => send('PATCH', `/contacts/${contactId}`, { lastName: 'Novak' }),
    () => send('GET', '/contact-fields'),
  ];
  while (performance.now() < untilMs)
    for (const step of steps) {
      const beganMs = performance.now();
      const { status } = await step();
      expect(status).toBe(200);
      tookMs.push(performance.now() - beganMs);
      await sleep(20);
    }
  return tookMs;
}

const p95 = (numbers: number[]): number =>
  numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length * 0.95)] ?? 0;

/** A few kilobytes that take minutes to read. */
const slowPdf = packedPdfFile(Buffer.from(`BT /F1 12 Tf ${'(a) Tj '.repeat(4_000_000)}ET`));

/** Everything that a key allows, each again and again. Answers what came back, by status. */
async function attack(send: Send, untilMs: number): Promise<Map<number, number>> {
  const statuses = new Map<number, number>();
  const count = async (asked: ReturnType<Send>) => {
    const { status, body } = await asked;
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
    return body;
  };
  const large = largeAgent(150, { characters: 1200 });
  for (let at = 0; at < 30; at += 1) await send('POST', '/agents', { ...large, name: `${at}` });
  const contactId = idIn((await send('POST', '/contacts', contact)).body);
  // A short one: answers are parsed only where they are short.
  const quickest = idIn((await send('POST', '/agents', { ...largeAgent(3), name: 'Quick' })).body);
  const forever = async (step: () => Promise<unknown>) => {
    while (performance.now() < untilMs) await step();
  };
  const times = (many: number, step: () => Promise<unknown>) =>
    Array.from({ length: many }, () => forever(step));
  await Promise.all([
    ...times(6, () => count(send('GET', '/agents?limit=100'))),
    ...times(2, () => count(send('POST', '/agents', largeAgent(150, { characters: 6000 })))),
    ...times(2, () =>
      count(send('POST', '/contacts', { ...contact, metadata: { text: 'x'.repeat(60_000) } })),
    ),
    ...times(2, () => count(send('GET', '/contacts?limit=100'))),
    ...times(2, () => count(send('POST', '/conversations', { agent: large, contactId, isTest: false }))),
    ...times(1, () => count(send('POST', `/agents/${quickest}/preflight`, { contactIds: [contactId] }))),
    ...times(1, async () => {
      const order = { fileName: 'slow.pdf', contentType: 'application/pdf', sizeBytes: slowPdf.length };
      const owner = idIn((await send('POST', '/contacts', contact)).body);
      const started = (await count(send('POST', `/contacts/${owner}/documents`, order))) as {
        document?: { id: string };
        upload?: { url: string };
      };
      if (started.document === undefined || started.upload === undefined) return sleep(1000);
      await send('PUT', started.upload.url, slowPdf);
      return count(send('POST', `/contacts/${owner}/documents/${started.document.id}/complete`));
    }),
  ]);
  return statuses;
}

const residentMegabytes = async ({ child }: Running): Promise<number> => {
  const status = await readFile(`/proc/${child.pid}/status`, 'utf8').catch(() => '');
  return Math.round(Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024);
};

test('a company that does everything it may hardly slows another, whose calls all end well', async () => {
  const running = await start(await newDataDir(), {
    ...(await newDatabase()),
    ...testSecrets,
    HOST: '127.0.0.1',
    PARLEY_DEMO: 'off',
    PARLEY_DRAIN_SECONDS: '1',
  });
  await running.said(/Parley runs at/);
  const tokens = new AdminTokens({ secret: testSecrets.PARLEY_ADMIN_JWT_SECRET, clock: systemClock });
  const admin = clientOf(running, await tokens.mint('tester', 24));
  const [attacker, other] = [await newCompany(running, admin), await newCompany(running, admin)];
  const contactId = idIn((await other('POST', '/contacts', contact)).body);
  const agentId = idIn(
    (await other('POST', '/agents', { name: 'Grace', focus: 'GENERIC', callingWindow: null })).body,
  );
  const call = async () => idIn((await other('POST', '/conversations', { agentId, contactId })).body);

  await everyday(other, contactId, performance.now() + 3000);
  const quietMs = p95(await everyday(other, contactId, performance.now() + QUIET_SECONDS * 1000));
  const calls = [await call(), await call(), await call()];
  const untilMs = performance.now() + ATTACK_SECONDS * 1000;
  const [tookMs, statuses] = await Promise.all([
    everyday(other, contactId, untilMs),
    attack(attacker, untilMs),
  ]);
  const attackedMs = p95(tookMs);
  const memory = await residentMegabytes(running);
  console.log(
    `p95 quiet ${quietMs.toFixed(1)} ms, attacked ${attackedMs.toFixed(1)} ms (${tookMs.length} requests), at most ${memory} MB; the attacker got`,
    Object.fromEntries(statuses),
  );

  expect([...statuses.keys()].filter((status) => status >= 500)).toEqual([]);
  if (isJudged) expect(attackedMs).toBeLessThan(Math.max(3 * quietMs, UNNOTICED_MS));
  expect(memory).toBeLessThan(2000);
  for (const id of calls) {
    const { body } = await other('GET', `/conversations/${id}`);
    const { callAttempts } = body as { callAttempts: { reasonCode: string | null }[] };
    expect(callAttempts.map(({ reasonCode }) => reasonCode)).not.toContain('LOST');
  }
  expect(await stop(running, 'SIGTERM')).toBe(0);
});
