import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';

/** Where something planted was found: a column of a table, a file, or the log. */
export interface Find {
  readonly place: string;
  readonly excerpt: string;
}

interface Column {
  readonly schema: string;
  readonly table: string;
  readonly columns: string[];
}

/** Every row of every table, all columns as text and bytes as bytes, the task queue's own tables included. */
async function findInTables(databaseUrl: string, planted: readonly string[]): Promise<Find[]> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const { rows: tables } = await client.query<Column>(`
      select n.nspname as schema, c.relname as table, array_agg(a.attname::text order by a.attnum) as columns
      from pg_class c join pg_namespace n on n.oid = c.relnamespace join pg_attribute a on a.attrelid = c.oid
      where c.relkind in ('r', 'm') and a.attnum > 0 and not a.attisdropped
        and n.nspname not in ('pg_catalog', 'information_schema') and n.nspname !~ '^pg_toast'
      group by 1, 2`);
    const finds: Find[] = [];
    for (const { schema, table, columns } of tables) {
      const { rows } = await client.query<Record<string, unknown>>(`select * from "${schema}"."${table}"`);
      for (const row of rows)
        for (const column of columns)
          finds.push(...findIn(`${schema}.${table}.${column}`, textOf(row[column]), planted));
    }
    return finds;
  } finally {
    await client.end();
  }
}

function textOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (Buffer.isBuffer(value)) return value.toString('latin1');
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

async function findInFiles(folder: string, planted: readonly string[]): Promise<Find[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const finds = entries
    .filter((entry) => entry.isFile())
    .map(async (entry) => {
      const path = join(entry.parentPath, entry.name);
      return findIn(path.slice(folder.length), await readFile(path, 'latin1'), planted);
    });
  return (await Promise.all(finds)).flat();
}

function findIn(place: string, text: string, planted: readonly string[]): Find[] {
  const lower = text.toLowerCase();
  return planted
    .filter((word) => lower.includes(word) || text.includes(Buffer.from(word).toString('hex')))
    .slice(0, 1)
    .map((word) => {
      const at = Math.max(0, lower.indexOf(word));
      return { place, excerpt: text.slice(Math.max(0, at - 60), at + 60) };
    });
}

/** Looks for the planted words in every table, in every file of the data folder, and in what was logged. */
export async function findPlanted(
  where: { readonly databaseUrl: string; readonly dataDir: string; readonly logged: readonly string[] },
  planted: readonly string[],
): Promise<Find[]> {
  const words = planted.map((word) => word.toLowerCase());
  return [
    ...(await findInTables(where.databaseUrl, words)),
    ...(await findInFiles(where.dataDir, words)),
    ...findIn('log', where.logged.join(''), words),
  ];
}

/** The objects that lie in the store, by key. */
export async function storedObjects(dataDir: string): Promise<string[]> {
  const entries = await readdir(dataDir, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile() && entry.name.endsWith('@object'))
    .map((entry) => join(entry.parentPath, entry.name).slice(dataDir.length))
    .filter((path) => !path.includes('probe'));
}
