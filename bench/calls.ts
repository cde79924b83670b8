import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { permissions } from '../src/http/permission.ts';
import type { Ratio } from './ratio.ts';
import { type RunningService, withService } from './running-service.ts';

const CALLS = 10_000;
const CLIENTS = 40;
const CONTACTS = 500;
const LIVE = 2000;

const flow = {
  firstMessage: {
    type: 'first_message',
    text: 'Hello {{contact.first_name}}, this is the AI assistant of Acme.',
  },
  sections: [
    {
      type: 'looping',
      questions: [
        { question: 'Are you still interested in the position?', key: 'interested' },
        { question: 'How many years of experience do you have?', key: 'years' },
        { question: 'When could you start?', key: 'start' },
      ],
    },
  ],
  lastMessage: { type: 'last_message', text: 'Thank you for your time. Goodbye!' },
};

/**
 * Whole calls, from the request that creates one to COMPLETED with its transcript, against a loop that makes as
 * many commits of as many bytes; and what a call that is on the line weighs.
 */
export async function run(): Promise<Ratio[]> {
  return [await rate(), await weight()];
}

function rate(): Promise<Ratio> {
  return withService(
    async (service) => {
      const place = await prepare(service);
      const client = new pg.Client({ connectionString: service.databaseUrl });
      await client.connect();
      await place.create(200);
      await finished(client, 200);
      const before = await written(client);
      const startedAt = performance.now();
      await place.create(CALLS);
      await finished(client, CALLS + 200);
      const seconds = (performance.now() - startedAt) / 1000;
      const after = await written(client);
      const commits = after.commits - before.commits;
      const bytes = Math.round((after.bytes - before.bytes) / commits);
      const reference = await bareCommits(client, commits, bytes);
      await client.end();
      return {
        name: `calls: created and held, ${(commits / CALLS).toFixed(1)} commits of ${bytes} bytes each`,
        ours: CALLS / seconds,
        reference: CALLS / reference,
        unit: 'calls/s',
        atLeast: 0.5,
      };
    },
    { PARLEY_SIM_SPEED: '1e9', PARLEY_MAX_CALLS: '2000' },
  );
}

/** At the pace of real calls, so that all of them are on the line at once. */
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
        name: `calls: memory of one of ${live} on the line`,
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
  return {
    async create(count: number) {
      let next = 0;
      const client = async () => {
        while (next < count) {
          const contactId = contactIds[next++ % CONTACTS];
          await post('/conversations', key, { contactId, agentId: agent.id });
        }
      };
      await Promise.all(Array.from({ length: CLIENTS }, client));
    },
    url,
  };
}

async function finished(client: pg.Client, count: number): Promise<void> {
  for (;;) {
    const { rows } = await client.query(
      `select count(*)::int as done, count(*) filter (where status in ('FAILED', 'CANCELLED', 'UNREACHABLE'))::int as lost
       from conversations where status not in ('SCHEDULED', 'IN_PROGRESS')`,
    );
    if (rows[0].lost > 0) throw new Error(`${rows[0].lost} calls did not complete`);
    if (rows[0].done >= count) return;
    await sleep(100);
  }
}

/** Transactions that wrote something, and what all tables weigh, indexes aside. */
async function written(client: pg.Client): Promise<{ commits: number; bytes: number }> {
  const { rows } = await client.query(
    `select pg_snapshot_xmax(pg_current_snapshot())::text::bigint as commits,
            (select sum(pg_table_size(oid)) from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace) as bytes`,
  );
  return { commits: Number(rows[0].commits), bytes: Number(rows[0].bytes) };
}

/** Seconds for so many commits of one row of so many bytes, one after the other. */
async function bareCommits(client: pg.Client, commits: number, bytes: number): Promise<number> {
  await client.query('create table bench_rows (id uuid primary key, data bytea not null)');
  // What cannot be compressed, as most of what we store no longer can.
  const data = randomBytes(bytes);
  const startedAt = performance.now();
  for (let i = 0; i < commits; i++) {
    await client.query({
      name: 'bare',
      text: 'insert into bench_rows values ($1, $2)',
      values: [crypto.randomUUID(), data],
    });
  }
  return (performance.now() - startedAt) / 1000;
}

const residentKilobytes = async (service: RunningService): Promise<number> =>
  (await metric(service, 'parley_process_resident_memory_bytes')) / 1024;

async function metric({ url }: RunningService, name: string): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text();
  return Number(new RegExp(`^${name} (.+)$`, 'm').exec(text)?.[1] ?? Number.NaN);
}
