import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { permissions } from '@parley/contract/api-key.ts';
import { systemClock } from '@parley/kernel/clock.ts';
import { AdminTokens } from '@parley/service/domains/access/admin-token.actions.ts';
import { testSecrets } from '@parley/testing/service.ts';
import { afterEach, expect, test } from 'vitest';
import {
  children,
  endAll,
  newDatabase,
  newDataDir,
  type Running,
  start,
  stop,
} from '../processes/running-process.ts';
import { type Attacked, clientOf, contact, idIn, keyIn, type Send } from './client.ts';

// Two companies in one process. One does everything that its key allows, for ATTACK_SECONDS; the other is on the telephone,
// and asks the same few things all the time. Quiet and attacked time alternate, so that whatever else the machine does
// slows both alike.

afterEach(endAll);

/** A short attack, among other tests, shows that nothing breaks; how much it slows is judged by `npm run test:attack`. */
const isJudged = process.env.ATTACK_SECONDS !== undefined;
const ATTACK_SECONDS = Number(process.env.ATTACK_SECONDS ?? 4);
const ROUNDS = isJudged ? 3 : 1;
const QUIET_MS = isJudged ? 10_000 : 2000;
/** What an attack left behind, such as documents to read, is over before the quiet is measured. */
const SETTLE_MS = isJudged ? 2000 : 0;
const LIVE_CALLS = 4;

async function newCompany(url: string, admin: Send): Promise<{ keys: string[]; send: Send }> {
  const ats = await admin('POST', '/api-keys', { name: 'ATS', type: 'ATS', scopes: permissions });
  const { body } = await clientOf(url, keyIn(ats.body))('POST', '/companies', { name: 'Company' });
  const companyId = idIn(body);
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
  const settings = { name: 'Key', companyId, environment: 'test', scopes: permissions };
  const newKey = async () => keyIn((await admin('POST', '/api-keys', settings)).body);
  const [key, second] = [await newKey(), await newKey()];
  return { keys: [key, second], send: clientOf(url, key) };
}

/** What everybody does, one after the other, until it is time; answers how long each took. */
async function everyday(send: Send, { contactId, agentId }: Ids, untilMs: number): Promise<number[]> {
  const tookMs: number[] = [];
  const steps = [
    () => send('GET', `/contacts/${contactId}`),
    () => send('GET', '/conversations?limit=5'),
    () => send('PATCH', `/contacts/${contactId}`, { lastName: 'Novak' }),
    () => send('GET', `/agents/${agentId}`),
    () => send('POST', '/contacts', contact),
    () => send('GET', '/contacts?limit=20&search=nov'),
  ];
  while (performance.now() < untilMs)
    for (const step of steps) {
      const beganMs = performance.now();
      const { status } = await step();
      expect([200, 201]).toContain(status);
      tookMs.push(performance.now() - beganMs);
      await sleep(20);
    }
  return tookMs;
}

interface Ids {
  readonly contactId: string;
  readonly agentId: string;
}

/** Keeps so many calls on the line, each with a contact of its own. Answers what became of all of them. */
async function callsUntil(send: Send, agentId: string, isOver: () => boolean) {
  const ends: (string | null)[] = [];
  const line = async (_: unknown, at: number) => {
    const numbered = { ...contact, phoneNumber: `+1500555${1000 + at}` };
    const contactId = idIn((await send('POST', '/contacts', numbered)).body);
    while (!isOver()) {
      const id = idIn((await send('POST', '/conversations', { agentId, contactId })).body);
      ends.push(await endOf(send, id));
    }
  };
  await Promise.all(Array.from({ length: LIVE_CALLS }, line));
  return ends;
}

async function endOf(send: Send, id: string): Promise<string | null> {
  for (;;) {
    const { status, callAttempts } = (await send('GET', `/conversations/${id}`)).body as {
      status: string;
      callAttempts: { reasonCode: string | null }[];
    };
    const codes = callAttempts.map(({ reasonCode }) => reasonCode);
    if (codes.includes('LOST')) return 'LOST';
    if (!['UNDEFINED', 'SCHEDULED', 'IN_PROGRESS'].includes(status)) return codes.at(-1) ?? status;
    await sleep(1000);
  }
}

const p95 = (numbers: readonly number[]): number =>
  numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length * 0.95)] ?? 0;

async function startAttacker(url: string, keys: readonly string[]): Promise<ChildProcess> {
  const child = fork(join(import.meta.dirname, 'attacker.ts'), [url, ...keys], { execArgv: [] });
  children.push(child);
  await once(child, 'message');
  return child;
}

