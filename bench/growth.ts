import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { permissions } from '@parley/contract/api-key.ts';
import { screeningSections } from '@parley/testing/scripted-agent.ts';
import pg from 'pg';
import { Pool } from 'undici';
import { startProgram } from './process.ts';
import { type RunningService, withService } from './running-service.ts';

/**
 * `npx node bench/growth.ts`: how many bytes a call leaves in each table and in the object store, on the simulated network.
 * Prints the table of docs/retention.md. Each call has a contact of its own, as in a campaign, and one webhook gets every
 * event but the analysis, whose PDF is measured apart.
 */

/** Enough that a page of 8 KiB more or less is a few bytes a call. */
const CALLS = Number(process.env.CALLS ?? 1000);
/** Recordings and reports are made when they are asked for; each takes up to a second of a core. */
const FILES = Number(process.env.FILES ?? 10);
const CLIENTS = 10;
const ANSWERS = '+15005550000';
const BUSY = '+15005550001';
/** Less than this a call is a page that was added by chance. */
const LEAST_BYTES = 10;

const flow = {
  firstMessage: {
    type: 'first_message',
    text: 'Hello {{contact.first_name}}, this is the AI assistant of Acme.',
  },
  sections: screeningSections,
  lastMessage: { type: 'last_message', text: 'Thank you for your time. Goodbye!' },
};

/** Bytes of each table: rows with what is stored beside them, and indexes. */
type Sizes = ReadonlyMap<string, { readonly rows: number; readonly indexes: number }>;

async function sizes(client: pg.Client): Promise<Sizes> {
  // Space of rows that were replaced or deleted is used again: it is no growth.
  await client.query('vacuum');
  const { rows } = await client.query(`
    select relname as table, pg_table_size(oid)::int8 as rows, pg_indexes_size(oid)::int8 as indexes
    from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`);
  return new Map(
    rows.map(({ table, ...size }) => [table, { rows: Number(size.rows), indexes: Number(size.indexes) }]),
  );
}

async function companyOf(service: RunningService, receiverUrl: string) {
  const { key, companyId } = await service.newCompany(permissions);
  await service.setPlan(companyId, { included: 1e8, maxConcurrentCalls: 500 });
  const agent = await service.post('/agents', key, {
    name: 'Grace',
    flow,
    callingWindow: null,
    retryPolicy: { maxAttempts: 1, delaySeconds: 60 },
  });
  await service.post('/webhooks', key, {
    url: receiverUrl,
    name: 'All',
    events: [
      'CONVERSATION_STARTED',
      'CONVERSATION_COMPLETED',
      'CONVERSATION_FAILED',
      'CONVERSATION_RESCHEDULED',
      'CONVERSATION_CANCELLED',
    ],
  });
  return { key, agentId: agent.id };
}

/** So many calls, each to a contact of its own; answers their conversations once webhooks have all events. */
async function call(
  service: RunningService,
  client: pg.Client,
  { key, agentId }: { key: string; agentId: string },
  phoneNumber: string,
  count: number,
): Promise<string[]> {
  const clients = new Pool(service.url, { connections: CLIENTS });
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const send = async (path: string, body: object): Promise<string> => {
    const answer = await clients.request({ path, method: 'POST', headers, body: JSON.stringify(body) });
    const text = await answer.body.text();
    if (answer.statusCode !== 201) throw new Error(`${path} answered ${answer.statusCode} ${text}`);
    return JSON.parse(text).id;
  };
  const ids: string[] = [];
  let next = 0;
  const one = async () => {
    while (next < count) {
      const contact = { firstName: 'Ada', lastName: `Number ${next++}`, phoneNumber };
      const contactId = await send('/contacts', { ...contact, gdprExpiryDate: '2099-12-31' });
      ids.push(await send('/conversations', { contactId, agentId }));
    }
  };
  await Promise.all(Array.from({ length: CLIENTS }, one));
  await clients.close();
  const open = `
    select (select count(*) from conversations where finished_at is null)
      + (select count(*) from call_analyses where status < 2)
      + (select count(*) from webhook_deliveries where status = 'PENDING') as open`;
  while (Number((await client.query(open)).rows[0].open) > 0) await sleep(200);
  return ids;
}

async function bytesUnder(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  const files = entries.filter((entry) => entry.isFile());
  const all = await Promise.all(
    files.map(async ({ parentPath, name }) => (await stat(join(parentPath, name))).size),
  );
  return all.reduce((sum, bytes) => sum + bytes, 0);
}

