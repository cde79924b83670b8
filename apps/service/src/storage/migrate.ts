import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';

/** The key of the advisory lock under which a process changes the schema: any number, the same everywhere. */
const LOCK = 7_275_539;
const OLDEST_POSTGRES = 150_000;
/** The SQLSTATE of `raise exception`. */
const RAISED = 'P0001';
const FILE = /^(\d{4})_[a-z0-9_]+\.sql$/;

interface Sql {
  readonly text: string;
  readonly checksum: string;
}

interface Migration extends Sql {
  readonly version: number;
  readonly name: string;
}

interface AppliedMigration {
  readonly version: number;
  readonly name: string;
  readonly checksum: string;
  /** Null where functions.sql was not applied with it, because more migrations followed at once. */
  readonly functions_checksum: string | null;
}

/** Where the schema is written down: `functions.sql` and the folder `migrations`. */
const FOLDER = import.meta.dirname;

/**
 * Brings the schema up to date: numbered files, forward only, each in its own transaction. functions.sql holds every
 * function and trigger and is applied with the last of the missing migrations, in its transaction. Processes that
 * start at once wait for an advisory lock; the first does the work, the others find it done.
 * `afterwards` runs under the same lock, for parts of the schema that a library creates itself.
 */
export async function migrate(
  url: string,
  options: { say?: (line: string) => void; afterwards?: () => Promise<void>; folder?: string } = {},
): Promise<{ applied: string[] }> {
  const folder = options.folder ?? FOLDER;
  const migrations = await readMigrations(join(folder, 'migrations'));
  const functions = await readSql(join(folder, 'functions.sql'));
  const [client, lock] = [connection(url), connection(url)];
  try {
    await client.connect();
    await lock.connect();
    // A lock of a transaction that does nothing else: through a pooler, one of the session would be somebody else's soon.
    await lock.query('begin; set local idle_in_transaction_session_timeout = 0');
    await lock.query('select pg_advisory_xact_lock($1)', [LOCK]);
    await refuseOldServer(client);
    const applied = await applyMissing(client, migrations, functions, options.say);
    await options.afterwards?.();
    return { applied };
  } finally {
    // Ending the connection ends the transaction and with it the lock, also when something above failed.
    await Promise.all([client.end(), lock.end()]);
  }
}

function connection(url: string): pg.Client {
  const client = new pg.Client({ connectionString: url, application_name: 'parley migrate' });
  // A connection that breaks fails the query under way; unheard, it would end the process as well.
  client.on('error', () => {});
  return client;
}

/** Whether the schema is exactly what this version of the code knows. */
export async function isMigrated(query: pg.Pool['query'], folder = FOLDER) {
  const files = await readdir(join(folder, 'migrations'));
  const { rows } = await query('select max(version) as version from schema_migrations');
  return rows[0]?.version === Math.max(...files.map((file) => Number(FILE.exec(file)?.[1] ?? 0)));
}

async function applyMissing(
  client: pg.Client,
  migrations: Migration[],
  functions: Sql,
  say: (line: string) => void = () => {},
) {
  await client.query(`
    create table if not exists schema_migrations (
      version integer primary key, name text not null, checksum text not null, functions_checksum text,
      applied_at timestamptz not null default now()
    )`);
  const { rows } = await client.query<AppliedMigration>('select * from schema_migrations order by version');
  refuseUnknown(rows, migrations);
  const missing = migrations.slice(rows.length);
  if (missing.length === 0 && rows.at(-1)?.functions_checksum !== functions.checksum) {
    throw new Error(
      'functions.sql was changed after it had been applied. Add a migration, if only a comment, to have it applied again.',
    );
  }
  for (const migration of missing) {
    say(`Migrating the database: ${migration.name}`);
    // With the last migration, not after it: a process that dies in between would leave the old functions for good.
    const withFunctions = migration === missing.at(-1);
    await client.query('begin');
    try {
      await client.query(migration.text);
      if (withFunctions) await client.query(functions.text);
      await client.query(
        'insert into schema_migrations (version, name, checksum, functions_checksum) values ($1, $2, $3, $4)',
        [migration.version, migration.name, migration.checksum, withFunctions ? functions.checksum : null],
      );
      await client.query('commit');
    } catch (error) {
      await client.query('rollback').catch(() => {});
      // Raised by the migration itself: it says what the operator has to do.
      if ((error as pg.DatabaseError).code === RAISED)
        throw new Error((error as Error).message, { cause: error });
      throw new Error(
        `The migration ${migration.name} failed and was rolled back: ${(error as Error).message}`,
        {
          cause: error,
        },
      );
    }
  }
  return missing.map(({ name }) => name);
}

/** The migrations that were applied must be the first of those we know, word for word. */
function refuseUnknown(applied: AppliedMigration[], migrations: Migration[]): void {
  if (applied[0]?.name === '0001_house.sql') {
    throw new Error(
      'This database was created by a development version from before the first release, which cannot be upgraded. Start with an empty database: set another DATABASE_URL, or move the data folder away.',
    );
  }
  const newest = applied.at(-1);
  if (newest && newest.version > migrations.length) {
    throw new Error(
      `The database was migrated to ${newest.name} by a newer Parley than this one. Start that version, or restore a backup from before.`,
    );
  }
  const changed = applied.find(({ checksum }, place) => checksum !== migrations[place]?.checksum);
  if (changed) {
    throw new Error(
      `${changed.name} was changed after it had been applied. Restore it and add a new migration instead.`,
    );
  }
}

async function readMigrations(folder: string): Promise<Migration[]> {
  const files = (await readdir(folder)).sort();
  return Promise.all(
    files.map(async (name, position) => {
      const version = Number(FILE.exec(name)?.[1] ?? Number.NaN);
      if (version !== position + 1)
        throw new Error(`Migrations are numbered 0001, 0002, … without gaps: ${name}`);
      return { version, name, ...(await readSql(join(folder, name))) };
    }),
  );
}

async function readSql(file: string): Promise<Sql> {
  const text = await readFile(file, 'utf8');
  return { text, checksum: createHash('sha256').update(text).digest('hex') };
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
