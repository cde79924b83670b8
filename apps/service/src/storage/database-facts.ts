import pg from 'pg';
import { isMigrated } from './migrate.ts';

/** What an operator wants to know of a database before anything else uses it. */
export interface DatabaseFacts {
  readonly majorVersion: number;
  readonly sizeBytes: number;
  readonly connections: number;
  readonly maxConnections: number;
  /** Undefined: it has no schema yet. */
  readonly isMigrated: boolean | undefined;
}

/** Only reads: a schema that is out of date stays so. */
export async function readDatabaseFacts(url: string): Promise<DatabaseFacts> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 4000 });
  client.on('error', () => {});
  await client.connect();
  try {
    const { rows } = await client.query<{ version: number; size: string; used: string; most: number }>(
      `select current_setting('server_version_num')::int as version, pg_database_size(current_database()) as size,
         (select count(*) from pg_stat_activity where backend_type = 'client backend') as used,
         current_setting('max_connections')::int as most`,
    );
    const [row] = rows;
    if (row === undefined) throw new Error('The database returned no row.');
    return {
      majorVersion: Math.floor(row.version / 10_000),
      sizeBytes: Number(row.size),
      connections: Number(row.used),
      maxConnections: row.most,
      isMigrated: await isMigrated(client.query.bind(client)).catch(() => undefined),
    };
  } finally {
    await client.end();
  }
}
