import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { hostname } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { inlineContact as contact } from '@parley/testing/calling-company.ts';
import { patience } from '@parley/testing/patience.ts';
import pg from 'pg';
import { afterEach, expect, test } from 'vitest';
import { askingAgent as agent } from '../processes/asking-agent.ts';
import {
  endAll,
  KEY,
  newDatabase,
  newDataDir,
  type Running,
  start,
  stop,
  program as thisProgram,
} from '../processes/running-process.ts';
import { makeNextVersion, type NextVersion } from './next-version.ts';

let next: NextVersion | undefined;
afterEach(async () => {
  await endAll();
  await next?.remove();
});

/** What one company's clients see while processes come and go. */
function client(key: string) {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const answer = async <Body>(response: Response): Promise<Body> => {
    const text = await response.text();
    if (!response.ok) throw new Error(`${response.url} answered ${response.status} ${text}`);
    return JSON.parse(text) as Body;
  };
  return {
    post: async <Body>({ url }: Running, path: string, body: unknown): Promise<Body> =>
      answer(await fetch(url + path, { method: 'POST', headers, body: JSON.stringify(body) })),
    get: async <Body>({ url }: Running, path: string): Promise<Body> =>
      answer(await fetch(url + path, { headers })),
  };
}

const isReady = async ({ url }: Running) => (await fetch(`${url}/readyz`)).status === 200;

/** What a process has against the schema. That a busy machine answers late makes it unready, too, and is not what is tested. */
async function schemaTrouble({ url }: Running): Promise<string | undefined> {
  const text = await (await fetch(`${url}/readyz`)).text();
  return text.includes('schema') ? text : undefined;
}

async function ask<Row extends pg.QueryResultRow>(url: string, text: string): Promise<Row[]> {
  const connection = new pg.Client({ connectionString: url });
  await connection.connect();
  try {
    return (await connection.query<Row>(text)).rows;
  } finally {
    await connection.end();
  }
}

async function run(program: string, args: readonly string[], environment: Record<string, string>) {
  const child = spawn(process.execPath, [program, ...args], {
    env: { PATH: process.env.PATH, ...environment },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
  const [code] = await once(child, 'close');
  return { code, output };
}

/** More would only wait for each other: they all call one number. */
const MOST_CALLS = 60;

test('an upgrade is rolled out while calls go on, in processes of both versions', {
  timeout: 600_000,
}, async () => {
  next = await makeNextVersion('99.0.0');
  const { program, expands, builds, contracts } = next;
  const [dataDir, database] = [await newDataDir(), await newDatabase()];
  const environment = { ...database, PARLEY_SIM_SPEED: '200', PARLEY_DRAIN_SECONDS: '30' };
  const startThis = () => start(dataDir, environment);
  const startNext = () => start(dataDir, environment, undefined, [], program);
  const newest = async () =>
    (
      await ask<{ name: string }>(
        database.DATABASE_URL,
        'select name from schema_migrations order by version desc limit 1',
      )
    )[0]?.name;

  const first = await startThis();
  const api = client(await first.said(KEY));
  const second = await startThis();
  await second.said(/Parley runs at/);
  const { id: agentId } = await api.post<{ id: string }>(first, '/agents', agent);

  // Calls are requested from both all the time, and both accept the schema.
  const requested: string[] = [];
  let isOver = false;
  const during = (async () => {
    for (let n = 0; !isOver; n++) {
      const process = n % 2 === 0 ? first : second;
      expect(await schemaTrouble(process)).toBeUndefined();
      if (requested.length < MOST_CALLS)
        requested.push((await api.post<{ id: string }>(process, '/conversations', { agentId, contact })).id);
      await sleep(100);
    }
  })();
  // Until it is awaited.
  during.catch(() => {});

  // The first process of the next version expands the schema, starts, builds indexes, and waits with the rest.
  const third = await startNext();
  await third.said(/Parley runs at/);
  await expect.poll(() => isReady(third), patience).toBe(true);
  await expect.poll(newest, patience).toBe(builds);
  await third.said(/cannot be applied yet/);
  const words = third.output();
  for (const { child } of [first, second])
    expect(words).toContain(`${hostname()} (process ${child.pid}, Parley `);

  const preview = await run(program, ['migrate', '--check'], environment);
  expect(preview.code).toBe(0);
  expect(preview.output).toContain(
    `The database has the schema ${builds}.\n1 migration is missing:\n  ${contracts}: `,
  );
  expect(preview.output).toContain(`process ${first.child.pid}, Parley`);
  expect(preview.output).toContain(`process ${third.child.pid}, Parley 99.0.0`);

  const olderPreview = await run(thisProgram, ['migrate', '--check'], environment);
  expect(olderPreview.code).toBe(0);
  expect(olderPreview.output).toContain('works with it, and leaves it as it is.');

  // A process of this version that is restarted meanwhile starts on the newer schema.
  const fourth = await startThis();
  await fourth.said(/Parley runs at/);
  await expect.poll(() => isReady(fourth), patience).toBe(true);
  requested.push((await api.post<{ id: string }>(fourth, '/conversations', { agentId, contact })).id);
  requested.push((await api.post<{ id: string }>(third, '/conversations', { agentId, contact })).id);
  expect(await newest()).toBe(builds);

  isOver = true;
  await during;
  for (const id of requested)
    await expect
      .poll(async () => (await api.get<{ status: string }>(third, `/conversations/${id}`)).status, {
        timeout: 120_000,
      })
      .toBe('COMPLETED');
  const [calls] = await ask(
    database.DATABASE_URL,
    `select count(*)::int as calls, count(*) filter (where reason_code = 'LOST')::int as lost from call_attempts
     where conversation_id in (select id from conversations where agent_id = '${agentId}')`,
  );
  expect(calls).toEqual({ calls: requested.length, lost: 0 });

  // The last process of this version stops, and the next one contracts the schema by itself.
  for (const process of [first, second]) expect(await stop(process, 'SIGTERM')).toBe(0);
  expect(await newest()).toBe(builds);
  expect(await stop(fourth, 'SIGTERM')).toBe(0);
  await expect.poll(newest, { timeout: 60_000 }).toBe(contracts);
  await expect.poll(() => isReady(third), patience).toBe(true);

  // There is no way back but the backup, and the refusal says so.
  const late = await startThis();
  await once(late.child, 'exit');
  expect(late.child.exitCode).toBe(1);
  expect(late.output()).toContain(
    `The database was migrated to ${contracts} by a newer Parley than this one (99.0.0).`,
  );
  expect(late.output()).toContain(`Versions that do not know ${expands} cannot work with it.`);
  expect(late.output()).toContain('npx parley restore <folder>');
  expect(await stop(third, 'SIGTERM')).toBe(0);
  expect(await ask(database.DATABASE_URL, 'select from running_processes')).toEqual([]);
});
