import { setTimeout as sleep } from 'node:timers/promises';
import { permissions } from '@parley/contract/api-key.ts';
import type pg from 'pg';
import { quantile, type Ratio } from './ratio.ts';
import { type RunningService, withService } from './running-service.ts';
import { ask, connected, type SeededRun, seedRun } from './seeded-run.ts';

/** RUNS_SCALE=0.1 runs at a tenth of the size; the targets are for 1. */
const CONTACTS = 1_000_000 * Number(process.env.RUNS_SCALE ?? 1);
const PAUSE_MS = 20;

/**
 * A run of a million contacts is launched, paused, resumed and cancelled while another company reads and writes: the
 * latency of its requests, relative to an idle service.
 */
export function run(): Promise<Ratio[]> {
  return withService(
    (service) =>
      connected(service, async (client) => {
        const other = await bystander(service);
        await other.during(() => sleep(2000));
        const alone = await other.during(() => sleep(5000));
        const big = await seedRun(service, client, CONTACTS, { maxConcurrentCalls: 20 });
        const times = await other.during(() => drive(service, client, big));
        return [
          {
            name: `runs: p95 of another company's requests during a run of ${CONTACTS}, vs idle`,
            ours: quantile(times, 0.95),
            reference: quantile(alone, 0.95),
            unit: 'ms',
            atMost: 10,
          },
        ];
      }),
    { PARLEY_SIM_SPEED: '20', PARLEY_MAX_CALLS: '40' },
  );
}

async function drive(service: RunningService, client: pg.Client, run: SeededRun): Promise<void> {
  for (const what of ['launch', 'pause', 'resume', 'pause', 'resume', 'cancel'] as const) {
    const startedAt = performance.now();
    const { status, affectedCalls, progress } = await ask(service, run, what);
    const { total, completion: _completion, ...buckets } = progress;
    if (Object.values(buckets).reduce((sum, count) => sum + count, 0) !== total)
      throw new Error(`The buckets do not sum up: ${JSON.stringify(progress)}`);
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
    console.log(`  ${what}: ${status} after ${seconds} s, ${affectedCalls} calls`);
    if (what === 'launch')
      await until(
        client,
        `select 1 from runs where id = '${run.id}' and pending = 0`,
        'every conversation exists',
      );
  }
  await until(
    client,
    `select 1 from runs where id = '${run.id}' and not is_tended`,
    'everything is cancelled',
  );
}

async function until(client: pg.Client, query: string, words: string): Promise<void> {
  const startedAt = performance.now();
  while ((await client.query(query)).rowCount === 0) await sleep(200);
  console.log(`  ${words} ${((performance.now() - startedAt) / 1000).toFixed(1)} s later`);
}

/** A client of another company that keeps creating contacts and reading lists. */
async function bystander({ url, newCompany }: RunningService) {
  const { key } = await newCompany(permissions);
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const contact = {
    firstName: 'Bo',
    lastName: 'Lind',
    email: 'bo@example.com',
    gdprExpiryDate: '2099-12-31',
  };
  const requests: readonly (readonly [string, RequestInit])[] = [
    ['/contacts', { method: 'POST', headers, body: JSON.stringify(contact) }],
    ['/contacts', { headers }],
    ['/conversations', { headers }],
    ['/runs', { headers }],
  ];
  return {
    /** Milliseconds of each request made during the work. */
    async during(work: () => Promise<unknown>): Promise<number[]> {
      const times: number[] = [];
      let isOver = false;
      const working = work().finally(() => {
        isOver = true;
      });
      for (let i = 0; !isOver; i++) {
        const [path, init] = requests[i % requests.length] as (typeof requests)[number];
        const startedAt = performance.now();
        const response = await fetch(url + path, init);
        await response.text();
        if (!response.ok) throw new Error(`${path} answered ${response.status}`);
        times.push(performance.now() - startedAt);
        await sleep(PAUSE_MS);
      }
      await working;
      return times;
    },
  };
}
