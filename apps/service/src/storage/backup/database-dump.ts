import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { createGunzip, createGzip } from 'node:zlib';
import pg from 'pg';
import { RESTORED_AT } from '../installation.ts';
import { readObjectKeys } from './object-references.ts';

/** Our tables, and those of the task queue: a task belongs to the rows that it was queued with. */
const SCHEMAS = ['public', 'tasks'];
/** Rows of an agent's versions may have 256 KiB each, and a string of V8 has 512 MB at most. */
const ROWS_READ_AT_ONCE = 100;
const ROWS_WRITTEN_AT_ONCE = 2000;
const CHARACTERS_WRITTEN_AT_ONCE = 8 * 1024 ** 2;
/** To gzip, because each piece costs it a turn of its own. */
const PIECE_CHARACTERS = 64 * 1024;
const NEWLINE = 0x0a;

/** One table in a backup. */
export interface DumpedTable {
  /** With its schema, quoted where needed. */
  readonly name: string;
  /** Names and types: rows only fit a table that has the same. */
  readonly columns: string;
  readonly rows: number;
  readonly file: string;
  readonly sha256: string;
}

export interface DatabaseDump {
  /** The moment whose committed changes are in it; nothing later is. */
  readonly takenAt: string;
  /** The newest migration. */
  readonly migration: string;
  readonly tables: readonly DumpedTable[];
  readonly sequences: Readonly<Record<string, string>>;
}

interface TableDescription {
  readonly name: string;
  readonly file: string;
  readonly columns: string;
  readonly writable: string;
}

/**
 * Writes every row to a file per table, as of one moment, while the service works: one repeatable-read transaction reads
 * all of it. Rows are PostgreSQL's own text of a row, so every type comes back as it was. The embedded PostgreSQL has no
 * pg_dump, and one that somebody installed may be older than the server.
 */
export async function dumpDatabase(
  url: string,
  folder: string,
): Promise<{ readonly dump: DatabaseDump; readonly objectKeys: readonly string[] }> {
  return withClient(url, async (client) => {
    await client.query('begin transaction isolation level repeatable read read only');
    const { rows } = await client.query<{ taken_at: Date; migration: string }>(
      'select clock_timestamp() as taken_at, (select name from schema_migrations order by version desc limit 1) as migration',
    );
    const [start] = rows;
    if (start === undefined) throw new Error('The database returned no row.');
    const tables: DumpedTable[] = [];
    for (const table of await describeTables(client)) tables.push(await dumpTable(client, table, folder));
    const sequences = await readSequences(client);
    const objectKeys = await readObjectKeys(client);
    await client.query('commit');
    const dump = { takenAt: start.taken_at.toISOString(), migration: start.migration, tables, sequences };
    return { dump, objectKeys };
  });
}

async function dumpTable(
  client: pg.Client,
  { name, file, columns }: TableDescription,
  folder: string,
): Promise<DumpedTable> {
  const hash = createHash('sha256');
  let count = 0;
  async function* lines() {
    await client.query(`declare dumped no scroll cursor for select t::text as row from ${name} t`);
    for (;;) {
      const { rows } = await client.query<{ row: string }>(`fetch ${ROWS_READ_AT_ONCE} from dumped`);
      if (rows.length === 0) break;
      count += rows.length;
      let piece = '';
      for (const { row } of rows) {
        piece += `${JSON.stringify(row)}\n`;
        if (piece.length < PIECE_CHARACTERS) continue;
        yield piece;
        piece = '';
      }
      if (piece !== '') yield piece;
    }
    await client.query('close dumped');
  }
  const hashed = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      done(null, chunk);
    },
  });
  const to = createWriteStream(join(folder, file), { mode: 0o600, flush: true });
  await pipeline(Readable.from(lines()), createGzip({ level: 4 }), hashed, to);
  return { name, file, columns, rows: count, sha256: hash.digest('hex') };
}

/** Thrown for a target that cannot take the backup; the message says what to do. */
export class RestoreRefused extends Error {
  override readonly name = 'RestoreRefused';
}

export interface LoadOptions {
  /** Delete what is in the database. */
  readonly replace: boolean;
  /**
   * Why nobody is dialled from now on: the database does not know who was called since. In the same transaction, so that
   * no process finds the rows without it.
   */
  readonly pauseReason: string;
  /** Called once everything is written and only the commit is left. Until it resolves, a failure changes nothing. */
  readonly beforeCommit?: () => Promise<void>;
}

