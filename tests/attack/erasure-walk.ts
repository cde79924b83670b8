import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openEvents } from '@parley/service/domains/events/event-texts.actions.ts';
import { analysisText, callText, partText } from '@parley/service/storage/call-texts.ts';
import { cvText, openPassages } from '@parley/service/storage/contact-texts.ts';
import type { Everywhere } from '@parley/service/storage/scope.ts';
import { sql } from '@parley/service/storage/sql.ts';
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

/** Every column that texts are sealed in. */
const sealedColumns = [
  'call_analyses.sealed',
  'call_attempts.sealed',
  'call_journals.sealed',
  'contacts.sealed_cv_text',
  'document_passages.sealed',
  'events.sealed',
];

/** Looks for the planted words in everything that is sealed, and can still be opened. */
export async function findSealed(everywhere: Everywhere, planted: readonly string[]): Promise<Find[]> {
  const columns = await everywhere.all<{ name: string }>(sql`
    select table_name || '.' || column_name as name from information_schema.columns
    where table_schema = 'public' and column_name like '%sealed%' and data_type = 'bytea' order by 1`);
  const unknown = columns.map(({ name }) => name).filter((name) => !sealedColumns.includes(name));
  if (unknown.length > 0) throw new Error(`Sealed columns that the walk does not open: ${unknown}`);
  type Row = { id: string; sealed: Buffer };
  const [calls, parts, analyses, cvs, passages] = await Promise.all([
    everywhere.all<Row>(sql`select id, sealed from call_attempts where sealed is not null`),
    everywhere.all<Row & { part: number }>(
      sql`select attempt_id as id, part, sealed from call_journals where sealed is not null`,
    ),
    everywhere.all<Row>(sql`select attempt_id as id, sealed from call_analyses where sealed is not null`),
    everywhere.all<Row>(
      sql`select id, sealed_cv_text as sealed from contacts where sealed_cv_text is not null`,
    ),
    everywhere.all<{ documentId: string; position: number; text: string; words: string; sealed: Buffer }>(
      sql`select document_id as "documentId", position, text, words, sealed from document_passages where sealed is not null`,
    ),
  ]);
  const events = await everywhere.all<{ id: string; sealed: Buffer }>(
    sql`select id, sealed from events where sealed is not null`,
  );
  const texts = [
    ...calls.map((row) => ({ place: 'call_attempts.sealed', text: callText(row.id, row) })),
    ...parts.map(({ id: attemptId, ...row }) => ({
      place: 'call_journals.sealed',
      text: partText({ attemptId, ...row }),
    })),
    ...analyses.map(({ id: attemptId, sealed }) => ({
      place: 'call_analyses.sealed',
      text: analysisText({ attemptId, sealed }),
    })),
    ...cvs.map(({ id, sealed }) => ({
      place: 'contacts.sealed_cv_text',
      text: cvText({ id, anonymizedCvText: null, sealedCvText: sealed }),
    })),
  ];
  const opened = await everywhere.texts.open(texts.map(({ text }) => text));
  const words = planted.map((word) => word.toLowerCase());
  return [
    ...texts.flatMap(({ place }, at) => findIn(place, JSON.stringify(opened[at]), words)),
    ...(await openEvents(everywhere, events)).flatMap((one) =>
      findIn('events.sealed', JSON.stringify(one), words),
    ),
    ...(await openPassages(everywhere, passages)).flatMap(({ text }) =>
      findIn('document_passages.sealed', text, words),
    ),
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

/** The columns with personal data that are not encrypted while a contact is there. docs/security.md says why: the two change together. */
const plainColumns = [
  'contacts.first_name',
  'contacts.last_name',
  'contacts.email',
  'contacts.phone_number',
  'contacts.search',
  'contacts.fields',
  'contacts.metadata',
  'contacts.work_history',
  'contact_import_rows.before',
  'contact_segments.filter',
  'contact_tags.tag',
  'contact_views.settings',
  'documents.name',
  'documents.file_name',
  'conversations.metadata',
  'conversation_comments.text',
  'result_corrections.value',
  'result_corrections.note',
  'agent_test_cases.name',
  'agent_test_cases.turns',
  'agent_test_cases.expect',
  'conversation_results.value',
  'events.data',
  'webhook_deliveries.attempts',
  'call_sip_messages.text',
  'locked_numbers.phone_number',
  'messages.address',
  'messages.text',
  'sourcing_results.result',
];

/** Where something planted lies readable that should be encrypted. */
export const beyondPlain = (finds: readonly Find[]): string[] =>
  placesOf(finds).filter((place) => !plainColumns.includes(place));

const placesOf = (finds: readonly Find[]): string[] => [
  ...new Set(finds.map(({ place }) => place.replace(/^public\./, ''))),
];

/** The columns that hold something of a contact, plain or sealed, in which nothing was found. */
export function unplantedColumns(finds: readonly Find[]): string[] {
  const places = placesOf(finds);
  return [...plainColumns, ...sealedColumns].filter((column) => !places.includes(column));
}

/** The tables, as the database has them, that can hold texts: in a column of text, json or bytes, or an array of such. */
export async function tablesWithTexts(everywhere: Everywhere): Promise<string[]> {
  const tables = await everywhere.all<{ name: string }>(sql`
    select distinct case n.nspname when 'public' then '' else n.nspname || '.' end || c.relname as name
    from pg_class c join pg_namespace n on n.oid = c.relnamespace join pg_attribute a on a.attrelid = c.oid
      join pg_type t on t.oid = a.atttypid left join pg_type e on e.oid = t.typelem and t.typcategory = 'A'
    where c.relkind in ('r', 'p', 'm', 'f') and not c.relispartition and a.attnum > 0 and not a.attisdropped
      and n.nspname not in ('pg_catalog', 'information_schema') and n.nspname !~ '^pg_toast'
      and (coalesce(e.typcategory, t.typcategory) = 'S'
        or coalesce(e.typname, t.typname) in ('bytea', 'json', 'jsonb', 'xml', 'jsonpath', 'tsvector', 'hstore'))
    order by 1`);
  return tables.map(({ name }) => name);
}

/** The tables of columns. */
export const tablesOf = (finds: readonly Find[]): string[] => [
  ...new Set(placesOf(finds).map((place) => place.replace(/\.[^.]*$/, ''))),
];
