import type { Everywhere } from '@parley/service/storage/scope.ts';
import { sql } from '@parley/service/storage/sql.ts';
import { tablesWithoutContacts } from './tables-without-contacts.ts';

/*
 * What erasure removes, an access request must have shown. Erasure is watched in all tables, so that a table which is new is either found
 * in the archive, or has a reason below.
 */

/** Tables whose rows are erased and not exported, and why. */
export const notExported: Readonly<Record<string, string>> = {
  billing_holds: 'minutes and amounts that are held for calls',
  contact_segments: 'a name, number or address that somebody typed into a condition: contact.json has them',
  contact_views: 'a name, number or address that somebody searched for: contact.json has them',
  conversation_results: 'values of the analyses once more, to be counted: analyses.json has them',
  document_passages: 'the texts of documents once more, to be searched: the documents are in the archive',
};

/** The files of an archive, by name. */
export type Archive = ReadonlyMap<string, Buffer>;

/** The rows of each table: by their key, what they hold. */
type Rows = ReadonlyMap<string, ReadonlyMap<string, string>>;

/** Every row of every table, apart from the queue's own. */
export async function allRows(everywhere: Everywhere): Promise<Rows> {
  const tables = await everywhere.all<{ name: string; key: string[] | null }>(sql`
    select c.relname as name, (
      select array_agg(a.attname::text order by array_position(i.indkey::int2[], a.attnum))
      from pg_index i join pg_attribute a on a.attrelid = c.oid and a.attnum = any(i.indkey)
      where i.indrelid = c.oid and i.indisprimary) as key
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind = 'r' and n.nspname = 'public' order by 1`);
  const rows = new Map<string, Map<string, string>>();
  for (const { name, key } of tables) {
    const all = await everywhere.all<{ row: Record<string, unknown> }>(
      sql([`select to_jsonb(t) as row from "${name}" t`] as unknown as TemplateStringsArray),
    );
    const keyOf = (row: Record<string, unknown>) =>
      keyColumns(key ?? [])
        .map((column) => row[column])
        .join('/');
    rows.set(name, new Map(all.map(({ row }) => [keyOf(row), JSON.stringify(row)])));
  }
  return rows;
}

/** An id says enough, and everything is of the same company. */
const keyColumns = (primary: readonly string[]): readonly string[] =>
  primary.includes('id') ? ['id'] : primary.filter((column) => column !== 'company_id');

/** By table, the keys of rows that are gone, or of which these words are gone. */
export function erasedRows(before: Rows, after: Rows, words: readonly string[]): Map<string, string[]> {
  const hasWords = (text: string) => words.some((word) => text.toLowerCase().includes(word));
  const erased = [...before].map(([table, rows]): [string, string[]] => {
    const left = after.get(table);
    const isErased = ([key, text]: [string, string]) => {
      const now = left?.get(key);
      return now === undefined || (hasWords(text) && !hasWords(now));
    };
    return [table, [...rows].filter(isErased).map(([key]) => key)];
  });
  return new Map(erased.filter(([, keys]) => keys.length > 0));
}

// biome-ignore lint/suspicious/noExplicitAny: whatever stands in the archive
type Value = Record<string, any>;

const read = (archive: Archive, name: string): Value[] => {
  const value = JSON.parse(String(archive.get(name) ?? '[]'));
  return Array.isArray(value) ? value : [value];
};

/** The entries of all files whose name ends so, each with the names that the pattern picks. */
const inFiles = (archive: Archive, pattern: RegExp): { picked: string; value: Value }[] =>
  [...archive.keys()].flatMap((name) => {
    const [isFound, picked = ''] = pattern.exec(name) ?? [];
    return isFound === undefined ? [] : read(archive, name).map((value) => ({ picked, value }));
  });

const conversations = (archive: Archive): Value[] =>
  inFiles(archive, /\/conversation\.json$/).map(({ value }) => value);

const ids = (values: readonly Value[]): string[] => values.map(({ id }) => id);