async function attackWith(child: ChildProcess, order: object): Promise<Attacked> {
  child.send(order);
  const [attacked] = (await once(child, 'message')) as [Attacked];
  return attacked;
}

function addTo(sums: Record<string, number>, counts: Readonly<Record<string, number>>): void {
  for (const [name, count] of Object.entries(counts)) sums[name] = (sums[name] ?? 0) + count;
}

const residentMegabytes = async ({ child }: Running): Promise<number> => {
  const status = await readFile(`/proc/${child.pid}/status`, 'utf8').catch(() => '');
  return Math.round(Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024);
};

test('a company at all its limits hardly slows another company, whose calls all complete', {
  timeout: 400_000,
}, async () => {
  const running = await start(await newDataDir(), {
    ...(await newDatabase()),
    ...testSecrets,
    HOST: '127.0.0.1',
    PARLEY_DEMO: 'off',
    // A receiver of webhooks is on this machine.
    PARLEY_ALLOW_PRIVATE_URLS: 'true',
    PARLEY_DRAIN_SECONDS: '1',
    // A call of a minute is long enough for a minute's attack only.
    PARLEY_SIM_SPEED: isJudged ? '1' : '8',
    // As `npm start` runs it.
    NODE_OPTIONS: '--max-semi-space-size=4 --v8-pool-size=1',
  });
  await running.said(/Parley runs at/);
  const { url } = running;
  const tokens = new AdminTokens({ secret: testSecrets.PARLEY_ADMIN_JWT_SECRET, clock: systemClock });
  const admin = clientOf(url, await tokens.mint('tester', 24));
  const attacking = await newCompany(url, admin);
  const { send } = await newCompany(url, admin);
  const agent = { name: 'Grace', focus: 'GENERIC', callingWindow: null };
  const ids = {
    contactId: idIn((await send('POST', '/contacts', contact)).body),
    agentId: idIn((await send('POST', '/agents', agent)).body),
  };
  const attacker = await startAttacker(url, attacking.keys);

  let isOver = false;
  const calls = callsUntil(send, ids.agentId, () => isOver);
  const quietMs: number[] = [];
  const attackedMs: number[] = [];
  const statuses: Record<string, number> = {};
  const granted: Record<string, number> = {};
  const answers: Attacked['answers'] = {};
  const broken: string[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    await sleep(SETTLE_MS);
    // The first requests of a process compile its code.
    if (round === 0 && isJudged) await everyday(send, ids, performance.now() + 3000);
    quietMs.push(...(await everyday(send, ids, performance.now() + QUIET_MS)));
    const attackMs = (ATTACK_SECONDS * 1000) / ROUNDS;
    const attack = attackWith(attacker, { attackMs });
    attackedMs.push(...(await everyday(send, ids, performance.now() + attackMs)));
    addTo(statuses, (await attack).statuses);
    addTo(granted, (await attack).granted);
    for (const [kind, counts] of Object.entries((await attack).answers)) {
      answers[kind] ??= {};
      addTo(answers[kind], counts);
    }
    broken.push(...(await attack).broken);
  }
  // On a busy machine a short attack is turned away before all of it was tried.
  const lacking = Object.keys(granted).filter((kind) => granted[kind] === 0);
  const later = lacking.length === 0 ? undefined : await attackWith(attacker, { lacking });
  isOver = true;
  const ends = await calls;
  const [quiet, attacked] = [p95(quietMs), p95(attackedMs)];
  const memory = await residentMegabytes(running);
  const exitCode = await stop(running, 'SIGTERM');
  console.log(
    `p95 quiet ${quiet.toFixed(1)} ms (${quietMs.length} requests), attacked ${attacked.toFixed(1)} ms (${attackedMs.length}), ` +
      `ratio ${(attacked / quiet).toFixed(2)}; calls lost ${ends.filter((end) => end === 'LOST').length} of ${ends.length}; ` +
      `at most ${memory} MB; the attacker got ${JSON.stringify(statuses)} and was granted ${JSON.stringify(granted)}`,
  );

  const errors = running
    .output()
    .split('\n')
    .filter((line) => line.includes('"level":50'));
  expect(broken, errors.join('\n')).toEqual([]);
  // Otherwise it would be no attack.
  const refused = lacking.filter((kind) => later?.granted[kind] === 0);
  expect(refused.map((kind) => [kind, answers[kind], later?.answers[kind]])).toEqual([]);
  expect(ends).not.toContain('LOST');
  expect(memory).toBeLessThan(2000);
  if (isJudged) expect(attacked).toBeLessThan(3 * quiet);
  expect(exitCode).toBe(0);
});