/**
 * Puts a dump into a database whose schema is up to date, in one transaction: all of it is there afterwards, or nothing has
 * changed. Constraints between tables are dropped and made again, which checks that the rows belong together.
 */
export async function loadDatabase(
  url: string,
  dump: DatabaseDump,
  folder: string,
  { replace, pauseReason, beforeCommit }: LoadOptions,
): Promise<void> {
  await withClient(url, async (client) => {
    await client.query('begin');
    try {
      const tables = await describeTables(client);
      await refuseOtherSchema(client, dump, tables);
      if (!replace) await refuseFilled(client);
      const restored = await suspendConstraints(client);
      for (const { name } of tables) await client.query(`alter table ${name} disable trigger user`);
      await client.query(`truncate ${tables.map(({ name }) => name).join(', ')}`);
      for (const table of dump.tables) {
        const here = tables.find(({ name }) => name === table.name) as TableDescription;
        await loadTable(client, table, here, folder);
      }
      for (const { name } of tables) await client.query(`alter table ${name} enable trigger user`);
      await restored();
      for (const [name, value] of Object.entries(dump.sequences))
        await client.query('select setval($1::regclass, $2::bigint)', [name, value]);
      await client.query(
        `insert into dialling_pause (reason) values ($1)
         on conflict (id) do update set reason = excluded.reason, since = excluded.since`,
        [pauseReason],
      );
      await client.query(
        `insert into installation_facts (name, value)
         values ($1, to_char(now() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
         on conflict (name) do update set value = excluded.value`,
        [RESTORED_AT],
      );
      await beforeCommit?.();
      await client.query('commit');
    } catch (error) {
      await client.query('rollback').catch(() => {});
      throw error;
    }
    // Autovacuum does it, too, some minutes later.
    await client.query('analyze').catch(() => {});
  });
}

async function loadTable(
  client: pg.Client,
  dumped: DumpedTable,
  { name, writable }: TableDescription,
  folder: string,
): Promise<void> {
  const input = createReadStream(join(folder, dumped.file)).pipe(createGunzip());
  let waiting: string[] = [];
  let characters = 0;
  const flush = async () => {
    if (waiting.length === 0) return;
    const values = writable.replaceAll(/(^|, )/g, '$1(r.r).');
    await client.query(
      `insert into ${name} (${writable}) overriding system value
       select ${values} from (select unnest($1::text[])::${name} as r) r`,
      [waiting],
    );
    waiting = [];
    characters = 0;
  };
  for await (const line of linesOf(input)) {
    waiting.push(JSON.parse(line) as string);
    characters += line.length;
    if (waiting.length >= ROWS_WRITTEN_AT_ONCE || characters >= CHARACTERS_WRITTEN_AT_ONCE) await flush();
  }
  await flush();
}

/** Split at \n only: readline also splits at U+2028 and U+2029, which JSON has as they are. */
async function* linesOf(input: AsyncIterable<Buffer>): AsyncGenerator<string> {
  let begun: Buffer[] = [];
  for await (const chunk of input) {
    let from = 0;
    for (let to = chunk.indexOf(NEWLINE); to !== -1; to = chunk.indexOf(NEWLINE, from)) {
      yield Buffer.concat([...begun, chunk.subarray(from, to)]).toString();
      begun = [];
      from = to + 1;
    }
    if (from < chunk.length) begun.push(chunk.subarray(from));
  }
}

/** Looks at what a restore would read and replace, and changes nothing: after a refusal everything is as it was. */
export async function refuseTarget(
  url: string,
  dump: DatabaseDump,
  folder: string,
  replace: boolean,
): Promise<void> {
  await refuseDamaged(dump, folder);
  await withClient(url, async (client) => {
    await refuseInUse(client);
    if (!replace) await refuseFilled(client);
  });
}

async function refuseDamaged(dump: DatabaseDump, folder: string): Promise<void> {
  for (const { file, sha256 } of dump.tables) {
    const hash = createHash('sha256');
    await pipeline(createReadStream(join(folder, file)), hash).catch(() => {});
    if (hash.digest('hex') !== sha256)
      throw new RestoreRefused(`${file} of the backup is damaged: nothing was restored. Use another backup.`);
  }
}

