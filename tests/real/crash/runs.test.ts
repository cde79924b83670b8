import { setTimeout as sleep } from 'node:timers/promises';
import { systemClock } from '@parley/kernel/clock.ts';
import { uuid7 } from '@parley/kernel/id.ts';
import { isExact } from '@parley/service/domains/billing/ledger.actions.ts';
import { isProgressExact } from '@parley/service/domains/runs/run.actions.ts';
import { Database } from '@parley/service/storage/database.ts';
import type { CompanyId } from '@parley/service/storage/sql.ts';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { atClosedGate, closeGate, installGates } from './kill-point.ts';
import { type KillableService, killableService, newCompany } from './killable-service.ts';

/** `npm run test:crash` is the whole; this much is part of every test run. */
const isWhole = process.env.CRASH === 'whole';
/** On the whole more than a part of a fan-out; always several of a cancellation. */
const CONTACTS = isWhole ? 5500 : 1100;

let service: KillableService;
let client: pg.Client;
let database: Database;
let key: string;
let companyId: string;

beforeAll(async () => {
  service = await killableService({ PARLEY_SIM_SPEED: '1000' });
  client = new pg.Client({ connectionString: service.databaseUrl });
  await client.connect();
  await service.start();
  await installGates(client);
  await client.query(
    Object.entries(gates)
      .map(([words, { number, on, when }]) => gateOf(words, number, on, when))
      .join(''),
  );
  database = new Database({
    url: service.databaseUrl,
    clock: systemClock,
    newId: uuid7(systemClock),
    send: async () => {},
    maxConnections: 2,
  });
  await prepare();
});
afterAll(async () => {
  await database.close();
  await client.end();
  await service.remove();
});

interface Gate {
  readonly number: number;
  readonly on: string;
  readonly when: string;
}

const gates = {
  launch: { number: 11, on: 'runs', when: `old.status = 'DRAFT' and new.status = 'RUNNING'` },
  'part of the fan-out': { number: 12, on: 'runs', when: 'old.fanned_to <> new.fanned_to' },
  pause: { number: 13, on: 'runs', when: `new.status = 'PAUSED' and old.status <> 'PAUSED'` },
  cancellation: { number: 14, on: 'runs', when: `new.status = 'CANCELLED' and old.status <> 'CANCELLED'` },
  'part of the cancellation': {
    number: 15,
    on: 'conversations',
    when: `new.status = 'CANCELLED' and old.status <> 'CANCELLED'`,
  },
  'scheduled start': { number: 16, on: 'runs', when: `old.status = 'SCHEDULED' and new.status = 'RUNNING'` },
  completion: { number: 17, on: 'runs', when: `new.status = 'COMPLETED' and old.status <> 'COMPLETED'` },
} as const satisfies Record<string, Gate>;

const gateOf = (words: string, number: number, on: string, when: string): string => `
  create constraint trigger "gate of ${words}" after update on ${on} deferrable initially deferred
    for each row when (${when}) execute function pass_gate(${number});`;

const post = <Body>(path: string, body: unknown = {}) => service.send<Body>('POST', path, body, key);

async function prepare(): Promise<void> {
  ({ companyId, key } = await newCompany(service));
}

const weekdays = ['SUN', 'MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT'];
/** Not within the next two days anywhere: what is queued stays so. */
const closed = () => ({ days: [weekdays[(new Date().getUTCDay() + 3) % 7]], start: '09:00', end: '17:00' });

async function newRun(contacts: number, callingWindow: object | null): Promise<string> {
  const agent = await post<{ id: string }>('/agents', { name: 'Grace', focus: 'GENERIC', callingWindow });
  const { id } = await post<{ id: string }>('/runs', { name: 'Crash', agentId: agent.id });
  await client.query(
    `with added as (
       insert into contacts (id, company_id, first_name, last_name, phone_number, status, gdpr_expiry_date, work_history,
                             metadata, fields, search, created_at, updated_at)
       select uuid7_at(1700000000000, n), $1, 'Ada', 'Number ' || n, '+15005550000', 'UNDEFINED', '2099-12-31', '[]', '{}', '{}',
              '', now(), now() from generate_series(1, $3::int) n returning id
     )
     insert into run_contacts (run_id, contact_id, company_id, time_zone) select $2, id, $1, 'UTC' from added`,
    [companyId, id, contacts],
  );
  return id;
}

interface Run {
  readonly status: string;
  readonly progress: Readonly<
    Record<'total' | 'queued' | 'inProgress' | 'completed' | 'failed' | 'cancelled' | 'unreachable', number>
  >;
}

/** The run as its users see it; whatever was killed, its buckets sum up and its counters are right. */
async function look(id: string): Promise<Run> {
  const run = await service.send<Run>('GET', `/runs/${id}`, undefined, key);
  const { total, queued, inProgress, completed, failed, cancelled, unreachable } = run.progress;
  expect(queued + inProgress + completed + failed + cancelled + unreachable).toBe(total);
  expect(await isProgressExact(database), 'counters are what the conversations say').toBe(true);
  const scope = database.within(companyId as CompanyId, { kind: 'system', id: 'test' });
  expect(await isExact(scope), 'the account is what the ledger says').toBe(true);
  return run;
}

