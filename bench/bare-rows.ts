import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';

/** Rows that were written into one table, and the stored size of one. */
export interface Written {
  readonly table: string;
  readonly inserted: number;
  readonly updated: number;
  readonly bytes: number;
}

type Counts = ReadonlyMap<string, { readonly inserted: number; readonly updated: number }>;

/** An idle connection reports its statistics after ten seconds. */
const REPORTED_MS = 11_000;

/** How many rows were inserted and updated in each table since the database was created. */
export async function rowsWritten(client: pg.Client): Promise<Counts> {
  await sleep(REPORTED_MS);
  const { rows } = await client.query(
    `select relname as table, n_tup_ins as inserted, n_tup_upd as updated from pg_stat_user_tables where schemaname = 'public'`,
  );
  return new Map(
    rows.map(({ table, inserted, updated }) => [
      table,
      { inserted: Number(inserted), updated: Number(updated) },
    ]),
  );
}

/** Rows written between the two counts. Deletions write no row and are left out, which favours the reference. */
export async function writtenBetween(client: pg.Client, before: Counts, after: Counts): Promise<Written[]> {
  const written: Written[] = [];
  for (const [table, { inserted, updated }] of after) {
    const earlier = before.get(table) ?? { inserted: 0, updated: 0 };
    const rows = { inserted: inserted - earlier.inserted, updated: updated - earlier.updated };
    if (rows.inserted + rows.updated > 0)
      written.push({ table, ...rows, bytes: await averageBytes(client, table) });
  }
  return written;
}

/** Stored size of the newest rows; for a table that is empty again, the width of its columns. */
async function averageBytes(client: pg.Client, table: string): Promise<number> {
  const { rows: columns } = await client.query(
    `select attname as name, case when attlen > 0 then attlen else 8 end as width from pg_attribute
     where attrelid = $1::regclass and attnum > 0 and not attisdropped`,
    [table],
  );
  const stored = columns.map(({ name }) => `coalesce(pg_column_size("${name}"), 0)`).join(' + ');
  const { rows } = await client.query(
    `select avg(${stored}) as bytes from (select * from ${table} order by ctid desc limit 2000) newest`,
  );
  const width = columns.reduce((sum, column) => sum + Number(column.width), 0);
  return Math.round(Number(rows[0].bytes ?? width));
}

/**
 * Seconds for the same rows in the same number of commits: of each table as many rows of its average size, inserted
 * or updated one after the other, each with its prepared statement and each awaited, on one connection and into
 * tables with nothing but a key. This is what "the same number of commits with the same row sizes" asks for: a commit
 * of ours carries some dozens of rows, and a loop whose commits carry one each would be measured doing less.
 */
export async function bareRows(
  client: pg.Client,
  written: readonly Written[],
  { commits, share }: { commits: number; share: number },
): Promise<number> {
  const tables: Writing[] = [];
  for (const of of written) tables.push({ ...of, ...(await bareTable(client, of)) });
  const writes = inTurns(tables, share);
  const perCommit = writes.length / (commits * share);
  let committed = 0;
  const startedAt = performance.now();
  await client.query('begin');
  for (const [done, write] of writes.entries()) {
    await write();
    if (Math.floor((done + 1) / perCommit) <= committed) continue;
    committed++;
    await client.query('commit');
    await client.query('begin');
  }
  await client.query('commit');
  return (performance.now() - startedAt) / 1000;
}

/** Seconds for as many commits of one average row each: the minimum for so many commits. */
export async function bareCommits(
  client: pg.Client,
  written: readonly Written[],
  commits: number,
): Promise<number> {
  const rows = written.reduce((sum, { inserted, updated }) => sum + inserted + updated, 0);
  const bytes = written.reduce((sum, of) => sum + (of.inserted + of.updated) * of.bytes, 0);
  const { insert } = await bareTable(client, { table: 'single', bytes: Math.round(bytes / rows) });
  const startedAt = performance.now();
  for (let i = 0; i < commits; i++) await insert();
  return (performance.now() - startedAt) / 1000;
}

async function bareTable(client: pg.Client, { table, bytes }: Pick<Written, 'table' | 'bytes'>) {
  await client.query(`create table bare_${table} (id uuid primary key, data bytea not null)`);
  const ids: string[] = [];
  // Incompressible, as stored rows are.
  const data = randomBytes(bytes);
  const insert = () => {
    const id = crypto.randomUUID();
    ids.push(id);
    return client.query({
      name: `insert_${table}`,
      text: `insert into bare_${table} values ($1, $2)`,
      values: [id, data],
    });
  };
  let turn = 0;
  const update = async () => {
    if (ids.length === 0) await insert();
    return client.query({
      name: `update_${table}`,
      text: `update bare_${table} set data = $2 where id = $1`,
      values: [ids[turn++ % ids.length], data],
    });
  };
  return { insert, update };
}

interface Writing extends Written {
  insert(): Promise<unknown>;
  update(): Promise<unknown>;
}

/** A share of all writes, with the tables evenly mixed. */
function inTurns(tables: readonly Writing[], share: number): (() => Promise<unknown>)[] {
  const spread = (count: number, write: () => Promise<unknown>) =>
    Array.from({ length: Math.round(count * share) }, (_, i) => ({ at: (i + 0.5) / (count * share), write }));
  return tables
    .flatMap(({ inserted, updated, insert, update }) => [
      ...spread(inserted, insert),
      ...spread(updated, update),
    ])
    .sort((a, b) => a.at - b.at)
    .map(({ write }) => write);
}