/** Without partitions, which their table stands for, and without tables that a crash may empty. */
async function describeTables(client: pg.Client): Promise<TableDescription[]> {
  const { rows } = await client.query<TableDescription>(
    `select format('%I.%I', n.nspname, c.relname) as name, n.nspname || '.' || c.relname || '.gz' as file,
       string_agg(format('%I %s', a.attname, format_type(a.atttypid, a.atttypmod)), ', ' order by a.attnum) as columns,
       string_agg(quote_ident(a.attname), ', ' order by a.attnum) filter (where a.attgenerated = '') as writable
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
       join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
     where n.nspname = any($1) and c.relkind in ('r', 'p') and not c.relispartition and c.relpersistence = 'p'
     group by n.nspname, c.relname order by n.nspname, c.relname`,
    [SCHEMAS],
  );
  return rows;
}

async function readSequences(client: pg.Client): Promise<Record<string, string>> {
  const { rows } = await client.query<{ name: string; value: string }>(
    `select format('%I.%I', schemaname, sequencename) as name, last_value::text as value
     from pg_sequences where schemaname = any($1) and last_value is not null`,
    [SCHEMAS],
  );
  return Object.fromEntries(rows.map(({ name, value }) => [name, value]));
}

async function refuseOtherSchema(
  client: pg.Client,
  dump: DatabaseDump,
  tables: readonly TableDescription[],
): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    'select name from schema_migrations order by version desc limit 1',
  );
  const wanted = dump.tables.map(({ name, columns }) => `${name} (${columns})`).sort();
  const here = tables.map(({ name, columns }) => `${name} (${columns})`).sort();
  if (rows[0]?.name !== dump.migration || wanted.join() !== here.join())
    throw new RestoreRefused(
      `The backup has the schema ${dump.migration}, this version of Parley has ${rows[0]?.name}. Restore with the version that made the backup, then upgrade.`,
    );
}

/** What people put there counts; what the first start writes by itself, such as settings of the queue, does not. */
async function refuseFilled(client: pg.Client): Promise<void> {
  // An empty database has no tables before its first migration.
  const { rows: tables } = await client.query(`select 1 where to_regclass('companies') is not null`);
  if (tables.length === 0) return;
  const { rows } = await client.query<{ companies: string }>('select count(*) as companies from companies');
  if (rows[0]?.companies !== '0')
    throw new RestoreRefused(
      'The database is not empty: restoring would delete what is in it. Use an empty one, or add --replace.',
    );
}

/** What a process that serves or places calls is connected as; commands end by themselves. */
const SERVICE_CONNECTIONS = ['parley', 'parley tasks', 'parley notifications'];
/** A session that was just closed is listed for some milliseconds more. */
const LEAVING_MS = 1000;

/** Processes that run would go on with rows that are no longer there, and keep the tables locked. */
async function refuseInUse(client: pg.Client): Promise<void> {
  for (const untilMs = performance.now() + LEAVING_MS; ; await sleep(50)) {
    const { rows } = await client.query<{ count: string }>(
      `select count(*) as count from pg_stat_activity
       where datname = current_database() and application_name = any($1) and pid <> pg_backend_pid()`,
      [SERVICE_CONNECTIONS],
    );
    if (rows[0]?.count === '0') return;
    if (performance.now() < untilMs) continue;
    throw new RestoreRefused(
      `The service is running (${rows[0]?.count} database connections): stop every Parley process of this database, then restore. Nothing was changed.`,
    );
  }
}

/** Returns what makes them again. */
async function suspendConstraints(client: pg.Client): Promise<() => Promise<void>> {
  const { rows } = await client.query<{ table: string; name: string; definition: string }>(
    `select format('%I.%I', n.nspname, c.relname) as table, quote_ident(k.conname) as name,
       pg_get_constraintdef(k.oid) as definition
     from pg_constraint k join pg_class c on c.oid = k.conrelid join pg_namespace n on n.oid = c.relnamespace
     where k.contype = 'f' and n.nspname = any($1) and k.conparentid = 0`,
    [SCHEMAS],
  );
  for (const { table, name } of rows) await client.query(`alter table ${table} drop constraint ${name}`);
  return async () => {
    for (const { table, name, definition } of rows)
      await client.query(`alter table ${table} add constraint ${name} ${definition}`);
  };
}

export async function withClient<Result>(
  url: string,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client({ connectionString: url, application_name: 'parley backup' });
  // A connection that breaks fails the query under way; unheard, it would end the process as well.
  client.on('error', () => {});
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
