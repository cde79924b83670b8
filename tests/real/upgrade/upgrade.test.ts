import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { cloneDatabase } from '@parley/testing/database.ts';
import { describeSchema } from '@parley/testing/schema-description.ts';
import { startTestService } from '@parley/testing/service.ts';
import pg from 'pg';
import { expect, inject, test } from 'vitest';
import { releaseSecrets } from './release-secrets.ts';

const folder = join(import.meta.dirname, 'releases');
const releases = readdirSync(folder).map((file) => file.replace(/\.sql$/, ''));

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
      expect(await connected(old.url, describeSchema)).toEqual(await connected(fresh, describeSchema));

      const [companyId] = await connected(old.url, async (client) =>
        (await client.query<{ id: string }>('select id from companies')).rows.map(({ id }) => id),
      );
      const { api } = await service.newKey({ companyId, environment: 'test' });
      const completed = (await api.get('/conversations?status=COMPLETED')).body.data;
      expect(completed[0]).toMatchObject({ analytics: expect.anything(), runId: expect.any(String) });
      expect(completed[0].callAttempts[0].transcript.length).toBeGreaterThan(2);
      expect((await api.get('/webhooks')).body.total).toBe(1);

      const { body } = await api.post('/conversations', {
        agentId: completed[0].agentId,
        contactId: completed[0].contactId,
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

test('every tagged release has a database to upgrade from', () => {
  const tags = (() => {
    try {
      return execFileSync('git', ['tag', '--list', 'v*'], { cwd: folder, encoding: 'utf8' }).split('\n');
    } catch {
      // Not a clone of the repository.
      return [];
    }
  })();
  expect(releases).toEqual(expect.arrayContaining(tags.filter(Boolean)));
  expect(releases).not.toEqual([]);
});
