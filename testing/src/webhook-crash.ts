import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemClock } from '@parley/kernel/clock.ts';
import { uuid7 } from '@parley/kernel/id.ts';
import { makeSeal } from '@parley/kernel/seal.ts';
import { createCompany } from '@parley/service/domains/companies/company.actions.ts';
import { emit } from '@parley/service/domains/events/event.actions.ts';
import { createWebhook } from '@parley/service/domains/webhooks/webhook.actions.ts';
import { Outgoing } from '@parley/service/http/outgoing.ts';
import { Database } from '@parley/service/storage/database.ts';
import { sql } from '@parley/service/storage/sql.ts';
import { freePort } from './free-port.ts';
import { started } from './webhook-events.ts';
import { startReceiver } from './webhook-receiver.ts';

const program = join(import.meta.dirname, '../../apps/service/bin/parley.js');
const PEPPER = 'a-pepper-for-crashes-of-at-least-32-characters';
const EVENTS_PER_CONVERSATION = 5;

export interface CrashReport {
  readonly events: number;
  readonly requests: number;
  readonly kills: number;
  /** Events that never arrived. */
  readonly lost: string[];
  /** Conversations in which an event arrived after a later one. */
  readonly disordered: string[];
  /** Events that arrived under more than one deliveryId. */
  readonly renamed: string[];
}

/** Kills the service again and again in the middle of deliveries, and looks at what has arrived in the end. */
export async function crashDeliveries(options: {
  databaseUrl: string;
  kills: number;
  events: number;
  random: () => number;
  say?: (line: string) => void;
}): Promise<CrashReport> {
  const { databaseUrl, kills, random } = options;
  const dataDir = await mkdtemp(join(tmpdir(), 'parley-crash-'));
  const receiver = await startReceiver((_received, response) => {
    // Long enough for some to be under way at any time.
    setTimeout(() => response.writeHead(200).end(), 5);
    return undefined;
  });
  const database = new Database({
    url: databaseUrl,
    clock: systemClock,
    newId: uuid7(systemClock),
    send: async () => {},
    maxConnections: 4,
  });
  const outgoing = new Outgoing({ allowPrivate: true });
  const company = await createCompany(database, null, { name: 'Crash' });
  const scope = database.within(company.id, { kind: 'api-key', id: database.newId() });
  const services = {
    outgoing,
    seal: makeSeal(PEPPER, 'parley webhooks'),
    userAgent: 'crash',
    rules: { allowPrivate: true },
  };
  const wanted = {
    url: receiver.url,
    name: 'Crash',
    events: ['INTERVIEW_STARTED'],
    maxRetries: 10,
  };
  await createWebhook(scope, services, wanted);

  const published = new Map<string, string[]>();
  const total = () => published.size * EVENTS_PER_CONVERSATION;
  async function publishSome(conversations: number): Promise<void> {
    for (let i = 0; i < conversations; i++) {
      const conversation = scope.newId();
      const attempts = Array.from({ length: EVENTS_PER_CONVERSATION }, () => scope.newId());
      published.set(conversation, attempts);
      await emit(scope, ...attempts.map((attempt) => started(conversation, attempt)));
    }
  }

  const port = await freePort();
  const start = () => startWorker({ dataDir, databaseUrl, port });
  const perKill = Math.ceil(options.events / EVENTS_PER_CONVERSATION / kills);
  let child: ChildProcess | undefined;
  try {
    for (let kill = 1; kill <= kills; kill++) {
      child = await start();
      const until = receiver.received.length + Math.floor(random() * perKill * EVENTS_PER_CONVERSATION);
      await publishSome(perKill);
      await waitFor(() => receiver.received.length >= until, 5000);
      child.kill('SIGKILL');
      await once(child, 'exit');
      options.say?.(`kill ${kill} of ${kills}: ${receiver.received.length} requests for ${total()} events`);
    }
    child = await start();
    await waitFor(async () => !(await isWaiting(database)), 120_000);
  } finally {
    child?.kill('SIGKILL');
    await database.close();
    await outgoing.close();
    await receiver.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
  return report(
    published,
    kills,
    receiver.received.map(({ body }) => body),
  );
}

function report(
  published: ReadonlyMap<string, string[]>,
  kills: number,
  bodies: readonly { deliveryId: string; data: Record<string, unknown> }[],
): CrashReport {
  const arrived = Map.groupBy(bodies, ({ data }) => String(data.callAttemptId));
  const attempts = [...published.values()].flat();
  return {
    events: attempts.length,
    requests: bodies.length,
    kills,
    lost: attempts.filter((attempt) => !arrived.has(attempt)),
    disordered: [...published].flatMap(([conversation, order]) => {
      const places = bodies
        .filter(({ data }) => data.interviewId === conversation)
        .map(({ data }) => order.indexOf(String(data.callAttemptId)));
      return places.every((place, at) => at === 0 || place >= (places[at - 1] ?? 0)) ? [] : [conversation];
    }),
    renamed: [...arrived].flatMap(([attempt, all]) =>
      new Set(all.map(({ deliveryId }) => deliveryId)).size === 1 ? [] : [attempt],
    ),
  };
}

async function startWorker(options: {
  dataDir: string;
  databaseUrl: string;
  port: number;
}): Promise<ChildProcess> {
  const child = spawn(process.execPath, [program, 'start', '--role', 'worker'], {
    cwd: options.dataDir,
    env: {
      PATH: process.env.PATH ?? '',
      PORT: String(options.port),
      HOST: '127.0.0.1',
      DATABASE_URL: options.databaseUrl,
      PARLEY_DATA_DIR: options.dataDir,
      PARLEY_DEMO: 'off',
      PARLEY_KEY_PEPPER: PEPPER,
      PARLEY_ALLOW_PRIVATE_URLS: 'true',
    },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      output += chunk;
    });
  await waitFor(() => output.includes('Parley runs at'), 60_000);
  return child;
}

const isWaiting = async (database: Database) =>
  (await database.all(sql`select 1 as one from webhook_deliveries where status = 'PENDING' limit 1`)).length >
  0;

async function waitFor(check: () => boolean | Promise<boolean>, mostMs: number): Promise<void> {
  for (const until = performance.now() + mostMs; performance.now() < until && !(await check()); )
    await new Promise((resolve) => setTimeout(resolve, 5));
}
