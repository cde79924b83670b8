import { isSameName, type PersonName } from '@parley/kernel/person-name.ts';
import type { ImportedRow } from './import-contacts.ts';

interface Rules {
  readonly duplicates?: 'create' | 'skip' | 'update' | 'merge';
  readonly matchBy?: readonly ('phoneNumber' | 'email')[];
}

interface NewPerson {
  readonly line: number;
  readonly name: PersonName;
  readonly email: string | undefined;
}

const SIMULATED = /^\+1500555\d{4}$/;

/**
 * The rows, where a row of a later batch may be about the same person as a new one of an earlier batch: a preview stores nothing, so
 * the service compares only the rows of one request. The rule is the service's.
 */
export function withinFile(
  rows: readonly ImportedRow[],
  { duplicates = 'skip', matchBy = ['phoneNumber', 'email'] }: Rules,
  nameOf: (line: number) => PersonName,
): readonly ImportedRow[] {
  if (duplicates === 'create') return rows;
  const byNumber = new Map<string, NewPerson[]>();
  const byEmail = new Map<string, NewPerson>();
  return rows.map((row) => {
    if (row.result !== 'created') return row;
    const email = row.email?.toLowerCase();
    const number =
      matchBy.includes('phoneNumber') && !SIMULATED.test(row.phoneNumber ?? '') ? row.phoneNumber : undefined;
    const person = { line: row.line, name: nameOf(row.line), email };
    const sharers = number === undefined ? [] : (byNumber.get(number) ?? []);
    const isSame = (one: NewPerson) =>
      (email !== undefined && one.email === email) || isSameName(one.name, person.name);
    const twin =
      (email !== undefined && matchBy.includes('email') ? byEmail.get(email) : undefined) ??
      sharers.find(isSame);
    if (twin)
      return { ...row, result: duplicates === 'skip' ? 'skipped' : words[duplicates], sameAsLine: twin.line };
    if (number !== undefined) byNumber.set(number, [...sharers, person]);
    if (email !== undefined) byEmail.set(email, person);
    const other = sharers[0];
    if (other === undefined || row.sameNumberAs) return row;
    const name = `${other.name.firstName ?? ''} ${other.name.lastName ?? ''}`.trim();
    return { ...row, sameNumberAs: { line: other.line, name } };
  });
}

const words = { update: 'updated', merge: 'merged' } as const;

/** How many rows become contacts or change one. */
export const importedCount = (rows: readonly ImportedRow[]): number =>
  rows.filter(({ result }) => result !== 'skipped' && result !== 'refused').length;
