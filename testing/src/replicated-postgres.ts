import { execFile } from 'node:child_process';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { migrateDatabase } from '@parley/service/main/schema.ts';
import { startEmbeddedPostgres } from '@parley/service/storage/embedded/embedded-postgres.ts';
import pg from 'pg';
import { pino } from 'pino';

const settings = {
  fsync: 'off',
  wal_level: 'replica',
  max_wal_senders: '4',
  wal_keep_size: '256MB',
  hot_standby: 'on',
};

/** A primary with the whole schema and a replica that follows it by streaming, each on its own cluster. */
export async function replicatedPostgres() {
  const root = await mkdtemp(join(tmpdir(), 'parley-replicated-'));
  // As root, PostgreSQL runs as another user, who must pass through.
  await chmod(root, 0o755);
  const [first, second] = [join(root, 'primary'), join(root, 'replica')];
  const open = (dataDir: string, more: Record<string, string> = {}) =>
    startEmbeddedPostgres({ dataDir, settings: { ...settings, ...more } });
  const fresh = await open(first);
  await migrateDatabase(fresh.url, () => {}, pino({ level: 'silent' }));
  await fresh.stop();
  // Copied while it is stopped: the replica begins where the primary does.
  await promisify(execFile)('cp', ['-a', first, second]);
  await writeFile(join(second, 'postgres', 'standby.signal'), '');
  const primary = await open(first);
  const replica = await open(second, { primary_conninfo: conninfo(primary.url) });
  const ask = async <Row extends pg.QueryResultRow>(url: string, text: string): Promise<Row[]> => {
    const client = new pg.Client({ connectionString: url });
    client.on('error', () => {});
    await client.connect();
    try {
      return (await client.query<Row>(text)).rows;
    } finally {
      await client.end();
    }
  };
  return {
    primaryUrl: primary.url,
    replicaUrl: replica.url,
    async isStreaming(): Promise<boolean> {
      return (
        (await ask(primary.url, `select 1 as one from pg_stat_replication where state = 'streaming'`))
          .length > 0
      );
    },
    /** From now on it falls behind. */
    async stopStreaming(): Promise<void> {
      await ask(primary.url, 'select pg_terminate_backend(pid) from pg_stat_replication');
      // The sender does not come back: nobody may connect for replication any more.
      const hba = join(first, 'postgres', 'pg_hba.conf');
      const lines = (await readFile(hba, 'utf8')).split('\n').filter((line) => !line.includes('replication'));
      await writeFile(hba, lines.join('\n'));
      await ask(primary.url, 'select pg_reload_conf()');
      for (let i = 0; i < 100; i++) {
        await ask(primary.url, 'select pg_terminate_backend(pid) from pg_stat_replication');
        if ((await ask(primary.url, 'select 1 as one from pg_stat_replication')).length === 0) return;
        await sleep(20);
      }
      throw new Error('The replica still follows');
    },
    async promote(): Promise<void> {
      await ask(replica.url, 'select pg_promote(true, 60)');
    },
    async remove(): Promise<void> {
      await primary.stop();
      await replica.stop();
      await rm(root, { recursive: true, force: true });
    },
  };
}

/** What the replica connects with, of a URL with the folder of a socket. */
function conninfo(url: string): string {
  const [, password = ''] = /parley:([^@]*)@/.exec(url) ?? [];
  const [, folder = ''] = /[?&]host=([^&]+)/.exec(url) ?? [];
  return `host=${decodeURIComponent(folder)} port=5432 user=parley password=${decodeURIComponent(password)}`;
}
