import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { migrate } from '@parley/service/storage/migrate.ts';
import { cloneDatabase } from '@parley/testing/database.ts';
import { describeSchema } from '@parley/testing/schema-description.ts';
import { startTestService } from '@parley/testing/service.ts';
import pg from 'pg';
import { expect, inject, test } from 'vitest';
import { releaseSecrets } from './release-secrets.ts';

const folder = join(import.meta.dirname, 'releases');
const releases = readdirSync(folder)
  .filter((file) => file.endsWith('.sql'))
  .map((file) => file.replace(/\.sql$/, ''));

async function connected<Result>(url: string, use: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await use(client);
  } finally {
    await client.end();
  }
}

test.each(releases)('a database of %s is upgraded, keeps its data and takes calls', async (release) => {
  const old = await cloneDatabase('template0');
  try {
    const dump = await readFile(join(folder, `${release}.sql`), 'utf8');
    await connected(old.url, (client) => client.query(dump));
    const service = await startTestService({
      databaseUrl: old.url,
      environment: { ...releaseSecrets, PARLEY_SIM_SPEED: '1000' },
    });
    try {
      const fresh = inject('databaseUrl').replace('/parley?', '/template?');
      const expected = await connected(fresh, describeSchema);
      // Indexes that may take long are built while the service runs.
      await expect.poll(() => connected(old.url, describeSchema), { timeout: 60_000 }).toEqual(expected);

      const [companyId] = await connected(old.url, async (client) =>
        (await client.query<{ id: string }>('select id from companies')).rows.map(({ id }) => id),
      );
      const { api } = await service.newKey({ companyId, environment: 'test' });
      const completed = (await api.get('/conversations?status=COMPLETED')).body.data;
      // What waited in the database may be called meanwhile, and is completed then as well.
      const kept = completed.find(({ runId }: { runId: string | null }) => runId !== null);
      expect(kept).toMatchObject({ analytics: expect.anything(), runId: expect.any(String) });
      expect(kept.callAttempts[0].transcript.length).toBeGreaterThan(2);
      expect((await api.get('/webhooks')).body.total).toBe(1);

      const { body } = await api.post('/conversations', {
        agentId: kept.agentId,
        contactId: kept.contactId,
      });
      await expect
        .poll(async () => (await api.get(`/conversations/${body.id}`)).body.status, { timeout: 60_000 })
        .toBe('COMPLETED');
    } finally {
      await service.stop();
    }
  } finally {
    await old.drop();
  }
});

/** The database of 0.1.0-alpha.1 with a worker that sent its last heartbeat so long ago. */
async function withWorkerSeen(ago: string, use: (url: string) => Promise<void>): Promise<void> {
  const old = await cloneDatabase('template0');
  try {
    const dump = await readFile(join(folder, 'v0.1.0-alpha.1.sql'), 'utf8');
    await connected(old.url, (client) => client.query(dump));
    // Another connection: the dump leaves its own without a search path.
    await connected(old.url, (client) =>
      client.query(
        'insert into workers (id, heard_of_at) values (gen_random_uuid(), clock_timestamp() - $1::interval)',
        [ago],
      ),
    );
    await use(old.url);
  } finally {
    await old.drop();
  }
}

test('an upgrade is refused while a process of the old version runs, and changes nothing', async () => {
  await withWorkerSeen('5 s', async (url) => {
    const before = await connected(url, describeSchema);
    await expect(migrate(url)).rejects.toThrow(
      /^Stop every Parley process that uses this database, wait 15 seconds, then start again: /,
    );
    expect(await connected(url, describeSchema)).toEqual(before);
  });
});

test('an upgrade that cannot lock the tables is refused with what to do', async () => {
  await withWorkerSeen('1 min', async (url) => {
    await connected(url, async (client) => {
      await client.query('begin; select from live_calls');
      await expect(migrate(url)).rejects.toThrow(
        /^Stop every Parley process that uses this database, then start again: /,
      );
    });
  });
});

test('a process of the old version that stopped some time ago does not block the upgrade', async () => {
  await withWorkerSeen('16 s', async (url) => {
    expect((await migrate(url)).applied).toContain('0002_plain_names.sql');
  });
});

test('every release has a database to upgrade from: each tag, and each version that the changelog dates', () => {
  const changelog = readFileSync(join(import.meta.dirname, '../../../CHANGELOG.md'), 'utf8');
  const dated = [...changelog.matchAll(/^## \[(\S+)\] - \d/gm)].map(([, version]) => `v${version}`);
  const tags = (() => {
    try {
      return execFileSync('git', ['tag', '--list', 'v*'], { cwd: folder, encoding: 'utf8' }).split('\n');
    } catch {
      // Not a clone of the repository.
      return [];
    }
  })();
  expect(releases).toEqual(expect.arrayContaining([...tags.filter(Boolean), ...dated]));
  // Without one the tests above check nothing.
  expect(releases).not.toEqual([]);
});
