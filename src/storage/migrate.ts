import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';

/** Any number, the same in every process: whoever holds it may change the schema. */
const LOCK = 7_275_539;
const OLDEST_POSTGRES = 150_000;
const FILE = /^(\d{4})_[a-z0-9_]+\.sql$/;

interface Migration {
  readonly version: number;
  readonly name: string;
  readonly text: string;
  readonly checksum: string;
}

/**
 * Brings the schema up to date: numbered files, forward only, each in its own transaction. Processes that
 * start at once queue up at an advisory lock; the first does the work, the others find it done.
 * `afterwards` runs under the same lock, for parts of the schema that a library makes itself.
 */
export async function migrate(
  url: string,
  options: { say?: (line: string) => void; afterwards?: () => Promise<void>; folder?: string } = {},
): Promise<{ applied: string[] }> {
  const migrations = await readMigrations(options.folder ?? join(import.meta.dirname, 'migrations'));
  const client = new pg.Client({ connectionString: url, application_name: 'parley migrate' });
  // A connection that breaks fails the query under way; unheard, it would end the process as well.
  client.on('error', () => {});
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [LOCK]);
    await refuseOldServer(client);
    const applied = await applyMissing(client, migrations, options.say);
    await options.afterwards?.();
    return { applied };
  } finally {
    // Ending the session gives the lock back, also when something above failed.
    await client.end();
  }
}

/** Whether the schema is exactly what this version of the code knows. */
export async function isMigrated(query: pg.Pool['query'], folder = join(import.meta.dirname, 'migrations')) {
  const files = await readdir(folder);
  const { rows } = await query('select max(version) as version from schema_migrations');
  return rows[0]?.version === Math.max(...files.map((file) => Number(FILE.exec(file)?.[1] ?? 0)));
}

async function applyMissing(
  client: pg.Client,
  migrations: Migration[],
  say: (line: string) => void = () => {},
) {
  await client.query(`
    create table if not exists schema_migrations (
      version integer primary key, name text not null, checksum text not null, applied_at timestamptz not null default now()
    )`);
  const { rows } = await client.query<{ version: number; name: string; checksum: string }>(
    'select version, name, checksum from schema_migrations order by version',
  );
  const known = new Map(rows.map((row) => [row.version, row]));
  const newest = rows.at(-1);
  if (newest && !migrations.some(({ version }) => version === newest.version)) {
    throw new Error(
      `The database was migrated to ${newest.name} by a newer Parley than this one. Start that version, or restore a backup from before.`,
    );
  }
  const applied: string[] = [];
  for (const migration of migrations) {
    const before = known.get(migration.version);
    if (before && before.checksum !== migration.checksum) {
      throw new Error(
        `${migration.name} was changed after it had been applied. Put it back and add a new migration instead.`,
      );
    }
    if (before) continue;
    say(`Migrating the database: ${migration.name}`);
    await client.query('begin');
    try {
      await client.query(migration.text);
      await client.query('insert into schema_migrations (version, name, checksum) values ($1, $2, $3)', [
        migration.version,
        migration.name,
        migration.checksum,
      ]);
      await client.query('commit');
    } catch (error) {
      await client.query('rollback').catch(() => {});
      throw new Error(`The migration ${migration.name} failed and was undone: ${(error as Error).message}`, {
        cause: error,
      });
    }
    applied.push(migration.name);
  }
  return applied;
}

async function readMigrations(folder: string): Promise<Migration[]> {
  const files = (await readdir(folder)).sort();
  return Promise.all(
    files.map(async (name, position) => {
      const version = Number(FILE.exec(name)?.[1] ?? Number.NaN);
      if (version !== position + 1)
        throw new Error(`Migrations are numbered 0001, 0002, … without gaps: ${name}`);
      const text = await readFile(join(folder, name), 'utf8');
      return { version, name, text, checksum: createHash('sha256').update(text).digest('hex') };
    }),
  );
}

async function refuseOldServer(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ server_version_num: string }>('show server_version_num');
  const version = Number(rows[0]?.server_version_num);
  if (version < OLDEST_POSTGRES) {
    throw new Error(
      `PostgreSQL 15 or later is needed; the server at DATABASE_URL is ${Math.floor(version / 10_000)}.`,
    );
  }
}
