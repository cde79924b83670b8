import { join } from 'node:path';
import pg from 'pg';
import { Agent, request } from 'undici';
import { startProgram } from './process.ts';
import { median, type Ratio } from './ratio.ts';
import { type RunningService, withService } from './running-service.ts';

const ROUNDS = 5;
const DELIVERIES = 2000;
/** As many concurrent requests as the service makes to one receiver. */
const AT_ONCE = 32;
const POOL = 20;

/**
 * Deliveries per second to one receiver, relative to a bare loop that commits, posts over a keep-alive connection and commits
 * again, with the same concurrency. Then the same while another receiver hangs and a third refuses everything.
 */
export async function run(): Promise<Ratio[]> {
  const receiver = await startProgram([join(import.meta.dirname, 'bare-receiver.ts')], {}, /ready/);
  const target = `http://127.0.0.1:${receiver.port}`;
  try {
    return await withService(
      async (service) => {
        const pool = new pg.Pool({ connectionString: service.databaseUrl, max: POOL });
        await pool.query('create table bare_rows (id bigint primary key, state int not null)');
        const found = { alone: [] as number[], beside: [] as number[], bare: [] as number[] };
        await deliveries(service, pool, target, ['/ok']); // Warms up, and is not counted.
        for (let round = 0; round < ROUNDS; round++) {
          found.alone.push(await deliveries(service, pool, target, ['/ok']));
          found.bare.push(await bareLoop(pool, `${target}/ok`, round));
          found.beside.push(await deliveries(service, pool, target, ['/ok', '/hang', '/fail']));
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
        ];
      },
      { PARLEY_ALLOW_PRIVATE_URLS: 'true' },
    );
  } finally {
    await receiver.stop();
  }
}

/** From the commit of the events until the first receiver has got all of them. */
async function deliveries(
  service: RunningService,
  pool: pg.Pool,
  target: string,
  paths: string[],
): Promise<number> {
  const { key, companyId } = await service.newCompany(['write:webhooks']);
  const hooks: string[] = [];
  for (const path of paths) {
    const wanted = { url: target + path, name: path, events: ['INTERVIEW_STARTED'] };
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
