import { join } from 'node:path';
import pg from 'pg';
import { Agent, request } from 'undici';
import { startProgram } from './process.ts';
import { median, type Ratio } from './ratio.ts';
import { type RunningService, withService } from './running-service.ts';
import { ask, connected, type SeededRun, seedRun } from './seeded-run.ts';

/** WEBHOOKS_SCALE=0.1 delivers a tenth; the targets are for 1. */
const scale = Number(process.env.WEBHOOKS_SCALE ?? 1);
const ROUNDS = 5;
const DELIVERIES = 2000 * scale;
/** As many concurrent requests as the service makes to one receiver. */
const AT_ONCE = 32;
const POOL = 20;
/** More than are rendered while a round is measured. */
const PDFS_A_ROUND = 100 * scale;
/** The shortest timeout of a webhook: several requests time out in a round. */
const SHORT_TIMEOUT_MS = 500;

interface Hook {
  readonly path: string;
  readonly timeoutMs?: number;
}

const ok: Hook = { path: '/ok' };
const others: readonly Hook[] = [{ path: '/hang' }, { path: '/fail' }];
const timingOut = ['/hang?1', '/hang?2', '/hang?3', '/hang?4'].map((path) => ({
  path,
  timeoutMs: SHORT_TIMEOUT_MS,
}));

/**
 * Deliveries per second to one receiver, relative to a bare loop that commits, posts over a keep-alive connection and commits
 * again, with the same concurrency. Then the same while another receiver hangs and a third refuses everything, while four
 * hang for longer than their timeout, and while another company's events wait for their PDFs.
 */
export async function run(): Promise<Ratio[]> {
  const receiver = await startProgram([join(import.meta.dirname, 'bare-receiver.ts')], {}, /ready/);
  const target = `http://127.0.0.1:${receiver.port}`;
  try {
    return await withService(
      async (service) => {
        const pool = new pg.Pool({ connectionString: service.databaseUrl, max: POOL });
        await pool.query('create table bare_rows (id bigint primary key, state int not null)');
        const found = {
          alone: [] as number[],
          beside: [] as number[],
          besideTimeouts: [] as number[],
          besidePdfs: [] as number[],
          bare: [] as number[],
        };
        const analysed = await analysedCalls(service, ROUNDS * PDFS_A_ROUND);
        await deliveries(service, pool, target, [ok]); // Warms up, and is not counted.
        for (let round = 0; round < ROUNDS; round++) {
          found.alone.push(await deliveries(service, pool, target, [ok]));
          found.bare.push(await bareLoop(pool, `${target}/ok`, round));
          found.beside.push(await deliveries(service, pool, target, [ok, ...others]));
          found.besideTimeouts.push(await deliveries(service, pool, target, [ok, ...timingOut]));
          const stop = await publishWithPdfs(service, pool, analysed, `${target}/ok`, round);
          found.besidePdfs.push(await deliveries(service, pool, target, [ok]));
          await stop();
        }
        await pool.end();
        return [
          {
            name: 'webhooks: deliveries to one receiver',
            ours: median(found.alone),
            reference: median(found.bare),
            unit: 'deliveries/s',
            atLeast: 0.6,
          },
          {
            name: 'webhooks: the same, next to a hanging and a failing receiver',
            ours: median(found.beside),
            reference: median(found.alone),
            unit: 'deliveries/s',
            atLeast: 0.9,
          },
          {
            name: `webhooks: the same, next to four receivers that hang beyond their timeout of ${SHORT_TIMEOUT_MS} ms`,
            ours: median(found.besideTimeouts),
            reference: median(found.alone),
            unit: 'deliveries/s',
            atLeast: 0.9,
          },
          {
            // Only reported: rendering takes two cores.
            name: `webhooks: the same, next to ${PDFS_A_ROUND} events that wait for their PDFs`,
            ours: median(found.besidePdfs),
            reference: median(found.alone),
            unit: 'deliveries/s',
          },
        ];
      },
      { PARLEY_ALLOW_PRIVATE_URLS: 'true', PARLEY_SIM_SPEED: '1e9' },
    );
  } finally {
    await receiver.stop();
  }
}

