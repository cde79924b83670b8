import type { ContactImport, ContactImportView, RowError } from '@parley/contract/contact.ts';
import {
  Failure,
  type FlowProblem,
  sentenceOf,
  type Violation,
  violationOf,
} from '@parley/kernel/failure.ts';
import type { Check } from '../../http/validation.ts';
import type { Scope } from '../../storage/scope.ts';
import { createContact, noteNewContacts } from './contact.actions.ts';
import type { NewContact } from './contact.model.ts';

/** So many at once keep the database busy, and leave room for others. */
const AT_ONCE = 8;

/** Makes a contact of each row that can be one. The others are named, with all that is wrong with each. */
export async function importContacts(
  scope: Scope,
  { rows, createMissingFields = false }: ContactImport,
  check: Check,
): Promise<ContactImportView> {
  const results = new Map<number, { id: string } | { errors: RowError[] }>();
  const rest = rows.entries();
  const worker = async () => {
    for (const [place, { values }] of rest)
      results.set(place, await importRow(scope, values, createMissingFields, check));
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  const ended = rows.map(({ line }, place) => ({ line, ...results.get(place) }));
  const created = ended.flatMap((row) =>
    'id' in row && row.id !== undefined ? [{ line: row.line, id: row.id }] : [],
  );
  await noteNewContacts(
    scope,
    created.map(({ id }) => id),
  );
  return {
    created,
    refused: ended.flatMap((row) =>
      'errors' in row && row.errors !== undefined ? [{ line: row.line, errors: row.errors }] : [],
    ),
  };
}

async function importRow(
  scope: Scope,
  values: Readonly<Record<string, unknown>>,
  createMissingFields: boolean,
  check: Check,
): Promise<{ id: string } | { errors: RowError[] }> {
  const violations = check(values);
  if (violations.length > 0) return { errors: violations.map(rowError) };
  try {
    const { id } = await createContact(scope, values as unknown as NewContact, createMissingFields);
    return { id };
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    const { errors } = error.details;
    return { errors: (errors ?? [{ path: '', message: error.message }]).map(rowError) };
  }
}

const rowError = (error: string | Violation | FlowProblem): RowError => ({
  ...(violationOf(error) as Omit<RowError, 'message'>),
  message: sentenceOf(error),
});
