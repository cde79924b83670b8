import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { permissions } from '@parley/contract/api-key.ts';
import { systemClock } from '@parley/kernel/clock.ts';
import { AdminTokens } from '@parley/service/domains/access/admin-token.actions.ts';
import { freePort } from '@parley/testing/free-port.ts';
import { patience } from '@parley/testing/patience.ts';
import { programs } from '@parley/testing/programs.ts';
import { SECRET } from '@parley/testing/service.ts';
import pg from 'pg';
import { afterEach, expect, test } from 'vitest';
import { children, endAll, newDatabase, newDataDir, start, stop } from './running-process.ts';

afterEach(endAll);

const NOBODY = 65_534;

/** PgBouncer in transaction mode, with fewer connections to the server than the two processes have to it. */
async function poolerOf(databaseUrl: string): Promise<string> {
  const folder = await newDataDir();
  const [port, server] = [await freePort(), new URL(databaseUrl.replace('@/', '@localhost/'))];
  const name = server.pathname.slice(1);
  const user = decodeURIComponent(server.username);
  const host = server.searchParams.get('host') ?? server.hostname;
  const settings = [
    '[databases]',
    `${name} = host=${host} port=${server.searchParams.get('port') ?? (server.port || 5432)} user=${user} password=${decodeURIComponent(server.password)}`,
    '[pgbouncer]',
    'listen_addr = 127.0.0.1',
    `listen_port = ${port}`,
    'unix_socket_dir =',
    'auth_type = any',
    'pool_mode = transaction',
    'default_pool_size = 8',
    'max_client_conn = 200',
  ];
  const file = join(folder, 'pgbouncer.ini');
  await writeFile(file, `${settings.join('\n')}\n`);
  await chmod(folder, 0o755);
  const isRoot = process.getuid?.() === 0;
  const child: ChildProcess = spawn('pgbouncer', [file], isRoot ? { uid: NOBODY, gid: NOBODY } : {});
  children.push(child);
  let said = '';
  child.stderr?.on('data', (chunk) => (said += chunk));
  while (!said.includes('process up'))
    await Promise.race([
      once(child.stderr as NodeJS.ReadableStream, 'data'),
      once(child, 'exit').then(() => {
        throw new Error(`PgBouncer did not start: ${said}`);
      }),
    ]);
  return `postgresql://parley@127.0.0.1:${port}/${name}`;
}

const completed = async (url: string, key: string, id: string) =>
  ((await (await get(url, key, `/conversations/${id}`)).json()) as { status: string }).status;
const get = (url: string, key: string, path: string) =>
  fetch(url + path, { headers: { authorization: `Bearer ${key}` } });

const agent = {
  name: 'Grace',
  callingWindow: null,
  flow: {
    firstMessage: { type: 'first_message', text: 'Hello, I am an AI assistant.' },
    sections: [{ type: 'looping', questions: [{ question: 'Are you interested?', key: 'interested' }] }],
  },
};
const contact = {
  firstName: 'Ada',
  lastName: 'Lovelace',
  phoneNumber: '+15005550000',
  gdprExpiryDate: '2099-12-31',
};

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

    // A key that the other process has seen is refused there soon after its revocation here: not after the minute for which a
    // process that hears nothing would keep it. On a quiet machine it is a second at most.
    const revoked = (await newKey()).data;
    expect((await get(other.url, revoked.key, '/agents')).status).toBe(200);
    await send('DELETE', `/api-keys/${revoked.id}`, { revocationReason: 'It is a test' }, admin);
    const revokedAt = performance.now();
    await expect
      .poll(async () => (await get(other.url, revoked.key, '/agents')).status, {
        interval: 20,
        timeout: 30_000,
      })
      .toBe(401);
    expect(performance.now() - revokedAt).toBeLessThan(15_000);

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
