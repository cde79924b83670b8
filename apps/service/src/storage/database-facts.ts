import pg from 'pg';
import { readLastBackup } from './backup/backup-facts.ts';
import { readSchema } from './migration-files.ts';
import { nameOfProcess, type SeenProcess, seenProcesses } from './running-processes.ts';
import { fitOf, readApplied, type SchemaFit } from './schema-fit.ts';
import type { Everywhere } from './scope.ts';
import { sql } from './sql.ts';

/** What an operator wants to know of a database before anything else uses it. */
export interface DatabaseFacts {
  readonly majorVersion: number;
  readonly sizeBytes: number;
  readonly connections: number;
  readonly maxConnections: number;
  /** Undefined: it has no schema yet. */
  readonly schema: SchemaFit | undefined;
  /** The processes that were seen within the last minute. */
  readonly running: readonly SeenProcess[];
  /** Those of other versions, in words. */
  readonly otherVersions: readonly string[];
  /** How far the clock of this machine is ahead of the database's; below 0: behind it. */
  readonly clockAheadMs: number;
  /** The moment of the newest backup by parley backup; undefined: there was none. */
  readonly lastBackup: Date | undefined;
}

/** Only reads: a schema that is out of date stays so. `parley`: the version of this program. */
export async function readDatabaseFacts(url: string, parley: string): Promise<DatabaseFacts> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 4000 });
  client.on('error', () => {});
  await client.connect();
  try {
    const clockAheadMs = await readClockAhead(client);
    const { rows } = await client.query<{ version: number; size: string; used: string; most: number }>(
      `select current_setting('server_version_num')::int as version, pg_database_size(current_database()) as size,
         (select count(*) from pg_stat_activity where backend_type = 'client backend') as used,
         current_setting('max_connections')::int as most`,
    );
    const [row] = rows;
    const applied = await readApplied(client.query.bind(client));
    const { range } = await readSchema();
    const running = await seenProcesses(client);
    if (row === undefined) throw new Error('The database returned no row.');
    return {
      majorVersion: Math.floor(row.version / 10_000),
      sizeBytes: Number(row.size),
      connections: Number(row.used),
      maxConnections: row.most,
      schema: applied.length === 0 ? undefined : fitOf(applied, range),
      running,
      otherVersions: running.filter(({ version }) => version !== parley).map(nameOfProcess),
      clockAheadMs,
      lastBackup: await readLastBackup(client),
    };
  } finally {
    await client.end();
  }
}

/** The database read its clock in the middle of the question, give or take the half of its time. */
async function readClockAhead(client: pg.Client): Promise<number> {
  const askedMs = Date.now();
  const { rows } = await client.query<{ now: Date }>('select clock_timestamp() as now');
  const middleMs = (askedMs + Date.now()) / 2;
  return middleMs - (rows[0]?.now.getTime() ?? middleMs);
}

/** Connections of everybody to the server, and the most that it takes. */
export const serverConnections = async (everywhere: Everywhere) =>
  (await everywhere.first<{ used: number; max: number }>(sql`
    select (select count(*) from pg_stat_activity where backend_type = 'client backend') as used,
      current_setting('max_connections')::int as max`)) ?? {};
