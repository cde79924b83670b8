import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { startProgram } from './process.ts';
import { median, type Ratio } from './ratio.ts';
import { type RunningService, withService } from './running-service.ts';
import { ask, closedWindow, connected, metric, type SeededRun, seedRun } from './seeded-run.ts';

/** RUNS_SCALE=0.1 runs at a tenth of the size; the targets are for 1. */
const scale = Number(process.env.RUNS_SCALE ?? 1);
const MANY = 100_000 * scale;
const BUSY = 50_000 * scale;
const FEW = 100;
const READS = 200;

/** Runs at any size: launch relative to bare inserts, memory, progress, fairness, and whole runs with one and with three processes. */
export async function run(): Promise<Ratio[]> {
  return [...(await launching()), await fairness(), ...(await wholeRuns())];
}

function launching(): Promise<Ratio[]> {
  return withService((service) =>
    connected(service, async (client) => {
      const small = await seedRun(service, client, FEW, { callingWindow: closedWindow() });
      await ask(service, small, 'launch');
      const big = await seedRun(service, client, MANY, { callingWindow: closedWindow() });
      const before = await metric(service, 'parley_process_resident_memory_bytes');
      let most = before;
      const watching = setInterval(async () => {
        most = Math.max(most, await metric(service, 'parley_process_resident_memory_bytes').catch(() => 0));
      }, 100);
      const startedAt = performance.now();
      const { progress } = await ask(service, big, 'launch');
      await allMade(client, big);
      const seconds = (performance.now() - startedAt) / 1000;
      clearInterval(watching);
      if (progress.queued !== MANY) throw new Error(`${progress.queued} of ${MANY} were queued`);
      const bare = await bareInserts(client, big);
      const reads = await progressReads(service, [big, small]);
      return [
        {
          name: `runs: launch of ${MANY}, vs bare inserts of its rows`,
          ours: seconds,
          reference: bare,
          unit: 's',
          atMost: 3,
        },
        {
          name: `runs: memory of a launch of ${MANY}`,
          ours: (most - before) / 1024 ** 2,
          reference: 150,
          unit: 'MB',
          atMost: 1,
        },
        {
          name: `runs: progress of ${MANY}, vs ${FEW}`,
          ours: reads[0] ?? 0,
          reference: reads[1] ?? 0,
          unit: 'ms',
          atMost: 2,
        },
      ];
    }),
  );
}

/** A long launch is answered before its last conversation exists. */
async function allMade(client: pg.Client, { id }: SeededRun): Promise<void> {
  for (;;) {
    const { rows } = await client.query('select 1 from runs where id = $1 and pending = 0', [id]);
    if (rows.length > 0) return;
    await sleep(50);
  }
}

/** Seconds to insert the same rows into tables with the same indexes, without any rules or checks. */
async function bareInserts(client: pg.Client, { id, companyId }: SeededRun): Promise<number> {
  const rows: readonly (readonly [string, string])[] = [
    ['conversations', `run_id = '${id}'`],
    ['call_attempts', `dial_queue = '${id}'`],
    ['billing_holds', `company_id = '${companyId}'`],
    ['billing_entries', `company_id = '${companyId}'`],
  ];
  for (const [table] of rows)
    await client.query(`create table bare_${table} (like ${table} including indexes)`);
  const startedAt = performance.now();
  for (const [table, own] of rows)
    await client.query(`insert into bare_${table} select * from ${table} where ${own}`);
  return (performance.now() - startedAt) / 1000;
}

/** The median of each, measured in turns. */
async function progressReads(service: RunningService, runs: readonly SeededRun[]): Promise<number[]> {
  const times = runs.map((): number[] => []);
  for (let i = 0; i < READS; i++) {
    for (const [place, one] of runs.entries()) {
      const startedAt = performance.now();
      await ask(service, one);
      times[place]?.push(performance.now() - startedAt);
    }
  }
  return times.map(median);
}

