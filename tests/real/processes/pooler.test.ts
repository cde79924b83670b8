import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { permissions } from '@parley/contract/api-key.ts';
import { systemClock } from '@parley/kernel/clock.ts';
import { AdminTokens } from '@parley/service/domains/access/admin-token.actions.ts';
import { migrate } from '@parley/service/storage/migrate.ts';
import { inlineContact as contact } from '@parley/testing/calling-company.ts';
import { cloneDatabase } from '@parley/testing/database.ts';
import { patience } from '@parley/testing/patience.ts';
import { type Pooler, startPooler } from '@parley/testing/pooler.ts';
import { programs } from '@parley/testing/programs.ts';
import { SECRET } from '@parley/testing/service.ts';
import pg from 'pg';
import { afterEach, expect, test } from 'vitest';
import { askingAgent as agent } from './asking-agent.ts';
import { endAll, newDatabase, newDataDir, start, stop } from './running-process.ts';

const poolers: Pooler[] = [];
afterEach(async () => {
  await endAll();
  for (const pooler of poolers.splice(0)) await pooler.stop();
});

async function poolerOf(databaseUrl: string): Promise<string> {
  const pooler = await startPooler(databaseUrl);
  poolers.push(pooler);
  return pooler.url;
}

/** With 20 ms between them. */
const A_SECOND_OF_REQUESTS = 50;

const completed = async (url: string, key: string, id: string) =>
  ((await (await get(url, key, `/conversations/${id}`)).json()) as { status: string }).status;
const get = (url: string, key: string, path: string) =>
  fetch(url + path, { headers: { authorization: `Bearer ${key}` } });

test.skipIf(programs.pgbouncer.isMissing).each([
  ['with a direct address beside it', true],
  ['with nothing but the pooler', false],
])(
  'two processes share the calls through PgBouncer in transaction mode, %s',
  {
    timeout: 300_000,
  },
  async (_, hasDirect) => {
    const [dataDir, { DATABASE_URL: direct }] = [await newDataDir(), await newDatabase()];
    const environment = {
      DATABASE_URL: await poolerOf(direct),
      ...(hasDirect ? { DATABASE_DIRECT_URL: direct } : {}),
      PARLEY_DEMO: 'off',
      PARLEY_SIM_SPEED: '1000',
      PARLEY_ADMIN_JWT_SECRET: SECRET,
    };
    // Both migrate: one waits for the other.
    const both = await Promise.all([start(dataDir, environment), start(dataDir, environment)]);
    await Promise.all(both.map(({ said }) => said(/Parley runs at/)));
    const [one, other] = both as [(typeof both)[0], (typeof both)[0]];

    const admin = await new AdminTokens({ secret: SECRET, clock: systemClock }).mint('tester', 2);
    const send = async <Body>(method: string, path: string, body: unknown, bearer: string) => {
      const answer = await fetch(one.url + path, {
        method,
        headers: {
          authorization: `Bearer ${bearer}`,
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      const text = await answer.text();
      if (!answer.ok) throw new Error(`${path} answered ${answer.status} ${text}`);
      return (text === '' ? undefined : JSON.parse(text)) as Body;
    };
    type Issued = { data: { id: string; key: string } };
    const ats = await send<Issued>(
      'POST',
      '/api-keys',
      { type: 'ATS', name: 'ATS', scopes: ['write:companies'] },
      admin,
    );
    const company = await send<{ id: string }>('POST', '/companies', { name: 'Acme' }, ats.data.key);
    await send(
      'PUT',
      `/companies/${company.id}/plan`,
      {
        billingSystem: 'minutes',
        status: 'active',
        included: 100_000,
        purchased: 0,
        currency: 'EUR',
        maxConcurrentCalls: 10,
        storageBytes: 1e9,
        creditsPerMinute: 1,
      },
      admin,
    );
    const newKey = () =>
      send<Issued>('POST', '/api-keys', { name: 'Key', companyId: company.id, scopes: permissions }, admin);
    const { key } = (await newKey()).data;
    const { id: agentId } = await send<{ id: string }>('POST', '/agents', agent, key);
    const made = await Promise.all(
      Array.from({ length: 20 }, () =>
        send<{ id: string }>('POST', '/conversations', { agentId, contact }, key),
      ),
    );
    for (const { id } of made)
      await expect.poll(() => completed(other.url, key, id), patience).toBe('COMPLETED');

    // A process that hears nothing of a revocation would keep the key for a minute. Counted in requests, 20 ms apart: on a busy
    // machine they take longer, as everything does.
    const revoked = (await newKey()).data;
    expect((await get(other.url, revoked.key, '/agents')).status).toBe(200);
    await send('DELETE', `/api-keys/${revoked.id}`, { revocationReason: 'It is a test' }, admin);
    let asked = 0;
    const status = async () => {
      asked += 1;
      return (await get(other.url, revoked.key, '/agents')).status;
    };
    await expect.poll(status, { interval: 20, timeout: 50_000 }).toBe(401);
    expect(asked).toBeLessThanOrEqual(hasDirect ? A_SECOND_OF_REQUESTS : 1);

    // Every conversation was called and charged once.
    const client = new pg.Client({ connectionString: direct });
    await client.connect();
    const { rows } = await client.query(`
    select (select count(*) from call_attempts) as calls, (select count(*) from billing_entries where kind = 'CHARGE') as charges,
           (select count(*) from live_calls) as live`);
    await client.end();
    expect(rows[0]).toMatchObject({ calls: '20', charges: '20', live: '0' });
    for (const process of both) expect(await stop(process, 'SIGTERM')).toBe(0);
  },
);

test.skipIf(programs.pgbouncer.isMissing)(
  'indexes are built through PgBouncer in transaction mode, by processes that migrate at once',
  async () => {
    const [folder, empty] = [await newDataDir(), await cloneDatabase('template0')];
    await mkdir(join(folder, 'migrations'));
    await writeFile(join(folder, 'functions.sql'), '');
    await writeFile(join(folder, 'migrations/0001_a.sql'), 'create table a (x int)');
    await writeFile(
      join(folder, 'migrations/0002_b.sql'),
      '-- upgrade: expand later, outside a transaction\ncreate index concurrently a_by_x on a (x);\n',
    );
    const url = await poolerOf(empty.url);
    const all = await Promise.all(Array.from({ length: 3 }, () => migrate(url, { folder })));
    expect(all.flatMap(({ applied }) => applied).sort()).toEqual(['0001_a.sql', '0002_b.sql']);
    await endAll();
    await empty.drop();
  },
);
