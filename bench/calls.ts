import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { permissions } from '@parley/contract/api-key.ts';
import { screeningSections } from '@parley/testing/scripted-agent.ts';
import pg from 'pg';
import { Pool } from 'undici';
import { mainThreadMs } from './process.ts';
import type { Ratio } from './ratio.ts';
import { type RunningService, withService } from './running-service.ts';

/** CALLS=1000 runs in a tenth of the time; the targets are for 10,000. */
const CALLS = Number(process.env.CALLS ?? 10_000);
/** The share of the rows that the reference writes: enough for a rate. */
const REFERENCE_SHARE = 0.2;
const CLIENTS = 40;
const CONTACTS = 500;
const LIVE = 2000;

const flow = {
  firstMessage: {
    type: 'first_message',
    text: 'Hello {{contact.first_name}}, this is the AI assistant of Acme.',
  },
  sections: screeningSections,
  lastMessage: { type: 'last_message', text: 'Thank you for your time. Goodbye!' },
};

/**
 * Whole calls per second, from the request to the event `conversation.completed` with its analysis, relative to the same
 * rows written by somebody who has nothing else to do; and the memory of a live call.
 */
export async function run(): Promise<Ratio[]> {
  return [...(await rate()), await weight()];
}

function rate(): Promise<Ratio[]> {
  return withService(
    async (service) => {
      const place = await prepare(service);
      const client = new pg.Client({ connectionString: service.databaseUrl, pipeline: true });
      await client.connect();
      await place.create(200);
      await told(client, 200);
      const before = { rows: await rowsWritten(client), commits: await commitsMade(client) };
      const cpuBefore = await metric(service, CPU);
      const mainBefore = mainThreadMs(service.pid);
      const startedAt = performance.now();
      await place.create(CALLS);
      await told(client, CALLS + 200);
      const seconds = (performance.now() - startedAt) / 1000;
      const cpuMs = ((await metric(service, CPU)) - cpuBefore) * 1000;
      const mainMs = mainThreadMs(service.pid) - mainBefore;
      const commits = (await commitsMade(client)) - before.commits;
      const written = await writtenBetween(client, before.rows, await rowsWritten(client));
      const rows = written.reduce((sum, { inserted, updated }) => sum + inserted + updated, 0);
      const manyAtOnce = await multiRows(client, written);
      const oneByOne = await bareRows(client, written, { commits, share: REFERENCE_SHARE });
      await place.close();
      await client.end();
      const each = `${(rows / CALLS).toFixed(1)} rows in ${(commits / CALLS).toFixed(2)} commits each`;
      return [
        {
          name: `calls: from request to told, ${each}, vs the same rows in multi-row statements`,
          ours: CALLS / seconds,
          reference: CALLS / manyAtOnce,
          unit: 'calls/s',
          atLeast: 0.3,
        },
        {
          name: `calls: from request to told, ${each}, vs the same rows and commits one by one`,
          ours: CALLS / seconds,
          reference: (CALLS * REFERENCE_SHARE) / oneByOne,
          unit: 'calls/s',
          atLeast: 0.5,
        },
        {
          name: 'calls: CPU time of the service for one call, vs 1 ms',
          ours: cpuMs / CALLS,
          reference: 1,
          unit: 'ms',
          atMost: 1,
        },
        {
          name: 'calls: CPU time of its event loop for one call, vs 1 ms',
          ours: mainMs / CALLS,
          reference: 1,
          unit: 'ms',
          atMost: 1,
        },
      ];
    },
    { PARLEY_SIM_SPEED: '1e9', PARLEY_MAX_CALLS: '2000' },
  );
}

/** In real time, so that all calls are live at once. */
function weight(): Promise<Ratio> {
  return withService(
    async (service) => {
      const place = await prepare(service);
      await place.create(200);
      await sleep(2000);
      const before = await residentKilobytes(service);
      await place.create(LIVE);
      let [live, most] = [0, 0];
      for (let i = 0; i < 60 && live < LIVE; i++) {
        await sleep(250);
        live = await metric(service, 'parley_live_calls');
        most = Math.max(most, await residentKilobytes(service));
      }
      return {
        name: `calls: memory of one of ${live} live calls`,
        ours: Math.max(0, most - before) / Math.max(1, live),
        reference: 100,
        unit: 'kB',
        atMost: 1,
      };
    },
    { PARLEY_SIM_SPEED: '0.2', PARLEY_MAX_CALLS: '3000' },
  );
}

