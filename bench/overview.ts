import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { median, type Ratio } from './ratio.ts';
import { withService } from './running-service.ts';

const MANY = 1_000_000;
const FEW = 1000;
const TIMES = 41;

/** Time to read the console's overview with a million conversations, relative to a thousand. */
export async function run(): Promise<Ratio[]> {
  return withService(async ({ url, databaseUrl, environment, newCompany }) => {
    const client = new pg.Client({ connectionString: databaseUrl });
    await client.connect();
    const ask = await signedIn(url, environment);
    const companies = [];
    for (const count of [MANY, FEW]) {
      const { companyId } = await newCompany(['read:contacts']);
      companies.push({ companyId, conversationId: await fill(client, companyId, count) });
    }
    await client.query('vacuum analyze conversations, call_attempts, events, call_days');
    await client.end();

    const [many, few] = companies as [(typeof companies)[0], (typeof companies)[0]];
    const times = new Map<string, { many: number[]; few: number[] }>();
    for (let i = 0; i < TIMES; i++) {
      // In turns, so that other load on the machine affects both equally.
      for (const [size, { companyId, conversationId }] of [
        ['many', many],
        ['few', few],
      ] as const) {
        await ask('PUT', '/console/api/me/company', { companyId });
        for (const [name, path] of [
          ['overview', '/console/api/overview'],
          ['usage of a year', '/console/api/usage?from=2025-01-02&to=2026-01-01'],
          ['why', `/console/api/conversations/${conversationId}/why`],
        ] as const) {
          const started = performance.now();
          await ask('GET', path);
          const taken = times.get(name) ?? { many: [], few: [] };
          taken[size].push(performance.now() - started);
          times.set(name, taken);
        }
      }
    }
    return [...times].map(([name, taken]) => ({
      name: `overview: ${name}, 1,000,000 conversations vs 1,000`,
      ours: median(taken.many),
      reference: median(taken.few),
      unit: 'ms',
      atMost: 10,
    }));
  });
}

/** Staff, who may see every company. */
async function signedIn(url: string, environment: Readonly<Record<string, string>>) {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [join(import.meta.dirname, '../apps/service/bin/parley.js'), 'sign-in-link'],
    { env: { ...process.env, ...environment } },
  );
  let cookie = '';
  const ask = async (method: string, path: string, body?: unknown): Promise<Headers> => {
    const response = await fetch(url + path, {
      method,
      headers: { 'x-parley-console': '1', 'content-type': 'application/json', cookie },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${path} answered ${response.status}: ${text}`);
    return response.headers;
  };
  const token = stdout.trim().split('#')[1];
  const headers = await ask('POST', '/console/api/sign-in-links/redeem', { token });
  cookie = headers.get('set-cookie')?.split(';')[0] ?? '';
  return ask;
}

const idAt = (table: number) => `
  (lpad(to_hex(1700000000000 + n), 12, '0') || '7' || lpad(to_hex(${table}), 3, '0') || '8' || right(md5($1::uuid::text), 3) || lpad(to_hex(n), 12, '0'))::uuid`;

/** Finished conversations, one in ten still waiting, each with its events. Returns the id of one. */
async function fill(client: pg.Client, companyId: string, count: number): Promise<string> {
  const parameters = [companyId, count];
  await client.query(
    `insert into contacts (id, company_id, first_name, last_name, status, gdpr_expiry_date, work_history, metadata, fields, search, created_at, updated_at)
     select ${idAt(1)}, $1::uuid, 'Maria', 'Keller', 'UNDEFINED', '2099-12-31', '[]', '{}', '{}', '', now(), now() from generate_series(1, least($2::int, 1)) n`,
    parameters,
  );
  await client.query(
    `insert into conversations (id, company_id, contact_id, agent_id, agent_version_id, type, status, scheduled_at, finished_at, metadata, is_test, is_simulated, created_at, updated_at)
     select ${idAt(2)}, $1::uuid, (select id from contacts where company_id = $1::uuid limit 1), ${idAt(3)}, ${idAt(3)}, 'PHONE',
            case when n % 10 = 0 then 'SCHEDULED' else 'COMPLETED' end, now(), case when n % 10 = 0 then null else now() end, '{}', false, false, now(), now()
     from generate_series(1, $2::int) n`,
    parameters,
  );
  await client.query(
    `insert into call_attempts (id, company_id, conversation_id, dial_queue, direction, status, number, scheduled_at, called_at, is_admitted, created_at, updated_at)
     select ${idAt(4)}, $1::uuid, ${idAt(2)}, $1::uuid, 'OUTBOUND', case when n % 10 = 0 then 'SCHEDULED' else 'COMPLETED' end, 1,
            now() + interval '10 days', case when n % 10 = 0 then null else now() end, true, now(), now()
     from generate_series(1, $2::int) n`,
    parameters,
  );
  await client.query(
    `insert into events (id, company_id, type, subject_id, data, occurred_at)
     select ${idAt(5)}, $1::uuid, 'conversation.completed', ${idAt(2)}::text, '{}', now() from generate_series(1, $2::int) n where n % 10 <> 0`,
    parameters,
  );
  await client.query(
    `insert into call_days (company_id, day, agent_id, status, reason_code, calls, minutes)
     select $1::uuid, current_date - day, ${idAt(3)}, 'COMPLETED', '', 1, 1 from generate_series(0, 399) day, generate_series(1, 5) n`,
    [companyId],
  );
  const { rows } = await client.query(`select id from conversations where company_id = $1::uuid limit 1`, [
    companyId,
  ]);
  return rows[0].id;
}
