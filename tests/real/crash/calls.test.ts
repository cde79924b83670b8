import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { installGates, type KillPoint, killAt, killPoints } from './kill-point.ts';
import { type KillableService, killableService, newCompany } from './killable-service.ts';

/** `npm run test:crash` is the whole; this much is part of every test run. */
const isWhole = process.env.CRASH === 'whole';
const CALLS = isWhole ? 1000 : 40;
/** One for each thing that could happen twice: a call dialled, minutes charged, an analysis told. */
const daily: readonly KillPoint[] = [
  'between the claim and the call',
  'after dialling',
  'before the settlement commits',
  'while the analysis commits',
];
const KILLS = isWhole ? 56 : daily.length;

let service: KillableService;
let client: pg.Client;
let key: string;
let agentId: string;
const sim = { PARLEY_SIM_SPEED: '30', PARLEY_MAX_CALLS: '200' };

beforeAll(async () => {
  service = await killableService({ ...sim, PARLEY_SIM_LOG: 'dials.log' });
  client = new pg.Client({ connectionString: service.databaseUrl });
  await client.connect();
  await service.start();
  await installGates(client);
});
afterAll(async () => {
  await client.end();
  await service.remove();
});

/** A line for every call that the network placed, whichever process asked for it. */
function dialled(): string[] {
  const file = join(service.dataDir, 'dials.log');
  if (!existsSync(file)) return [];
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => line.split(' ')[0] ?? '');
}

async function prepare() {
  const company = await newCompany(service);
  key = company.key;
  ({ id: agentId } = await service.send<{ id: string }>(
    'POST',
    '/agents',
    {
      name: 'Grace',
      callingWindow: null,
      retryPolicy: { maxAttempts: 10, delaySeconds: 1 },
      flow: {
        firstMessage: { type: 'first_message', text: 'Hello, this is an AI assistant.' },
        sections: [
          {
            type: 'looping',
            questions: [{ question: 'Are you well?' }, { question: 'How old is your car?' }],
          },
        ],
      },
    },
    key,
  ));
}

// Every kind of end is among them.
const numbers = ['0000', '0000', '0012', '0004', '0008', '0011'];

/**
 * The share of calls for one kill. They are due only after the kill point waits for them, however slow the machine is; what
 * is left of earlier shares goes on beside them.
 */
async function scheduleFor(kill: number): Promise<void> {
  const first = Math.floor((kill * CALLS) / KILLS);
  const end = Math.floor(((kill + 1) * CALLS) / KILLS);
  for (let i = first; i < end; i++) {
    const contact = {
      firstName: 'Ada',
      lastName: `Number ${i}`,
      phoneNumber: `+1500555${numbers[i % numbers.length]}`,
      gdprExpiryDate: '2099-12-31',
    };
    // Spread out, so that some begin while others end.
    await schedule(contact, 2000 + (i - first) * 100);
  }
}

async function schedule(contact: object, afterMs: number): Promise<void> {
  const scheduleTime = new Date(Date.now() + afterMs).toISOString();
  try {
    await service.send('POST', '/conversations', { agentId, contact, scheduleTime }, key);
  } catch (error) {
    // The machine took so long over the request that the time had passed.
    if (!`${error}`.includes('scheduleTime') || afterMs > 60_000) throw error;
    await schedule(contact, 2 * afterMs);
  }
}

async function rows(text: string) {
  return (await client.query(text)).rows;
}

test(
  `${KILLS} kills during ${CALLS} calls (${isWhole ? 'at every step' : 'at steps that could repeat work'}) lose none, dial none twice, charge and analyse each once`,
  async () => {
    await prepare();
    for (let i = 0; i < KILLS; i++) {
      // Every other time at any moment whatever, when there are enough of them.
      const ofWhole = i % 2 === 1 ? undefined : killPoints[(i / 2) % killPoints.length];
      const moment = isWhole ? ofWhole : daily[i];
      await scheduleFor(i);
      if (moment === undefined) {
        await sleep(1500 + Math.random() * 1500);
        await service.kill();
      } else await killAt(moment, client, { dials: () => dialled().length, kill: service.kill });
      await service.start();
    }
    for (;;) {
      const [{ open }] = await rows(`
        select (select count(*)::int from conversations where finished_at is null)
             + (select count(*)::int from call_analyses where status < 2) as open`);
      if (open === 0) break;
      await sleep(250);
    }

    const dials = dialled();
    expect(dials.length - new Set(dials).size, 'calls placed twice').toBe(0);
    expect(await rows('select * from live_calls'), 'places still taken').toEqual([]);
    expect(await rows('select * from billing_holds'), 'minutes still held').toEqual([]);
    expect(
      await rows(`
      select attempt_id from billing_entries where attempt_id is not null group by attempt_id
      having count(*) filter (where kind = 'HOLD') <> 1 or count(*) filter (where kind = 'RELEASE') <> 1
          or count(*) filter (where kind = 'CHARGE') > 1`),
      'calls not settled exactly once',
    ).toEqual([]);
    expect(
      await rows(`
      select b.charged, s.sum from billing_accounts b, lateral (
        select coalesce(sum(amount), 0) as sum from billing_entries e where e.company_id = b.company_id and e.kind = 'CHARGE') s
      where b.charged <> s.sum or b.held <> 0`),
      'accounts that differ from their ledger',
    ).toEqual([]);
    expect(
      (await rows('select id from call_attempts where called_at is null')).map(({ id }) => id),
      'calls that were never taken',
    ).toEqual([]);
    const conversations = await rows(`
    select c.status, (select count(*)::int from call_attempts a where a.conversation_id = c.id) as calls,
           (select array_agg(e.type || coalesce(':' || (e.data->>'callAttemptId'), '') order by e.position) from events e where e.subject_id = c.id::text) as events,
           (select array_agg(a.id::text order by a.number) from call_attempts a where a.conversation_id = c.id) as attempts
    from conversations c`);
    expect(conversations).toHaveLength(CALLS);
    const last = {
      COMPLETED: ['conversation.completed', 'analysis.completed'],
      CANCELLED: ['conversation.cancelled'],
      FAILED: ['conversation.failed'],
      UNREACHABLE: ['conversation.cancelled'],
    };
    for (const { status, attempts, events } of conversations) {
      const published = attempts.flatMap((id: string, i: number) => [
        `conversation.started:${id}`,
        ...(i < attempts.length - 1 ? ['conversation.rescheduled'] : []),
      ]);
      expect(events.slice(0, published.length)).toEqual(published);
      const end = events.slice(published.length).map((event: string) => event.split(':')[0]);
      expect(end).toEqual(last[status as keyof typeof last]);
    }
    const lost = (await rows(`select count(*)::int as n from call_attempts where reason_code = 'LOST'`))[0].n;
    console.log(
      `${KILLS} kills during ${CALLS} calls: ${dials.length} placed, ${lost} lost with their process and tried again, none twice`,
    );
  },
  isWhole ? 1_800_000 : 900_000,
);
