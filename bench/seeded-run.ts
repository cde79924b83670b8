import { permissions } from '@parley/contract/api-key.ts';
import pg from 'pg';
import type { RunningService } from './running-service.ts';

const flow = {
  firstMessage: {
    type: 'first_message',
    text: 'Hello {{contact.first_name}}, this is the AI assistant of Acme.',
  },
  sections: [{ type: 'looping', questions: [{ question: 'Are you still interested?', key: 'interested' }] }],
};

const weekdays = ['SUN', 'MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT'];
/** A window that is closed for the next two days, for calls that must stay queued. */
export const closedWindow = () => ({
  days: [weekdays[(new Date().getUTCDay() + 3) % 7]],
  start: '09:00',
  end: '17:00',
});

export interface SeededRun {
  readonly id: string;
  readonly key: string;
  readonly companyId: string;
}

/** A draft run with this many contacts, attached by SQL because attaching is not measured. */
export async function seedRun(
  service: RunningService,
  client: pg.Client,
  contacts: number,
  {
    callingWindow = null,
    maxConcurrentCalls = 5000,
  }: { callingWindow?: object | null; maxConcurrentCalls?: number } = {},
): Promise<SeededRun> {
  const { key, companyId } = await service.newCompany(permissions);
  await service.setPlan(companyId, { included: 1e9, maxConcurrentCalls });
  const agent = await service.post('/agents', key, { name: 'Grace', flow, callingWindow });
  const { id } = await service.post('/runs', key, { name: 'Bench', agentId: agent.id });
  for (let made = 0; made < contacts; made += 100_000) {
    await client.query(
      `with added as (
         insert into contacts (id, company_id, first_name, last_name, phone_number, status, gdpr_expiry_date, work_history,
                               metadata, fields, search, created_at, updated_at)
         select uuid7_at(1700000000000, n), $1, 'Ada', 'Number ' || n, '+15005550000', 'UNDEFINED', '2099-12-31', '[]', '{}', '{}',
                'ada number ' || n, now(), now() from generate_series($3::bigint, $4::bigint) n returning id
       )
       insert into run_contacts (run_id, contact_id, company_id, time_zone)
       select $2, id, $1, (array['America/New_York', 'America/Chicago', 'Europe/Zurich'])[1 + row_number() over () % 3] from added`,
      [companyId, id, made + 1, Math.min(contacts, made + 100_000)],
    );
  }
  await client.query('analyze contacts, run_contacts');
  return { id, key, companyId };
}

export interface Seen {
  readonly status: string;
  readonly progress: Readonly<Record<string, number>>;
  readonly affectedCalls?: number;
}

export async function ask(
  { url }: RunningService,
  { id, key }: SeededRun,
  what: '' | 'launch' | 'pause' | 'resume' | 'cancel' = '',
): Promise<Seen> {
  const response = await fetch(`${url}/runs/${id}${what && `/${what}`}`, {
    method: what === '' ? 'GET' : 'POST',
    headers: { authorization: `Bearer ${key}` },
    signal: AbortSignal.timeout(280_000),
  });
  if (!response.ok) throw new Error(`${what} answered ${response.status} ${await response.text()}`);
  return (await response.json()) as Seen;
}

export async function connected<Result>(
  { databaseUrl }: RunningService,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

export async function metric({ url }: RunningService, name: string): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text();
  return Number(new RegExp(`^${name} (.+)$`, 'm').exec(text)?.[1] ?? Number.NaN);
}
