// npx node scripts/release-database.ts TAG: writes the database that this version creates to tests/real/upgrade/releases/TAG.sql.
// From then on tests/real/upgrade checks that every later version upgrades it. Run it right before you tag a release, with
// DATABASE_URL of an empty database on PostgreSQL 15, the oldest supported version, and pg_dump on the PATH.
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '@parley/testing/free-port.ts';
import { releaseSecrets } from '../tests/real/upgrade/release-secrets.ts';

/** A machine that does other work beside it is slow, and a service that has just started may be busy. */
const PATIENCE_MS = 10 * 60_000;

const root = join(import.meta.dirname, '..');
const [tag] = process.argv.slice(2);
const { DATABASE_URL, PATH } = process.env;
if (!tag || !/^v\d+\.\d+\.\d+/.test(tag) || !DATABASE_URL) {
  console.error('Usage: DATABASE_URL=… npx node scripts/release-database.ts v0.1.0');
  process.exit(2);
}

const dataDir = await mkdtemp(join(tmpdir(), 'release-'));
const port = await freePort();
const service = spawn(process.execPath, [join(root, 'apps/service/bin/parley.js'), 'start'], {
  env: {
    PATH,
    DATABASE_URL,
    PARLEY_DATA_DIR: dataDir,
    PORT: String(port),
    PARLEY_SIM_SPEED: '100',
    PARLEY_ALLOW_PRIVATE_URLS: 'true',
    ...releaseSecrets,
  },
  stdio: ['ignore', 'pipe', 'inherit'],
});
const ended = once(service, 'exit');
try {
  await fill(`http://127.0.0.1:${port}`, await firstKey());
} finally {
  service.kill('SIGTERM');
  await ended;
  await rm(dataDir, { recursive: true });
}

const dump = execFileSync('pg_dump', ['--no-owner', '--no-privileges', '--inserts', DATABASE_URL], {
  encoding: 'utf8',
  maxBuffer: 2 ** 28,
});
// Lines with a backslash are for psql only; comments and empty lines are not needed.
const lines = dump
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('\\') && !line.startsWith('--'));
await writeFile(join(root, 'tests/real/upgrade/releases', `${tag}.sql`), `${lines.join('\n')}\n`);
console.log(`Wrote tests/real/upgrade/releases/${tag}.sql. Commit it and tag that commit ${tag}.`);

/** The key that the first start prints. */
function firstKey(): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  let text = '';
  // To the end: it prints more afterwards, and a closed pipe would end it.
  service.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    text += chunk;
    const key = /^ {2}(sk_test_\S+)$/m.exec(text)?.[1];
    if (key !== undefined) resolve(key);
  });
  void ended.then(() => reject(new Error(`The service ended before it printed a key: ${text}`)));
  return promise;
}

/** Rows in most tables: a run with several outcomes, events and analyses, a scheduled call, a job, a webhook. */
async function fill(url: string, key: string): Promise<void> {
  const until = Date.now() + PATIENCE_MS;
  const call = async (method: string, path: string, body?: object) => {
    const ask = () =>
      fetch(url + path, {
        method,
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        ...(body ? { body: JSON.stringify(body) } : {}),
      });
    let response = await ask();
    // Nothing was changed by a request that was refused so.
    while (response.status === 503 && Date.now() < until) {
      await sleep(Number(response.headers.get('retry-after') ?? 1) * 1000);
      response = await ask();
    }
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
    // biome-ignore lint/suspicious/noExplicitAny: a script reads whatever JSON came back
    return (await response.json()) as any;
  };
  const agents = (await call('GET', '/agents')).data;
  const agent = agents.find(
    ({ type, custom }: { type: string; custom: boolean }) => type === 'PHONE' && custom,
  );
  await call('POST', '/webhooks', {
    url: 'http://127.0.0.1:9',
    name: 'Closed',
    events: ['INTERVIEW_COMPLETED'],
  });
  await call('POST', '/jobs', { title: 'Warehouse clerk', description: 'Early shifts.' });
  await call('POST', '/contact-fields', { key: 'branch', label: 'Branch', dataType: 'string' });
  const contactIds: string[] = [];
  for (const ending of ['0000', '0001', '0003', '0004', '0005', '0010', '0013']) {
    const contact = await call('POST', '/contacts', {
      firstName: 'Ada',
      lastName: `Novak ${ending}`,
      phoneNumber: `+1500555${ending}`,
      gdprExpiryDate: '2199-12-31',
      fields: { branch: 'North' },
    });
    contactIds.push(contact.id);
  }
  await call('PATCH', `/agents/${agent.id}`, { callingWindow: null });
  const run = await call('POST', '/runs', { name: 'Release', agentId: agent.id });
  await call('POST', `/runs/${run.id}/contacts`, { contactIds });
  await call('POST', `/runs/${run.id}/launch`);
  await call('POST', '/conversations', {
    agentId: agent.id,
    contactId: contactIds[0],
    scheduleTime: new Date(Date.now() + 86_400_000).toISOString(),
  });
  while (Date.now() < until) {
    const rows = (await call('GET', `/conversations?status=COMPLETED`)).data;
    if (rows.some((row: { analytics?: object }) => row.analytics)) return;
    await sleep(1000);
  }
  throw new Error(`No call was completed and analysed within ${PATIENCE_MS / 60_000} minutes.`);
}