async function prepare({ url, newCompany, post, setPlan }: RunningService) {
  const { key, companyId } = await newCompany(permissions);
  await setPlan(companyId, { included: 1e8, maxConcurrentCalls: 5000 });
  const agent = await post('/agents', key, { name: 'Grace', flow, callingWindow: null });
  const contactIds: string[] = [];
  for (let i = 0; i < CONTACTS; i++) {
    const contact = { firstName: 'Ada', lastName: `Number ${i}`, phoneNumber: '+15005550000' };
    contactIds.push((await post('/contacts', key, { ...contact, gdprExpiryDate: '2099-12-31' })).id);
  }
  // Leaner than fetch, which took 0.9 ms of CPU per call on the machine that the service shares; this takes 0.3.
  const clients = new Pool(url, { connections: CLIENTS });
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  return {
    async create(count: number) {
      let next = 0;
      const client = async () => {
        while (next < count) {
          const body = JSON.stringify({ contactId: contactIds[next++ % CONTACTS], agentId: agent.id });
          const answer = await clients.request({ path: '/conversations', method: 'POST', headers, body });
          if (answer.statusCode !== 201) throw new Error(`A call was refused: ${await answer.body.text()}`);
          await answer.body.dump();
        }
      };
      await Promise.all(Array.from({ length: CLIENTS }, client));
    },
    close: () => clients.close(),
  };
}

/** Until the completion of so many calls is in the outbox, from where webhooks and streams read it. */
async function told(client: pg.Client, count: number): Promise<void> {
  for (;;) {
    const { rows } = await client.query(
      `select (select count(*)::int from events where type = 'conversation.completed') as told,
              (select count(*)::int from conversations where status in ('FAILED', 'CANCELLED', 'UNREACHABLE')) as lost`,
    );
    if (rows[0].lost > 0) throw new Error(`${rows[0].lost} calls did not complete`);
    if (rows[0].told >= count) return;
    await sleep(100);
  }
}

/** Transactions that wrote rows. */
async function commitsMade(client: pg.Client): Promise<number> {
  const { rows } = await client.query(
    'select pg_snapshot_xmax(pg_current_snapshot())::text::bigint as commits',
  );
  return Number(rows[0].commits);
}

const CPU = 'parley_process_cpu_seconds_total';

const residentKilobytes = async (service: RunningService): Promise<number> =>
  (await metric(service, 'parley_process_resident_memory_bytes')) / 1024;

async function metric({ url }: RunningService, name: string): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text();
  return Number(new RegExp(`^${name} (.+)$`, 'm').exec(text)?.[1] ?? Number.NaN);
}

/** Rows that were written into one table, and the stored size of one. */
interface Written {
  readonly table: string;
  readonly inserted: number;
  readonly updated: number;
  readonly bytes: number;
}

type Counts = ReadonlyMap<string, { readonly inserted: number; readonly updated: number }>;

/** An idle connection reports its statistics after ten seconds. */
const REPORTED_MS = 11_000;

/** How many rows were inserted and updated in each table since the database was created. */
async function rowsWritten(client: pg.Client): Promise<Counts> {
  await sleep(REPORTED_MS);
  const { rows } = await client.query(
    `select relname as table, n_tup_ins as inserted, n_tup_upd as updated from pg_stat_user_tables where schemaname = 'public'`,
  );
  return new Map(
    rows.map(({ table, inserted, updated }) => [
      table,
      { inserted: Number(inserted), updated: Number(updated) },
    ]),
  );
}

/** Rows written between the two counts. Deletions write no row and are left out, which favours the reference. */
async function writtenBetween(client: pg.Client, before: Counts, after: Counts): Promise<Written[]> {
  const written: Written[] = [];
  for (const [table, { inserted, updated }] of after) {
    const earlier = before.get(table) ?? { inserted: 0, updated: 0 };
    const rows = { inserted: inserted - earlier.inserted, updated: updated - earlier.updated };
    if (rows.inserted + rows.updated > 0)
      written.push({ table, ...rows, bytes: await averageBytes(client, table) });
  }
  return written;
}

/** Stored size of the newest rows; for a table that is empty again, the width of its columns. */
async function averageBytes(client: pg.Client, table: string): Promise<number> {
  const { rows: columns } = await client.query(
    `select attname as name, case when attlen > 0 then attlen else 8 end as width from pg_attribute
     where attrelid = $1::regclass and attnum > 0 and not attisdropped`,
    [table],
  );
  const stored = columns.map(({ name }) => `coalesce(pg_column_size("${name}"), 0)`).join(' + ');
  const { rows } = await client.query(
    `select avg(${stored}) as bytes from (select * from ${table} order by ctid desc limit 2000) newest`,
  );
  const width = columns.reduce((sum, column) => sum + Number(column.width), 0);
  return Math.round(Number(rows[0].bytes ?? width));
}

