import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { changeIndexes, parseIndexChanges } from './concurrent-indexes.ts';
import { type Migration, readSchema, type Schema, type Sql } from './migration-files.ts';
import { holdStarts, nameOfProcess, type SeenProcess, seenProcesses } from './running-processes.ts';
import { type AppliedMigration, misfit, readApplied } from './schema-fit.ts';

/** The key of the advisory lock under which a process changes the schema: any number, the same everywhere. */
const LOCK = 7_275_539;
/** Held beside it, and before it, by who builds indexes, which takes long: processes start meanwhile. */
const BUILD_LOCK = 7_275_540;
const LOCK_AGAIN_MS = 100;
const OLDEST_POSTGRES = 150_000;
/** The SQLSTATE of `raise exception`. */
const RAISED = 'P0001';

export interface MigrateOptions {
  readonly say?: (line: string) => void;
  /** Runs under the lock, for parts of the schema that a library creates itself; not on a schema that is newer than this version. */
  readonly afterwards?: () => Promise<void>;
  readonly folder?: string;
  /** The version of Parley. */
  readonly parley?: string;
}

export interface Migrated {
  /** By name. */
  readonly applied: readonly string[];
  /** Why the rest was not applied: older processes run which it would break. This version works without it. */
  readonly waiting?: string;
}

/** An older process runs that the migration would break. */
class BreaksProcesses extends Error {}

/** Brings the schema up to date: numbered files, forward only, each in its own transaction unless it says otherwise. */
export async function migrate(url: string, options: MigrateOptions = {}): Promise<Migrated> {
  const needed = await migrateNeeded(url, options);
  if (needed.isComplete) return { applied: needed.applied };
  const rest = await finishMigrations(url, options);
  return { ...rest, applied: [...needed.applied, ...rest.applied] };
}

/**
 * Applies what this version does not work without. functions.sql holds every function and trigger and is applied with the last of
 * these migrations, in its transaction. Processes that start at once take turns; the first does the work, the others find it done.
 */
export async function migrateNeeded(
  url: string,
  options: MigrateOptions = {},
): Promise<Migrated & { readonly isComplete: boolean; readonly isNew: boolean }> {
  const schema = await readSchema(options.folder);
  return withClient(url, async (client) => {
    await refuseOldServer(client);
    const isBuilding = neededOf(await applied(client), schema).some((next) => next.isOutsideTransaction);
    const work = () =>
      withLock(url, LOCK, async () => {
        await createMigrationsTable(client);
        const rows = await applied(client);
        refuseUnknown(rows, schema);
        if (rows.length > schema.migrations.length) return { applied: [], isComplete: true, isNew: false };
        if (rows.length === schema.migrations.length) refuseOtherFunctions(rows, schema);
        const needed = neededOf(rows, schema);
        for (const next of needed)
          await apply(client, next, {
            // With the last migration, not after it: a process that dies in between would leave the old functions for good.
            functions: next === needed.at(-1) ? schema.functions : undefined,
            options,
          });
        await options.afterwards?.();
        return {
          applied: needed.map(({ name }) => name),
          isComplete: rows.length + needed.length === schema.migrations.length,
          isNew: rows.length === 0,
        };
      });
    return isBuilding ? withLock(url, BUILD_LOCK, work) : work();
  });
}

/**
 * Applies what this version works without: indexes that are built beside the work of others, and what breaks older processes, once
 * none of them runs any more.
 */
export async function finishMigrations(url: string, options: MigrateOptions = {}): Promise<Migrated> {
  const schema = await readSchema(options.folder);
  return withClient(url, (client) =>
    withLock(url, BUILD_LOCK, async () => {
      const done: string[] = [];
      const nextOne = async () => schema.migrations[(await applied(client)).length];
      for (;;) {
        const next = await nextOne();
        if (next === undefined || next.isNeeded) return { applied: done };
        if (next.isOutsideTransaction) {
          options.say?.(`Building indexes: ${next.name}`);
          await buildIndexes(client, next);
        }
        try {
          await withLock(url, LOCK, async () => {
            // A newer version may have applied it meanwhile.
            if ((await nextOne()) !== next) return;
            await apply(client, next, { functions: schema.functions, options });
            done.push(next.name);
          });
        } catch (error) {
          if (error instanceof BreaksProcesses) return { applied: done, waiting: error.message };
          throw error;
        }
      }
    }),
  );
}