/** Ten calls on an idle service, and during another company's run. */
function fairness(): Promise<Ratio> {
  return withService(
    (service) =>
      connected(service, async (client) => {
        const ten = async () => {
          const one = await seedRun(service, client, 10, { maxConcurrentCalls: 10 });
          const startedAt = performance.now();
          await ask(service, one, 'launch');
          await completed(service, one);
          return (performance.now() - startedAt) / 1000;
        };
        await ten();
        const alone = median([await ten(), await ten(), await ten()]);
        const busy = await seedRun(service, client, BUSY, { maxConcurrentCalls: 40 });
        await ask(service, busy, 'launch');
        const beside = median([await ten(), await ten(), await ten()]);
        const { progress } = await ask(service, busy);
        if (!((progress.inProgress ?? 0) > 0)) throw new Error('The busy company had nothing on the line');
        return {
          name: `runs: ten calls beside ${BUSY} of another company (${progress.inProgress} live), vs idle`,
          ours: beside,
          reference: alone,
          unit: 's',
          atMost: 2,
        };
      }),
    { PARLEY_SIM_SPEED: '20', PARLEY_MAX_CALLS: '60' },
  );
}

async function completed(service: RunningService, run: SeededRun): Promise<Readonly<Record<string, number>>> {
  for (;;) {
    const { status, progress } = await ask(service, run);
    if (status === 'COMPLETED') return progress;
    await sleep(50);
  }
}

/** The run is over when its calls are; their results are told when they are analysed. */
async function allTold(client: pg.Client, calls: number): Promise<void> {
  for (;;) {
    const { rows } = await client.query(
      `select count(*)::int as told from events where type = 'conversation.completed'`,
    );
    if (rows[0].told >= calls) return;
    await sleep(100);
  }
}

/** Every call from launch to the event `conversation.completed`, none placed twice. */
async function wholeRuns(): Promise<Ratio[]> {
  const one = await wholeRun(1);
  const three = await wholeRun(3);
  return [
    {
      name: `runs: ${MANY} calls from launch to told, one process`,
      ours: one,
      reference: one,
      unit: 'calls/s',
    },
    {
      name: `runs: ${MANY} calls from launch to told, three processes vs one`,
      ours: three,
      reference: one,
      unit: 'calls/s',
      atLeast: 1,
    },
  ];
}

async function wholeRun(processes: number): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), 'parley-dials-'));
  const dialLog = join(folder, 'dials.log');
  return withService(
    (service) =>
      connected(service, async (client) => {
        const others = await Promise.all(
          Array.from({ length: processes - 1 }, () =>
            startProgram(
              [join(import.meta.dirname, '../apps/service/bin/parley.js'), 'start', '--role', 'worker'],
              { ...service.environment },
              /Parley runs at/,
            ),
          ),
        );
        try {
          const whole = await seedRun(service, client, MANY);
          const startedAt = performance.now();
          await ask(service, whole, 'launch');
          const progress = await completed(service, whole);
          await allTold(client, MANY);
          const rate = MANY / ((performance.now() - startedAt) / 1000);
          if (progress.completed !== MANY) throw new Error(`Only ${JSON.stringify(progress)} were completed`);
          refuseDoubles(dialLog);
          await refuseDifferences(client);
          console.log(`  ${MANY} calls by ${processes} processes: ${rate.toFixed(0)} a second, none twice`);
          return rate;
        } finally {
          for (const other of others) await other.stop();
        }
      }),
    { PARLEY_SIM_SPEED: '1e9', PARLEY_MAX_CALLS: '500', PARLEY_SIM_LOG: dialLog },
  ).finally(() => rm(folder, { recursive: true }));
}

function refuseDoubles(dialLog: string): void {
  const dials = readFileSync(dialLog, 'utf8').split('\n').filter(Boolean);
  if (new Set(dials).size !== dials.length) throw new Error('Calls were placed twice');
}

/** Each conversation was called once and charged once. */
async function refuseDifferences(client: pg.Client): Promise<void> {
  const { rows } = await client.query(`
    select (select count(*) from conversations) as conversations, (select count(*) from call_attempts) as calls,
           (select count(*) from billing_entries where kind = 'CHARGE') as charges,
           (select count(*) from billing_holds) as held`);
  const { conversations, calls, charges, held } = rows[0];
  if (conversations !== calls || calls !== charges || held !== '0')
    throw new Error(`Something was doubled or lost: ${JSON.stringify(rows[0])}`);
}