/**
 * Seconds for the same rows in the same number of commits: of each table as many rows of its average size, inserted
 * or updated one after the other, each with its prepared statement and each awaited, on one connection and into
 * tables with nothing but a key. This is what "the same number of commits with the same row sizes" asks for: a commit
 * of ours carries some dozens of rows, and a loop whose commits carry one each would be measured doing less.
 */
async function bareRows(
  client: pg.Client,
  written: readonly Written[],
  { commits, share }: { commits: number; share: number },
): Promise<number> {
  const tables: Writing[] = [];
  for (const of of written) tables.push({ ...of, ...(await bareTable(client, of)) });
  const writes = inTurns(tables, share);
  const perCommit = writes.length / (commits * share);
  let committed = 0;
  const startedAt = performance.now();
  await client.query('begin');
  for (const [done, write] of writes.entries()) {
    await write();
    if (Math.floor((done + 1) / perCommit) <= committed) continue;
    committed++;
    await client.query('commit');
    await client.query('begin');
  }
  await client.query('commit');
  return (performance.now() - startedAt) / 1000;
}

/** Rows of one statement of the multi-row reference, and statements of one commit. */
const ROWS_AT_ONCE = 100;
const STATEMENTS_PER_COMMIT = 10;

/**
 * Seconds for all rows in statements of a hundred, sent without waiting for the one before, ten to a commit: what this
 * database can take at all. Tables have nothing but a key.
 */
async function multiRows(client: pg.Client, written: readonly Written[]): Promise<number> {
  const statements: { text: string; values: unknown[] }[] = [];
  for (const { table, inserted, updated, bytes } of written) {
    await client.query(`create table multi_${table} (id uuid primary key, data bytea not null)`);
    const data = randomBytes(bytes);
    const ids = Array.from({ length: Math.max(inserted, 1) }, () => crypto.randomUUID());
    for (let at = 0; at < inserted; at += ROWS_AT_ONCE)
      statements.push({
        text: `insert into multi_${table} select id, $2 from unnest($1::uuid[]) id`,
        values: [ids.slice(at, at + ROWS_AT_ONCE), data],
      });
    for (let at = 0; at < updated; at += ROWS_AT_ONCE)
      statements.push({
        text: `update multi_${table} set data = $2 where id = any($1::uuid[])`,
        values: [Array.from({ length: ROWS_AT_ONCE }, (_, i) => ids[(at + i) % ids.length]), data],
      });
  }
  const startedAt = performance.now();
  for (let at = 0; at < statements.length; at += STATEMENTS_PER_COMMIT)
    await Promise.all([
      client.query('begin'),
      ...statements.slice(at, at + STATEMENTS_PER_COMMIT).map((statement) => client.query(statement)),
      client.query('commit'),
    ]);
  return (performance.now() - startedAt) / 1000;
}

async function bareTable(client: pg.Client, { table, bytes }: Pick<Written, 'table' | 'bytes'>) {
  await client.query(`create table bare_${table} (id uuid primary key, data bytea not null)`);
  const ids: string[] = [];
  // Incompressible, as stored rows are.
  const data = randomBytes(bytes);
  const insert = () => {
    const id = crypto.randomUUID();
    ids.push(id);
    return client.query({
      name: `insert_${table}`,
      text: `insert into bare_${table} values ($1, $2)`,
      values: [id, data],
    });
  };
  let turn = 0;
  const update = async () => {
    if (ids.length === 0) await insert();
    return client.query({
      name: `update_${table}`,
      text: `update bare_${table} set data = $2 where id = $1`,
      values: [ids[turn++ % ids.length], data],
    });
  };
  return { insert, update };
}

interface Writing extends Written {
  insert(): Promise<unknown>;
  update(): Promise<unknown>;
}

/** A share of all writes, with the tables evenly mixed. */
function inTurns(tables: readonly Writing[], share: number): (() => Promise<unknown>)[] {
  const spread = (count: number, write: () => Promise<unknown>) =>
    Array.from({ length: Math.round(count * share) }, (_, i) => ({ at: (i + 0.5) / (count * share), write }));
  return tables
    .flatMap(({ inserted, updated, insert, update }) => [
      ...spread(inserted, insert),
      ...spread(updated, update),
    ])
    .sort((a, b) => a.at - b.at)
    .map(({ write }) => write);
}