async function grown(
  service: RunningService,
  client: pg.Client,
  company: { key: string; agentId: string },
  phoneNumber: string,
) {
  await call(service, client, company, phoneNumber, Math.ceil(CALLS / 10));
  const before = await sizes(client);
  const ids = await call(service, client, company, phoneNumber, CALLS);
  const after = await sizes(client);
  const perCall = new Map(
    [...after].map(([table, size]) => {
      const was = before.get(table) ?? { rows: 0, indexes: 0 };
      return [table, { rows: (size.rows - was.rows) / CALLS, indexes: (size.indexes - was.indexes) / CALLS }];
    }),
  );
  return { ids, perCall };
}

interface Attempt {
  readonly duration: number | null;
  readonly recordingUrl: string | null;
}

async function filesOf(service: RunningService, key: string, ids: readonly string[]) {
  const folder = join(service.environment.PARLEY_DATA_DIR ?? '', 'objects');
  const headers = { authorization: `Bearer ${key}` };
  const get = async (url: string) => {
    const answer = await fetch(url, {
      headers: url.startsWith(`${service.url}/conversations`) ? headers : {},
    });
    if (!answer.ok) throw new Error(`${url} answered ${answer.status}`);
    return answer;
  };
  const before = await bytesUnder(folder);
  let seconds = 0;
  for (const id of ids) {
    const answer = await get(`${service.url}/conversations/${id}`);
    const { callAttempts } = (await answer.json()) as { callAttempts: Attempt[] };
    for (const { duration, recordingUrl } of callAttempts) {
      seconds += duration ?? 0;
      if (recordingUrl !== null) await (await get(recordingUrl)).arrayBuffer();
    }
  }
  const recorded = await bytesUnder(folder);
  for (const id of ids) await (await get(`${service.url}/conversations/${id}/analysis/pdf`)).arrayBuffer();
  const printed = await bytesUnder(folder);
  return {
    recording: (recorded - before) / ids.length,
    report: (printed - recorded) / ids.length,
    seconds: seconds / ids.length,
  };
}

const shown = (bytes: number): string => Math.round(bytes).toLocaleString('en');

const receiver = await startProgram([join(import.meta.dirname, 'bare-receiver.ts')], {}, /ready/);
await withService(
  async (service) => {
    const client = new pg.Client({ connectionString: service.databaseUrl });
    await client.connect();
    const company = await companyOf(service, `http://127.0.0.1:${receiver.port}/ok`);
    const answered = await grown(service, client, company, ANSWERS);
    const busy = await grown(service, client, company, BUSY);
    const { rows } = await client.query(
      `select avg(duration_seconds) as seconds, avg(json_array_length(transcript)) as lines from call_attempts where duration_seconds is not null`,
    );
    console.log(
      `${CALLS} answered calls of ${Math.round(rows[0].seconds)} s on average, and ${CALLS} busy ones\n`,
    );
    console.log('| Table | Answered: rows | indexes | Busy: rows | indexes |\n|---|---|---|---|---|');
    const tables = [...answered.perCall.keys()]
      .map((table) => {
        const none = { rows: 0, indexes: 0 };
        return {
          table,
          answered: answered.perCall.get(table) ?? none,
          busy: busy.perCall.get(table) ?? none,
        };
      })
      .filter(({ answered: { rows, indexes }, busy: other }) =>
        [rows, indexes, other.rows, other.indexes].some((bytes) => bytes >= LEAST_BYTES),
      )
      .toSorted((a, b) => b.answered.rows + b.answered.indexes - a.answered.rows - a.answered.indexes);
    const sum = (part: (one: (typeof tables)[number]) => number) =>
      shown(tables.reduce((all, one) => all + part(one), 0));
    for (const one of tables)
      console.log(
        `| \`${one.table}\` | ${[one.answered.rows, one.answered.indexes, one.busy.rows, one.busy.indexes].map(shown).join(' | ')} |`,
      );
    console.log(
      `| all | ${sum((one) => one.answered.rows)} | ${sum((one) => one.answered.indexes)} | ${sum((one) => one.busy.rows)} | ${sum((one) => one.busy.indexes)} |\n`,
    );
    const files = await filesOf(service, company.key, answered.ids.slice(0, FILES));
    console.log(
      `Files of ${FILES} calls of ${Math.round(files.seconds)} s: recording ${shown(files.recording)} bytes, PDF report ${shown(files.report)} bytes each`,
    );
    await client.end();
  },
  { PARLEY_SIM_SPEED: '1000', PARLEY_ALLOW_PRIVATE_URLS: 'true' },
).finally(() => receiver.stop());