export interface MigrationPreview {
  /** The newest migration of the database; undefined: it is empty. */
  readonly newest: string | undefined;
  readonly missing: readonly Migration[];
  /** The schema is newer than this version. */
  readonly isAhead: boolean;
  /** Why this version would not start, even after a migration. */
  readonly refusal: string | undefined;
  readonly processes: readonly SeenProcess[];
  /** The first missing migration that would break processes that run now, in words. */
  readonly blocked: { readonly words: string; readonly isNeeded: boolean } | undefined;
}

/** What `migrate` would do now. Only reads. */
export async function previewMigrations(url: string, folder?: string): Promise<MigrationPreview> {
  const schema = await readSchema(folder);
  return withClient(url, async (client) => {
    await refuseOldServer(client);
    const rows = await applied(client);
    refuseChanged(rows, schema);
    const missing = schema.migrations.slice(rows.length);
    const processes = await seenProcesses(client);
    const blocked = missing.find((next) => brokenBy(next, processes).length > 0);
    return {
      newest: rows.at(-1)?.name,
      missing,
      isAhead: rows.length > schema.migrations.length,
      refusal: missing.length > 0 ? undefined : misfit(rows, schema.range),
      processes,
      blocked: blocked && {
        words: breaks(blocked, brokenBy(blocked, processes)),
        isNeeded: neededOf(rows, schema).includes(blocked),
      },
    };
  });
}

/** For a process that leaves the schema as it is. */
export async function refuseMisfit(url: string): Promise<void> {
  const schema = await readSchema();
  await withClient(url, async (client) => {
    await refuseOldServer(client);
    const rows = await applied(client);
    refuseUnknown(rows, schema);
    const refusal = misfit(rows, schema.range);
    if (refusal !== undefined) throw new Error(refusal);
  });
}

const applied = (client: pg.Client) => readApplied(client.query.bind(client));

/** The missing migrations up to the last that this version does not work without, or without whose functions. */
function neededOf(rows: readonly AppliedMigration[], { migrations, functions }: Schema): Migration[] {
  const missing = migrations.slice(rows.length);
  const last = missing.findLastIndex(({ isNeeded }) => isNeeded);
  const isFunctionMissing = last === -1 && rows.at(-1)?.functions_checksum !== functions.checksum;
  return isFunctionMissing ? missing : missing.slice(0, last + 1);
}

interface Applying {
  readonly functions: Sql | undefined;
  readonly options: MigrateOptions;
}

/**
 * Below PostgreSQL's deadlock_timeout: where a migration and a live call wait for each other's locks, the migration yields and is tried
 * again. It also keeps nobody waiting behind it, such as behind a backup that reads the same table.
 */
const LOCK_MS = 800;
const LOCK_TRIES = 300;
const LOCK_RETRY_MS = 200;
const [LOCK_NOT_AVAILABLE, DEADLOCK] = ['55P03', '40P01'];

async function apply(client: pg.Client, migration: Migration, applying: Applying): Promise<void> {
  applying.options.say?.(`Migrating the database: ${migration.name}`);
  if (migration.isOutsideTransaction) await buildIndexes(client, migration);
  for (let tries = 1; ; tries++) {
    try {
      return await applyOnce(client, migration, applying);
    } catch (error) {
      const { code } = ((error as Error).cause ?? {}) as pg.DatabaseError;
      if (tries === LOCK_TRIES || (code !== LOCK_NOT_AVAILABLE && code !== DEADLOCK)) throw error;
      await sleep(LOCK_RETRY_MS);
    }
  }
}

async function applyOnce(client: pg.Client, migration: Migration, { functions, options }: Applying) {
  await client.query(`begin; set local lock_timeout = ${LOCK_MS}`);
  try {
    if (migration.isBreaking) {
      await holdStarts(client);
      const broken = brokenBy(migration, await seenProcesses(client));
      if (broken.length > 0) throw new BreaksProcesses(breaks(migration, broken));
    }
    if (!migration.isOutsideTransaction) await client.query(migration.text);
    if (functions) await client.query(functions.text);
    await addMigrationColumns(client);
    await client.query(
      'insert into schema_migrations (version, name, checksum, functions_checksum, oldest_process, applied_by) values ($1, $2, $3, $4, $5, $6)',
      [
        migration.version,
        migration.name,
        migration.checksum,
        functions?.checksum ?? null,
        migration.oldestProcess,
        options.parley ?? null,
      ],
    );
    await client.query('commit');
  } catch (error) {
    await client.query('rollback').catch(() => {});
    if (error instanceof BreaksProcesses) throw error;
    // Raised by the migration itself: it says what the operator has to do.
    if ((error as pg.DatabaseError).code === RAISED)
      throw new Error((error as Error).message, { cause: error });
    throw new Error(
      `The migration ${migration.name} failed and was rolled back: ${(error as Error).message}`,
      { cause: error },
    );
  }
}