/** A company with so many calls that have been analysed, and whose reports nobody has asked for. */
const analysedCalls = (service: RunningService, calls: number): Promise<SeededRun> =>
  connected(service, async (client) => {
    const run = await seedRun(service, client, calls);
    await ask(service, run, 'launch');
    const told = `select count(*)::int as told from events where company_id = $1 and type = 'analysis.completed'`;
    while ((await client.query(told, [run.companyId])).rows[0].told < calls)
      await new Promise((resolve) => setTimeout(resolve, 100));
    return run;
  });

/** Publishes this round's part of the analyses again, to a new webhook; returns what removes it. */
async function publishWithPdfs(
  service: RunningService,
  pool: pg.Pool,
  { key, companyId }: SeededRun,
  url: string,
  round: number,
): Promise<() => Promise<void>> {
  const wanted = { url, name: 'PDFs', events: ['ANALYSIS_COMPLETED'] };
  const { id } = await service.post('/webhooks', key, wanted);
  await pool.query(
    `insert into events (id, company_id, type, subject_id, data, occurred_at)
     select gen_random_uuid(), company_id, type, subject_id, data, now() from events
     where company_id = $1 and type = 'analysis.completed' order by position offset $2 limit $3`,
    [companyId, round * PDFS_A_ROUND, PDFS_A_ROUND],
  );
  return async () => {
    await pool.query('delete from webhooks where id = $1', [id]);
  };
}

/** From the commit of the events until the first receiver has got all of them. */
async function deliveries(
  service: RunningService,
  pool: pg.Pool,
  target: string,
  receivers: readonly Hook[],
): Promise<number> {
  const { key, companyId } = await service.newCompany(['write:webhooks']);
  const hooks: string[] = [];
  for (const { path, ...more } of receivers) {
    const wanted = { url: target + path, name: path, events: ['INTERVIEW_STARTED'], ...more };
    hooks.push((await service.post('/webhooks', key, wanted)).id);
  }
  await pool.query(
    `insert into events (id, company_id, type, subject_id, data, occurred_at)
     select gen_random_uuid(), $1, 'conversation.started', 'conversation ' || n,
            jsonb_build_object('conversationId', gen_random_uuid(), 'contactId', gen_random_uuid(), 'jobId', null,
                               'runId', null, 'callAttemptId', gen_random_uuid(), 'status', 'IN_PROGRESS'), now()
     from generate_series(1, $2::int) n`,
    [companyId, DELIVERIES],
  );
  const started = performance.now();
  const waiting = `select 1 from webhook_deliveries where webhook_id = $1 and status = 'PENDING' limit 1`;
  while ((await pool.query(waiting, [hooks[0]])).rowCount !== 0)
    await new Promise((resolve) => setTimeout(resolve, 20));
  const seconds = (performance.now() - started) / 1000;
  await pool.query('delete from webhooks where id = any ($1::uuid[])', [hooks]);
  // Clean up after each round, not during the next.
  await pool.query('vacuum analyze webhook_deliveries');
  return DELIVERIES / seconds;
}

async function bareLoop(pool: pg.Pool, url: string, round: number): Promise<number> {
  const first = round * DELIVERIES;
  await pool.query('insert into bare_rows select n, 0 from generate_series($1::int, $2::int) n', [
    first,
    first + DELIVERIES - 1,
  ]);
  const agent = new Agent();
  const body = JSON.stringify({ event: 'interview.started', data: { text: 'x'.repeat(300) } });
  const step = (id: number, state: number) =>
    pool.query({ name: 'step', text: 'update bare_rows set state = $2 where id = $1', values: [id, state] });
  let next = first;
  const loop = async () => {
    while (next < first + DELIVERIES) {
      const id = next++;
      await step(id, 1);
      const headers = { 'content-type': 'application/json' };
      const answer = await request(url, { method: 'POST', headers, body, dispatcher: agent });
      await answer.body.dump();
      await step(id, 2);
    }
  };
  const started = performance.now();
  await Promise.all(Array.from({ length: AT_ONCE }, loop));
  const seconds = (performance.now() - started) / 1000;
  await agent.close();
  return DELIVERIES / seconds;
}