/** Does something, kills the process while that commits, and starts it again. */
async function killDuring(
  gate: keyof typeof gates,
  commit: 'done' | 'undone',
  id: string,
  act: () => Promise<unknown> = async () => {},
): Promise<Run> {
  await closeGate(gates[gate].number, client);
  return killAtClosed(gate, commit, id, act);
}

async function killAtClosed(
  gate: keyof typeof gates,
  commit: 'done' | 'undone',
  id: string,
  act: () => Promise<unknown> = async () => {},
): Promise<Run> {
  // Who asked is left without an answer.
  const asked = act().catch(() => {});
  await atClosedGate(gates[gate].number, client, service, commit);
  await asked;
  await service.start();
  return look(id);
}

async function until(id: string, isSo: (run: Run) => boolean): Promise<Run> {
  for (let i = 0; i < 600; i++) {
    const run = await look(id);
    if (isSo(run)) return run;
    await sleep(100);
  }
  throw new Error(`It did not come to that: ${JSON.stringify(await look(id))}`);
}

const count = async (text: string): Promise<number> => Number((await client.query(text)).rows[0].count);

test('kills during launch, fan-out, pause and cancellation of a run lose and duplicate no call', {
  timeout: 900_000,
}, async () => {
  const id = await newRun(CONTACTS, closed());
  const launch = () => post(`/runs/${id}/launch`);
  expect((await killDuring('launch', 'undone', id, launch)).status).toBe('DRAFT');
  expect(await count('select count(*) from billing_holds'), 'nothing is held for a draft').toBe(0);
  if (isWhole) {
    await killDuring('launch', 'done', id, launch);
    await killDuring('part of the fan-out', 'undone', id);
  }
  const resumed = isWhole
    ? await killDuring('part of the fan-out', 'done', id)
    : await killDuring('part of the fan-out', 'undone', id, launch);
  expect(resumed).toMatchObject({ status: 'RUNNING', progress: { total: CONTACTS, queued: CONTACTS } });
  for (let i = 0; i < 600; i++) {
    if ((await count(`select count(*) from runs where id = '${id}' and pending > 0`)) === 0) break;
    await sleep(100);
  }
  const ofRun = `from conversations where run_id = '${id}'`;
  expect(await count(`select count(*) ${ofRun}`)).toBe(CONTACTS);
  expect(await count(`select count(distinct contact_id) ${ofRun}`)).toBe(CONTACTS);
  expect(await count(`select count(*) from call_attempts where dial_queue = '${id}'`)).toBe(CONTACTS);
  expect(await count('select count(*) from billing_holds')).toBe(CONTACTS);

  const pause = () => post(`/runs/${id}/pause`);
  const heldDialQueues = () => count(`select count(*) from held_dial_queues where dial_queue = '${id}'`);
  if (isWhole) {
    expect((await killDuring('pause', 'undone', id, pause)).status).toBe('RUNNING');
    expect(await heldDialQueues()).toBe(0);
  }
  expect((await killDuring('pause', 'done', id, pause)).status).toBe('PAUSED');
  expect(await heldDialQueues()).toBe(1);

  const cancel = () => post(`/runs/${id}/cancel`);
  expect((await killDuring('cancellation', 'undone', id, cancel)).status).toBe('PAUSED');
  if (isWhole) {
    expect((await killDuring('cancellation', 'done', id, cancel)).status).toBe('CANCELLED');
    await killDuring('part of the cancellation', 'undone', id);
    await killDuring('part of the cancellation', 'done', id);
  } else {
    const { status } = await killDuring('part of the cancellation', 'undone', id, cancel);
    expect(status).toBe('CANCELLED');
  }
  await until(id, ({ progress }) => progress.cancelled === CONTACTS);
  expect(await count(`select count(*) from events where type = 'conversation.cancelled'`)).toBe(CONTACTS);
  expect(await count('select count(*) from billing_holds')).toBe(0);
  expect(await count(`select count(*) from billing_entries where kind = 'RELEASE'`)).toBe(CONTACTS);
});

test.each(isWhole ? (['undone', 'done'] as const) : (['done'] as const))(
  'a kill while a scheduled run starts or completes (commit %s) only delays it',
  { timeout: 600_000 },
  async (commit) => {
    const id = await newRun(20, null);
    const scheduledAt = new Date(Date.now() + 5000).toISOString();
    // Its calls are short: it could complete before anybody waits for that.
    await closeGate(gates.completion.number, client);
    await killDuring('scheduled start', commit, id, () => post(`/runs/${id}/launch`, { scheduledAt }));
    await killAtClosed('completion', commit, id);
    const run = await until(id, ({ status }) => status === 'COMPLETED');
    expect(run.progress.total).toBe(20);
    expect(await count(`select count(distinct contact_id) from conversations where run_id = '${id}'`)).toBe(
      20,
    );
  },
);