/** Which rows of a table an archive has, by the keys that they have in the table. */
export const rowsInArchive: Readonly<Record<string, (archive: Archive) => string[]>> = {
  agent_test_cases: (archive) => inFiles(archive, /\/test-cases\.json$/).map(({ value }) => value.id),
  call_analyses: (archive) => inFiles(archive, /\/analyses\.json$/).map(({ value }) => value.callAttemptId),
  call_attempts: (archive) => conversations(archive).flatMap((one) => ids(one.callAttempts)),
  call_journals: (archive) => inFiles(archive, /\/journal-(.*)\.json$/).map(({ picked }) => picked),
  contact_import_rows: (archive) =>
    read(archive, 'imports.json').map(({ importId, line }) => `${importId}/${line}`),
  contact_tags: (archive) =>
    read(archive, 'contact.json').flatMap(({ id, tags }) => tags.map((tag: string) => `${tag}/${id}`)),
  contacts: (archive) => ids(read(archive, 'contact.json')),
  conversation_comments: (archive) => conversations(archive).flatMap((one) => ids(one.comments)),
  conversations: (archive) => ids(conversations(archive)),
  documents: (archive) => ids(read(archive, 'documents.json')),
  events: (archive) => ids(read(archive, 'events.json')),
  job_assignments: (archive) =>
    read(archive, 'contact.json').flatMap(({ id, jobIds }) =>
      jobIds.map((jobId: string) => `${id}/${jobId}`),
    ),
  messages: (archive) => inFiles(archive, /\/messages\.json$/).map(({ value }) => value.id),
  result_corrections: (archive) => conversations(archive).flatMap((one) => ids(one.corrections)),
  run_contacts: (archive) =>
    read(archive, 'runs.json').map(({ runId, contactId }) => `${runId}/${contactId}`),
  webhook_deliveries: (archive) => read(archive, 'events.json').flatMap(({ deliveries }) => ids(deliveries)),
};

/** Of a journal the archive has one file for all parts of a call: their keys begin with the call's. */
const inParts = (table: string, key: string): string =>
  table === 'call_journals' ? key.replace(/\/.*$/, '') : key;

/** Tables whose rows have no key in the archive: as many of their rows are there as these. */
export const rowCounts: Readonly<Record<string, (archive: Archive) => number>> = {
  call_sip_messages: (archive) =>
    inFiles(archive, /\/sip-.*\.json$/).reduce((sum, { value }) => sum + value.messages.length, 0),
  sourcing_results: (archive) => read(archive, 'enrichments.json').length,
};

/** Also tables that hold nothing of a contact, unless the archive has them nevertheless. */
const isExempt = (table: string): boolean =>
  notExported[table] !== undefined ||
  (tablesWithoutContacts[table] !== undefined && rowsInArchive[table] === undefined);

/** What was erased and is in none of the archives: rows, and tables of which nobody has said where they are. */
export function missingRows(
  erased: ReadonlyMap<string, readonly string[]>,
  archives: readonly Archive[],
): string[] {
  return [...erased].flatMap(([table, keys]) => {
    if (isExempt(table)) return [];
    const count = rowCounts[table];
    if (count !== undefined) {
      const found = archives.reduce((sum, archive) => sum + count(archive), 0);
      return found === keys.length ? [] : [`${table}: ${found} of ${keys.length} rows`];
    }
    const rows = rowsInArchive[table];
    if (rows === undefined) return [`${table}: not in the export, and no reason is given`];
    const exported = new Set(archives.flatMap(rows));
    return keys.filter((key) => !exported.has(inParts(table, key))).map((key) => `${table}: ${key}`);
  });
}

/** Tables that are listed here, and of which the walk has nothing erased: then nothing of them is compared. */
export const tablesUntouched = (erased: ReadonlyMap<string, readonly string[]>): string[] =>
  [...Object.keys(rowsInArchive), ...Object.keys(rowCounts), ...Object.keys(notExported)].filter(
    (table) => !erased.has(table),
  );