async function buildIndexes(client: pg.Client, { name, text }: Migration): Promise<void> {
  await changeIndexes(client, parseIndexChanges(name, text)).catch((error: Error) => {
    throw new Error(
      `The migration ${name} failed; indexes that it has built stay, and the next try goes on from there: ${error.message}`,
      { cause: error },
    );
  });
}

const brokenBy = (
  { isBreaking, oldestProcess }: Migration,
  processes: readonly SeenProcess[],
): SeenProcess[] => (isBreaking ? processes.filter(({ newestSchema }) => newestSchema < oldestProcess) : []);

const breaks = ({ name }: Migration, processes: readonly SeenProcess[]): string =>
  `${name} cannot be applied yet: processes of an older version are running, which would fail with it: ${processes.map(nameOfProcess).join(', ')}. Stop or upgrade them, then run: npx parley migrate. One that ended without being stopped counts for another minute.`;

async function createMigrationsTable(client: pg.Client): Promise<void> {
  await client.query(`
    create table if not exists schema_migrations (
      version integer primary key, name text not null, checksum text not null, functions_checksum text,
      applied_at timestamptz not null default now(), oldest_process integer, applied_by text
    )`);
}

/** For databases of older versions; with their first migration, so that an upgrade which is refused changes nothing. */
async function addMigrationColumns(client: pg.Client): Promise<void> {
  const { rows } = await client.query(
    `select from pg_attribute where attrelid = 'schema_migrations'::regclass and attname = 'oldest_process'`,
  );
  // Only where they are missing: it waits for readers, such as the readiness checks of other processes.
  if (rows.length === 0)
    await client.query(
      'alter table schema_migrations add column oldest_process integer, add column applied_by text',
    );
}

/** A newer schema is refused unless it says that processes of this version work with it. */
function refuseUnknown(rows: readonly AppliedMigration[], schema: Schema): void {
  if (rows[0]?.name === '0001_house.sql') {
    throw new Error(
      'This database was created by a development version from before the first release, which cannot be upgraded. Start with an empty database: set another DATABASE_URL, or move the data folder away.',
    );
  }
  const refusal = rows.length > schema.migrations.length ? misfit(rows, schema.range) : undefined;
  if (refusal !== undefined) throw new Error(refusal);
  refuseChanged(rows, schema);
}

/** The migrations that were applied must be the first of those we know, word for word. */
function refuseChanged(rows: readonly AppliedMigration[], { migrations }: Schema): void {
  const changed = migrations.find(({ checksum }, place) => rows[place] && rows[place].checksum !== checksum);
  if (changed) {
    throw new Error(
      `${changed.name} was changed after it had been applied. Restore it and add a new migration instead.`,
    );
  }
}

function refuseOtherFunctions(rows: readonly AppliedMigration[], { functions }: Schema): void {
  if (rows.at(-1)?.functions_checksum !== functions.checksum) {
    throw new Error(
      'functions.sql was changed after it had been applied. Add a migration, if only a comment, to have it applied again.',
    );
  }
}

async function withClient<Result>(
  url: string,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client({ connectionString: url, application_name: 'parley migrate' });
  // A connection that breaks fails the query under way; unheard, it would end the process as well.
  client.on('error', () => {});
  try {
    await client.connect();
    return await work(client);
  } finally {
    await client.end();
  }
}

/**
 * The lock of a transaction that does nothing else: through a pooler, one of the session would be somebody else's soon. Who does not
 * get it asks again: a query that waits keeps a snapshot, and for that a concurrent index build would wait in turn.
 */
function withLock<Result>(url: string, key: number, work: () => Promise<Result>): Promise<Result> {
  return withClient(url, async (client) => {
    for (;;) {
      await client.query('begin; set local idle_in_transaction_session_timeout = 0');
      // Without a parameter: the portal of a query with one would keep its snapshot until the transaction ends.
      const { rows } = await client.query<{ taken: boolean }>(
        `select pg_try_advisory_xact_lock(${key}) as taken`,
      );
      // Ending the connection ends the transaction and with it the lock, also when the work fails.
      if (rows[0]?.taken) return work();
      await client.query('rollback');
      await sleep(LOCK_AGAIN_MS);
    }
  });
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
