import type {
  ImportedRow,
  ImportedRows,
  ImportOptions,
  ImportPreview,
  ImportRows,
  ImportView,
  NewImport,
} from '@parley/contract/contact-import.ts';
import type { Paging } from '@parley/contract/schema.ts';
import { conflict, Failure, invalid, notFound } from '@parley/kernel/failure.ts';
import { cut, paged } from '../../http/pagination.ts';
import type { Check } from '../../http/validation.ts';
import { retried, type Scope } from '../../storage/scope.ts';
import { noteChanges } from '../events/event.actions.ts';
import { noteNewContacts } from './contact.actions.ts';
import { tidyTags } from './contact.model.ts';
import { countDifference } from './contact-import.model.ts';
import {
  addCounts,
  countImports,
  findImport,
  type Import,
  insertImport,
  listImports,
  lockImport,
  rowsAt,
  rowsOfContact,
  type StoredRow,
  saveRows,
  tryLockImports,
} from './contact-import.store.ts';
import { RowImporter } from './contact-import-row.actions.ts';

/** Importing 1,000 rows takes about that long. */
const RETRY_SECONDS = 2;

export async function createImport(scope: Scope, { name, ...options }: NewImport): Promise<ImportView> {
  const tidied = { ...options, ...(options.tags && { tags: tidyTags(options.tags) }) };
  const created = await insertImport(scope, scope.newId(), name, tidied);
  if (!created) throw new Error('An import was inserted and not returned');
  return viewImport(created);
}

export async function listCompanyImports(scope: Scope, query: Paging) {
  const [total, imports] = await Promise.all([countImports(scope), listImports(scope, cut(query))]);
  return paged(query, total, imports.map(viewImport));
}

export async function readImport(scope: Scope, id: string): Promise<ImportView> {
  const found = await findImport(scope, id);
  if (!found) throw notFound('Contact import');
  return viewImport(found);
}

/** What imports did to a contact, and what of it they changed. */
export const importsOfContact = (scope: Scope, contactId: string) => rowsOfContact(scope, contactId);

export const viewImport = ({ options, createdAt, undoneAt, ...one }: Import): ImportView => ({
  ...one,
  duplicates: options.duplicates ?? 'skip',
  matchBy: options.matchBy ?? ['phoneNumber', 'email'],
  createdAt: createdAt.toISOString(),
  undoneAt: undoneAt?.toISOString() ?? null,
});

/**
 * Imports rows, all together or, if something fails, none. A row that was imported before is answered as it was then: who got no answer
 * sends the rows again.
 */
export function importRows(
  scope: Scope,
  id: string,
  { rows }: ImportRows,
  check: Check,
): Promise<ImportedRows> {
  requireOwnLines(rows);
  return retried(() =>
    scope.transaction(async (inside) => {
      if (!(await tryLockImports(inside)))
        throw new Failure(
          'too_many_requests',
          `Another request of the company imports contacts now: send rows one request after the other, or try again in ${RETRY_SECONDS} s`,
          { retryAfterSeconds: RETRY_SECONDS },
        );
      const one = await lockImport(inside, id);
      if (!one) throw notFound('Contact import');
      if (one.status !== 'OPEN') throw conflict('The import is undone: start another one');
      const earlier = await rowsAt(
        inside,
        id,
        rows.map(({ line }) => line),
      );
      const done = new Map(
        earlier.filter(({ result }) => result !== 'refused').map((row) => [row.line, answerOf(row)]),
      );
      const importer = new RowImporter(inside, one.options, check);
      const imported = await importer.importAll(rows.filter(({ line }) => !done.has(line)));
      await saveRows(
        inside,
        id,
        imported.map(({ before, savedAt, answer }) => ({
          line: answer.line,
          result: answer.result,
          contactId: answer.contactId ?? null,
          before,
          savedAt,
        })),
      );
      const answers = imported.map(({ answer }) => answer);
      const refusedBefore = earlier.filter(({ result }) => result === 'refused');
      await addCounts(inside, id, countDifference(answers, refusedBefore));
      await note(inside, answers);
      const byLine = new Map([...done, ...answers.map((answer) => [answer.line, answer] as const)]);
      return { rows: rows.flatMap(({ line }) => byLine.get(line) ?? []) };
    }),
  );
}

const answerOf = ({ line, result, contactId }: StoredRow): ImportedRow => ({
  line,
  result,
  ...(contactId !== null && { contactId }),
});

/** Pages that show a contact that was changed read it again; new ones need one notification. */
async function note(scope: Scope, answers: readonly ImportedRow[]): Promise<void> {
  const idsOf = (isWanted: (row: ImportedRow) => boolean) =>
    answers.flatMap((row) => (isWanted(row) ? (row.contactId ?? []) : []));
  await noteNewContacts(
    scope,
    idsOf(({ result }) => result === 'created'),
  );
  const changed = new Set(idsOf(({ result }) => result === 'updated' || result === 'merged'));
  await noteChanges(
    scope,
    'contact',
    [...changed].map((id) => ({ id })),
  );
}

function requireOwnLines(rows: ImportRows['rows']): void {
  const seen = new Set<number>();
  const twice = rows.flatMap(({ line }, place) => {
    if (!seen.has(line)) {
      seen.add(line);
      return [];
    }
    return [`rows[${place}].line is the line of an earlier row: ${line}`];
  });
  if (twice.length > 0) throw invalid(twice);
}

/** Undoes a preview; nobody sees it. */
class Previewed extends Error {
  readonly rows: ImportedRow[];

  constructor(rows: ImportedRow[]) {
    super('This was a preview');
    this.rows = rows;
  }
}

/**
 * What importing these rows would do. Nothing is written but fields that it would create, and those are rolled back. No
 * snapshot, because the jobs that rows name are held, as when they are imported.
 */
export async function previewRows(
  scope: Scope,
  { rows, ...options }: ImportPreview,
  check: Check,
): Promise<ImportedRows> {
  requireOwnLines(rows);
  try {
    return await retried(() =>
      scope.transaction(async (inside): Promise<never> => {
        const importer = new RowImporter(inside, options satisfies ImportOptions, check);
        throw new Previewed((await importer.previewAll(rows)).map(({ answer }) => withoutNewId(answer)));
      }),
    );
  } catch (error) {
    if (error instanceof Previewed) return { rows: error.rows };
    throw error;
  }
}

/** A contact that will never exist has no id; nor has what a row would have done to it. */
function withoutNewId({ contactId, ...row }: ImportedRow): ImportedRow {
  const isNew = row.result === 'created' || row.sameAsLine !== undefined;
  return isNew || contactId === undefined ? row : { ...row, contactId };
}
